"""The routes of the moderator's page."""

import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from secrets import token_hex
from string import hexdigits
from typing import Any

from pbem.extras import extra
from pbem.mail.deeds.fields import FIELDS, too_long
from pbem.mail.deeds.table import Deed
from pbem.mail.moderating import shown_mail
from pbem.mail.moderating.shown_mail import ShownMail
from pbem.referee.game import Game
from pbem.referee.moderation.desk_access import EVERYONE
from pbem.store.lock import Busy, NoLocks
from pbem.store.records import Damaged
from pbem.web.moderator import asking, doing, offers, rehearsal, said, visits
from pbem.web.moderator.deeds import DEEDS
from pbem.web.moderator.discreet import without_secrets
from pbem.web.moderator.doing import AskedDeed, HasChanged
from pbem.web.moderator.rehearsal import Rehearsal
from pbem.web.moderator.shown import ShownGame, game_shown
from pbem.web.moderator.visits import ROOT, ModeratorVisit
from pbem.web.moderator.with_commands import with_commands
from pbem.web.rendering import plain_words, render
from pbem.web.server import limits, responses
from pbem.web.server.games import UnreadGame
from pbem.web.server.lanes import in_lane
from pbem.web.server.serving import server_of

with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import RedirectResponse, Response
    from starlette.routing import BaseRoute, Route

_UNSEEN = {"Referrer-Policy": "no-referrer"}
_NONCE = 16
_COMMANDS = {
    "rule": "pbem rule FILE --as SEAT --reason WHY",
    "upgrade": "pbem upgrade --try",
    "doctor": "pbem doctor",
    "pack": "pbem pack FILE",
}
"""Commands that have no button; those that change something in a way that must be looked at first."""


def routes() -> Sequence[BaseRoute]:
    """The routes of the page."""
    return (
        Route(ROOT, _overview, name="moderator", methods=["GET"]),
        Route(f"{ROOT}/link/{{word}}", _link, name="moderator-link", methods=["GET"]),
        Route(f"{ROOT}/link/{{word}}", _follow, name="moderator-link", methods=["POST"]),
        Route(f"{ROOT}/leave", _leave, name="moderator-leave", methods=["POST"]),
        Route(f"{ROOT}/done/{{nonce}}", _done, name="moderator-done", methods=["GET"]),
        Route(f"{ROOT}/{{game}}", _game, name="moderator-game", methods=["GET"]),
        Route(f"{ROOT}/{{game}}/mail/{{item}}", _mail, name="moderator-mail", methods=["GET"]),
        Route(f"{ROOT}/{{game}}/ask", _ask, name="moderator-ask", methods=["GET"]),
        Route(f"{ROOT}/{{game}}/ask", _ask_again, name="moderator-ask", methods=["POST"]),
        Route(f"{ROOT}/{{game}}/do", _do, name="moderator-do", methods=["POST"]),
    )


def _page(template: str, **names: Any) -> Response:
    return responses.page(render(plain_words(), f"moderator/{template}.html.j2", commands=with_commands, **names))


def _say(phrase: str, **args: object) -> str:
    return plain_words().phrase("moderator-page", phrase, args)


async def _link(request: Request) -> Response:
    def shown() -> Response:
        visits.followed(server_of(request), request)
        return responses.page(
            render(plain_words(), "moderator/link.html.j2"), headers={"Referrer-Policy": "strict-origin"}
        )

    return await in_lane("moderator", shown)


async def _follow(request: Request) -> Response:
    def followed() -> Response:
        visits.check_origin(request)
        visit = visits.followed(server_of(request), request)
        response = RedirectResponse(ROOT, 303, _UNSEEN)
        visits.give_cookie(response, request, visit)
        return response

    return await in_lane("moderator", followed)


async def _leave(request: Request) -> Response:
    """Let the browser forget the page: for a device that others use, too."""

    def left() -> Response:
        visits.check_origin(request)
        visits.visiting(server_of(request), request)
        response = _page("left")
        visits.take_cookie(response, request)
        return response

    return await in_lane("moderator", left)


