"""A game: a folder with its settings, its secret, its log; its copies that both run, or that went on elsewhere."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from pbem import __version__
from pbem.engine.edition import Unplayable, base_folder
from pbem.engine.event import PUBLIC
from pbem.engine.play import Planning, asked, top
from pbem.engine.ruleset import Ruleset, UnknownGame, find
from pbem.engine.table import Entry, Table, decisions_of
from pbem.errors import Refusal
from pbem.referee import keys
from pbem.referee.deadlines import deadlines
from pbem.referee.keys import Keys, derived, keys_of, next_chance
from pbem.referee.people import holders
from pbem.referee.people.holders import SeatHolder, Tenure
from pbem.referee.stage import SeatStage, anytime_stages, filled, stages_of, token
from pbem.report import template_files
from pbem.report.template_files import MissingTemplate
from pbem.settings import beginnings, game
from pbem.sheet.check import WordsWanted
from pbem.store import editions, files
from pbem.store.facts import CopyNoticed, CopySettled, EpochBegun, Fact
from pbem.store.inbox import Inbox, InboxItem
from pbem.store.log import (
    FORMAT,
    Broken,
    GameLog,
    Opening,
    Pause,
    VersionChange,
    Versions,
    changes,
    digest_of_lines,
    digest_of_position,
    digest_of_templates,
)
from pbem.store.outbox import Outbox

_MEANWHILE = "until then incoming mail is kept, and waits"


class OtherVersions(Refusal):
    """The game was last played with other versions than those installed now."""


class OtherPosition(Refusal):
    """The log leads to another position than the one recorded."""


def check(name: str, log: GameLog, here: Versions, digest: Callable[[int], str]) -> None:
    """Raise `OtherVersions` or `OtherPosition` unless the game *name* may continue with the versions *here*.

    *digest* computes the digest of the position after an entry, with these versions.
    """
    before = log.versions
    told = differing(before, here)
    if before is None or told:
        raise OtherVersions(_said(name, log, before, told))
    number, recorded = log.digests[-1]
    if digest(number) != recorded:
        raise OtherPosition(
            f"the events of {log.path} up to entry {number} no longer lead to the position that was recorded, "
            "though the versions are the same: the program or its rules were changed; what differs: "
            f"`pbem upgrade --try {log.path.parent}`; {_MEANWHILE}"
        )


def differing(before: Versions | None, now: Versions) -> tuple[VersionChange, ...]:
    """What differs that may change play."""
    return tuple(one for one in changes(before, now) if one.matters) if before else ()


def _said(name: str, log: GameLog, before: Versions | None, told: tuple[VersionChange, ...]) -> str:
    if before is None:
        was, back = f"the log of the game {name} does not say which versions wrote it", ""
    else:
        parts = ", ".join(f"{one.what} {one.before or 'none'}, now {one.now or 'none'}" for one in told)
        was = f"the game {name} was last played with other versions ({parts})"
        back = f", or install pbem {before.engine}"
    return (
        f"{was}. What would differ: `pbem upgrade --try {log.path.parent}`; to play on with these versions: "
        f"`pbem upgrade {log.path.parent}`{back}; {_MEANWHILE}"
    )


Clock = Callable[[], datetime]
Rulesets = Mapping[str, Ruleset]

SECRET = beginnings.SECRET


class NoGame(Refusal):
    """There is no game in the folder."""


class CannotPlay(Refusal):
    """What the game is played with is missing or was changed."""


class NoRules(Refusal):
    """No ruleset has the name that game.yaml gives, or that ruleset is not complete."""


def settings_file(folder: Path) -> Path:
    """The game.yaml of the game in *folder*; raises `NoGame`."""
    file = folder / game.NAME
    if not file.is_file():
        raise NoGame(f"there is no game in {folder}; `pbem new {folder}` makes one")
    return file


def now() -> datetime:
    """The moment, to the second, in UTC."""
    return datetime.now(UTC).replace(microsecond=0)


def ruleset_called(name: str, rulesets: Rulesets | None = None) -> Ruleset:
    """The ruleset called *name*: one of *rulesets*; otherwise the installed one; raises `NoRules`."""
    if not name:
        raise NoRules("game.yaml does not say which game's rules it is for: a line `rules:` with the name of a ruleset")
    try:
        ruleset = rulesets[name] if rulesets is not None and name in rulesets else find(name)
        template_files.check(ruleset)
    except (UnknownGame, MissingTemplate) as why:
        raise NoRules(str(why)) from why
    return ruleset


class Game:
    """A game as stored in its folder.

    `opening` opens it, to look at or to change. Its *settings* are what is *written* in game.yaml, but for seats that
    changed hands and addresses that changed since. *torn* is the length of a log line that was cut off, *identity* the
    key of sealed sheets if it is available, *guarded* whether it is known that it may be played on
    (`pbem.referee.game`). All *mail is in* once all
    that came before was fetched, so that a sheet which is missing then has not come.
    """

    def __init__(self, folder: Path, rulesets: Rulesets | None = None, identity: Path | None = None) -> None:
        self.folder, self._opened = folder, (folder, rulesets, identity)
        file = settings_file(folder)
        name = game.rules_of(file)
        self.ruleset = ruleset_called(name, rulesets)
        self.written = self.settings = game.read_settings(file, self.ruleset)
        self.secret = _secret(folder)
        self.identity = keys.identity_of(self.settings.mail.sealed, folder, identity)
        self.titles: Mapping[str, str] = self.ruleset.seats(self.settings.settings)
        told = _last_letters(folder)  # before the log is read: another program may play in the meantime
        self.log = GameLog(folder / beginnings.LOG, self.ruleset)
        self._take_seats()
        if told > len(self.log.pauses):
            raise Broken(
                f"{self.log.path} ends with round {len(self.log.pauses)}, but there are letters of round {told}: it is "
                "older than the rest of the folder; restore the newest log.jsonl that you have, or the complete folder "
                "from one backup"
            )
        self._pause: tuple[int, Pause | None] = (-1, None)
        self.keys: Keys = keys_of(self.secret)
        beginnings.check(folder, self.log, self.keys.commitment)
        try:
            self.edition, self._played = editions.played(folder, self.ruleset, self.settings.settings, self.log)
            self.table = Table(
                self.ruleset.start(self._played),
                self.titles,
                self.keys.chance,
                self.keys.bots,
                asks_words=self.ruleset.words_of_chance,
            )
            for line in self.log.lines:
                if line.entry:
                    self._replay(line.entry, line.salt)
        except Unplayable as why:
            raise CannotPlay(f"the game in {folder} cannot be played: {why}") from why
        sealed = self.settings.mail.sealed is not None
        self.inbox = Inbox(folder / "inbox", derived(self.secret, "names of sheets") if sealed and self.secret else "")
        self.outbox = Outbox(folder / "outbox", folder / "sent")
        self.torn = 0
        self.guarded = self._kept = False
        self.mail_is_in = False

    def renew(self) -> None:
        """Read the game again as it is on the disk, after work on it was cut off anywhere."""
        kept = {name: self.__dict__[name] for name in ("torn", "mail_is_in")}
        fresh = Game(*self._opened)
        fresh.log.repair()
        self.__dict__ = fresh.__dict__ | kept

    def _replay(self, entry: Entry, salt: str) -> None:
        try:
            self.table.replay(entry)
        except Unplayable:
            raise
        except Exception as fault:
            if self.log.versions == self.versions:
                raise
            wrote = self.log.versions or "a version that the log does not name"
            raise Unplayable(
                f"entry {entry.number} of its log ({entry.step}) cannot be replayed by {self.versions} "
                f"({type(fault).__name__}); it was written by {wrote}: use that version, or a newer one"
            ) from fault
        if salt:
            self.table.take_key(self.chance_key(entry.number))

    @property
    def name(self) -> str:
        """What subjects and addresses call the game."""
        return self.settings.game

    @cached_property
    def versions(self) -> Versions:
        """The versions that the game would be played with now; *edition* is the game's own once it has begun."""
        rules = f"{self.ruleset.name} {self.ruleset.version}"
        templates = digest_of_templates((*self.ruleset.words, base_folder()))
        lines = digest_of_lines(self.ruleset.events, self.ruleset.orders)
        return Versions(__version__, rules, self.edition, templates, lines)

    @property
    def even(self) -> bool:
        """Whether the game waits for a question even if standing orders answer it."""
        return self.settings.pauses == "even"

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """How the game ended, or nothing while it continues."""
        return self.ruleset.outcome(self.table.state)

    @property
    def pause(self) -> Pause | None:
        """The last pause of play, the one that the last letters are about, with its deadlines as they are now."""
        if self._pause[0] != len(self.log.lines):  # to which lines are only added
            last = next(reversed(self.log.pauses), None)
            self._pause = len(self.log.lines), deadlines.as_moved(last, self.log.facts) if last else None
        return self._pause[1]

    @property
    def facts(self) -> Iterator[Fact]:
        """What happened to the game besides play, in its order."""
        return (line.fact for line in self.log.facts if line.fact is not None)

    def last_letter(self, seat: str = PUBLIC, before: Pause | None = None) -> Pause | None:
        """The pause that the newest letter to *seat*, or the newest report, is about; or the last one *before*."""
        rounds = (one for one in reversed(self.log.pauses) if before is None or one.round < before.round)
        return next((one for one in rounds if one.tells(seat)), None)

    def begin(self, at: datetime) -> None:
        """Record what the game begins with, unless it has begun; from now on that must not change.

        The versions are named before the log grows. Raises what `guard` does.
        """
        commitment = "" if self.log.lines else self.keys.commitment
        opening = self.log.opening or Opening(FORMAT, commitment, beginnings.choices(self.settings))
        self.keep_edition()
        if self.log.opening is None:
            beginnings.note(self.folder, opening.choices, opening.commitment)
        self.log.begin(at, opening, self.versions, self.digest(0))
        self.guard()
        if self.log.versions != self.versions:
            self.log.append(at, versions=self.versions, digest=self.digest(len(self.log.entries)))

    def guard(self) -> None:
        """Raise `OtherVersions`, `OtherPosition` or `AnotherCopy` unless play may continue as things are."""
        refuse_beside_older(self.name, self.epoch, self.facts)
        if not self.guarded and self.log.entries:
            check(self.name, self.log, self.versions, self.digest)
            self.guarded = True

    def keep_edition(self) -> None:
        """Keep a copy of the edition that the game begins with, unless there is one."""
        if not self._kept:
            editions.keep(self.folder, editions.chosen(self.ruleset, self._played), self._beside_edition())
            self._kept = True

    def _beside_edition(self) -> tuple[Path, ...]:
        """What is beside the edition that game.yaml names, if that is the one in use; otherwise beside the copy."""
        named = self.settings.settings
        same = editions.named(self.ruleset, named) == self.edition
        return editions.beside(self.ruleset, named if same else self._played)

    def append(self, entry: Entry, at: datetime, cause: str = "", salt: str = "") -> None:
        """Store an entry that the table has already run; with *salt* it brings other keys. Raises what `guard` does."""
        self.begin(at)
        self.log.append(at, entry=entry, cause=cause, salt=salt)
        if salt:
            self.table.take_key(self.chance_key(entry.number))

    def chance_key(self, entry: int, ahead: int = 0) -> str:
        """The key of chance from *entry* on, or the one that replaces it after the game has ended again."""
        number = len(self.log.salts(entry)) + ahead
        return next_chance(self.secret, number) if number else self.keys.chance

    def stop(self, pause: Pause, at: datetime, times: Mapping[str, Any] | None = None) -> None:
        """Store a pause, with the digest of the position and the *times* that hold from it on, if they are others."""
        self.begin(at)
        self.log.append(at, pause=pause, digest=self.digest(pause.entry), times=times)

    def note(self, fact: Fact, at: datetime) -> None:
        """Store a fact."""
        self.begin(at)
        self.log.append(at, fact=fact)
        if isinstance(fact, holders.HandOver):
            self._take_seats()

    def _take_seats(self) -> None:
        """Let everyone who holds a seat now have it in the settings."""
        changes = holders.hand_overs(self.log.facts)
        self.holders: Mapping[str, SeatHolder] = {
            seat: holders.holder(who, changes.get(seat, ()), self.written.vacant_seats)
            for seat, who in self.written.seats.items()
        }
        self._tenures = {seat: holders.tenures(lines) for seat, lines in changes.items()}
        self.settings = holders.with_contacts(holders.overlaid(self.written, self.holders), self.folder)

    def tenures(self, seat: str) -> tuple[Tenure, ...]:
        """The tenures of *seat* so far, the present one last."""
        return self._tenures.get(seat, (Tenure(),))

    @property
    def former_addresses(self) -> Mapping[str, str]:
        """The addresses of people who held a seat before and hold none now, each with the seat."""
        return holders.former_addresses(self.settings, self.written, self.log.facts) if self._tenures else {}

    def tenure(self, seat: str, pause: Pause | None = None) -> Tenure:
        """The tenure of whoever holds *seat* now, or of whom the letter of *pause* is for: who held it then."""
        found = self.tenures(seat)
        if pause is None or len(found) == 1:
            return found[-1]
        line = self._line_of(pause)
        return next(one for one in reversed(found) if one.line < line)

    def _line_of(self, pause: Pause) -> int:
        """The number of the line of the log that noted the *pause*."""
        rounds = (one.seq for one in self.log.noted if one.pause and one.pause.round == pause.round)
        return next(rounds, len(self.log.lines) + 1)

    def digest(self, entry: int) -> str:
        """The digest of the position after *entry*."""
        return digest_of_position(*self.table.at(entry))

    def turn(self, entry: int | None = None) -> int:
        """The turn of the present question, or of that after *entry*; 0 before the first, and once the game is over."""
        return next((one.turn for one in asked(self.table.state if entry is None else self.table.at(entry)[0])), 0)

    def readdress(self, seat: str, address: str, at: datetime, by: str) -> None:
        """Change the address of *seat* from now on."""
        name = f"{seat}{holders.STAND_IN}" if self.holders[seat].stand_in else seat
        before = holders.changed(self.folder).get(name)
        now_held = self.settings.seats[seat].address
        instead = before.instead if before and before.address == now_held else now_held
        holders.change(self.folder, name, holders.AddressChange(address, instead, at, by))
        self._take_seats()

    def stages(self, seat: str) -> tuple[SeatStage, ...]:
        """All that *seat* may send now: the decisions that are put to it, or else what it may send at any time."""
        letter = self.last_letter(seat)
        found = self._open(stages_of(self.ruleset, self.table, seat, letter.entry if letter else 0))
        view = self.table.views[seat]
        return tuple(filled(self.ruleset, each, view) for each in found) if self.even else found

    def stage(self, seat: str) -> SeatStage | None:
        """The first of the stages of *seat*, after which its letter is named."""
        return next(iter(self.stages(seat)), None)

    def asks_words(self, stage: SeatStage, entry: int | None = None) -> bool:
        """Whether words of chance were asked for in *stage* as the game stood after *entry*, or are now."""
        table = self.table
        if not stage.pending or not self.ruleset.words_of_chance:
            return False
        if table.words is not None and (entry is None or entry >= table.words_entry):
            return False
        state = table.state if entry is None else table.at(entry)[0]
        return {decision.seat for decision in decisions_of(stage.step, state)} >= set(self.titles)

    def words_in(self, stage: SeatStage) -> WordsWanted:
        """How to treat words of chance in a sheet for *stage*."""
        if not self.ruleset.words_of_chance:
            return "never"
        return "asked" if self.asks_words(stage) else "late"

    def token(self, seat: str, key: str, asked: int, tenure: Tenure | None = None, epoch: int | None = None) -> str:
        """The token of a stage's letter to *seat*: to whoever holds it now, or to the holder with that *tenure*."""
        salts = self.log.salts(asked)
        tokens = derived(self.secret, "tokens", salts[-1]) if salts else self.keys.tokens
        epoch = self.epoch_of(asked) if epoch is None else epoch
        return token(tokens, self.name, seat, key, asked, (tenure or self.tenure(seat)).generation, epoch)

    @property
    def epoch(self) -> int:
        """How many times the game was unpacked somewhere."""
        return epoch_of(self.facts)

    def epoch_of(self, asked: int) -> int:
        """The epoch in which the letters that put a question were written, by its asking entry."""
        found = 0
        for line in self.log.noted:
            if line.pause and line.pause.entry >= asked:
                break
            if isinstance(line.fact, EpochBegun):
                found = line.fact.epoch
        return found

    def put(self, pause: Pause, seat: str) -> tuple[SeatStage, ...]:
        """The stages that the letter of *pause* told *seat* about."""
        state, _ = self.table.at(pause.entry)
        entries = {question.key: question.asked for question in pause.waits if question.seat == seat}
        if entries:
            own = (one for one in asked(state) if one.seat == seat and one.key in entries)
            return tuple(SeatStage(seat, top(state), one, entries[one.key], pending=True) for one in own)
        return self.anytime(pause, seat)

    def anytime(self, pause: Pause, seat: str) -> tuple[SeatStage, ...]:
        """What *seat* may send after *pause* while it is asked nothing; a letter that asks nothing invites it."""
        state, views = self.table.at(pause.entry)
        return self._open(anytime_stages(self.ruleset, views[seat], seat, pause.entry)) if state.flow else ()

    def _open(self, stages: tuple[SeatStage, ...]) -> tuple[SeatStage, ...]:
        """*stages* without plans where sheets are sealed: the log would hold them unencrypted."""
        if self.settings.mail.sealed is None:
            return stages
        return tuple(stage for stage in stages if not isinstance(stage.step, Planning))

    def invited(self, pause: Pause, seat: str) -> tuple[tuple[str, int], ...]:
        """The keys and the asking entries of the stages that the letter of *pause* told *seat* about.

        The last letter invites words to other players only, and needs a token for them.
        """
        found = tuple((question.key, question.asked) for question in pause.waits if question.seat == seat)
        found = found or tuple(stage.put for stage in self.put(pause, seat))
        return found or (() if self.table.at(pause.entry)[0].flow else (("over", pause.entry),))

    def view(self, seat: str = PUBLIC, entry: int | None = None) -> Any:
        """What *seat* knows now, or knew after *entry*."""
        return self.table.views[seat] if entry is None else self.table.at(entry)[1][seat]


