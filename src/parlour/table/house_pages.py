"""The pages of a group's house rules: what they have agreed on, what is proposed, who answered, and a table under it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from parlour.engine import speech
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.engine.rooms import Room
from parlour.engine.rulebook import paragraphs
from parlour.house.agreement import (
    ARRIVALS,
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_MEMBERS,
    OWN_LABEL,
    Agreement,
    Version,
    by_one_device,
    differences,
    founded,
    in_force,
    label_order,
    label_words,
    line,
    new_document_id,
    seat_counts,
)
from parlour.house.agreement_toml import read_agreement, write_agreement
from parlour.house.presets import preset, presets, readable
from parlour.house.typesetting import rulebook_pdf
from parlour.languages import day, listed, moment, ngettext
from parlour.languages import gettext as _

from . import pages, players
from .agreements import STALE, Group, Groups, Member, device_label
from .clients import client_of
from .door import Door, door_of, link_qr
from .forms import WINDOW_SECONDS, form_context, fresh_deal, read_house, read_name, shareable
from .links import new_key, opened_by
from .pads.routes import new_address
from .pages import hall_of, holder_of, page, posted_form, room_of, rooms, table_row, token_of, with_cookie
from .rulebook_pages import pdf_response, print_of
from .rulebooks import rulebook_body
from .settings import Settings
from .store import SeatRow, TableRow, digest

MOST_TO_AGREE = 10
"""The highest number of those who must agree that the form of a new document offers: nobody is a member yet."""
EMPTY_RULINGS = 2
"""Rulings that a form has room for beside those there are."""


def groups_of(request: Request) -> Groups:
    """The groups of this server."""
    return Groups(hall_of(request).store, hall_of(request).work)


async def _group(request: Request) -> tuple[Group, tuple[Member, ...]]:
    """The group of the address, and which members use this browser."""
    group = await groups_of(request).find(request.path_params["id"])
    if group is None:
        raise HTTPException(404, _("There are no such house rules. Perhaps the link lost a letter on its way."))
    return group, group.with_device(holder_of(request.cookies))


async def _member(request: Request, wanted: str = "") -> tuple[Group, Member]:
    """Answer a request for what only a member may do. wanted: which of the members who use this browser, "" for the first."""
    group, mine = await _group(request)
    member = next((one for one in mine if wanted in ("", one.name)), None)
    if member is None:
        raise HTTPException(403, _("Only members can do that, each with their own link."))
    return group, member


def _back(group_id: str) -> RedirectResponse:
    return RedirectResponse(f"/house/{group_id}", 303)


# what there is


async def house_list(request: Request) -> Response:
    """GET /house: the house rules of this browser's groups, and all games to begin with."""
    mine = await groups_of(request).each_of(holder_of(request.cookies))
    return await hall_of(request).work(_house_list, mine)


def _house_list(mine: list[tuple[Group | None, str]], refusal: str = "", text: str = "") -> Response:
    """Return the page with the groups of a browser. mine: from `Groups.each_of`."""
    lines = [
        {
            "url": f"/house/{group.agreement.id}",
            "title": group.agreement.title,
            "game": speech.title(group.agreement.room),
            "members": group.agreement.members,
            "state": _state(group.agreement),
        }
        for group, _wrong in mine
        if group
    ]
    spoilt = [wrong for _group_, wrong in mine if wrong]
    games = [{"id": room.name, "title": speech.title(room)} for room in rooms()]
    return page("house_list.html", 400 if refusal else 200, groups=lines, spoilt=spoilt, games=games, refusal=refusal, text=text)


def _state(agreement: Agreement) -> str:
    number, proposal = len(agreement.versions), agreement.proposal
    if proposal and number:
        return _("version {number}, {name} proposes a change", number=number, name=proposal.by)
    if proposal:
        return _("nothing agreed on yet, {name} proposes a change", name=proposal.by)
    return _("version {number}", number=number) if number else _("nothing agreed on yet")


