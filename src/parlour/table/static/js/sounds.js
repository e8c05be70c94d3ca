/**
 * What one hears and feels: a card laid down, one's turn. Made by the browser as it is needed, no file is fetched; nothing sounds before
 * the page has been touched, and on phones nothing unless it is asked for.
 */

import { _ } from "./messages.js";
import { make, recall } from "./page.js";

const PHONE = matchMedia("(pointer: coarse)");
/** Milliseconds that a caption stands. */
const CAPTION = 1500;

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;
  #caption = make("p", "sound-caption");
  /** @type {number | undefined} */
  #ends;

  constructor() {
    addEventListener("pointerdown", () => this.#wake(), { once: true });
    addEventListener("keydown", () => this.#wake(), { once: true });
  }

  /** What the setting is if nothing was chosen. */
  static get usual() {
    return PHONE.matches ? "no" : "yes";
  }

  #wake() {
    if (recall("sounds", Sounds.usual) === "yes" && typeof AudioContext === "function") this.#context ??= new AudioContext();
  }

  get #on() {
    return this.#context !== null && recall("sounds", Sounds.usual) === "yes";
  }

  /**
   * Shows a sound in words, also to those who have switched the sounds off, if captions are wanted. What it tells is read out by itself.
   * @param {string} text
   */
  #tell(text) {
    if (recall("captions", "") !== "yes") return;
    this.#caption.textContent = `♪ ${text}`;
    this.#caption.setAttribute("aria-hidden", "true");
    document.body.append(this.#caption);
    clearTimeout(this.#ends);
    this.#ends = setTimeout(() => this.#caption.remove(), CAPTION);
  }

  /** Cards have moved: a short rustle. */
  card() {
    this.#tell(_("a card is laid down"));
    const context = this.#context;
    if (!context || !this.#on) return;
    const length = Math.round(context.sampleRate * 0.045);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let k = 0; k < length; k++) samples[k] = (Math.random() * 2 - 1) * (1 - k / length) ** 3;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = 2400;
    source.buffer = buffer;
    source.connect(filter).connect(this.#volume(context, 0.16)).connect(context.destination);
    source.start();
  }

  /** It is one's turn: two soft notes, or a short buzz. */
  turn() {
    this.#tell(_("two notes: it is your turn"));
    if (recall("vibrate", "") === "yes") navigator.vibrate?.(40);
    const context = this.#context;
    if (!context || !this.#on) return;
    [523.25, 659.25].forEach((pitch, k) => {
      const note = context.createOscillator();
      const volume = this.#volume(context, 0);
      const begins = context.currentTime + 0.11 * k;
      note.type = "sine";
      note.frequency.value = pitch;
      volume.gain.setValueAtTime(0, begins);
      volume.gain.linearRampToValueAtTime(0.07, begins + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0005, begins + 0.4);
      note.connect(volume).connect(context.destination);
      note.start(begins);
      note.stop(begins + 0.42);
    });
  }

  /** @param {AudioContext} context @param {number} loud */
  #volume(context, loud) {
    const volume = context.createGain();
    volume.gain.value = loud;
    return volume;
  }
}