def _secret(folder: Path) -> str:
    """The secret of the game in *folder*: with another one, no token of its letters would match."""
    path = folder / SECRET
    if not path.is_file():
        raise NoGame(f"the game in {folder} was never begun: it has no file `{SECRET}`")
    secret = path.read_bytes().decode("ascii", errors="replace").strip()
    if not secret or not secret.isprintable() or not secret.isascii():
        raise CannotPlay(f"the secret in {path} is damaged; restore it from a backup, there is no other way")
    return secret


def _last_letters(folder: Path) -> int:
    """The last round with letters; it is in the log before them, so none can be later."""
    return max((int(name) for name in files.folders(folder / "letters") if name.isdecimal()), default=0)


def usual_folder() -> Path:
    """The folder of the game when none is named: `PBEM_GAME`; otherwise the current one."""
    return Path(os.environ.get("PBEM_GAME") or ".")


AHEAD = 3
"""How many epochs later than this copy's another copy is noticed."""


class AnotherCopy(Refusal):
    """Another copy of the game runs."""


def noticed_copies(facts: Iterable[Fact | None]) -> dict[int, int]:
    """The epochs of other copies that were noticed and not settled, each with the email that first showed it."""
    found: dict[int, int] = {}
    settled: set[int] = set()
    for fact in facts:
        if isinstance(fact, CopyNoticed) and fact.epoch not in settled:
            found.setdefault(fact.epoch, fact.item)
        elif isinstance(fact, CopySettled):
            settled |= found.keys()
            found = {}
    return found