async def open_file(request: Request) -> Response:
    """POST /house/open: a document from a file, brought by one of its members."""
    posted, hall, groups = await posted_form(request), hall_of(request), groups_of(request)
    text, name = posted.get("text", ""), line(posted.get("name", ""), _("the name"), LONGEST_TEXT)
    token = await token_of(request)
    try:
        agreement = await hall.work(read_agreement, text, _("the file"))
        if await groups.find(agreement.id) is not None:  # anyone who has the file may see its present state
            return _back(agreement.id)
        if name not in agreement.members:
            raise BadInput(_("which member are you? The file names {members}", members=listed(agreement.members)))
        await groups.add(agreement, "brought", name, digest(token))
    except BadInput as error:
        mine = await groups.each_of(holder_of(request.cookies))
        return await hall.work(_house_list, mine, str(error), text)
    return with_cookie(request, _back(agreement.id), token)


async def house(request: Request) -> Response:
    """GET /house/{id}"""
    group, mine = await _group(request)
    return await hall_of(request).work(_house, group, mine, door_of(request))


def _house(group: Group, mine: tuple[Member, ...], door: Door, refusal: str = "", status: int = 200) -> Response:
    agreement, room = group.agreement, group.agreement.room
    now, proposal = agreement.in_force, agreement.proposal
    return page(
        "house.html",
        status,
        agreement=agreement,
        game={"id": room.name, "title": speech.title(room)},
        now=now and _version_context(room, None, now),
        proposal=proposal and _version_context(room, now, proposal),
        needed=agreement.needed,
        open=[name for name in agreement.members if proposal and name not in (*proposal.agreed, *proposal.objected)],
        history=[
            _version_context(room, before, version)
            for before, version in zip((None, *agreement.versions), agreement.versions, strict=False)
        ][::-1],
        news=[news for one in mine if (news := _news(group, one))],
        mine=[one.name for one in mine],
        members=[_member_context(group, one, mine, door.address) for one in group.members],
        shared=[
            {"device": device, "names": names}
            for device, names in by_one_device({one.name: group.device(one) for one in group.members if one.holder}).items()
        ],
        log=[{"at": moment(entry.at), "words": entry.words} for entry in agreement.log][::-1],
        share=f"{door.address}/house/{agreement.id}",
        door=door,
        seats=seat_counts(room, now.options) if now else [],
        refusal=refusal,
        limits={"name": LONGEST_NAME, "text": LONGEST_TEXT, "members": MOST_MEMBERS},
    )


def _version_context(room: Room, before: Version | None, version: Version) -> dict[str, Any]:
    """Return the data of a version for the page: compared with another version, or with the usual rules."""
    rulings = {label: version.rulings[label] for label in sorted(version.rulings, key=label_order)}
    numbers = in_force(room, version.options) if rulings else {}
    return {
        "version": version,
        "differences": differences(room, before, version),
        "house": differences(room, None, replace(version, rulings={})),
        "rulings": rulings,
        "labels": {label: label_words(label, numbers) for label in rulings},
        "needed": version.needed,
        "proposed": day(version.proposed),
        "settled": day(version.settled) if version.settled else "",
        "agreed": version.signatures,
        "objected": [
            f"{name}{version.device_words(name)}{f': “{why}”' if why else ''}" for name, why in version.objected.items()
        ],
        "shared": [
            _("Device {device} answered for {names}.", device=device, names=listed(names))
            for device, names in by_one_device(version.devices).items()
        ],
    }


def _news(group: Group, member: Member) -> dict[str, Any] | None:
    """Return the changes since a member last knew the rules; None if they know them, or never played."""
    now = group.agreement.in_force
    known = group.knows(member)
    if now is None or not 0 < known < now.number:
        return None
    old = group.agreement.version(known)
    notes = [version.note for version in group.agreement.versions[known:] if version.note]
    return {"who": member.name, "since": known, "differences": differences(group.agreement.room, old, now), "notes": notes}


