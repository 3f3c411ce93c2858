"""The forms as a part of a page."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.menu import EntryField, FixedField, KeysField, ListField, RowsField
from pbem.engine.order import OrderPath
from pbem.engine.position import Position
from pbem.engine.reading import type_info
from pbem.engine.ruleset import Ruleset
from pbem.referee import letter, submissions
from pbem.referee.game import Game
from pbem.report import returned_sheet as worded
from pbem.report import tree
from pbem.report.words import Words, tag
from pbem.sheet.fault import SheetFault
from pbem.sheet.names import folded, keys_as_written
from pbem.sheet.parts import Part, Parts
from pbem.sheet.pieces import Wanted
from pbem.sheet.words import PASS_FIELD
from pbem.sheet.writer import one_line, spelled
from pbem.web.forms.choosing import FormChange, change, control, seen
from pbem.web.forms.fields import NO_HINTS, FilledField, own_keys, plain_of, steps_below
from pbem.web.forms.offering import FormOffers
from pbem.web.forms.reading import FilledForm, FormReader
from pbem.web.forms.showing import FormShower, FormWords, ShownControl, ShownFault, ShownOption, id_of, said
from pbem.web.once import kept_with, present_form
from pbem.web.rendering import SafeHtml, render
from pbem.web.seat.desk import SeatDesk, read_sheet

_KEY = re.compile(r"([^\W\d][\w ]*?):(?:\s|$)")


class WrittenExamples(msgspec.Struct, frozen=True):
    """Remarks by key, and examples by the path of a field with `*` for the number of an entry."""

    remarks: Mapping[str, str] = {}
    plains: Mapping[str, tuple[Any, ...]] = {}


def examples_in(form: str, reader: FormReader) -> WrittenExamples:
    """What *form*, with its comments, shows of the keys that *reader* reads."""
    remarks: dict[str, str] = {}
    plains: dict[str, list[Any]] = {}
    for key, remark, block in _blocks(form, frozenset(reader.types)):
        if remark and not set(remark) & set("`#"):
            remarks.setdefault(key, remark.rstrip(":"))
        filled = reader.read(block).keys.get(key)
        if filled is not None and filled.given:
            for path, plain in _shown(filled, (key,)):
                plains.setdefault(path, []).append(plain)
    return WrittenExamples(remarks, {path: tuple(found) for path, found in plains.items()})


def _blocks(form: str, keys: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """Each key of a form with the remark above it and its lines, out of comments or not."""
    remark: list[str] = []
    block: list[str] = []
    key = ""
    for line in form.splitlines():
        commented = line.startswith("#")
        bare = re.sub(r"^# ?", "", line) if commented else line
        found = _KEY.match(bare)
        if found and folded(found[1]) in keys:
            if key:
                yield key, " ".join(remark), "\n".join(block)
                remark = []
            key, block, last = found[1].casefold(), [bare], remark
            remark = last
        elif key and (bare.startswith((" ", "- ")) or not bare.strip()):
            block.append(bare)
        else:
            if key:
                yield key, " ".join(remark), "\n".join(block)
                key, remark = "", []
            remark = [bare.strip()] if commented else []
    if key:
        yield key, " ".join(remark), "\n".join(block)


def _shown(filled: FilledField, path: OrderPath) -> Iterator[tuple[str, Any]]:
    """Every part of an example by its path, with the entries of lists each by itself."""
    if filled.raw or not filled.given:
        return
    if isinstance(filled.field, ListField | RowsField):
        for part in filled.parts:
            if not part.raw:
                yield "/".join(map(str, path)), plain_of(part)
            yield from _shown(part, (*path, "*"))
        return
    if not filled.parts and not isinstance(filled.field, FixedField):
        yield "/".join(map(str, path)), plain_of(filled)
    for steps, below in steps_below(filled):
        yield from _shown(below, (*path, *steps))


MOST_TEXT = 100_000
"""Characters of a field that a browser sends; no sheet has so many."""


MOST_CONTROLS = 700
"""Of one part of a sheet: more would have no room on any page, and take long to make."""


class ShownKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key of a sheet: its control, what it says now in a few words, and by what a form knows that it is current."""

    key: str
    control: ShownControl
    says: str
    seen: str
    open: bool
    common: bool


