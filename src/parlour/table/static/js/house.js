/** House rules: links to copy, a file to bring. Without it all is there to be read, and typed. */

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.copy"))) {
  const link = /** @type {HTMLInputElement | null} */ (button.parentElement?.querySelector("input.link") ?? null);
  if (!link) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy"); // over plain HTTP there is no clipboard
    }
    button.textContent = "Copied";
  });
}

const file = /** @type {HTMLInputElement | null} */ (document.getElementById("file"));
const text = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("text"));
file?.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (chosen && text) text.value = await chosen.text();
});
export {};
