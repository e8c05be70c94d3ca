"""The phases of Brag, its choices and its words."""

from parlour.kit import asks, phases, steps, word_row, words

MOST = 80_000  # chips in a match
PHASES = phases(
    steps("ante"),
    asks("bet", "look", "fold", f"bet {{1..{MOST}}}", "see", "cover"),
    steps("gather", "show", "compare", "award", "uncover", "settle", "sweep", "next"),
)
ANTE, BET, GATHER, SHOW, COMPARE, AWARD, UNCOVER, SETTLE, SWEEP, NEXT = PHASES
LOOK, FOLD, BET_0, SEE, COVER = PHASES.codes("look", "fold", "bet 1", "see", "cover")
BET_0 -= 1  # a bet of n is BET_0 + n
SAY = words(
    *("shuffled", "unshuffled", "ante", "looks", "folds", "bets", "blind", "sees", "covers"),
    word_row("category", "high_card", "pair", "flush", "run", "running_flush", "prial"),
    *("no_better", "takes", "wins", "shares"),
)
