"""Browsers for tests: one cookie jar each, over one running application."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

Message = dict[str, Any]


class Browser:
    """A person with cookies of their own."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.jar: dict[str, str] = {}

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self.jar.items())} if self.jar else {}

    def _done(self, response: Any) -> Any:
        self.jar.update(response.cookies.items())
        self.client.cookies.clear()
        return response

    def get(self, url: str, **given: Any) -> Any:
        return self._done(self.client.get(url, headers=self.headers | given.pop("headers", {}), follow_redirects=False, **given))

    def post(self, url: str, data: dict[str, str], **given: Any) -> Any:
        headers = self.headers | given.pop("headers", {})
        return self._done(self.client.post(url, data=data, headers=headers, follow_redirects=False, **given))

    def make(self, game: str, *seats: str, **form: str) -> str:
        """A new table with these seats; its address."""
        fields = {"seats": str(len(seats))} | {f"seat.{i}": who for i, who in enumerate(seats)} | form
        answer = self.post(f"/new/{game}", fields)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    @contextmanager
    def at(self, table: str, page: str = "", **headers: str) -> Iterator[Socket]:
        with self.client.websocket_connect(f"{table}/ws?page={page}", headers=self.headers | headers) as session:
            yield Socket(session)


class Socket:
    """A table's WebSocket; what was read stays in `read`."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.read: list[Message] = []
        self.n = -1

    def say(self, **message: Any) -> None:
        self.session.send_json(message)

    def next(self) -> Message:
        message = self.session.receive_json()
        self.read.append(message)
        if message["type"] == "view":
            self.n = message["n"]
        return message

    def until(self, *kinds: str, where: Callable[[Message], bool] = lambda message: True) -> Message:
        """Read on to a message of one of these kinds. An error not waited for fails the test."""
        for _ in range(2000):
            message = self.next()
            if message["type"] in kinds and where(message):
                return message
            assert message["type"] != "error", message
        raise AssertionError(f"no {kinds} came")

    def choose(self, *choices: str, n: int | None = None) -> None:
        self.say(do="choose", n=self.n if n is None else n, choices=list(choices))

    def refused(self) -> str:
        """The text of the error that must come next."""
        return str(self.until("error")["text"])


def first_choice(menu: Message) -> str:
    """A choice of a menu."""
    entry = menu["choices"][0]
    return entry["name"] if entry["kind"] != "run" else f"{entry['names'][0]}{entry['low']}{entry['names'][1]}"
