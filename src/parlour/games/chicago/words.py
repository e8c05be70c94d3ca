"""What happens in Chicago, what may be chosen and what is said."""

from parlour.kit import CARD, calls

DISCARD, TAKE_BACK, THROW, SERVE, RESHUFFLE, DRAWN, SPEAK, NAME, ANSWER, AWARD, SHOWN, CHICAGO = range(1, 13)
PLAY, GATHER, LAST_TRICK, BEST_HAND, JUDGE, NEXT = range(13, 19)
PHASES = (
    *("discard", "take back", "throw", "serve", "reshuffle", "drawn", "speak", "name", "answer", "award", "shown", "chicago"),
    *("play", "gather", "last trick", "best hand", "judge", "next"),
)
CATEGORIES = "pair,two pair,three of a kind,straight,flush,full house,four of a kind,straight flush,royal flush"
RANK = "2,3,4,5,6,7,8,9,10,J,Q,K,A"
CALLS = calls(
    {
        DISCARD: (CARD, "done"),
        SPEAK: ("declare", "pass", f"claim {{{CATEGORIES}}}"),
        NAME: (f"name {{{RANK}}}",),
        ANSWER: ("equal", f"higher {{{RANK}}}", "pass"),
        CHICAGO: ("chicago", "pass"),
        PLAY: (CARD,),
    }
)
DONE, DECLARE, PASS, EQUAL, CALL_CHICAGO = (CALLS.code(name) for name in ("done", "declare", "pass", "equal", "chicago"))
CLAIM_PAIR, NAME_2, HIGHER_2 = CALLS.code("claim pair"), CALLS.code("name 2"), CALLS.code("higher 2")
DECLARED = ("pair", "two pair", "three", "straight", "flush", "full house", "four", "straight flush", "royal flush")
OTHERS = ("none", "one", "cards", "show", "rank", "equal", "higher", "pass", "tied", "scores", "no score", "chicago")
WORDS = (*DECLARED, *OTHERS, "made", "failed", "last trick", "best hand", "no hand", "forfeit", "reshuffle", "tie")
SAY_NONE, SAY_ONE, SAY_CARDS, SAY_SHOW, SAY_RANK, SAY_EQUAL, SAY_HIGHER, SAY_PASS, SAY_TIED, SAY_SCORES = range(10, 20)
SAY_NO_SCORE, SAY_CHICAGO, SAY_MADE, SAY_FAILED, SAY_LAST, SAY_BEST, SAY_NO_HAND, SAY_FORFEIT, SAY_RESHUFFLE, SAY_TIE = range(
    20, 30
)
PASSED = 10  # as what a player has spoken; below it the category declared
