"""A card that the processor plays."""

import pytest

from parlour.gpu import Card, ptx, tables

from .simulated import SimulatedDriver


@pytest.fixture
def simulated(monkeypatch):
    played = SimulatedDriver()
    monkeypatch.setattr(ptx, "to_ptx", played.code)
    tables._code.cache_clear()
    yield played
    tables._code.cache_clear()
    tables.kernel.cache_clear()


@pytest.fixture
def card(simulated):
    return Card(driver=simulated.functions)
