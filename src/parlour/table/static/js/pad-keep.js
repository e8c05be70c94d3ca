/**
 * What this device keeps of its score pads, by key: in IndexedDB; if a browser has none (or refuses it), in localStorage;
 * and in memory if it has neither, for as long as the page is open.
 */

const NAME = "parlour-pad";
const STORE = "kept";

/** @typedef {"database" | "storage" | "memory"} Kind */
/** @template T @typedef {(store: IDBObjectStore) => IDBRequest<T>} Act */

export class Keep {
  /** @type {IDBDatabase | null} */ #database = null;
  /** @type {Map<string, string>} */ #memory = new Map();
  /** @type {Kind} */ kind = "memory";

  /** @returns {Promise<Keep>} */
  static async open() {
    const keep = new Keep();
    try {
      keep.#database = await new Promise((resolve, reject) => {
        const asked = indexedDB.open(NAME, 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = asked.onblocked = () => reject(asked.error);
      });
      keep.kind = "database";
    } catch {
      try {
        localStorage.setItem(`${NAME}?`, "");
        localStorage.removeItem(`${NAME}?`);
        keep.kind = "storage";
      } catch {
        // then what is not sent is gone with the page, and the page says so
      }
    }
    return keep;
  }

  /** @param {string} key @returns {Promise<any>} undefined if nothing is kept under it */
  async get(key) {
    if (this.#database) return this.#ask("readonly", (store) => store.get(key));
    const text = this.#text(key);
    return text === null ? undefined : JSON.parse(text);
  }

  /** It is on the device when this returns. @param {string} key @param {any} value */
  async put(key, value) {
    if (this.#database) await this.#ask("readwrite", (store) => store.put(value, key));
    else if (this.kind === "storage") localStorage.setItem(`${NAME}/${key}`, JSON.stringify(value));
    else this.#memory.set(key, JSON.stringify(value));
  }

  /** @param {string} key */
  async drop(key) {
    if (this.#database) await this.#ask("readwrite", (store) => store.delete(key));
    else if (this.kind === "storage") localStorage.removeItem(`${NAME}/${key}`);
    else this.#memory.delete(key);
  }

  /** All that is kept under keys that begin so, in order of keys. @param {string} prefix @returns {Promise<any[]>} */
  async all(prefix) {
    if (this.#database) return this.#ask("readonly", (store) => store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
    const stored = () => Object.keys(localStorage).filter((key) => key.startsWith(`${NAME}/`)).map((key) => key.slice(NAME.length + 1));
    const keys = this.kind === "storage" ? stored() : [...this.#memory.keys()];
    return keys.filter((key) => key.startsWith(prefix)).sort().map((key) => JSON.parse(this.#text(key) ?? "null"));
  }

  /** @param {string} key @returns {string | null} */
  #text(key) {
    return this.kind === "storage" ? localStorage.getItem(`${NAME}/${key}`) : (this.#memory.get(key) ?? null);
  }

  /** @template T @param {IDBTransactionMode} mode @param {Act<T>} act @returns {Promise<T>} */
  #ask(mode, act) {
    return new Promise((resolve, reject) => {
      const transaction = /** @type {IDBDatabase} */ (this.#database).transaction(STORE, mode, { durability: "strict" });
      const asked = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? asked.error);
    });
  }
}