def note_copy(log: GameLog, epoch: int, item: int, at: datetime) -> None:
    """Keep that email *item* comes from the letters of another copy, once for each *epoch*."""
    told = {one.epoch for one in (line.fact for line in log.facts) if isinstance(one, CopyNoticed)}
    if epoch not in told:
        log.append(at, fact=CopyNoticed(epoch=epoch, item=item))


def settle_copies(log: GameLog, reason: str, at: datetime) -> bool:
    """Let this copy continue, as the moderator has stopped the other; whether one had been noticed."""
    there = bool(noticed_copies(line.fact for line in log.facts))
    if there:
        log.append(at, fact=CopySettled(reason=reason))  # what `note_copy` guards against is settled by it
    return there


def refuse_beside_older(name: str, epoch: int, facts: Iterable[Fact | None]) -> None:
    """Raise `AnotherCopy` if an older copy than this one, of *epoch*, was noticed."""
    if not epoch:
        return
    older = {which: item for which, item in noticed_copies(facts).items() if which < epoch}
    if older:
        item = min(older.values())
        raise AnotherCopy(
            f"an older copy of the game {name} still runs and has written to players: email {item} replies to a letter "
            "that this copy did not write. This copy has stopped; mail is kept, and waits. Stop one of the two for "
            "good. If it is the other: `pbem pack --go-on --reason WHY` lets this one continue"
        )


