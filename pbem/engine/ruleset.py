"""A ruleset: the record by which a game makes itself known to the host."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic

import msgspec

from pbem.engine.coming import Coming
from pbem.engine.decision import Decision, Policy
from pbem.engine.desk import Desk
from pbem.engine.drawing import Drawing
from pbem.engine.event import Event
from pbem.engine.forms.hints import FormHints
from pbem.engine.kit.edition import EditionType
from pbem.engine.kit.enquiry import Enquiry, Foreseen
from pbem.engine.kit.installed import installed, loaded
from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.kit.renaming import Renaming
from pbem.engine.kit.ruling import Rulings
from pbem.engine.kit.tally import GameTally
from pbem.engine.order import Order
from pbem.engine.position import Position, S
from pbem.engine.step import Step
from pbem.engine.table import Table

GROUP = "pbem.rulesets"


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

    def turn_named(self, number: int) -> str:
        """Turn *number* as people call it, `turn 3`; empty before the first."""
        return f"{self.turn[0]} {number}" if number else ""


class Unplayable(ValueError):
    """What a game is played with is missing, or differs from what the game began with; says what.

    Of a position that a case gives, *key* is the key that says what no game comes to.
    """

    def __init__(self, why: str, key: str = "") -> None:
        super().__init__(why)
        self.key = key


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