async def _overview(request: Request) -> Response:
    def shown() -> Response:
        visit = visits.visiting(server_of(request), request)
        games = sorted(_games(visit), key=lambda one: (not one.needs, one.name))
        return _page("overview", games=games, waits=sum(len(one.needs) for one in games))

    return await in_lane("moderator", shown)


def _games(visit: ModeratorVisit) -> Sequence[ShownGame]:
    found, wrong = [], visit.server.games.wrong if visit.reader == EVERYONE else {}
    for name in visit.server.games.names():
        try:
            with visit.server.games.reading(name) as game:
                if game is not None and visit.may_see(game):
                    found.append(game_shown(game, visit.server.clock))
        except UnreadGame:
            if visit.reader == EVERYONE:
                folder = visit.server.games.folder(name)
                why = wrong.get(folder) if folder else None
                found.append(ShownGame(name=name, wrong=why or f"`pbem status --game {folder or name}` says why"))
        except Damaged as damage:  # raised by a game that the visitor may see
            found.append(ShownGame(name=name, wrong=str(damage)))
    shown = {visit.server.games.folder(one.name) for one in found}
    return [*found, *(ShownGame(name=folder.name, wrong=why) for folder, why in wrong.items() if folder not in shown)]


async def _game(request: Request) -> Response:
    def shown() -> Response:
        visit = visits.visiting(server_of(request), request)
        with _reading(visit, request) as game:
            found, folder = game_shown(game, visit.server.clock), game.folder
        typed = [(name, f"{command} --game {folder}") for name, command in _COMMANDS.items()]
        return _page("game", game=found, others=typed)

    return await in_lane("moderator", shown)


@contextmanager
def _reading(visit: ModeratorVisit, request: Request) -> Iterator[Game]:
    """The game that *request* names, if it is one of the visitor's; otherwise nothing shows whether there is one."""
    with visit.server.games.reading(_name(request)) as game:
        if game is None or not visit.may_see(game):
            raise HTTPException(404)
        yield game


def _name(request: Request) -> str:
    name: str = request.path_params["game"]
    return name


async def _mail(request: Request) -> Response:
    def shown() -> Response:
        visit, number = visits.visiting(server_of(request), request), request.path_params["item"]
        with _reading(visit, request) as game:
            item = game.inbox.numbered(said.item_in({"item": number}))
            if item is None:
                raise HTTPException(404)
            verdict = game.inbox.verdict(item)
            says = _discreet(shown_mail.shown(game, item, verdict)) if verdict else None
            found = game_shown(game, visit.server.clock)
        wanted = {"item": str(item.number)}
        buttons = [one for need in found.needs for one in need.offers if wanted.items() <= one.given.items()]
        other = [one for one in buttons if one.deed != offers.READ]
        return _page("mail", game=found, item=item.number, mail=says, offers=other)

    return await in_lane("moderator", shown)


def _discreet(mail: ShownMail) -> ShownMail:
    return ShownMail(without_secrets(mail.head), mail.means, mail.brief, without_secrets(mail.words))


async def _done(request: Request) -> Response:
    def shown() -> Response:
        visit = visits.visiting(server_of(request), request)
        nonce = request.path_params["nonce"]
        done = doing.known(visit.server.games.top, nonce) if _is_nonce(nonce) else None
        if done is None:
            raise HTTPException(404)
        with visit.server.games.reading(done.game) as game:
            if game is None or not visit.may_see(game):
                raise HTTPException(404)
            back = None if done.refused else offers.undoing(game, done.deed, done.given)
            at = plain_words().moment(done.at, game.settings.deadlines.zone.name)
        lines = [_sentence(done.refused)] if done.refused else [*(done.page or done.says)] or [_say("done")]
        turns = any("`pbem turn`" in line for line in (*done.says, *done.page))
        again = _say("done-before", at=at) if "again" in request.query_params else ""
        return _page("done", done=done, lines=lines, turns=turns, back=back, again=again)

    return await in_lane("moderator", shown)


async def _ask(request: Request) -> Response:
    return await _unless_busy(_asked, request, dict(request.query_params), "")


async def _ask_again(request: Request) -> Response:
    await _let_in(request)
    return await _unless_busy(_asked, request, await limits.form_of(request), "")


