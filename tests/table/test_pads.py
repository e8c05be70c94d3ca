"""The score pad's line: entries come in, each counts once, what cannot be is refused, and what a phone keeps belongs together."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.house.pad import Pad, Scorer, entries, fold
from parlour.house.pad.events import Latest, event_of
from parlour.house.pad.statistics import Tally
from parlour.table import create_app
from parlour.table.delivery import files
from parlour.table.pads import rows
from parlour.table.pads.open_pads import OpenPad, PadCache
from parlour.table.pads.view import Shown
from parlour.table.store import NotKept

NAMES = {f"name.{i}": name for i, name in enumerate(("Anna", "Ben", "Cleo", "Dan"))}
_clock = count(1)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path_factory.mktemp("pads") / "tables.db")) as running:
        yield running


def begin(client: TestClient, game: str = "spades", **more: str) -> dict[str, str]:
    """A new pad kept by Anna and Ben: the addresses of its links by name."""
    form = NAMES | {"keeper.0": "Anna", "keeper.1": "Ben", "dealer": "3"} | more
    made = client.post(f"/score/new/{game}", data=form, follow_redirects=False)
    assert made.status_code == 303, made.text
    anna, invitation, reader = (link["url"] for link in sync(client, made.headers["location"])["pad"]["links"])
    assert anna == made.headers["location"], "the keeper who begins a pad has the first keeper's link"
    return {"anna": anna, "ben": join(client, invitation), "reader": reader}


def join(client: TestClient, invitation: str) -> str:
    """The address of the pad for a phone that comes by an invitation."""
    came = client.post(invitation, follow_redirects=False)
    assert came.status_code == 303, came.text
    return str(came.headers["location"])


def sync(client: TestClient, link: str, *events: dict[str, Any], status: int = 200) -> Any:
    answer = client.post(f"{link}/sync", json={"events": list(events)})
    assert answer.status_code == status, answer.text
    return answer.json() if status == 200 else answer.text


def tell(by: str, hand: int, bids: list[int], tricks: list[int], **more: Any) -> dict[str, Any]:
    n = next(_clock)
    cells = {f"bid.{p}": bid for p, bid in enumerate(bids)} | {f"tricks.{p}": one for p, one in enumerate(tricks)}
    return {
        "id": f"{by}-{n}",
        "by": by,
        "at": f"2026-11-22T{20 + n // 3600}:{n // 60 % 60:02}:{n % 60:02}.000Z",
        "kind": "tell",
        "hand": hand,
        "cells": cells,
    } | more


def test_an_entry_counts_once_however_often_it_is_sent(client: TestClient) -> None:
    links = begin(client)
    first = tell("Anna", 1, [3, 3, 3, 3], [7, 6])
    answer = sync(client, links["anna"], first)
    assert (answer["kept"], answer["refused"]) == ([first["id"]], {})
    again = sync(client, links["anna"], first, tell("Anna", 2, [4, 3, 3, 2], [8, 5]))
    assert [hand["number"] for hand in again["sheet"]["hands"]] == [1, 2]
    assert again["sheet"]["totals"] == again["sheet"]["hands"][1]["totals"] == [132, 110]
    assert [column["name"] for column in again["pad"]["columns"]] == ["Anna & Cleo", "Ben & Dan"]
    assert "bag" in [counter["picture"] for counter in again["sheet"]["counters"]], "bags are drawn"
    assert sync(client, links["ben"])["sheet"]["totals"] == [132, 110], "both see the same"


def test_each_keeper_reads_the_pad_in_their_language(client: TestClient) -> None:
    """It does not matter in which language a hand was entered or read before."""
    links = begin(client)
    sync(client, links["anna"], tell("Anna", 1, [4, 3, 3, 2], [7, 6]))
    texts = []
    for code in ("en", "de", "fr", "en"):
        client.cookies.set("parlour-language", code)
        answer = sync(client, links["ben"])
        (hand,) = answer["sheet"]["hands"]
        link, figure = answer["pad"]["links"][-1]["name"], answer["sheet"]["statistics"][0]["title"]
        words = [line["text"].partition(":")[0].strip() for line in hand["words"]]
        texts.append([hand["form"]["fields"][0]["text"], link, figure, answer["sheet"]["reach"][1], *words])
    client.cookies.delete("parlour-language")
    assert texts[0] == texts[3]
    for first, second, third in zip(*texts[:3], strict=True):
        assert len({first, second, third}) == 3, "it is the same in two languages"


def test_what_cannot_be_is_refused_and_nothing_else(client: TestClient) -> None:
    links = begin(client)
    wrong, right = tell("Anna", 1, [3, 3, 3, 3], [8, 6]), tell("Anna", 2, [3, 3, 3, 3], [7, 6])
    answer = sync(client, links["anna"], wrong, right)
    assert answer["refused"] == {wrong["id"]: "Tricks: 14 entered, 13 in a hand"}
    assert answer["kept"] == [right["id"]]
    assert [hand["state"] for hand in answer["sheet"]["hands"]] == ["open", "waiting"], (
        "what comes after it waits and is not lost"
    )
    answer = sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    assert [hand["state"] for hand in answer["sheet"]["hands"]] == ["scored", "scored"]


def test_each_keeper_reads_the_pad_in_a_language_of_their_own(client: TestClient) -> None:
    """Also what was worked out for the other before, and all of it again once another language is chosen."""
    links = begin(client)
    wrong, right = tell("Anna", 2, [3, 3, 3, 3], [8, 6]), tell("Anna", 1, [3, 3, 3, 3], [7, 6])
    english = sync(client, links["anna"], right)
    client.cookies["parlour-language"] = "de"
    german = sync(client, links["anna"], wrong)
    assert german["refused"] == {wrong["id"]: "Stiche: 14 eingetragen, 13 in einem Spiel"}
    news = client.post(f"{links['anna']}/sync", json={"since": english["since"]}).json()["sheet"]
    assert news["whole"]
    assert news["hands"][0]["words"][0]["text"].startswith("Gebot: Anna 3")
    assert news["statistics"][0]["title"] == "Spiele"
    assert german["pad"]["log"][0]["text"] == "Anna hat den Block begonnen"
    client.cookies["parlour-language"] = "en"
    again = sync(client, links["anna"])
    assert again["pad"]["log"][0]["text"] == "Anna began the pad"
    assert again["sheet"]["hands"][0]["words"][0]["text"].startswith("Bid: Anna 3")


def test_hands_may_come_in_any_order(client: TestClient) -> None:
    links = begin(client)
    hands = [tell("Anna", n, [3, 3, 3, 3], [7, 6]) for n in (1, 2, 3)]
    sync(client, links["anna"], hands[2])
    sync(client, links["anna"], hands[1], hands[0])
    shown = sync(client, links["ben"])["sheet"]
    assert [(hand["number"], hand["state"]) for hand in shown["hands"]] == [(n, "scored") for n in (1, 2, 3)]


def test_two_accounts_are_shown_side_by_side_until_they_are_one(client: TestClient) -> None:
    links = begin(client)
    sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    answer = sync(client, links["ben"], tell("Ben", 1, [3, 3, 3, 3], [6, 7]))
    (hand,) = answer["sheet"]["hands"]
    assert hand["state"] == "differs"
    assert [[claim["keeper"] for claim in one["claims"]] for one in hand["differences"]] == [["Anna", "Ben"], ["Anna", "Ben"]]
    assert hand["own"]["tricks.0"] == 6, "each sees their own"
    for difference in hand["differences"]:
        mine = next(claim for claim in difference["claims"] if claim["keeper"] == "Anna")
        over = [claim["id"] for claim in difference["claims"]]
        event = tell("Ben", 1, [], []) | {"cells": {difference["key"]: mine["value"]}, "over": over}
        answer = sync(client, links["ben"], event)
    assert [hand["state"] for hand in answer["sheet"]["hands"]] == ["scored"]
    assert answer["sheet"]["totals"] == [61, 60]


def test_a_hand_is_taken_back_and_put_back(client: TestClient) -> None:
    links = begin(client)
    told = sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    undo = tell("Anna", 1, [], []) | {"kind": "undo", "of": told["sheet"]["hands"][0]["events"][0]}
    assert sync(client, links["anna"], undo)["sheet"]["hands"] == []
    (back,) = sync(client, links["anna"])["sheet"]["undone"]
    again = tell("Anna", 1, [], []) | {"kind": "undo", "of": back["id"]}
    assert sync(client, links["anna"], again)["sheet"]["totals"] == [61, 60]


def test_a_patience_that_came_out_is_one_line(client: TestClient) -> None:
    link = client.post("/score/new/klondike", data={"keeper.0": "Anna"}, follow_redirects=False).headers["location"]
    (hand,) = sync(client, link, tell("Anna", 1, [], []) | {"cells": {"won": True}})["sheet"]["hands"]
    assert [line["text"] for line in hand["account"]] == ["Points: Player 1 +52"]


def test_a_match_is_left_off_and_goes_on(client: TestClient) -> None:
    links = begin(client)
    sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    ended = sync(client, links["anna"], tell("Anna", 0, [], []) | {"kind": "end"})["sheet"]
    assert (ended["forms"][0]["match"], ended["forms"][0]["hand"]) == (2, 1)
    (end,) = ended["undone"]
    back = sync(client, links["anna"], tell("Anna", 0, [], []) | {"kind": "undo", "of": end["id"]})["sheet"]
    assert (back["forms"][0]["match"], back["forms"][0]["hand"]) == (1, 2)


def test_what_is_too_much_for_one_request_is_sent_again(client: TestClient) -> None:
    links = begin(client)
    notes = [tell("Anna", 1, [], []) | {"id": f"note-{n}", "kind": "note", "text": "x"} for n in range(1030)]
    first = sync(client, links["anna"], *notes)
    assert len(first["kept"]) == 1000
    assert len(sync(client, links["anna"], *notes[1000:])["kept"]) == 30


def test_everybody_writes_in_their_own_name_and_onlookers_not(client: TestClient) -> None:
    links = begin(client)
    event = tell("Ben", 1, [3, 3, 3, 3], [7, 6])
    assert "Anna's link" in sync(client, links["anna"], event)["refused"][event["id"]]
    assert "for looking on" in sync(client, links["reader"], event, status=403)
    seen = sync(client, links["reader"])
    assert seen["pad"]["you"] == ""
    assert [link["url"] for link in seen["pad"]["links"]] == [links["reader"]], "who looks on gives no other link away"
    assert client.post(f"{links['anna']}/home", json={"open": True}).status_code == 403, "only from the computer on which it runs"
    assert client.get("/score/pad/nothing").status_code == 404
    assert client.post("/score/pad/nothing/sync", json={}).status_code == 404


@pytest.mark.parametrize("body", [b"", b"[", b'{"events": [{}]}', b'{"events": [7]}'])
def test_what_is_no_entry_is_answered_with_a_reason(client: TestClient, body: bytes) -> None:
    answer = client.post(f"{begin(client)['anna']}/sync", content=body)
    assert answer.status_code == 400
    assert "cannot be read" in answer.text


def test_entries_of_strange_content_are_refused_one_by_one(client: TestClient) -> None:
    links = begin(client)
    strange = [
        tell("Anna", 0, [3, 3, 3, 3], [7, 6]),
        tell("Anna", 1, [3, 3, 3, 3], [7, 6]) | {"match": 5000},
        tell("Anna", 1, [], []) | {"cells": {"bid.0": "many"}},
        tell("Anna", 1, [], []) | {"cells": {"trumps": 1}},
        tell("Anna", 1, [], []) | {"id": ""},
        tell("Anna", 1, [], []) | {"id": "a", "kind": "eat"},
        tell("Anna", 1, [], []) | {"id": "b", "at": "zzzz"},
        tell("Anna", 1, [], []) | {"kind": "players", "players": ["Eve"]},
    ]
    answer = sync(client, links["anna"], *strange, tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    assert len(answer["refused"]) == len(strange)
    assert all(answer["refused"].values())
    assert answer["sheet"]["totals"] == [61, 60]


def test_pads_are_there_after_a_restart(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "tables.db")) as before:
        link = begin(before)["anna"]
        sync(before, link, tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    with TestClient(create_app(tmp_path / "tables.db")) as later:
        assert sync(later, link)["sheet"]["totals"] == [61, 60]


def test_the_line_says_when_there_is_something_new(client: TestClient) -> None:
    links = begin(client)
    with client.websocket_connect(f"{links['ben']}/live") as line:
        sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
        assert line.receive_json() == {"type": "changed"}


def test_a_pad_is_given_out_for_spreadsheets_paper_and_the_terminal(client: TestClient) -> None:
    links = begin(client, **{"option.target": "300"})
    sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    rows = list(csv.reader(io.StringIO(client.get(f"{links['reader']}/export.csv").text)))
    assert rows[0][:5] == ["match", "hand", "dealer", "state", "Anna points"]
    assert rows[1][:6] == ["1", "1", "Dan", "scored", "61", "60"]
    pad = Pad.read(client.get(f"{links['anna']}/export.pad").text)
    assert (pad.game.options["target"], fold(pad).totals) == (300, [61, 60, 61, 60])
    assert client.get(f"{links['anna']}/export.json").json()["matches"][0]["totals"] == [61, 60, 61, 60]
    assert client.get(f"{links['anna']}/export.pdf").content.startswith(b"%PDF")
    assert client.get(f"{links['anna']}/export.exe").status_code == 404
    strange = client.get(f"{begin(client, **{'name.3': '李'})['anna']}/export.pdf")
    assert strange.status_code == 400
    assert "has a letter that no font here can print (&#39;李&#39;)" in strange.text
    assert "svg" in client.get(f"{links['anna']}/qr.svg").headers["content-type"]


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("seats", "5", "Spades is for 4 players"),
        ("dealer", "9", "who deals first"),
        ("keeper.1", "anna", "two names"),
        ("name.1", "Anna", "same name"),
        ("option.target", "many", "points"),
    ],
)
def test_a_pad_that_cannot_be_is_refused_on_its_form(client: TestClient, field: str, value: str, why: str) -> None:
    refused = client.post("/score/new/spades", data=NAMES | {"keeper.0": "Anna", field: value})
    assert refused.status_code == 400
    assert why in refused.text
    assert "Cleo" in refused.text, "what was typed is still there"


def test_the_form_is_filled_in_by_an_address(client: TestClient) -> None:
    text = client.get("/score/new/spades?target=300&name.0=Zoe&dealer=2&keeper.0=Yann").text
    assert 'value="Zoe"' in text
    assert 'value="Yann"' in text
    assert 'value="300"' in text
    assert 'name="dealer" value="2" checked' in text


def test_every_game_has_a_form(client: TestClient) -> None:
    games = re.findall(r'href="/score/new/(\w+)"', client.get("/score").text)
    assert len(games) >= 32
    assert client.get(f"/score/new/{games[0]}").status_code == 200
    assert client.get("/score/new/nothing").status_code == 404


def test_the_shell_is_one_version_and_whole(client: TestClient) -> None:
    worker = client.get("/score/worker.js")
    assert worker.headers["service-worker-allowed"] == "/score"
    assert worker.headers["cache-control"] == "no-cache", "or a browser would not notice a new one"
    kept = json.loads(worker.text.splitlines()[0].removeprefix("self.parlour = ").removesuffix(";"))
    assert kept["version"] == files().version
    for path in kept["files"]:
        assert client.get(path).status_code == 200, path
    shell = client.get("/score/shell").text
    named = set(re.findall(r'(?:href|src)="(/static/[^"#]+)["#]', shell))
    assert named == set(kept["files"]) - {"/score/shell"}, "all that the page loads is there without a line"
    assert f'data-version="{files().version}"' in shell


def test_no_clock_decides_what_counts(client: TestClient) -> None:
    """A correction counts no matter what the clock of its phone says, on a new phone too; and no text is taken for a time."""
    links = begin(client)
    first = tell("Anna", 1, [3, 3, 3, 3], [7, 6]) | {"at": "2099-01-01T00:00:00.000Z"}
    sync(client, links["anna"], first)
    later = tell("Anna", 1, [], []) | {"cells": {"tricks.0": 6, "tricks.1": 7}, "at": "1999-01-01T00:00:00.000Z"}
    answer = sync(client, links["anna"], later)
    assert (answer["kept"], answer["sheet"]["totals"]) == ([later["id"]], [60, 61])
    (hand,) = answer["sheet"]["hands"]
    again = tell("Anna", 1, [], []) | {
        "cells": {"tricks.0": 8, "tricks.1": 5},
        "over": hand["events"],
        "at": "1998-01-01T00:00:00Z",
    }
    assert sync(client, links["anna"], again)["sheet"]["totals"] == [62, 0]
    wrong = tell("Anna", 1, [], []) | {"cells": {"tricks.0": 7, "tricks.1": 6}, "at": "9999-zz"}
    assert "is not a time" in sync(client, links["anna"], wrong)["refused"][wrong["id"]]
    kept = client.get(f"{links['anna']}/export.pad").text
    assert "2099" not in kept
    assert "1999" not in kept


def test_a_phone_that_has_not_seen_a_correction_does_not_replace_it(client: TestClient) -> None:
    links = begin(client)
    first = tell("Anna", 1, [3, 3, 3, 3], [7, 6])
    sync(client, links["anna"], first)
    one = tell("Anna", 1, [], []) | {"cells": {"tricks.0": 8, "tricks.1": 5}, "over": [first["id"]]}
    other = tell("Anna", 1, [], []) | {"cells": {"tricks.0": 6, "tricks.1": 7}, "over": [first["id"]]}
    sync(client, links["anna"], one)
    (hand,) = sync(client, links["anna"], other)["sheet"]["hands"]
    assert hand["state"] == "differs", "neither is lost"
    assert {claim["value"] for claim in hand["differences"][0]["claims"]} == {6, 8}


def evening(first: int, last: int) -> list[dict[str, Any]]:
    """Entries of the hands of an evening, nine to a match, from the first to before the last."""
    return [tell("Anna", n % 9 + 1, [3, 3, 3, 3], [7, 6], match=n // 9 + 1) for n in range(first, last)]


class Work:
    """Counts what is done: hands dealt, shown, settled and written; entries read from the disk, placed and given out."""

    COUNTED = (
        *((Scorer, name) for name in ("begin", "deal", "form", "settle")),
        *((Tally, name) for name in ("plus", "of_hand")),
        *((Shown, name) for name in ("hand_data", "sheet_data")),
        *((Latest, "placed"), (entries, "standing"), (entries, "counting"), (rows, "with_time")),
    )

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Counter[str] = Counter()
        for owner, name in self.COUNTED:
            monkeypatch.setattr(owner, name, self.counted(name, getattr(owner, name), isinstance(owner, type)))

    def counted(self, name: str, act: Any, is_method: bool) -> Any:
        def counting(*arguments: Any) -> Any:
            self.done[name] += 1
            return act(*arguments)

        return counting if is_method and not hasattr(act, "__self__") else staticmethod(counting)

    def of(self, act: Callable[[], Any]) -> Counter[str]:
        before = self.done.copy()
        act()
        return self.done - before


def test_the_work_of_a_sync_does_not_grow_with_the_pad(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    work, link = Work(monkeypatch), begin(client)["anna"]
    since = ""

    def send(*events: dict[str, Any]) -> list[str]:
        nonlocal since
        answer = client.post(f"{link}/sync", json={"events": events, "since": since}).json()
        since = answer["since"]
        return [hand["state"] for hand in answer["sheet"]["hands"]]

    costs = []
    for known, size in ((0, 9), (14, 27), (32, 81)):
        send(*evening(known, size))
        singly = work.of(lambda size=size: [send(entry) for entry in evening(size, size + 5)])
        corrected = tell("Anna", 3, [3, 3, 3, 3], [6, 7], match=size // 9 + 1)
        costs.append((singly, work.of(lambda event=corrected: send(event)), work.of(send)))
    assert costs[0] == costs[1] == costs[2], "an entry costs the same, however much the pad holds"
    singly, correction, looking = costs[0]
    assert (singly["settle"], singly["hand_data"]) == (5, 5)
    assert (correction["settle"], correction["hand_data"]) == (3, 3), "from the hand that is corrected on"
    assert looking == {"sheet_data": 1}, "only looking works nothing out"
    assert send(*evening(86, 90)) == ["scored"] * 4


def test_a_fault_of_a_room_refuses_its_entry_and_nothing_else(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.games.spades import pad as room

    settle = room.settle

    def faulty(t: Any, hand: Any) -> None:
        if hand["bid"][0] == 13:
            raise IndexError("index 18 is out of bounds")
        settle(t, hand)

    monkeypatch.setattr(room, "settle", faulty)
    links = begin(client)
    bad, good = tell("Anna", 1, [13, 0, 0, 0], [7, 6]), tell("Anna", 2, [3, 3, 3, 3], [7, 6])
    answer = sync(client, links["anna"], bad, good)
    assert answer["kept"] == [good["id"]]
    assert "cannot score this hand" in answer["refused"][bad["id"]]
    assert sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))["sheet"]["totals"] == [122, 120]


def test_no_name_is_a_formula(client: TestClient) -> None:
    links = begin(client, **{"name.0": "=1+1", "name.1": "@SUM(A1)", "keeper.0": "Anna"})
    sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    rows = list(csv.reader(io.StringIO(client.get(f"{links['reader']}/export.csv").text)))
    assert {"'=1+1 points", "'@SUM(A1) points"} <= set(rows[0])
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=@+") or (cell[:1] == "-" and not cell[1:].isdigit())]


def merged(old: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return what a phone knows after an answer: hands that have not changed are not told again."""
    sheet = answer["sheet"]
    told_now = {(hand["match"], hand["number"]): hand for hand in sheet["hands"]}
    kept = {} if sheet["whole"] else {(hand["match"], hand["number"]): hand for hand in old["sheet"]["hands"]}
    for at in sheet["gone"]:
        kept.pop(tuple(at), None)
    hands = kept | told_now
    return answer | {"sheet": sheet | {"hands": [hands[at] for at in sorted(hands)], "whole": True, "gone": []}}


