"""Entries of the score pad for a hand of Solo: the game, who declared it, the partner, and the tricks of their side."""

from parlour.kit import NOBODY

SEATS = (0, 1, 2, 3)
SUITS = ("♣", "♦", "♥", "♠")
NEEDED, ALL = 5, 8  # tricks


def goal(t):
    return ("reach", int(t.target) + 1, int(t.hands)) if t.target else ("", 0, int(t.hands))


def fields(t, form):
    redeal = form.options["all_pass"] == "redeal"
    form.seat("declarer", "Declarer", nobody="nobody: all passed" if redeal else "", early=True)
    if not redeal:
        form.flag("forced", "Forced, as all passed", per="hand", early=True)
    playing = ("declarer", SEATS)
    form.choice("game", "Game", {"simple": "simple", "solo": "solo", "tout": "tout"}, only=playing, early=True)
    form.choice("trumps", "Trumps", {suit: suit for suit in SUITS}, only=playing, early=True)
    form.seat("partner", "Partner", nobody="none: alone", only=("game", ("simple",)))
    form.number("tricks", "Tricks of the declarer's side", ALL, per="hand", only=playing)


def settle(t, hand):
    """R7 by the game named; R11, R12 by the tricks."""
    p = hand["declarer"]
    if p == NOBODY:
        hand.go_on("next")
        return
    t.declarer, t.forced = p, hand.get("forced", False)
    hand.choose(p, "contract", f"{hand['game']} {hand['trumps']}")
    partner = hand["partner"] if hand["game"] == "simple" else NOBODY
    if partner == p:
        hand.refuse("{player} plays alone, or has another player as partner", player=hand.name(p))
    check_tricks(t, hand, hand["tricks"])
    t.partner, t.alone = partner, partner == NOBODY
    t.tricks[p] = hand["tricks"]
    t.tricks[next(q for q in SEATS if q not in (p, partner))] = ALL - hand["tricks"]
    hand.go_on("score")


def check_tricks(t, hand, tricks):
    """R6: a forced declarer has the highest trump; F101: if a hand ends once it is decided, no side takes more than it needs."""
    needed = ALL if hand["game"] == "tout" else NEEDED
    if t.stop_when_decided and tricks > needed:
        hand.refuse(
            "the hand ended with {n} trick of the declarer's side, so these are not {tricks}",
            "the hand ended with {n} tricks of the declarer's side, so these are not {tricks}",
            needed,
            tricks=tricks,
        )
    if t.forced and not t.stop_when_decided and tricks == 0:
        hand.refuse("a forced declarer has the queen of clubs, which always wins its trick")
