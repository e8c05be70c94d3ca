"""Why an answer, a verdict or a part of a rule is good at Delphi, in a card player's words."""


def reasons(case, codes):
    if case.phase in ("decide", "decide in secret"):
        yield "taken", case.phrase(": most of the likely rules that fit all verdicts so far say so")
    elif case.phase == "judge":
        yield case.call(codes[0]), case.phrase(": your rule says so")
    elif case.phase == "write":
        yield "write", case.phrase(": a rule that can be found, but not at once, wins the oracle most")
    else:
        yield "spell", case.phrase(": the rule has to be written so that you can judge every card by it")


def named(case, codes):
    return case.label("this rule") if case.phase == "write" else ""