def _member_context(group: Group, one: Member, mine: tuple[Member, ...], base: str) -> dict[str, Any]:
    """A member as the page lists them. Who made a link is shown it; once the member has come, their own to them alone."""
    key = _key_shown(group, one, mine)
    now, device = group.agreement.in_force, group.device(one)
    since = [
        entry.at for entry in group.agreement.log if entry.did in ARRIVALS and (entry.who, entry.device) == (one.name, device)
    ]
    return {
        "name": one.name,
        "mine": one in mine,
        "here": bool(one.holder),
        "device": device,
        "since": moment(since[-1]) if since else "",
        "link": f"{base}/house/{group.agreement.id}/member/{key}" if key else "",
        "qr": f"/house/{group.agreement.id}/qr/{group.members.index(one)}.svg" if key else "",
        "maker": group.maker(one) if one.renewed or not one.holder else "",
        "renewed": bool(one.renewed),
        "ready": moment(datetime.fromtimestamp(one.ready, UTC)) if one.ready else "",
        "behind": now is not None and group.knows(one) < now.number,
    }


def _key_shown(group: Group, one: Member, mine: tuple[Member, ...]) -> str:
    """The key of a member's link that this browser may show, "" for none."""
    if one in mine:
        return one.key
    return one.invitation if group.maker(one) in (other.name for other in mine) else ""


# members come


async def member_page(request: Request) -> Response:
    """GET /house/{id}/member/{key}: the link of a member. Only its form makes this browser theirs."""
    group, mine = await _group(request)
    number = opened_by(group.members, request.path_params["key"])
    if number is None:
        return await hall_of(request).work(_house, group, mine, door_of(request), STALE, 404)
    found = group.members[number]
    if found in mine:
        return _back(group.agreement.id)
    return page(
        "house_member.html",
        agreement=group.agreement,
        game={"title": speech.title(group.agreement.room)},
        who=found.name,
        moves=bool(found.holder),
        mine=[one.name for one in mine],
    )


async def come(request: Request) -> Response:
    """POST /house/{id}/member/{key}"""
    group, mine = await _group(request)
    hall_of(request).budgets.spend("memberships", client_of(request))
    token, key = await token_of(request), request.path_params["key"]
    try:
        await groups_of(request).change(group.agreement.id, lambda group: group.come(key, digest(token)))
    except BadInput as error:
        status = 404 if str(error) == STALE else 400
        return await hall_of(request).work(_house, group, mine, door_of(request), str(error), status)
    return with_cookie(request, _back(group.agreement.id), token)


async def members(request: Request) -> Response:
    """POST /house/{id}/members (`do`): one more, oneself no longer, a new link for a member, or an answer to such a link."""
    posted, today = await posted_form(request), date.today()
    do, name = posted.get("do"), posted.get("name", "")
    wanted = await _member(request, posted.get("as", ""))

    def act(group: Group, member: Member) -> Group:
        if do == "leave":
            return group.with_agreement(group.agreement.without_member(member.name, today)).noted(
                "left", member.name, device=group.device(member)
            )
        if do == "renew":
            return group.renewed(name, member)
        if do in ("allow", "cancel"):
            return group.answered(member, do == "allow")
        more = group.agreement.with_member(read_name(name))
        return group.with_agreement(more, member.name).noted("added", more.members[-1], member.name, group.device(member))

    return await _changed(request, *wanted, act)


async def member_qr(request: Request) -> Response:
    """GET /house/{id}/qr/{member}.svg: a member's link as a QR code, for whom the page shows that link."""
    group, mine = await _group(request)
    number = request.path_params["member"]
    key = _key_shown(group, group.members[number], mine) if number < len(group.members) else ""
    if not key:
        raise HTTPException(403, _("That link is not yours to show."))
    return await link_qr(request, f"/house/{group.agreement.id}/member/{key}")


# proposals


async def new_form(request: Request) -> Response:
    """GET /house/new/{game}?preset=name"""
    hall = hall_of(request)
    room = await hall.work(room_of, request.path_params["game"])
    return await hall.work(_form, room, None, dict(request.query_params), {})


