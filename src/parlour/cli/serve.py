"""parlour serve: the web table."""

from __future__ import annotations

import argparse

from parlour.languages import gettext as _

from .arguments import Commands, add_rooms, command, open_rooms, whole

HOST = "127.0.0.1"


def add(commands: Commands) -> None:
    made = command(commands, "serve", run, _("open the web table (also what parlour does without a command)"))
    made.add_argument("--host", default=HOST, help=_("address to listen at (default {host}: this machine only)", host=HOST))
    made.add_argument("--port", type=whole(0, 65535), metavar="N", help=_("port (0: any free one)"))
    made.add_argument("--db", metavar="FILE", help=_("where tables are kept (default: in the user's data folder)"))
    made.add_argument(
        "--house", metavar="FILE", help=_("a group's house rules: kept here, and opened first (parlour house FILE)")
    )
    add_rooms(made)
    name = _("a name others reach it by, such as cards.example.org")
    made.add_argument("--name", action="append", default=[], metavar="NAME", help=name)
    proxy = _("address or network of a reverse proxy in front of it (docs/hosting.md)")
    made.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help=proxy)
    budget = _(
        "what one visitor may ask for, such as tables=200/1s or connections=100; may be given several times (docs/hosting.md)"
    )
    made.add_argument("--budget", action="append", default=[], metavar="NAME=MOST/SECONDSs", help=budget)
    made.add_argument("--no-open", action="store_true", help=_("do not open a browser"))


def run(arguments: argparse.Namespace) -> int:
    from parlour.table import DEFAULT_PORT, serve

    open_rooms(arguments)
    house = None
    if arguments.house is not None:
        from parlour.house.agreement_toml import load_agreement

        house = load_agreement(arguments.house)
    port = DEFAULT_PORT if arguments.port is None else arguments.port
    given = {"host": arguments.host, "port": port, "db": arguments.db, "open_browser": not arguments.no_open, "house": house}
    serve(**given, names=arguments.name, proxies=arguments.proxy, budgets=arguments.budget)
    return 0
