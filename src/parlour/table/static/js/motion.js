/**
 * Time on the cloth: views drawn one after the other, and cards that glide from where they were (first, last, invert, play).
 */

/** @typedef {import("./types.js").ViewMessage} ViewMessage */
/** @typedef {{x: number, y: number, width: number, angle: number}} Position of a card, from the board's corner */

const GLIDE = 340;
const SHUFFLE_UP = 200;
const STAGGER = 45;
const LONGEST_STAGGER = 700;
/** More views than this wait: picks within a chain are left out. If still more do, somebody was away: show only where things stand. */
const BACKLOG = 18;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether cards should glide at all. @returns {boolean} */
export function lively() {
  return !calm.matches && !document.hidden;
}

/**
 * Lets an element glide to where it now lies.
 * @param {HTMLElement} element @param {Position} from @param {Position} to
 * @param {{far: boolean, order: number, of: number}} how `far`: between pads; the `order`th of so many that move together
 * @returns {number} milliseconds until it is there
 */
export function glide(element, from, to, how) {
  const dx = from.x - to.x;
  const dy = from.y - to.y;
  const scale = from.width / to.width;
  const turn = from.angle - to.angle;
  if (Math.abs(dx) + Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.02 && Math.abs(turn) < 0.5) return 0;
  const delay = how.far ? how.order * Math.min(STAGGER, LONGEST_STAGGER / how.of) : 0;
  const duration = how.far ? GLIDE : SHUFFLE_UP;
  if (how.far) {
    element.classList.add("in-flight");
    element.style.zIndex = String(500 + how.order);
  }
  /** @type {KeyframeAnimationOptions} */
  const way = { duration, delay, easing: "cubic-bezier(.25,.75,.3,1)", fill: "backwards" };
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { ...way, composite: "add" });
  const flight = element.animate(
    [
      { scale: `${scale}`, rotate: `${to.angle + turn}deg`, transformOrigin: "0 0" },
      { scale: "1", rotate: `${to.angle}deg`, transformOrigin: "0 0" },
    ],
    way,
  );
  const land = () => {
    element.classList.remove("in-flight");
    element.style.zIndex = element.dataset.z ?? "";
    if (element.dataset.under) element.remove();
  };
  flight.finished.then(land, land);
  return delay + duration;
}

/** Holds a card beside where it lies, as far as it has been dragged. @param {HTMLElement} element @param {number} dx @param {number} dy */
export function carry(element, dx, dy) {
  element.style.setProperty("--dx", `${dx}px`);
  element.style.setProperty("--dy", `${dy}px`);
}

/** Lets a card that is being covered lie there until the other has come. @param {HTMLElement} element @param {Element} holder */
export function stayBelow(element, holder) {
  element.style.zIndex = "0";
  element.inert = true;
  holder.prepend(element);
  setTimeout(() => element.remove(), GLIDE);
}

/** Lets an element appear. @param {HTMLElement} element */
export function appear(element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 220, easing: "ease-out" });
}

/**
 * Turns a card over: `show` is called when it stands on edge.
 * @param {HTMLElement} face @param {number} delay @param {() => void} show
 */
export function turnOver(face, delay, show) {
  const half = GLIDE / 2;
  const away = face.animate([{ transform: "rotateY(0)" }, { transform: "rotateY(90deg)" }], { duration: half, delay, easing: "ease-in" });
  const back = () => {
    show();
    face.animate([{ transform: "rotateY(-90deg)" }, { transform: "rotateY(0)" }], { duration: half, easing: "ease-out" });
  };
  away.finished.then(back, show);
}

/**
 * The views that wait to be drawn, each given its time.
 */
export class Queue {
  /** @type {ViewMessage[]} */
  #waiting = [];
  #busy = false;
  #timer = 0;
  /** @type {() => void} */
  #hurry = () => {};
  /** number of the last view drawn */
  n = -1;

  /**
   * @param {(message: ViewMessage, live: boolean) => number} draw `live`: the step before it is the one drawn last; returns milliseconds its movement takes
   * @param {() => void} idle told when nothing waits any more
   */
  constructor(draw, idle) {
    this.draw = draw;
    this.idle = idle;
    document.addEventListener("visibilitychange", () => this.hurry());
  }