async def _unless_busy(does: Callable[..., Response], *args: object) -> Response:
    """What *does* gives; that nothing was changed if another program works on the game for too long."""
    try:
        return await in_lane("moderator", does, *args)
    except (Busy, NoLocks):
        return responses.error(503, {"Retry-After": "30"})


def _asked(request: Request, form: Mapping[str, str], notice: str) -> Response:
    """The page that asks: what would happen, or first what is missing to know that."""
    visit = visits.visiting(server_of(request), request)
    deed, given = _deed(form), _given(form)
    with _reading(visit, request) as game:
        folder, page = game.folder, asking.asking(game, form["do"], given, visit.server.clock())
    plan = None
    if long := too_long(given):
        notice = " ".join(said.too_long(form["do"], name, given) for name in long)
    elif not deed.lacks(given):
        plan = rehearsal.rehearse(folder, visit.server.games.top, form["do"], given, visit.server)
    elif request.method == "POST":
        notice = notice or _say("not-complete")
    return _page(
        "ask",
        page=page,
        game=_name(request),
        deed=form["do"],
        notice=notice,
        given=given,
        plan=plan,
        planned=asking.planned(form["do"], plan, page.seats) if plan else None,
        hidden=_sealed(visit, _name(request), form["do"], given, plan) if plan else {},
        typed=deed.typed(given, folder),
    )


def _sealed(
    visit: ModeratorVisit, game: str, deed: str, given: Mapping[str, str], plan: Rehearsal
) -> Mapping[str, str]:
    """What the form sends back, so that exactly what was shown is done, once."""
    filled = {name: value for name, value in given.items() if value}
    asked = AskedDeed(
        game=game, deed=deed, given=filled, stamp=plan.stamp, at=visit.server.clock(), nonce=token_hex(_NONCE)
    )
    at = asked.at.isoformat()
    return {**filled, "do": deed, "stamp": asked.stamp, "at": at, "nonce": asked.nonce, "seal": visit.seal(asked)}


async def _let_in(request: Request) -> None:
    """Raise `HTTPException` before anything is read of what a stranger sends."""
    visits.check_origin(request)
    await in_lane("moderator", visits.check_visitor, server_of(request), request)


async def _do(request: Request) -> Response:
    await _let_in(request)
    return await _unless_busy(_does, request, await limits.form_of(request))


def _does(request: Request, form: Mapping[str, str]) -> Response:
    visit = visits.visiting(server_of(request), request)
    server = visit.server
    _deed(form)
    asked = _read_back(visit, _name(request), form)
    with _reading(visit, request) as game:
        folder = game.folder
    again = "?again=yes" if doing.known(server.games.top, asked.nonce) else ""
    try:
        server.in_folder(doing.do_apart, (folder, asked), folder)
    except HasChanged:
        return _asked(request, form, _say("changed"))
    server.came(folder)
    return RedirectResponse(f"{ROOT}/done/{asked.nonce}{again}", 303)


def _read_back(visit: ModeratorVisit, game: str, form: Mapping[str, str]) -> AskedDeed:
    """What the moderator was asked; raises `HTTPException` unless it is what this visitor was shown."""
    filled = {name: value for name, value in _given(form).items() if value}
    nonce, stamp = form.get("nonce", ""), form.get("stamp", "")
    try:
        at = datetime.fromisoformat(form.get("at", ""))
    except ValueError:
        raise HTTPException(403) from None
    asked = AskedDeed(game=game, deed=form["do"], given=filled, stamp=stamp, at=at, nonce=nonce)
    if not _is_nonce(nonce) or not hmac.compare_digest(visit.seal(asked).encode(), form.get("seal", "").encode()):
        raise HTTPException(403)
    return asked


def _deed(form: Mapping[str, str]) -> Deed:
    found = DEEDS.get(form.get("do", ""))
    if found is None:
        raise HTTPException(404)
    return found


def _given(form: Mapping[str, str]) -> dict[str, str]:
    """All fields of a form, empty where nothing was filled in; an end of a line is one character."""
    return {name: form.get(name, "").replace("\r\n", "\n").strip() for name in FIELDS}


def _is_nonce(text: str) -> bool:
    return len(text) == 2 * _NONCE and set(text) <= set(hexdigits.lower())


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
