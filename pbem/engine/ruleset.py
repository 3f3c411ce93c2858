"""A ruleset: the record by which a game makes itself known to the host."""

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Generic, get_args, get_type_hints

import msgspec

from pbem.engine import edition
from pbem.engine.decision import Decision, Policy
from pbem.engine.edition import EditionType
from pbem.engine.event import Event
from pbem.engine.menu import Desk, FormHints
from pbem.engine.order import Order, Problem
from pbem.engine.picture import Drawing, Picture
from pbem.engine.play import Coming
from pbem.engine.position import Position, S
from pbem.engine.reading import Lexicon
from pbem.engine.table import Step, Table


class Enquiry(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a game answers one word, from what a seat sees and from nothing else.

    Its words are in the template `enquiries/WORD.txt.j2`, as `found`.
    """

    answer: Callable[[S, str, tuple[str, ...]], Any]
    """What the template is to say, by the view, the seat and the ids that were named; a `Problem` says why nothing."""
    names: tuple[tuple[str, ...], ...] = ()
    """For each name that may come after the word, the kinds of names in the lexicon that it can be of."""
    least: int = 0
    """How many names there must be."""
    picture: Callable[[S, Any], Picture | tuple[str, str]] | None = None
    """The picture that goes with an answer, or the word and the id by which the game's drawing names it; by default
    those of the enquiry itself, if its word is one of the drawing's."""


class Foreseen(msgspec.Struct, Generic[S], frozen=True):
    """What an order would lead to: the *events* that its seat can foresee, and the view after them.

    The events are worded as in a story, and the template `enquiries/foreseen.txt.j2` may say more of the view.
    """

    events: tuple[Event[S], ...]
    view: S


class EnquiryRead(msgspec.Struct, frozen=True):
    """The ids that an enquiry names, or what is wrong with it."""

    ids: tuple[str, ...] = ()
    problem: Problem | None = None


class RuleReading(msgspec.Struct, frozen=True):
    """How a game reads the rules where they can be read in several ways: its phrase, and whether that is usual."""

    phrase: str
    usual: bool


class RuleOption(msgspec.Struct, frozen=True):
    """A reading of the rules that a group may choose: its *values*, the usual one first.

    It matters in all forms of the game, or only *where* its field's type says so: `Annotated[..., "advanced"]`.
    """

    name: str
    values: tuple[str, ...]
    where: str = ""

    def reading(self, value: str) -> RuleReading:
        """How the rules are read with this *value*: `half-up` for `half: up`."""
        return RuleReading(f"{self.name}-{value}".replace("_", "-"), value == self.values[0])


@cache
def options_of(kind: type[msgspec.Struct]) -> tuple[RuleOption, ...]:
    """The options that the fields of *kind* are."""
    found, usually = [], kind()
    for name, hint in get_type_hints(kind, include_extras=True).items():
        values, *where = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
        usual = getattr(usually, name)  # by its place it is not known: types that differ in order alone may be one
        found.append(RuleOption(name, (usual, *(one for one in get_args(values) if one != usual)), *where))
    return tuple(found)


def readings(options: msgspec.Struct, *played: str) -> tuple[RuleReading, ...]:
    """The reading that each of the *options* chooses which matters in the forms of the game that are *played*."""
    mattering = (one for one in options_of(type(options)) if one.where in ("", *played))
    return tuple(one.reading(getattr(options, one.name)) for one in mattering)


def installed(group: str) -> dict[str, str]:
    """The entry points of *group* by their names, as `module:attribute`.

    Searching all that is installed is slow, so the result is reused while no folder of modules has changed.
    """
    changes: list[tuple[str, int]] = []
    for folder in sys.path:
        with suppress(OSError):
            changes.append((folder, Path(folder).stat().st_mtime_ns))
    found: dict[str, str] = edition.parsed(repr((group, changes)).encode(), partial(_entry_points, group))
    return found


def loaded(place: str) -> Any:
    """The object that the entry point at *place* names."""
    module, _, attribute = place.partition(":")
    return getattr(importlib.import_module(module), attribute)


def _entry_points(group: str, _: bytes) -> dict[str, str]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - costs 10 ms

    return {entry.name: entry.value for entry in entry_points(group=group)}


Renaming = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Renames a JSON object, with its tag, to its present names."""

KINDS = ("event", "step", "order")


def became(tag: str, /, **fields: str) -> Renaming:
    """The renaming to *tag*, and of each old field to its new name: `became("point-won", who="seat")`.

    *tag* may be the old one, where only fields were renamed.
    """
    return partial(_renamed, tag, fields)


def _renamed(tag: str, fields: Mapping[str, str], old: Mapping[str, Any]) -> Mapping[str, Any]:
    kind = next(kind for kind in KINDS if kind in old)
    return {fields.get(name, name): value for name, value in old.items()} | {kind: tag}


def modern(value: Any, renamed: Mapping[str, Renaming]) -> Any:
    """*value*, any JSON, with everything in it by its new name; *renamed* is that of a `Ruleset`."""
    if isinstance(value, list):
        return [modern(one, renamed) for one in value]
    if not isinstance(value, dict):
        return value
    found = {name: modern(one, renamed) for name, one in value.items()}
    for _ in renamed:  # a name may have changed more than once
        name = next((f"{kind} {found[kind]}" for kind in KINDS if kind in found), "")
        if name not in renamed:
            break
        found = dict(renamed[name](found))
    return found


class BrokenInvariant(msgspec.Struct, frozen=True):
    """That a position breaks the *invariant* of this name; the phrase *code* says how, filled with *args*."""

    invariant: str
    code: str
    args: Mapping[str, Any] = {}

    def __str__(self) -> str:
        said = ", ".join(f"{name} {value}" for name, value in self.args.items())
        return f"{self.invariant}: {self.code}{f' ({said})' if said else ''}"


class Rulings(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What the moderator may rule in a game.

    *step* gives the step that takes a ruling, asked of `MODERATOR` and checked on the full state; nothing when there is
    nothing to rule. *broken* tells every invariant that a full state breaks.
    """

    step: Callable[[S], Step[S, Any] | None]
    broken: Callable[[S], Iterable[BrokenInvariant]]


def newly_broken(broken: Callable[[S], Iterable[BrokenInvariant]], before: S, after: S) -> Iterator[BrokenInvariant]:
    """What *after* breaks and *before* did not."""
    known = list(broken(before))
    return (one for one in broken(after) if one not in known)


class GameTally(msgspec.Struct, frozen=True):
    """One figure for each head in each row; None where a row has none.

    *heads* are keys of the group `tally` of the phrases, each of which says a figure *n* in words; *rows* are by id, of
    the *kind* under which the lexicon knows it, or `seat` for seats.
    """

    kind: str
    heads: tuple[str, ...]
    rows: Mapping[str, tuple[int | None, ...]]


GROUP = "pbem.rulesets"
POSITION, HAND = "position", "hand"
"""The enquiries of every game: the whole position, and what its seat alone has, as letters and `pbem show` tell it."""


def _no_policies(_view: Position, _seat: str) -> Iterable[Policy]:
    return ()


def _nothing_coming(_view: Position, _seat: str) -> Iterable[Coming]:
    return ()


def _nothing_foreseen(_view: Position, _decision: Decision, _order: Order) -> None:
    return None


def _no_names(_view: Position) -> Mapping[str, tuple[str, ...]]:
    return {}


def _no_step(_view: Position, _seat: str) -> None:
    return None


class Ruleset(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """Everything that play needs to know of a game; no class to inherit, no hook with an order.

    What only tests, bots and tools want is in a `pbem.engine.playtest.Playtest` of the same name.
    """

    name: str
    title: str
    version: str
    """A new one for every change after which a game may go otherwise; the log of a game names it."""
    settings: type[msgspec.Struct]
    """The game's own part of game.yaml, under the key `settings`."""
    seats: Callable[[Any], Mapping[str, str]]
    """Seat ids and titles for given settings, in the order in which letters list them."""
    start: Callable[[Any], S]
    """The public position before anything is dealt, its flow at the set-up."""
    events: Any
    """The union of the game's event types, the engine's own included."""
    orders: Any
    """The union of the game's order types."""
    renamed: Mapping[str, Renaming] = {}
    """How to read what earlier versions wrote, by kind and old tag: `event point-gained`."""
    policies: Callable[[S, str], Iterable[Policy[S]]] = _no_policies
    """A seat's standing orders, found in its view."""
    anytime: Callable[[S, str], Step[S, Any] | None] = _no_step
    """The step that takes what *seat* may send while it is asked nothing."""
    coming: Callable[[S, str], Iterable[Coming]] = _nothing_coming
    """The kinds of decisions that *seat* may answer before they are put, by its view."""
    rulings: Rulings[S] | None = None
    """What the moderator may rule, and the invariants that a ruling is checked against."""
    defaults: bool = True
    """Whether decisions of the game have defaults, so that one can be applied for a player who does not answer."""
    lexicon: Callable[[S, str], Lexicon]
    """The names in use for a view and a seat."""
    seat_names: Callable[[S], Mapping[str, tuple[str, ...]]] = _no_names
    """What players call a seat besides its title, by its id, in a public view: the names of the powers that it runs."""
    turn: tuple[str, str] = ("turn", "turns")
    """The game's word for a turn, singular and plural: `lap`, `laps`."""
    words: tuple[Path, ...]
    """Folders of templates and phrase files, the first that has a file wins."""
    tools: Mapping[str, Callable[..., Any]] = {}
    """Functions of the rules that templates and phrases may call by name."""
    enquiries: Mapping[str, Enquiry[S]] = {}
    """What players may ask by mail and at the terminal, by the word for it: `reach`."""
    foresee: Callable[[S, Decision, Order], Foreseen[S] | None] = _nothing_foreseen
    """What an order, which is legal, would lead to as far as its seat can know, from the seat's view."""
    changes: Callable[[S, S, str], Any] | None = None
    """What a letter tells a seat as changed for it, by its view at its last letter and its view now: plain data for the
    template `changes`. Without it the letter tells each event of which the public saw less."""
    outcome: Callable[[S], Mapping[str, object] | None]
    """How the game ended, or nothing while it continues: `winners` (seat ids), `turn`, and what tells endings apart."""
    tally: Callable[[S, Sequence[Event]], GameTally] | None = None
    """What a finished game came to in figures, by the public view at its end and all that everyone saw: losses, say."""
    drawing: Drawing[S] | None = None
    """How the game draws a view, for a game that has pictures."""
    desk: Desk[S] | None = None
    """How orders are made by pointing at the board; without it they are written, and chosen from forms."""
    forms: FormHints[S] | None = None
    """What forms made from the types of its orders cannot know by themselves."""
    edition_files: Callable[[Any], tuple[Path, ...]] | None = None
    """The files of the edition that settings choose by their field `edition`, for a game whose board is data.

    They are in one folder. A game keeps a copy of them, and `start` gets settings whose `edition` is the copy's path.
    """
    edition_beside: tuple[str, ...] = ()
    """Files that may be beside those, by their names without `.yaml`: what only pictures need. A game keeps a copy of
    them, too, but does not need them; they may be missing or change."""
    move: Callable[[Table[S], Any], None] | None = None
    """Switch a table to the edition of other settings, by events; raises `Unplayable` if its position cannot."""
    edition_type: Callable[[], EditionType] | None = None
    """What the files of an edition hold, for a game whose board is data."""
    time_rules: tuple[str, ...] = ()
    """The kinds of questions that may have a rule of time of their own in game.yaml, as decisions name it in `due`."""
    time_shares: Mapping[str, int] = {}
    """By kind of question that is to be answered quickly: the part of the usual time that it has unless game.yaml says
    otherwise, 3 for a third."""
    news_waits: bool = False
    """Whether what a seat alone learns while it is asked nothing may reach it with its next letter that asks."""
    words_of_chance: bool = True
    """Whether every draw follows from the players' words of chance, too: then nothing may be drawn before a step asks
    all seats at once."""
    rulebook: Path | None = None
    """The file that lists the sections of the rulebook with their status."""

    guide: tuple[Path, ...] = ()
    """Pages of Markdown for players, the main one first; the command `help` sends their sections."""

    @property
    def has_policies(self) -> bool:
        """Whether policies may answer for a seat."""
        return self.policies is not _no_policies

    @property
    def enquiry_words(self) -> tuple[str, ...]:
        """The words by which players may ask."""
        drawn = self.drawing.words if self.drawing else ()
        return tuple(dict.fromkeys((*self.enquiries, *drawn, POSITION, HAND)))

    def turn_named(self, number: int) -> str:
        """Turn *number* as people call it, `turn 3`; empty before the first."""
        return f"{self.turn[0]} {number}" if number else ""


class UnknownGame(LookupError):
    """No installed ruleset has this name."""


def find(name: str) -> Ruleset:
    """The installed ruleset called *name*."""
    places = installed(GROUP)
    if name not in places:
        raise UnknownGame(f"no ruleset {name!r} is installed; there are: {', '.join(sorted(places)) or 'none'}")
    ruleset = loaded(places[name])
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"the entry point {name!r} of {GROUP} is not a Ruleset")
    return ruleset