def epoch_of(facts: Iterable[Fact | None]) -> int:
    """How many times the game was unpacked."""
    return max((fact.epoch for fact in facts if isinstance(fact, EpochBegun)), default=0)


HANDED_OVER = "handed-over.json"


class GoneOn(Refusal):
    """The game was packed to go on elsewhere."""

    code = "handed-over"


class HandedOver(msgspec.Struct, frozen=True):
    """That the game was packed *at* a time, into the *package* with this *sha256*."""

    at: datetime
    package: str
    sha256: str


def hand_over(folder: Path, one: HandedOver) -> None:
    """From now on the game in *folder* goes on elsewhere."""
    files.write(folder / HANDED_OVER, msgspec.json.format(msgspec.json.encode(one)) + b"\n")


def take_game_back(folder: Path) -> bool:
    """Let the game in *folder* go on here again; whether it had been handed over."""
    path = folder / HANDED_OVER
    there = path.exists()
    if there:
        path.unlink()
        files.settle(folder)
    return there


def refuse_gone_on(folder: Path) -> None:
    """Raise `GoneOn` if the game in *folder* goes on elsewhere."""
    path = folder / HANDED_OVER
    if not path.exists():
        return
    one = files.read(path, HandedOver, "the game continues here, perhaps in two places")
    raise GoneOn(
        f"the game in {folder} was packed into {one.package} on {one.at:%Y-%m-%d %H:%M} UTC and continues elsewhere; "
        "this copy takes in no mail and plays nothing. If it was never unpacked, `pbem pack --take-back` lets it go on "
        "here"
    )