@pytest.mark.parametrize("n", range(3))
def test_what_is_new_makes_the_whole(client: TestClient, n: int) -> None:
    """Three phones that ask at different times know the same as one that has just come."""
    chance = random.Random(f"news {n}")
    links = begin(client)
    known: dict[str, dict[str, Any]] = {}
    for step in range(25):
        who = chance.choice(["anna", "anna", "ben", "reader"])
        events = []
        if who != "reader" and chance.random() < 0.8:
            by, match, tricks = who.title(), chance.choice([1, 1, 1, 2]), chance.randint(6, 8)
            mine = [event for hand in known.get(who, {"sheet": {"hands": []}})["sheet"]["hands"] for event in hand["events"]]
            kind = chance.choice(["tell", "tell", "tell", "tell", "undo", "end", "players"])
            if kind == "undo" and mine:
                events = [tell(by, 1, [], []) | {"kind": "undo", "of": chance.choice(mine)}]
            elif kind == "end":
                events = [tell(by, 0, [], [], match=match) | {"kind": "end"}]
            elif kind == "players":
                events = [tell(by, 1, [], []) | {"kind": "players", "players": chance.sample(["Anna", "Ben", "Cleo", "Dan"], 4)}]
            elif kind == "tell":
                events = [tell(by, chance.randint(1, 4), [3, 3, 3, 3], [tricks, 13 - tricks], match=match)]
        since = known[who]["since"] if who in known else ""
        answer = client.post(f"{links[who]}/sync", json={"events": events, "since": since}).json()
        known[who] = merged(known.get(who, {}), answer)
        whole = sync(client, links[who])
        assert known[who]["sheet"] == whole["sheet"], step
        assert (known[who]["since"], known[who]["pad"]) == (whole["since"], whole["pad"])
        assert not answer["sheet"]["whole"] or not since or events, "who knows something is told what is new"


