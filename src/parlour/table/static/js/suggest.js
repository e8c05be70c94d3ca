/** What shall we play: the pictures of the games. Without this script there are only words. */
import { loadKept } from "./cards.js";

void loadKept();
