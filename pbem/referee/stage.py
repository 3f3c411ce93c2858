"""Stages: the decisions that a sheet of a seat answers now, and the token that binds the sheet to them."""

import base64
import hashlib
import hmac
import re

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Rewound
from pbem.engine.play import Planning, asked, faults, policies, top, waiting
from pbem.engine.position import Position
from pbem.engine.reading import late_pattern
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Answer, Step, Table, decisions_of
from pbem.errors import Refusal

_FILE = late_pattern(r"[^a-z0-9.]+")
_TOKEN = late_pattern(r"\{\s*([a-z0-9]{4})-?([a-z0-9]{4})\s*\}", re.IGNORECASE)
_LOOKALIKES = str.maketrans("018", "olb")


class NotAsked(Refusal):
    """The seat has no open decision, or its decision has no default."""


class SeatStage(msgspec.Struct, frozen=True):
    """Something that *seat* may send now: an answer to the *decision* that was put after entry *asked*.

    It is *pending* when the game waits for it; otherwise it takes what a seat may send at any time. Of several the
    first one names the letter that asks them all.
    """

    seat: str
    step: Step
    decision: Decision
    asked: int
    pending: bool

    @property
    def put(self) -> tuple[str, int]:
        """The key of the decision, and the entry after which it was asked."""
        return self.decision.key, self.asked

    @property
    def name(self) -> str:
        """The name of its folder."""
        return folder_name(self.decision.key, self.asked)


def folder_name(key: str, asked: int) -> str:
    """The name of the folder for the sheets of a stage."""
    return f"{asked:04d}-{_FILE.sub('-', key.lower())}"


def asked_after(table: Table, key: str) -> int:
    """The entry after which the pending decision *key* was put; a rewind puts it again."""
    number = len(table.entries)
    while number and not _rewound(table, number) and _asks(table, number - 1, key):
        number -= 1
    return number


def stages_of(ruleset: Ruleset, table: Table, seat: str, letter: int) -> tuple[SeatStage, ...]:
    """The stages of *seat*; *letter* is the entry of its last letter, which invites what may come at any time."""
    if not table.state.flow:
        return ()
    step, put = top(table.state), [decision for decision in waiting(table) if decision.seat == seat]
    if put:
        return tuple(SeatStage(seat, step, one, asked_after(table, one.key), pending=True) for one in put)
    return anytime_stages(ruleset, table.views[seat], seat, letter)


def anytime_stages(ruleset: Ruleset, view: Position, seat: str, letter: int) -> tuple[SeatStage, ...]:
    """The stages of what *seat* may send while it is asked nothing, invited by the *letter* after that entry.

    In a game without such a step it may be plans alone.
    """
    step = ruleset.anytime(view, seat)
    own = (one for one in decisions_of(step, view) if one.seat == seat) if step else ()
    found = tuple(SeatStage(seat, step, one, letter, pending=False) for one in own) if step else ()
    if found or not any(True for _ in ruleset.coming(view, seat)):
        return found
    planning = Planning()
    return (SeatStage(seat, planning, planning.decision(seat), letter, pending=False),)


def standing_answer(ruleset: Ruleset, stage: SeatStage, view: Position) -> Answer | None:
    """What the standing orders of a seat answer in a stage, if it is legal."""
    given = policies(ruleset.policies)(stage.decision, view)
    return None if given is None or faults(stage.step, view, stage.decision, given.order) else given


def filled(ruleset: Ruleset, stage: SeatStage, view: Position) -> SeatStage:
    """*stage* with its seat's advance orders as the default, for its form."""
    given = standing_answer(ruleset, stage, view) if stage.pending else None
    if given is None:
        return stage
    return msgspec.structs.replace(stage, decision=msgspec.structs.replace(stage.decision, default=given.order))


def token(tokens: str, game: str, seat: str, key: str, asked: int, generation: int = 0, epoch: int = 0) -> str:
    """The token, such as `k7f2-rxqm`, that only the seat's own letter of this stage has; *tokens* is the key.

    The *generation* is that of the seat's holder: whoever held it before has other tokens. Another copy
    of the game, of another *epoch*, has others for what it asks.
    """
    name = "\0".join(
        (
            "token",
            game,
            seat,
            key,
            str(asked),
            *([str(generation)] if generation else []),
            *([f"epoch {epoch}"] if epoch else []),
        )
    )
    digest = hmac.new(tokens.encode(), name.encode(), hashlib.sha256).digest()
    word = base64.b32encode(digest)[:8].decode().lower()
    return f"{word[:4]}-{word[4:]}"


def tokens_in(text: str) -> tuple[str, ...]:
    """Every token in braces in *text*, in order, with misread digits fixed."""
    found = (f"{first}-{second}".lower().translate(_LOOKALIKES) for first, second in _TOKEN.findall(text))
    return tuple(dict.fromkeys(found))


def _asks(table: Table, number: int, key: str) -> bool:
    state, _ = table.at(number)
    return any(decision.key == key for decision in asked(state))


def _rewound(table: Table, number: int) -> bool:
    return any(isinstance(event, Rewound) for event in table.entries[number - 1].events)
