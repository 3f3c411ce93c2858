"""Moments that everyone may see: text, board, what moved."""

import hashlib
from collections.abc import Iterator
from datetime import datetime

import msgspec

from pbem.engine.event import PUBLIC
from pbem.engine.order import Problem
from pbem.engine.picture import Drawing, Picture
from pbem.engine.table import Answered, Entry, seen_events
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.letter import occasion
from pbem.referee.pictures import drawn_with
from pbem.report import tree
from pbem.report.html import fragment
from pbem.report.letter import Occasion, content, part_content
from pbem.report.story import in_short, paragraphs, past_of, private, undone_entries
from pbem.sheet.writer import write_sheet
from pbem.store.kept import kept
from pbem.store.log import Pause
from pbem.web.rendering import without_addresses


class PublicMoment(msgspec.Struct, frozen=True, kw_only=True):
    """When the public report of *pause* was written: *at* a time, in a *turn* as it is called, after entry *since*.

    It is *undone* if the game was set back to before it. The *mark* is a digest of the log so far; it is secret.
    """

    pause: Pause
    at: datetime
    since: int
    turn: str
    undone: bool
    mark: str

    @property
    def round(self) -> int:
        """Its number, which no other has."""
        return self.pause.round

    @property
    def name(self) -> str:
        """The stem of the names of its files."""
        return name_of(self.round)


def name_of(number: int) -> str:
    """The stem of the names of the files of the moment with a *number*."""
    return f"r{number:04d}"


def moments(game: Game) -> tuple[PublicMoment, ...]:
    """All moments of *game*, the first one first."""
    undone = undone_entries(game.table.entries)
    found: list[PublicMoment] = []
    for line in game.log.lines:
        if line.pause is None or not line.pause.tells(PUBLIC):
            continue
        entry = line.pause.entry
        found.append(
            PublicMoment(
                pause=line.pause,
                at=line.at,
                since=found[-1].pause.entry if found else 0,
                turn=game.ruleset.turn_named(game.turn(entry)) or (found[-1].turn if found else ""),
                undone=entry in undone,
                mark=hashlib.sha256(f"{line.prev} {line.pause.round}".encode()).hexdigest(),
            )
        )
    return tuple(found)


def everything_is_public(game: Game) -> bool:
    """Whether nothing of *game* is secret any more: it is over, and its last letters are written."""
    last = game.last_letter(PUBLIC)
    return game.outcome is not None and last is not None and last.entry == len(game.log.entries)


def known_as(game: Game) -> tuple[str, ...]:
    """What pages of *game* say besides what the log and the view of a moment hold, for `kept`."""
    said = (str(game.versions), game.versions.templates, game.name, letter.title(game))
    return (*said, *game.titles, *game.titles.values(), game.settings.deadlines.zone.name)


class MomentBoard(msgspec.Struct, frozen=True):
    """A drawing of a moment: its *name*, which that of other moments has, too, its SVG, its title and its words."""

    name: str
    svg: str
    title: str
    alt: str


def boards(game: Game, moment: PublicMoment, *, anew: bool = False) -> tuple[MomentBoard, ...]:
    """The drawings of *moment*, the board first; none if the game draws nothing."""
    drawing = game.ruleset.drawing
    if drawing is None:
        return ()

    def made() -> bytes:
        return msgspec.json.encode(_drawn(game, moment, drawing))

    found = kept(made, "boards", moment.mark, *known_as(game), *drawn_with(game), anew=anew)
    return msgspec.json.decode(found, type=tuple[MomentBoard, ...])


def _drawn(game: Game, moment: PublicMoment, drawing: Drawing) -> tuple[MomentBoard, ...]:
    from pbem.report.pictures import NoPicture, drawn  # noqa: PLC0415 - what is kept needs no typefaces

    view = game.view(PUBLIC, moment.pause.entry)
    entries = game.table.entries[moment.since : moment.pause.entry]
    seen = [event for entry in entries for event in seen_events(entry, PUBLIC)]
    found = []
    for picture in _pictures(drawing, view):
        try:
            one = drawn(drawing, view, PUBLIC, drawing.moved(view, picture, seen))
        except NoPicture:  # the words say all that it would show
            continue
        found.append(MomentBoard(picture.name, one.svg, one.title, one.alt))
    return tuple(found)


def _pictures(drawing: Drawing, view: object) -> tuple[Picture, ...]:
    """All that there is to see of a board; for a game without that, what it draws when asked for the board."""
    found = drawing.whole(view, PUBLIC)
    if found:
        return found
    asked = drawing.named(view, PUBLIC, next(iter(drawing.words)), "")
    return () if isinstance(asked, Problem) else (asked,)


