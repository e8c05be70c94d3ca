"""Entries of the score pad for a hand of Delphi: each player's tokens. The dealer is the oracle."""


def goal(t):
    return "", 0, int(t.hands_each * t.seats)


def fields(t, form):
    players = [p for p in range(t.seats) if p != t.dealer]
    form.number("tokens", "Tokens", int(t.start_tokens + t.cards), seats=players)


def settle(t, hand):
    """R7, R8: set the tokens of the guessers, and let the rules score them."""
    for p in range(t.seats):
        if p != t.dealer:
            check(t, hand, p, hand["tokens"][p])
            t.tokens[p] = hand["tokens"][p]
    hand.go_on("score")


def check(t, hand, p, tokens):
    """R5: a token is won or lost with every card; a wrong answer without tokens is the only one that costs nothing."""
    start, cards = int(t.start_tokens), int(t.cards)
    if not t.lose_token:
        if tokens < start:
            hand.refuse(
                "{player} began with {n} token and loses none, and so has at least {n}, not {tokens}",
                "{player} began with {n} tokens and loses none, and so has at least {n}, not {tokens}",
                start,
                player=hand.name(p),
                tokens=tokens,
            )
        return
    if (start + cards - tokens) % 2 and tokens > cards - start - 1:  # too many for one who was ever without tokens
        hand.refuse(
            "{player} cannot have {n} token after {cards} cards, only {fewer} or {more}",
            "{player} cannot have {n} tokens after {cards} cards, only {fewer} or {more}",
            tokens,
            player=hand.name(p),
            cards=cards,
            fewer=tokens - 1,
            more=tokens + 1,
        )
