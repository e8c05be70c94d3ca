"""The bots' knowledge of Spite and Malice: talon cards whenever they can go, kings kept, discards that come off again in
order."""

from parlour.kit import *

from .rules import BUILD, DISCARD, HEIGHT, KINGS, MOVE, PILE, PLACE_TALON, TALON, taken, talon_left

HORIZON = 160


@rule
def sift(t, menu, n):
    """The talon goes if it can, and before it what lets it follow; nothing is built that only the other's talon waits for, and
    nothing discarded on what will be wanted sooner."""
    if t.phase != MOVE:
        return sift_places(t, menu, n)
    code = toward_talon(t, t.turn, menu, n)
    if code >= 0:
        menu[0] = code
        return 1
    return n


@rule
def toward_talon(t, p, menu, n):
    """Return the talon card, or the first card of a way to it by cards that are there; kings only if a king is the last step. -1:
    there is none."""
    last = first_code(menu[n - 1])
    for k in range(n):
        if first_code(menu[k]) == TALON:
            return TALON
    if pile_size(t.up[p]) == 0 or (t.discard_play_ends_turn and last >= PILE):
        return -1
    kings = bag_copies(t.held[p], KING) if talon_left(t, p) == 1 else 0
    wanted, best, fewest = HEIGHT[t.up[p, 1]] - 1, -1, 99
    for j in range(t.build_piles):
        first, cost = way_up(t, p, pile_size(t.builds[j]), wanted, kings)
        if first >= 0 and cost < fewest and offered(menu, n, first):
            best, fewest = first, cost
    return best


@rule
def offered(menu, n, code):
    for k in range(n):
        if first_code(menu[k]) == code:
            return True
    return False


@rule
def way_up(t, p, height, wanted, kings):
    """Return the first of the cards that bring a pile of this height to the one wanted, from the hand before the discard piles,
    and how many they are, a king counting for several. -1 if they are not there."""
    first, cost = -1, 0
    deep0 = deep1 = deep2 = deep3 = 0
    while height < wanted:
        rank = ACE if height == 0 else height - 1
        code = -1
        if holds(t.held[p, 0], rank):
            code = rank
        else:
            for i in range(4):
                deep = deep0 if i == 0 else deep1 if i == 1 else deep2 if i == 2 else deep3
                size = pile_size(t.discards[p, i]) - deep
                if size > 0 and t.discards[p, i, size] == rank:
                    code = PILE + i
                    deep0 += i == 0
                    deep1 += i == 1
                    deep2 += i == 2
                    deep3 += i == 3
                    break
            if code < 0 and kings:
                code = KING
                kings -= 1
                cost += 9
        if code < 0 or (height == 0 and code == KING and not t.king_as_ace):
            return -1, 99
        if first < 0:
            first = code
        cost += 1
        height += 1
    return first, cost


@rule
def sift_places(t, menu, n):
    """Return the places for a card without those that only help the other, and of the discard piles those that serve best."""
    king, best = holds(t.picked, KING), 0
    for k in range(n):
        code = first_code(menu[k])
        if code >= DISCARD:
            best = max(best, fits_discard(t, code - DISCARD))
    kept = 0
    for k in range(n):
        code = first_code(menu[k])
        if code < DISCARD:
            if helps_other(t, code - BUILD) and (kept or k + 1 < n) and not leads_to_talon(t, code - BUILD):
                continue
        elif not king and best >= 3 and fits_discard(t, code - DISCARD) < best:
            continue
        menu[kept] = menu[k]
        kept += 1
    return max(kept, 1)


@rule
def helps_other(t, j):
    """Whether one card more makes a build pile the place that the other's talon waits for."""
    other = 1 - t.turn
    return pile_size(t.up[other]) > 0 and HEIGHT[t.up[other, 1]] == pile_size(t.builds[j]) + 2


@rule
def leads_to_talon(t, j):
    """Whether one's own talon can follow on that pile, at once or by cards that are there."""
    if t.phase == PLACE_TALON or pile_size(t.up[t.turn]) == 0:
        return talon_left(t, t.turn) == 0
    wanted = HEIGHT[t.up[t.turn, 1]] - 1
    if t.up[t.turn, 1] == KING or pile_size(t.builds[j]) + 1 == wanted:
        return True
    return pile_size(t.builds[j]) + 1 < wanted and way_up(t, t.turn, pile_size(t.builds[j]) + 1, wanted, 0)[0] >= 0


@rule
def fits_discard(t, i):
    """Return how well a card fits on a discard pile: on one higher, on an equal one, on none, on any other."""
    pile = t.discards[t.turn, i]
    if pile_size(pile) == 0:
        return 2
    above = HEIGHT[top(pile)] - HEIGHT[lowest(t.picked)]
    return 4 if above == 1 else 3 if above == 0 else 0


@rule
def policy(t, menu, n):
    """The talon card, a card of a discard pile, mostly a card of the hand that builds; otherwise any but a king."""
    if t.phase != MOVE:
        return place_of(t, menu, n)
    way = toward_talon(t, t.turn, menu, n)
    if way >= 0:
        return way
    cards = last = 0
    for k in range(n):
        last = first_code(menu[k])
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
        elif pile_size(t.discards[t.turn, code - DISCARD]) == 0:
            worth = 2
        else:
            above = HEIGHT[top(t.discards[t.turn, code - DISCARD])] - height
            worth = 4 if above == 1 else 3 if above == 0 else random_below(t, 2)
        if worth > best:
            best, place = worth, code
    return place


@rule
def value(t, seat):
    """Return how much longer the other's way is, as a share of a talon."""
    return max(-1.0, min(1.0, (way(t, 1 - seat) - way(t, seat)) / t.talon))


@rule
def way(t, p):
    """The cards of a talon; a share of one for every step its top card has to wait, and for every card still in the hand.

    Cards that were built make room for new ones. A king saves steps.
    """
    left = talon_left(t, p) + 0.08 * bag_size(t.held[p]) - 0.3 * bag_copies(t.held[p], KING)
    if pile_size(t.up[p]) == 0:
        return left
    height, least = HEIGHT[t.up[p, 1]], 12
    for j in range(t.build_piles):
        wait = 0 if t.up[p, 1] == KING else height - 1 - pile_size(t.builds[j])
        if 0 <= wait < least:
            least = wait
    return left + 0.08 * least