Difference = list[list[int] | str]
"""A text as parts of another: the number of a part with how many follow on it, or a part that is new."""


def difference(base: str, text: str) -> Difference:
    """*text* as parts of *base*; both are cut before each tag."""
    old = base.split("<")
    first: dict[str, int] = {}
    for number, part in enumerate(old):
        first.setdefault(part, number)
    found: Difference = []
    for part in text.split("<"):
        last = found[-1] if found else ""
        if isinstance(last, list) and old[last[0] + last[1] : last[0] + last[1] + 1] == [part]:
            last[1] += 1
        elif part in first:
            found.append([first[part], 1])
        else:
            found.append(part)
    return found


_HEADINGS = 3
"""The most headings of a story in the label of a moment."""


class PlayedSheet(msgspec.Struct, frozen=True):
    """An answer that was played: the *key* of its question, where it came *by* unless it was a sheet, and its text."""

    key: str
    by: str
    text: str


class SeatSecrets(msgspec.Struct, frozen=True):
    """What only one seat knew at a moment: sentences, its hand in HTML, and what it ordered."""

    title: str
    told: tuple[str, ...]
    hand: str
    sheets: tuple[PlayedSheet, ...]


class MomentText(msgspec.Struct, frozen=True):
    """A moment in words: a *label* of a few, what mattered most *in short*, the story in HTML.

    If nothing is secret now it has what was secret then, too.
    """

    label: str
    story: str
    in_short: tuple[str, ...] = ()
    secrets: tuple[SeatSecrets, ...] = ()


def moment_text(game: Game, moment: PublicMoment, *, anew: bool = False) -> MomentText:
    """What there is to read of *moment*."""
    over = everything_is_public(game)

    def made() -> bytes:
        words, about = occasion(game, moment.pause, PUBLIC)
        told = paragraphs(words, about.entries, PUBLIC, about.past)
        headings = [tree.plain(one.heading) for one in told if one.heading and one.level == 1 and not one.undone]
        found = MomentText(
            label=_label(list(dict.fromkeys(headings)), moment.turn),
            story=without_addresses(fragment(content(words, about, "moment"), below=2)),
            in_short=tuple(map(without_addresses, in_short(words, about.entries, PUBLIC, about.past))),
            secrets=tuple(_secrets(game, moment)) if over else (),
        )
        return msgspec.json.encode(found)

    return msgspec.json.decode(kept(made, "text", over, moment.mark, *known_as(game), anew=anew), type=MomentText)


def _label(headings: list[str], turn: str) -> str:
    """A few words for what happened: the headings, each without a turn that was just named.

    That is the *turn* of the moment, which is named with it, or that of the heading before.
    """
    found: list[str] = []
    before = turn.casefold()
    for heading in headings[:_HEADINGS]:
        of_turn, colon, rest = heading.partition(": ")
        again = of_turn.casefold() == before
        before = of_turn.casefold() if colon or again else ""
        if colon or not again:
            found.append(rest if colon and again else heading)
    said = "; ".join(found) or turn
    said = said[:1].upper() + said[1:]
    return without_addresses(f"{said} ..." if len(headings) > _HEADINGS else said)


def _sheet(game: Game, entry: Entry, answer: Answered) -> str:
    """An *answer* that *entry* was played with, in the names that its seat used."""
    state, views = game.table.at(entry.number - 1)
    return write_sheet(answer.order, game.ruleset.lexicon(views.get(answer.seat, state), answer.seat))


def _secrets(game: Game, moment: PublicMoment) -> Iterator[SeatSecrets]:
    past = past_of(game.table, {one.entry: one.round for one in game.log.pauses})
    entries = tuple(game.table.entries[moment.since : moment.pause.entry])
    for seat, title in game.titles.items():
        view = game.view(seat, moment.pause.entry)
        words = letter.words_for(game, view, seat)
        about = Occasion(
            game=game.name, round=moment.round, seat=seat, titles=game.titles, view=view, title=letter.title(game)
        )
        sheets = (
            PlayedSheet(answer.key, "" if answer.by == "sheet" else answer.by, _sheet(game, entry, answer))
            for entry in entries
            for answer in entry.answers
            if answer.seat == seat
        )
        yield SeatSecrets(
            title=title,
            told=tuple(map(without_addresses, private(words, entries, seat, past))),
            hand=without_addresses(fragment(part_content(words, about, "hand"), below=3)),
            sheets=tuple(msgspec.structs.replace(one, text=without_addresses(one.text)) for one in sheets),
        )