async def change_form(request: Request) -> Response:
    """GET /house/{id}/change?from=N or ?preset=name"""
    group, _ = await _member(request)
    mine = group.with_device(holder_of(request.cookies))
    return await hall_of(request).work(_form, group.agreement.room, group.agreement, dict(request.query_params), {}, "", mine)


def _form(
    room: Room,
    agreement: Agreement | None,
    query: Mapping[str, str],
    posted: dict[str, str],
    refusal: str = "",
    mine: tuple[Member, ...] = (),
) -> Response:
    """The form of a new document, or of a change to one: as posted, or begun from a preset or a version."""
    begun = _begun(room, agreement, query)
    if not posted:
        posted = {
            f"option.{name}": str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in begun.options.items()
        }
        posted |= {f"ruling.{label}": text for label, text in begun.rulings.items()}
        posted |= {"needed": str(begun.needed), "note": begun.note, "preset": begun.preset}
    context = form_context(room, posted)
    game = agreement.house_rules().open() if agreement else Game(room)
    found = paragraphs(room, game.blank()[0]).values()
    begins = {one: one.text.split("\n\n")[0].replace("*", "") for one in found}  # without a list or a table that follows
    first = {one.identifier: f"{one.number}: {textwrap.shorten(text, 60, placeholder=' …')}" for one, text in begins.items()}
    own = [label for label in (f"H{n}" for n in range(1, 100)) if f"ruling.{label}" not in posted][:EMPTY_RULINGS]
    return page(
        "house_form.html",
        400 if refusal else 200,
        **{key: context[key] for key in ("game", "options")},
        folded=False,
        agreement=agreement,
        mine=[one.name for one in mine],
        presets=readable(room),
        chosen=posted.get("preset", ""),
        rulings={key.removeprefix("ruling."): text for key, text in posted.items() if key.startswith("ruling.")},
        labels=first | {label: _("{label}: a rule of our own", label=label) for label in own},
        blanks=[(posted.get(f"new.{n}.label", ""), posted.get(f"new.{n}.text", "")) for n in range(EMPTY_RULINGS)],
        needed=posted.get("needed", "0"),
        most=len(agreement.members) if agreement else MOST_TO_AGREE,
        posted=dict.fromkeys(("title", "name", "members", "note"), "") | posted,
        limits={"name": LONGEST_NAME, "text": LONGEST_TEXT, "title": LONGEST_TITLE},
        refusal=refusal,
    )


def _begun(room: Room, agreement: Agreement | None, query: Mapping[str, str]) -> Version:
    """Return the version that a form begins with: a preset, an earlier version, the one in force, or the usual rules."""
    now = (agreement.in_force if agreement else None) or Version(1, "", date.today())
    number = whole_number(query.get("from", ""), range(1, 1_000_000))
    if query.get("preset") == "usual":
        return replace(now, options={}, preset="", note=_("Back to the usual rules"))
    if query.get("preset"):
        chosen = preset(room, query["preset"])
        return replace(
            now, options=chosen.options, rulings={**now.rulings, **chosen.rulings}, preset=chosen.name, note=chosen.title
        )
    if agreement and number:
        return replace(agreement.version(number), note=_("Back to version {number}", number=number))
    return replace(now, note="")


def _proposed(room: Room, posted: Mapping[str, str], by: str, members: int) -> Version:
    """The version that a form asks for. BadInput says what is wrong with it."""
    rulings = {key.removeprefix("ruling."): text for key, text in posted.items() if key.startswith("ruling.")}
    for n in range(EMPTY_RULINGS):
        label, text = posted.get(f"new.{n}.label", ""), posted.get(f"new.{n}.text", "").strip()
        if text and not label:
            raise BadInput(_("a ruling needs a paragraph that it is about"))
        if text:
            if label in rulings and OWN_LABEL.fullmatch(label):
                label = next(f"H{n}" for n in range(1, 100) if f"H{n}" not in rulings)
            rulings[label] = f"{rulings[label]} {text}" if label in rulings else text
    rulings = {
        label: line(text, _("the ruling on {label}", label=label), LONGEST_TEXT)
        for label, text in rulings.items()
        if text.strip()
    }
    needed = whole_number(posted.get("needed", "0"), range(members + 1))
    if needed is None:
        raise BadInput(ngettext("the group has only {n} member", "the group has only {n} members", members))
    note, begun = line(posted.get("note", ""), _("the note"), LONGEST_TEXT), posted.get("preset", "")
    known = [one.name for one in presets(room)]
    options = read_house(room, posted)
    return Version(0, by, date.today(), options, rulings, needed, begun if begun in known else "", note)


