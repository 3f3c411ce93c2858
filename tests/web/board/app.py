"""A desk of one seat with nothing but its board and its sheet: `python -m tests.web.board.app FOLDER SEAT [RULES]`."""

import importlib
import socket
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pbem.referee import opening
from pbem.referee.game import Game, Rulesets
from pbem.referee.letters import wording
from pbem.web import asset_files
from pbem.web.asset_files import assets
from pbem.web.board.changing import Changed, chosen, moved
from pbem.web.board.drawn import board_picture
from pbem.web.board.pages import FORM, board_facts, board_figure, board_orders
from pbem.web.server.headers import SafeHeaders

AT = "/board"
PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><link rel="icon" href="data:,"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/{desk}"><link rel="stylesheet" href="/assets/{board}">
<script src="/assets/{htmx}" defer></script><script src="/assets/{script}" defer></script></head>
<body><header class="top"><h1>{title}</h1></header>
<main class="two"><div>{figure}</div>
<div id="desk">
{orders}
<section><h2><label for="text">The sheet</label></h2>
<form id="{form}" method="post" action="/" hx-boost="true" hx-target="#desk" hx-select="#desk"
hx-swap="outerMorph show:none">
<textarea id="text" class="sheet" name="text" rows="12">{text}</textarea>
<p class="buttons"><button>Check</button></p></form></section>
</div></main></body></html>
"""


class Served:
    def __init__(self, game: Game, seat: str) -> None:
        self.game, self.seat = game, seat
        stages = game.stages(seat)
        self.form = wording.form(game, stages, game.view(seat))

    def page(self, text: str, subject: str = "", about: str = "", changed: Changed | None = None) -> Response:
        files = {name: assets()[f].published for name, f in FILES.items()}
        orders = board_orders(self.game, self.seat, text, AT, chosen=subject, about=about, changed=changed)
        figure = board_figure(self.game, self.seat, AT)
        escaped = text.replace("&", "&amp;").replace("<", "&lt;")
        title = f"Orders of {self.game.titles[self.seat]}"
        return HTMLResponse(
            PAGE.format(title=title, form=FORM, figure=figure, orders=orders, text=escaped, **files),
            headers={"Cache-Control": "no-store"},
        )

    async def show(self, request: Request) -> Response:
        fields = await request.form() if request.method == "POST" else {}
        text = str(fields.get("text", self.form)).replace("\r\n", "\n")
        subject, about = str(fields.get("select") or fields.get("subject", "")), str(fields.get("about", ""))
        changed = None
        if choice := fields.get("choice"):
            changed = chosen(self.game, self.seat, text, str(choice))
        elif line := fields.get("move"):
            changed = moved(self.game, self.seat, text, str(line))
        return self.page(changed.text if changed else text, subject, about, changed)

    async def picture(self, request: Request) -> Response:
        found = board_picture(self.game, self.seat, request.path_params["name"])
        return Response(found.svg, media_type="image/svg+xml") if found else Response(status_code=404)

    async def facts(self, request: Request) -> Response:
        return HTMLResponse(board_facts(self.game, self.seat, request.query_params["thing"]))


FILES = {"desk": "desk.css", "board": "board.css", "htmx": "htmx.min.js", "script": "board.js"}


async def asset(request: Request) -> Response:
    found = asset_files.published()[request.path_params["name"]]
    return Response(found.content, media_type=found.type)


def app(game: Game, seat: str) -> Starlette:
    served = Served(game, seat)
    return Starlette(
        routes=[
            Route("/", served.show, methods=["GET", "POST"]),
            *(Route(f"{AT}/{name}", served.show, methods=["POST"]) for name in ("subject", "choose", "move")),
            Route(f"{AT}/facts", served.facts),
            Route(f"{AT}/{{name}}.svg", served.picture),
            Route("/assets/{name}", asset),
        ],
        middleware=[Middleware(SafeHeaders)],
    )


def main(folder: str, seat: str, rules: str = "") -> None:
    """Serve until it is ended; *rules* is where rulesets of the tests are, `MODULE:NAME`."""
    module, _, name = rules.partition(":")
    rulesets: Rulesets | None = {}
    if module:
        ruleset = getattr(importlib.import_module(module), name)
        rulesets = {ruleset.name: ruleset}
    game = opening.look(Path(folder), rulesets)
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(app(game, seat), log_level="warning")).run(sockets=[listening])


if __name__ == "__main__":
    main(*sys.argv[1:])
