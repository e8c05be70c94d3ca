"""Why an action is good at Pirate, in a card player's words."""


def reasons(case, codes):
    call = case.call(codes[0]).split()[0]
    if call == "claim":
        yield "claims", case.phrase(": a card your opponent has just turned goes onto your own part of a ship")
    elif call in ("turn", "flip"):
        yield "turns", case.phrase(": it brings another card of your pack into play")
    elif call == "wait":
        yield "waits", case.phrase(": playing is never forced, and the card on your waste stays available")
    else:
        yield "plays", case.phrase(": it builds on your part of a ship")
