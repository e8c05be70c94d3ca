"""Why an action is good at Pirate, in a card player's words."""


def reasons(case, codes):
    call = case.call(codes[0])
    if call == "claim":
        yield "claims", ": the player who claims a ship first captures it"
    elif call == "play":
        yield "plays", ": it gets rid of the card in sight"
    elif call == "wait":
        yield "waits", ": nothing has to be done at once"
    else:
        yield "turns", ": it brings a new card"
