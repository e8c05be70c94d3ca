/** What shall we play: the pictures of the games. Without this script there are only words. */
import { loadDeck } from "./cards.js";
import { recall } from "./page.js";

const kept = { deck: recall("deck", ""), back: recall("deck-back", "") };
const known = Object.fromEntries(Object.entries(kept).filter(([, name]) => name));
loadDeck(known).catch(() => loadDeck({})).catch(() => {});
