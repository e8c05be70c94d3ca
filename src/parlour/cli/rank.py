"""parlour rank: hands put in order, what they are called, how many beat them; and a quiz of close calls."""

from __future__ import annotations

import argparse
import secrets
import sys
from typing import TYPE_CHECKING, Any

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _
from parlour.languages import lettered, listed, ngettext, number, percent

from .arguments import Commands, add_json, add_seed, command, house_rules, print_json, refuse_with, refuse_without, whole

if TYPE_CHECKING:
    from parlour.house.rank import Line, Question, Ranking, Reading

MOST_QUESTIONS = 100


def add(commands: Commands) -> None:
    made = command(commands, "rank", run, _("put hands in order under poker, lowball, badugi and Brag rankings"))
    made.add_argument("hands", metavar="HAND", nargs="*", help=_('cards as "8♠ 7♦ 5♥ 3♣ 2♠" or 8s7d5h3c2s; a joker is *'))
    made.add_argument("--by", metavar="RANKING", help=_("one ranking (default: all for this number of cards)"))
    made.add_argument("--set", action="append", default=[], metavar="RULE=VALUE", help=_("a house rule of --by; can be repeated"))
    made.add_argument("--jokers", type=whole(0, 2), metavar="N", help=_("jokers in the pack (default: those in the hands)"))
    made.add_argument("--board", metavar="CARDS", help=_("cards that count for every hand"))
    made.add_argument("--deals", action="store_true", help=_("the hands are of different deals: a card may be in several"))
    made.add_argument("--pot", type=whole(1, 10**9), metavar="CHIPS", help=_("divide a pot: --by is the high half or all of it"))
    made.add_argument("--low", metavar="RANKING", help=_("what the low half of --pot is by"))
    made.add_argument("--quiz", type=whole(1, MOST_QUESTIONS), metavar="N", help=_("ask N close calls"))
    add_seed(made)
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.house.rank import RANKINGS, ranking_called, report

    by = ranking_called(arguments.by) if arguments.by else None
    if arguments.quiz:
        if arguments.hands or arguments.set or arguments.pot or arguments.board or arguments.deals:
            raise BadInput(_("rank: --quiz deals its own hands, by the usual rules"))
        refuse_with(arguments, "--quiz", "low", "jokers")
        return _ask(arguments, by)
    refuse_without(arguments, "--quiz", "seed")
    if not arguments.hands:
        raise BadInput(_('rank: which hands? say for example parlour rank "8♠ 7♦ 5♥ 3♣ 2♠", or --quiz 10'))
    rules = house_rules(arguments.set)
    if rules and by is None:
        raise BadInput(_("rank: --set is a rule of one ranking: say which with --by"))
    hands, common = _hands(arguments)
    if arguments.pot:
        refuse_with(arguments, "--pot", "jokers")
        return _divide(arguments, by, hands, common)
    if arguments.low:
        raise BadInput(_("rank: --low is the other half of a --pot"))
    sizes = {cards.bit_count() for cards in hands}
    chosen = [by] if by else [one for one in RANKINGS.values() if sizes == {one.size}]
    if not chosen:
        raise BadInput(
            ngettext(
                "rank: no ranking takes hands of {sizes} card as they are: name one with --by",
                "rank: no ranking takes hands of {sizes} cards as they are: name one with --by",
                max(sizes),
                sizes=listed(map(str, sorted(sizes))),
            )
        )
    found = {ranking.name: report(ranking, hands, arguments.jokers, rules, common) for ranking in chosen}
    if arguments.json:
        print_json({"rankings": [{"ranking": name, "hands": list(map(_line_data, lines))} for name, lines in found.items()]})
    else:
        print("\n\n".join(_in_words(RANKINGS[name], lines) for name, lines in found.items()))
    return 0


def _hands(arguments: argparse.Namespace) -> tuple[list[int], int]:
    """The hands, each with the board, and the cards that may be in several of them."""
    from parlour.house.rank import ANY, on_board, one_pack

    if arguments.deals and (arguments.board or arguments.pot):
        raise BadInput(_("rank: hands of different --deals share neither a --board nor a --pot"))
    hands = [_numbered(i, text, len(arguments.hands)) for i, text in enumerate(arguments.hands, 1)]
    if arguments.deals:
        return hands, ANY
    if arguments.board is not None:
        return on_board(hands, arguments.board)
    one_pack(hands)
    return hands, 0


