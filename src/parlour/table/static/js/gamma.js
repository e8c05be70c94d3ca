/** Gamma of a drawing: a file is dropped, pasted or chosen; the server corrects it, both are shown, and the result can be had. */
import { _, ngettext } from "./messages.js";
export {};

const CHANNELS = ["red", "green", "blue"];
const WAIT = 120; // ms after the last touch of a slider

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function get(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${id}`);
  return found;
}

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.gamma"));
const drop = get("drop", HTMLLabelElement);
const file = get("file", HTMLInputElement);
const linked = get("linked", HTMLInputElement);
const refusal = get("refusal", HTMLParagraphElement);
const download = get("download", HTMLAnchorElement);
const pictures = { before: get("before", HTMLImageElement), after: get("after", HTMLImageElement) };
const report = get("report", HTMLSpanElement);

/** @type {Blob | null} */ let source = null;
let name = "drawing.svg";
let asked = 0;
let timer = 0;

/** Show a picture, and let go of the one before. @param {HTMLImageElement} image @param {Blob} blob */
function show(image, blob) {
  if (image.src) URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(blob);
  image.hidden = false;
}

/** @param {string} text what is wrong, empty if nothing is */
function refuse(text) {
  refusal.textContent = text;
  refusal.hidden = !text;
}

/** A drawing as the browser can show it: one that is compressed (.svgz) is unpacked. @param {Blob} blob */
async function unpacked(blob) {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return blob;
  return new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

/** Take a file. @param {Blob} blob @param {string} called */
async function take(blob, called) {
  try {
    blob = await unpacked(blob);
  } catch {
    refuse(_("{file} is a damaged compressed file.", { file: called }));
    return;
  }
  if (blob.size > Number(form.dataset.largest)) {
    refuse(_("{file} is larger than {most} MB: “parlour art gamma” on the command line takes up to 64.", { file: called, most: Number(form.dataset.largest) / 2 ** 20 }));
    return;
  }
  source = new Blob([blob], { type: "image/svg+xml" });
  name = called.replace(/\.svgz$/i, ".svg");
  show(pictures.before, source);
  await correct();
}

async function correct() {
  if (!source) return;
  const number = ++asked;
  const query = new URLSearchParams(CHANNELS.map((channel) => [channel, get(channel, HTMLInputElement).value]));
  let answer, body;
  try {
    answer = await fetch(`/gamma?${query}`, { method: "POST", body: source });
    body = await answer.blob();
  } catch {
    if (number === asked) refuse(_("The server does not answer. Move a slider to try again."));
    return;
  }
  if (number !== asked) return; // another was asked for since
  if (!answer.ok) {
    refuse(`${name}: ${await body.text()}`);
    pictures.after.hidden = download.hidden = true;
    report.textContent = "";
    return;
  }
  refuse("");
  show(pictures.after, body);
  const colours = Number(answer.headers.get("Parlour-Colours"));
  const left = Number(answer.headers.get("Parlour-Left-Alone"));
  const changed = ngettext("{n} colour", "{n} colours", colours);
  report.textContent = left ? _("{colours}, {left} left alone", { colours: changed, left }) : changed;
  download.href = pictures.after.src;
  download.download = name.replace(/(\.svg)?$/i, "-gamma.svg");
  download.textContent = _("Download {file}", { file: download.download });
  download.hidden = false;
}

/** Set channels and ask again soon. @param {string[]} channels @param {string} value */
function set(channels, value) {
  for (const channel of channels) {
    get(channel, HTMLInputElement).value = value;
    get(`${channel}-figure`, HTMLInputElement).value = value;
  }
  window.clearTimeout(timer);
  timer = window.setTimeout(correct, WAIT);
}

for (const channel of CHANNELS) {
  for (const id of [channel, `${channel}-figure`]) {
    const input = get(id, HTMLInputElement);
    input.addEventListener(id === channel ? "input" : "change", () => {
      if (input.checkValidity() && input.value) set(linked.checked ? CHANNELS : [channel], input.value);
    });
  }
}
for (const button of form.querySelectorAll("button")) {
  button.addEventListener("click", () => set(CHANNELS, button.dataset.gamma ?? "1"));
}
form.addEventListener("submit", (event) => event.preventDefault());
file.addEventListener("change", () => {
  const chosen = file.files?.[0];
  if (chosen) void take(chosen, chosen.name);
  file.value = "";
});
window.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
window.addEventListener("dragleave", () => drop.classList.remove("over"));
window.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const dropped = event.dataTransfer?.files[0];
  if (dropped) void take(dropped, dropped.name);
});
window.addEventListener("paste", (event) => {
  const pasted = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (pasted) void take(pasted, pasted.name);
  else if (text.includes("<svg")) void take(new Blob([text]), "pasted.svg");
});
form.hidden = false;
