"""The phases of Chicago, its choices and its words."""

from parlour.kit import CARD, asks, by, phases, steps, word_row, words

CATEGORIES = "pair,two pair,three of a kind,straight,flush,full house,four of a kind,straight flush,royal flush"
RANK = "2,3,4,5,6,7,8,9,10,J,Q,K,A"
PHASES = phases(
    asks("discard", CARD, "done", veiled=True, unordered=True),
    steps("take back", "throw", "serve", "reshuffle", "drawn"),
    # a player with nothing to declare is not asked; if false declarations are allowed all are
    asks("speak", "declare", "pass", f"claim {{{CATEGORIES}}}", quiet=by("false_declarations", False, True), window="pass"),
    asks("name", f"name {{{RANK}}}"),
    asks("answer", "equal", f"higher {{{RANK}}}", "pass"),
    steps("award", "shown"),
    asks("chicago", "chicago", "pass"),
    asks("play", CARD),
    steps("gather", "last trick", "best hand", "judge", "next"),
)
DISCARD, TAKE_BACK, THROW, SERVE, RESHUFFLE, DRAWN, SPEAK, NAME, ANSWER, AWARD, SHOWN, CHICAGO, *PLAYING = PHASES
PLAY, GATHER, LAST_TRICK, BEST_HAND, JUDGE, NEXT = PLAYING
DONE, DECLARE, PASS, EQUAL, CALL_CHICAGO = PHASES.codes("done", "declare", "pass", "equal", "chicago")
CLAIM_PAIR, NAME_2, HIGHER_2 = PHASES.codes("claim pair", "name 2", "higher 2")
DECLARED = ("pair", "two pair", "three", "straight", "flush", "full house", "four", "straight flush", "royal flush")
DISCARDED = ("none", "one", "cards")
OTHERS = ("show", "rank", "equal", "higher", "pass", "tied", "scores", "no score", "chicago", "made", "failed")
ENDS = ("last trick", "best hand", "no hand", "forfeit", "reshuffle", "tie")
SAY = words(word_row("declared", *DECLARED), word_row("discarded", *DISCARDED), *OTHERS, *ENDS)
PASSED = 10  # in `spoken`; below it the category declared
