"""Browser and server, message by message."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import parlour
from parlour.table import wire
from parlour.table.sockets import Pace
from table.browsers import Browser, Socket, first_choice

CARDS = {f"{rank}{suit}" for rank in ("J", "Q", "K", "10", "A") for suit in "♣♦♥♠"}


def invited(ann: Browser, bob: Browser, table: str, seat: str = "1", name: str = "Bob") -> None:
    """Bob follows the link that Ann's table shows her."""
    with ann.at(table) as socket:
        hello = socket.until("hello")
        assert hello["game"]["kinds"][int(seat)] == "open"
        link = hello["invite"][seat]
    assert "A seat for you" in bob.get(link).text
    with ann.at(table) as socket:
        assert socket.until("hello")["invite"][seat] == link, "looking at the link takes no seat"
    assert bob.post(link, {"name": name}).headers["location"] == table


def test_a_match_from_the_form_to_its_record(ann: Browser) -> None:
    table = ann.make("schnapsen", "you", "bot:chance", **{"option.target_vp": "3", "name": "Ann"})
    with ann.at(table) as socket:
        hello = socket.until("hello")
        assert hello["you"] == 0
        assert hello["game"]["names"] == ["You", "Bot"]
        assert hello["game"]["kinds"] == ["human", "chance"]
        assert {"name": "target_vp", "value": 3, "default": 7}.items() <= hello["game"]["house"][0].items()
        assert ann.get(f"{table}/record").status_code == 409  # it holds every hand
        while (message := socket.until("menu", "over"))["type"] == "menu":
            assert message["n"] == socket.n
            socket.choose(first_choice(message))
        record = ann.get(message["record_url"]).text
        match = parlour.replay(record)
        assert match.over
        assert match.score == message["score"]
        seals = [(s["hand"], s["sha256"]) for m in socket.read if m["type"] == "seals" for s in m["seals"]]
        assert seals == [(c["hand"], c["sha256"]) for c in tomllib.loads(record)["deals"]]
        numbers = [m["n"] for m in socket.read if m["type"] == "view"]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        socket.say(do="again")
        url = socket.until("go")["url"]
    assert url != table
    with ann.at(url) as socket:
        assert socket.until("hello")["you"] == 0
        assert socket.until("menu", "view", where=lambda m: m["n"] > 0)


def test_what_is_refused_changes_nothing(ann: Browser) -> None:
    with ann.at(ann.make("schnapsen", "you", "bot:chance")) as socket:
        menu = socket.until("menu")
        hand = {entry["name"] for entry in menu["choices"] if entry["kind"] == "card"}
        socket.choose(min(CARDS - hand))
        assert socket.refused() == f"{min(CARDS - hand)}: you do not hold that card"
        socket.choose(first_choice(menu), n=menu["n"] - 1)
        assert socket.refused() == "the table has moved on since"
        socket.choose("the red one")
        assert "neither a card nor a call" in socket.refused()
        socket.choose(*sorted(hand)[:2])
        assert "complete before it" in socket.refused()
        socket.say(do="undo")
        assert "only in games for one" in socket.refused()
        socket.say(do="again")
        assert socket.refused() == "the match is not over"
        socket.say(do="ask", n=socket.n, prefix=[])
        assert socket.until("menu") == menu


def test_why(ann: Browser) -> None:
    with ann.at(ann.make("schnapsen", "you", "bot:chance")) as socket:
        menu = socket.until("menu")
        while [m for m in socket.read if m["type"] == "view"][-1]["view"]["phase"] != "lead":
            socket.choose(first_choice(menu))
            menu = socket.until("menu")
        socket.say(do="why", n=socket.n, choice="declare")
        why = socket.until("why")
        assert why["paragraph"] == "R8"
        assert '<b class="number">8</b>' in why["text"]
        socket.say(do="why", n=socket.n, choice=first_choice(menu))
        assert socket.until("why") == {**why, "choice": first_choice(menu), "paragraph": "", "text": "Nothing forbids it."}
        socket.say(do="why", n=socket.n, choice="<b>")
        assert "neither a card" in socket.refused()


