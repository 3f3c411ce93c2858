"""The moderator's page: routes and visits.

All that does not open it gets the answer that every unknown address of the desk gets.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from secrets import token_hex
from string import hexdigits
from typing import Any

import msgspec

from pbem.errors import extra
from pbem.mail.deeds.deed import Deed
from pbem.mail.deeds.fields import FIELDS, too_long
from pbem.mail.moderating import emails
from pbem.mail.moderating.deeds import DEEDS
from pbem.mail.moderating.emails import ShownMail
from pbem.referee import moderator
from pbem.referee.game import Game
from pbem.referee.moderator import EVERYONE, DeskAccess
from pbem.store.files import Busy, Damaged, NoLocks
from pbem.web.moderator import asking, offers, posting, rehearsal
from pbem.web.moderator.asking import AskedDeed, HasChanged
from pbem.web.moderator.offers import with_commands, without_secrets
from pbem.web.moderator.posting import PostAction, PostStep
from pbem.web.moderator.rehearsal import Rehearsal
from pbem.web.moderator.shown import ShownGame, game_shown
from pbem.web.rendering import plain_words, render
from pbem.web.server import limits, responses
from pbem.web.server.limits import in_lane
from pbem.web.server.serving import DeskServer, UnreadGame, server_of

with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import RedirectResponse, Response
    from starlette.routing import BaseRoute, Route

ROOT = "/m"
_KEPT = 90 * 24 * 3600
"""Seconds for which a browser keeps a cookie."""
_COOKIE = "desk-moderator"
_HERE = frozenset({"127.0.0.1", "localhost", "[::1]"})
_PORT = re.compile(r":[0-9]{1,5}\Z")


class ModeratorVisit(msgspec.Struct, frozen=True):
    """A visit of *reader*: of whoever moderates with that address, or runs commands here."""

    server: DeskServer
    reader: str
    access: DeskAccess

    def may_see(self, game: Game) -> bool:
        """Whether a game is one of theirs."""
        return self.reader in (EVERYONE, game.settings.moderator.address.casefold())

    def seal(self, asked: AskedDeed) -> str:
        """What shows that this visitor, and no one else, was asked exactly that."""
        key = self.access.word(self.reader, "form").encode()
        said = json.dumps(msgspec.to_builtins(asked), sort_keys=True)
        return hmac.new(key, said.encode(), hashlib.sha256).hexdigest()


def visiting(server: DeskServer, request: Request) -> ModeratorVisit:
    """The visit that *request* is part of; raises `HTTPException`, the same for all that is wrong."""
    visit = check_visitor(server, request)
    if not server.by_seat.takes(f"moderator {visit.reader}"):
        raise HTTPException(429)
    return visit


def check_visitor(server: DeskServer, request: Request) -> ModeratorVisit:
    """Who may see the page that *request* asks for; raises `HTTPException`, and counts no request of theirs."""
    access = moderator.read(server.games.top)
    word = request.cookies.get(cookie_name(request), "")
    reader = access.reader(word, "cookie") if access and word else None
    if reader is None or access is None:
        raise _refused(server, request)
    return ModeratorVisit(server, reader, access)


def visit_of_link(server: DeskServer, request: Request) -> ModeratorVisit:
    """The visit that the link in *request* begins; raises as `visiting` does."""
    access = moderator.read(server.games.top)
    reader = access.reader(request.path_params["word"], "link") if access else None
    if reader is None or access is None:
        raise _refused(server, request)
    return ModeratorVisit(server, reader, access)


def give_cookie(response: Response, request: Request, visit: ModeratorVisit) -> None:
    """Let a browser remember that it may see the page."""
    response.set_cookie(
        cookie_name(request),
        visit.access.word(visit.reader, "cookie"),
        max_age=_KEPT,
        path="/",
        secure=not _on_this_machine(request),
        httponly=True,
        samesite="strict",
    )


def take_cookie(response: Response, request: Request) -> None:
    """Let a browser forget that it may see the page."""
    secure = not _on_this_machine(request)
    response.delete_cookie(cookie_name(request), path="/", secure=secure, httponly=True, samesite="strict")


def check_origin(request: Request) -> None:
    """Raise `HTTPException` unless a form comes from a page of this desk."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    here = origin is not None and origin.partition("://")[2] == request.headers.get("host", "")
    if site not in (None, "same-origin") or not (here or (site and origin is None) or _is_a_desk(request, origin)):
        raise HTTPException(403)


def _is_a_desk(request: Request, origin: str | None) -> bool:
    """Whether a page has the address that a game here names: a web server before the desk may ask for another host."""
    games = server_of(request).games
    for name in games.names() if origin else ():
        with suppress(UnreadGame), games.reading(name) as game:
            if game is not None and game.settings.desk == origin:
                return True
    return False


def cookie_name(request: Request) -> str:
    """The name of the cookie: browsers take one that begins so only over an encrypted connection."""
    return _COOKIE if _on_this_machine(request) else f"__Host-{_COOKIE}"


