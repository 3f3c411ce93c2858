"""What seats send: which accepted sheet answers which decision, what a sheet may answer, what is asked of the play.

Each request is one file, named after the inbox item and the line of it that it came from; the newest one counts.

    wishes/0012.01-louis-hold.json       line 1 of item 12
    wishes/0012.90-louis-absent.json     by the moderator, when item 12 was the last
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.play import Source, waiting
from pbem.engine.position import Position
from pbem.engine.reading import late_pattern
from pbem.engine.ruleset import modern
from pbem.engine.table import Answer
from pbem.errors import Refusal
from pbem.referee import keys
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage, asked_after, folder_name
from pbem.sheet.parts import Part, PlansWanted
from pbem.store import encryption, files
from pbem.store.inbox import Verdict, VerdictState

By = Literal["sheet", "default", "ladder", "agreed"]
"""Who answered: the seat by its sheet, the moderator by the default, the ladder, or the ladder as the moderator agreed.

What is not by a sheet counts only as long as there is none.
"""
_WITHDRAWN = ".withdrawn"
_WAITING, _WAITING_TEXT = ".waiting", ".waiting-text"
"""The endings of a sealed sheet that counts once its player says yes."""
_WITHOUT = "that sheet does not count, and can be submitted again (`pbem submit`)"
NONCE = ".nonce"
"""The ending of a file that keeps the nonce of a sealed sheet until its item is closed."""


class Locked(Refusal):
    """The sheet that counts is sealed, and its key is missing."""


class Submission(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that was legal when it was accepted, for one decision of one stage.

    *item* is the inbox number of its sheet, 0 for a default that the moderator or the ladder applied for *reason*.
    While it is *sealed* there is no order in it unless it was `opened`; *hash* is what was acknowledged to its player,
    *words* are the words of chance that came with it.
    """

    seat: str
    key: str
    asked: int
    received: datetime
    order: Any  # plain data until `_order` reads it as the orders of the game
    item: int = 0
    by: By = "sheet"
    reason: str = ""
    hash: str = ""
    nonce: str = ""
    sealed: str = ""
    words: str = ""


class _Content(msgspec.Struct, frozen=True):
    """The sealed part of an accepted order."""

    order: Any  # plain data until `_order` reads it as the orders of the game
    nonce: str
    words: str = ""


def accept(
    game: Game,
    stage: SeatStage,
    item: int,
    received: datetime,
    order: Order,
    text: str,
    words: str = "",
    *,
    first: SeatStage | None = None,
    waits: bool = False,
) -> encryption.SheetSeal | None:
    """Submit an order, with its words of chance; its text is kept beside it for people to read.

    Where sheets are sealed both are, and its seal is for its player alone. The nonce is kept until the item is
    closed: the program may be killed, and the receipt must say the same when it is written again. A sheet for several
    stages has one nonce, kept for the *first* of them. One that *waits* counts once its player says yes, see
    `confirm`; only what is sealed is kept so, as all else can be read again.
    """
    path = _folder(game, stage.decision.key, stage.asked) / f"{stage.seat}-{item:04d}"
    accepted = Submission(stage.seat, stage.decision.key, stage.asked, received, order, item, words=words)
    settings = game.settings.mail.sealed
    if settings is None:
        files.write_text(path.with_suffix(".yaml"), text)
        files.write(path.with_suffix(".json"), msgspec.json.encode(accepted) + b"\n")
        return None
    recipient = keys.recipient_of(settings, game.folder)
    nonce = _nonce(_folder(game, *(first or stage).put) / path.name)
    seal = encryption.SheetSeal(encryption.digest(nonce, text), nonce)
    shut = msgspec.structs.replace(accepted, hash=seal.hash, nonce=nonce)
    beside, ending = (_WAITING_TEXT, _WAITING) if waits else (".yaml", ".json")
    files.write(path.with_suffix(beside), encryption.seal(text.encode(errors="surrogatepass"), recipient))
    files.write(path.with_suffix(ending), msgspec.json.encode(_shut(shut, recipient)) + b"\n")
    return seal


