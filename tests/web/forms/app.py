"""A page with nothing but a sheet and its forms, as a process of its own: `python -m tests.web.forms.app GAME SEAT`."""

import html
import itertools
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pbem.referee import opening
from pbem.sheet.parts import check_parts
from pbem.web.forms.page import sheet_forms
from pbem.web.rendering import assets, published
from pbem.web.server.limits import form_of
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.toy.game import RULESETS, Clock

RULES = {**RULESETS, "maria": MARIA, "tnw": TNW}
PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Forms</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/{css}"><link rel="stylesheet" href="/assets/{own}">
<script src="/assets/{htmx}" defer></script><script src="/assets/{js}" defer></script></head>
<body><main class="narrow"><h1>Sheet</h1><form id="desk" method="post" action="/form"
hx-boost="true" hx-target="this" hx-swap="outerMorph" hx-select="#desk">{inner}</form></main></body></html>"""
SHEET = """<section id="sheet"><textarea name="text" rows="12" aria-label="Sheet" class="sheet">
{text}</textarea></section>"""


def app(folder: Path, seat: str) -> Starlette:
    clock, made_so_far = Clock(), itertools.count()

    def forms() -> Any:
        game = opening.look(folder, RULES)
        return sheet_forms(game, seat, clock())

    def inner(text: str, sent: Mapping[str, str] = {}, refused: str = "") -> str:
        made = forms()
        checked = check_parts(text, tuple(made.parts.values()), made.view, made.words.lexicon)
        opened = (*sent.get("opened", "").split(","), *made.opened_by(sent))
        shown = made.html(text, "/form", faults=checked.every_fault, opened=opened)
        told = f'<p class="bad" role="alert">{made.words.phrase("forms", refused)}</p>' if refused else ""
        return f'<output id="made">{next(made_so_far)}</output>{told}{shown}{SHEET.format(text=html.escape(text))}'

    def page(text: str, sent: Mapping[str, str] = {}, refused: str = "") -> Response:
        names = {"css": "desk.css", "own": "forms.css", "js": "forms.js", "htmx": "htmx.min.js"}
        files = {key: assets()[name].published for key, name in names.items()}
        return HTMLResponse(PAGE.format(inner=inner(text, sent, refused), **files))

    async def front(request: Request) -> Response:
        return page(request.query_params.get("text", ""))

    async def form(request: Request) -> Response:
        fields = await form_of(request)
        change = forms().changed(fields["text"].replace("\r\n", "\n"), fields)
        return page(change.text, fields, change.refused)

    async def asset(request: Request) -> Response:
        found = published()[request.path_params["name"]]
        return Response(found.content, media_type=found.type)

    return Starlette(
        routes=[
            Route("/", front),
            Route("/form", form, methods=["POST"]),
            Route("/assets/{name}", asset),
        ]
    )


if __name__ == "__main__":
    uvicorn.run(app(Path(sys.argv[1]), sys.argv[2]), host="127.0.0.1", port=int(sys.argv[3]), log_level="warning")
