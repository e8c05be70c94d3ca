/**
 * The line to the server: one WebSocket, opened again with growing waits when it drops.
 * Every message is given to the listener of its type; types nobody listens to are ignored.
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** The server closes with this code when there is nothing here for us: no use in trying again. */
const REFUSED = 4404;
/** A line that held this long was good: waits start small again. */
const SETTLED = 5_000;

/** @typedef {import("./types.js").Message} Message */
/** @typedef {"connecting" | "open" | "lost" | "refused"} LineState */

export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, (message: any) => void>} */
  #listeners = new Map();
  #wait = FIRST_WAIT;
  #timer = 0;
  #opened = 0;

  /**
   * @param {string} path address of the WebSocket on this server
   * @param {(state: LineState, again: number, reason?: string) => void} changed told of every change; `again` is the wait in milliseconds
   */
  constructor(path, changed) {
    const secure = location.protocol === "https:" ? "wss:" : "ws:";
    this.url = `${secure}//${location.host}${path}`;
    this.changed = changed;
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow());
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
    this.changed("connecting", 0);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#opened = Date.now();
      this.changed("open", 0);
    });
    socket.addEventListener("message", (event) => this.#hear(event.data));
    socket.addEventListener("close", (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (event.code === REFUSED) this.changed("refused", 0, event.reason);
      else this.#lost();
    });
  }

  /** Sends a message. @param {import("./types.js").Request} message @returns {boolean} whether there was a line */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
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

  #retryNow() {
    if (this.#socket === null && this.#timer) this.open();
  }

  /** @param {unknown} data */
  #hear(data) {
    let message;
    try {
      message = JSON.parse(String(data));
    } catch {
      return; // not ours
    }
    if (message && typeof message.type === "string") this.#listeners.get(message.type)?.(message);
  }
}
