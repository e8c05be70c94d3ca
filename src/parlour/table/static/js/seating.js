/** Partners and seats: the draw card by card, ratings by name. Without this script everything is shown at once. */
import { cardWords, loadKept } from "./cards.js";
import { _ } from "./messages.js";
import { button, make } from "./page.js";

void loadKept();

const PAUSE = 650; // ms between cards if nobody presses them

const lots = document.getElementById("lots");
const outcome = document.getElementById("outcome");
const prompt = document.getElementById("prompt");
const all = /** @type {HTMLButtonElement | null} */ (document.getElementById("all"));

/** Whether this draw has been seen on this device. The address says which it is. */
function seen(mark = false) {
  try {
    const key = `parlour.draw.${location.search}`;
    if (mark) sessionStorage.setItem(key, "yes");
    return sessionStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
}

/** A card of the draw. @param {number} card -1: face down */
function largeFace(card) {
  const face = /** @type {HTMLElement} */ (document.createElement("card-face"));
  face.setAttribute("card", String(card));
  face.setAttribute("face", "large");
  return face;
}

/** Turns the card of a spot and says who drew it. @param {HTMLElement} spot @param {{player: string, card: number, name: string}} lot */
function turnUp(spot, { player, card, name }) {
  const face = largeFace(card);
  face.setAttribute("aria-hidden", "true");
  face.className = "turned";
  const who = make("span", "drawer");
  who.append(make("b", "", player), " ", make("span", "drew", name));
  spot.replaceChildren(face, who);
}

/** The draw: as many cards face down as players, taken in turn. Which one is pressed is all the same: they have been shuffled. */
function holdDraw() {
  if (!lots || !outcome || !prompt || !all || seen()) return;
  const drawn = /** @type {HTMLElement[]} */ ([...lots.children]);
  const draws = drawn.map(({ dataset }) => ({ player: dataset.player ?? "", card: Number(dataset.card), name: dataset.name ?? "", side: dataset.side ?? "" }));
  let turn = 0;
  outcome.hidden = true;
  all.hidden = false;

  const spots = draws.map((_lot, place) => {
    const spot = make("li");
    const press = button("", "", () => take(place), "");
    press.setAttribute("aria-label", _("Card {n}, face down", { n: place + 1 }));
    press.replaceChildren(largeFace(-1));
    spot.append(press);
    return spot;
  });

  /** @param {number} place */
  function take(place) {
    const spot = spots[place];
    if (!spot.querySelector("button") || turn >= draws.length || !prompt) return;
    const lot = draws[turn++], { player, card, side } = lot;
    turnUp(spot, lot);
    const words = cardWords(card);
    const drew = `${_("{what}: {value}", { what: player, value: side && !words.includes(side) ? `${words}, ${side}` : words })}. `;
    if (turn < draws.length) {
      prompt.textContent = `${drew}${_("{name}, take a card.", { name: draws[turn].player })}`;
      if (document.activeElement === document.body) spots.find((one) => one.querySelector("button"))?.querySelector("button")?.focus({ preventScroll: true });
    } else {
      prompt.textContent = drew;
      finish();
    }
  }

  function finish() {
    if (!outcome || !all) return;
    all.hidden = true;
    outcome.hidden = false;
    outcome.focus({ preventScroll: true });
    seen(true);
  }

  function next() {
    const left = spots.findIndex((spot) => spot.querySelector("button"));
    if (left < 0) return;
    take(left);
    window.setTimeout(next, PAUSE);
  }

  all.addEventListener("click", () => {
    all.hidden = true;
    next();
  });
  lots.replaceChildren(...spots);
  prompt.textContent = _("{name}, take a card.", { name: draws[0].player });
}

/** A field for each name instead of a list of figures. */
function rateByName() {
  const box = document.getElementById("ratings");
  const names = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("players"));
  const list = /** @type {HTMLInputElement | null} */ (document.getElementById("rating"));
  if (!box || !names || !list) return;
  const rates = make("div", "rates");
  /** @type {Map<string, string>} */
  const figures = new Map();
  const readNames = () => names.value.split(/[,\n]/).map((name) => name.trim()).filter(Boolean);
  const before = readNames();
  list.value.split(",").forEach((part, place) => {
    const [name, figure] = part.includes("=") ? part.split("=") : [before[place] ?? "", part];
    if (name.trim() && figure.trim()) figures.set(name.trim().toLowerCase(), figure.trim());
  });

  function write() {
    if (list) list.value = readNames().map((name) => `${name}=${figures.get(name.toLowerCase()) ?? "5"}`).join(", ");
  }

  function show() {
    rates.replaceChildren(...readNames().slice(0, 16).map((name) => {
      const label = make("label", "", name);
      const field = document.createElement("input");
      field.type = "number";
      field.min = "0";
      field.max = "10000";
      field.step = "any";
      field.value = figures.get(name.toLowerCase()) ?? "5";
      field.addEventListener("input", () => {
        figures.set(name.toLowerCase(), field.value);
        write();
      });
      label.append(" ", field);
      return label;
    }));
    write();
  }

  const note = box.querySelector(".note");
  if (note) note.textContent = _("from 1, new, to 10, a master; or any scale of your own");
  list.type = "hidden";
  box.append(rates);
  names.addEventListener("input", show);
  show();
}

const print = /** @type {HTMLButtonElement | null} */ (document.getElementById("print"));
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
holdDraw();
rateByName();