async def found(request: Request) -> Response:
    """POST /house/new/{game}"""
    hall = hall_of(request)
    room, posted = await hall.work(room_of, request.path_params["game"]), await posted_form(request)

    token, document = await token_of(request), new_document_id()
    device = device_label(document, digest(token))

    def act() -> Agreement:
        by = line(posted.get("name", ""), _("your name"), LONGEST_NAME)
        if not by:
            raise BadInput(_("say your own name: the others see who proposes"))
        names = [line(name, _("a name"), LONGEST_NAME) for name in posted.get("members", "").replace(",", "\n").splitlines()]
        everybody = (by, *dict.fromkeys(name for name in names if name and name != by))
        first = _proposed(room, posted, by, len(everybody))
        return founded(posted.get("title", ""), everybody, first, room.name, document, device)

    try:
        agreement = await hall.work(act)
    except BadInput as error:
        return await hall.work(_form, room, None, {}, posted, str(error))
    await groups_of(request).add(agreement, "began", agreement.members[0], digest(token))
    return with_cookie(request, _back(agreement.id), token)


async def propose(request: Request) -> Response:
    """POST /house/{id}/change"""
    posted = await posted_form(request)
    group, member = await _member(request, posted.get("as", ""))
    room, mine = group.agreement.room, group.with_device(member.holder)

    def act(group: Group, member: Member) -> Group:
        agreement, device = group.agreement, group.device(member)
        changed = agreement.propose(_proposed(room, posted, member.name, len(agreement.members)), device)
        return group.with_agreement(changed).noted("proposed", member.name, device=device, version=len(agreement.versions) + 1)

    try:
        await _change(request, group, member, act)
    except BadInput as error:
        return await hall_of(request).work(_form, room, group.agreement, {}, posted, str(error), mine)
    return _back(group.agreement.id)


async def answer(request: Request) -> Response:
    """POST /house/{id}/answer: a member agrees, objects or withdraws."""
    posted, today = await posted_form(request), date.today()
    wanted = await _member(request, posted.get("as", ""))
    mark, do = posted.get("mark", ""), posted.get("do")

    def act(group: Group, member: Member) -> Group:
        before, device = group.agreement, group.device(member)
        if do == "agree":
            after, did = before.agree(member.name, mark, today, device), "agreed"
        elif do == "object":
            after, did = before.object(member.name, mark, posted.get("why", ""), device), "objected"
        else:
            after, did = before.withdraw(member.name, mark), "withdrew"
        if after == before:
            return group
        asked = before.in_force if before.in_force and before.in_force.mark == mark else before.proposal
        assert asked is not None
        by = asked.by if did == "withdrew" else ""
        return group.with_agreement(after).noted(did, member.name, by, device, 0 if by else asked.number)

    return await _changed(request, *wanted, act)


Act = Callable[[Group, Member], Group]


async def _change(request: Request, group: Group, member: Member, act: Act) -> None:
    """Do what a member asks, if this browser is still theirs when it is done. BadInput as `act` raises it."""
    hall_of(request).budgets.spend("memberships", client_of(request))

    def checked(now: Group) -> Group:
        me = next((one for one in now.with_device(member.holder) if one.name == member.name), None)
        if me is None:
            raise BadInput(_("this browser is no longer {name}'s: the log below says who came", name=member.name))
        return act(now, me)

    await groups_of(request).change(group.agreement.id, checked)


