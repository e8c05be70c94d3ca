/**
 * Light or dark: as the system has it, or as this browser was told. No module, so that it is done before anything is drawn.
 * A list with the class `scheme` on the page chooses; any other code that changes it (the table's settings) sends the event `scheme`.
 * Another language, chosen in a form `languages`, loads the page again where it is: scrolled as far, at the same step of a replay.
 */

(() => {
  const KEY = "parlour.scheme";
  /** @returns {string} "light", "dark" or "" */
  const chosen = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  };
  const dress = () => {
    document.documentElement.dataset.scheme = chosen();
    for (const list of document.querySelectorAll(".scheme select")) if (list instanceof HTMLSelectElement) list.value = chosen();
  };
  dress();
  window.addEventListener("scheme", dress);
  window.addEventListener("storage", (event) => event.key === KEY && dress());
  document.addEventListener("DOMContentLoaded", () => {
    for (const label of document.querySelectorAll(".scheme")) {
      label.removeAttribute("hidden");
      label.querySelector("select")?.addEventListener("change", (event) => {
        try {
          localStorage.setItem(KEY, /** @type {HTMLSelectElement} */ (event.target).value);
        } catch {
          // a browser that keeps nothing has the system's
        }
        dress();
      });
    }
    dress();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches(".languages") || !(event.submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const language = new URLSearchParams({ language: event.submitter.value });
    const asked = fetch(form.action, { method: "POST", body: language, redirect: "manual" });
    asked.then(() => location.reload()).catch(() => form.submit());
  });
})();
