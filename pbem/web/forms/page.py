"""The forms of a sheet as a part of a page, and what becomes of the sheet when one is sent."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.forms.fields import EntryField, KeysField
from pbem.engine.position import Position
from pbem.engine.problem import OrderPath
from pbem.engine.ruleset import Ruleset
from pbem.report import faults as worded
from pbem.report.words import Words
from pbem.sheet.editing import Wanted
from pbem.sheet.fault import SheetFault
from pbem.sheet.parts import Part
from pbem.sheet.shape import folded, keys_as_written
from pbem.sheet.word_reader import PASS_FIELD
from pbem.web.forms.changing import FormChange, change, seen
from pbem.web.forms.choosing import control
from pbem.web.forms.deriving import NO_HINTS, own_keys
from pbem.web.forms.examples import WrittenExamples, examples_in
from pbem.web.forms.offering import FormOffers
from pbem.web.forms.reading import FilledForm, FormReader
from pbem.web.forms.showing import FormShower, FormWords, ShownControl, ShownFault, ShownOption, id_of, said
from pbem.web.forms.values import FilledField, plain_of
from pbem.web.rendering import SafeHtml, render

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
        found = desk.subjects(self.sheet.view, self.sheet.seat, self.decision, draft) if desk else ()
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