async def _changed(request: Request, group: Group, member: Member, act: Act) -> Response:
    """Do what a member asks and return the page after it; or the unchanged page with the reason why not."""
    try:
        await _change(request, group, member, act)
    except BadInput as error:
        now, mine = await _group(request)
        return await hall_of(request).work(_house, now, mine, door_of(request), str(error), 400)
    return _back(group.agreement.id)


# what it is good for


async def house_file(request: Request) -> Response:
    """GET /house/{id}/file: the document itself."""
    group, _ = await _group(request)
    text = await hall_of(request).work(write_agreement, group.agreement)
    name = quote("".join(c if c.isalnum() else "_" for c in group.agreement.title.lower()) or "house_rules")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}.toml", "Cache-Control": "no-store"}
    return Response(text, media_type="application/toml; charset=utf-8", headers=headers)


async def house_rules(request: Request) -> Response:
    """GET /house/{id}/rules?version=N&seats=N: the rulebook under a version, with the group's rulings in place."""
    group, _ = await _group(request)
    number, seats = (whole_number(request.query_params.get(key, ""), range(1_000_000)) for key in ("version", "seats"))
    return await hall_of(request).work(_house_rules, group.agreement, number, seats, "fragment" in request.query_params)


def _house_rules(agreement: Agreement, number: int | None, seats: int | None, fragment: bool) -> Response:
    rules = agreement.house_rules(number)
    game = rules.open(seats)
    html = rulebook_body(game)
    title = _("{group}: nothing is agreed on yet", group=agreement.title)
    if rules.version:
        title = _("{group}, version {number}", group=agreement.title, number=rules.version)
    if fragment:
        return page("house_fragment.html", html=html, title=title, id=agreement.id)
    version = agreement.version(rules.version) if rules.version else None
    return page(
        "house_rules.html",
        agreement=agreement,
        game={"id": game.room.name, "title": speech.title(game.room)},
        now=version and _version_context(game.room, None, version),
        html=html,
        title=title,
    )


async def house_print(request: Request) -> Response:
    """GET /house/{id}/rules.pdf?version=N&seats=N&paper=letter&booklet=1: the same on paper."""
    group, _ = await _group(request)
    number, seats = (whole_number(request.query_params.get(key, ""), range(1_000_000)) for key in ("version", "seats"))
    on = print_of(request)
    rules = group.agreement.house_rules(number)
    game = await hall_of(request).work(rules.open, seats)
    signed = group.agreement.version(rules.version).signatures if rules.version else []
    return pdf_response(await hall_of(request).typeset(client_of(request), rulebook_pdf, game, None, on, signed), game.room.name)


async def house_table(request: Request) -> Response:
    """POST /house/{id}/table: a table under the version in force, the members seated; or with `pad` the form of a score pad."""
    hall, posted = hall_of(request), await posted_form(request)
    group, member = await _member(request, posted.get("as", ""))
    game, seats = await hall.work(_seated, group, member, posted)
    if posted.get("pad"):
        agreed = f"{speech.title(game.room)}, {group.agreement.title}, version {game.agreed.version}" if game.agreed else ""
        return RedirectResponse(new_address(game, [seat.name if seat.kind == "human" else "" for seat in seats], agreed), 303)
    human = sum(seat.kind == "human" for seat in seats)
    window = 1000 * WINDOW_SECONDS if human > 1 else 0
    deal = 0
    if len(seats) == 1:
        deal = fresh_deal()
    table = await hall.make(game, seats, member.holder, False, window, deal, Settings(host=0), client=client_of(request))
    assert game.agreed is not None
    await groups_of(request).mark_seen(group.agreement.id, member.name, game.agreed.version)
    return RedirectResponse(f"/table/{table}", 303)


