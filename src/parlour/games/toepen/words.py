"""The phases of Toepen, its choices and its words."""

from parlour.kit import CARD, asks, phases, steps, words

PHASES = phases(
    asks("discard", "keep", "discard"),
    steps("draw"),
    asks("challenge", "accept", "challenge", window="accept"),
    steps("expose", "judge", "stow", "listen"),
    asks("signal", "silent", "whistle", "stand", quiet=True, window="silent", telling=False),  # jacks make a signal legal
    asks("poverty", "stay", "fold"),
    asks("window", "pass", "knock", window="pass"),
    asks("play", CARD, "knock"),
    asks("answer", "stay", "fold"),
    steps("gather", "settle", "next"),
)
DISCARD, DRAW, CHALLENGE, EXPOSE, JUDGE, STOW, LISTEN, SIGNAL, POVERTY, WINDOW, PLAY, ANSWER, GATHER, SETTLE, NEXT = PHASES
KEEP, ACCEPT, CHALLENGES, HUSH = PHASES.codes("keep", "accept", "challenge", "silent")
STAY, FOLD, PASS, KNOCK = PHASES.codes("stay", "fold", "pass", "knock")
SAY = words(
    *("keep", "discard", "challenge", "caught", "honest", "whistle", "stand", "knock", "stay", "fold", "won", "out", "drinks")
)
