"""The page of rankings without a script: what it finds, and that it answers any question."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from parlour.house.rank import RANKINGS, question


def test_hands_in_order(client: TestClient) -> None:
    text = client.get("/rank?by=brag&hand=AhKhQh&hand=Ac2c3c&hand=&a23=second").text
    places = re.findall(r'<li value="(\d)">.*?<strong>(.*?)</strong>', text, re.DOTALL)
    assert places == [("1", "a running flush, A-K-Q"), ("2", "a running flush, A-2-3")]
    assert "A-2-3 ranks below A-K-Q here." in text
    assert 'value="A♥ K♥ Q♥"' in text, "hands stand in the form as they were read"
    text = client.get("/rank?by=brag&hand=AhKhQh&hand=Ac2c3c&pot=25").text
    assert "Hand 2 takes <strong>25</strong>" in text


@pytest.mark.parametrize(
    ("code", "typed", "king", "ranks"),
    [
        ("de", "A♥ K♥ D♥", "K♥", "A-K-D"),
        ("fr", "1♥R♥D♥", "R♥", "1-R-D"),
        ("nl", "a♥ h♥ v♥", "H♥", "A-H-V"),
        ("de", "AhKhQh", "K♥", "A-K-D"),
    ],
)
def test_cards_have_the_letters_of_the_reader(client: TestClient, code: str, typed: str, king: str, ranks: str) -> None:
    """On buttons, in fields, names and reasons; and they are read with them, as with English ones."""
    page = client.get("/rank", params={"by": "brag", "hand": [typed, "Ac2c3c"]}, headers={"Accept-Language": code}).text
    assert f'data-card="{king}"' in page
    assert f'value="{ranks.replace("-", "♥ ")}♥"' in page
    assert ranks in re.sub("<[^>]*>", "", page)
    assert "A-K-Q" not in page


@pytest.mark.parametrize(("written", "read"), [("de", "fr"), ("fr", "nl"), ("nl", "fr"), ("de", "en")])
def test_a_link_is_read_with_any_letters(client: TestClient, written: str, read: str) -> None:
    """V is a jack in French and a queen in Dutch: the link says whose letters it has."""
    first = client.get("/rank?by=brag&hand=QsJhTd", headers={"Accept-Language": written}).text
    shown = re.findall(r'name="(letters|hand)" value="([^"]+)"', first)
    assert [name for name, _ in shown] == ["letters", "hand"]
    assert "Q" not in shown[1][1]
    again = client.get("/rank", params={"by": "brag", **dict(shown)}, headers={"Accept-Language": read})
    assert again.status_code == 200
    direct = client.get("/rank?by=brag&hand=QsJhTd", headers={"Accept-Language": read})
    assert again.text == direct.text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("by=whist", "there is no ranking"),
        ("by=brag&hand=zz", "hand 1: &#39;zz&#39; is not a card"),
        ("by=brag&hand=AhKhQh&hand=AhKdQd", "A♥ is in hand 1 and in hand 2"),
        ("by=brag&hand=AhKhQh&pot=-3", "a pot is a whole number of chips"),
        ("by=brag&hand=AhKhQh&a23=<b>", "a23 is one of"),
        ("by=brag" + "&hand=Ah" * 40, "there is room for 6 hands"),
        ("by=brag&hand=" + "A" * 3000, "too long"),
    ],
)
def test_what_cannot_be_is_said(client: TestClient, query: str, said: str) -> None:
    answer = client.get(f"/rank?{query}")
    assert answer.status_code == 400
    assert said in answer.text
    assert "<b>" not in answer.text


def test_the_quiz(client: TestClient) -> None:
    for seed in range(6):
        right = question(RANKINGS["badugi"], seed).answer
        page = client.get(f"/rank/quiz?by=badugi&seed={seed}").text
        address = next(one for one in re.findall(r'href="(/rank/quiz\?[^"]*)"', page) if f"answer={right}" in one)
        told = client.get(address.replace("&amp;", "&")).text
        assert "<strong>Right.</strong>" in told
        assert "1 of 1 right" in told
        wrong = "tie" if right != "tie" else "first"
        assert "<strong>No:" in client.get(f"/rank/quiz?by=badugi&seed={seed}&answer={wrong}&right=3&asked=4").text
    assert client.get("/rank/quiz?by=whist").status_code == 400
    assert client.get("/rank/quiz?seed=-1&right=x&asked=1e9&answer=%00").status_code == 200


def test_a_board_and_different_deals(client: TestClient) -> None:
    """As `parlour rank --board` and `--deals`."""
    asked = {"by": "poker", "hand": ["AhKh", "9s9d"], "board": "9h8h2c2h3d"}
    page = client.get("/rank", params=asked)
    assert page.status_code == 200
    assert page.text.index("hand 2</small>") < page.text.index("hand 1</small>"), "a full house beats the flush"
    assert 'value="9h8h2c2h3d"' in page.text
    assert "A♥ is in hand 1 and on the board" in client.get("/rank", params=asked | {"board": "Ah8h2c2h3d"}).text
    same = {"by": "poker", "hand": ["AhKhQhJhTh", "AhKhQhJhTh"]}
    assert client.get("/rank", params=same).status_code == 400
    assert client.get("/rank", params=same | {"deals": "1"}).status_code == 200
    refused = client.get("/rank", params=same | {"deals": "1", "pot": "10"})
    assert refused.status_code == 400
    assert "hands of different deals share neither a board nor a pot" in refused.text
