"""What happens in Porrazo, what may be chosen and what is said."""

from parlour.kit import CARD, calls

TENDIDO, DECLARE, PLAY, USE, SERVE, ODD, OFFER, LAYOUT, ARRANGE, SPREAD, RESOLVE, SETTLE, SWEEP, BONUS, COUNT, NEXT = range(1, 17)
ASKED = ("tendido", "declare", "play", "use")
STEPS = ("serve", "odd", "offer", "layout", "arrange", "spread", "resolve", "settle", "sweep", "bonus", "count", "next")
PHASES = ASKED + STEPS
CALLS = calls(
    {TENDIDO: ("tendido", "wait"), DECLARE: ("ronda", "rondine", "silent"), PLAY: (CARD,), USE: ("capture", "in place")}
)
DEAL_IT, WAIT, RONDA, RONDINE, HUSH, CAPTURE, IN_PLACE = (
    CALLS.code(name) for name in ("tendido", "wait", "ronda", "rondine", "silent", "capture", "in place")
)
WORDS = (
    "ronda",
    "rondine",
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
SAY_RONDA, SAY_RONDINE, SAY_TENDIDO, SAY_IN_PLACE, SAY_LIMPIA, SAY_PORRAZO = range(1, 7)
SAY_STANDS, SAY_COUNTER, SAY_SAN_BENITO, SAY_REST, SAY_BEST_RONDA, SAY_MOST, SAY_BEST_RONDINE = range(7, 14)
FORCED_LAST, OPTIONAL, FIRST_DEAL, NONE = range(4)  # tendido
