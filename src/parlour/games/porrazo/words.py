"""Words for the events, choices and announcements of Porrazo."""

from parlour.kit import CARD, asks, by, phases, steps, word_row, words

PHASES = phases(
    asks("tendido", "tendido", "wait"),
    # a player is asked only if there is something to declare; if declaring is a duty, no player is asked
    asks("declare", "ronda", "rondine", "silent", quiet=by("declare", False, True), telling=False, window="silent"),
    asks("play", CARD),
    asks("use", "capture", "in place"),
    steps("serve", "odd", "offer", "layout", "arrange", "spread", "resolve", "settle", "sweep", "bonus", "count", "next"),
)
TENDIDO, DECLARE, PLAY, USE, SERVE, ODD, OFFER, LAYOUT, ARRANGE, SPREAD, RESOLVE, SETTLE, SWEEP, BONUS, COUNT, NEXT = PHASES
DEAL_IT, RONDA, RONDINE, HUSH, IN_PLACE = PHASES.codes("tendido", "ronda", "rondine", "silent", "in place")
SAY = words(
    word_row("declared", "ronda", "rondine"),
    "tendido",
    "in place",
    "limpia",
    "porrazo",
    "stands",
    "counter",
    "san benito",
    "rest",
    "best ronda",
    "most",
    "best rondine",
)