def confirm(game: Game, stage: SeatStage, waiting: int, item: int, received: datetime) -> bool:
    """Let the sealed sheet of the item *waiting* count for a stage as if it had come with *item*; without its key.

    Whether there is one: it may be repeated.
    """
    folder = _folder(game, *stage.put)
    before, after = folder / f"{stage.seat}-{waiting:04d}", folder / f"{stage.seat}-{item:04d}"
    if (found := before.with_suffix(_WAITING)).exists():
        kept = msgspec.json.decode(found.read_bytes(), type=Submission)
        counts = msgspec.structs.replace(kept, item=item, received=received)
        files.write(after.with_suffix(".yaml"), before.with_suffix(_WAITING_TEXT).read_bytes())
        files.write(after.with_suffix(".json"), msgspec.json.encode(counts) + b"\n")
    return after.with_suffix(".json").exists()


def waits_sealed(game: Game, seat: str, key: str, asked: int, waiting: int) -> bool:
    """Whether the sheet of the item *waiting* can be confirmed for a stage without its key."""
    return (_folder(game, key, asked) / f"{seat}-{waiting:04d}{_WAITING}").exists()


def apply_default(game: Game, stage: SeatStage, at: datetime, reason: str) -> None:
    """Submit the decision's default for the moderator, to count unless a sheet is there."""
    put_instead(game, stage, at, "default", reason)


def put_instead(
    game: Game, stage: SeatStage, at: datetime, by: By, reason: str, order: Order | None = None, item: int = 0
) -> None:
    """Submit an order that is not by a sheet, to count unless a sheet is there: the default if no other is given.

    Another one is what is good of the sheet *item*.
    """
    path = _folder(game, stage.decision.key, stage.asked) / f"{stage.seat}-default.json"
    chosen = stage.decision.default if order is None else order
    accepted = Submission(
        stage.seat,
        stage.decision.key,
        stage.asked,
        at,
        chosen,
        item=item if order is not None else 0,
        by=by,
        reason=reason,
    )
    files.write(path, msgspec.json.encode(accepted) + b"\n")


def withdraw(game: Game, stage: SeatStage, item: int, received: datetime) -> None:
    """Cancel the sheets for a stage that came before or with *item*; a default still counts."""
    folder = _folder(game, stage.decision.key, stage.asked)
    name = f"{stage.seat}-{item:04d}"
    files.write(folder / f"{name}{_WITHDRAWN}", msgspec.json.encode(received) + b"\n")
    for path in folder.glob(f"{name}.*"):
        if path.suffix not in (_WITHDRAWN, NONCE):
            path.unlink()


def withdrawn(game: Game, seat: str, key: str, asked: int, before: int | None = None) -> int:
    """The last item (of those *before* one) that withdrew the sheets of *seat* for a stage; 0 if none did."""
    void = _voided(game, seat, key, asked)
    items = [item for path in _files(game, seat, key, asked, _WITHDRAWN) if (item := int(_number_of(path))) > void]
    return max((item for item in items if before is None or item < before), default=0)


def stood(game: Game, seat: str, key: str, asked: int, before: int) -> bool:
    """Whether a sheet of *seat* counted for a stage when the item *before* came."""
    numbers = map(_number_of, _files(game, seat, key, asked, ".json"))
    gone = max(withdrawn(game, seat, key, asked, before), _voided(game, seat, key, asked) + 1)
    return any(number.isdecimal() and gone <= int(number) < before for number in numbers)


def _voided(game: Game, seat: str, key: str, asked: int) -> int:
    """The last item whose sheet for a stage became void when *seat* changed hands; 0 if none did."""
    return game.tenure(seat).voided.get((key, asked), 0)


def accepted(game: Game, seat: str, key: str, asked: int) -> list[Submission]:
    """The submissions of *seat* for a stage, the one that counts last: the newest received sheet."""
    found = (_read(game, path) for path in _files(game, seat, key, asked, ".json"))
    gone, voided = withdrawn(game, seat, key, asked), _voided(game, seat, key, asked)
    counts = (one for one in found if one.by != "sheet" or (one.item >= gone and one.item > voided))
    return sorted(counts, key=lambda one: (one.by == "sheet", one.item))


def counting(game: Game, seat: str, key: str, asked: int) -> Submission | None:
    """The order that counts for a stage, if there is one."""
    found = accepted(game, seat, key, asked)
    return found[-1] if found else None


