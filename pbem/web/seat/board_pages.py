"""The board in a seat's page, its routes."""

import gzip
import hashlib
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.reading import Lexicon
from pbem.errors import extra
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.report.words import Words
from pbem.sheet.names import names_of
from pbem.web.rendering import SafeHtml, render
from pbem.web.seat.board_drawn import board_picture, board_pictures, stage_tag
from pbem.web.seat.board_offers import Changed, chosen, facts, moved, name_of, offered
from pbem.web.seat.desk import SeatDesk
from pbem.web.server import entry, responses
from pbem.web.server.limits import in_lane
from pbem.web.server.serving import server_of


def board_figure(game: Game, seat: str, at: str) -> SafeHtml:
    """The board; a script makes it one that can be moved and pointed at.

    *at* is the address of the page: the picture is at `AT/board/NAME.svg`.
    """
    pictures = board_pictures(game, seat)
    if not pictures:
        return SafeHtml("")
    stage = stage_tag(game, seat)
    return render(_words(game, seat), "board/board.html.j2", at=at, board=pictures[0], stage=stage)


def beside_board(game: Game, seat: str, at: str) -> SafeHtml:
    """The pictures of what is beside the board: tracks, say."""
    beside = board_pictures(game, seat)[1:]
    return render(_words(game, seat), "board/beside.html.j2", at=at, beside=beside) if beside else SafeHtml("")


def board_orders(
    game: Game,
    seat: str,
    text: str,
    at: str,
    *,
    chosen: str = "",
    about: str = "",
    undo: str = "",
) -> SafeHtml:
    """The list of all that can be ordered as *text* stands: what the board shows, for those who do not point.

    It is a part of the form with the text, and each of its buttons sends that to the page *at* an address. The subject
    with the key *chosen* is asked about, and in words typed by a person the thing *about*. *undo* goes with the form,
    so that the last choice can be undone.
    """
    found = offered(game, seat, text, chosen)
    if not found.parts and not about:
        return SafeHtml("")
    return render(
        _words(game, seat),
        "board/orders.html.j2",
        at=at,
        offered=found,
        about=about,
        undo=undo,
        told=board_facts(game, seat, thing_called(game, seat, about), about) if about else "",
        several=len(found.parts) > 1,
    )


def board_facts(game: Game, seat: str, thing: str, said: str = "") -> SafeHtml:
    """What *seat* knows of a thing on the board, `KIND ID`; without it that nothing is called as a person *said*."""
    told = facts(game, seat, thing) if thing else ()
    named = name_of(game, seat, thing) if thing else said
    return render(_words(game, seat), "board/facts.html.j2", thing=thing, name=named, facts=told)


def thing_called(game: Game, seat: str, said: str) -> str:
    """The thing on the board that a person calls so; empty if there is none."""
    lexicon = game.ruleset.lexicon(game.view(seat), seat)
    for kind in _kinds(lexicon):
        found = names_of(lexicon).find(said, kind)
        if found:
            return f"{kind} {found[0]}"
    return ""


def _kinds(lexicon: Lexicon) -> Mapping[str, object]:
    """The kinds of names of things that may be on a board."""
    return {kind: None for kind in lexicon.kinds if kind not in lexicon.ambiguous}


def _words(game: Game, seat: str) -> Words:
    return letter.words_for(game, game.view(seat), seat)


with extra("web"):
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route

_PRIVATE = "private, no-cache"
_MOST = 100
"""Characters of the name of a thing."""


def routes() -> Sequence[BaseRoute]:
    """All routes of the board that change nothing."""
    return (
        Route("/s/{game}/{seat}/board/facts", _facts, name="board-facts", methods=["GET"]),
        Route("/s/{game}/{seat}/board/{name}.svg", _picture, name="board-picture", methods=["GET"]),
    )


async def _facts(request: Request) -> Response:
    return await in_lane("act", _facts_of, request)