class ShownPart(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of one part of a sheet: its own, and those that many sheets have in common.

    Of a sheet that is *too long* for controls there are none: it is changed as text.
    """

    heading: str
    prefix: str
    own: tuple[ShownKey, ...]
    common: tuple[ShownKey, ...]
    kinds: Mapping[str, tuple[ShownOption, ...]]
    disorder: bool = False
    too_long: bool = False


class SheetForms:
    """The forms for all that a seat is asked at once; made for one page and thrown away.

    *written* are the forms of the letter, by the heading of their part: their remarks and examples help. Those of a
    heading are read once, if someone can *remember* them. If there is a *board* beside them, lines that it lists change
    their places there.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        view: Position,
        seat: str,
        parts: Sequence[Part],
        words: Words,
        written: Mapping[str, str] = MappingProxyType({}),
        remember: Callable[[str, Callable[[], WrittenExamples]], WrittenExamples] = lambda _heading, read: read(),
        *,
        board: bool = False,
    ) -> None:
        self.board = board
        self.ruleset, self.view, self.seat, self.words = ruleset, view, seat, words
        self.parts, self.written = {part.heading: part for part in parts}, written
        self.remember = remember
        self.forms = {f"f{number}/": PartForm(self, part, f"f{number}/") for number, part in enumerate(parts)}

    def changed(self, text: str, fields: Mapping[str, str]) -> FormChange:
        """*text* after what a browser sent in *fields*: all controls of the page, and in `press` the button."""
        press = fields.get("press", "")
        form = next((form for prefix, form in self.forms.items() if f":{prefix}" in press), None)
        if form is None or any(len(value) > MOST_TEXT for value in fields.values()):
            return FormChange(text, "outdated")
        return form.changed(text, fields, press)

    @staticmethod
    def opened_by(fields: Mapping[str, str]) -> tuple[str, ...]:
        """The ids of what a button of *fields* was in, which stays open."""
        target = fields.get("press", "").partition(":")[2].split(":")[0]
        return (f"{id_of(control(tuple(target.split('/')[:2])))}-key",) if target else ()

    def html(
        self, text: str, action: str, *, faults: Iterable[SheetFault] = (), opened: Iterable[str] = (), room: int = 0
    ) -> SafeHtml:
        """The controls with what *text* says, for a form that is on the page; each button sends it to *action*.

        The parts of the page with the ids *opened* are open. What has no *room* for its bytes, if that is limited, is
        left to the text.
        """
        ids = frozenset(opened)
        shown = [form.shown(text, tuple(faults), ids) for form in self.forms.values()]
        made = self._rendered(shown, action, ids)
        if room and len(made.encode()) > room:
            return self._rendered([form.left_out() for form in self.forms.values()], action, ids)
        return made

    def _rendered(self, shown: Sequence[ShownPart], action: str, opened: frozenset[str]) -> SafeHtml:
        return render(self.words, "forms/forms.html.j2", parts=shown, action=action, opened=opened, id_of=id_of)