def test_why_cards_cannot_move_together(ann: Browser) -> None:
    """No call of Klondike moves two cards to a foundation: what is wrong with the last of them is said, or that they are two."""
    with ann.at(ann.make("klondike", "you")) as socket:
        socket.until("menu")
        said = set()
        for column in range(7):
            answers = []
            for cards in (1, 2):
                socket.say(do="why", n=socket.n, hand={"from": f"up.{column}", "cards": cards, "to": "foundations.0"})
                answers.append(socket.until("why", "refused"))
            one, two = answers
            if two["type"] == "refused":
                assert one["paragraph"] == ""
                assert "together" in two["text"]
            else:
                assert two == one
            said.add(two.get("paragraph"))
        assert "R4" in said
        socket.say(do="why", n=socket.n, hand={"from": "foundations.0", "cards": 2, "to": "up.9"})
        assert "no such action" in socket.refused()


def test_undo_and_redo_in_a_patience(ann: Browser) -> None:
    with ann.at(ann.make("klondike", "you")) as socket:
        assert socket.until("hello")["solitaire"]
        menu = socket.until("menu")
        before = [m for m in socket.read if m["type"] == "view"][-1]["view"]
        socket.say(do="undo")
        assert "nothing to take back" in socket.refused()
        socket.choose("draw" if any(e["name"] == "draw" for e in menu["choices"]) else first_choice(menu))
        socket.until("menu")
        after = [m for m in socket.read if m["type"] == "view"][-1]["view"]
        assert after != before
        socket.say(do="undo")
        assert socket.until("view")["view"] == before
        assert socket.until("menu")["choices"] == menu["choices"]
        socket.say(do="redo")
        socket.until("menu")
        assert [m for m in socket.read if m["type"] == "view"][-1]["view"] == after


def test_a_friend_sits_down_and_each_sees_their_own_hand(ann: Browser, bob: Browser) -> None:
    table = ann.make("schnapsen", "you", "friend")
    invited(ann, bob, table)
    with ann.at(table) as hers, bob.at(table) as his:
        assert his.until("hello")["you"] == 1
        hello = hers.until("hello", where=lambda m: m["game"]["kinds"] == ["human", "human"])
        assert hello.get("invite") is None
        assert hello["game"]["names"] == ["You", "Bob"]
        for me, socket in ((0, hers), (1, his)):
            places = socket.until("view", where=lambda m: m["n"] > 0)["view"]["places"]
            assert len(places[f"hand.{me}"]["cards"]) == 5
            assert places[f"hand.{1 - me}"] == {"cards": [], "unknown": 5}
            assert set(places["stock"]["cards"]) == {-1}
        turn = [m for m in his.read if m["type"] == "view"][-1]["view"]["turn"]
        mover, other = (hers, his) if turn == 0 else (his, hers)
        other.choose("A♠")
        assert other.refused() == "it is not your turn"
        card = first_choice(mover.until("menu"))
        mover.choose(card)
        assert other.until("view")["step"]["choice"] == card
        assert mover.until("view")["step"]["seat"] == turn
    again = Browser(bob.client)
    assert again.get(f"{table}/sit/anything").headers["location"] == table
    assert "no longer good" in again.post(f"{table}/sit/anything", {"name": "Eve"}).text
    assert "Every seat is taken" in again.get(table).text


def test_the_form_seats_somebody_at_the_same_device(ann: Browser) -> None:
    names = {"name": "Ann", "name.1": "Cleo"}
    table = ann.make("crazy_eights", "you", "here", "bot:chance", **names, away="120", clock="usual", talk="phrases")
    with ann.at(table) as socket:
        hello = socket.until("hello", where=lambda m: bool(m.get("shared")))
        assert (hello["people"], hello["shared"], hello["talk"]["free"]) == (["Ann", "Cleo", "Bot"], [0, 1], False)
        assert socket.until("clocks")["left"][0] == 600_000
    for wrong in ({"seat.0": "bot:chance", "seat.1": "here"}, {"away": "41"}, {"clock": "fast"}, {"talk": "loud"}):
        answer = ann.post("/new/crazy_eights", {"seats": "2", "seat.0": "you", "seat.1": "friend"} | wrong)
        assert answer.status_code == 400, wrong
    answer = ann.post("/new/toepen", {"seats": "3", "seat.0": "you", "seat.1": "here", "seat.2": "bot:chance"})
    assert "device of their own" in answer.text


