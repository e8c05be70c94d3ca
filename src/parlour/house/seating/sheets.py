"""A seating as text for the terminal, and as HTML for the page and for paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from parlour.languages import current, in_language, in_series, listed, ngettext, number
from parlour.languages import gettext as _

from .draws import Draw
from .plan import Seating, team_letter
from .rotations import Evenness, Rotation
from .teams import Balance

WIDTH, HEIGHT, RADIUS_X, RADIUS_Y = 400, 300, 120, 84
"""Of the picture of a table, in units of its own."""


def teams_sentence(seating: Seating) -> str:
    """`Ann and Cleo play against Bob and Dan.`"""
    if not seating.partners:
        return _("Everybody plays for themselves.")
    if len(seating.teams) == 2:
        ours, theirs = seating.teams
        names, others = listed(ours), listed(theirs)
        return ngettext(
            "{names} plays against {others}.", "{names} play against {others}.", len(ours), names=names, others=others
        )
    return " ".join(f"{team_letter(side)}: {listed(team)}." for side, team in enumerate(seating.teams))


def draw_text(draw: Draw) -> str:
    """A draw: the rule, who drew what, and the table."""
    width = max(len(lot.player) for lot in draw.lots)
    lines = [draw.rule(), ""]
    lines += [f"  {lot.player:{width}}  {lot.shown:>3}  {draw.side_name(lot.side)}".rstrip() for lot in draw.lots]
    return "\n".join([*lines, "", seating_text(draw.seating())])


def seating_text(seating: Seating) -> str:
    """Return the teams, and the seats in order."""
    seats = [
        f"{name} ({team_letter(side)})" if seating.partners else name
        for name, side in zip(seating.players, seating.sides, strict=True)
    ]
    order = _("Clockwise, {dealer} deals: {names}", dealer=seating.players[0], names=", ".join(seats))
    return f"{teams_sentence(seating)}\n{order}"


def balance_sentences(balance: Balance) -> list[str]:
    """Return how strong the teams are, and how much fairer that is than a draw."""
    strengths = ", ".join(
        f"{listed(team)} {figure(strength)}" for team, strength in zip(balance.seating.teams, balance.strengths, strict=True)
    )
    sentences = [_("Mean ratings: {ratings}; {apart} apart.", ratings=strengths, apart=figure(balance.apart))]
    if balance.number == 1:
        return [*sentences, _("No other teams are possible.")]
    sentences.append(
        _(
            "Of all {draws} draws there could be, the teams would be {mean} apart on average, half of the time {median} or less,"
            " and {worst} at worst.",
            draws=number(balance.number),
            mean=figure(balance.mean),
            median=figure(balance.quantile(0.5)),
            worst=figure(balance.worst),
        )
    )
    sentences.append(ngettext("{n} of them is as even as this.", "{n} of them are as even as this.", balance.as_even))
    if balance.apart < balance.mean:
        nearer = figure(balance.mean - balance.apart)
        sentences.append(_("So they are {nearer} nearer to each other than a draw would leave them.", nearer=nearer))
    return sentences


def figure(value: float) -> str:
    """A rating as people write it: at most two decimals."""
    return number(round(value, 2))


def evenness_sentences(rotation: Rotation) -> list[str]:
    """Return how often players meet as partners and opponents, and how near that is to the best that can be."""
    sentences = [_meeting_sentence(kind, even, rotation) for kind, even in rotation.evenness().items()]
    again = rotation.sits_again()
    if again:
        sentences.append(
            ngettext("{n} time somebody sits out two rounds running.", "{n} times somebody sits out two rounds running.", again)
        )
    if rotation.optimal:
        sentences.append(_("No rotation could be more even."))
    return [sentence for sentence in sentences if sentence]


def _meeting_sentence(kind: str, even: Evenness, rotation: Rotation) -> str:
    if kind == "out":
        if even.most == 0:
            return ""
        if rotation.fixed > 1:
            return _("Every pair sits out {times}.", times=even.words)
        return _("Everybody sits out {times}.", times=even.words)
    if max(rotation.shape) == 1:
        sentence = _("Any two players meet {times}.", times=even.words)
    elif rotation.fixed > 1:
        sentence = _("Any two pairs meet {times}.", times=even.words)
    elif kind == "partners":
        sentence = _("Any two players are partners {times}.", times=even.words)
    else:
        sentence = _("Any two players are opponents {times}.", times=even.words)
    if not even.excess:
        return sentence
    off = ngettext(
        "That is {n} meeting away from the best possible balance.",
        "That is {n} meetings away from the best possible balance.",
        even.excess,
    )
    return f"{sentence} {off}"


def moving_sentence(rotation: Rotation, names: Sequence[str]) -> str:
    """Return how people move without looking at the plan; "" if there is no such rule."""
    if not rotation.follows:
        return ""
    step = rotation.fixed
    units = [listed(names[start : start + step]) for start in range(0, rotation.players, step)]
    moving, still = units[: rotation.follows], units[rotation.follows :]
    if step > 1:
        sentence = _(
            "After each round every pair goes where the one before on this list has been, whether that was a seat or out, and the"
            " first where the last was: {names}.",
            names=in_language(in_series(moving)),
        )
        return f"{sentence} {_('{names} never move.', names=still[0])}" if still else sentence
    sentence = _(
        "After each round every player goes where the one before on this list has been, whether that was a seat or out, and the"
        " first where the last was: {names}.",
        names=", ".join(moving),
    )
    return f"{sentence} {_('{name} never moves.', name=still[0])}" if still else sentence


def rotation_text(rotation: Rotation, names: Sequence[str]) -> str:
    """The rounds, how even they are, and how often each two meet."""
    lines = []
    for at_round, each in enumerate(rotation.rounds, 1):
        tables = ["  v  ".join(listed([names[player] for player in team]) for team in table) for table in each.tables]
        lines.append(_("Round {n}", n=at_round))
        many = len(tables) > 1
        lines += [f"  {_('table {n}: {teams}', n=at, teams=table) if many else table}" for at, table in enumerate(tables, 1)]
        if each.out:
            lines.append(f"  {_('out: {names}', names=listed([names[player] for player in each.out]))}")
    lines += ["", *evenness_sentences(rotation)]
    if moving := moving_sentence(rotation, names):
        lines.append(moving)
    return "\n".join([*lines, "", meetings_text(rotation, names)])


def meetings_text(rotation: Rotation, names: Sequence[str]) -> str:
    """A table of how often each two were partners/opponents."""
    out, met = rotation.meetings()[2], cells(rotation)
    first = max(map(len, names))
    lines = [f"{'':{first}}  {' '.join(f'{name[:5]:>5}' for name in names)}  {_('out'):>5}"]
    for player, name in enumerate(names):
        row = " ".join(f"{cell or '.':>5}" for cell in met[player])
        lines.append(f"{name:{first}}  {row}  {int(out[player]):>5}")
    return "\n".join([f"{caption(rotation)}:", *lines])


def cells(rotation: Rotation) -> list[list[str]]:
    """Return how often each two were partners/opponents, or only met; "" for oneself."""
    partners, opponents, _ = rotation.meetings()
    single = max(rotation.shape) == 1
    return [
        ["" if a == b else str(against[b]) if single else f"{with_[b]}/{against[b]}" for b in range(rotation.players)]
        for a, (with_, against) in enumerate(zip(partners.tolist(), opponents.tolist(), strict=True))
    ]


def caption(rotation: Rotation) -> str:
    """Return the words for `cells`."""
    return _("How often any two met") if max(rotation.shape) == 1 else _("How often any two were partners/opponents")


# HTML: bodies without style or script, so that the web table can show them


def table_svg(seating: Seating) -> str:
    """A table from above, the first seat at the bottom, clockwise; team letters beside the names."""
    seats = len(seating.players)
    title = escape(_("Seats, clockwise: {names}", names=", ".join(seating.players)))
    parts = [f'<svg class="seats-drawn" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">']
    parts.append(f'<ellipse class="cloth" cx="{WIDTH // 2}" cy="{HEIGHT // 2}" rx="{RADIUS_X - 34}" ry="{RADIUS_Y - 34}"/>')
    for seat, (name, side) in enumerate(zip(seating.players, seating.sides, strict=True)):
        angle = pi / 2 + 2 * pi * seat / seats
        x, y = WIDTH / 2 + RADIUS_X * cos(angle) * 0.82, HEIGHT / 2 + RADIUS_Y * sin(angle)
        mark = team_letter(side) if seating.partners else str(seat + 1)
        across, down = cos(angle), sin(angle)
        anchor = "middle" if abs(across) < 0.3 else "start" if across > 0 else "end"
        text_x = x + (0 if anchor == "middle" else 24 if across > 0 else -24)
        text_y = y + (38 if down > 0 else -26) if anchor == "middle" else y + 6
        deals = f'<tspan class="deals">&#160;{escape(_("deals"))}</tspan>' if seat == 0 else ""
        parts.append(f'<g class="side-{side % 6}"><circle cx="{x:.1f}" cy="{y:.1f}" r="17"/>')
        parts.append(f'<text class="mark" x="{x:.1f}" y="{y + 6:.1f}" text-anchor="middle">{mark}</text>')
        parts.append(f'<text x="{text_x:.1f}" y="{text_y:.1f}" text-anchor="{anchor}">{escape(_short(name))}{deals}</text></g>')
    return "".join([*parts, "</svg>"])


def _short(name: str, most: int = 14) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def seating_html(seating: Seating) -> str:
    """Return the teams, and the table."""
    return f'<p class="teams">{escape(teams_sentence(seating))}</p>{table_svg(seating)}'


def draw_html(draw: Draw) -> str:
    """A draw without its pictures: who drew what, and the table."""
    rows = "".join(
        f'<tr><th scope="row">{escape(lot.player)}</th><td>{lot.shown}</td><td>{escape(draw.side_name(lot.side))}</td></tr>'
        for lot in draw.lots
    )
    return f"<p>{escape(draw.rule())}</p><table><tbody>{rows}</tbody></table>{seating_html(draw.seating())}"


def balance_html(balance: Balance) -> str:
    """Teams of equal strength, and the distribution of all draws as bars."""
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in balance_sentences(balance))
    return f"{seating_html(balance.seating)}{sentences}{draws_svg(balance) if balance.number > 1 else ''}"


MOST_BARS = 12


def bars(balance: Balance) -> list[tuple[float, float, int]]:
    """Return the differences of all draws in at most twelve classes of one width: (from, to, count)."""
    if len(balance.draws) <= MOST_BARS:
        return [(apart, apart, count) for apart, count in balance.draws]
    low, high = balance.draws[0][0], balance.worst
    wide = (high - low) / MOST_BARS
    counts = [0] * MOST_BARS
    for apart, count in balance.draws:
        counts[min(MOST_BARS - 1, int((apart - low) / wide))] += count
    return [(low + wide * k, low + wide * (k + 1), count) for k, count in enumerate(counts)]


def draws_svg(balance: Balance) -> str:
    """All the draws there could be, by how far they leave the teams apart."""
    found = bars(balance)
    most, wide = max(count for _, _, count in found), 396 / len(found)
    title = _("How far apart all {draws} draws would leave the teams", draws=number(balance.number))
    parts = [f'<figure class="draws"><svg viewBox="0 0 400 130" role="img" aria-label="{title}">']
    for place, (low, high, count) in enumerate(found):
        tall = 90 * count / most
        kind = "ours" if low <= balance.apart <= high and (low == high or place == 0) else "theirs"
        x = 2 + place * wide
        parts.append(
            f'<rect class="{kind}" x="{x + 1:.1f}" y="{104 - tall:.1f}" width="{wide - 2:.1f}" height="{max(tall, 1):.1f}"/>'
        )
        parts.append(f'<text x="{x + wide / 2:.1f}" y="{99 - tall:.1f}" text-anchor="middle">{number(count)}</text>')
        parts.append(f'<text x="{x + wide / 2:.1f}" y="118" text-anchor="middle">{figure(low)}</text>')
    return "".join([*parts, f"</svg><figcaption>{title}. {_('The first bar has this one in it.')}</figcaption></figure>"])


def rotation_html(rotation: Rotation, names: Sequence[str]) -> str:
    """The rounds as a table, how even they are, how often each two meet."""
    tables = max(len(each.tables) for each in rotation.rounds)
    heads = [_("Table {n}", n=at) if tables > 1 else _("At the table") for at in range(1, tables + 1)]
    if any(each.out for each in rotation.rounds):
        heads.append(_("Sits out"))
    head = "".join(f'<th scope="col">{text}</th>' for text in [_("Round"), *heads])
    rows = []
    for n, each in enumerate(rotation.rounds, 1):
        cells = [
            f'<span class="against">{_("against")}</span>'.join(
                f"<span>{escape(listed([names[player] for player in team]))}</span>" for team in table
            )
            for table in each.tables
        ]
        if len(heads) > tables:
            cells.append(escape(listed([names[player] for player in each.out])))
        labels = [f' data-head="{head}"' if tables > 1 or at else "" for at, head in enumerate(heads)]
        data = [f"<td{head}>{cell}</td>" for head, cell in zip(labels, cells, strict=True) if cell]
        rows.append(f'<tr><th scope="row" data-head="{_("Round")}">{n}</th>{"".join(data)}</tr>')
    sentences = [*evenness_sentences(rotation), moving_sentence(rotation, names)]
    paragraphs = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)
    plan = f'<table class="rounds"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return _scrolling(plan, _("The rounds")) + paragraphs + meetings_html(rotation, names)


def meetings_html(rotation: Rotation, names: Sequence[str]) -> str:
    """Return the meetings of each two as a table."""
    out, met = rotation.meetings()[2], cells(rotation)
    head = "".join(f'<th scope="col">{escape(_short(name, 8))}</th>' for name in names)
    rows = []
    for player, name in enumerate(names):
        row = "".join(f"<td>{cell}</td>" for cell in met[player])
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{row}<td>{int(out[player])}</td></tr>')
    heads = f'<tr><td></td>{head}<th scope="col">{_("out")}</th></tr>'
    table = f"<table><thead>{heads}</thead><tbody>{''.join(rows)}</tbody></table>"
    return f'<details class="meetings"><summary>{caption(rotation)}</summary>{_scrolling(table, _("The meetings"))}</details>'


def _scrolling(table: str, name: str) -> str:
    """Return a table in a box that scrolls with keys if it is too wide."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">{table}</div>'


