/**
 * Whether the house can be reached, and whether it can keep anything: asked now and then by pages that have no line to it, and at
 * once when the network has changed or the page was away. A note says so as long as it cannot, and goes by itself.
 */
import { _ } from "./messages.js";
import { make } from "./page.js";

/** Browsers keep so many connections for later requests. When a path dies, all of them are dead. */
const KEPT = 6;
const EVERY = 8_000;
const ANSWER = 5_000;
const SOON = 2_500;

const note = make("p", "reach-note");
note.setAttribute("role", "status");
note.hidden = true;
let asking = false;
let next = 0;

/** @param {string} text "" if all is well */
function say(text) {
  if (note.textContent !== text) note.textContent = text;
  note.hidden = !text;
}

/**
 * Asks once on every kept connection: those that are dead are given up, so that the next request does not wait on one of them.
 * @param {number} wait milliseconds until they are @returns {Promise<Response>} the first answer
 */
export function freshen(wait) {
  const stop = new AbortController();
  const late = setInterval(() => stop.abort(), wait);
  const all = Array.from({ length: KEPT }, () => fetch("/healthz", { signal: stop.signal, cache: "no-store" }));
  void Promise.allSettled(all).then(() => clearInterval(late));
  return Promise.any(all);
}

async function ask() {
  if (asking || document.hidden) return;
  asking = true;
  const stop = new AbortController();
  const late = setInterval(() => stop.abort(), ANSWER);
  try {
    const answer = note.hidden ? await fetch("/healthz", { signal: stop.signal, cache: "no-store" }) : await freshen(SOON);
    say(answer.ok ? "" : ((await answer.json()).text ?? ""));
  } catch {
    say(_("The server cannot be reached. Trying again … Is this device online?"));
  } finally {
    clearInterval(late);
    asking = false;
    next = Date.now() + (note.hidden ? EVERY : SOON);
  }
}

/** Keeps an eye on the house, from the top of the page. */
export function watch() {
  document.body.prepend(note);
  next = Date.now() + EVERY;
  setInterval(() => Date.now() >= next && void ask(), 1_000);
  for (const kind of ["online", "offline", "pageshow"]) addEventListener(kind, () => void ask());
  document.addEventListener("visibilitychange", () => void ask());
}
