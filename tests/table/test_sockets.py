"""Messages on their way to a browser: together, in order, compressed if it is worth it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame

from parlour.table.protocol import LINE, MOST_UNSENT, SHORT, PatientProtocol, QuietSocket
from parlour.table.sockets import BrowserConnection

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
WHOLE = ["short", "long " * SHORT, "é" * 3, "last"]
MUCH = ["x" * (MOST_UNSENT // 4)] * 9


async def talk(scope: Any, receive: Any, send: Any) -> None:
    """Send several messages without waiting, wait, send many, and close."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    for texts in (WHOLE, MUCH):
        for text in texts:
            await send({"type": "websocket.send", "text": text})
        if texts is WHOLE:
            await receive()
    await send({"type": "websocket.close", "code": 1000})


@asynccontextmanager
async def served(app: Any, **options: Any) -> AsyncIterator[str]:
    """The address of a server of this application, while the block runs."""
    config = uvicorn.Config(app, ws=QuietSocket, http=PatientProtocol, lifespan="off", log_level="warning", port=0, **options)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield f"ws://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    server.should_exit = True
    await serving


def test_messages_of_one_change_are_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[int] = []
    compressed: list[int] = []
    flush, encode = QuietSocket._flush, PerMessageDeflate.encode

    def counted(self: QuietSocket) -> None:
        writes.append(len(self.conn.writes))
        flush(self)

    def noted(self: PerMessageDeflate, frame: Frame) -> Frame:
        if frame.data and not frame.rsv1:
            compressed.append(len(frame.data))
        return encode(self, frame)

    async def use() -> None:
        async with served(talk) as url, connect(url, compression="deflate", max_size=None) as line:
            monkeypatch.setattr(PerMessageDeflate, "encode", noted)
            assert [await line.recv() for _ in WHOLE] == WHOLE
            assert [one for one in writes if one] == [len(WHOLE)]
            monkeypatch.setattr(PerMessageDeflate, "encode", encode)
            await line.send("go on")
            assert [await line.recv() for _ in MUCH] == MUCH
        assert [one for one in writes if one] == [len(WHOLE), 5], "what is a lot does not wait for the end"

    monkeypatch.setattr(QuietSocket, "_flush", counted)
    monkeypatch.setattr(PerMessageDeflate, "encode", noted)
    asyncio.run(use())
    assert set(compressed) == {len(WHOLE[1])}


def test_a_browser_that_reads_slowly_gets_everything_in_order() -> None:
    """Messages go past the application while the browser keeps up, and are queued while it does not."""
    texts = [f"{number:03}" * (1 + number * 3700 % 40_009) for number in range(400)]
    at_once: list[bool] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        socket = WebSocket(scope, receive, send)
        connection = BrowserConnection(socket, 0)
        await socket.accept()
        writer = asyncio.create_task(connection.write())
        for number, text in enumerate(texts):
            if number % 7 == 0:
                await asyncio.sleep(0)
            connection.send(text.encode())
            at_once.append(connection._queue.empty())
        connection.close("enough")
        await writer

    async def use() -> None:
        async with served(app) as url, connect(url, compression=None, max_queue=1) as line:
            await asyncio.sleep(0.3)
            assert [await line.recv() for _ in texts] == texts
            with pytest.raises(ConnectionClosed, match="enough"):
                await line.recv()

    asyncio.run(use())
    assert {True, False} == set(at_once), "both ways were taken"


@pytest.mark.parametrize("gives_up", ["server", "application"])
def test_a_browser_that_reads_nothing_is_let_go(gives_up: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if messages are waiting for it that it will never read."""
    monkeypatch.setattr(QuietSocket, "close_timeout", property(lambda self: 0.2, lambda self, value: None), raising=False)
    ended: list[dict[str, Any]] = []
    lines: list[QuietSocket] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        socket = WebSocket(scope, receive, send)
        lines.append(scope["extensions"][LINE]["line"])
        connection = BrowserConnection(socket, 0)
        await socket.accept()
        writer = asyncio.create_task(connection.write())
        while lines[0].writable.is_set():
            connection.send(b"x" * 40_000)
            await asyncio.sleep(0)
        if gives_up == "server":
            ended.append(await receive())
        writer.cancel()

    async def use() -> None:
        ping = {"ws_ping_interval": 0.2, "ws_ping_timeout": 0.2} if gives_up == "server" else {"ws_ping_interval": None}
        async with served(app, **ping) as url:
            _, _, port = url.strip("/").rpartition(":")
            _reader, writer = await asyncio.open_connection("127.0.0.1", int(port), limit=1)
            writer.write(HANDSHAKE)
            while not lines or not lines[0].disconnected:
                await asyncio.sleep(0.02)
            writer.transport.abort()

    asyncio.run(asyncio.wait_for(use(), 30))
    assert [message["type"] for message in ended] == ["websocket.disconnect"] * (gives_up == "server")


def test_only_a_browser_that_is_silent_is_asked_whether_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ping = WebSocketsSansIOProtocol.send_keepalive_ping

    def noted(self: WebSocketsSansIOProtocol) -> None:
        asked.append(self.scope["path"])
        ping(self)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass

    async def use() -> None:
        async with (
            served(app, ws_ping_interval=0.5, ws_ping_timeout=30.0) as url,
            connect(f"{url}a") as talks,
            connect(f"{url}b"),
        ):
            while asked.count("/b") < 2:
                await talks.send("here")
                await asyncio.sleep(0.02)
            assert "/a" not in asked
            while "/a" not in asked:  # once it says nothing
                await asyncio.sleep(0.05)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", noted)
    asyncio.run(use())
