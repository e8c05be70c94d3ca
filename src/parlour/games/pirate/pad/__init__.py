"""Entries of a score pad of Pirate: the ships captured, and those sunk."""

SHIPS = 8


def goal(t):
    return "{n} ships win, one fewer once a ship has been sunk", int(t.target), 1


def fields(t, form):
    form.number("ships", "Ships captured", SHIPS, most=SHIPS, sum_text="ships captured: {amount} of {n}")
    form.number("sunk", "Ships sunk", SHIPS, per="hand", usual=0)


def settle(t, hand):
    """R10: the last ship is captured or sunk by the rules; R11 if nobody has enough."""
    ships, sunk = hand["ships"], hand["sunk"]
    if sum(ships) + sunk > SHIPS:
        hand.refuse("{ships} ships, of {most}", ships=sum(ships) + sunk, most=SHIPS)
    enough = t.target - 1 if sunk else t.target
    if any(ships[p] > enough for p in range(2)) or all(ships[p] >= enough for p in range(2)):
        hand.refuse(
            "the game was over with the first to have {n} ship", "the game was over with the first to have {n} ships", int(enough)
        )
    reached = [p for p in range(2) if ships[p] >= enough]
    t.low = 0
    for p in range(2):
        t.score[p] = ships[p]
    t.sunk_ships = sunk
    if not reached:
        hand.go_on("end")
    elif sunk:
        t.sunk_ships -= 1
        hand.go_on("sink")
    else:
        t.captor = reached[0]
        t.score[t.captor] -= 1
        hand.go_on("capture")
