/** Small help with the page. */

/**
 * A new element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} [className] @param {string} [text] @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/**
 * A button that does something.
 * @param {string} className @param {string} text @param {() => void} press @param {string} [title] @returns {HTMLButtonElement}
 */
export function button(className, text, press, title = "") {
  const element = make("button", className, text);
  element.type = "button";
  if (title) element.title = title;
  element.addEventListener("click", press);
  return element;
}

const SIGNS = {
  undo: "M9 14 4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9h-9a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900V15.500h7v-1.600A6 6 0 0 0 12 3z",
  mark: "M7 3.500h10v17l-5-4-5 4z",
  finish: "M4 5l8 7-8 7zM13 5l7 7-7 7z",
  talk: "M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12.500h5",
  people: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.200 2.700 3.500 5.500",
  trick: "M4 8l8-3 3 10-8 3zM12 6l7 2-3 10-3-1",
  book: "M12 6.500C10 5 7 4.500 3.500 4.500v14c3.500 0 6.500.5 8.500 2 2-1.500 5-2 8.500-2v-14C17 4.500 14 5 12 6.500zm0 0v14",
};

/**
 * A tool of the table's head: a sign, and its name if there is room for it.
 * @param {keyof typeof SIGNS} sign @param {string} text @param {() => void} press @param {string} title @returns {HTMLButtonElement}
 */
export function tool(sign, text, press, title) {
  const element = button(`tool signed of-${sign}`, "", press, title);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SIGNS[sign]);
  svg.append(path);
  element.append(svg, make("span", "tool-name", text));
  return element;
}

/** Puts children in this order, moving as few as possible (a moved element would lose the focus). @param {Element} parent @param {Element[]} children */
export function arrange(parent, children) {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Whether an element has to be drawn again, because it shows something else than the last time this was asked. News that change
 * nothing of it then leave in place what somebody is about to press, and what a press has just said.
 * @param {Element} element @param {unknown} shown all that it is drawn from
 */
export function stale(element, shown) {
  const text = JSON.stringify(shown);
  if (drawn.get(element) === text) return false;
  drawn.set(element, text);
  return true;
}

/** A setting kept in this browser. @param {string} name @param {string} otherwise @returns {string} */
export function recall(name, otherwise) {
  try {
    return localStorage.getItem(`parlour.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** What this tab keeps until it is closed. @param {string} name @param {string} otherwise @returns {string} */
export function recallHere(name, otherwise) {
  try {
    return sessionStorage.getItem(`parlour.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {string} value */
export function rememberHere(name, value) {
  try {
    sessionStorage.setItem(`parlour.${name}`, value);
  } catch {
    // then the back pegs are put in again as the scores change
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`parlour.${name}`, value);
  } catch {
    // a browser that keeps nothing still plays
  }
}

/**
 * Whether a key belongs to a field or an open dialog rather than to the page. A dialog that is closed keeps the focus until it is
 * taken away, and the key pressed next is meant for the page.
 * @param {Element} target @param {string} fields a selector of what takes letters itself
 */
export function typesInto(target, fields) {
  const dialog = target.closest("dialog");
  return dialog ? dialog.open : target.closest(fields) !== null;
}
