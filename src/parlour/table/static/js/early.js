/**
 * Opens the line of a table while its script is still on its way. What comes on it is kept until `Line` in api.js takes it over.
 * No module, so that nothing is waited for; the address of the line is in the attribute `data-socket` of the script's element.
 */

(() => {
  const path = document.currentScript?.dataset.socket;
  if (!path || customElements.get("card-table")) return; // the table was faster
  const page = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const url = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}?page=${page}`;
  const socket = new WebSocket(url);
  /** @type {unknown[]} */
  const messages = [];
  /** @param {MessageEvent} event */
  const hear = (event) => messages.push(event.data);
  socket.addEventListener("message", hear);
  const taken = () => socket.removeEventListener("message", hear);
  Object.assign(window, { earlyLine: { path, url, socket, messages, taken } });
})();