def test_a_seat_comes_back_by_its_link_on_another_device(ann: Browser, bob: Browser) -> None:
    table = ann.make("schnapsen", "you", "friend")
    invited(ann, bob, table)
    with ann.at(table) as hers, bob.at(table) as his:
        link = his.until("hello")["link"]
        assert hers.until("hello")["link"] != link
        hand = his.until("view", where=lambda m: m["n"] > 0)["view"]["places"]["hand.1"]
        phone = Browser(bob.client)
        assert "Welcome back, Bob" in phone.get(link).text
        assert bob.get(link).headers["location"] == table, "who sits there goes on"
        assert phone.post(link, {}).headers["location"] == table
        assert "being asked" in phone.get(table).text
        assert his.until("moving")["seat"] == 1
        his.say(do="move", yes=True)
        assert "another device" in his.refused()
        with phone.at(table) as again:
            assert again.until("hello")["you"] == 1
            assert again.until("view")["view"]["places"]["hand.1"] == hand
    with bob.at(table) as his:
        assert "no seat for you" in his.refused()


def test_all_see_who_has_answered_and_not_what(ann: Browser, bob: Browser) -> None:
    table = ann.make("crash", "you", "friend")
    invited(ann, bob, table)
    with ann.at(table) as hers, bob.at(table) as his:
        hers.until("menu")
        his.until("menu")
        hers.choose("set")
        assert hers.until("answered")["seats"] == his.until("answered")["seats"] == [0]
        assert not [m for m in his.read if m["type"] == "view" and m["step"] and m["step"]["seat"] == 0]
        with bob.at(table) as again:
            assert again.until("answered")["seats"] == [0]
        his.choose("set")
        assert hers.until("answered")["seats"] == his.until("answered")["seats"] == []


def test_nobody_without_a_seat_gets_in(ann: Browser, bob: Browser) -> None:
    closed = ann.make("schnapsen", "you", "bot:chance")
    with bob.at(closed) as socket:
        assert "no seat" in socket.refused()
        with pytest.raises(WebSocketDisconnect):
            socket.next()
    bob.jar["parlour"] = "not-your-token"
    with bob.at(closed) as socket:
        assert "no seat" in socket.refused()
    assert bob.get(f"{closed}/record").status_code == 403
    with pytest.raises(WebSocketDisconnect), ann.at(closed, origin="http://elsewhere.example"):
        pass
    assert ann.post("/new/schnapsen", {"seats": "2"}, headers={"origin": "http://elsewhere.example"}).status_code == 403


def test_looking_on_where_the_table_allows_it(ann: Browser, bob: Browser) -> None:
    table = ann.make("schnapsen", "you", "bot:chance", watch="true")
    assert f"{table}?watch=1" in bob.get(table).text
    with bob.at(table) as socket, ann.at(table) as hers:
        assert socket.until("hello")["you"] == -1
        hers.until("menu")
        places = socket.until("view", where=lambda m: m["n"] > 0)["view"]["places"]
        assert places["hand.0"]["cards"] == places["hand.1"]["cards"] == []
        socket.choose("A♠")
        assert socket.refused() == "you are only looking on"


def test_a_chain_is_asked_for_and_made_whole(ann: Browser) -> None:
    with ann.at(ann.make("i_doubt_it", "you", "bot:chance", "bot:chance")) as socket:
        while True:
            menu = socket.until("menu", "over", "error")
            if menu["type"] == "error":  # a bot had doubted before
                assert menu["text"] == "the table has moved on since"
                continue
            if menu["type"] == "over":
                pytest.fail("the match ended before a play of ours")
            if menu["prompt"] != "Is it true?":
                break
            assert "ms" not in menu  # alone with bots there is no hurry
            socket.choose("let")
        assert menu["unordered"]
        card = first_choice(menu)
        socket.choose(card)
        chain = socket.until("menu")
        assert (chain["n"], chain["prefix"], chain["complete"]) == (menu["n"], [card], False)
        socket.say(do="ask", n=socket.n, prefix=[card, "done"])
        whole = socket.until("menu")
        assert (whole["complete"], whole["choices"]) == (True, [])
        socket.choose(card, "done")
        steps = [socket.until("view")["step"], socket.until("view")["step"]]
        assert [step["choice"] for step in steps] == [card, "done"]
        assert steps[-1]["said"].startswith("One ")


def test_a_bot_keeps_its_cards_to_itself(ann: Browser) -> None:
    with ann.at(ann.make("i_doubt_it", "you", "bot:chance", "bot:chance")) as socket:
        seen = 0
        while seen < 12:
            message = socket.until("view", "menu", "over", "error")  # an error: a bot doubted before we had answered
            if message["type"] == "over":
                break
            if message["type"] == "menu":
                socket.choose("let") if message["prompt"] == "Is it true?" else socket.choose(first_choice(message), "done")
            if message["type"] != "view":
                continue
            step = message["step"]
            if step and step["seat"] in (1, 2) and step["choice"] not in ("let", "doubt"):
                assert step["choice"] is None
                assert step["words"] == ""
                seen += 1
        assert seen


