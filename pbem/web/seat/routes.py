"""The routes of a seat's page."""

import re
from collections.abc import Sequence
from datetime import datetime

import msgspec

from pbem.extras import extra
from pbem.referee.letters import wording
from pbem.web.seat import actions, drafts, links
from pbem.web.seat.counting import state_of
from pbem.web.seat.desk import SeatDesk, blank, sheet_that_counts, stage_name
from pbem.web.seat.hooks import PageFields
from pbem.web.seat.letters import picture
from pbem.web.seat.page import DeskNotice, page, work
from pbem.web.seat.sending import SheetToSend
from pbem.web.server import entry, responses
from pbem.web.server.entry import SeatVisit
from pbem.web.server.lanes import in_lane
from pbem.web.server.limits import form_of
from pbem.web.server.serving import DeskServer, server_of

with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route

_NONCE = re.compile(r"[0-9a-f]{32}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_MOST = 200
"""Characters of a field that only names something."""


def routes() -> Sequence[BaseRoute]:
    """All routes of links and of seats' pages."""
    return (
        Route("/l/{secret}", links.show, name="link", methods=["GET"]),
        Route("/l/{secret}", links.follow, name="link", methods=["POST"]),
        Route("/s/{game}/{seat}", _show, name="seat", methods=["GET"]),
        Route("/s/{game}/{seat}/state", _state, name="seat-state", methods=["GET"]),
        Route("/s/{game}/{seat}/picture/{name}.png", _picture, name="seat-picture", methods=["GET"]),
        Route("/s/{game}/{seat}/leave", links.leave, name="seat-leave", methods=["POST"]),
        Route("/s/{game}/{seat}/{action}", _act, name="seat-action", methods=["POST"]),
        Route("/s/{game}/{seat}/{action}", _show, name="seat", methods=["GET"]),
    )


async def _show(request: Request) -> Response:
    async with server_of(request).queues.place_of(entry.shown_key(request)):
        return await in_lane("page", _page, request)


def _page(request: Request) -> Response:
    server = server_of(request)
    with entry.visiting(server, request) as visit:
        return responses.page(page(_with_newest(server, _opened(visit, server.clock()))))


async def _act(request: Request) -> Response:
    fields = await form_of(request)
    waits = request.path_params["action"] in actions.SENDING
    async with server_of(request).queues.place_of(entry.shown_key(request)):
        return await in_lane("send" if waits else "act", _done, request, fields)


def _done(request: Request, fields: PageFields) -> Response:
    server = server_of(request)
    with entry.visiting(server, request) as visit:
        entry.check_form(visit, request, fields.get("proof", ""))
        desk = _posted(visit, fields, server.clock())
        done = actions.do(desk, request.path_params["action"], fields)
        if done is None:
            raise entry.nothing_there()
        desk, notice = done
        if isinstance(notice, SheetToSend) and not server.by_sending.takes(visit.root):
            raise HTTPException(429)
    if isinstance(notice, SheetToSend):  # while no one waits for the page of another seat
        desk, notice = actions.sent(server, desk, notice)
    with entry.visiting(server, request) as visit:  # the game as it is after what was sent
        desk = _with_newest(server, _renewed(visit, desk))
        response = responses.page(_made(request, desk, notice))
        if desk.token != visit.token:
            entry.give_cookie(response, visit.game, visit.seat, desk.token)
        return response


def _made(request: Request, desk: SeatDesk, notice: DeskNotice | None) -> str:
    return work(desk, notice) if request.headers.get("hx-request") == "true" else page(desk, notice)


async def _picture(request: Request) -> Response:
    async with server_of(request).queues.place_of(entry.shown_key(request)):
        return await in_lane("board", _picture_of, request)


def _picture_of(request: Request) -> Response:
    with entry.visiting(server_of(request), request) as visit:
        found = picture(visit.game, visit.seat, request.path_params["name"])
        if found is None:
            raise entry.nothing_there()
        return responses.public(request, found.png, "image/png", "private, no-cache")


async def _state(request: Request) -> Response:
    return await in_lane("act", _state_of, request)


def _state_of(request: Request) -> Response:
    server = server_of(request)
    with entry.visiting(server, request) as visit:
        desk = _desk(visit, server.clock(), "", "", "")
        return responses.public(request, state_of(desk), "text/plain; charset=utf-8", "private, no-cache")


def _opened(visit: SeatVisit, at: datetime) -> SeatDesk:
    """The page as it is opened: with the draft of its stage, the sheet that counts, or else the form."""
    game, seat = visit.game, visit.seat
    stages = game.stages(seat)
    draft = drafts.kept(game, seat)
    stage = stage_name(stages)
    if draft is not None and draft.stage == stage:
        text = draft.text
    else:
        text = sheet_that_counts(game, seat, stages) or blank(game, seat, stages, at)
    return _desk(visit, at, text, stage, actions.new_nonce())


def _posted(visit: SeatVisit, fields: PageFields, at: datetime) -> SeatDesk:
    """The page as its form was sent."""
    text = _lines(fields.get("text", ""))
    nonce = fields.get("nonce", "")
    nonce = nonce if _NONCE.fullmatch(nonce) else actions.new_nonce()
    desk = _desk(visit, at, text, fields.get("stage", "")[:_MOST], nonce)
    seen, mine = fields.get("seen", ""), fields.get("mine", "")
    desk = msgspec.structs.replace(
        desk,
        subject=fields.get("subject", "")[:_MOST],
        opened=tuple(filter(None, fields.get("opened", "")[: 20 * _MOST].split(","))),
        seen=int(seen) if _NUMBER.fullmatch(seen) else -1,
        mine=mine if _NONCE.fullmatch(mine) else "",
        undo=_lines(fields.get("undo", "")),
    )
    return msgspec.structs.replace(desk, token=actions.token_of(desk, fields.get("token", "")))


def _lines(text: str) -> str:
    """A text whose lines end as those of a draft do."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _renewed(visit: SeatVisit, desk: SeatDesk) -> SeatDesk:
    """*desk* with the game as it is now."""
    return msgspec.structs.replace(desk, game=visit.game, stages=visit.game.stages(visit.seat))


def _with_newest(server: DeskServer, desk: SeatDesk) -> SeatDesk:
    """*desk* with the newest link, where the server gives it away and the visitor lacks it."""
    if not desk.stages or desk.has_token:
        return desk
    return msgspec.structs.replace(desk, newest=server.newest_link(desk.game, desk.seat))


def _desk(visit: SeatVisit, at: datetime, text: str, stage: str, nonce: str) -> SeatDesk:
    game, seat = visit.game, visit.seat
    return SeatDesk(
        game=game,
        seat=seat,
        words=wording.words_for(game, game.view(seat), seat),
        at=at,
        stages=game.stages(seat),
        text=text,
        stage=stage,
        root=visit.root,
        token=visit.token,
        proof=visit.proof,
        nonce=nonce,
    )