  /** what pauses are multiplied by @type {(message: ViewMessage) => number} */
  factor = () => 1;
  /** told when it has come to where it was to stop */
  stopped = () => {};
  /** nothing is drawn after this view for the moment */
  #stop = Infinity;
  /** by then the view at which it stops is drawn */
  #due = Infinity;
  /** how long the view drawn last stands */
  #until = 0;
  #skips = false;

  /**
   * Draws no further than to this view, until `go`. It is there after so many milliseconds: what is told on the way takes no time.
   * @param {number} n @param {number} [within]
   */
  stop(n, within = Infinity) {
    this.#stop = n;
    this.#due = performance.now() + within;
    if (!this.#busy && this.n >= n) this.#halt();
    else if (this.#busy && !this.#halted && this.#until > this.#due) this.#wait(within);
  }

  /** Whether it hurries to a view at which it stops. */
  get closing() {
    return this.#due !== Infinity;
  }

  /** Goes on after a stop, at once or to where it stops next. @param {number} [n] @param {number} [within] */
  go(n = Infinity, within = Infinity) {
    const stopped = this.#stop !== Infinity;
    this.#stop = n;
    this.#due = performance.now() + within;
    if (stopped && this.#busy && this.#halted) {
      this.#halted = false;
      this.#next();
    }
  }

  /** What waits is drawn without its pauses. */
  skip() {
    this.#skips = true;
    this.#hurry();
  }

  #halted = false;

  #halt() {
    this.#busy = this.#halted = true;
    this.stopped();
  }

  /** Whether all that came has been drawn. */
  get settled() {
    return !this.#busy && !this.#waiting.length;
  }

  /** The last view that came, drawn or not. @returns {import("./types.js").View | undefined} */
  get latest() {
    return this.#waiting.at(-1)?.view;
  }

  /** @param {ViewMessage} message */
  add(message) {
    const last = this.#waiting.at(-1)?.n ?? this.n;
    if (message.n <= last && message.step !== null) return; // seen already
    if (message.step === null && message.n !== last + 1) this.#waiting = []; // the table as it stands holds what went before
    this.#waiting.push(message);
    if (!this.#busy) this.#next();
  }

  /** Draws what waits without its pauses. */
  hurry() {
    if (document.hidden) this.#hurry();
  }

  #next() {
    clearTimeout(this.#timer);
    if (this.n >= this.#stop) {
      this.#hurry = () => {};
      this.#halt();
      return;
    }
    if (this.#waiting.length > BACKLOG) this.#waiting = this.#waiting.filter((each, k, all) => !each.view.chain || k === all.length - 1);
    if ((document.hidden && this.#stop === Infinity) || this.#waiting.length > BACKLOG) this.#waiting.splice(0, this.#waiting.length - 1);
    const message = this.#waiting.shift();
    if (!message) {
      this.#busy = this.#skips = false;
      this.idle();
      return;
    }
    this.#busy = true;
    const live = !document.hidden && !this.#skips && this.n >= 0 && message.n === this.n + 1;
    this.n = message.n;
    const moving = this.draw(message, live);
    const factor = this.factor(message);
    const stand = document.hidden || this.#skips ? 0 : Math.max(factor < 0.2 ? 0 : moving, factor * (message.pause ?? 0));
    this.#hurry = () => this.#next();
    this.#wait(this.closing && showsCount(message) ? 0 : Math.min(stand, this.#due - performance.now()));
  }

  /** Draws the next view after so many milliseconds. @param {number} ms */
  #wait(ms) {
    clearTimeout(this.#timer);
    this.#until = performance.now() + ms;
    if (ms > 0) this.#timer = setTimeout(() => this.#next(), ms);
    else this.#next();
  }
}

/** Whether a view only tells what nobody chose, such as points that are counted. @param {ViewMessage | null} message */
export function showsCount(message) {
  const step = message?.step;
  return Boolean(step?.said) && step?.seat === null;
}
