"""The pages of one game: of each moment, the newest one with how the game stands, the feed, and the draws at the end.

Their names are below `g/NAME/`, for a server and for files alike, so that every link in them is the same.
"""

import hashlib
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from pbem.engine.event import PUBLIC
from pbem.referee import letter
from pbem.referee.deadlines import deadlines
from pbem.referee.game import Game
from pbem.referee.records.chance import Record, record_of, text_of
from pbem.referee.records.final_report import final_content
from pbem.report.html import fragment
from pbem.web.public.moments import (
    MomentBoard,
    MomentText,
    PublicMoment,
    boards,
    difference,
    everything_is_public,
    moment_text,
    moments,
)
from pbem.web.rendering import SafeHtml, plain_words, render, without_addresses


class PublicStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stands as its last public report says, with deadlines as they are now.

    It *waits* for seats, by their titles, *until* a time of *zone*; or the clock is *stopped*; or it asks some seats
    *alone*, and the next report will tell. Once it is over there is the *final* report, in HTML.
    """

    turn: str
    zone: str
    latest: datetime | None = None
    waits: tuple[str, ...] = ()
    until: datetime | None = None
    stopped: bool = False
    alone: bool = False
    over: bool = False
    final: str = ""


def public_standing(game: Game) -> PublicStanding:
    """How *game* stands."""
    zone = game.settings.deadlines.zone.name
    pause = game.last_letter(PUBLIC)
    if pause is None:
        return PublicStanding(turn="", zone=zone)
    at = next(line.at for line in game.log.lines if line.pause and line.pause.round == pause.round)
    turn = game.ruleset.turn_named(game.turn(pause.entry))
    if everything_is_public(game):
        final = without_addresses(fragment(final_content(game)[1:], below=2))
        return PublicStanding(turn=turn, zone=zone, latest=at, over=True, final=final)
    if game.log.pauses[-1].round != pause.round:
        return PublicStanding(turn=turn, zone=zone, latest=at, alone=True)
    return PublicStanding(
        turn=turn,
        zone=zone,
        latest=at,
        waits=tuple(dict.fromkeys(game.titles[one.seat] for one in pause.waits if not one.bot)),
        until=deadlines.as_moved(pause, game.log.facts).deadline,
        stopped=bool(deadlines.standing_still(game.log.facts, PUBLIC)),
    )


def title_of(game: Game) -> str:
    """What pages call *game*."""
    return without_addresses(letter.title(game))


FOLDER = "g"
"""The folder of all games."""
ASSETS = "../../assets/"
_FED = 30
"""How many reports a feed has at most, the newest."""
_DIGITS = 16


class GamePages:
    """The pages of *game*, each made when it is asked for.

    With *names* they say who holds which seat; the feed has whole links if the *address* of all pages is known. With
    *anew* nothing is used that was kept from earlier.
    """

    def __init__(self, game: Game, *, names: bool = False, address: str = "", anew: bool = False) -> None:
        self.game, self._names, self._anew = game, names, anew
        self._address = (address or game.settings.desk).rstrip("/")
        self.moments = moments(game)
        self._texts: dict[int, MomentText] = {}
        self._boards: dict[int, tuple[MomentBoard, ...]] = {}

    @cached_property
    def standing(self) -> PublicStanding:
        """How the game stands."""
        return public_standing(self.game)

    def files(self) -> Mapping[str, Callable[[], bytes]]:
        """What makes each file, by its name."""
        found: dict[str, Callable[[], bytes]] = {"index.html": self.newest, "feed.xml": self.feed}
        if self.moments:
            found |= {"moments.js": self.listed, "base.js": self.base}
        for one in self.moments:
            found |= {f"{one.name}.html": self._page_of(one), f"{one.name}.js": self._script_of(one)}
        if self.moments and everything_is_public(self.game):
            found |= {"draws.html": self.draws, "draws.js": self.draws_script, "draws.json": self.draws_record}
        return found

    def newest(self) -> bytes:
        """The page of the game: its newest moment, how it stands, and a list of all moments."""
        return self._page(self.moments[-1] if self.moments else None, alone=False)

    def moment(self, one: PublicMoment) -> bytes:
        """The page of a moment."""
        return self._page(one, alone=True)

    def moment_script(self, one: PublicMoment) -> bytes:
        """What the page of another moment needs to show this one instead."""
        first = {board.name: board for board in self.boards(self.moments[0])}
        shown = [
            {
                "name": board.name,
                "alt": board.alt,
                "parts": difference(first[board.name].svg if board.name in first else "", board.svg),
            }
            for board in self.boards(one)
        ]
        data = {
            "round": one.round,
            "base": self._base_digest,
            "words": str(self._words_of(one, drawn=False)),
            "boards": shown,
        }
        return _script("moment", data)

    def base(self) -> bytes:
        """The boards of the first moment, from which those of the others differ."""
        svg = {board.name: board.svg for board in self.boards(self.moments[0])}
        return _script("base", {"digest": self._base_digest, "svg": svg})

    def listed(self) -> bytes:
        """All moments for a script."""
        rows = [[one.round, self._when(one), self.text(one).label] for one in self.moments]
        return _script("moments", rows)

    def feed(self) -> bytes:
        """The Atom feed of the newest moments."""
        newest = [
            {
                "id": self._urn(str(one.round)),
                "title": f"{self._when(one)}: {self.text(one).label}",
                "at": one.at.isoformat().replace("+00:00", "Z"),
                "page": f"{self._place}{one.name}.html",
                "html": self.text(one).story,
            }
            for one in self.moments[: -_FED - 1 : -1]
        ]
        return self._rendered(
            "feed.xml.j2",
            id=self._urn(""),
            place=self._place,
            whole=bool(self._address),
            newest=newest,
            updated=newest[0]["at"] if newest else "1970-01-01T00:00:00Z",
        )

    def draws(self) -> bytes:
        """The page on which a browser repeats all draws."""
        record = self._record
        opening = self.game.log.opening
        told = opening.commitment if opening else ""
        return self._rendered("draws.html.j2", record=record, told=told, titles=self.game.titles)

    def draws_record(self) -> bytes:
        """The record of all draws, as players get it."""
        return without_addresses(text_of(self._record)).encode()

    def draws_script(self) -> bytes:
        """The same for a script."""
        return _script("draws", msgspec.json.decode(self.draws_record()))

    def text(self, one: PublicMoment) -> MomentText:
        """What there is to read of a moment."""
        if one.round not in self._texts:
            self._texts[one.round] = moment_text(self.game, one, anew=self._anew)
        return self._texts[one.round]

    def boards(self, one: PublicMoment) -> tuple[MomentBoard, ...]:
        """What there is to see of a moment; only of the first and the last that was asked for is it remembered."""
        if one.round not in self._boards:
            first = self.moments[0].round
            self._boards = {key: value for key, value in self._boards.items() if key == first}
            self._boards[one.round] = boards(self.game, one, anew=self._anew)
        return self._boards[one.round]

    @cached_property
    def _base_digest(self) -> str:
        said = [[board.name, board.svg] for board in self.boards(self.moments[0])]
        return hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:_DIGITS]

    @cached_property
    def _record(self) -> Record:
        return record_of(self.game)

    @cached_property
    def _place(self) -> str:
        """What links of the feed begin with."""
        return f"{self._address}/{FOLDER}/{self.game.name}/" if self._address else ""

    def _urn(self, of: str) -> str:
        """What no other feed or entry is called: it follows from what the first letters say of the draws to come."""
        opening = self.game.log.opening
        begun = opening.commitment if opening and opening.commitment else ""
        return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'pbem {begun} {self.game.name} {of}'.rstrip())}"

    def _page_of(self, one: PublicMoment) -> Callable[[], bytes]:
        return lambda: self.moment(one)

    def _script_of(self, one: PublicMoment) -> Callable[[], bytes]:
        return lambda: self.moment_script(one)

    def _page(self, one: PublicMoment | None, *, alone: bool) -> bytes:
        standing = self.standing
        number = self.moments.index(one) if one else 0
        last = len(self.moments) - 1
        shown = self.boards(one) if one else ()
        listed = [] if alone else self._list()
        return self._rendered(
            "game.html.j2",
            alone=alone,
            over=standing.over,
            standing=standing,
            final=SafeHtml(standing.final),
            until=plain_words().moment(standing.until, standing.zone) if standing.until else "",
            waits=plain_words().listed(standing.waits),
            seats=self._seats(),
            number=number,
            count=len(self.moments),
            round=one.round if one else 0,
            when=self._when(one) if one else "",
            label=self.text(one).label if one else "",
            board=shown[0] if shown else None,
            svg=SafeHtml(shown[0].svg) if shown else "",
            told=self._words_of(one, drawn=True) if one else "",
            turns=listed,
            first=self.moments[0].name if number > 0 else "",
            before=self.moments[number - 1].name if number > 0 else "",
            after=self.moments[number + 1].name if one and number < last else "",
            latest=self.moments[-1].name if one and number < last else "",
            page=one.name if one else "",
        )

    def _list(self) -> list[dict[str, Any]]:
        """All moments by turns, the newest first."""
        turns: list[dict[str, Any]] = []
        for one in reversed(self.moments):
            if not turns or turns[-1]["turn"] != one.turn:
                turns.append({"turn": one.turn, "moments": []})
            row = {"name": one.name, "round": one.round, "at": self._at(one), "undone": one.undone}
            turns[-1]["moments"].append({**row, "label": self.text(one).label})
        return turns

    def _words_of(self, one: PublicMoment, *, drawn: bool) -> SafeHtml:
        """What a page says of a moment, with other drawings than the board, or their places if they are not *drawn*."""
        text = self.text(one)
        return render(
            plain_words(),
            "public/moment.html.j2",
            text=text,
            story=SafeHtml(text.story),
            hands=[SafeHtml(each.hand) for each in text.secrets],
            when=self._when(one),
            at=self._at(one),
            undone=one.undone,
            page=f"{one.name}.html",
            others=[(board, SafeHtml(board.svg if drawn else "")) for board in self.boards(one)[1:]],
        )

    def _when(self, one: PublicMoment) -> str:
        """A moment in a word or two: its turn, if it has one, and its number."""
        number = plain_words().phrase("site", "report", {"round": one.round})
        said = ", ".join(filter(None, (one.turn, number)))
        return said[:1].upper() + said[1:]

    def _at(self, one: PublicMoment) -> str:
        return plain_words().moment(one.at, self.standing.zone)

    def _seats(self) -> list[tuple[str, str]]:
        """The seats with the names of their players, as far as those may be told."""
        players = {seat: who.player for seat, who in self.game.settings.seats.items()} if self._names else {}
        return [
            (title, without_addresses(players[seat])) for seat, title in self.game.titles.items() if players.get(seat)
        ]

    def _rendered(self, template: str, **names: Any) -> bytes:
        shell = {"title": title_of(self.game), "name": self.game.name, "rules": self.game.ruleset.title}
        return render(plain_words(), f"public/{template}", assets_at=ASSETS, **shell, **names).encode()


def _script(kind: str, data: object) -> bytes:
    """A script that passes *data* on: unlike data alone, it can be loaded from a disk, too."""
    return b"pbem.take(" + msgspec.json.encode(kind) + b", " + msgspec.json.encode(data) + b")\n"