def _numbered(i: int, text: str, among: int) -> int:
    from parlour.house.rank import read_hand

    try:
        return read_hand(text)
    except BadInput as error:
        raise BadInput(_("hand {number}: {error}", number=i, error=error) if among > 1 else str(error)) from None


def _line_data(line: Line) -> dict[str, Any]:
    from parlour.house.rank import in_text

    return {
        "place": line.place,
        "hand": line.hand,
        "cards": in_text(line.cards),
        "counting": in_text(line.counting),
        "called": line.name.short,
        "ranks": line.name.whole,
        "joker": line.joker,
        "class": line.rank,
        "classes": line.ranks,
        "beaten_by": line.beaten_by,
        "ties": line.ties,
        "beats": line.beats,
        "why": line.why,
    }


def _in_words(ranking: Ranking, lines: list[Line]) -> str:
    from parlour.house.rank import in_text

    report = [_(ranking.title), f"  {_(ranking.says)}"]
    for line in lines:
        joker = f"; {line.joker}" if line.joker else ""
        report.append(f"  {line.place}. {lettered(in_text(line.cards))}  {line.name}{joker}")
        beaten = ngettext(
            "{better} of {all} hands beats it ({share})",
            "{better} of {all} hands beat it ({share})",
            line.beaten_by,
            better=number(line.beaten_by),
            all=number(line.of),
            share=percent(line.beaten_by / line.of, 2),
        )
        same = ngettext(
            "no other is worth the same",
            "{ties} are worth the same, itself included",
            line.ties,
            ties=number(line.ties),
        )
        report.append(f"     {beaten}; {same}")
        report += [f"     {line.why}"] if line.why else []
    return "\n".join(report)


def _divide(arguments: argparse.Namespace, by: Ranking | None, hands: list[int], common: int) -> int:
    from parlour.house.rank import divide, ranking_called

    if by is None:
        raise BadInput(_("rank: a pot is divided --by a ranking; with --low another has half of it"))
    low = ranking_called(arguments.low) if arguments.low else None
    shares = divide(arguments.pot, hands, by, low, house_rules(arguments.set), common)
    if arguments.json:
        print_json({"pot": arguments.pot, "shares": [{"hand": s.index + 1, "chips": s.chips, "for": s.says} for s in shares]})
    else:
        takes = {share.index + 1: (number(share.chips), share.says) for share in shares}
        print("\n".join(_("hand {n} takes {chips}: {why}", n=n, chips=chips, why=why) for n, (chips, why) in takes.items()))
    return 0


def _cards(reading: Reading) -> str:
    from parlour.house.rank import in_order, in_text

    return in_text(in_order(reading.held))


def _ask(arguments: argparse.Namespace, by: Ranking | None) -> int:
    from parlour.house.rank import question

    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    asked = [question(by, seed + i) for i in range(arguments.quiz)]
    if arguments.json:
        print_json({"seed": seed, "questions": [_as_data(one) for one in asked]})
        return 0
    right = sum(_answered(i, one) for i, one in enumerate(asked, 1))
    print(_("{right} of {all} right (seed {seed})", right=right, all=len(asked), seed=seed))
    return 0


def _as_data(one: Question) -> dict[str, str]:
    hands = {"first": _cards(one.first), "second": _cards(one.second)}
    return {"ranking": one.ranking.name, **hands, "answer": one.answer, "because": one.because}


def _answered(place: int, one: Question) -> bool:
    """Ask until the answer is one; whether it is right. Ends the program if there is nobody to answer."""
    either = _("1  {first}   or 2  {second}   (0: they tie)", first=_cards(one.first), second=_cards(one.second))
    print(f"{place}. {_(one.ranking.title)}: {either}")
    answers = {"1": "first", "2": "second", "0": "tie"}
    while True:
        print(f"{_('Which wins?')} ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise BadInput(_("rank: the quiz ended before its last answer"))
        if line.strip() in answers:
            right = answers[line.strip()] == one.answer
            print(f"{_('Right.') if right else _('No.')} {one.because}\n")
            return right
        print("1, 2 or 0, please")
