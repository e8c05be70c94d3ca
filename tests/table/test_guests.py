"""A room outside the house on the web table, in a server of its own without the compiler: played, changed, and played on."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from parlour.ladder.laying_out import lay_out

SECONDS = 30


class Server:
    """A process that serves a room, and one visitor."""

    def __init__(self, folder: Path, db: Path) -> None:
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "parlour", "serve", "--room", str(folder), "--port", "0", "--no-open", "--db", str(db)]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.host = urllib.parse.urlsplit(self.says("The table is set at").split()[5]).netloc
        self.cookie = ""

    def says(self, wanted: str) -> str:
        """The next line of the terminal that holds this."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if wanted in line:
                return line
        raise AssertionError(f"the server never said {wanted!r}")

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[http.client.HTTPResponse, str]:
        line = http.client.HTTPConnection(self.host, timeout=SECONDS)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        line.request(method, path, urllib.parse.urlencode(form or {}), headers)
        answer = line.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        line.close()
        return answer, text

    def sit(self, table: str) -> ClientConnection:
        return connect(f"ws://{self.host}{table}/ws", additional_headers={"Cookie": self.cookie}, open_timeout=SECONDS)


def hear(line: ClientConnection, kind: str) -> dict:
    """The next message of a kind."""
    while True:
        message = json.loads(line.recv(timeout=SECONDS))
        if message["type"] == kind:
            return message


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(lay_out(str(tmp_path / "sift_smoke")), tmp_path / "tables.db")
    yield made
    made.process.terminate()
    made.process.wait(SECONDS)
    assert made.process.stdout is not None
    made.process.stdout.close()


def test_a_guest_is_played_and_opened_anew_when_its_files_change(server: Server, tmp_path: Path) -> None:
    """The lobby has it; after a change the page is sent back to its table, which goes on where it was or says why not."""
    folder = tmp_path / "sift_smoke"
    assert "Sift Smoke" in server.ask("GET", "/")[1]
    assert server.ask("GET", "/rules/sift_smoke")[0].status == 200
    answer, _ = server.ask("POST", "/new/sift_smoke", {"seats": "2", "seat.0": "you", "seat.1": "friend"})
    table = str(answer.getheader("location"))
    with server.sit(table) as line:
        assert hear(line, "hello")["game"]["look"]["prompts"]["play"] == "Play a card"
        change(folder / "table.toml", "Play a card", "Your card, please")
        server.says("opened again")
        assert hear(line, "go")["url"] == table
        with pytest.raises(ConnectionClosed):
            hear(line, "view")
    with server.sit(table) as line:
        assert hear(line, "hello")["game"]["look"]["prompts"]["play"] == "Your card, please"
        change(folder / "rules.py", "t.score[winner] += 1", "t.score[winner] += = 1")
        assert "rules.py:" in server.says("invalid syntax")
        server.says("stays as it was")
        line.send(json.dumps({"do": "nonsense"}))
        hear(line, "error")  # the table is still there
    assert server.ask("GET", "/new/sift_smoke")[0].status == 200


def test_what_was_played_may_be_impossible_now(server: Server, tmp_path: Path) -> None:
    """The table says from which row on it cannot be."""
    answer, _ = server.ask("POST", "/new/sift_smoke", {"seats": "2", "seat.0": "you", "seat.1": "bot:chance"})
    table = str(answer.getheader("location"))
    with server.sit(table) as line:
        hear(line, "menu")  # somebody has played, or is asked: the deal at least is on disk
        change(tmp_path / "sift_smoke" / "rules.py", "    stock = Cards(seen=NOBODY)\n", "    stack = Cards(seen=NOBODY)\n")
        change(tmp_path / "sift_smoke" / "rules.py", "t.stock = deal_hands", "t.stack = deal_hands")
        change(tmp_path / "sift_smoke" / "table.toml", "[zones.stock]", "[zones.stack]")
        hear(line, "go")
    with server.sit(table) as line:
        assert "cannot go on under the rules of Sift Smoke as they are now" in hear(line, "error")["text"]


@pytest.mark.parametrize("case", ["none", "broken", "taken"])
def test_what_cannot_be_served_is_one_line(case: str, tmp_path: Path) -> None:
    """No such folder, rules that are not Python, a name of the house."""
    folder = tmp_path / "mine"
    if case != "none":
        lay_out(str(folder))
    if case == "broken":
        change(folder / "rules.py", "PACK = PACK_52", "PACK = PACK_53")
    if case == "taken":
        folder = Path(shutil.move(folder, tmp_path / "bura"))
    command = [sys.executable, "-m", "parlour", "serve", "--room", str(folder), "--port", "0", "--no-open"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert {"none": "mine", "broken": "rules.py:", "taken": "bura already"}[case] in done.stderr


def change(path: Path, old: str, new: str) -> None:
    """Edit a file as an editor does: all at once."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    part = path.with_suffix(".part")
    part.write_text(text.replace(old, new), encoding="utf-8")
    part.replace(path)
