"""The page that asks before a deed, and doing it once."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from pbem.errors import Refusal
from pbem.mail import send
from pbem.mail.deeds import corrections
from pbem.mail.deeds.deed import Deed
from pbem.mail.deeds.fields import FIELDS, FieldForm, FieldName
from pbem.mail.moderating import deeds, emails, play, wording
from pbem.mail.moderating.deeds import DEEDS
from pbem.mail.turn import turn
from pbem.referee import opening
from pbem.referee.game import Clock, Game, Rulesets
from pbem.referee.rulings import try_ruling
from pbem.settings.game import FOLDER
from pbem.store import files
from pbem.web.moderator import offers
from pbem.web.moderator.offers import GROUP
from pbem.web.moderator.rehearsal import MovedTime, PlannedMail, Rehearsal, stamp
from pbem.web.rendering import plain_words
from pbem.web.server.serving import DeskServer

_MOST_LETTERS = 40
_BEFORE: tuple[FieldName, ...] = ("item", "ident", "appeal")
"""Fields that a button fills in, and no one else."""
_OPEN = frozenset({"tell", "announce", "answer"})
"""Deeds whose first letter is shown as it will be read: it is what the moderator writes."""
_IN_DETAIL = ("Told by email:", "Sent by email to", "Written for the thread.")
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
    deed, item = DEEDS[name], offers.item_in(given)
    chosen = name in offers.CONFIRMING and not _holds(game, item)
    seat: tuple[FieldName, ...] = () if chosen or given["seat"] not in game.titles else ("seat",)
    fixed = tuple(one for one in (*_BEFORE, *seat) if given[one] and one in deed.fields)
    named = [(one, False) for one in deed.needs] + [(one, True) for one in deed.may]
    return AskingPage(
        game=game.settings.title or game.name,
        asks=offers.question(game, name, given, at),
        about=offers.about(game, name, given),
        button=offers.button(game, name, given),
        email=offers.about_email(game, given),
        item=item,
        fields=tuple(_field(game, name, one, at, optional=optional) for one, optional in named if one not in fixed),
        fixed=fixed,
        seats=dict(game.titles),
        guess=offers.guess_of(game, item) if item else "",
        guide=corrections.guide(game, try_ruling(game, "", "")) if name == "rule" else "",
    )


def planned(name: str, plan: Rehearsal, titles: Mapping[str, str]) -> PlannedPage:
    """What would happen; deadlines and emails are listed, so that lines of the command which name them are left out."""
    words, deed = plain_words(), DEEDS[name]
    more = tuple(filter(None, (offers.said_of(name, "says"),)))
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
        label=offers.label_of(deed, name),
        help=offers.help_of(deed, name),
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


_DONE = "done"
_Said = tuple[tuple[str, ...], tuple[str, ...]]
"""Lines for a shell, and for a page."""
_KEPT = timedelta(days=30)


class AskedDeed(msgspec.Struct, frozen=True, kw_only=True):
    """What the moderator was asked about a *game*: a *deed* with what was *given*, when it was *at* and stood so.

    It is done once for each *nonce*.
    """

    game: str
    deed: str
    given: Mapping[str, str]
    stamp: str
    at: datetime
    nonce: str


class DoneDeed(msgspec.Struct, frozen=True, kw_only=True):
    """What became of it, in the words of the command like it, which is as *typed*; or why it was *refused*.

    A *page* says it in other lines, where those are for a shell. *given* is what was filled in.
    """

    game: str
    deed: str
    at: datetime
    typed: str
    given: Mapping[str, str] = {}
    says: tuple[str, ...] = ()
    page: tuple[str, ...] = ()
    refused: str = ""


class HasChanged(Refusal):
    """The game is not any more as it was when the moderator was asked."""


def known(top: Path, nonce: str) -> DoneDeed | None:
    """What became of what was asked with *nonce*; None if it was not done."""
    path = _path(top, nonce)
    return files.read(path, DoneDeed, "what was done is in the log all the same") if path.is_file() else None


def do_apart(server: DeskServer, about: tuple[Path, AskedDeed]) -> DoneDeed:
    """`do` what the moderator was asked, to the game of *server* in a folder."""
    folder, asked = about
    return do(folder, server.games.top, asked, server.clock, server.rulesets)


def do(folder: Path, top: Path, asked: AskedDeed, clock: Clock, rulesets: Rulesets | None) -> DoneDeed:
    """Do what was *asked*, unless it was done before; raises `HasChanged` and `Busy`.

    If the program dies before it is noted as done, the game is not as it was any more, so that it is not done again.
    """
    deed = DEEDS[asked.deed]
    if deed.turns:
        before = known(top, asked.nonce)
        return before or _keep(top, folder, asked, clock, lambda: _turned(folder, clock, rulesets))
    with opening.held(folder, rulesets) as game:
        before = known(top, asked.nonce)
        if before is not None:
            return before
        if stamp(game, clock()) != asked.stamp:
            raise HasChanged("the game has changed since you were asked")
        return _keep(top, folder, asked, clock, lambda: _does(game, deed, asked, clock))


def _does(game: Game, deed: Deed, asked: AskedDeed, clock: Clock) -> _Said:
    settled = deeds.do(deed, deed.case(game, clock, asked.given, f"desk {asked.nonce}"))
    more = [*play.play(game, clock, anyway=asked.deed == "play").says] if deed.plays else []
    says, page = _sent(game, clock, told=deed.sends) if settled.goes else ((), ())
    return (*settled.says, *more, *says), (*settled.shown, *more, *page)


def _sent(game: Game, clock: Clock, *, told: bool) -> _Said:
    """Send what is queued; what keeps it from going is told, for it was done all the same."""
    try:
        sent = send.send(game, clock, now=told)
    except (Refusal, OSError) as why:
        failed = (f"Nothing could be sent now: {why}. `pbem turn` tries again.",)
        return failed, failed
    left, doubts = game.outbox.listed("queued"), len(game.outbox.listed("trying"))
    if told:
        says = tuple(wording.of_sending(sent, left, doubts))
        return says, says
    return (), tuple(emails.of_sent(sent))


def _turned(folder: Path, clock: Clock, rulesets: Rulesets | None) -> _Said:
    done = turn(folder, clock, rulesets)
    troubles = [f"Some mail could not be fetched. {one.says.rstrip('.')}." for one in done.troubles]
    says = (
        *wording.of_mail(done.handled, done.strange, len(done.status.unread)),
        *troubles,
        *wording.of_play(done.played, done.status, done.locked),
        *wording.of_letters(done.made),
        *wording.of_sending(done.sent, done.status.queued, len(done.status.trying)),
    )
    return says, tuple(emails.of_turn(done))


def _keep(top: Path, folder: Path, asked: AskedDeed, clock: Clock, does: Callable[[], _Said]) -> DoneDeed:
    at, typed = clock(), DEEDS[asked.deed].typed(asked.given, folder)
    done = DoneDeed(game=asked.game, deed=asked.deed, at=at, typed=typed, given=asked.given)
    try:
        says, page = does()
        done = msgspec.structs.replace(done, says=says, page=page)
    except Refusal as why:
        done = msgspec.structs.replace(done, refused=str(why))
    _forget_old(top, at)
    files.write(_path(top, asked.nonce), msgspec.json.encode(done))
    return done


def _path(top: Path, nonce: str) -> Path:
    return top / FOLDER / _DONE / f"{nonce}.json"


def _forget_old(top: Path, at: datetime) -> None:
    place = top / FOLDER / _DONE
    for name in files.names(place):
        with suppress(OSError):  # another visit removes it, too
            if at.timestamp() - (place / name).stat().st_mtime > _KEPT.total_seconds():
                (place / name).unlink()
