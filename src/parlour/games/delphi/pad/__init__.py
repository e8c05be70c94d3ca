"""What is told to a score pad of a hand of Delphi: everybody's tokens. The dealer is the oracle."""


def goal(t):
    return "", 0, int(t.hands_each * t.seats)


def told(t, form):
    players = [p for p in range(t.seats) if p != t.dealer]
    form.number("tokens", "Tokens", int(t.start_tokens + t.cards), seats=players)


def settle(t, hand):
    """R7, R8."""
    for p in range(t.seats):
        t.tokens[p] = hand["tokens"][p] or 0
    hand.go_on("score")
