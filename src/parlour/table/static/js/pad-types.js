/**
 * What the score pad says over its line, as types (docs/wire.md). Nothing here runs.
 *
 * @typedef {number | string | boolean | any[]} Value a figure, yes or no, a word, a seat (-1: nobody), or the course of a hand
 * @typedef {Record<string, Value | null>} Cells by key: `tricks.2` is the field `tricks` of seat 2
 * @typedef {{what: string, text: string, who: "" | "seat" | "side", values: [Value, string][]}} Item
 * @typedef {{name: string, text: string, kind: "number" | "flag" | "choice" | "seat" | "course", per: "hand" | "seat" | "side", asked: number[],
 *            low: number, high: number, values: [Value, string][], usual: Value | null, only: null | [string, Value[]], early: boolean,
 *            total: number | null, most: number | null, sum_text: string, note: string, items: Item[]}} Field
 * @typedef {{match: number, hand: number, dealer: number, leader: number, facts: string[], fields: Field[], known: boolean}} Form
 *            known: whether it is surely this hand's form, not one like it
 * @typedef {{keeper: string, value: Value, id: string}} Claim
 * @typedef {{key: string, text: string, claims: Claim[]}} Difference
 * @typedef {{match: number, number: number, form: Form, cells: Cells, own: Cells, by: string[], events: string[], change: number[], totals: number[], words: Line[], account: Line[],
 *            state: "scored" | "open" | "differs" | "refused" | "waiting" | "after the end" | "kept", differences: Difference[], why: string}} Hand
 * @typedef {{title: string, picture: string, values: (number | null)[], flag: boolean}} Counter
 * @typedef {{text: string, picture: string}} Line
 * @typedef {{hands: Hand[], forms: Form[], totals: number[], counters: Counter[], reach: string[], over: boolean, result: string,
 *            statistics: {title: string, values: string[]}[], undone: {id: string, text: string}[]}} Sheet
 * @typedef {{name: string, you: boolean, here: boolean, invited: boolean, allowed: boolean}} Person somebody who keeps the score; invited: by a link that
 *            nobody has used
 * @typedef {{title: string, game: string, rules: string, house: string[], names: string[], columns: {name: string, seats: number[]}[],
 *            sides: Record<string, string>, scored: boolean, track: number, low: boolean, keepers: string[], you: string,
 *            links: {name: string, url: string}[], people: Person[], log: {at: number, text: string}[],
 *            home: {url: string, may: boolean} | null}} Pad
 * @typedef {{id: string, by: string, at: string, kind: "tell" | "undo" | "end", match: number, hand: number, cells?: Cells, over?: string[], of?: string}} PadEvent
 * @typedef {{version: string, since: string, pad: Pad, sheet: Sheet}} State since: what the server knows this state by
 * @typedef {{whole: boolean, gone: [number, number][]}} News whether it has all hands, or those that have changed and, by match and number, those that are gone
 * @typedef {Omit<State, "sheet"> & {sheet: Sheet & News, kept: string[], refused: Record<string, string>}} Answer
 */
export {};
