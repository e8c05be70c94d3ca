/**
 * The service worker of the score pad: with no line the pages and scripts that were kept are shown, with a line the server's.
 * The server writes the version and the files to keep before this text. Scripts and styles have the version in their address,
 * so those of two versions never meet on one page.
 */

/** @type {any} */ const worker = self;
/** @type {{version: string, files: string[]}} */ const { version, files } = worker.parlour;
const KEPT = `parlour-pad-${version}`;
const SHELL = "/score/shell";
const PATIENCE = 4000; // ms that a page may take to come before the one that was kept is shown

worker.addEventListener("install", (/** @type {any} */ event) => {
  const requests = files.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(requests)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => names.filter((name) => name.startsWith("parlour-pad-") && name !== KEPT))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

/** The page from the server; if there is no line, or none to speak of, the one that was kept. @param {Request} request */
async function page(request) {
  const kept = await caches.match(SHELL);
  const late = kept && new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  try {
    const asked = fetch(request).then((answer) => (answer.status >= 500 && kept ? kept : answer));
    return await (late ? Promise.race([asked, late]) : asked);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */ const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  const pad = pathname === "/score" || /^\/score\/pad\/[^/]+$/.test(pathname);
  if (request.mode === "navigate" && pad) event.respondWith(page(request));
  else if (pathname.startsWith("/static/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
