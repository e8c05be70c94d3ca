"""Why an action is good at Aggravation, in a card player's words."""


def reasons(case, codes):
    call = case.call(codes[0])
    if call.startswith("cover"):
        yield "covers", case.phrase(": it takes a card off your pack")
    elif call.startswith("call"):
        yield "calls", case.phrase(": your pack is empty and two places match, so the call wins at once")
    else:
        yield "waits", case.phrase(": nobody has to act at once")
