"""What can be pointed at and chosen, and what a choice writes."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.menu import Desk, DeskChoice, DeskSubject, Said, applied
from pbem.engine.order import Order, OrderPath
from pbem.engine.reading import Lexicon
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.stage import NotAsked
from pbem.referee.views import CheckedSheet, parts_asked
from pbem.report import tree
from pbem.report.returned_sheet import says
from pbem.report.words import Words
from pbem.sheet.edit import edit_sheet, reordered
from pbem.sheet.fault import SheetFault
from pbem.sheet.parts import Part
from pbem.sheet.pieces import Wanted, wanted_of
from pbem.sheet.puts import edits
from pbem.web.forms.choosing import control
from pbem.web.forms.showing import id_of
from pbem.web.once import check_once, once_an_answer


class DeskPart(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that a sheet answers, with what its *draft* orders so far, and how its text is changed."""

    number: int
    part: Part
    wanted: Wanted
    draft: Order | None
    faults: tuple[SheetFault, ...]
    places: Mapping[OrderPath, Any]

    @property
    def decision(self) -> Decision:
        """The decision."""
        return self.part.decision


@once_an_answer
def desk_parts(game: Game, seat: str, text: str) -> tuple[DeskPart, ...]:
    """The decisions that *seat* can answer now, as *text* answers them; none if it can send nothing."""
    try:
        checked = check_once(game, seat, text)
    except NotAsked:
        return ()
    return tuple(_desk_parts(game, seat, checked))


def _desk_parts(game: Game, seat: str, checked: CheckedSheet) -> Iterator[DeskPart]:
    view = game.view(seat)
    lexicon = game.ruleset.lexicon(view, seat)
    parts = parts_asked(game, checked.stages, view)
    read = {part.decision.name: sheet for part, sheet in checked.sheet.answers}
    for number, part in enumerate(parts):
        sheet = read.get(part.decision.name)
        yield DeskPart(
            number=number,
            part=part,
            wanted=wanted_of(part, parts, lexicon),
            draft=sheet.draft if sheet else None,
            faults=tuple(each for each in sheet.faults if each.problem.stops) if sheet else (),
            places=sheet.places if sheet else {},
        )


def subject_key(part: DeskPart, subject: DeskSubject) -> str:
    """The name of a subject on the page."""
    return f"{part.number} {subject.kind} {subject.id}"


def keyed(choices: Iterable[DeskChoice]) -> dict[str, DeskChoice]:
    """Each of *choices* by a key that stays the same while the lines of the sheet change."""
    found: dict[str, DeskChoice] = {}
    for each in choices:
        said = msgspec.json.encode([each.said, each.group, each.place, each.steps], order="deterministic")
        key = hashlib.sha256(said).hexdigest()[:12]
        while key in found:
            key += "-"
        found[key] = each
    return found


def is_made(part: DeskPart, choice: DeskChoice) -> bool:
    """Whether the sheet orders already what a choice would make of it."""
    return part.draft is not None and bool(applied(part.decision, part.draft, choice) == part.draft)


class Changed(msgspec.Struct, frozen=True):
    """The text after a choice; the same as before if *why* says why not, and the *line* that is in the way."""

    text: str
    why: str = ""
    line: int = 0


GONE = "gone"
"""Why a choice was not made: it is not there any more."""


def chosen(game: Game, seat: str, text: str, choice: str) -> Changed:
    """*text* after a choice, `SUBJECT|CHOICE` by their keys; for what is about no subject `PART|CHOICE`."""
    subject, _, key = choice.partition("|")
    desk = game.ruleset.desk
    if desk is None:
        return Changed(text, GONE)
    view = game.view(seat)
    for part in desk_parts(game, seat, text):
        about = (view, part.decision, part.draft)
        subjects = {subject_key(part, each): each.id for each in desk.subjects(*about)} | {str(part.number): ""}
        if subject in subjects:
            found = keyed(desk.choices(part.part.step, *about, subjects[subject])).get(key)
            return _made(part, text, found) if found else Changed(text, GONE)
    return Changed(text, GONE)


