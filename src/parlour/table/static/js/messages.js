/**
 * Texts in the language of the page. The source is English; the script that a browser gets in another language is put together with
 * the translations of its own texts (parlour.table.delivery).
 */

/** @type {Record<string, string | string[]>} by the English text, after its context if it has one: its translation, or the plural forms by number */
export const MESSAGES = {};

/** The language of the page, for dates and lists. British English: the house writes "a, b and c". */
export const locale = globalThis.document?.documentElement.lang.replace(/^(en|qps)?$/, "en-GB") ?? "en-GB";

/** Names one after the other. @param {string[]} names @returns {string} */
export function listed(names) {
  return new Intl.ListFormat(locale).format(names);
}

/** A day with its month. @param {Date} date @param {Intl.DateTimeFormatOptions} [more] @returns {string} */
export function dayOf(date, more = {}) {
  return date.toLocaleString(locale, { day: "numeric", month: "long", ...more });
}

/** The number of the plural form. @param {number} n */
const plural = (n) => Number(n !== 1);

/** A text with its places filled. @param {string} text @param {Record<string, unknown>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** A text in the language of the page. @param {string} text @param {Record<string, unknown>} values of its places, `{name}` */
export function _(text, values = {}) {
  const found = MESSAGES[text];
  return filled(typeof found === "string" ? found : text, values);
}

/** A text that means something else elsewhere. @param {string} context in which sense @param {string} text @returns {string} */
export function pgettext(context, text) {
  const found = MESSAGES[`${context}\x04${text}`];
  return typeof found === "string" ? found : text;
}

/** A text that depends on a number, `{n}` in it. @param {string} one @param {string} many @param {number} n @param {Record<string, unknown>} values */
export function ngettext(one, many, n, values = {}) {
  const forms = MESSAGES[one];
  const form = Array.isArray(forms) ? (forms[plural(n)] ?? many) : n === 1 ? one : many;
  return filled(form, { n, ...values });
}

/** Marks a text that is translated where it is shown. @param {string} text */
export function mark(text) {
  return text;
}