def last(game: Game, stage: SeatStage) -> int:
    """The item whose sheet counts for *stage*, or which withdrew the last one; 0 if there was none."""
    at = stage.seat, stage.decision.key, stage.asked
    counts = counting(game, *at)
    return max(counts.item if counts else 0, withdrawn(game, *at), _voided(game, *at))


def opened(game: Game, one: Submission) -> Submission:
    """*one* with its order, if it is sealed and the key is available; it still counts as sealed.

    Raises `WrongKey` if the key is another one.
    """
    identity = game.identity if one.sealed else None
    if identity is None:
        return one
    content = msgspec.json.decode(encryption.unseal(one.sealed.encode(), identity), type=_Content)
    return msgspec.structs.replace(one, order=_order(game, content.order), nonce=content.nonce, words=content.words)


def locked(game: Game) -> tuple[str, ...]:
    """The seats whose sheets count now but cannot be read, for lack of the key."""
    if game.identity is not None:
        return ()
    found = ((decision.seat, _counting_now(game, decision)) for decision in waiting(game.table))
    return tuple(seat for seat, one in found if one and one.sealed)


def source(game: Game) -> Source:
    """The first source of answers: what was submitted for the decision as it was put now.

    Raises `Locked` at a sealed sheet without its key: nothing else may answer in its place.
    """

    def answer(decision: Decision, view: Position) -> Answer | None:
        found = _counting_now(game, decision)
        if found is None:
            return None
        found = opened(game, found)
        if found.sealed and found.order is None:
            raise Locked(f"the sheet of {decision.seat} is sealed, and the key is missing")
        return Answer(found.order, found.by, found.reason, found.words, _since(game, found).timestamp())

    return answer


def _since(game: Game, found: Submission) -> datetime:
    """When the order *found*, which counts, first came: it is not later for being sent again, unless it is sealed."""
    submitted = accepted(game, found.seat, found.key, found.asked)
    same = takewhile(lambda one: one.order == found.order and not one.sealed, reversed(submitted))
    return min((one.received for one in same), default=found.received)


def defaults(game: Game) -> Mapping[tuple[str, int], Submission]:
    """The defaults that were applied, by key and asking entry."""
    found = (_read(game, path) for path in (game.folder / "sheets").glob("*/*-default.json"))
    return {(one.key, one.asked): one for one in found}


def shut_file(game: Game, path: Path, recipient: str) -> None:
    """Seal the order in the file *path* of a submission, and its text; one that is sealed stays as it is."""
    one = _read(game, path)
    if not one.sealed:
        files.write(path, msgspec.json.encode(_shut(one, recipient)) + b"\n")
    if path.with_suffix(".yaml").exists():
        encryption.seal_file(path.with_suffix(".yaml"), recipient)


def open_file(game: Game, path: Path, identity: str) -> None:
    """Open the order in the file *path* of a submission for good, and its text."""
    one = _read(game, path)
    if one.sealed:
        one = msgspec.structs.replace(opened(game, one), sealed="")
        files.write(path, msgspec.json.encode(one) + b"\n")
    if path.with_suffix(".yaml").exists():
        encryption.open_file(path.with_suffix(".yaml"), identity)


def hashes(game: Game, seat: str, first: int, last: int) -> tuple[str, ...]:
    """The hashes of the sealed sheets of *seat* that were carried out by the entries from *first* to *last*."""
    found: list[str] = []
    for line in game.log.lines:
        entry = line.entry
        if entry is None or line.cause or not first <= entry.number <= last:
            continue
        if any(one.seat == seat and one.by == "sheet" for one in entry.answers):
            found += _hashes_carried_out(game, seat, entry.number)
    return tuple(found)


def _hashes_carried_out(game: Game, seat: str, number: int) -> list[str]:
    """The hashes of the sheets that entry *number* carried out: those that count for the last stages put before."""
    paths = (game.folder / "sheets").glob(f"[0-9]*/{seat}-[0-9]*.json")
    found = [(int(path.parent.name.partition("-")[0]), path) for path in paths if _seat_of(path) == seat]
    last_asked = max((asked for asked, _ in found if asked < number), default=0)
    keys = dict.fromkeys(_read(game, path).key for asked, path in found if asked == last_asked)
    counts = (counting(game, seat, key, last_asked) for key in keys)
    return list(dict.fromkeys(one.hash for one in counts if one and one.by == "sheet" and one.hash))


