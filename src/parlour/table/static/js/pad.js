/**
 * The score pad's page. What is written down is on this device first, then at the server: with no line it waits here, and is
 * sent when there is one; sent twice it counts once. The points are worked out at the server, by the rules.
 */
import { Line } from "./api.js";
import { _, listed, ngettext } from "./messages.js";
import { HandForm, keyOf } from "./pad-form.js";
import { Keep } from "./pad-keep.js";
import { asked, people } from "./pad-people.js";
import { differences, entered, history, lineOf, statistics, totals } from "./pad-sheet.js";
import { button, make, recallHere, rememberHere, stale } from "./page.js";
import { freshen } from "./reach.js";
import { yourPads } from "./pad-yours.js";

/** @typedef {import("./pad-types.js").State} State */
/** @typedef {import("./pad-types.js").Answer} Answer */
/** @typedef {import("./pad-types.js").Cells} Cells */
/** @typedef {import("./pad-types.js").Hand} Hand */
/** @typedef {import("./pad-types.js").Form} Form */
/** @typedef {import("./pad-types.js").PadEvent} PadEvent */
/** @typedef {import("./pad-sheet.js").Kept} Kept */
/** @typedef {{match: number, hand: number, cells: Cells, correcting: boolean}} Draft what is entered and not yet written down */