class PartForm:
    """The form of one part of a sheet; the names of its controls begin with *prefix*."""

    def __init__(self, sheet: SheetForms, part: Part, prefix: str) -> None:
        self.sheet, self.part, self.prefix = sheet, part, prefix
        self.decision: Decision = part.decision
        self.lexicon = sheet.ruleset.lexicon(sheet.view, sheet.seat)
        self.hints = sheet.ruleset.forms or NO_HINTS
        self._offered: tuple[str, FormOffers] | None = None

    @cached_property
    def reader(self) -> FormReader:
        """Reads the part."""
        meant = self.part.step.meant(self.sheet.view, self.decision)
        return FormReader(self.decision.takes, self.lexicon, self.hints, meant, self.wanted)

    @cached_property
    def wanted(self) -> Wanted:
        """Where the part is in the sheet."""
        others = [other for other in self.sheet.parts.values() if other is not self.part]
        foreign = (key for other in others for key in keys_as_written(other.decision.takes))
        return Wanted(
            takes=self.decision.takes,
            lexicon=self.lexicon,
            heading=self.part.heading,
            older=self.part.older,
            headings=tuple(self.sheet.parts),
            foreign=frozenset(map(folded, foreign)),
            passing=self.decision.default,
        )

    @cached_property
    def examples(self) -> WrittenExamples:
        """What the written form shows."""
        heading = self.part.heading
        return self.sheet.remember(heading, lambda: examples_in(self.sheet.written.get(heading, ""), self.reader))

    @cached_property
    def words(self) -> FormWords:
        """What the controls are called."""
        tag = str(self.decision.takes.__struct_config__.tag or "")
        return FormWords(self.sheet.words, tag, self.examples.remarks)

    def offers(self, text: str) -> FormOffers:
        """What can be chosen now, besides what *text* says already."""
        offered = self._offered
        if offered is None or offered[0] != text:
            self._offered = offered = text, self._offers(self.reader.draft(text))
        return offered[1]

    def _offers(self, draft: Any) -> FormOffers:
        found = self.hints.offers(self.sheet.view, self.sheet.seat, self.decision, draft)
        return FormOffers(self.lexicon, found, self.examples.plains, self.hints)

    def changed(self, text: str, fields: Mapping[str, str], press: str) -> FormChange:
        """*text* after what a browser sent."""
        return change(self.reader, text, fields, self.offers(text), press, self.prefix)

    def shown(self, text: str, faults: Sequence[SheetFault], opened: frozenset[str]) -> ShownPart:
        """The part with what *text* says."""
        form = self.reader.read(text)
        if sum(map(_size, form.keys.values())) > MOST_CONTROLS:
            return self.left_out()
        draft = self.reader.draft(text)
        offers = self.offers(text)
        shower = FormShower(offers, self.words, self.prefix, self.reader.canonical, self._at_board(draft))
        told = self._told(form, faults)
        own = own_keys(self.decision.takes)
        keys: list[ShownKey] = []
        for name, filled in form.keys.items():
            if not filled.given and offers.is_closed((name,)):
                continue
            shown = shower.key(name, filled, told)
            plain = _brief(plain_of(filled))
            says = said(plain if plain is None else self.reader.canonical(name, plain))
            passes = name == PASS_FIELD and form.passing
            says = self.sheet.words.phrase("forms", "bare") if shown.bare else says
            keys.append(
                ShownKey(
                    key=name,
                    control=shown,
                    says=self.sheet.words.phrase("forms", "passing") if passes else says,
                    seen=seen(filled),
                    open=f"{shown.id}-key" in opened or any(path[:1] == (name,) for path in told),
                    common=name not in own,
                )
            )
        return ShownPart(
            heading=self.part.heading,
            prefix=self.prefix,
            own=tuple(key for key in keys if not key.common),
            common=tuple(key for key in keys if key.common),
            kinds=shower.kinds,
            disorder=form.disorder,
        )

    def left_out(self) -> ShownPart:
        """The part without controls."""
        return ShownPart(heading=self.part.heading, prefix=self.prefix, own=(), common=(), kinds={}, too_long=True)

    def _at_board(self, draft: Any) -> frozenset[str]:
        """The keys of lists whose lines are beside the board."""
        desk = self.sheet.ruleset.desk if self.sheet.board else None
        found = desk.subjects(self.sheet.view, self.decision, draft) if desk else ()
        return frozenset(str(path[0]) for subject in found for path in subject.paths if len(path) == self._OF_A_LINE)

    _OF_A_LINE = 2

    def _told(self, form: FilledForm, faults: Sequence[SheetFault]) -> Mapping[OrderPath, tuple[ShownFault, ...]]:
        """What is wrong, by the path of the entry that it is about."""
        found: dict[OrderPath, list[ShownFault]] = defaultdict(list)
        names = {folded(str(field.name)): name for name, field in zip(form.keys, self._fields(), strict=True)}
        for fault in faults:
            path = self._path(form, fault, names)
            if path:
                data = worded.as_data(self.sheet.words, fault)
                right = self.sheet.words.phrase("seat", "possible", {"right": data["right"]}) if data["right"] else ""
                says = " ".join(filter(None, (data["says"], right)))
                found[path].append(ShownFault(says, warning=not data["stops"]))
        return {path: tuple(dict.fromkeys(said)) for path, said in found.items()}

    def _fields(self) -> list[Any]:
        return [self.reader.types[folded(key.name)] for key in self.reader.form.keys]

    def _path(self, form: FilledForm, fault: SheetFault, names: Mapping[str, str]) -> OrderPath:
        """The key that a fault is about, and the number of its entry; nothing if it is of no key."""
        path = fault.problem.path
        by_line = next((name for name, lines in form.lines.items() if fault.place.line in lines), None)
        name = names.get(folded(str(path[0])), by_line) if path else by_line
        if name is None or (by_line is not None and by_line != name):
            name = by_line
        if name is None:
            return ()
        parts = form.keys[name].parts
        listed = not isinstance(form.keys[name].field, KeysField | EntryField)
        if listed and len(path) > 1 and isinstance(path[1], int) and path[1] < len(parts):
            return (name, path[1])
        return (name,)


def _size(filled: FilledField) -> int:
    """How many controls a field needs, one inside the other."""
    return 1 + sum(map(_size, filled.parts))


def _brief(plain: Any) -> Any:
    """Plain data without what a summary has no room for."""
    return None if plain in ("no", [], {}) else plain