def _counting_now(game: Game, decision: Decision) -> Submission | None:
    return counting(game, decision.seat, decision.key, asked_after(game.table, decision.key))


def _shut(one: Submission, recipient: str) -> Submission:
    content = encryption.seal(msgspec.json.encode(_Content(one.order, one.nonce, one.words)), recipient)
    return msgspec.structs.replace(one, order=None, nonce="", words="", sealed=content.decode("ascii"))


def _nonce(path: Path) -> str:
    file = path.with_suffix(NONCE)
    if not file.exists():
        files.write_text(file, encryption.new_nonce())
    return file.read_text(encoding="ascii")


def _seat_of(path: Path) -> str:
    return path.stem.rpartition("-")[0]


def _number_of(path: Path) -> str:
    return path.stem.rpartition("-")[2]


def _files(game: Game, seat: str, key: str, asked: int, ending: str) -> list[Path]:
    """The files of *seat* for a stage that have an *ending*; without a `Path` of each other one."""
    folder = _folder(game, key, asked)
    ours = (name for name in files.names(folder) if name.startswith(f"{seat}-") and name.endswith(ending))
    return [path for path in map(folder.joinpath, ours) if _seat_of(path) == seat]


def _folder(game: Game, key: str, asked: int) -> Path:
    return game.folder / "sheets" / folder_name(key, asked)


def _order(game: Game, raw: Any) -> Any:
    """The order that was stored as *raw*, perhaps by older rules; raises msgspec.ValidationError."""
    try:
        return msgspec.convert(raw, game.ruleset.orders)
    except msgspec.ValidationError:
        return msgspec.convert(modern(raw, game.ruleset.renamed), game.ruleset.orders)


def _read(game: Game, path: Path) -> Submission:
    stored = files.read(path, Submission, _WITHOUT)
    if stored.sealed:
        return stored
    try:
        order = _order(game, stored.order)
    except msgspec.ValidationError as error:
        raise files.unusable(path, error, _WITHOUT) from error
    return msgspec.structs.replace(stored, order=order)


NOTHING = (("empty-sheet",), ("no-text",))
"""The problems of an email in which there was no sheet."""
WITHDRAWALS = frozenset({"withdrawn", "plans-withdrawn", "waiting-withdrawn", "nothing-to-withdraw"})
_OPEN: frozenset[VerdictState] = frozenset({"doubted", "refused", "partly"})
SHEETS: frozenset[VerdictState] = frozenset({"accepted", "partly", "refused", "held", "doubted"})

YesFate = Literal["waits", "late", "again", ""]
"""What the yes of a seat finds.

    waits  a sheet for its present stage waits for it
    late   the sheet that waited was for a stage which is over
    again  nothing waits any more: the sheet counts, was replaced or withdrawn
"""


def sheets_of(game: Game, seat: str, before: int | None = None) -> Iterator[Verdict]:
    """What became of the sheets of whoever holds *seat*, and of `withdraw`, the newest first.

    They came *before* an item. What may not be from the seat is none of them, nor is an email without a sheet.
    """
    since = game.tenure(seat).last_item if seat in game.titles else 0
    for one in reversed(game.inbox.verdicts()):
        if one.seat != seat or not one.credible or one.item <= since or (before is not None and one.item >= before):
            continue
        withdraws = one.state == "command" and not WITHDRAWALS.isdisjoint(one.problems)
        if withdraws or (one.state in SHEETS and one.key and one.problems not in NOTHING):
            yield one


def open_sheet(game: Game, seat: str, before: int | None = None) -> Verdict | None:
    """What became of the newest sheet of *seat* for its present stage, if a yes may make it count; *before* an item.

    It was doubted, or refused, at least in part: then the yes is for the words that its receipt offered.
    """
    asked = {stage.put for stage in game.stages(seat)}
    newest = next(sheets_of(game, seat, before), None)
    may_count = newest is not None and newest.state in _OPEN and (newest.key, newest.asked) in asked
    return newest if may_count else None


def waiting_sheet(game: Game, seat: str, before: int | None = None) -> Verdict | None:
    """The same if that sheet was doubted, so that it waits for a yes as it is."""
    newest = open_sheet(game, seat, before)
    return newest if newest is not None and newest.state == "doubted" else None


