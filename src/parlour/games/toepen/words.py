"""What happens in Toepen, what may be chosen and what is said."""

from parlour.kit import CARD, calls

DISCARD, DRAW, CHALLENGE, EXPOSE, JUDGE, STOW, LISTEN, SIGNAL, POVERTY, WINDOW, PLAY, ANSWER, GATHER, SETTLE, NEXT = range(1, 16)
PHASES = (
    *("discard", "draw", "challenge", "expose", "judge", "stow", "listen", "signal", "poverty", "window", "play", "answer"),
    *("gather", "settle", "next"),
)
CALLS = calls(
    {
        DISCARD: ("keep", "discard"),
        CHALLENGE: ("accept", "challenge"),
        SIGNAL: ("silent", "whistle", "stand"),
        POVERTY: ("stay", "fold"),
        WINDOW: ("pass", "knock"),
        PLAY: (CARD, "knock"),
        ANSWER: ("stay", "fold"),
    }
)
KEEP, ACCEPT, CHALLENGES, HUSH = CALLS.code("keep"), CALLS.code("accept"), CALLS.code("challenge"), CALLS.code("silent")
STAY, FOLD, PASS, KNOCK = CALLS.code("stay"), CALLS.code("fold"), CALLS.code("pass"), CALLS.code("knock")
WORDS = ("keep", "discard", "challenge", "caught", "honest", "whistle", "stand", "knock", "stay", "fold", "won", "out", "drinks")
SAY_KEEP, SAY_DISCARD, SAY_CHALLENGE, SAY_CAUGHT, SAY_HONEST, SAY_WHISTLE, SAY_STAND = range(1, 8)
SAY_KNOCK, SAY_STAY, SAY_FOLD, SAY_WON, SAY_OUT, SAY_DRINKS = range(8, 14)