const ANSWER_WAIT = 30_000; // ms until a request counts as lost: a game that was never played here is compiled first
const DEAD = 2_000; // ms after which a connection counts as dead when the path is there again
const AGAIN = 4_000; // ms until what waits is tried again
const BATCH = 200; // entries sent at once
const LATER = [408, 429, 503]; // the server says: not now
const PATIENCE = 1_500; // ms that the form waits for an answer before it goes on to the next hand

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function get(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${id}`);
  return found;
}

const key = /^\/score\/pad\/([^/]+)/.exec(location.pathname)?.[1] ?? "";
const main = get("main", HTMLElement);
const status = get("status", HTMLParagraphElement);
const refusal = get("refusal", HTMLParagraphElement);
const save = get("save", HTMLButtonElement);
const leave = get("leave", HTMLButtonElement);
const dialog = get("hand", HTMLDialogElement);
const version = document.body.dataset.version ?? "";

/** @type {Keep} */ let keep;
/** @type {State | null} */ let state = null;
/** @type {Kept[]} */ let kept = [];
/** @type {Draft | null} */ let draft = null;
/** @type {HandForm | null} */ let form = null;
let formOf = ""; // what the form was made from: it is made again only when that changes
/** @type {"connecting" | "open" | "lost" | "busy" | "trouble" | "gone"} */ let line = "connecting";
/** @type {Promise<void> | null} */ let flight = null; // the request that is on its way
let stop = new AbortController(); // gives it up
let cause = ""; // why the server can keep nothing, in its words
let reached = false; // whether the line that news come by is open
let again = false;
let timer = 0;
let reload = false; // a newer version is here

/** An id that no other device makes; `randomUUID` is there only on secure pages. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Where an entry is kept: in the order of writing. @param {PadEvent} event */
const place = (event) => `event:${key}:${event.at}:${event.id}`;
let latest = 0;

/** A time later than that of anything this page wrote before: it only keeps what waits here in order. */
function now() {
  latest = Math.max(Date.now(), latest + 1);
  return new Date(latest).toISOString();
}

/** Write something down: on this device, then on its way. @param {Partial<PadEvent> & Pick<PadEvent, "kind">} entry */
async function write(entry) {
  const event = { match: 1, hand: 0, ...entry, id: newId(), by: state?.pad.you ?? "", at: now() };
  if (event.kind === "tell") event.over = [...new Set([...(entry.over ?? []), ...seen(event.match, event.hand)])];
  await keep.put(place(event), { event, why: "" });
  for (const one of kept.filter((other) => other.why && other.event.match === event.match && other.event.hand === event.hand)) {
    await keep.drop(place(one.event)); // it was refused, and is entered again
  }
  kept = await keep.all(`event:${key}:`);
  showLine();
  const patience = line === "open" ? PATIENCE : 0; // whether it can be is soon known: then the form goes on, or says why not
  const answer = send();
  await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, patience))]);
  show();
}

/** What this keeper has entered for a hand, as far as this device knows: a correction replaces that, no matter what any clock says. @param {number} match @param {number} hand */
function seen(match, hand) {
  const there = state?.sheet.hands.find((one) => one.match === match && one.number === hand)?.events ?? [];
  return [...there, ...enteredHere().filter(({ event }) => event.match === match && event.hand === hand).map(({ event }) => event.id)];
}

/** @param {Draft | null} next */
async function setDraft(next) {
  draft = next;
  if (next) await keep.put(`draft:${key}`, next);
  else await keep.drop(`draft:${key}`);
}

/** Send what waits and get what is new; with no answer it is tried again later. Resolves when there was one, or none came. */
function send() {
  if (flight) again = true;
  else flight = exchange().finally(() => (flight = null));
  return flight;
}

async function exchange() {
  clearTimeout(timer);
  do {
    again = false;
    await ask(unsent().slice(0, BATCH));
  } while (again && line === "open");
  if (line === "lost" || line === "busy" || line === "trouble") timer = window.setTimeout(send, AGAIN);
  show();
}

/** What waits here to be sent. @returns {PadEvent[]} */
const unsent = () => kept.filter((one) => !one.why).map((one) => one.event);

/** One request, and what comes of it. @param {PadEvent[]} events */
async function ask(events) {
  stop = new AbortController();
  const late = setTimeout(() => stop.abort(), ANSWER_WAIT);
  try {
    const answer = await post(events, stop.signal);
    if (answer.ok) await hear(await answer.json(), events);
    else if (answer.status === 404) line = "gone";
    else if (LATER.includes(answer.status)) {
      cause = answer.status === 503 ? await plainText(answer) : "";
      line = answer.status === 429 ? "busy" : "trouble";
    }
    else if (events.length > 1) await apart(events);
    else if (events.length && answer.status < 500) await hear({ ...(await (await post([])).json()), kept: [], refused: { [events[0].id]: await reason(answer) } }, events);
    else line = "trouble";
  } catch {
    line = "lost";
  } finally {
    clearTimeout(late);
  }
}

/** What the server cannot answer together is sent in two halves: one entry must not hold up the others. @param {PadEvent[]} events */
async function apart(events) {
  const half = Math.ceil(events.length / 2);
  await ask(events.slice(0, half));
  const first = line;
  await ask(events.slice(half));
  if (first !== "open") line = first;
}

/** @param {PadEvent[]} events @param {AbortSignal} [signal] */
function post(events, signal) {
  const body = JSON.stringify({ events, since: state?.since ?? "" });
  return fetch(`/score/pad/${key}/sync`, { method: "POST", body, headers: { "Content-Type": "application/json" }, signal });
}

/** What the server says, without markup. @param {Response} answer */
const plainText = async (answer) => (await answer.text()).replace(/<[^<>]*>/g, " ").trim().slice(0, 200);

/** Why the server took nothing, in its words. @param {Response} answer */
const reason = async (answer) => (await plainText(answer)) || _("The server answered {status}.", { status: answer.status });

/** @param {Answer} answer @param {PadEvent[]} events what was sent */
async function hear(answer, events) {
  line = "open";
  for (const event of events) {
    const why = answer.refused[event.id];
    if (answer.kept.includes(event.id)) await keep.drop(place(event));
    else if (why) await keep.put(place(event), { event, why });
  }
  const before = unsent().length;
  kept = await keep.all(`event:${key}:`);
  if (unsent().length && unsent().length < before) again = true; // more than is sent at once
  state = merged(answer);
  await keep.put(`pad:${key}`, { key, state, at: Date.now() });
  if (state.version !== version) renew();
}

/** The pad as it stands now: hands that have not changed are not sent again. @param {Answer} answer @returns {State} */
function merged({ version, since, pad, sheet: { whole, gone, ...sheet } }) {
  if (!whole && state) {
    const replaced = new Set([...sheet.hands.map(({ match, number }) => `${match}:${number}`), ...gone.map((at) => at.join(":"))]);
    const old = state.sheet.hands.filter(({ match, number }) => !replaced.has(`${match}:${number}`));
    sheet.hands = [...old, ...sheet.hands].sort((a, b) => a.match - b.match || a.number - b.number);
  }
  return { version, since, pad, sheet };
}

/** A page of an older version is loaded again as soon as nothing would be lost by it: everything entered is kept, so at once. */
function renew() {
  if (reload || recallHere("pad-version", "") === state?.version) return; // once: a page that was kept may come again
  reload = true;
  rememberHere("pad-version", state?.version ?? "");
  location.reload();
}

// what is shown

/** What was entered here and has not left, without what was taken back here. @returns {Kept[]} */
function enteredHere() {
  const undone = new Set(kept.map(({ event }) => event.of));
  return kept.filter(({ event }) => event.kind === "tell" && !undone.has(event.id));
}

/** The hands of which something waits on this device, as it was entered here. @returns {Hand[]} */
function handsHere() {
  /** @type {Map<string, Hand>} */ const found = new Map();
  for (const { event, why } of enteredHere()) {
    const { match, hand } = event;
    const form = formFor(match, hand);
    if (!form || !state) continue;
    const cells = enteredFor(match, hand);
    const earlier = found.get(`${match}:${hand}`)?.events ?? [];
    const entered = { match, number: hand, form, cells, own: cells, by: [state.pad.you], events: [...earlier, event.id], why };
    found.set(`${match}:${hand}`, { ...entered, change: [], totals: [], words: [], account: [], differences: [], state: why ? "refused" : "kept" });
  }
  return [...found.values()];
}

/** The match and the hand to enter now: what is being corrected, or the first that this keeper has not entered. @returns {[number, number]} */
function current() {
  if (!state) return [1, 1];
  if (draft?.correcting) return [draft.match, draft.hand];
  const { sheet } = state;
  const match = sheet.forms[0]?.match ?? sheet.hands.at(-1)?.match ?? 1;
  const hands = [...sheet.hands, ...handsHere().filter((hand) => !hand.why)];
  if (patience()) return [nextFree(hands.filter((hand) => whole(hand.form, hand.own)).map((hand) => hand.match)), 1];
  return [match, nextFree(hands.filter((hand) => hand.match === match && whole(hand.form, hand.own)).map((hand) => hand.number))];
}

/** Whether every deal is a match of its own. */
const patience = () => state?.pad.names.length === 1;

/** The first number from 1 on that is in no list. @param {number[]} numbers */
function nextFree(numbers) {
  let next = 1;
  while (numbers.includes(next)) next += 1;
  return next;
}

/** Whether a hand is entered, and not only what is known before it is played. @param {Form | null} form @param {Cells} cells */
function whole(form, cells) {
  const keys = (form?.fields ?? []).filter((field) => !field.early).flatMap((field) => field.asked.map((seat) => keyOf(field, seat)));
  return keys.length ? keys.some((name) => name in cells) : Object.keys(cells).length > 0;
}

/** @param {PadEvent} event */
const unsentWords = (event) => (event.kind === "end" ? _("Match {match} ended here, not yet sent", { match: event.match }) : _("Hand {hand} taken back or put back here, not yet sent", { hand: event.hand }));

/** What else was done here and is not yet sent, in words. */
const takenBack = () => kept.filter(({ event }) => event.kind !== "tell").map(({ event, why }) => why || unsentWords(event));

/** The form of a hand: of one that was entered, of one to come, else like the last that is known. @param {number} match @param {number} hand @returns {Form | null} */
function formFor(match, hand) {
  if (!state) return null;
  const entered = state.sheet.hands.find((one) => one.match === match && one.number === hand);
  const coming = state.sheet.forms.find((one) => one.match === match && one.hand === hand);
  if (entered || coming) return entered?.form ?? coming ?? null;
  const last = state.sheet.forms.at(-1);
  return last ? { ...last, match, hand, known: false, facts: [], dealer: -1, leader: -1 } : null;
}

/** What this keeper has entered for a hand so far, here and at the server. @param {number} match @param {number} hand @returns {Cells} */
function enteredFor(match, hand) {
  const own = state?.sheet.hands.find((one) => one.match === match && one.number === hand)?.own ?? {};
  const here = enteredHere().filter(({ event }) => event.match === match && event.hand === hand);
  return Object.assign({}, own, ...here.map(({ event }) => event.cells));
}

function show() {
  if (!state) return;
  const { pad, sheet } = state;
  document.title = _("{title}: score pad", { title: pad.title });
  get("title", HTMLElement).textContent = pad.title;
  showLine();
  get("totals", HTMLElement).replaceChildren(totals(state));
  get("standing", HTMLElement).textContent = standing(sheet.hands.filter((hand) => hand.state === "scored").length, unsent().length);
  get("reach", HTMLElement).replaceChildren(...(sheet.result ? [sheet.result] : sheet.reach).map((text) => make("li", "", text)));
  get("differs", HTMLElement).replaceChildren(...differences(state, actions));
  get("hands", HTMLElement).replaceChildren(history(state, handsHere(), takenBack(), actions));
  get("undone", HTMLElement).replaceChildren(...undone(sheet));
  get("statistics", HTMLElement).replaceChildren(statistics(state));
  showPeople(pad);
  const rules = get("rules", HTMLAnchorElement);
  rules.href = pad.rules;
  get("house", HTMLElement).textContent = pad.house.join(" · ");
  for (const link of main.querySelectorAll("a[data-export]")) link.setAttribute("href", `/score/pad/${key}/export.${link.getAttribute("data-export")}`);
  const [match] = current();
  get("end", HTMLButtonElement).hidden = !pad.you || !pad.scored || !sheet.hands.some((hand) => hand.match === match);
  showForm();
  main.hidden = false;
}

/** @param {number} scored @param {number} left */
function standing(scored, left) {
  if (!scored && !left) return _("Nothing is scored yet");
  const hands = ngettext("After {n} hand.", "After {n} hands.", scored);
  return left ? `${hands} ${ngettext("What you entered last is not counted yet.", "{n} entries are not counted yet.", left)}` : hands;
}

function showLine() {
  const left = unsent().length;
  const kept =
    keep.kind === "memory"
      ? ngettext("{n} entry is kept only while this page is open.", "{n} entries are kept only while this page is open.", left)
      : ngettext("{n} entry is kept on this device, and not yet sent.", "{n} entries are kept on this device, and not yet sent.", left);
  /** @param {string} text */
  const waiting = (text) => (left ? `${text} ${kept}` : text);
  const texts = {
    connecting: _("Opening …"),
    open: left ? _("Sending …") : _("All is sent"),
    lost: left ? waiting(_("No line.")) : _("No line: go on, entries are kept here"),
    busy: waiting(_("The server asks for a little patience.")),
    trouble: waiting(cause || _("The server is there and could not answer.")),
    gone: waiting(_("This address leads to no pad any more: the pad is gone, or another phone keeps the score in your place.")),
  };
  status.textContent = texts[line];
  status.className = `pad-status is-${line}${left ? " waits" : ""}`;
  const open = get("insecure", HTMLElement);
  open.hidden = window.isSecureContext || line !== "lost";
}

function showForm() {
  if (!state) return;
  const { pad, sheet } = state;
  const [match, hand] = current();
  const shape = formFor(match, hand);
  get("entry", HTMLElement).hidden = !shape || !pad.you;
  get("bar", HTMLElement).hidden = get("entry", HTMLElement).hidden;
  if (!shape || !pad.you) return;
  const correcting = Boolean(draft?.correcting);
  const other = sheet.hands.find((one) => one.match === match && one.number === hand)?.by.find((name) => name !== pad.you);
  get("entry-title", HTMLElement).textContent = correcting ? _("{hand}, corrected", { hand: called(match, hand) }) : called(match, hand);
  const facts = [...shape.facts];
  if (shape.leader >= 0 && shape.leader !== shape.dealer) facts.unshift(_("{name} leads", { name: pad.names[shape.leader] }));
  if (shape.dealer >= 0 && pad.names.length > 1) facts.unshift(_("{name} deals", { name: pad.names[shape.dealer] }));
  if (!shape.known) facts.push(_("what is asked is taken from the hand before: it is checked when there is a line"));
  get("facts", HTMLElement).textContent = facts.join(" · ");
  const same = get("same", HTMLButtonElement);
  same.hidden = !other || correcting;
  same.textContent = _("{name} has entered this hand: take it over", { name: other ?? "" });
  const made = JSON.stringify([match, hand, shape, correcting]);
  if (made !== formOf) {
    formOf = made;
    const begun = draft && draft.match === match && draft.hand === hand ? draft.cells : enteredFor(match, hand);
    form = new HandForm(pad, shape, begun, (cells) => {
      refuse("");
      void setDraft({ match, hand, cells, correcting });
      showSave();
    });
    get("form", HTMLElement).replaceChildren(form.element);
    refuse(kept.find((one) => one.why && one.event.match === match && one.event.hand === hand)?.why ?? "");
  }
  leave.hidden = !correcting;
  showSave();
}

/** A hand as it is called: a deal of a patience is a match of its own. @param {number} match @param {number} hand */
function called(match, hand) {
  if (patience()) return _("Deal {match}", { match });
  return match > 1 ? _("Match {match}, hand {hand}", { match, hand }) : _("Hand {hand}", { hand });
}

/** What the one button does: keep what was bid, or enter the hand. */
function showSave() {
  if (!form) return;
  const { match, hand } = form.form;
  const early = form.onlyEarly && JSON.stringify(form.early) !== JSON.stringify(subset(enteredFor(form.form.match, hand), form.early));
  const enter = patience() ? _("Enter deal {match}", { match }) : _("Enter hand {hand}", { hand });
  const correct = patience() ? _("Correct deal {match}", { match }) : _("Correct hand {hand}", { hand });
  save.textContent = draft?.correcting ? correct : early ? _("Keep this until the hand is played") : enter;
  save.dataset.early = String(early && !draft?.correcting);
}

/** @param {Cells} cells @param {Cells} keys */
const subset = (cells, keys) => Object.fromEntries(Object.keys(keys).map((name) => [name, cells[name]]));

/** @param {string} why "" if nothing is wrong */
function refuse(why) {
  refusal.textContent = why;
  refusal.hidden = !why;
}

/** The links to give away, and who came by them. Made again only when they change, or a picture would fold. @param {State["pad"]} pad */
function showPeople(pad) {
  const box = get("people", HTMLElement);
  if (!stale(box, [pad.links, pad.people, pad.log, pad.home])) return;
  box.replaceChildren(...people(pad, (deed) => void turn(deed), (on) => void openHouse(on)));
  get("asked", HTMLElement).replaceChildren(...asked(pad, (deed) => void turn(deed)));
}

/** A new link for the other keeper, or an answer to one for this one. @param {"renew" | "allow" | "cancel"} deed */
async function turn(deed) {
  await fetch(`/score/pad/${key}/links`, { method: "POST", body: JSON.stringify({ do: deed }) }).catch(() => {});
  await send();
}

/** @param {boolean} on */
async function openHouse(on) {
  await fetch(`/score/pad/${key}/home`, { method: "POST", body: JSON.stringify({ open: on }) }).catch(() => {});
  await send();
}

/** What was taken back, to be put back. @param {State["sheet"]} sheet */
function undone(sheet) {
  return sheet.undone.map(({ id, text }) => {
    const item = make("li", "", text);
    if (state?.pad.you) item.append(button("link", _("Put it back"), () => void write({ kind: "undo", of: id })));
    return item;
  });
}

// what is done

/** @type {import("./pad-sheet.js").Actions} */
const actions = {
  open: look,
  settle: (hand, difference, claim) => {
    const over = difference.claims.map((one) => one.id);
    void write({ kind: "tell", match: hand.match, hand: hand.number, cells: { [difference.key]: claim.value }, over });
  },
};

/** A hand in a window of its own, to be corrected or taken back. @param {Hand} hand */
function look(hand) {
  if (!state) return;
  const { pad } = state;
  const row = make("p", "actions");
  if (pad.you) {
    row.append(button("primary", _("Correct it"), () => {
      dialog.close();
      void correct(hand);
    }));
    if (hand.events.length) row.append(button("button", _("Take it back"), () => {
      dialog.close();
      for (const id of hand.events) void write({ kind: "undo", match: hand.match, hand: hand.number, of: id });
    }));
  }
  row.append(button("link", _("Close"), () => dialog.close()));
  if (pad.you && hand.state === "after the end" && hand.events.length) {
    row.append(button("button", _("It belongs to the next match"), () => {
      dialog.close();
      void moveOn(hand);
    }));
  }
  const title = make("h2", "", called(hand.match, hand.number));
  title.id = "hand-title";
  dialog.replaceChildren(title, entered(pad, hand));
  if (hand.why) dialog.append(make("p", "refusal", hand.why));
  const words = make("ul", "pad-account");
  words.append(...hand.account.map((line) => {
    const item = make("li");
    item.append(lineOf(line));
    return item;
  }));
  dialog.append(words, make("p", "note", _("Entered by {names}", { names: listed(hand.by) })), row);
  dialog.showModal();
}

/** Enter a hand for the next match that was entered for one that was over: offline, nobody knew. @param {Hand} hand */
async function moveOn(hand) {
  const last = state?.sheet.hands.filter((one) => one.match === hand.match && one.state === "scored").at(-1)?.number ?? 0;
  await write({ kind: "tell", match: hand.match + 1, hand: hand.number - last, cells: hand.own });
  for (const id of hand.events) await write({ kind: "undo", match: hand.match, hand: hand.number, of: id });
}

/** Enter a hand again, beginning with what was entered for it. @param {Hand} hand */
async function correct(hand) {
  const written = setDraft({ match: hand.match, hand: hand.number, cells: { ...hand.cells }, correcting: true });
  formOf = ""; // its form is there at once: what is typed while the device writes belongs to it
  show();
  get("entry", HTMLElement).scrollIntoView({ block: "start" });
  await written;
}

/** Write down what is in the form. */
async function enter() {
  if (!form) return;
  const early = save.dataset.early === "true";
  const why = form.problem(early);
  refuse(why);
  if (why) {
    refusal.scrollIntoView({ block: "nearest" });
    return;
  }
  const { match, hand } = form.form;
  const cells = early ? form.early : form.cells;
  save.disabled = true;
  await setDraft(null);
  if (!early) formOf = "";
  await write({ kind: "tell", match, hand, cells });
  save.disabled = false;
  if (!early && refusal.hidden) main.scrollIntoView({ block: "start" });
}

async function leaveAsItWas() {
  const written = setDraft(null);
  formOf = "";
  refuse("");
  show();
  await written;
}

save.addEventListener("click", () => void enter());
leave.addEventListener("click", () => void leaveAsItWas());
get("same", HTMLButtonElement).addEventListener("click", () => {
  const [match, number] = current();
  const hand = state?.sheet.hands.find((one) => one.match === match && one.number === number);
  if (hand) void setDraft(null).then(() => write({ kind: "tell", match, hand: number, cells: hand.cells }));
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
get("print", HTMLButtonElement).addEventListener("click", () => print());
get("end", HTMLButtonElement).addEventListener("click", () => {
  const [match] = current();
  const text = _("End match {match} here, though it is not over? What was scored stays; the next hand begins a new match.", { match });
  if (confirm(text)) void write({ kind: "end", match });
});
addEventListener("beforeprint", () => (get("figures", HTMLDetailsElement).open = true));
addEventListener("beforeunload", (event) => {
  if (keep?.kind === "memory" && kept.length) event.preventDefault();
});

/** The line that news come by also shows whether the path to the server is there. @param {import("./api.js").LineState} now */
function lineChanged(now) {
  if (now === "open") {
    if (!reached && line === "lost") stop.abort(); // it went a way that is dead
    reached = true;
    void Promise.allSettled([flight, line === "lost" ? freshen(DEAD) : null]).then(send);
  } else if (now === "lost" && reached) {
    reached = false;
    stop.abort(); // what was on its way is sent again, and counts once
    line = "lost";
    clearTimeout(timer);
    timer = window.setTimeout(send, AGAIN);
    showLine();
  }
}

async function begin() {
  keep = await Keep.open();
  if (navigator.serviceWorker) navigator.serviceWorker.register("/score/worker.js", { scope: "/score" }).catch(() => {});
  if (!key) {
    get("none", HTMLElement).hidden = false;
    await yourPads(keep, get("yours", HTMLElement));
    return;
  }
  navigator.storage?.persist?.().catch(() => {});
  state = (await keep.get(`pad:${key}`))?.state ?? null;
  kept = await keep.all(`event:${key}:`);
  draft = (await keep.get(`draft:${key}`)) ?? null;
  show();
  await send();
  if (!state) get("nothing", HTMLElement).hidden = false;
  /** @type {any} its only message says that there is something new */
  const nudges = new Line(`/score/pad/${key}/live`, lineChanged);
  nudges.on("changed", () => void send());
  nudges.open();
  document.addEventListener("visibilitychange", () => document.hidden || void send());
}

void begin();