def moved(game: Game, seat: str, text: str, line: str) -> Changed:
    """*text* with an entry of a list in another place: `PART PATH|FROM|TO`."""
    key, _, numbers = line.partition("|")
    number, _, to = numbers.partition("|")
    which, _, path = key.partition(" ")
    for part in desk_parts(game, seat, text):
        if which == str(part.number) and number.isdecimal() and to.isdecimal():
            steps = tuple(int(step) if step.isdecimal() else step for step in path.split("/"))
            after = reordered(text, steps, int(number), int(to), part.wanted)
            return Changed(after) if after != text or number == to else Changed(text, "layout")
    return Changed(text, GONE)


def _made(part: DeskPart, text: str, choice: DeskChoice) -> Changed:
    made = edit_sheet(text, edits(choice, part.decision, part.draft, part.wanted), part.wanted)
    for each in made.unmade:
        return Changed(text, each.why, each.line)
    return Changed(made.text)


class OfferedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A choice in words; *key* names it among all that can be chosen for its subject. It *counts* if the sheet has it.

    *place*, *steps* and *signs* are as the game says; one that *clears* takes back what is ordered.
    """

    key: str
    said: str
    place: str
    steps: int
    signs: tuple[str, ...]
    counts: bool
    clears: bool


class OfferedGroup(msgspec.Struct, frozen=True):
    """Choices that are listed together."""

    said: str
    choices: tuple[OfferedChoice, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.choices)


class OfferedSubject(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be given orders; *key* names it on the page, *thing* on the board.

    *now* says what the sheet does with it, *signs* mark what that leads to, *refused* says why it cannot be done;
    *lines* are those of the sheet about it.
    """

    key: str
    thing: str
    name: str
    place: str
    way: tuple[str, ...]
    now: str
    signs: tuple[str, ...]
    refused: tuple[str, ...]
    lines: tuple[int, ...]


class OfferedLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a list in the sheet that can change places: *key* names it, *last* is the number of the last one."""

    key: str
    number: int
    last: int
    line: int
    text: str
    refused: bool


class OfferedPart(msgspec.Struct, frozen=True, kw_only=True):
    """What can be ordered in answer to the decision of a *number*; with several decisions each has a *heading*."""

    number: int
    heading: str
    subjects: tuple[OfferedSubject, ...]
    others: tuple[OfferedGroup, ...]
    lines: tuple[tuple[OfferedLine, ...], ...]


class OfferedBar(msgspec.Struct, frozen=True):
    """Who is in the way at a place of the board."""

    place: str
    said: str


class OfferedNote(msgspec.Struct, frozen=True):
    """What the orders of a subject come to, with the *sign* of it; *form* is the id of the form that answers it."""

    said: str
    sign: str
    form: str


class Offered(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be ordered now; *chosen* is asked about.

    It has its *choices*, *facts*, the *bars* in its way, and *notes* on what its orders come to. *legend* has the words
    for all signs that are there.
    """

    parts: tuple[OfferedPart, ...] = ()
    chosen: OfferedSubject | None = None
    choices: tuple[OfferedGroup, ...] = ()
    facts: tuple[str, ...] = ()
    bars: tuple[OfferedBar, ...] = ()
    notes: tuple[OfferedNote, ...] = ()
    legend: Mapping[str, str] = MappingProxyType({})

    @property
    def clearing(self) -> tuple[OfferedChoice, ...]:
        """The choices that take back what is ordered of the subject."""
        return tuple(each for group in self.choices for each in group.choices if each.clears)

    @property
    def placed(self) -> bool:
        """Whether anything that can be ordered is on the board."""
        return any(each.place for part in self.parts for each in part.subjects)

    @property
    def reached(self) -> bool:
        """Whether any choice says how many steps it is."""
        return any(each.steps for group in self.choices for each in group.choices)


