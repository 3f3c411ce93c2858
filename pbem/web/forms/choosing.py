"""What a reader chose in a form: the fields with the values that a browser sent, entries added, moved and taken out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from pbem.engine.desk import Said
from pbem.engine.forms.fields import (
    EitherField,
    EntryField,
    FixedField,
    FormField,
    KeysField,
    ListField,
    NameField,
    NumberField,
    RowsField,
    SentenceField,
    TextField,
    TickField,
    WordField,
)
from pbem.engine.forms.hints import FormHints, FormOffer
from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.problem import OrderPath
from pbem.sheet.names import names_of
from pbem.sheet.writer import spelled
from pbem.web.forms.values import KEY, VALUE, YES, FilledField, PlainReader, empty, plain_of, slots_of, steps_below

WAY, NEW = "way", "new"
"""The last steps of the names of two controls: which of several ways, and an entry that is to be added."""
ADD, REMOVE, UP, DOWN, OFFER, CLEAR = "add", "remove", "up", "down", "offer", "clear"
LESS, MORE = "less", "more"
_MOST_DEPTH = 12


def control(path: OrderPath) -> str:
    """The name of the control of the field at *path*."""
    return "/".join(map(str, path))


class FormOffers:
    """What can be chosen now, as the game says it and as the written form shows it by *examples*."""

    def __init__(
        self,
        lexicon: Lexicon,
        offers: Iterable[FormOffer] = (),
        examples: Mapping[str, Sequence[Any]] = MappingProxyType({}),
        hints: FormHints[Any] | None = None,
    ) -> None:
        self.lexicon, self.names = lexicon, names_of(lexicon)
        self.reader = PlainReader(self.names)
        self.by_keys = hints.by_keys if hints else frozenset[type]()
        self.offers = [(tuple(each.at.split("/")), each) for each in offers]
        self.examples = examples

    def at(self, path: OrderPath) -> Iterator[FormOffer]:
        """The offers for the field at *path*."""
        steps = tuple(map(str, path))
        for pattern, offer in self.offers:
            if len(pattern) == len(steps) and all(a in ("*", b) for a, b in zip(pattern, steps, strict=True)):
                yield offer

    def notes(self, path: OrderPath) -> tuple[Said, ...]:
        """What is said beside the field at *path*."""
        return tuple(offer.note for offer in self.at(path) if offer.note is not None)

    def texts(self, field: FormField, path: OrderPath) -> tuple[str, ...]:
        """What is offered for a field that is one text, as a sheet has it."""
        values = [value for offer in self.at(path) for value in offer.values]
        if isinstance(field, NameField):
            return tuple(dict.fromkeys(self.names.spell(str(value), *field.kinds) for value in values))
        found = [str(value) for value in values]
        if isinstance(field, TextField):
            found += field.examples
        return tuple(dict.fromkeys(found))

    def entries(self, field: FormField, path: OrderPath) -> tuple[FilledField, ...]:
        """The entries that are offered for a list or rows at *path*, first those of the game."""
        item = entry_of(field)
        if item is None:
            return ()
        plains = [self._plain(value) for offer in self.at(path) for value in offer.values]
        plains += self._examples(path)
        read = (self.reader.read(item, plain) for plain in plains)
        found: list[FilledField] = []
        for each in read:
            if each is not None and each not in found:
                found.append(each)
        return tuple(found)

    def _examples(self, path: OrderPath) -> Sequence[Any]:
        """The examples of the written form for the field at *path*."""
        return self.examples.get("/".join("*" if isinstance(step, int) or step == NEW else step for step in path), ())

    def _plain(self, value: Any) -> Any:
        if isinstance(value, msgspec.Struct):
            return spelled(value, msgspec.inspect.type_info(type(value)), self.lexicon, self.by_keys)
        return value

    def all_names(self, field: NameField) -> tuple[tuple[str, str], ...]:
        """All names that may be in a field, each as a sheet has it and as letters have it, by alphabet."""
        found = {
            identifier: (self.names.spell(identifier, *field.kinds), self.lexicon.name(kind, identifier))
            for kind in field.kinds
            for identifier in self.lexicon.kinds.get(kind, {})
        }
        return tuple(sorted(dict.fromkeys(found.values()), key=lambda pair: pair[1].casefold()))

    def fresh(self, field: FormField, path: OrderPath) -> FilledField | None:
        """*field* with what is likeliest, whole at once; None if only its writer can know."""
        if len(path) > _MOST_DEPTH:
            return None
        match field:
            case EitherField(ways=ways):
                for number, way in enumerate(ways):
                    if (found := self.fresh(way.field, (*path, way.word))) is not None:
                        return FilledField(field, given=True, parts=(found,), way=number)
                return None
            case ListField() | RowsField():
                return self._one_entry(field, path)
            case KeysField(keys=keys):
                needed = [key.required or key.name == field.main for key in keys]
                parts = [
                    self.fresh(key.field, (*path, key.name)) if need else empty(key.field)
                    for key, need in zip(keys, needed, strict=True)
                ]
                return _whole(field, parts)
            case SentenceField():
                return _whole(field, [self.fresh(field.slots[name], (*path, name)) for name in slots_of(field)])
            case EntryField():
                sides = ((field.key, KEY), (field.value, VALUE))
                return _whole(field, [self.fresh(side, (*path, step)) for side, step in sides])
            case _:
                text = self._fresh_text(field, path)
                return FilledField(field, given=True, text=text) if text else None

    def _one_entry(self, field: ListField | RowsField, path: OrderPath) -> FilledField | None:
        if offered := self.entries(field, path):
            return FilledField(field, given=True, parts=offered[:1])
        item = entry_of(field)
        found = self.fresh(item, (*path, 0)) if item is not None else None
        return None if found is None else FilledField(field, given=True, parts=(found,))

    def _fresh_text(self, field: FormField, path: OrderPath) -> str:
        offered = self.texts(field, path)
        if not offered and not isinstance(field, FixedField | TickField):
            read = (self.reader.read(field, plain) for plain in self._examples(path))
            offered = tuple(found.text for found in read if found is not None and not found.raw)
        match field:
            case TickField():
                return YES
            case FixedField(word=word):
                return word
            case WordField(words=words):
                return next((text for text in offered if text in words), words[0])
            case NumberField(least=least, most=most):
                one = max(least, 1) if most is None or most >= 1 else most
                return offered[0] if offered else str(one)
            case NameField() if not offered:
                return next((name for name, _ in self.all_names(field)), "")
            case _:
                return offered[0] if offered else ""


def entry_of(field: FormField) -> FormField | None:
    """What each entry of a list or of rows is."""
    match field:
        case ListField(item=item):
            return item
        case RowsField(key=key, value=value):
            return EntryField(key, value)
        case _:
            return None


def is_flat(field: FormField, depth: int = 0) -> bool:
    """Whether a field is chosen by one or a few controls side by side."""
    match field:
        case SentenceField(slots=slots):
            return depth == 0 and all(is_flat(slot, depth + 1) for slot in slots.values())
        case EntryField(key=key, value=value):
            return depth == 0 and is_flat(key, depth) and is_flat(value, depth)
        case KeysField() | ListField() | RowsField() | EitherField():
            return False
        case _:
            return True


def _whole(field: FormField, parts: Sequence[FilledField | None]) -> FilledField | None:
    whole = tuple(part for part in parts if part is not None)
    return FilledField(field, given=True, parts=whole) if len(whole) == len(parts) else None


class Chooser:
    """Puts what a browser sent into fields."""

    def __init__(self, offers: FormOffers, sent: Mapping[str, str]) -> None:
        self.offers, self.sent = offers, sent

    def chosen(self, filled: FilledField, path: OrderPath) -> FilledField:
        """*filled* with the values that were sent for it; what was not sent stays as it was."""
        field = filled.field
        if filled.raw:
            return self._text(filled, path)
        match field:
            case EitherField():
                return self._way(filled, field, path)
            case KeysField():
                parts = tuple(self.chosen(part, (*path, *steps)) for steps, part in steps_below(filled))
                given = filled.given or any(part.given for part in parts)
                return msgspec.structs.replace(filled, given=given, parts=parts)
            case SentenceField() if not filled.given:
                return self._sentence(filled, field, path)
            case ListField() | RowsField() | SentenceField() | EntryField():
                parts = tuple(
                    self._kept(part, self.chosen(part, (*path, *steps))) for steps, part in steps_below(filled)
                )
                return msgspec.structs.replace(filled, parts=parts)
            case _:
                return self._text(filled, path)

    @staticmethod
    def _kept(before: FilledField, after: FilledField) -> FilledField:
        """An entry cannot become empty: it is taken out by its own button."""
        return after if after.given else before

    def _text(self, filled: FilledField, path: OrderPath) -> FilledField:
        sent = self.sent.get(control(path))
        if sent is None:
            shown = isinstance(filled.field, TickField) and f"{control(path)}/there" in self.sent
            untied = shown and filled.text == YES
            return empty(filled.field) if untied else filled
        text = " ".join(sent.split())
        if text == filled.text and filled.given:
            return filled
        if not text:
            return empty(filled.field)
        plain = self.offers.reader.read(filled.field, text)
        return plain if plain is not None else FilledField(filled.field, given=True, text=text, raw=True)

    def _way(self, filled: FilledField, field: EitherField, path: OrderPath) -> FilledField:
        sent = self.sent.get(control((*path, WAY)))
        number = -1 if sent == "" else int(sent) if sent and sent.isdecimal() else filled.way
        if number >= len(field.ways):
            return filled
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
        return _whole(field, whole) or filled

    def acted(self, filled: FilledField, path: OrderPath, act: str, target: str, number: int = 0) -> FilledField:
        """*filled* after a button was pressed for what *target* names: an entry, or the list that it is in."""
        if control(path) == target and act in (ADD, OFFER, CLEAR, LESS, MORE):
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
        return msgspec.structs.replace(filled, given=given, parts=tuple(parts))

    def _at(self, filled: FilledField, path: OrderPath, act: str, number: int) -> FilledField:
        if act == CLEAR:
            return empty(filled.field)
        if act in (LESS, MORE):
            return self._stepped(filled, 1 if act == MORE else -1)
        item = entry_of(filled.field)
        if item is None:
            return self.offers.fresh(filled.field, path) or filled
        if act == OFFER:
            offered = self.offers.entries(filled.field, path)
            new = offered[number] if 0 <= number < len(offered) else None
        else:
            new = self._new(filled, item, path)
        if new is None:
            return filled
        parts = (new,) if filled.raw else (*filled.parts, new)
        return FilledField(filled.field, given=True, parts=parts)

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
        start = self.offers.fresh(item, below)
        if start is None:
            start = empty(item)
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
