"""From what a reader chose to the sheet's text, checked by reading it again: it says what was chosen, or stays."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from pbem.engine.desk import Edit
from pbem.sheet.editing import edit_sheet
from pbem.sheet.word_reader import PASS_FIELD
from pbem.web.forms.choosing import ADD, Chooser
from pbem.web.forms.deriving import own_keys
from pbem.web.forms.offering import FormOffers
from pbem.web.forms.reading import FilledForm, FormReader
from pbem.web.forms.values import YES, FilledField, is_empty, plain_of
from pbem.web.forms.writing import edits_for, written

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