def _on_this_machine(request: Request) -> bool:
    """Whether the browser is on this machine, and no web server before the desk has asked as if it was."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    return _PORT.sub("", request.headers.get("host", "")).lower() in _HERE


def _refused(server: DeskServer, request: Request) -> HTTPException:
    busy = not server.by_secret.takes(limits.address_of(request, server.proxies))
    return HTTPException(429 if busy else 404)


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
        Route(f"{ROOT}/{{game}}/posts", _posts, name="moderator-posts", methods=["GET"]),
        Route(f"{ROOT}/{{game}}/posts/picture/{{name}}", _post_picture, name="moderator-picture", methods=["GET"]),
        Route(f"{ROOT}/{{game}}/posts/take", _take, name="moderator-take", methods=["POST"]),
        Route(f"{ROOT}/{{game}}/posts/done", _ticked, name="moderator-tick", methods=["POST"]),
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
        visit_of_link(server_of(request), request)
        return responses.page(
            render(plain_words(), "moderator/link.html.j2"), headers={"Referrer-Policy": "strict-origin"}
        )

    return await in_lane("moderator", shown)


async def _follow(request: Request) -> Response:
    def followed() -> Response:
        check_origin(request)
        visit = visit_of_link(server_of(request), request)
        response = RedirectResponse(ROOT, 303, _UNSEEN)
        give_cookie(response, request, visit)
        return response

    return await in_lane("moderator", followed)


async def _leave(request: Request) -> Response:
    """Let the browser forget the page: for a device that others use, too."""

    def left() -> Response:
        check_origin(request)
        visiting(server_of(request), request)
        response = _page("left")
        take_cookie(response, request)
        return response

    return await in_lane("moderator", left)


async def _overview(request: Request) -> Response:
    def shown() -> Response:
        visit = visiting(server_of(request), request)
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
        visit = visiting(server_of(request), request)
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
        visit, number = visiting(server_of(request), request), request.path_params["item"]
        with _reading(visit, request) as game:
            item = game.inbox.numbered(offers.item_in({"item": number}))
            if item is None:
                raise HTTPException(404)
            verdict = game.inbox.verdict(item)
            says = _discreet(emails.shown(game, item, verdict)) if verdict else None
            found = game_shown(game, visit.server.clock)
        wanted = {"item": str(item.number)}
        buttons = [one for need in found.needs for one in need.offers if wanted.items() <= one.given.items()]
        other = [one for one in buttons if one.deed != offers.READ]
        return _page("mail", game=found, item=item.number, mail=says, offers=other)

    return await in_lane("moderator", shown)


def _discreet(mail: ShownMail) -> ShownMail:
    return ShownMail(without_secrets(mail.head), mail.means, mail.brief, without_secrets(mail.words))


async def _posts(request: Request) -> Response:
    return await _unless_busy(_step, request, PostStep())


async def _take(request: Request) -> Response:
    return await _stepped(request, "take")


async def _ticked(request: Request) -> Response:
    return await _stepped(request, "done")


async def _stepped(request: Request, does: PostAction) -> Response:
    await _let_in(request)
    form = await limits.form_of(request)
    named = {name: form.get(name, "").strip() for name in ("mark", "link")}
    return await _unless_busy(
        _step, request, PostStep(does=does, number=offers.item_in({"item": form.get("number", "")}), **named)
    )


def _step(request: Request, step: PostStep) -> Response:
    """The page of what is to be posted, once a step is done; it is asked for anew where the step was done."""
    visit = visiting(server_of(request), request)
    with _reading(visit, request) as game:
        folder = game.folder
    page = visit.server.in_folder(posting.posted_apart, (folder, step), folder)
    if step.does and not page.notice:
        left = f"#p{step.number}" if any(one.number == step.number for one in page.posts) else ""
        return RedirectResponse(f"{ROOT}/{_name(request)}/posts{left}", 303)
    return _page("posts", page=page, game=_name(request))


async def _post_picture(request: Request) -> Response:
    def shown() -> Response:
        with _reading(visiting(server_of(request), request), request) as game:
            found = posting.picture(game, request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return responses.public(request, found, "image/png", responses.PRIVATE)

    return await in_lane("moderator", shown)


async def _done(request: Request) -> Response:
    def shown() -> Response:
        visit = visiting(server_of(request), request)
        nonce = request.path_params["nonce"]
        done = asking.known(visit.server.games.top, nonce) if _is_nonce(nonce) else None
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
        return responses.error(503, {"Retry-After": "30"}, code="busy")


def _asked(request: Request, form: Mapping[str, str], notice: str) -> Response:
    """The page that asks: what would happen, or first what is missing to know that."""
    visit = visiting(server_of(request), request)
    deed, given = _deed(form), _given(form)
    with _reading(visit, request) as game:
        folder, page = game.folder, asking.asking(game, form["do"], given, visit.server.clock())
    plan = None
    if long := too_long(given):
        notice = " ".join(offers.too_long(form["do"], name, given) for name in long)
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
    check_origin(request)
    await in_lane("moderator", check_visitor, server_of(request), request)


async def _do(request: Request) -> Response:
    await _let_in(request)
    return await _unless_busy(_does, request, await limits.form_of(request))


def _does(request: Request, form: Mapping[str, str]) -> Response:
    visit = visiting(server_of(request), request)
    server = visit.server
    _deed(form)
    asked = _read_back(visit, _name(request), form)
    with _reading(visit, request) as game:
        folder = game.folder
    again = "?again=yes" if asking.known(server.games.top, asked.nonce) else ""
    try:
        server.in_folder(asking.do_apart, (folder, asked), folder)
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
