"""Entries of the score pad for a hand of Cassino: cards, spades, the cassinos, aces, and sweeps as they are made."""

from parlour.kit import read_card

ACES = ("A♠", "A♣", "A♥", "A♦")
TURNS = 48
SPADES = tuple(f"{rank}♠" for rank in (*range(2, 11), "J", "Q", "K", "A"))


def goal(t):
    return "reach", int(t.target), 0


def fields(t, form):
    if t.sweeps:
        form.course("sweeps", "Sweeps", [("sweep", "{seat}")], note="in order")
    form.number("cards", "Cards", 52, total=52)
    form.number("spades", "Spades", 13, total=13)
    one_by_one = t.spade_cassino and t.count_out  # then it matters which they are
    for card in SPADES if one_by_one else ("J♠",) if t.spade_cassino else ():
        form.seat(f"owner {card}", card)
    form.seat("owner 10♦", "Big cassino (10♦)")
    if not one_by_one:
        form.seat("owner 2♠", "Little cassino (2♠)")
    for ace in ACES[1:] if one_by_one else ACES:
        form.seat(f"owner {ace}", ace)


def settle(t, hand):
    """R12: the figures that the rules compare, and the cards that they look for."""
    owners = {field.name[6:]: hand[field.name] for field in hand.form.fields if field.name.startswith("owner ")}
    spades = [sum(owners.get(card) == p for card in SPADES) for p in range(2)]
    sweeps = [p for _, p in hand["sweeps"]] if t.sweeps else []
    if len(sweeps) > len(t.swept_by):
        hand.refuse("{sweeps} sweeps: a hand has at most {most}", sweeps=len(sweeps), most=len(t.swept_by))
    hand.check_sweeps(sweeps, TURNS)
    for p in range(2):
        player, cards, held = hand.name(p), hand["cards"][p], hand["spades"][p]
        if cards == 1:
            hand.refuse("{player} has a single card, and a capture takes at least two", player=player)
        others = [card for card, owner in owners.items() if owner == p and card not in SPADES]
        if held > cards:
            hand.refuse(
                "{player} cannot have {spades} spades among {n} card",
                "{player} cannot have {spades} spades among {n} cards",
                cards,
                player=player,
                spades=held,
            )
        if len(others) > cards - held:
            hand.refuse(
                "{player} has {n} card, {spades} of them spades, and so not {others}",
                "{player} has {n} cards, {spades} of them spades, and so not {others}",
                cards,
                player=player,
                spades=held,
                others=" ".join(others),
            )
        if 2 * sweeps.count(p) > cards:
            hand.refuse(
                "{player} cannot have made {n} sweep with so few cards ({cards})",
                "{player} cannot have made {n} sweeps with so few cards ({cards})",
                sweeps.count(p),
                player=player,
                cards=cards,
            )
        t.cards[p], t.spades[p] = cards, held
        if spades[p] > held:
            hand.refuse("{player} has at least {n} spade", "{player} has at least {n} spades", spades[p], player=player)
    ranks = {p: different_ranks(owners, p, hand["spades"][p]) for p in range(2)}
    hand.check_captures(TURNS, sweeps, dict(enumerate(hand["cards"])), ranks, clears="none" if t.sweeps else "any")
    for card in SPADES:  # those that nobody asked for, as many as were told
        if t.spade_cassino and card not in owners:
            owners[card] = 0 if spades[0] < t.spades[0] else 1
            spades[owners[card]] += 1
    for card, p in owners.items():
        t.counted[p] |= 1 << read_card(card)
    for n, p in enumerate(sweeps):
        t.swept_by[n] = p
    hand.go_on("score")


def different_ranks(owners, player, spades):
    """Return how many cards of different ranks a player has at least: the spades, and cards of ranks that no spade can have."""
    named = {card[:-1] for card, owner in owners.items() if owner == player and card in SPADES}
    gone = {card[:-1] for card, owner in owners.items() if owner != player and card in SPADES}
    others = {card[:-1] for card, owner in owners.items() if owner == player and card not in SPADES} - named
    return spades + len(others & gone) + max(0, len(others - gone) - (spades - len(named)))