def offered(game: Game, seat: str, text: str, chosen: str = "") -> Offered:
    """What *seat* can order as *text* stands, and of the subject with the key *chosen* all that there is to choose."""
    desk = game.ruleset.desk
    if desk is None:
        return Offered()
    made = _Offering(game, seat, text, desk)
    found = [(part, made.part(part)) for part in desk_parts(game, seat, text)]
    pairs = ((part, each) for part, one in found for each in one.subjects if each.key == chosen)
    part, subject = next(pairs, (None, None))
    shown = tuple(one for _, one in found if one.subjects or one.others)
    if part is None or subject is None:
        return Offered(parts=shown, legend=made.legend(shown))
    choices, notes = made.choices(part, subject), made.notes(part, subject)
    return Offered(
        parts=shown,
        chosen=subject,
        choices=choices,
        facts=facts(game, seat, subject.thing),
        bars=made.bars(part, subject),
        notes=notes,
        legend=made.legend(shown, choices),
    )


def facts(game: Game, seat: str, thing: str) -> tuple[str, ...]:
    """What *seat* knows of a thing on the board, `KIND ID`, in a few sentences."""
    desk = game.ruleset.desk
    kind, _, identifier = thing.partition(" ")
    view = game.view(seat)
    lexicon = game.ruleset.lexicon(view, seat)
    if desk is None or (kind in lexicon.kinds and identifier not in lexicon.kinds[kind]):
        return ()
    words = letter.words_for(game, view, seat)
    return tuple(in_words(words, said) for said in desk.facts(view, seat, kind, identifier))


def name_of(game: Game, seat: str, thing: str) -> str:
    """What a letter calls a thing on the board, `KIND ID`."""
    kind, _, identifier = thing.partition(" ")
    view = game.view(seat)
    words = letter.words_for(game, view, seat)
    return called(words, game.ruleset.lexicon(view, seat), kind, identifier)


def in_words(words: Words, said: Said) -> str:
    """A few words of the desk."""
    return words.phrase("desk", said.code, said.args)


def called(words: Words, lexicon: Lexicon, kind: str, identifier: str) -> str:
    """What a person calls a thing: what no sheet names has a phrase of its game."""
    code = f"called-{kind}"
    if kind not in lexicon.kinds and words.has("desk", code):
        return words.phrase("desk", code, {"id": identifier})
    return tree.plain(lexicon.name(kind, identifier))


