"""What the bots know of Spite and Malice: talon cards whenever they can go, kings kept, discards that come off again in order."""

from parlour.kit import FIRST_CALL, KING, bag_copies, bag_size, count, first_code, holds, lowest, nth, random_below, rule, top

from .rules import DISCARD, HEIGHT, KINGS, MOVE, PILE, TALON, taken, talon_left

HORIZON = 160


@rule
def policy(t, menu, n):
    """The talon card, a card of a discard pile, mostly a card of the hand that builds; otherwise any but a king."""
    if t.phase != MOVE:
        return place_of(t, menu, n)
    cards = last = 0
    for k in range(n):
        last = first_code(menu[k])
        if last == TALON:
            return last
        cards |= 1 << last if last < FIRST_CALL else 0
    if last >= PILE:
        return last
    plain = cards & ~KINGS
    builds = plain & taken(t)
    if builds and random_below(t, 4):
        plain = builds
    return any_of(t, plain if plain else cards)


@rule
def any_of(t, cards):
    return lowest(nth(cards, random_below(t, count(cards))))


@rule
def place_of(t, menu, n):
    """A build pile, or the discard pile whose top card is the next higher, an equal one, or none."""
    best, place = -1, first_code(menu[0])
    if place < DISCARD and not holds(t.picked, KING):
        return place
    height = HEIGHT[lowest(t.picked)]
    for k in range(n):
        code = first_code(menu[k])
        worth = 0
        if code < DISCARD:
            worth = random_below(t, 5)
        elif t.discards[t.turn, code - DISCARD, 0] == 0:
            worth = 2
        else:
            above = HEIGHT[top(t.discards[t.turn, code - DISCARD])] - height
            worth = 4 if above == 1 else 3 if above == 0 else random_below(t, 2)
        if worth > best:
            best, place = worth, code
    return place


@rule
def value(t, seat):
    """How much longer the other's way is, as a share of a talon."""
    return max(-1.0, min(1.0, (way(t, 1 - seat) - way(t, seat)) / t.talon))


@rule
def way(t, p):
    """The cards of a talon; a share of one for every step its top card has to wait, and for every card still in the hand.

    Cards that were built make room for new ones. A king saves steps.
    """
    left = talon_left(t, p) + 0.08 * bag_size(t.held[p]) - 0.3 * bag_copies(t.held[p], KING)
    if t.up[p, 0] == 0:
        return left
    height, least = HEIGHT[t.up[p, 1]], 12
    for j in range(t.build_piles):
        wait = 0 if t.up[p, 1] == KING else height - 1 - t.builds[j, 0]
        if 0 <= wait < least:
            least = wait
    return left + 0.08 * least
