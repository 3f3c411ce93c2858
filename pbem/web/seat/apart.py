"""The page of a seat, made by a process that may cost no more than one sheet may."""

import re
from collections.abc import Mapping
from datetime import datetime

import msgspec

from pbem.bounds.budget import OverBudget, within
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.web.seat import actions
from pbem.web.seat.desk import SeatDesk, SheetDraft, blank, keep, kept, sheet_that_counts, stage_name
from pbem.web.seat.page import DeskNotice, PageFields, page, work
from pbem.web.seat.sending import SheetToSend
from pbem.web.server.entry import SeatVisit
from pbem.web.server.serving import DeskServer

_NONCE = re.compile(r"[0-9a-f]{32}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_MOST = 200
"""Characters of a field that only names something."""


class PageAsked(msgspec.Struct, frozen=True, kw_only=True):
    """What a visitor who may see the page of a *seat* wants: to see it, or an *action* with *fields* carried out.

    Only a *part* of it may be wanted. What is *to send* goes on its way first. An *unread* sheet is shown, and nothing
    else is done with it.
    """

    game: str
    seat: str
    token: str
    proof: str
    action: str = ""
    fields: Mapping[str, str] = {}
    part: bool = False
    to_send: SheetToSend | None = None
    unread: bool = False


class PageMade(msgspec.Struct, frozen=True, kw_only=True):
    """The page for a visitor whose *token* it is now, or what is *to send* first.

    It is not *found* if the game or the action is not; *costly* if it would have cost more than it may.
    """

    html: str = ""
    token: str = ""
    to_send: SheetToSend | None = None
    found: bool = True
    costly: bool = False


def made(server: DeskServer, asked: PageAsked) -> PageMade:
    """Do what is *asked*, within the limits of its game."""
    with server.games.reading(asked.game) as game:
        if game is None or asked.seat not in game.titles:
            return PageMade(found=False)
        limits, visit = game.settings.limits, _visit(game, asked)
        try:
            with within(limits):
                if not asked.action:
                    desk = _with_newest(server, _opened(visit, server.clock(), asked))
                    return PageMade(html=page(desk), token=asked.token)
                desk = _posted(visit, asked.fields, server.clock())
                done = _done(desk, asked)
                if done is None:
                    return PageMade(found=False)
                desk, notice = done
                if not isinstance(notice, SheetToSend):
                    return _shown(server, visit, desk, notice, asked)
                if asked.to_send is None:
                    return PageMade(to_send=notice)
        except (OverBudget, MemoryError):
            return PageMade(costly=True)
    desk, told = actions.sent(server, desk, asked.to_send)  # each email has limits of its own
    with server.games.reading(asked.game) as game:  # as it is after what was sent
        if game is None:
            return PageMade(found=False)
        visit = _visit(game, asked)
        try:
            with within(limits):
                return _shown(server, visit, desk, told, asked)
        except (OverBudget, MemoryError):
            return _shown(server, visit, msgspec.structs.replace(desk, unread=True), told, asked)


def _visit(game: Game, asked: PageAsked) -> SeatVisit:
    return SeatVisit(game=game, seat=asked.seat, token=asked.token, proof=asked.proof)


def _done(desk: SeatDesk, asked: PageAsked) -> actions.ShownPage | None:
    if not asked.unread:
        return actions.do(desk, asked.action, asked.fields)
    keep(desk.game, desk.seat, SheetDraft(desk.stage, desk.text, desk.at, unread=True))
    return msgspec.structs.replace(desk, unread=True), None


def _shown(
    server: DeskServer, visit: SeatVisit, desk: SeatDesk, notice: DeskNotice | None, asked: PageAsked
) -> PageMade:
    desk = _with_newest(server, _renewed(visit, desk))
    return PageMade(html=work(desk, notice) if asked.part else page(desk, notice), token=desk.token)


def _opened(visit: SeatVisit, at: datetime, asked: PageAsked) -> SeatDesk:
    """The page as it is opened: with the draft of its stage, the sheet that counts, or else the form."""
    game, seat = visit.game, visit.seat
    stages = game.stages(seat)
    draft = kept(game, seat)
    stage = stage_name(stages)
    if draft is not None and draft.stage == stage:
        text = draft.text
    else:
        text = sheet_that_counts(game, seat, stages) or blank(game, seat, stages, at)
    unread = draft is not None and draft.unread and draft.text == text
    if asked.unread and not unread:
        keep(game, seat, SheetDraft(stage, text, at, unread=True))
    desk = desk_of(visit, at, text, stage, actions.new_nonce())
    return msgspec.structs.replace(desk, unread=unread or asked.unread)


def _posted(visit: SeatVisit, fields: PageFields, at: datetime) -> SeatDesk:
    """The page as its form was sent."""
    text = _lines(fields.get("text", ""))
    nonce = fields.get("nonce", "")
    nonce = nonce if _NONCE.fullmatch(nonce) else actions.new_nonce()
    desk = desk_of(visit, at, text, fields.get("stage", "")[:_MOST], nonce)
    seen, mine = fields.get("seen", ""), fields.get("mine", "")
    desk = msgspec.structs.replace(
        desk,
        subject=fields.get("subject", "")[:_MOST],
        opened=tuple(filter(None, fields.get("opened", "")[: 20 * _MOST].split(","))),
        seen=int(seen) if _NUMBER.fullmatch(seen) else -1,
        mine=mine if _NONCE.fullmatch(mine) else "",
        undo=_lines(fields.get("undo", "")),
        press=_lines(fields.get("press-text", "")),
        press_to=fields.get("press-to", "")[:_MOST],
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


def desk_of(visit: SeatVisit, at: datetime, text: str, stage: str, nonce: str) -> SeatDesk:
    """The page of a visit *at* a time."""
    game, seat = visit.game, visit.seat
    return SeatDesk(
        game=game,
        seat=seat,
        words=letter.words_for(game, game.view(seat), seat),
        at=at,
        stages=game.stages(seat),
        text=text,
        stage=stage,
        root=visit.root,
        token=visit.token,
        proof=visit.proof,
        nonce=nonce,
    )