class _Offering:
    """The words of what is offered to a seat."""

    def __init__(self, game: Game, seat: str, text: str, desk: Desk[Any]) -> None:
        self.game, self.seat, self.text, self.desk = game, seat, text, desk
        self.view = game.view(seat)
        self.lexicon = game.ruleset.lexicon(self.view, seat)
        self.words = letter.words_for(game, self.view, seat)
        self.lines = text.splitlines()

    def part(self, part: DeskPart) -> OfferedPart:
        """What can be ordered in answer to a decision."""
        subjects = self.desk.subjects(self.view, part.decision, part.draft)
        others = keyed(self.desk.choices(part.part.step, self.view, part.decision, part.draft))
        paths = dict.fromkeys(path for each in subjects if not each.numbered for path in each.paths)
        return OfferedPart(
            number=part.number,
            heading=part.part.heading,
            subjects=tuple(self._subject(part, each) for each in subjects),
            others=self._groups(others, set()),
            lines=tuple(self._lists(part, paths)),
        )

    def choices(self, part: DeskPart, subject: OfferedSubject) -> tuple[OfferedGroup, ...]:
        """All that can be ordered of a subject."""
        _, _, identifier = subject.thing.partition(" ")
        found = keyed(self.desk.choices(part.part.step, self.view, part.decision, part.draft, identifier))
        end = subject.way[-1] if subject.way else ""
        near = [key for key, each in found.items() if each.place == end]
        return self._groups(found, {key for key in near if is_made(part, found[key])})

    def bars(self, part: DeskPart, subject: OfferedSubject) -> tuple[OfferedBar, ...]:
        """Who is in the way of a subject."""
        _, _, identifier = subject.thing.partition(" ")
        found = self.desk.bars(self.view, part.decision, part.draft, identifier)
        return tuple(OfferedBar(each.place, in_words(self.words, each.said)) for each in found)

    def notes(self, part: DeskPart, subject: OfferedSubject) -> tuple[OfferedNote, ...]:
        """What the orders of a subject come to."""
        _, _, identifier = subject.thing.partition(" ")
        found = self.desk.notes(self.view, part.decision, part.draft, identifier)
        return tuple(
            OfferedNote(in_words(self.words, each.said), each.sign or "", _form(part, each.key)) for each in found
        )

    def legend(self, parts: Iterable[OfferedPart], choices: Iterable[OfferedGroup] = ()) -> Mapping[str, str]:
        """The words for all signs of subjects and choices."""
        groups = [*choices, *(group for part in parts for group in part.others)]
        signs = [sign for group in groups for each in group.choices for sign in each.signs]
        signs += [sign for part in parts for each in part.subjects for sign in each.signs]
        return {sign: in_words(self.words, Said(f"sign-{sign}")) for sign in sorted(set(signs))}

    def _groups(self, found: Mapping[str, DeskChoice], counting: set[str]) -> tuple[OfferedGroup, ...]:
        groups: dict[str, list[OfferedChoice]] = {}
        for key, each in found.items():
            shown = OfferedChoice(
                key=key,
                said=in_words(self.words, each.said),
                place=each.place,
                steps=each.steps,
                signs=each.signs,
                counts=key in counting,
                clears=each.clears,
            )
            groups.setdefault(in_words(self.words, each.group), []).append(shown)
        return tuple(OfferedGroup(said, tuple(some)) for said, some in groups.items())

    def _subject(self, part: DeskPart, subject: DeskSubject) -> OfferedSubject:
        return OfferedSubject(
            key=subject_key(part, subject),
            thing=f"{subject.kind} {subject.id}",
            name=called(self.words, self.lexicon, subject.kind, subject.id),
            place=subject.place,
            way=subject.way,
            now=in_words(self.words, subject.now),
            signs=subject.signs,
            refused=self._faults(part, subject.paths),
            lines=tuple(sorted({part.places[path].line for path in subject.paths if path in part.places})),
        )

    def _faults(self, part: DeskPart, paths: Sequence[OrderPath]) -> tuple[str, ...]:
        """Why what is at *paths* cannot be carried out."""
        about = (each.problem for each in part.faults if any(each.problem.path[: len(path)] == path for path in paths))
        return tuple(dict.fromkeys(tree.plain(says(self.words, "problems", each)) for each in about))

    def _lists(self, part: DeskPart, paths: Iterable[OrderPath]) -> Iterator[tuple[OfferedLine, ...]]:
        """The entries of each list that has several, in their order."""
        lists = dict.fromkeys(path[:-1] for path in paths if path and isinstance(path[-1], int))
        for above in lists:
            entries = sorted(path for path in part.places if path[:-1] == above and isinstance(path[-1], int))
            if len(entries) > 1:
                yield tuple(self._line(part, path, len(entries) - 1) for path in entries)

    def _line(self, part: DeskPart, path: OrderPath, last: int) -> OfferedLine:
        line = part.places[path].line
        text = self.lines[line - 1].strip().removeprefix("-").strip() if line <= len(self.lines) else ""
        *above, number = path
        return OfferedLine(
            key=f"{part.number} {'/'.join(map(str, above))}",
            number=int(number),
            last=last,
            line=line,
            text=text,
            refused=bool(self._faults(part, [path])),
        )


def _form(part: DeskPart, key: str) -> str:
    """The id of the form for a key of a sheet."""
    return f"{id_of(control((f'f{part.number}', key)))}-key" if key else ""
