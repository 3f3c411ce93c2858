"""What there is to read of a moment: what everyone was told; after the end of the game, what each seat knew."""

from collections.abc import Iterator

import msgspec

from pbem.engine.event import PUBLIC
from pbem.engine.table import Answered, Entry
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.letters.letter import occasion
from pbem.report.content import marks
from pbem.report.content.html import fragment
from pbem.report.letter import Occasion, content, part_content
from pbem.report.story import in_short, paragraphs, past_of, private
from pbem.sheet.writer import write_sheet
from pbem.web.public.kept import kept
from pbem.web.public.moments import PublicMoment, everything_is_public, known_as
from pbem.web.rendering import without_addresses

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
        headings = [marks.plain(one.heading) for one in told if one.heading and one.level == 1 and not one.undone]
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
        words = wording.words_for(game, view, seat)
        about = Occasion(
            game=game.name, round=moment.round, seat=seat, titles=game.titles, view=view, title=wording.title(game)
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
