/** House rules: links to copy, a file to bring. Without it all is there to be read, and typed. */

import { copied } from "./links.js";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.copy"))) {
  const link = /** @type {HTMLInputElement | null} */ (button.parentElement?.querySelector("input.link") ?? null);
  if (!link) continue;
  button.hidden = false;
  button.addEventListener("click", async () => (button.textContent = await copied(link)));
}

const file = /** @type {HTMLInputElement | null} */ (document.getElementById("file"));
const text = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("text"));
file?.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (chosen && text) text.value = await chosen.text();
});
