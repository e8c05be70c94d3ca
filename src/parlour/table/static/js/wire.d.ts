/**
 * What travels over the wire (docs/wire.md), as types. Written by scripts/wire_types.py from table/wire.py: do not edit.
 */
import type { Look } from "./types.js";

/** The account of a hand that has ended with view `n`. */
export interface Account {
  type: "account";
  n: number;
  hand: number;
  columns: string[];
  entries: AccountEntry[];
  figures: AccountFigure[];
  hands: AccountHand[];
  scores: number[];
  totals: number[];
}

/** A line said as a hand was counted, and its change of the scores, by seat. */
export interface AccountEntry {
  text: string;
  points: number[];
}

/** A figure of every seat at the end of a hand; null if it says nothing. */
export interface AccountFigure {
  label: string;
  values: (number | null)[];
}

/** Cards of a seat that came to light at the end, and what they make. */
export interface AccountHand {
  seat: number;
  label: string;
  cards: number[];
  read: string[];
}

/** Another match with the same seats and rules; `same`: with the same deal, if deals have numbers. */
export interface Again {
  do: "again";
  same?: boolean;
}

/** Whether one agrees to what was asked. */
export interface Agree {
  do: "agree";
  yes: boolean;
}

/** The answer to a question or a command. names: the choices a command makes. act: what else the browser is to do for it. */
export interface Answer {
  type: "answer";
  text?: string;
  names?: string[];
  act?: "" | "back" | "hint" | "leave" | "redo" | "rules" | "undo";
}

/** The seats that have answered when all are asked at once; their answers are still secret. Empty when the last one has. */
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

/** Asks what forbids a choice, given by its name or as a hand would make it. */
export interface AskWhy {
  do: "why";
  n: number;
  choice?: string;
  hand?: Move | null;
  prefix?: string[];
}

/** Somebody asks those named whether a choice may be taken back; `seat` -1: nothing is asked any more. */
export interface Asking {
  type: "asking";
  seat: number;
  of: number[];
  news: string;
}

/** End `stand_in`: the player plays again, without a choice. */
export interface Back {
  do: "back";
}

/** Whether the server is there; answered at once by `here`. */
export interface Beat {
  do: "beat";
}

/** The host lets the match begin while seats are free: bots play there until somebody comes. */
export interface Begin {
  do: "begin";
}

/** The host changes what was agreed on: how long somebody may be away before a bot plays, and how people talk. */
export interface Change {
  do: "agreed";
  away: number;
  talk: "free" | "off" | "phrases";
}

/** Make a choice, or a whole chain. */
export interface Choose {
  do: "choose";
  n: number;
  choices: string[];
  drop?: "" | "always" | "safe";
}

/** Milliseconds left by seat, and the seats whose clock runs. */
export interface Clocks {
  type: "clocks";
  left: number[];
  running: number[];
}

/** What is there to say to a learner about the choices of this view? If nothing can be said in time, nothing is answered. */
export interface Coach {
  do: "coach";
  n: number;
}

/** A line as `parlour play` reads it, after these picks of a chain. */
export interface Command {
  do: "command";
  n: number;
  text: string;
  prefix?: string[];
  cards?: string;
  suits?: string;
}

/** The account of a hand has been read. */
export interface Continue {
  do: "continue";
}

/** A choice that cost much by what its seat saw: its number in the log, the hand, what was chosen and what is best, in words. */
export interface Costly {
  entry: number;
  hand: number;
  taken: string;
  best: string;
  figure: string;
  why: string;
}

/** In a game for one: send home all cards that can go. */
export interface Drop {
  do: "drop";
}

/** Take a bookmark away. */
export interface DropMark {
  do: "unmark";
  name: string;
}

