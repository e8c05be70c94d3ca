"""Entries of the score pad for a hand of Schafkopf: who took the widow, and the points."""

from parlour.kit import NOBODY

SEATS = (0, 1, 2)
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
VALUES = (0, *WORTH.values())
TRICKS = {"some": 5, "all": 10, "none": 0}


def goal(t):
    return "", 0, int(t.deals)


def fields(t, form):
    passed = {"least": form.mark("nobody: least"), "redeal": form.mark("nobody: dealt again")}
    form.seat("declarer", "Declarer", nobody=passed.get(form.options["all_pass"], ""), early=True)
    form.number("points", "Points of the declarer", 120, per="hand", only=("declarer", SEATS))
    if form.options["schwarz_by"] == "tricks":
        words = {"some": "some", "all": "all", "none": "none"}
        form.choice("tricks", "Tricks of the declarer", words, only=("declarer", SEATS), usual="some")
    if form.options["all_pass"] == "least":
        form.number("least", "Points", 120, only=("declarer", (NOBODY,)), most=120, sum_text="points entered: {amount} of {n}")
        form.seat(
            "latest",
            "Of those level, the last trick",
            nobody="not told",
            usual=NOBODY,
            only=("declarer", (NOBODY,)),
            note="see R10",
        )


def settle(t, hand):
    t.declarer = hand["declarer"]
    if t.declarer != NOBODY:
        check_declarer(t, hand)
        t.points[t.declarer] = hand["points"]
        t.tricks[t.declarer] = TRICKS[hand["tricks"]] if "tricks" in hand else 5
        hand.go_on("score")
    elif hand.options["all_pass"] == "redeal":
        hand.go_on("next")
    else:
        settle_least(t, hand)


def check_declarer(t, hand):
    """R5: the points are those of the tricks, and of the two cards laid aside if these count."""
    points, tricks = hand["points"], hand.get("tricks", "some")
    aside = 2 * max(VALUES)
    if tricks == "none" and points > (aside if t.discards_count else 0):
        hand.refuse(
            "{player} has no trick and cannot have {n} point",
            "{player} has no trick and cannot have {n} points",
            points,
            player=hand.name(t.declarer),
        )
    if tricks == "all" and points < (120 if t.discards_count else 120 - aside):
        hand.refuse(
            "{player} has all tricks and so more than {n} point",
            "{player} has all tricks and so more than {n} points",
            points,
            player=hand.name(t.declarer),
        )
    hand.cards_worth(points, WORTH)


def settle_least(t, hand):
    """R9 to R11: set the points that each player took when all passed, and let the rules score them."""
    t.least, points = 1, hand["least"]
    widow = 120 - sum(points)
    if widow not in ({0} if hand.options["least_widow"] == "last_trick" else {a + b for a in VALUES for b in VALUES}):
        hand.refuse(
            "{n} point: the widow cannot have had the other {widow} of 120",
            "{n} points: the widow cannot have had the other {widow} of 120",
            sum(points),
            widow=widow,
        )
    for p in SEATS:
        hand.cards_worth(points[p], WORTH)
    for p in SEATS:
        t.points[p] = points[p]
    level = [p for p in SEATS if points[p] == min(points)]
    if len(level) == 2 and min(points) > 0:
        if hand["latest"] not in level:
            hand.lack("latest")
        t.last_trick[hand["latest"]] = 10
    hand.go_on("score")
