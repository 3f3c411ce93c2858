"""The routes of a seat's page."""

from collections.abc import Sequence
from http import HTTPStatus

import msgspec

from pbem.errors import extra
from pbem.referee.game import Game
from pbem.web.seat import actions, apart
from pbem.web.seat.apart import PageAsked, PageMade
from pbem.web.seat.letters import picture
from pbem.web.seat.page import PageFields
from pbem.web.seat.standing import state_of
from pbem.web.server import entry, responses
from pbem.web.server.limits import form_of, in_lane
from pbem.web.server.serving import DeskServer, server_of

with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route


def routes() -> Sequence[BaseRoute]:
    """All routes of links and of seats' pages."""
    return (
        Route("/l/{secret}", entry.show, name="link", methods=["GET"]),
        Route("/l/{secret}", entry.follow, name="link", methods=["POST"]),
        Route("/s/{game}/{seat}", _show, name="seat", methods=["GET"]),
        Route("/s/{game}/{seat}/state", _state, name="seat-state", methods=["GET"]),
        Route("/s/{game}/{seat}/picture/{name}.png", _picture, name="seat-picture", methods=["GET"]),
        Route("/s/{game}/{seat}/leave", entry.leave, name="seat-leave", methods=["POST"]),
        Route("/s/{game}/{seat}/{action}", _act, name="seat-action", methods=["POST"]),
        Route("/s/{game}/{seat}/{action}", _show, name="seat", methods=["GET"]),
    )


async def _show(request: Request) -> Response:
    async with server_of(request).queues.place_of(entry.shown_key(request)):
        return await in_lane("page", _page, request)


def _page(request: Request) -> Response:
    server = server_of(request)
    with entry.visiting(server, request) as visit:
        asked = PageAsked(game=visit.game.name, seat=visit.seat, token=visit.token, proof=visit.proof)
    return responses.page(_made(server, asked).html)


async def _act(request: Request) -> Response:
    await in_lane("act", entry.check_visitor, request)  # nothing is read of what a stranger sends
    fields = await form_of(request)
    waits = request.path_params["action"] in actions.SENDING
    try:
        async with server_of(request).queues.place_of(entry.shown_key(request)):
            return await in_lane("send" if waits else "act", _done, request, fields)
    except HTTPException as why:
        if why.status_code != HTTPStatus.TOO_MANY_REQUESTS:
            raise
        return responses.error(why.status_code, {**(why.headers or {})}, text=fields.get("text", ""))


def _done(request: Request, fields: PageFields) -> Response:
    server = server_of(request)
    with entry.visiting(server, request) as visit:
        entry.check_form(visit, request, fields.get("proof", ""))
        if not server.by_writing.takes(visit.root):
            raise HTTPException(429, headers={"Retry-After": "10"})
        asked = PageAsked(
            game=visit.game.name,
            seat=visit.seat,
            token=visit.token,
            proof=visit.proof,
            action=request.path_params["action"],
            fields={**fields},
            part=request.headers.get("hx-request") == "true",
        )
    done = _made(server, asked)
    if done.to_send is not None:
        if not server.by_sending.takes(visit.root):
            raise HTTPException(429, headers={"Retry-After": "60"})
        folder = done.to_send.folder
        done = _made(server, msgspec.structs.replace(asked, to_send=done.to_send))
        server.came(folder)
    response = responses.page(done.html)
    if done.token != visit.token:
        entry.give_cookie(response, visit.game, visit.seat, done.token)
    return response


def _made(server: DeskServer, asked: PageAsked) -> PageMade:
    """What becomes of what is *asked*; a sheet that costs too much is shown without being read."""
    made = server.apart(apart.made, asked, f"{asked.game} {asked.seat}", by="senders" if asked.to_send else "readers")
    if made is None and asked.to_send is not None:  # it is kept, and the next turn of the game reads it
        asked = msgspec.structs.replace(asked, to_send=None, action="check")
    if made is None or made.costly:
        made = server.apart(apart.made, msgspec.structs.replace(asked, unread=True), f"{asked.game} {asked.seat}")
    if made is None:
        raise HTTPException(503, headers={"Retry-After": "10"})
    if not made.found:
        raise entry.nothing_there()
    return made


async def _picture(request: Request) -> Response:
    async with server_of(request).queues.place_of(entry.shown_key(request)):
        return await in_lane("board", _picture_of, request)


def _picture_of(request: Request) -> Response:
    server = server_of(request)
    with entry.visiting(server, request) as visit:
        game, seat = visit.game.name, visit.seat
    found = server.of_game(_drawn, (seat, request.path_params["name"]), game, seat)
    if found is None:
        raise entry.nothing_there()
    return responses.public(request, found, "image/png", "private, no-cache")


def _drawn(game: Game, about: tuple[str, str]) -> bytes | None:
    found = picture(game, *about)
    return found.png if found else None


async def _state(request: Request) -> Response:
    return await in_lane("act", _state_of, request)


def _state_of(request: Request) -> Response:
    server = server_of(request)
    with entry.visiting(server, request) as visit:
        desk = apart.desk_of(visit, server.clock(), "", "", "")
        return responses.public(request, state_of(desk), "text/plain; charset=utf-8", "private, no-cache")
