"""The phases of Cassino, the choices in them and the words that are said."""

from parlour.kit import CARD, asks, phases, steps, word_row, words

PHASES = phases(
    # a second card can make a build possible; what a trail or a build reveals is in `contradictions`
    asks("play", CARD, telling=False),
    asks("act", CARD, "trail", "build pairs", "build {2..13}", "raise {2..12}", telling=False),
    asks("capture", CARD, "done", telling=False),
    asks("group", CARD, "done", telling=False),
    steps("gather", "refill", "leftovers", "count", "score", "next"),
)
PLAY, ACT, CAPTURE, GROUP, GATHER, REFILL, LEFTOVERS, COUNT, SCORE, NEXT = PHASES
TRAIL, BUILD_PAIRS, DONE = PHASES.codes("trail", "build pairs", "done")
BUILD, RAISE = PHASES.code("build 2") - 2, PHASES.code("raise 2") - 2  # and the number
ITEMS = ("most cards", "most spades", "big cassino", "little cassino", "aces", "sweeps")  # of the score, in order
MOST_CARDS, MOST_SPADES, BIG_CASSINO, LITTLE_CASSINO, ACES, SWEEPS = range(1, 7)
SAY = words(word_row("item", *ITEMS), "level", "every spade", "sweep", "pairs", "sum", "raise", "last", "leftovers", "again")