def sheet_forms(game: Game, seat: str, at: datetime) -> SheetForms | None:
    """The forms for what *seat* may send *at* a time; None if that is nothing."""
    stages, view = game.stages(seat), game.view(seat)
    parts = submissions.parts(game, view, stages)
    if not parts:
        return None
    words = letter.words_for(game, view, seat)
    form = tree.plain(present_form(game, seat, at))
    written = by_heading(form, [part.heading for part in parts])

    def remember(heading: str, read: Callable[[], WrittenExamples]) -> WrittenExamples:
        return kept_with(game, ("examples", seat, heading), (written, words.made), read)

    return SheetForms(game.ruleset, view, seat, parts, words, written, remember, board=True)


def by_heading(form: str, headings: Iterable[str]) -> Mapping[str, str]:
    """The written form of each part, without its heading."""
    found: dict[str, list[str]] = {heading: [] for heading in headings}
    now = "" if "" in found else None
    for line in form.splitlines():
        said = re.sub(r"^# ?", "", line).partition(":")[0]
        if said in found:
            now = said
        elif now is not None:
            found[now].append(line.removeprefix("  ") if now else line)
    return {heading: "\n".join(lines) for heading, lines in found.items()}


ACTION = "form"
"""The last part of the address that the buttons of forms send to."""


def forms_part(desk: SeatDesk, room: int) -> SafeHtml:
    """The forms for all that the seat may send now; nothing while the text is for a stage that is over.

    Where there is no *room* for so many bytes, they say that the text is too long for them.
    """
    forms = None if desk.over else sheet_forms(desk.game, desk.seat, desk.at)
    if forms is None:
        return SafeHtml("")
    faults = read_sheet(desk.game, desk.seat, desk.text).every_fault if desk.text.strip() else ()
    return forms.html(desk.text, f"{desk.root}/{ACTION}", faults=faults, opened=desk.opened, room=room)


def choose(desk: SeatDesk, fields: Mapping[str, str]) -> SeatDesk:
    """The draft after a button of a form was pressed, with what was chosen for its key."""
    forms = None if desk.over else sheet_forms(desk.game, desk.seat, desk.at)
    if forms is None:
        return desk
    change = forms.changed(desk.text, fields)
    told = desk.words.phrase("forms", change.refused) if change.refused else ""
    return replace(desk, text=change.text, opened=(*desk.opened, *forms.opened_by(fields)), told=told)


_Kind = Literal["passes", "prefilled", "orders"]
_SHORT = 28
"""Characters of a value that is shown as it is."""


class SheetSaying(msgspec.Struct, frozen=True):
    """A sheet in *brief*; it *passes* if that is all that it does, and is *as prefilled* if no one chose anything."""

    brief: str = ""
    passes: bool = False
    as_prefilled: bool = False


def saying(words: Words, sheet: Parts) -> SheetSaying:
    """What *sheet* would do, if it counts."""
    said: list[str] = []
    kinds = set[_Kind]()
    for part, read in sheet.good:
        kind, found = _part(words, read.order, part.decision.default)
        kinds.add(kind)
        said += [f"{part.heading}: {', '.join(found)}"] if part.heading and found else found
    more = []
    if sheet.plans.plans:
        more.append(words.phrase("seat", "says-plans", {"count": len(sheet.plans.plans)}))
    if sheet.spoken.words:
        more.append(words.phrase("seat", "says-words"))
    if kinds == {"passes"} and not more:
        return SheetSaying(words.phrase("seat", "says-pass", {"how": said[0] if len(said) == 1 else ""}), passes=True)
    plain = bool(kinds) and kinds <= {"passes", "prefilled"} and not more
    return SheetSaying("; ".join([*said, *more]) or words.phrase("seat", "says-nothing"), as_prefilled=plain)


def _part(words: Words, order: Any, default: Any) -> tuple[_Kind, list[str]]:
    """Whether *order* only passes, or is what its form had, and what it says key by key."""
    plain = spelled(order, type_info(type(order)), words.lexicon)
    found = list(_keys(words, tag(order), plain))
    if not found or (getattr(order, PASS_FIELD, False) is True and set(plain) <= {PASS_FIELD}):
        return "passes", found
    return "prefilled" if order == default else "orders", found


def _keys(words: Words, kind: str, plain: Any) -> Iterator[str]:
    called = FormWords(words, kind, {})
    for key, value in plain.items() if isinstance(plain, dict) else ():
        label = called.label(key)
        if value == "yes":
            yield label
        elif isinstance(value, (list, dict)) and len(one_line(value)) > _SHORT:
            yield f"{label}: {len(value)}"
        elif value not in (None, [], {}):
            text = one_line(value).strip("[]{}'\"")
            yield f"{label}: {text}" if len(text) <= _SHORT else label
