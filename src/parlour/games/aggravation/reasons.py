"""Why an action is good at Aggravation, in a card player's words."""


def reasons(case, codes):
    call = case.call(codes[0])
    if call.startswith("cover"):
        yield "covers", ": a place that may be covered takes a card off your stock"
    elif call.startswith("call"):
        yield "calls", ": two cards that match can be covered by the player who calls them first"
    else:
        yield "waits", ": nobody has to act at once"
