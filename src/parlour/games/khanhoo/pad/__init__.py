"""Entries of the score pad for a hand of Khanhoo: who went out, and each player's melds, bumped or shown."""

HAND, COPIES = 15, 2
LONG = {"sequence of four": 4, "sequence of five": 5}  # one of six counts as two
LONGEST = max(LONG.values())
DOUBLE = "double "
RUN = (12, *range(8))  # the ranks of a suit in the order of sequences
SUITS = (1, 2, 3)


def goal(t):
    return "reach", int(t.target), int(t.max_hands)


def fields(t, form):
    form.seat("out", "Went out", nobody="nobody: the hand was stopped")
    form.course("melds", "Melds", [(kind, kind) for kind in form.rules.TYPES], per="seat")


def settle(t, hand):
    """R7: what melds are worth, the rules' own list says; the bonus and the sums are the rules' too."""
    t.out = hand["out"]
    melds = [[kind for (kind,) in hand["melds"][p]] for p in range(t.seats)]
    for p in range(t.seats):
        check_hand(t, hand, p, melds[p])
    others = [kind for p in range(t.seats) for kind in melds[p] if p != t.out]
    ways = all_in_melds(melds[t.out]) if t.out in hand.form.seats else [[]]
    if not any(are_in_pack(hand.rules, [*way, *others], int(t.joker), bool(t.ace_triplets)) for way in ways):
        hand.refuse("the pack does not have enough cards for all these melds")
    for p in range(t.seats):
        for kind in melds[p]:
            t.bumped[p] += hand.rules.WORTH[hand.rules.TYPES.index(kind)]
    hand.go_on("show")


def check_hand(t, hand, p, melds):
    """Refuse what no fifteen cards are."""
    cards = cards_of(melds)
    if cards > HAND:
        hand.refuse("{player} has melds of at least {cards} cards, of {hand}", player=hand.name(p), cards=cards, hand=HAND)
    if t.out == p and cards + (LONGEST - 3) * melds.count("sequence") < HAND:
        hand.refuse("{player} went out and has all {hand} cards in melds; these have too few", player=hand.name(p), hand=HAND)
    if t.seats == 2 or not t.bumping:
        for kind in ("aces", "royal", "khanhoo"):
            if melds.count(kind) > 1:
                meld, double = hand.word(kind), hand.word(f"{DOUBLE}{kind}")
                hand.refuse("{player} has {meld} twice, which is {double}", player=hand.name(p), meld=meld, double=double)


def cards_of(melds):
    """Return how many cards melds have at least."""
    return sum(6 if kind.startswith(DOUBLE) else 3 for kind in melds)


def all_in_melds(melds):
    """The melds of a player who went out, with sequences so long that all cards of the hand are in melds: every way."""
    spare, sequences = HAND - cards_of(melds), melds.count("sequence")
    for fives in range(spare // 2 + 1):
        fours = spare - 2 * fives
        if fives + fours <= sequences:
            left = list(melds)
            for kind in ["sequence of five"] * fives + ["sequence of four"] * fours:
                left[left.index("sequence")] = kind
            yield left


def are_in_pack(rules, melds, jokers, ace_triplets):
    """Whether the pack has the cards of all these melds: tries every choice of them and counts the sequences in what is left.
    jokers: cards that may be lacking."""
    rows = {kind: rules.MELDS[n] for n, kind in enumerate(rules.TYPES)}
    for kind, length in LONG.items():
        rows[kind] = [[13 * s + rank for rank in RUN[n : n + length]] for s in SUITS for n in range(len(RUN) - length + 1)]
    if not ace_triplets:
        rows["triplet"] = [cards for cards in rows["triplet"] if cards[0] % 13 != RUN[0]]
    others = sorted((kind for kind in melds if kind != "sequence"), key=lambda kind: (len(rows[kind]), kind))
    sequences, hopeless = len(melds) - len(others), set()

    def choose(n, start, left, lacking):
        """The melds from the nth on, the first from its row `start` on: of equal melds the order does not matter."""
        here = (n, start, lacking, tuple(left.values()))
        if here in hopeless or not has_sequences(left, jokers - lacking, sequences):
            return False
        if n == len(others):
            return True
        for k, cards in enumerate(rows[others[n]][start:], start):
            rest, more = dict(left), lacking
            for card in cards:
                more += rest[card] == 0
                rest[card] = max(rest[card] - 1, 0)
            same = n + 1 < len(others) and others[n + 1] == others[n]
            if more <= jokers and choose(n + 1, k if same else 0, rest, more):
                return True
        hopeless.add(here)
        return False

    return choose(0, 0, {card: COPIES for kind in rules.TYPES for cards in rows[kind] for card in cards}, 0)


def has_sequences(left, jokers, wanted):
    """Whether the cards left have this many sequences, if need be with a joker."""
    lengths = [[left[13 * suit + rank] for rank in RUN] for suit in SUITS]
    lacking = wanted - sum(map(runs, lengths))
    if lacking <= 0 or lacking > 1 or not jokers:
        return lacking <= 0
    return any(runs([*row[:n], row[n] + 1, *row[n + 1 :]]) > runs(row) for row in lengths for n in range(len(row)))


def runs(cards):
    """Return how many runs of three there are, taken from below: a run that ends first is never in the way."""
    cards, found = list(cards), 0
    for n in range(len(cards) - 2):
        number = min(cards[n : n + 3])
        found += number
        for k in range(3):
            cards[n + k] -= number
    return found
