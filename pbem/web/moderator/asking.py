"""What the page that asks says: the question, what it does and to whom, the fields, and then what would happen."""

from collections.abc import Iterator, Mapping
from datetime import datetime

import msgspec

from pbem.mail.deeds import ruled
from pbem.mail.deeds.fields import FIELDS, FieldForm, FieldName
from pbem.referee.game import Game
from pbem.referee.moderation.rulings import try_ruling
from pbem.web.moderator import offers, said
from pbem.web.moderator.deeds import DEEDS
from pbem.web.moderator.rehearsal import MovedTime, PlannedMail, Rehearsal
from pbem.web.moderator.said import GROUP
from pbem.web.rendering import plain_words

_MOST_LETTERS = 40
_BEFORE: tuple[FieldName, ...] = ("item", "ident", "appeal")
"""Fields that a button fills in, and no one else."""
_OPEN = frozenset({"tell", "announce", "answer"})
"""Deeds whose first letter is shown as it will be read: it is what the moderator writes."""
_IN_DETAIL = ("Told by email:", "Sent by email to")
"""How lines of commands begin that a page says in more detail."""


class AskedField(msgspec.Struct, frozen=True, kw_only=True):
    """A field to be filled in, with a *label* and what helps; it may be *optional*, and have *choices*.

    Its *form* says how it is written, and *least* the first day that it may have.
    """

    name: FieldName
    form: FieldForm
    least: str = ""
    label: str
    help: str
    optional: bool
    choices: tuple[tuple[str, str], ...] = ()


class AskingPage(msgspec.Struct, frozen=True, kw_only=True):
    """The page that asks about a *game*: its question, what it is *about*, the *email* that is meant, and its fields.

    What is *fixed* was said by the button; the *button* that does it says what it does. A seat may be *guessed*. A
    *guide* says what can be written.
    """

    game: str
    asks: str
    about: str
    button: str
    email: tuple[str, ...]
    item: int
    fields: tuple[AskedField, ...]
    fixed: tuple[FieldName, ...]
    seats: Mapping[str, str]
    guess: str
    guide: str = ""


class PlannedPage(msgspec.Struct, frozen=True, kw_only=True):
    """What would happen, as the page says it: lines, deadlines that move, a heading for the emails, and those."""

    says: tuple[str, ...]
    moved: tuple[str, ...]
    mails: str
    shown: bool
    messages: tuple[PlannedMail, ...]


def asking(game: Game, name: str, given: Mapping[str, str], at: datetime) -> AskingPage:
    """What the page asks *at* a time about the deed called *name*."""
    deed, item = DEEDS[name], said.item_in(given)
    chosen = name in offers.CONFIRMING and not _holds(game, item)
    seat: tuple[FieldName, ...] = () if chosen or given["seat"] not in game.titles else ("seat",)
    fixed = tuple(one for one in (*_BEFORE, *seat) if given[one] and one in (*deed.needs, *deed.may))
    named = [(one, False) for one in deed.needs] + [(one, True) for one in deed.may]
    return AskingPage(
        game=game.settings.title or game.name,
        asks=said.question(game, name, given, at),
        about=said.about(game, name, given),
        button=said.button(game, name, given),
        email=said.about_email(game, given),
        item=item,
        fields=tuple(_field(game, name, one, at, optional=optional) for one, optional in named if one not in fixed),
        fixed=fixed,
        seats=dict(game.titles),
        guess=offers.guess_of(game, item) if item else "",
        guide=ruled.guide(game, try_ruling(game, "", "")) if name == "rule" else "",
    )


def planned(name: str, plan: Rehearsal, titles: Mapping[str, str]) -> PlannedPage:
    """What would happen; deadlines and emails are listed, so that lines of the command which name them are left out."""
    words, deed = plain_words(), DEEDS[name]
    more = (words.phrase(GROUP, f"{name}-says", {}),) if words.has(GROUP, f"{name}-says") else ()
    says = () if plan.moved else tuple(line for line in plan.says if not line.startswith(_IN_DETAIL))
    count = {"count": len(plan.messages), "goes": plan.goes}
    return PlannedPage(
        says=(*says, *more),
        moved=tuple(_moved(one, titles) for one in plan.moved),
        mails=words.phrase(GROUP, "mails-turn" if deed.turns else "mails", count),
        shown=name in _OPEN,
        messages=plan.messages,
    )


def _holds(game: Game, item: int) -> bool:
    """Whether an email waits for no more than that its seat is confirmed."""
    found = game.inbox.numbered(item) if item else None
    verdict = game.inbox.verdict(found) if found else None
    return verdict is not None and verdict.state == "held"


def _field(game: Game, deed: str, name: FieldName, at: datetime, *, optional: bool) -> AskedField:
    form, today = FIELDS[name], at.astimezone(game.settings.deadlines.zone.info).date()
    return AskedField(
        name=name,
        form=form,
        least=today.isoformat() if form.ahead else "",
        label=said.label_of(deed, name),
        help=said.help_of(deed, name),
        optional=optional,
        choices=tuple(_letters(game)) if name == "round" else (),
    )


def _letters(game: Game) -> Iterator[tuple[str, str]]:
    """The letters that the game can be moved back to, the newest first: those after which something was played."""
    words, zone = plain_words(), game.settings.moderators_zone.name
    end = len(game.table.entries)
    lines = [line for line in game.log.lines if line.pause and line.pause.entry < end]
    for line in reversed(lines[-_MOST_LETTERS:]):
        if line.pause:
            turn = game.ruleset.turn_named(game.turn(line.pause.entry))
            args = {"round": line.pause.round, "turn": turn, "at": words.moment(line.at, zone)}
            yield f"r{line.pause.round}", words.phrase(GROUP, "round-line", args)


def _moved(one: MovedTime, titles: Mapping[str, str]) -> str:
    """A deadline that would be another, on the clock of whom it concerns."""
    words = plain_words()
    before, after = (words.moment(due, one.zone) if due else "" for due in (one.before, one.after))
    args = {"title": titles.get(one.seat, one.seat), "question": one.question, "before": before, "after": after}
    return words.phrase(GROUP, "moved-line", args)
