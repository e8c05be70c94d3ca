/**
 * What a room's table.toml says (docs/room-files.md), as types, and the short names of what travels over the wire.
 * Nothing here runs.
 *
 * @typedef {{area?: string, look?: string, label?: string, sort?: string, order?: number, row?: number, over?: string,
 *            empty?: string, last?: number, ranking?: string, labels?: string[], group?: string | string[], marked_as?: string, packets?: number, packet?: string, room?: number,
 *            caption?: boolean, facing?: boolean, by_count?: string[], places?: string, size?: string, left?: string, turns?: string}} ZoneLook
 * @typedef {{field: string, label?: string, area?: string, show?: string | string[], when?: string}} FigureLook
 * @typedef {{from?: string, cards?: string, to?: string, press?: string, button?: boolean}} MoveLook
 * @typedef {{families?: string[], zones?: Record<string, ZoneLook>, figures?: FigureLook[], prompts?: Record<string, string>, calls?: Record<string, string>, ranking?: string,
 *            picks?: number, race?: {spot?: boolean}, moves?: Record<string, MoveLook>, standing?: Record<string, string>,
 *            answers?: Record<string, {call: string, when: string[]}[]>,
 *            trumps?: {cards: string | string[], field?: string}, suits?: string[],
 *            track?: {target: string | number}, dealer?: string, done?: string[], home?: string,
 *            writing?: Record<string, {label: string, example: string, form?: boolean}>}} Look
 * @typedef {import("./wire.js").Place} Place
 * @typedef {import("./wire.js").HouseRule} HouseRule
 * @typedef {import("./wire.js").GameInfo} Game
 * @typedef {import("./wire.js").Hello} Hello
 * @typedef {import("./wire.js").PlaceCards} Holding
 * @typedef {import("./wire.js").TableView} View
 * @typedef {import("./wire.js").StepInfo} Step
 * @typedef {import("./wire.js").View} ViewMessage
 * @typedef {import("./wire.js").Entry} Choice
 * @typedef {import("./wire.js").Menu} Menu
 * @typedef {import("./wire.js").Mark} Mark
 * @typedef {import("./wire.js").Why} Why
 * @typedef {import("./wire.js").Sheet} Sheet
 * @typedef {import("./wire.js").Over} Over
 * @typedef {import("./wire.js").Premove} Premove
 * @typedef {import("./wire.js").Presence} Presence
 * @typedef {import("./wire.js").SeatPresence} SeatPresence
 * @typedef {import("./wire.js").Talk} TalkMessage
 * @typedef {import("./wire.js").Asking} Asking
 * @typedef {import("./wire.js").Clocks} ClocksMessage
 * @typedef {import("./wire.js").Message} Message
 * @typedef {import("./wire.js").Request} Request
 */
export {};