JUNK = st.one_of(
    st.text(max_size=300),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["do", "n", "choices", "prefix", "x"]), inner)
        ),
    ).map(json.dumps),
    st.fixed_dictionaries(
        {
            "do": st.sampled_from(["choose", "ask", "why", "undo", "redo", "again", "hello", ""]),
            "n": st.integers(-5, 5) | st.text(max_size=3) | st.none(),
        },
        optional={
            "choices": st.lists(st.text(max_size=5), max_size=3),
            "prefix": st.lists(st.text(max_size=5)),
            "choice": st.text(),
        },
    ).map(json.dumps),
)


@pytest.fixture(scope="module")
def junkyard(client: TestClient) -> Iterator[Socket]:
    browser = Browser(client)
    with browser.at(browser.make("schnapsen", "you", "bot:chance")) as socket:
        socket.until("menu")
        yield socket


@given(st.lists(JUNK | st.binary(max_size=100), min_size=1, max_size=3))
def test_garbage_is_answered_and_does_no_harm(junkyard: Socket, junk: list[str | bytes]) -> None:
    for message in junk:
        if isinstance(message, bytes):
            junkyard.session.send_bytes(message)
        else:
            junkyard.session.send_text(message.encode("utf-8", "replace").decode())
    for _ in junk:
        assert junkyard.next()["type"] in ("error", "menu", "why")
    assert junkyard.n > 0


@pytest.mark.parametrize("text", ["[" * 100_000, '{"do":"undo","x":' + "[" * 5000, "x" * 9000, '"\\ud800"', "", "\x00"])
def test_the_worst_of_garbage_is_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{1,300}$"):
        wire.read(text)


def test_unknown_fields_are_ignored() -> None:
    assert wire.read('{"do":"choose","n":3,"choices":["A♠"],"later":{"a":1}}') == wire.Choose(3, ["A♠"])


def test_only_a_steady_flood_ends_a_connection() -> None:
    burst = Pace()
    assert not any(burst.too_fast(0.0) for _ in range(5000))
    assert not any(burst.too_fast(second + i / 60) for second in (2, 3, 5, 6, 8, 9) for i in range(60))
    flood = Pace()
    ended = [i for i in range(1000) if flood.too_fast(i / 100)]
    assert 400 < ended[0] < 500
    steady = Pace()
    assert not any(steady.too_fast(i / 50) for i in range(2000))


def test_pages(ann: Browser, tmp_path: Path) -> None:
    lobby = ann.get("/")
    assert "Schnapsen" in lobby.text
    assert "default-src 'self'" in lobby.headers["content-security-policy"]
    for url, status in (("/nope", 404), ("/new/nope", 404), ("/table/nope", 404), ("/rules/schnapsen?target_vp=99", 400)):
        answer = ann.get(url)
        assert answer.status_code == status, url
        assert "Choose a game" in answer.text
        assert "Traceback" not in answer.text
    assert ann.get("/healthz").json()["status"] == "ok"
    rules = ann.get("/rules/schnapsen?target_vp=9&fragment=1").text
    assert '<p id="R5"' in rules
    assert "<!doctype" not in rules
    deck = ann.get("/deck.svg")
    assert deck.text.startswith("<svg")
    assert ann.get("/deck.svg", headers={"if-none-match": deck.headers["etag"]}).status_code == 304
    other = ann.get("/deck.svg?deck=german&index=jumbo&language=de&back=vase")
    assert other.status_code == 200
    assert "Eichel-Ober" in other.text
    assert other.headers["etag"] != deck.headers["etag"]
    refused = ann.get("/deck.svg?deck=tarot")
    assert refused.status_code == 400
    assert "There is no deck" in refused.text
    for form in ({"seats": "9"}, {"seats": "2", "seat.0": "you", "seat.1": "you"}, {"seats": "2", "option.target_vp": "x"}):
        answer = ann.post("/new/schnapsen", form)
        assert answer.status_code == 400
        assert 'class="refusal"' in answer.text
    assert ann.post("/new/schnapsen", {"name": "x" * 70_000}).status_code == 413
    table = ann.make("schnapsen", "you", "friend", name="<script>")
    assert table in ann.get("/").text
    assert "<script>" not in Browser(ann.client).get(table).text