PAGE_STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 Georgia, serif; color: #1c1c1c; }
h1 { font-size: 1.6rem; } table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #bbb; text-align: start; vertical-align: top; }
.against { color: #666; margin: 0 .5rem; font-style: italic; } .meetings td { text-align: center; }
svg { display: block; max-width: 30rem; margin: 1rem auto; font: 15px Georgia, serif; } .draws svg { font-size: 11px; }
.cloth { fill: none; stroke: #444; stroke-width: 2; } circle { fill: #fff; stroke: #222; stroke-width: 2; }
.side-0 circle { fill: #222; } .side-0 .mark { fill: #fff; } .side-2 circle { fill: #ddd; } .side-4 circle { fill: #999; }
.ours { fill: #222; } .theirs { fill: #bbb; } .deals { font-style: italic; fill: #555; }
tr, svg { break-inside: avoid; } details > summary { font-weight: bold; }
"""


def html_page(title: str, body: str) -> str:
    """A whole page to print, complete in one file."""
    body = body.replace('<details class="meetings">', '<details class="meetings" open>')
    return (
        f'<!doctype html>\n<html lang="{current().code}" dir="{current().direction}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        f'<meta name="viewport" content="width=device-width"><style>{PAGE_STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>{body}</body></html>\n"
    )