def test_what_a_phone_knows_of_another_server_is_told_again(client: TestClient) -> None:
    links = begin(client)
    sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    for since in ("x.1", "", ".", "1", f"{sync(client, links['anna'])['since']}9" * 500, "é.٣"):
        answer = client.post(f"{links['anna']}/sync", json={"since": since}).json()
        assert (answer["sheet"]["whole"], len(answer["sheet"]["hands"])) == (True, 1)


def test_a_pad_that_was_put_away_or_changed_elsewhere_is_whole(client: TestClient) -> None:
    links, hub = begin(client), client.app.state.pads  # type: ignore[attr-defined]
    sync(client, links["anna"], tell("Anna", 1, [3, 3, 3, 3], [7, 6]))
    pad_id = next(reversed(hub.cache._pads))
    hub.cache.drop(pad_id)
    assert sync(client, links["anna"], tell("Anna", 2, [3, 3, 3, 3], [7, 6]))["sheet"]["totals"] == [122, 120]
    elsewhere = event_of(tell("Anna", 3, [3, 3, 3, 3], [7, 6]))
    client.portal.call(hub.rows.keep, pad_id, [elsewhere])  # type: ignore[union-attr]
    assert sync(client, links["ben"])["sheet"]["totals"] == [183, 180]


def test_what_cannot_be_kept_is_not_shown(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    links = begin(client)
    first, second = (tell("Anna", n, [3, 3, 3, 3], [7, 6]) for n in (1, 2))
    sync(client, links["anna"], first)

    async def full(*told: Any) -> None:
        raise NotKept("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(rows.Pads, "keep", full)
        assert "disk is full" in sync(client, links["anna"], second, status=503)
    assert sync(client, links["anna"])["sheet"]["totals"] == [61, 60]
    assert sync(client, links["anna"], second)["sheet"]["totals"] == [122, 120]


def test_the_cache_of_pads_has_bounds() -> None:
    cache, head = PadCache(most=350), Pad.of(parlour.game("spades"), ["Anna", "Ben", "Cleo", "Dan"]).head
    pads = [OpenPad(rows.PadRow(f"pad {n}", head, ["Anna"]), []) for n in range(4)]
    for pad in pads[:3]:
        cache.put(pad)
    assert cache.get("pad 0") is pads[0]
    cache.put(pads[3])
    assert [cache.get(pad.row.id) for pad in pads] == [pads[0], None, pads[2], pads[3]], "what was not asked for the longest went"


# who keeps the score


def shown(client: TestClient, link: str) -> str:
    """All that a holder of a pad's link can ask for, as text. PDFs and drawings are left out; a socket says one word."""
    told = [client.post(f"{link}/sync", json={}).text, *(client.get(page).text for page in (link, "/score", "/healthz"))]
    return "\n".join([*told, *(client.get(f"{link}/export.{kind}").text for kind in ("csv", "json", "pad"))])


def secrets_of(client: TestClient) -> dict[tuple[str, int], set[str]]:
    """Of every pad of the server and every keeper the keys that are good for anything."""
    store = client.app.state.store  # type: ignore[attr-defined]
    query = "SELECT pad_id, keeper, holder, key, renewed FROM pad_keepers"
    rows = store._thread.submit(lambda: store._connection.execute(query).fetchall()).result()
    return {(pad, keeper): {key for key in keys if key} for pad, keeper, *keys in rows}


def invitation(client: TestClient, link: str) -> str:
    """The invitation for the other keeper, as a keeper is shown it; "" for none."""
    return next((one["url"] for one in sync(client, link)["pad"]["links"] if "/join/" in one["url"]), "")


def log(client: TestClient, link: str) -> list[str]:
    return [entry["text"] for entry in sync(client, link)["pad"]["log"]]


def test_no_keeper_is_told_anothers_link(client: TestClient) -> None:
    links = begin(client)
    sync(client, links["ben"], tell("Ben", 1, [3, 3, 3, 3], [7, 6]))
    others = begin(client)
    client.post(f"{links['anna']}/links", json={"do": "renew"})
    found = secrets_of(client)
    mine = next(pad for (pad, _), keys in found.items() if links["anna"].rpartition("/")[2] in keys)
    everything = set[str]().union(*found.values())
    assert len(everything) >= 10
    reading = found[mine, -1]
    for name, keeper in (("anna", 0), ("ben", 1), ("reader", -1)):
        own = found[mine, keeper] | reading | {invitation(client, links[name]).rpartition("/")[2]}
        text = shown(client, links[name])
        assert not [key for key in everything - own if key in text], name
    assert found[mine, 1] & {invitation(client, links["anna"]).rpartition("/")[2]}, "the keeper who made a link has it"
    assert not invitation(client, others["anna"]), "once Ben has come nobody else has a link for him"


def test_an_invitation_works_once_also_for_those_who_kept_a_copy(client: TestClient) -> None:
    form = NAMES | {"keeper.0": "Anna", "keeper.1": "Ben"}
    anna = client.post("/score/new/spades", data=form, follow_redirects=False).headers["location"]
    copy = invitation(client, anna)
    assert "Keep the score, Ben?" in client.get(copy).text
    ben = join(client, copy)
    assert ben not in (anna, copy)
    assert not invitation(client, anna)
    for answer in (client.get(copy), client.post(copy), client.get(f"{copy}/qr.svg")):
        assert answer.status_code == 404
    assert "no longer good" in client.get(copy).text
    assert client.post(f"/score/pad/{copy.rpartition('/')[2]}/sync", json={}).status_code == 404
    assert log(client, ben) == log(client, anna) == ["Anna began the pad", "Ben came by the link from Anna"]


@pytest.mark.parametrize("answer", ["allow", "cancel", "absent"])
def test_a_new_link_is_seen_by_all_and_the_present_phone_is_asked(client: TestClient, answer: str) -> None:
    links = begin(client)
    sync(client, links["ben"], tell("Ben", 1, [3, 3, 3, 3], [7, 6]))
    assert client.post(f"{links['reader']}/links", json={"do": "renew"}).status_code == 403
    assert client.post(f"{links['ben']}/links", json={"do": "allow"}).status_code == 400
    with client.websocket_connect(f"{links['ben']}/live") as line:
        for _ in range(3):  # again and again is one entry, and the last link counts
            stale = invitation(client, links["anna"])
            assert client.post(f"{links['anna']}/links", json={"do": "renew"}).status_code == 204
        assert line.receive_json() == {"type": "changed"}
        new = invitation(client, links["anna"])
        assert new not in ("", stale)
        assert client.get(stale).status_code == 404
        for name in links:
            assert log(client, links[name])[-2:] == ["Ben came by the link from Anna", "Anna made a new link for Ben"]
        me = next(one for one in sync(client, links["ben"])["pad"]["people"] if one["you"])
        assert (me["here"], me["invited"], me["allowed"]) == (True, True, False)
        early = client.post(new)
        assert early.status_code == 400
        assert "Ben has the pad open on another phone" in early.text
        if answer != "absent":
            assert client.post(f"{links['ben']}/links", json={"do": answer}).status_code == 204
        if answer == "allow":
            phone = join(client, new)
            client.post(f"{links['anna']}/links", json={"do": "renew"})
            new, phone = phone, join(client, invitation(client, links["anna"]))  # the earlier phone has no say any more
    if answer == "cancel":
        assert client.post(new, follow_redirects=False).status_code == 404
        assert log(client, links["anna"])[-1] == "Ben cancelled the new link from Anna"
        assert sync(client, links["ben"])["pad"]["you"] == "Ben"
        return
    if answer == "absent":
        phone = join(client, new)
    sync(client, links["ben"], status=404)
    after = sync(client, phone, tell("Ben", 2, [3, 3, 3, 3], [7, 6]))
    assert [hand["by"] for hand in after["sheet"]["hands"]] == [["Ben"], ["Ben"]], "what was told before stays"
    assert after["pad"]["log"][-1]["text"] == "Ben keeps the score on another phone now, by a new link from Anna"
    assert client.post(new, follow_redirects=False).status_code in (404, 405)


def test_links_of_a_pad_from_before_still_lead_to_it(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with TestClient(create_app(path)) as before:
        links = begin(before)
        sync(before, links["ben"], tell("Ben", 1, [3, 3, 3, 3], [7, 6]))
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("CREATE TABLE pad_links (key TEXT PRIMARY KEY, pad_id TEXT NOT NULL, keeper INTEGER NOT NULL) STRICT")
        old.execute("INSERT INTO pad_links SELECT holder, pad_id, keeper FROM pad_keepers")
        old.executescript("DROP TABLE pad_keepers; DROP TABLE pad_log")
    with TestClient(create_app(path)) as after:
        for link in links.values():
            assert sync(after, link)["sheet"]["totals"] == [61, 60]
        assert invitation(after, links["anna"]) == "", "a phone that keeps the score goes on"
        after.post(f"{links['anna']}/links", json={"do": "renew"})
        assert sync(after, join(after, invitation(after, links["anna"])))["pad"]["you"] == "Ben"
