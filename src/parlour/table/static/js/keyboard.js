/**
 * The table by keyboard: arrows wander among cards, places and calls as they lie on the screen; `?` lists the keys.
 */
import { _ } from "./messages.js";
import { typesInto } from "./page.js";

/** @typedef {"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown"} Arrow */

/** What Shift and a letter ask for, by the word that asks it in the command box too. @type {Record<string, string>} */
export const QUESTIONS = { H: "hand", T: "trick", L: "last", W: "who", S: "score", I: "stakes", P: "may", M: "missed", A: "table" };

/** What `?` shows. */
export const KEYS = [
  ["← → ↑ ↓", _("move between your cards, the places and the calls")],
  [_("Enter or Space"), _("play the card, make the call, pick up or put down")],
  [_("Space, while you wait"), _("skip what is shown; so does a press on the table. In a lesson: go on")],
  [_("Shift + Enter"), _("send the card to its best place")],
  [_("letters, digits"), _("the calls that show them")],
  [_("Escape"), _("take back the last pick, put down, close")],
  ["H", _("a hint")],
  ["L", _("show the last trick again")],
  [_("Ctrl + Z, Ctrl + Y"), _("undo and redo if you play alone; with others Ctrl + Z takes back, or asks for it")],
  ["B", _("bookmarks: go to one, or set one with a name")],
  [_("Shift + B"), _("set a bookmark at once, with a number")],
  ["D", _("send home all cards that can go, if “Cards home” is above the table")],
  ["F", _("play a decided game to its end")],
  [_("Home, End"), _("your highest and your lowest card, of those you may play if there are any")],
  [_("Page up, Page down"), _("your cards of the suit before and of the next suit")],
  [_("Shift + H"), _("tells your cards")],
  [_("Shift + T"), _("tells the trick, or the cards in the middle")],
  [_("Shift + L"), _("tells the last trick")],
  [_("Shift + W"), _("tells whose turn it is")],
  [_("Shift + S"), _("tells the score")],
  [_("Shift + I"), _("tells bids, trumps and stakes")],
  [_("Shift + P"), _("tells what you may choose")],
  [_("Shift + M"), _("says what has happened since your last choice")],
  [_("Shift + A"), _("tells all that can be seen")],
  ["/", _("a command box: choices and questions in words, as in the terminal")],
  ["?", _("this list")],
];

const JUMPS = new Set(["Home", "End", "PageUp", "PageDown"]);

/** Parts of the table that scroll when not all has room: with the focus on one the keys scroll it. */
const SCROLL = ".side, .centre";

const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

/** @param {Element} element */
function centre(element) {
  const box = element.getBoundingClientRect();
  const covered = element.classList.contains("covered");
  // Of an overlapped card only the left or upper edge shows: that is where the eye finds it.
  return { x: box.left + (covered ? 14 : box.width / 2), y: box.top + (covered ? 10 : box.height / 2), box };
}

/**
 * The element of the next column that lies most nearly at the same height, however long the columns are.
 * @param {{x: number, y: number, box: DOMRect}} here @param {Element[]} others @param {number} sign 1 to the right, -1 to the left
 * @returns {Element | null}
 */
function beside(here, others, sign) {
  const places = others.map((other) => ({ other, ...centre(other) })).map((one) => ({ ...one, ahead: sign * (one.box.left - here.box.left) }));
  const next = Math.min(...places.filter((one) => one.ahead > 4).map((one) => one.ahead));
  const inColumn = places.filter((one) => Math.abs(one.ahead - next) < 4);
  return inColumn.sort((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y))[0]?.other ?? null;
}

/**
 * The nearest of some elements in a direction: straight ahead counts once, sideways three times.
 * @param {Element} from @param {Element[]} others @param {string} arrow @returns {Element | null}
 */
export function nearest(from, others, arrow) {
  const here = centre(from);
  const across = arrow === "ArrowLeft" || arrow === "ArrowRight";
  const sign = arrow === "ArrowRight" || arrow === "ArrowDown" ? 1 : -1;
  const columns = across ? from.closest(".of-columns") : null;
  if (columns) return beside(here, others.filter((other) => other !== from && columns.contains(other)), sign);
  let best = null;
  let least = Infinity;
  for (const other of others) {
    if (other === from) continue;
    const there = centre(other);
    const ahead = sign * (across ? there.x - here.x : there.y - here.y);
    const aside = Math.abs(across ? there.y - here.y : there.x - here.x);
    if (ahead < 4 || (across && aside > Math.max(40, ahead * 1.5))) continue;
    const distance = ahead + 3 * aside;
    if (distance < least) {
      least = distance;
      best = other;
    }
  }
  return best;
}

/**
 * @typedef {{
 *   focusable: () => HTMLElement[], first: () => HTMLElement | null, call: (key: string) => boolean, enter: () => boolean,
 *   away: (element: Element) => boolean, space: () => boolean, escape: () => boolean, help: () => void, hint: () => void, lastTrick: () => boolean, undo: () => void, redo: () => void,
 *   bookmarks: (set: boolean) => boolean, finish: () => boolean, drop: () => boolean,
 *   ask: (question: string) => void, jump: (key: string) => boolean, command: () => void, letters: () => boolean
 * }} Controls
 */

/** Listens to the keys of the table. @param {HTMLElement} root @param {Controls} controls */
export function listen(root, controls) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (typesInto(target, "input, select, textarea")) return;
    if (handle(event, root, controls)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event @param {HTMLElement} root @param {Controls} controls @returns {boolean} whether the key was used */
function handle(event, root, controls) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const letter = key.toLowerCase();
    if (letter === "z") (event.shiftKey ? controls.redo : controls.undo)();
    else if (letter === "y") controls.redo();
    return letter === "z" || letter === "y";
  }
  if (event.altKey) return false;
  const active = document.activeElement;
  if (active?.matches(SCROLL) && (ARROWS.has(key) || JUMPS.has(key))) return false;
  const onCloth = active instanceof HTMLElement && root.contains(active) && controls.focusable().includes(active);
  if (ARROWS.has(key)) {
    if (!onCloth && active instanceof HTMLElement && active.closest(".panel, header")) return false;
    const next = onCloth ? nearest(active, controls.focusable(), key) : controls.first();
    /** @type {HTMLElement | null} */ (next)?.focus();
    return true;
  }
  if (key === "Escape") return controls.escape();
  if (JUMPS.has(key)) return !(active instanceof HTMLElement && active.closest(".panel, header, .account")) && controls.jump(key);
  if (key.length === 1 && key !== " " && !controls.letters()) return false;
  const question = event.shiftKey ? QUESTIONS[key.toUpperCase()] : undefined;
  if (question) {
    controls.ask(question);
    return true;
  }
  if (key === "/") {
    controls.command();
    return true;
  }
  if (key === "?") {
    controls.help();
    return true;
  }
  if (key === "Enter" && controls.enter()) return true;
  if (key === "Enter" && event.shiftKey && onCloth) return controls.away(active);
  if (key === "h" || key === "H") {
    controls.hint();
    return true;
  }
  if ((key === "l" || key === "L") && controls.lastTrick()) return true;
  if ((key === "b" || key === "B") && controls.bookmarks(event.shiftKey)) return true;
  if ((key === "d" || key === "D") && controls.drop()) return true;
  if ((key === "f" || key === "F") && controls.finish()) return true;
  if (key === " ") return (onCloth || active === document.body) && controls.space();
  return key.length === 1 && controls.call(key);
}