def _facts_of(request: Request) -> Response:
    server, thing = server_of(request), request.query_params.get("thing", "")[:_MOST]
    with entry.visiting(server, request) as visit:
        game, seat = visit.game.name, visit.seat
    told = server.of_game(_told, (seat, thing), game, seat)
    if told is None:
        raise entry.nothing_there()
    return responses.page(told)


def _told(game: Game, about: tuple[str, str]) -> str:
    return board_facts(game, *about)


def _packed(game: Game, about: tuple[str, str]) -> bytes | None:
    found = board_picture(game, *about)
    return found.packed() if found else None


async def _picture(request: Request) -> Response:
    return await in_lane("board", _picture_of, request)


def _picture_of(request: Request) -> Response:
    server, name = server_of(request), request.path_params["name"]
    with entry.visiting(server, request) as visit:
        game, seat = visit.game.name, visit.seat
        found = board_picture(visit.game, seat, name)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    tag = f"{found.tag}{'-gzip' if packs else ''}" if found else ""
    if found and (known := responses.unchanged(request, tag, _PRIVATE)):
        return known
    packed = server.of_game(_packed, (seat, name), game, seat) if found else None
    if packed is None:
        raise entry.nothing_there()
    body = packed if packs else gzip.decompress(packed)
    response = responses.public(request, body, "image/svg+xml", _PRIVATE, tag)
    response.headers["Vary"] = "Accept-Encoding"
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    return response


_ASKED = "?"
"""Between the subject that is chosen and the name of what its player asked about."""

_LONGEST = 20_000
"""Characters of a text that goes with the form to be put back: no sheet has so many."""


def figure(desk: SeatDesk) -> SafeHtml:
    """The board itself."""
    return board_figure(desk.game, desk.seat, desk.root)


def beside(desk: SeatDesk) -> SafeHtml:
    """What is beside the board."""
    return beside_board(desk.game, desk.seat, desk.root)


def orders(desk: SeatDesk) -> SafeHtml:
    """The list of what can be ordered."""
    if not desk.asks or desk.over:
        return SafeHtml("")
    subject, _, about = desk.subject.partition(_ASKED)
    undo = desk.undo if _before(desk) is not None else ""
    return board_orders(desk.game, desk.seat, desk.text, desk.root, chosen=subject, about=about, undo=undo)


def select(desk: SeatDesk, fields: Mapping[str, str]) -> SeatDesk:
    """Ask for the choices of a subject, or for what is known of something that its player has named."""
    if "ask" in fields:
        subject, _, _ = desk.subject.partition(_ASKED)
        return replace(desk, subject=f"{subject}{_ASKED}{fields.get('about', '').strip()[:80]}")
    return replace(desk, subject=fields.get("select", "").replace(_ASKED, ""))


def choose(desk: SeatDesk, fields: Mapping[str, str]) -> SeatDesk:
    """Write a choice into the draft."""
    return _after(desk, chosen(desk.game, desk.seat, desk.text, fields.get("choice", "")))


def move(desk: SeatDesk, fields: Mapping[str, str]) -> SeatDesk:
    """Let an entry of a list in the draft change places."""
    return _after(desk, moved(desk.game, desk.seat, desk.text, fields.get("move", "")))


def undo(desk: SeatDesk, _fields: Mapping[str, str]) -> SeatDesk:
    """Write what was in the draft before the last choice."""
    before = _before(desk)
    if before is None:
        return replace(desk, told=desk.words.phrase("board", "not-undone"))
    return replace(desk, text=before, undo="")


def _before(desk: SeatDesk) -> str | None:
    """What the text was before the last choice; None if there is none, or if the text was changed since."""
    mark, _, before = desk.undo.partition(" ")
    return before if mark and mark == _mark(desk.text) else None


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _after(desk: SeatDesk, changed: Changed) -> SeatDesk:
    if not changed.why:
        kept = f"{_mark(changed.text)} {desk.text}" if len(desk.text) <= _LONGEST else ""
        return replace(desk, text=changed.text, undo=kept)
    return replace(desk, told=desk.words.phrase("board", f"unmade-{changed.why}", {"line": changed.line}))
