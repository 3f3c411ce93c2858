"""What a reader chose in a form: the fields with the values that a browser sent."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from pbem.engine.menu import (
    EitherField,
    EntryField,
    FormField,
    KeysField,
    ListField,
    NumberField,
    RowsField,
    SentenceField,
    TickField,
)
from pbem.engine.order import OrderPath
from pbem.sheet.edit import Edit, edit_sheet
from pbem.sheet.words import PASS_FIELD
from pbem.web.forms.fields import YES, FilledField, empty, is_empty, own_keys, plain_of, slots_of, steps_below
from pbem.web.forms.offering import NEW, FormOffers, entry_of, whole_of
from pbem.web.forms.reading import FilledForm, FormReader, edits_for, written

WAY, THERE, OTHER = "way", "there", "other"
"""The last steps of the names of controls: which of several ways, that a box to be ticked was on the page, and a name
that is written where only a few are listed."""
ADD, REMOVE, UP, DOWN, OFFER, CLEAR = "add", "remove", "up", "down", "offer", "clear"
LESS, MORE, TOGGLE, BARE = "less", "more", "toggle", "bare"


def control(path: OrderPath, prefix: str = "") -> str:
    """The name of the control of the field at *path*."""
    return prefix + "/".join(map(str, path))


class Chooser:
    """Puts what a browser sent into fields; of what may be added so much is *skipped*, as it does not fit."""

    def __init__(self, offers: FormOffers, sent: Mapping[str, str], prefix: str = "", skipped: int = 0) -> None:
        self.offers, self.sent, self.prefix, self.skipped = offers, sent, prefix, skipped

    def _sent(self, *path: str | int) -> str | None:
        return self.sent.get(control(path, self.prefix))

    def chosen(self, filled: FilledField, path: OrderPath) -> FilledField:
        """*filled* with the values that were sent for it; what was not sent stays as it was."""
        field = filled.field
        if filled.raw:
            return self._text(filled, path)
        match field:
            case EitherField():
                return self._way(filled, field, path)
            case ListField() if self._sent(*path) is not None:
                return self._text(filled, path)
            case KeysField():
                parts = tuple(self.chosen(part, (*path, *steps)) for steps, part in steps_below(filled))
                given = filled.given or any(part.given for part in parts)
                return self._whole(msgspec.structs.replace(filled, given=given, parts=parts), path)
            case SentenceField() if not filled.given:
                return self._sentence(filled, field, path)
            case ListField() | RowsField() | SentenceField() | EntryField():
                parts = tuple(
                    self._kept(part, self.chosen(part, (*path, *steps))) for steps, part in steps_below(filled)
                )
                return msgspec.structs.replace(filled, parts=parts)
            case _:
                return self._text(filled, path)

    def _whole(self, filled: FilledField, path: OrderPath) -> FilledField:
        """Keys with what is likeliest for those that one of them cannot be without."""
        field = filled.field
        if not filled.given or not path[1:] or not isinstance(field, KeysField):
            return filled
        parts = (
            (self.offers.fresh(part.field, (*path, key.name)) if key.required and not part.given else None) or part
            for key, part in zip(field.keys, filled.parts, strict=True)
        )
        return msgspec.structs.replace(filled, parts=tuple(parts))

    @staticmethod
    def _kept(before: FilledField, after: FilledField) -> FilledField:
        """An entry cannot become empty: it is taken out by its own button."""
        return after if after.given else before

    def _text(self, filled: FilledField, path: OrderPath) -> FilledField:
        sent = self._sent(*path, OTHER) or self._sent(*path)
        if sent is None:
            shown = isinstance(filled.field, TickField) and self._sent(*path, THERE) is not None
            untied = shown and filled.text == YES
            return empty(filled.field) if untied else filled
        text = " ".join(sent.split())
        if filled.given and text == (filled.text if not filled.parts else plain_of(filled)):
            return filled
        if not text:
            return empty(filled.field)
        plain = self.offers.reader.read(filled.field, text)
        return plain if plain is not None else FilledField(filled.field, given=True, text=text, raw=True)

    def _way(self, filled: FilledField, field: EitherField, path: OrderPath) -> FilledField:
        sent, _, word = (self._sent(*path, WAY) or "").partition("=")
        number = int(sent) if sent.isdecimal() else filled.way if self._sent(*path, WAY) is None else -1
        if number >= len(field.ways):
            return filled
        if word:
            found = self.offers.reader.read(field.ways[number].field, word)
            return filled if found is None else FilledField(field, given=True, parts=(found,), way=number)
        if number == filled.way:
            parts = tuple(self._kept(p, self.chosen(p, (*path, *steps))) for steps, p in steps_below(filled))
            return msgspec.structs.replace(filled, parts=parts)
        if number < 0:
            return empty(field)
        way = field.ways[number]
        found = self.offers.fresh(way.field, (*path, way.word))
        return filled if found is None else FilledField(field, given=True, parts=(found,), way=number)

    def _sentence(self, filled: FilledField, field: SentenceField, path: OrderPath) -> FilledField:
        parts = [self.chosen(part, (*path, *steps)) for steps, part in steps_below(filled)]
        if not any(part.given for part in parts):
            return filled
        whole = [
            part if part.given else self.offers.fresh(part.field, (*path, name))
            for name, part in zip(slots_of(field), parts, strict=True)
        ]
        return whole_of(field, whole) or filled

    def acted(self, filled: FilledField, path: OrderPath, act: str, target: str, number: int = 0) -> FilledField:
        """*filled* after a button was pressed for what *target* names: an entry, or the list that it is in."""
        if control(path) == target and act in (ADD, OFFER, CLEAR, LESS, MORE, TOGGLE, BARE):
            return self._at(filled, path, act, number)
        parts = list(filled.parts)
        for at, (steps, part) in enumerate(steps_below(filled)):
            below = (*path, *steps)
            name = control(below)
            if name == target and act in (REMOVE, UP, DOWN) and isinstance(filled.field, ListField | RowsField):
                parts = _moved(parts, at, act)
                return msgspec.structs.replace(filled, parts=tuple(parts))
            if name == target or target.startswith(f"{name}/"):
                parts[at] = self.acted(part, below, act, target, number)
        given = filled.given or any(part.given for part in parts)
        return self._whole(msgspec.structs.replace(filled, given=given, parts=tuple(parts)), path)

    def _at(self, filled: FilledField, path: OrderPath, act: str, number: int) -> FilledField:
        if act == CLEAR:
            return empty(filled.field)
        if act == BARE:
            return msgspec.structs.replace(empty(filled.field), given=True)
        if act == TOGGLE:
            return self._toggled(filled, path, number)
        if act in (LESS, MORE):
            return self._stepped(filled, 1 if act == MORE else -1)
        item = entry_of(filled.field)
        if item is None:
            return self.offers.fresh(filled.field, path) or filled
        if act == OFFER:
            offered = self.offers.entries(filled.field, path)
            new = offered[number] if 0 <= number < len(offered) else None
            named = isinstance(filled.field, RowsField) and new is not None
            if named and any(part.parts[:1] == new.parts[:1] for part in filled.parts if new is not None):
                return filled
        else:
            new = self._new(filled, item, path)
        if new is None:
            return filled
        parts = (new,) if filled.raw else (*filled.parts, new)
        return FilledField(filled.field, given=True, parts=parts)

    def _toggled(self, filled: FilledField, path: OrderPath, number: int) -> FilledField:
        """A list with one of the names that are there as buttons, or without it if it has it."""
        chips = self.offers.chips(filled.field, path)
        if not isinstance(filled.field, ListField) or number >= len(chips):
            return filled
        name = chips[number]
        held = [part.text for part in filled.parts]
        nth = chips[:number].count(name)
        if nth < held.count(name):
            at = [place for place, other in enumerate(held) if other == name][nth]
            return msgspec.structs.replace(filled, parts=(*filled.parts[:at], *filled.parts[at + 1 :]))
        new = FilledField(filled.field.item, given=True, text=name)
        return FilledField(filled.field, given=True, parts=(*filled.parts, new))

    @staticmethod
    def _stepped(filled: FilledField, by: int) -> FilledField:
        """A number one higher or lower, within its bounds."""
        field = filled.field
        if not isinstance(field, NumberField) or filled.raw:
            return filled
        start = int(filled.text) + by if filled.given else field.least
        most = start if field.most is None else field.most
        return FilledField(field, given=True, text=str(max(field.least, min(start, most))))

    def _new(self, filled: FilledField, item: FormField, path: OrderPath) -> FilledField | None:
        """The entry that is to be added: what was chosen for it, where nothing was what is likeliest."""
        below = (*path, NEW)
        if any(not value for name, value in self.sent.items() if name.startswith(control(below, self.prefix))):
            return None
        fresh = self.offers.fresh_entry(filled, path, self.skipped)
        if fresh is None and self.skipped:
            return None
        start = fresh or empty(item)
        found = self.chosen(start, below)
        if not found.given:
            return None
        taken = [plain_of(part.parts[0]) for part in filled.parts if isinstance(filled.field, RowsField) and part.parts]
        return None if isinstance(filled.field, RowsField) and plain_of(found.parts[0]) in taken else found


def _moved(parts: list[Any], at: int, act: str) -> list[Any]:
    if act == REMOVE:
        return [*parts[:at], *parts[at + 1 :]]
    other = at - 1 if act == UP else at + 1
    if 0 <= other < len(parts):
        parts[at], parts[other] = parts[other], parts[at]
    return parts


MOST_ADDED = 12
"""What is likeliest may not go with what is there already: so many others are tried to be added."""
SEEN = "seen"
"""The last step of the name of what says which text a form was made for."""


class FormChange(msgspec.Struct, frozen=True):
    """The text after a change; why it stayed as it was, if it did."""

    text: str
    refused: Literal["", "outdated", "disorder", "unwritable"] = ""


def seen(filled: FilledField) -> str:
    """A word for what a key says, by which a form knows that it is not about an older text."""
    return hashlib.sha256(repr(plain_of(filled)).encode()).hexdigest()[:16]


def change(
    reader: FormReader, text: str, sent: Mapping[str, str], offers: FormOffers, press: str, prefix: str = ""
) -> FormChange:
    """*text* with what was *sent* for one key, after pressing a button: `set:attacks`, `remove:attacks/0`.

    The names of all controls begin with *prefix*.
    """
    act, _, rest = press.partition(":")
    target, _, number = rest.partition(":")
    key = target.removeprefix(prefix).partition("/")[0]
    form = reader.read(text)
    if form.disorder:
        return FormChange(text, "disorder")
    if key not in form.keys:
        return FormChange(text, "outdated")
    before = form.keys[key]
    if sent.get(f"{prefix}{key}/{SEEN}", seen(before)) != seen(before):
        return FormChange(text, "outdated")
    at = int(number) if number.isdecimal() else 0
    made = FormChange(text)
    for skipped in range(MOST_ADDED if act == ADD else 1):
        chooser = Chooser(offers, sent, prefix, skipped)
        after = chooser.acted(chooser.chosen(before, (key,)), (key,), act, target.removeprefix(prefix), at)
        found = put(reader, text, form, key, after)
        if found.refused != "unwritable" and (found.text != text or not skipped):
            return found
        made = made if skipped else found
    return made


def put(reader: FormReader, text: str, form: FilledForm, key: str, after: FilledField) -> FormChange:
    """*text*, of which *form* is what was read, with *after* as what *key* says."""
    old, new = plain_of(form.keys[key]), plain_of(after)
    if old == new:
        return FormChange(text)
    for found in _tries(reader, text, form, key, new):
        again = reader.read(found)
        if _says(reader, again, form, key, new):
            return FormChange(found)
    return FormChange(text, "unwritable")


def _tries(reader: FormReader, text: str, form: FilledForm, key: str, new: Any) -> Iterator[str]:
    """The text with the change, as little of it touched as possible, then with the whole key written anew."""
    old = plain_of(form.keys[key])
    short = None if is_empty(new) else reader.canonical(key, new)
    was = None if is_empty(old) else reader.canonical(key, old)
    if form.passing and key != PASS_FIELD and short is not None:
        text = _less_passing(reader, text, form, key)
    if was is None and key in form.lines:
        whole = [Edit(path=(key,), text=written(short))] if short is not None else [Edit(path=(key,), how="remove")]
        yield from _done(reader, text, whole)
    yield from _done(reader, text, list(edits_for(was, short, (key,))))
    if short is not None:
        value = written(short).strip() if isinstance(short, dict | list) else written({"k": short})[2:].strip()
        yield from _done(reader, text, [Edit(path=(key,), text=value)])
        yield from _done(reader, text, [Edit(path=(key,), how="remove"), Edit(path=(key,), text=value)])


def _done(reader: FormReader, text: str, edits: Sequence[Edit]) -> Iterator[str]:
    found = edit_sheet(text, edits, reader.wanted)
    if not found.unmade:
        yield found.text


def _less_passing(reader: FormReader, text: str, form: FilledForm, key: str) -> str:
    """*text* without what says that its writer orders nothing, if *key* orders something; `pass` alone as a key."""
    orders = key in own_keys(reader.order)
    if PASS_FIELD in form.lines:
        return next(_done(reader, text, [Edit(path=(PASS_FIELD,), how="remove")]), text) if orders else text
    keeps = PASS_FIELD in form.keys and not orders
    lines = text.splitlines(keepends=True)
    return "".join(
        line if not line.split("#")[0].strip() else f"{PASS_FIELD}: {YES}\n" if keeps else "" for line in lines
    )


def _says(reader: FormReader, again: FilledForm, before: FilledForm, key: str, new: Any) -> bool:
    """Whether *again* says what was chosen, and otherwise what was said *before*."""
    if again.disorder:
        return False
    for name, field in again.keys.items():
        said = plain_of(field)
        if name == key:
            alike = said == new or (is_empty(said) and is_empty(new))
            if not alike and (is_empty(said) or reader.canonical(key, said) != reader.canonical(key, new)):
                return False
        elif name != PASS_FIELD and said != plain_of(before.keys[name]):
            return False
    return True
