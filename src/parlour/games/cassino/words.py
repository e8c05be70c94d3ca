"""What happens in Cassino, what may be chosen and what is said."""

from parlour.kit import CARD, calls

PLAY, ACT, CAPTURE, GROUP, GATHER, REFILL, LEFTOVERS, COUNT, SCORE, NEXT = range(1, 11)
PHASES = ("play", "act", "capture", "group", "gather", "refill", "leftovers", "count", "score", "next")
CALLS = calls(
    {
        PLAY: (CARD,),
        ACT: (CARD, "trail", "build pairs", "build {2..13}", "raise {2..12}"),
        CAPTURE: (CARD, "done"),
        GROUP: (CARD, "done"),
    }
)
TRAIL, BUILD_PAIRS, DONE = (CALLS.code(name) for name in ("trail", "build pairs", "done"))
BUILD, RAISE = CALLS.code("build 2") - 2, CALLS.code("raise 2") - 2  # and the number
ITEMS = ("most cards", "most spades", "big cassino", "little cassino", "aces", "sweeps")  # of the score, in order
MOST_CARDS, MOST_SPADES, BIG_CASSINO, LITTLE_CASSINO, ACES, SWEEPS = range(1, 7)
WORDS = (*ITEMS, "level", "every spade", "sweep", "pairs", "sum", "raise", "last", "leftovers", "again")
SAY_LEVEL, SAY_SPADES, SAY_SWEEP, SAY_PAIRS, SAY_SUM, SAY_RAISE, SAY_LAST, SAY_LEFTOVERS, SAY_AGAIN = range(7, 16)
HAND, FREE, ONE = 1, 1, 1  # must_capture, build_obligation, face_capture
