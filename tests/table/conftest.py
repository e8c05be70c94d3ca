"""A server to ask, and two browsers to ask it with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from parlour.table import create_app
from table.browsers import Browser


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One for all tests of a module."""
    app = create_app(tmp_path_factory.mktemp("tables") / "tables.db", tempo=0.0)
    with TestClient(app) as client:
        yield client


@pytest.fixture
def ann(client: TestClient) -> Browser:
    return Browser(client)


@pytest.fixture
def bob(client: TestClient) -> Browser:
    return Browser(client)