_SHOWN = "shown"


class ShownProgress(msgspec.Struct, frozen=True):
    """The newest round whose letter an email names; a later one than the present shows that a backup was put back.

    It is shown by the Message-ID of a letter not written yet, which no one can invent.
    """

    round: int


def keep_shown(game: Game, item: InboxItem, newest: int) -> None:
    """Record that *item* names the letter of round *newest*."""
    game.inbox.keep_beside(item, _SHOWN, msgspec.json.encode(ShownProgress(newest)))


def shown_by(game: Game, item: InboxItem) -> int:
    """The newest round later than the present one that *item* shows was reached; 0 if none."""
    note = game.inbox.beside(item, _SHOWN, ShownProgress, "the mail is read again")
    return note.round if note and note.round > present(game) else 0


def waiting_behind(game: Game) -> list[InboxItem]:
    """The emails that wait because they show a later round, in their order; none once the game is over."""
    if not game.table.state.flow:
        return []
    return [item for item in game.inbox.waiting() if game.inbox.verdict(item) is None and shown_by(game, item)]


def behind(game: Game) -> int:
    """The newest round that waiting emails show was reached; 0 if the game is not behind."""
    return max((shown_by(game, item) for item in waiting_behind(game)), default=0)


def present(game: Game) -> int:
    """The round of the last letters."""
    return game.pause.round if game.pause else 0
