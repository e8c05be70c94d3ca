"""Why a card is good at Cassino, in a card player's words."""

from parlour.kit import *

BIG, LITTLE = 13 * DIAMONDS + TEN, 13 * SPADES + TWO


def reasons(case, codes):
    after = case.after(codes)
    before = set(on_table(case, case.row))
    left = set(on_table(case, after))
    card = codes[0] if codes[0] < FIRST_CALL else (case.lie("played") or [-1])[0]
    calls = [case.call(code) for code in codes if code >= FIRST_CALL]
    taken = before - left
    if any(call.startswith(("build", "raise")) for call in calls):
        yield from builds(case, calls, card)
    elif "trail" in calls or card in left:
        yield from trails(case, card)
    else:
        yield from captures(case, [*taken, card])


def named(case, codes):
    """A build is named by its value: the cards that are put in it are picks of the same choice."""
    call = next((call for call in map(case.call, codes) if call.startswith(("build", "raise"))), "")
    if not call or codes[0] >= FIRST_CALL:
        return ""
    if call == "build pairs":
        return case.label("a build of pairs with {card}", card=case.name(codes[0]))
    return case.label("a build of {n} with {card}", n=taker(call, codes[0]) + 2, card=case.name(codes[0]))


def taker(call, card):
    """The rank that takes the build which a card makes with this call: a raise adds the card to the number that it names."""
    if call == "build pairs":
        return card % 13
    worth = 1 if card % 13 == ACE else card % 13 + 2
    return int(call.split()[-1]) - 2 + (worth if call.startswith("raise") else 0)


def on_table(case, row):
    """The cards on the table, loose or in builds."""
    builds = [card for zone in ("pair_builds", "sum_builds") for rank in range(13) for card in case.lie(zone, rank, row=row)]
    return [*case.lie("loose", row=row), *builds]


def builds(case, calls, card):
    kept = [other for other in case.own if other != card]
    ranks = {taker(call, card) for call in calls if call.startswith(("build", "raise"))}
    with_which = [other for other in kept if other % 13 in ranks]
    yield (
        "builds",
        case.phrase("can be taken with {cards} in a later turn", cards=case.names(with_which[:1]))
        if with_which
        else case.phrase("can be taken in a later turn"),
    )


def trails(case, card):
    spade = card // 13 == SPADES
    if card % 13 != ACE and card not in (BIG, LITTLE) and not spade:
        yield "cheap", case.phrase("gives away neither an ace nor a spade")
    elif card % 13 != ACE and card not in (BIG, LITTLE):
        yield "no ace", case.phrase("gives away no card that scores by itself")
    twins = [other for other in case.own if other % 13 == card % 13 and other != card]
    if twins:
        yield "twin", case.phrase("can be taken back with {cards}", cards=case.names(twins))
    else:
        yield "trails", case.phrase("takes nothing")


def captures(case, cards):
    scoring = [card for card in cards if card % 13 == ACE or card in (BIG, LITTLE)]
    spades = [card for card in cards if card // 13 == SPADES]
    if scoring:
        yield "scores", case.phrase("secures {cards}", cards=case.names(sorted(scoring)))
    if spades:
        yield f"spades {len(spades)}", case.phrase("brings {n} spade", "brings {n} spades", len(spades))
    if len(cards) > 1:
        yield f"takes {len(cards)}", case.phrase("brings {n} card", "brings {n} cards", len(cards))
    else:
        yield "takes", case.phrase("takes what it can")