def _seated(group: Group, me: Member, posted: Mapping[str, str]) -> tuple[Game, list[SeatRow]]:
    """Return the game and its seats: first the member who asks, then the members who play, then bots."""
    rules = group.agreement.house_rules()
    if not rules.version:
        raise BadInput(_("nothing is agreed on yet"))
    room, fit = group.agreement.room, seat_counts(group.agreement.room, rules.options)
    chosen = [
        one for n, one in enumerate(group.members) if one.name != me.name and (f"plays.{n}" in posted or "plays" not in posted)
    ]
    everybody = [me, *chosen][: max(fit)]
    wanted = whole_number(posted.get("seats", ""), range(100))
    usual = [n for n in (wanted, room.Table.default_seats, *fit) if n in fit and n >= len(everybody)]
    game, seats, taken = rules.open(usual[0] if usual else max(fit)), [], set[str]()
    for one in everybody:
        shared = one.holder in taken and not shareable(room)  # two members, one browser, and a game with secrets
        seats.append(SeatRow("human", one.name, "" if shared else one.holder, new_key()))
        taken.add(one.holder)
    bot = next(iter(players.kinds(room)), players.SIMPLEST)
    empty = game.seats - len(seats)
    return game, seats + [SeatRow(bot, f"Bot {n + 1}" if empty > 1 else "Bot") for n in range(empty)]


async def table_page(request: Request) -> Response:
    """GET /table/{table}: a member first sees what changed since they last played."""
    row, holder = await table_row(request), holder_of(request.cookies)
    changes = await _changes_for(request, row, holder) if row.seat_of(holder) >= 0 else None
    return changes or await pages.table_page(request)


async def _changes_for(request: Request, row: TableRow, holder: str) -> Response | None:
    if row.agreed is None:
        return None
    group = await groups_of(request).find(row.agreed.id)
    mine = group.with_device(holder) if group else ()
    member = next((one for one in mine if group and group.knows(one) < row.agreed.version), None)
    if group is None or member is None:
        return None
    return await hall_of(request).work(_changes_page, group, member, row)


def _changes_page(group: Group, member: Member, row: TableRow) -> Response:
    assert row.agreed is not None
    agreement, known = group.agreement, group.knows(member)
    version = agreement.version(row.agreed.version)
    before = agreement.version(known) if known else None
    return page(
        "house_changes.html",
        agreement=agreement,
        game={"title": speech.title(agreement.room)},
        who=member.name,
        known=known,
        now=_version_context(agreement.room, before, version),
        notes=[one.note for one in agreement.versions[known : version.number] if one.note],
        table=row.id,
    )


async def changes_seen(request: Request) -> Response:
    """POST /house/{id}/told: they have read it, and go on to the table."""
    posted = await posted_form(request)
    group, member = await _member(request, posted.get("as", ""))
    number = whole_number(posted.get("version", ""), range(1, len(group.agreement.versions) + 1))
    if number is not None:
        await groups_of(request).mark_seen(group.agreement.id, member.name, number)
    table = posted.get("table", "")
    return RedirectResponse(f"/table/{table}", 303) if table.isalnum() else _back(group.agreement.id)


HOUSE_ROUTES = [
    Route("/house", house_list),
    Route("/house/open", open_file, methods=["POST"]),
    Route("/house/new/{game}", new_form),
    Route("/house/new/{game}", found, methods=["POST"]),
    Route("/house/{id}", house),
    Route("/house/{id}/change", change_form),
    Route("/house/{id}/change", propose, methods=["POST"]),
    Route("/house/{id}/answer", answer, methods=["POST"]),
    Route("/house/{id}/members", members, methods=["POST"]),
    Route("/house/{id}/member/{key}", member_page),
    Route("/house/{id}/member/{key}", come, methods=["POST"]),
    Route("/house/{id}/qr/{member:int}.svg", member_qr),
    Route("/house/{id}/file", house_file),
    Route("/house/{id}/rules", house_rules),
    Route("/house/{id}/rules.pdf", house_print),
    Route("/house/{id}/table", house_table, methods=["POST"]),
    Route("/house/{id}/told", changes_seen, methods=["POST"]),
]
