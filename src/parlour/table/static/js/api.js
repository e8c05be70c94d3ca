/**
 * The line to the server: one WebSocket, opened again with growing waits when it drops. A path that has died without a word, as
 * when a phone changes its network or sleeps, is noticed too: after some silence the page asks whether the server is there.
 * Every message is given to the listener of its type; types nobody listens to are ignored.
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;
/** The server closes with this code when there is nothing here for us: no use in trying again. */
const REFUSED = 4404;
/** A line that held this long was good: waits start small again. */
const SETTLED = 5_000;
/** How often the line is looked after. A clock that has stood still, because the device slept, is noticed by it. */
const LOOK = 1_000;
/** With nothing heard for this long the server is asked whether it is there; sooner if something was sent that it should answer. */
const SILENCE = 5_000;
const UNANSWERED = 1_500;
/** The server has this long to answer, and to open a line; shorter if the network has just changed or the page was away. */
const ANSWER = 6_000;
const QUICK_ANSWER = 3_000;
/** An answer that takes this long is spoken of. */
const SLOW = 2_500;

/** @typedef {import("./types.js").Message} Message */
/** @typedef {"connecting" | "open" | "silent" | "lost" | "refused"} LineState */
/** A socket that early.js has opened, and what came on it so far. @typedef {{path: string, url: string, socket: WebSocket, messages: unknown[], taken: () => void}} Early */

export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, (message: any) => void>} */
  #listeners = new Map();
  #wait = FIRST_WAIT;
  #timer = 0;
  #opened = 0;
  #began = 0;
  /** when something was heard last, and sent last that was not answered yet (0: nothing) */
  #receivedAt = 0;
  #sent = 0;
  /** since when an answer to a beat is awaited, and until when (0: none is) */
  #asked = 0;
  #until = 0;
  #silent = false;
  #looked = Date.now();
  #excused = false;
  /** @type {Early | null} */
  #early = null;

  /**
   * @param {string} path address of the WebSocket on this server
   * @param {(state: LineState, again: number, reason?: string) => void} changed told of every change; `again` is the wait in milliseconds
   */
  constructor(path, changed) {
    const secure = location.protocol === "https:" ? "wss:" : "ws:";
    const page = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.url = `${secure}//${location.host}${path}?page=${page}`; // so that the server ends the line before when this page comes again
    const early = /** @type {{earlyLine?: Early}} */ (window).earlyLine;
    if (early?.path === path) {
      this.#early = early;
      this.url = early.url;
    }
    this.changed = changed;
    addEventListener("online", () => this.#probe());
    addEventListener("offline", () => this.#probe());
    addEventListener("pageshow", (event) => event.persisted && this.#probe());
    document.addEventListener("visibilitychange", () => document.hidden || this.#probe());
    setInterval(() => this.#look(), LOOK);
  }

  /**
   * Who hears the messages of a type.
   * @template {Message["type"]} T @param {T} type @param {(message: Extract<Message, {type: T}>) => void} listener
   */
  on(type, listener) {
    this.#listeners.set(type, listener);
  }

  open() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#asked = this.#sent = 0;
    this.#silent = false;
    this.#began = Date.now();
    this.changed("connecting", 0);
    const early = this.#takeEarly();
    const socket = early?.socket ?? new WebSocket(this.url);
    this.#socket = socket;
    const opened = () => {
      if (this.#socket !== socket) return;
      this.#opened = this.#receivedAt = Date.now();
      this.changed("open", 0);
    };
    if (socket.readyState === WebSocket.OPEN) opened();
    else socket.addEventListener("open", opened);
    if (early) queueMicrotask(() => early.messages.forEach((data) => this.#socket === socket && this.#hear(data))); // once all listeners are there
    socket.addEventListener("message", (event) => this.#socket === socket && this.#hear(event.data));
    socket.addEventListener("close", (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (event.code === REFUSED) this.changed("refused", 0, event.reason);
      else this.#lost();
    });
  }

  /** The socket that early.js has opened, once and while it is good. @returns {Early | null} */
  #takeEarly() {
    const early = this.#early;
    this.#early = null;
    early?.taken();
    return early && early.socket.readyState <= WebSocket.OPEN ? early : null;
  }

  /** Sends a message. @param {import("./types.js").Request} message @returns {boolean} whether there was a line */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    this.#sent ||= Date.now();
    return true;
  }

  #lost() {
    if (this.#opened && Date.now() - this.#opened > SETTLED) this.#wait = FIRST_WAIT;
    this.#opened = 0;
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.changed("lost", wait);
    this.#timer = setTimeout(() => this.open(), wait);
  }

  /** Gives up a line on which nothing comes. Messages that it may still bring belong to a table that we have left. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost();
  }

  /** The network has changed or the page was away: the path may be dead. */
  #probe() {
    if (this.#socket === null && this.#timer) this.open();
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#ask(QUICK_ANSWER);
    else if (this.#socket) this.#began = Math.min(this.#began, Date.now() - ANSWER + QUICK_ANSWER);
  }

  /** Asks whether the server is there. @param {number} wait milliseconds that it has for the answer */
  #ask(wait) {
    const now = Date.now();
    if (this.#asked) {
      this.#until = Math.min(this.#until, now + wait);
      return;
    }
    this.#asked = now;
    this.#until = now + wait;
    this.#socket?.send('{"do":"beat"}');
  }

  #look() {
    const now = Date.now();
    const slept = now - this.#looked - 2 * LOOK;
    this.#looked = now;
    const socket = this.#socket;
    this.#excused = slept > 0 && !this.#excused;
    if (this.#excused) { // what came meanwhile is heard before the next look
      this.#until += slept;
      this.#began += slept;
    } else if (socket?.readyState === WebSocket.CONNECTING && now - this.#began > ANSWER) this.#drop();
    else if (socket?.readyState === WebSocket.CLOSING) this.#drop();
    else if (socket?.readyState === WebSocket.OPEN) this.#listen(now);
  }

  /** @param {number} now */
  #listen(now) {
    if (!this.#asked && (now - this.#receivedAt > SILENCE || (this.#sent && now - this.#sent > UNANSWERED))) this.#ask(ANSWER);
    else if (this.#asked && now > this.#until) this.#drop();
    else if (this.#asked && !this.#silent && now - this.#asked > SLOW) {
      this.#silent = true;
      this.changed("silent", 0);
    }
  }

  /** @param {unknown} data */
  #hear(data) {
    this.#receivedAt = Date.now();
    this.#asked = this.#sent = 0;
    if (this.#silent) {
      this.#silent = false;
      this.changed("open", 0);
    }
    let message;
    try {
      message = JSON.parse(String(data));
    } catch {
      return; // not ours
    }
    if (message && typeof message.type === "string") this.#listeners.get(message.type)?.(message);
  }
}
