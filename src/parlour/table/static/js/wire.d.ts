/**
 * What travels over the wire (docs/wire.md), as types. Written by scripts/wire_types.py from table/wire.py: do not edit.
 */
import type { Look } from "./types.js";

/** Another match with the same seats and rules; `same`: with the same deal, where deals have numbers. */
export interface Again {
  do: "again";
  same?: boolean;
}

/** Who has answered already of those who are all asked at once; what, is still a secret. Empty when the last one has. */
export interface Answered {
  type: "answered";
  seats: number[];
}

/** The menu after some picks of a chain. */
export interface Ask {
  do: "ask";
  n: number;
  prefix?: string[];
}

/** What forbids a choice, given by its name or as a hand would make it. */
export interface AskWhy {
  do: "why";
  n: number;
  choice?: string;
  hand?: Move | null;
  prefix?: string[];
}

/** Make a choice, or a whole chain. */
export interface Choose {
  do: "choose";
  n: number;
  choices: string[];
}

/** Take a bookmark away. */
export interface DropMark {
  do: "unmark";
  name: string;
}

/** One choice of a menu, or a run of numbered calls. */
export interface Entry {
  from?: string;
  cards?: number;
  to?: string;
  press?: string;
  name: string;
  kind: string;
  card?: number;
  label?: string;
  pattern?: string;
  values?: string[];
  group?: string;
  low?: number;
  high?: number;
  names?: string[];
}

/** The message before it was refused. */
export interface Error {
  type: "error";
  text: string;
}

/** Play a decided game to its end. */
export interface Finish {
  do: "finish";
}

/** All that does not change while a match goes on. */
export interface GameInfo {
  id: string;
  title: string;
  seats: number;
  suited: boolean;
  names: string[];
  kinds: string[];
  look: Look;
  house: HouseRule[];
  places: Place[];
  handles: Handles;
  races: string[];
}

/** There is a new table; go there. */
export interface Go {
  type: "go";
  url: string;
}

/** Go to a bookmark; without a name to the beginning. */
export interface GoTo {
  do: "goto";
  name?: string;
}

/** What a seat may ever take hold of: zones that cards are moved from and to, places that are pressed. */
export interface Handles {
  from: string[];
  to: string[];
  presses: string[];
}

/** The first message: the game and who sits where. */
export interface Hello {
  type: "hello";
  game: GameInfo;
  you: number;
  table: string;
  solitaire: boolean;
  rules_url: string;
  invite?: Record<string, string>;
  deal?: number;
}

/** What would be a good choice? */
export interface Hint {
  do: "hint";
}

/** What the search would choose; `choices` is the whole chain, `name` its first pick. */
export interface Hinted {
  type: "hint";
  name: string;
  choices: string[];
}

/** A house rule and how it stands. */
export interface HouseRule {
  name: string;
  text: string;
  value: number | boolean | string;
  default: number | boolean | string;
}

/** Lines to add to the log. */
export interface Log {
  type: "log";
  lines: LogLine[];
}

/** A line of the log and the view it came with. */
export interface LogLine {
  n: number;
  text: string;
}

/** A bookmark: how many choices lead there, and whether the table stands there now. */
export interface Mark {
  name: string;
  choices: number;
  here: boolean;
}

/** The bookmarks of a game for one, in the order they were set; first the beginning, which has no name. */
export interface Marks {
  type: "marks";
  marks: Mark[];
}

/** What the seat may choose now, after the picks of a chain. */
export interface Menu {
  type: "menu";
  n: number;
  prefix: string[];
  prompt: string;
  choices: Entry[];
  complete: boolean;
  places?: string[];
  unordered?: boolean;
  ms?: number;
  finish?: boolean;
  note?: string;
}

/** How a call is made by hand: so many cards (one, where it is left out) from a place to another, or a press on a place. */
export interface Move {
  from?: string;
  cards?: number;
  to?: string;
  press?: string;
}

/** The match has ended. */
export interface Over {
  type: "over";
  winners: number[];
  score: number[];
  payoff: number[];
  record_url: string;
}

/** To be answered at once, so that the server knows how long messages take. */
export interface Ping {
  type: "ping";
  id: number;
}

/** Somewhere cards can lie. */
export interface Place {
  name: string;
  zone: string;
  owner: number;
  kind: string;
}

/** The cards of a place: known ones by id, -1 for an unknown card of a pile, `unknown` more of a set. */
export interface PlaceCards {
  cards: number[];
  unknown: number;
  marked?: number[];
  read?: string[];
}

/** The answer to a ping. */
export interface Pong {
  do: "pong";
  id: number;
}

/** A call that is made as soon as the seat is asked, if it is on. */
export interface Premove {
  name: string;
  label: string;
  on: boolean;
}

/** The calls this seat may make before it is asked, and whether it has. */
export interface Premoves {
  type: "premoves";
  calls: Premove[];
}

/** The chain that a text stands for, where the room lets choices be written. */
export interface Read {
  do: "read";
  n: number;
  text: string;
}

/** Make it again. */
export interface Redo {
  do: "redo";
}

/** The digest of a hand's deal, given before it is played; the record shows what was sealed. */
export interface Seal {
  hand: number;
  sha256: string;
}

/** Digests of deals: all so far to whoever comes in, then each with its deal. */
export interface Seals {
  type: "seals";
  seals: Seal[];
}

/** Set a bookmark here; without a name it gets the next number. */
export interface SetMark {
  do: "mark";
  name?: string;
}

/** Make a call before being asked, or take it back. */
export interface SetPremove {
  do: "premove";
  call: string;
  on: boolean;
}

/** The score sheet, whole. */
export interface Sheet {
  type: "sheet";
  columns: string[];
  rows: SheetRow[];
}

/** What a hand scored, by seat. */
export interface SheetRow {
  hand: number;
  scores: number[];
  totals: number[];
}

/** What is awaited; empty when it is over. */
export interface Status {
  type: "status";
  text: string;
}

/** What happened, as far as the seat may know it. */
export interface StepInfo {
  seat: number | null;
  choice: string | null;
  words: string;
  said: string;
  said_by: number | null;
}

/** The table as a seat sees it. */
export interface TableView {
  turn: number;
  asked: number[];
  phase: string;
  hand_number: number;
  dealer: number;
  over: boolean;
  chain: number;
  places: Record<string, PlaceCards>;
  figures: Record<string, any>;
  payoff: number[];
}

/** Take the last choice back. */
export interface Undo {
  do: "undo";
}

/** Why a text stands for no choice now. */
export interface Unread {
  type: "unread";
  text: string;
  reason: string;
}

/** The table after a step. `view` is an encoded `TableView`. */
export interface View {
  type: "view";
  n: number;
  view: TableView;
  step: StepInfo | null;
  pause: number;
}

/** What forbids a choice; `text` is HTML. */
export interface Why {
  type: "why";
  choice: string;
  paragraph: string;
  text: string;
}

export type Message = Answered | Error | Go | Hello | Hinted | Log | Marks | Menu | Over | Ping | Premoves | Seals | Sheet | Status | Unread | View | Why;

export type Request = Again | Ask | AskWhy | Choose | DropMark | Finish | GoTo | Hint | Pong | Read | Redo | SetMark | SetPremove | Undo;
