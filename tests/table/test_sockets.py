"""Messages on their way to a browser: together, in order, compressed if it is worth it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame

from parlour.table.protocol import MOST_UNSENT, SHORT, PatientProtocol, QuietSocket

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
        config = uvicorn.Config(talk, ws=QuietSocket, http=PatientProtocol, lifespan="off", log_level="warning", port=0)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}/", compression="deflate", max_size=None) as line:
            monkeypatch.setattr(PerMessageDeflate, "encode", noted)
            assert [await line.recv() for _ in WHOLE] == WHOLE
            assert [one for one in writes if one] == [len(WHOLE)]
            monkeypatch.setattr(PerMessageDeflate, "encode", encode)
            await line.send("go on")
            assert [await line.recv() for _ in MUCH] == MUCH
        assert [one for one in writes if one] == [len(WHOLE), 5], "what is a lot does not wait for the end"
        server.should_exit = True
        await serving

    monkeypatch.setattr(QuietSocket, "_flush", counted)
    monkeypatch.setattr(PerMessageDeflate, "encode", noted)
    asyncio.run(use())
    assert set(compressed) == {len(WHOLE[1])}