def fate_of_yes(game: Game, stages: Sequence[SeatStage], seat: str, before: int) -> tuple[YesFate, Verdict | None]:
    """What a yes of *seat*, which is asked *stages*, finds of all that came *before* its item, and what was doubted."""
    asked = {stage.put for stage in stages}
    for number, one in enumerate(sheets_of(game, seat, before)):
        present = (one.key, one.asked) in asked
        if one.state == "doubted" and (present or not number):
            return ("late" if not present else "again" if number else "waits"), one
        if one.key and not present:
            break
    return "", None


def parts(game: Game, view: Position, stages: Sequence[SeatStage]) -> tuple[Part, ...]:
    """The parts of a sheet that answers *stages* of one seat, each with its heading."""
    from pbem.report.letter import sheet_parts  # noqa: PLC0415 - templates take a while

    decisions = [stage.decision for stage in stages]
    return sheet_parts(game.ruleset, view, stages[0].step, decisions) if stages else ()


def plans_wanted(game: Game, view: Position, seat: str) -> PlansWanted:
    """What *seat* may plan as it sees the game, by the names that people write."""
    kinds = tuple(game.ruleset.coming(view, seat))
    if not kinds:
        return PlansWanted(seat)
    from pbem.report.letter import coming_named  # noqa: PLC0415 - templates take a while
    from pbem.report.words import words_of  # noqa: PLC0415 - as above

    words = words_of(game.ruleset, game.ruleset.lexicon(view, seat))
    return PlansWanted(seat, coming_named(words, kinds), game.settings.mail.sealed is not None)


FIRST_OF_MODERATOR = 90
LAST = 99
_FOLDER = "wishes"
_NAME = late_pattern(r"(\d+)\.(\d+)-")
_WITHOUT_REQUEST = "that request is forgotten"


class RequestOrigin(msgspec.Struct, frozen=True, order=True):
    """Where a request came from: the inbox item, and its line."""

    item: int
    line: int


class HoldRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether *seat* holds a stage: it is then not processed before its deadline, even if all sheets are in.

    *others* are the further decisions that the seat had open, by key and asking entry: each is held until its own
    deadline, or *until* an earlier time that the seat named.
    """

    seat: str
    key: str
    asked: int
    received: datetime
    held: bool = True
    others: tuple[tuple[str, int], ...] = ()
    until: datetime | None = None

    def lasts(self, at: datetime) -> bool:
        """Whether it holds *at* a time, if no deadline has ended it."""
        return self.held and (self.until is None or at < self.until)

    @property
    def stages(self) -> tuple[tuple[str, str, int], ...]:
        """All that it is about: seat, key and asking entry of each decision."""
        return tuple((self.seat, key, asked) for key, asked in ((self.key, self.asked), *self.others))


class AbsenceRequest(msgspec.Struct, frozen=True):
    """The days, first and last included, on which *seat* is away; none cancel all earlier ones."""

    seat: str
    received: datetime
    start: date | None = None
    end: date | None = None


def put_hold(
    game: Game,
    stages: Sequence[SeatStage],
    origin: RequestOrigin,
    received: datetime,
    *,
    held: bool,
    until: datetime | None = None,
) -> None:
    """Keep the request of a seat to hold all of its open *stages*, *until* a time or not, or to hold them no longer."""
    first, *others = stages
    hold = HoldRequest(first.seat, *first.put, received, held, tuple(other.put for other in others), until)
    _write(game, origin, first.seat, "hold", hold)


def put_absence(game: Game, origin: RequestOrigin, absence: AbsenceRequest) -> None:
    """Store the days of an absence, or that its seat is back."""
    _write(game, origin, absence.seat, "absent", absence)


def next_of_moderator(game: Game) -> RequestOrigin:
    """The origin of a request that the moderator enters now."""
    item = max((item.number for item in game.inbox.items()), default=0)
    lines = [origin.line for origin, _ in _found(game) if origin.item == item]
    return RequestOrigin(item, min(LAST, max(FIRST_OF_MODERATOR - 1, *lines, 0) + 1))


def hold_of(game: Game, stage: SeatStage, at: datetime, before: RequestOrigin | None = None) -> HoldRequest | None:
    """The request by which the seat of *stage* holds it *at* a time, if no deadline has ended that.

    Only what came *before* an origin counts, if that is named.
    """
    wanted = (stage.seat, *stage.put)
    newest = [one for one in _holds(game, before) if wanted in one.stages][-1:]
    return next((one for one in newest if one.lasts(at)), None)


def hold_ends(game: Game, at: datetime) -> tuple[datetime, ...]:
    """The times at which what is held *at* a time is held no longer, as their seats wished: no deadlines."""
    held = _held(game, at)
    ends = {stage: one.until for one in _holds(game) for stage in one.stages}
    return tuple(sorted({end for stage, end in ends.items() if end and stage in held}))


def holding(game: Game, at: datetime) -> tuple[str, ...]:
    """The seats whose request keeps the game, if all its sheets are there, from going on now."""
    held = _held(game, at)
    seats = (decision.seat for decision in waiting(game.table) if _is_held(game, decision, held))
    return tuple(dict.fromkeys(seats))


def absences(game: Game, seat: str, today: date, before: RequestOrigin | None = None) -> tuple[AbsenceRequest, ...]:
    """The absences of *seat* that are not over *today*, the earliest first; of the same days, what was told first."""
    found: list[AbsenceRequest] = []
    for origin, path in _found(game, "absent"):
        if before is not None and origin >= before:
            continue
        one = files.read(path, AbsenceRequest, _WITHOUT_REQUEST)
        if one.seat != seat or _of_former(game, one):
            continue
        found = [*found, one] if one.end else []
    days = {(one.start, one.end): one for one in reversed(found) if one.start and one.end and one.end >= today}
    return tuple(days[each] for each in sorted(days))


def respecting(game: Game, source: Source, at: datetime) -> Source:
    """*source* without what a seat holds; but a default that the moderator applied to that seat counts."""
    held = _held(game, at)
    if not held:
        return source

    def answer(decision: Decision, view: Position) -> Answer | None:
        if not _is_held(game, decision, held):
            return source(decision, view)
        counts = counting(game, decision.seat, decision.key, asked_after(game.table, decision.key))
        return source(decision, view) if counts and counts.by != "sheet" else None

    return answer


def _held(game: Game, at: datetime) -> frozenset[tuple[str, str, int]]:
    """What is held: seats, keys and asking entries, up to their deadlines."""
    newest = {stage: one for one in _holds(game) for stage in one.stages}
    return frozenset(stage for stage, one in newest.items() if one.lasts(at) and not _is_due(game, stage, at))


def _is_due(game: Game, stage: tuple[str, str, int], at: datetime) -> bool:
    seat, key, _ = stage
    due = game.pause.due_for(seat, key) if game.pause else None
    return due is not None and at >= due


def _is_held(game: Game, decision: Decision, held: frozenset[tuple[str, str, int]]) -> bool:
    if not any((decision.seat, decision.key) == (seat, key) for seat, key, _ in held):
        return False
    return (decision.seat, decision.key, asked_after(game.table, decision.key)) in held


def _holds(game: Game, before: RequestOrigin | None = None) -> Iterator[HoldRequest]:
    for origin, path in _found(game, "hold"):
        if before is None or origin < before:
            hold = files.read(path, HoldRequest, _WITHOUT_REQUEST)
            if not _of_former(game, hold):
                yield hold


def _of_former(game: Game, request: HoldRequest | AbsenceRequest) -> bool:
    """Whether it was the wish of someone who held the seat before."""
    since = game.tenure(request.seat).before
    return since is not None and request.received < since


def _found(game: Game, kind: str = "") -> list[tuple[RequestOrigin, Path]]:
    """The files of a kind of request, or of all kinds, the newest last."""
    folder, ending = game.folder / _FOLDER, f"-{kind}.json" if kind else ".json"
    named = (_NAME.match(name) for name in files.names(folder) if name.endswith(ending))
    return sorted((RequestOrigin(int(name[1]), int(name[2])), folder / name.string) for name in named if name)


def _write(game: Game, origin: RequestOrigin, seat: str, kind: str, request: HoldRequest | AbsenceRequest) -> None:
    name = f"{origin.item:04d}.{origin.line:02d}-{seat}-{kind}.json"
    files.write(game.folder / _FOLDER / name, msgspec.json.encode(request) + b"\n")
