"""The web table: the server that holds the truth, and the pages that show a masked view of it."""

from __future__ import annotations

from .app import DEFAULT_PORT, create_app, serve

__all__ = ["DEFAULT_PORT", "create_app", "serve"]
