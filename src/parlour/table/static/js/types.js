/**
 * What travels over the wire (docs/wire.md) and what a room's table.toml says (docs/room-files.md), as types.
 * Nothing here runs.
 *
 * @typedef {{name: string, zone: string, owner?: number | null, kind?: string}} Place
 * @typedef {{area?: string, look?: string, label?: string, sort?: string, order?: number, row?: number, over?: string,
 *            empty?: string, last?: number, ranking?: string, labels?: string[], group?: string | string[], marked_as?: string, packets?: number, packet?: string,
 *            caption?: boolean, facing?: boolean, by_count?: string[], places?: string, size?: string, left?: string, turns?: string}} ZoneLook
 * @typedef {{field: string, label?: string, area?: string, show?: string | string[], when?: string}} FigureLook
 * @typedef {{from?: string, cards?: string, to?: string, press?: string}} MoveLook
 * @typedef {{families?: string[], zones?: Record<string, ZoneLook>, figures?: FigureLook[], prompts?: Record<string, string>, ranking?: string,
 *            picks?: number, race?: {spot?: boolean}, moves?: Record<string, MoveLook>, standing?: Record<string, string>,
 *            trumps?: {cards: string | string[], field?: string}, latin_suits?: boolean,
 *            track?: {target: string | number}, dealer?: string,
 *            writing?: Record<string, {label: string, example: string, form?: boolean}>}} Look
 * @typedef {{name: string, label: string, on: boolean}} Wished
 * @typedef {{name: string, text: string, value: unknown, default: unknown}} HouseRule
 * @typedef {{id: string, title: string, seats: number, names: string[], kinds: string[], look: Look, house: HouseRule[],
 *            places: Place[], suited?: boolean, races?: string[]}} Game
 * @typedef {{type: "hello", game: Game, you: number, table: string, solitaire: boolean, rules_url: string,
 *            invite?: Record<string, string>, deal?: number}} Hello
 * @typedef {{cards: number[], unknown: number, marked?: number[], read?: string[]}} Holding
 * @typedef {{turn: number, asked: number[], phase: string, hand_number: number, dealer: number, over: boolean, chain: number,
 *            places: Record<string, Holding>, figures: Record<string, any>, payoff: number[]}} View
 * @typedef {{seat: number | null, choice: string | null, words?: string, said?: string, said_by?: number}} Step
 * @typedef {{type: "view", n: number, view: View, step: Step | null, pause: number}} ViewMessage
 * @typedef {{name: string, kind: string, card?: number, label?: string, from?: string, cards?: number, to?: string,
 *            press?: string, low?: number, high?: number, names?: [string, string]}} Choice
 * @typedef {{type: "menu", n: number, prefix: string[], prompt: string, complete: boolean, choices: Choice[],
 *            places?: string[], unordered?: boolean, ms?: number, finish?: boolean, note?: string}} Menu
 * @typedef {{name: string, choices: number, here: boolean}} Mark a bookmark; the beginning has no name
 * @typedef {{type: "why", choice: string, paragraph: string | null, text: string}} Why
 * @typedef {{type: "sheet", columns: string[], rows: {hand: number, scores: number[], totals: number[]}[]}} Sheet
 * @typedef {{type: "over", winners: number[], score: number[], payoff: number[], record_url?: string}} Over
 * @typedef {{type: string, [key: string]: any}} Message
 */
export {};