/** The host ends the match before it is over. */
export interface End {
  do: "end";
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

/** Everything that a seat may ever take hold of: zones that cards are moved from and to, places that are pressed, places that */
export interface Handles {
  from: string[];
  to: string[];
  presses: string[];
  cards: string[];
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
  host?: boolean;
  link?: string;
  home?: HomeInfo | null;
  talk?: TalkInfo | null;
  shared?: number[];
  people?: string[];
  shareable?: boolean;
  open_after?: boolean;
  agreed?: Settings | null;
  solver?: boolean;
  winnable?: "" | "unknown" | "wanted" | "yes";
  daily?: string;
  difficulty?: string;
  waits?: boolean;
}

/** The answer to `beat`. */
export interface Here {
  type: "here";
}

/** What would be a good choice after these picks of a chain? */
export interface Hint {
  do: "hint";
  prefix?: string[];
}

/** The choice of the strong bot after the picks in `prefix`: its next pick, all that follow, and why in a sentence. */
export interface Hinted {
  type: "hint";
  name: string;
  choices: string[];
  why: string;
  prefix: string[];
}

/** The address at which others at home find the table ("": not at all), and whether this browser may change that. */
export interface HomeInfo {
  url?: string;
  may?: boolean;
}

/** A house rule and how it stands: as files write it, and in words for people. */
export interface HouseRule {
  name: string;
  text: string;
  value: number | boolean | string;
  default: number | boolean | string;
  here: string;
  usually: string;
}

/** A choice and how it compares with the best one, in words. */
export interface Judged {
  words: string;
  expected: string;
  taken: boolean;
  level: boolean;
  entry: Entry;
}

/** Go to the next step of the lesson, one step back, or end it here. */
export interface Learn {
  do: "learn";
  act: "back" | "next" | "skip";
}

/** The step of a lesson that the table stands at. */
export interface Lesson {
  type: "lesson";
  step: number;
  of: number;
  title?: string;
  say?: string[];
  cards?: number[];
  places?: string[];
  calls?: string[];
  task?: boolean;
  hint?: string;
  wrong?: string;
}

/** Whether another device may have the seat that is played here. */
export interface LetMove {
  do: "move";
  yes: boolean;
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
  kind?: string;
  trick?: number[][];
  by?: number;
}

/** The choice that lost a patience, in a sentence, as far as the solver found out. */
export interface Lost {
  text: string;
  entry: number;
  back: number;
  line: string;
  seconds: number;
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

/** The choices of the seat now, after the picks of a chain. */
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
  lets?: string;
}

/** The way a call is made by hand: this many cards (one, if it is left out) from a place to another, or a press on a place. */
export interface Move {
  from?: string;
  cards?: number;
  to?: string;
  press?: string;
}

/** Another device has the link of this seat, and asks whether it may go on there; -1: it asks no more. */
export interface Moving {
  type: "moving";
  seat: number;
}

/** The name of a spectator. */
export interface NameMe {
  do: "name";
  name: string;
}

/** Another link for a seat, one's own or for the host any person's; the old one is no longer good. */
export interface NewLink {
  do: "link";
  seat: number;
}

/** Somebody would like this player to go on. */
export interface Nudge {
  type: "nudge";
  name: string;
}

/** Opens the server to the local network, or closes it again: from a browser of the host on the same computer only. */
export interface OpenHome {
  do: "home";
  on: boolean;
}

/** The match has ended. */
export interface Over {
  type: "over";
  winners: number[];
  score: number[];
  payoff: number[];
  record_url: string;
}

/** Asks to pass the shared device on to the player at this seat. */
export interface Pass {
  type: "pass";
  seat: number;
}

/** The player at this seat has the device now: one of those that this browser holds. */
export interface PassTo {
  do: "pass";
  seat: number;
}

/** The host stops the table; anyone who sits there may let it go on. */
export interface Pause {
  do: "pause";
  on: boolean;
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

/** The calls this seat may make before it is asked, and whether it has; `gone`: what was taken back for it, and why. */
export interface Premoves {
  type: "premoves";
  calls: Premove[];
  gone?: string;
}

/** The people who are here, by seat, and the spectators. news: what has just happened, in words. */
export interface Presence {
  type: "presence";
  seats: SeatPresence[];
  onlookers?: string[];
  paused?: string;
  ended?: string;
  news?: string;
}

/** A question about the table. */
export interface Question {
  do: "question";
  what: "hand" | "last" | "may" | "missed" | "score" | "stakes" | "table" | "trick" | "who";
  prefix?: string[];
}

/** The chain that a text stands for, if the room lets choices be written. */
export interface Read {
  do: "read";
  n: number;
  text: string;
}

/** Make the choice again that was taken back last. */
export interface Redo {
  do: "redo";
}

/** A match over the same deals: where it can be looked at, and hand by hand what the same seat scored then and now. */
export interface Rematch {
  url: string;
  hands: ThenAndNow[];
  then: number;
  now: number;
}

/** A match that is over: who played what, its hands, and with whose eyes it is seen. */
export interface Replay {
  hello: Hello;
  eye: string;
  eyes: ReplayEye[];
  hands: ReplayHand[];
  sheet: Sheet;
  winners: number[];
  over: boolean;
  may: ReplayMay;
  link: string;
  before: Rematch | null;
  again: Rematch[];
  line: number;
}

/** With whose eyes the match may be seen: `open`, `public` or a seat's number, and what that is called. */
export interface ReplayEye {
  name: string;
  text: string;
}

/** A hand: its number, its first step and how many it has, and its score by seat; empty if it was not counted. */
export interface ReplayHand {
  hand: number;
  first: number;
  steps: number;
  scores: number[];
}

/** The rights of this visitor: to ask about the choices, to say what the link shows, to have their own choices reviewed. */
export interface ReplayMay {
  ask: boolean;
  link: boolean;
  review: boolean;
}

/** A view of the match, as after every step, and what the log said with it. */
export interface ReplayStep {
  n: number;
  view: TableView;
  step: StepInfo | null;
  pause: number;
  lines?: LogLine[];
  entry?: number;
}

/** The steps of a hand. */
export interface ReplaySteps {
  steps: ReplayStep[];
}

/** After a hand: the seats that have not yet asked to go on; nobody any more if it is empty. */
export interface Resting {
  type: "resting";
  seats: number[];
}

/** A seat's choices in a match: how many were weighed, how good they were in a sentence, and the three that cost most. */
export interface Reviewed {
  weighed: number;
  text: string;
  costly: Costly[];
}

/** Go back to where the log had this many entries, once the deal is over. */
export interface Rewind {
  do: "rewind";
  after: number;
}

/** Says something at the table. */
export interface Say {
  do: "say";
  text: string;
}

/** The digest of a hand's deal, given before it is played; the record shows what was sealed. */
export interface Seal {
  hand: number;
  sha256: string;
}

/** Digests of deals: all so far to anyone who comes in, then each with its deal. */
export interface Seals {
  type: "seals";
  seals: Seal[];
}

/** The presence of a player at a seat. */
export interface SeatPresence {
  state: string;
  seconds?: number;
  bot?: string;
  choices?: number;
}

/** Whether the page shows the table now. The time of a game for one runs only while one does. */
export interface Seen {
  do: "seen";
  on: boolean;
}

/** Reminds the player whose turn it is, gently. */
export interface SendNudge {
  do: "nudge";
  seat: number;
}

/** Set a bookmark here; without a name it gets the next number. */
export interface SetMark {
  do: "mark";
  name?: string;
}

/** The pace at which this browser wants to see it; the slowest who plays sets the pace of the bots. */
export interface SetPace {
  do: "pace";
  pace: "normal" | "quick" | "slow";
}

/** Make a call before being asked, or take it back. */
export interface SetPremove {
  do: "premove";
  call: string;
  on: boolean;
}

/** Whether the table waits after a hand until this browser says `continue`. */
export interface SetRest {
  do: "rest";
  on: boolean;
}

/** The host gives a seat to a bot, to anyone who comes with its new link, or to a player at the host's own device. */
export interface SetSeat {
  do: "seat";
  seat: number;
  who: "bot" | "friend" | "here";
  name?: string;
}

/** The settings of a table. */
export interface Settings {
  away?: number;
  talk?: "free" | "off" | "phrases";
  bank?: number;
  increment?: number;
  open_after?: boolean;
  host?: number;
  link?: "" | "closed" | "open" | "public";
  winnable?: "" | "unknown" | "wanted" | "yes";
  daily?: string;
  difficulty?: string;
  lesson?: boolean;
}

/** Whether a position of a patience could have been won, all cards known; null: that was not settled in the time there is. */
export interface Settled {
  entries: number;
  winnable: boolean | null;
  moves: number;
  seconds: number;
  line: string;
}

/** The score sheet, whole. */
export interface Sheet {
  type: "sheet";
  columns: string[];
  rows: SheetRow[];
}

/** The scores of a hand, by seat. */
export interface SheetRow {
  hand: number;
  scores: number[];
  totals: number[];
}

/** The player has seen the present step; bots need not wait for it. */
export interface Skip {
  do: "skip";
}

/** A bot plays on for a seat: one's own, or for the host that of somebody who is away or lost in thought. */
export interface StandIn {
  do: "stand_in";
  seat: number;
}

/** The answer that the table waits for; empty when it is over. */
export interface Status {
  type: "status";
  text: string;
}

/** A step, as far as the seat may know it. */
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

/** Takes back one's own last choice, or asks those concerned. */
export interface TakeBack {
  do: "takeback";
}

/** Somebody has said something. past: before this browser came. */
export interface Talk {
  type: "talk";
  seat: number;
  name: string;
  text: string;
  past?: boolean;
}

/** The talk allowed at a table: these phrases, and any text if `free`. */
export interface TalkInfo {
  phrases: string[];
  free: boolean;
}

/** A player's score in a hand when it was first played, and when its deal was played again; null if it was not. */
export interface ThenAndNow {
  hand: number;
  then: number | null;
  now: number | null;
}

/** The time a deal has taken, in seconds. `runs`: it goes on by itself. */
export interface Time {
  type: "time";
  seconds: number;
  runs?: boolean;
  bonus?: number;
  bank?: number | null;
  counted?: boolean;
}

/** Take the last choice back. */
export interface Undo {
  do: "undo";
}

/** The answer that a text stands for no choice now, and why. */
export interface Unread {
  type: "unread";
  text: string;
  reason: string;
}

/** The choice that the strong player would have made, and the choice that was made: whole chains, in words. */
export interface Verdict {
  entry: number;
  seat: number;
  taken: string[];
  advised: string[];
  same: boolean;
  text: string;
  options: Judged[];
}

/** The table after a step. `view` is an encoded `TableView`, or one that is encoded for each reader because it has words. */
export interface View {
  type: "view";
  n: number;
  view: TableView;
  step: StepInfo | null;
  pause: number;
}

/** The rule that forbids a choice; `text` is HTML, `about` a sentence about this card. */
export interface Why {
  type: "why";
  choice: string;
  paragraph: string;
  text: string;
  about?: string;
}

/** The words for a learner about a choice. */
export interface Word {
  name: string;
  why?: string;
  size?: number;
  ask?: string[];
}

/** The words for a learner about the choices of a view. */
export interface Words {
  type: "words";
  n: number;
  words: Word[];
}

export type Message = Account | Answer | Answered | Asking | Clocks | Error | Go | Hello | Here | Hinted | Lesson | Log | Marks | Menu | Moving | Nudge | Over | Pass | Ping | Premoves | Presence | Resting | Seals | Sheet | Status | Talk | Time | Unread | View | Why | Words;

export type Request = Again | Agree | Ask | AskWhy | Back | Beat | Begin | Change | Choose | Coach | Command | Continue | Drop | DropMark | End | Finish | GoTo | Hint | Learn | LetMove | NameMe | NewLink | OpenHome | PassTo | Pause | Pong | Question | Read | Redo | Rewind | Say | Seen | SendNudge | SetMark | SetPace | SetPremove | SetRest | SetSeat | Skip | StandIn | TakeBack | Undo;
