"""What can be chosen now, as the game says it and as the written form shows it, and what is likeliest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

import msgspec

from pbem.engine.menu import (
    EitherField,
    EntryField,
    FixedField,
    FormField,
    FormHints,
    FormOffer,
    KeysField,
    ListField,
    NameField,
    NumberField,
    RowsField,
    Said,
    SentenceField,
    TextField,
    TickField,
    WordField,
)
from pbem.engine.order import OrderPath
from pbem.engine.reading import Lexicon
from pbem.sheet.names import names_of
from pbem.sheet.writer import spelled
from pbem.web.forms.fields import KEY, VALUE, YES, FilledField, PlainReader, empty, plain_of, slots_of

NEW = "new"
"""The last step of the path of an entry that is to be added."""
MOST_PICKED = 40
"""More choices than this are not listed at once: a few letters are written, and a list of what fits appears."""
MOST_CHIPS = 24
"""So many names are there as buttons, each of which is in a list or not."""
_MOST_DEPTH = 20


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
        self._by_length: dict[int, list[tuple[tuple[str, ...], FormOffer]]] = {}
        for each in offers:
            pattern = tuple(each.at.split("/"))
            self._by_length.setdefault(len(pattern), []).append((pattern, each))
        self.examples = examples
        self._all_names: dict[tuple[str, ...], tuple[tuple[str, str], ...]] = {}
        self._called: dict[tuple[str, ...], Mapping[str, str]] = {}
        self._at: dict[OrderPath, tuple[FormOffer, ...]] = {}
        self._fresh: dict[tuple[int, OrderPath], tuple[FormField, FilledField | None]] = {}

    def at(self, path: OrderPath) -> tuple[FormOffer, ...]:
        """The offers for the field at *path*."""
        if path not in self._at:
            steps = tuple(map(str, path))
            self._at[path] = tuple(
                offer
                for pattern, offer in self._by_length.get(len(steps), ())
                if pattern == steps or all(a in ("*", b) for a, b in zip(pattern, steps, strict=True))
            )
        return self._at[path]

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
        below_entry = any(isinstance(step, int) for step in path)  # an example there would be about another entry
        if not below_entry and not any(offer.only for offer in self.at(path)):
            plains += self._examples(path)
        read = (self.reader.read(item, plain) for plain in plains)
        found: list[FilledField] = []
        for each in read:
            if each is not None and each not in found:
                found.append(each)
        return tuple(found)

    def _examples(self, path: OrderPath) -> Sequence[Any]:
        """The examples of the written form for the field at *path*."""
        return self.examples.get("/".join("*" if isinstance(part, int) or part == NEW else part for part in path), ())

    def _plain(self, value: Any) -> Any:
        if isinstance(value, msgspec.Struct):
            return spelled(value, msgspec.inspect.type_info(type(value)), self.lexicon, self.by_keys)
        return value

    def all_names(self, field: NameField) -> tuple[tuple[str, str], ...]:
        """All names that may be in a field, each as a sheet has it and as letters have it, by alphabet."""
        if field.kinds not in self._all_names:
            self._all_names[field.kinds] = self._names_of(field)
        return self._all_names[field.kinds]

    def called(self, field: NameField) -> Mapping[str, str]:
        """What letters call each thing that may be in a field, by its name in a sheet."""
        if field.kinds not in self._called:
            self._called[field.kinds] = dict(self.all_names(field))
        return self._called[field.kinds]

    def _names_of(self, field: NameField) -> tuple[tuple[str, str], ...]:
        found = {
            identifier: (self.names.spell(identifier, *field.kinds), self.lexicon.name(kind, identifier))
            for kind in field.kinds
            for identifier in self.lexicon.kinds.get(kind, {})
        }
        return tuple(sorted(dict.fromkeys(found.values()), key=lambda pair: pair[1].casefold()))

    def is_closed(self, path: OrderPath) -> bool:
        """Whether nothing at all can be chosen at *path* now."""
        found = self.at(path)
        return any(offer.only for offer in found) and not any(offer.values for offer in found)

    def chips(self, field: FormField, path: OrderPath) -> tuple[str, ...]:
        """The names of which a list may have some, each as often as it is offered; nothing if there are too many."""
        if not isinstance(field, ListField) or field.between not in ("", " + ") or field.none:
            return ()
        item = field.item
        if not isinstance(item, NameField):
            return ()
        values = [str(value) for offer in self.at((*path, 0)) for value in offer.values]
        return tuple(self.names.spell(value, *item.kinds) for value in values) if len(values) <= MOST_CHIPS else ()

    def is_one_text(self, field: FormField) -> bool:
        """Whether a list is written as one text with names in it, as there are too many to choose from."""
        if not isinstance(field, ListField) or not field.between:
            return False
        item = field.item
        ways = [way.field for way in item.ways] if isinstance(item, EitherField) else [item]
        return any(isinstance(way, NameField) and len(self.all_names(way)) > MOST_PICKED for way in ways)

    def fresh(self, field: FormField, path: OrderPath) -> FilledField | None:
        """*field* with what is likeliest, whole at once; None if only its writer can know."""
        if len(path) > _MOST_DEPTH:
            return None
        if (id(field), path) not in self._fresh:  # kept with its field, so that no other comes to have the same id
            self._fresh[id(field), path] = field, self._likeliest(field, path)
        return self._fresh[id(field), path][1]

    def _likeliest(self, field: FormField, path: OrderPath) -> FilledField | None:
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
                return whole_of(field, parts)
            case SentenceField():
                return whole_of(field, [self.fresh(field.slots[name], (*path, name)) for name in slots_of(field)])
            case EntryField():
                sides = ((field.key, KEY), (field.value, VALUE))
                return whole_of(field, [self.fresh(side, (*path, step)) for side, step in sides])
            case _:
                text = self._fresh_text(field, path)
                return FilledField(field, given=True, text=text) if text else None

    def fresh_entry(self, filled: FilledField, path: OrderPath, after: int = 0) -> FilledField | None:
        """What is likeliest for a new entry of a list or rows: one that is not there yet, with a name that no row has.

        In a list *after* so many others that are not there either; None if there are not so many.
        """
        item = entry_of(filled.field)
        found = None if item is None else self.fresh(item, (*path, NEW))
        if found is None or item is None:
            return found
        if not isinstance(item, EntryField) or not isinstance(filled.field, RowsField):
            if found not in filled.parts and not after:
                return found
            new = (other for other in self._others(item, (*path, NEW)) if other not in filled.parts)
            return next(islice(new, after, None), None if after else found)
        taken = [plain_of(part.parts[0]) for part in filled.parts if part.parts]
        if plain_of(found.parts[0]) not in taken:
            return found
        others = self._others(item.key, (*path, NEW, KEY))
        name = next((other for other in others if plain_of(other) not in taken), None)
        return None if name is None else msgspec.structs.replace(found, parts=(name, found.parts[1]))

    def _others(self, field: FormField, path: OrderPath) -> Iterator[FilledField]:
        """All that a field may hold, as far as it is one of several; the likeliest first."""
        match field:
            case EitherField(ways=ways):
                for number, way in enumerate(ways):
                    for one in self._others(way.field, (*path, way.word)):
                        yield FilledField(field, given=True, parts=(one,), way=number)
            case NameField():
                offered, names = self.texts(field, path), (name for name, _ in self.all_names(field))
                yield from (FilledField(field, given=True, text=text) for text in dict.fromkeys((*offered, *names)))
            case WordField(words=words):
                yield from (FilledField(field, given=True, text=text) for text in words)
            case _:
                if (found := self.fresh(field, path)) is not None:
                    yield found

    def _one_entry(self, field: ListField | RowsField, path: OrderPath) -> FilledField | None:
        if offered := self.entries(field, path):
            return FilledField(field, given=True, parts=offered[:1])
        item = entry_of(field)
        found = self.fresh(item, (*path, 0)) if item is not None else None
        if found is None or item is None:
            return None
        parts = [found]
        if isinstance(field, ListField) and field.least > 1:
            others = (other for other in self._others(item, (*path, 0)) if other != found)
            parts += islice(others, field.least - 1)
        return FilledField(field, given=True, parts=tuple(parts))

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


def is_flat(field: FormField, offers: FormOffers, depth: int = 0) -> bool:
    """Whether a field is chosen by one or a few controls side by side."""
    match field:
        case SentenceField(slots=slots):
            return depth == 0 and all(is_flat(slot, offers, depth + 1) for slot in slots.values())
        case EntryField(key=key, value=value):
            return depth == 0 and is_flat(key, offers, depth) and is_flat(value, offers, depth)
        case ListField() if offers.is_one_text(field):
            return True
        case KeysField() | ListField() | RowsField() | EitherField():
            return False
        case _:
            return True


def whole_of(field: FormField, parts: Sequence[FilledField | None]) -> FilledField | None:
    """*field* with its parts, if all of them are there."""
    whole = tuple(part for part in parts if part is not None)
    return FilledField(field, given=True, parts=whole) if len(whole) == len(parts) else None
