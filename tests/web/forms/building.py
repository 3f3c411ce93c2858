"""A sheet made by nothing but the controls of its form, one after the other, as a person would."""

from collections.abc import Iterator, Mapping

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.menu import EitherField
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Step
from pbem.report.letter import sheet_parts
from pbem.report.words import words_of
from pbem.web.forms.choosing import put
from pbem.web.forms.fields import FilledField, is_bare, plain_of, steps_below
from pbem.web.forms.page import PartForm, SheetForms
from pbem.web.forms.showing import ShownControl

MOST_STEPS = 400


class Stuck(Exception):
    """A form has no control for what is wanted."""


class Pressed(msgspec.Struct, frozen=True):
    """What a browser sends: a button, and the fields that were changed."""

    press: str
    fields: dict[str, str] = {}


def form_for(ruleset: Ruleset, view: Position, decision: Decision) -> PartForm:
    """The form for one question."""
    lexicon = ruleset.lexicon(view, decision.seat)
    step = view.flow[-1]
    assert isinstance(step, Step)
    (part,) = sheet_parts(ruleset, view, step, (decision,))
    sheet = SheetForms(ruleset, view, decision.seat, (part,), words_of(ruleset, lexicon))
    return next(iter(sheet.forms.values()))


def built(form: PartForm, wanted: str, text: str = "") -> str:
    """*text* after its form was made to say what the sheet *wanted* says."""
    target = form.reader.read(wanted).keys
    for key, filled in target.items():  # what the blank form has already
        if filled.given and form.offers(text).is_closed((key,)):
            text = put(form.reader, text, form.reader.read(text), key, filled).text
    for _ in range(MOST_STEPS):
        now = form.reader.read(text).keys
        shown = form.shown(text, (), frozenset())
        controls = {key.key: key.control for key in (*shown.own, *shown.common)}
        step = next(_steps(controls, now, target, form), None)
        if step is None:
            return text
        after = form.changed(text, step.fields, step.press)
        if after.refused or after.text == text:
            raise Stuck(f"{after.refused or 'nothing'} after {step} in:\n{text}\nwanted:\n{wanted}")
        text = after.text
    raise Stuck(f"no end:\n{text}")


def _steps(
    controls: Mapping[str, ShownControl],
    now: Mapping[str, FilledField],
    target: Mapping[str, FilledField],
    form: PartForm,
) -> Iterator[Pressed]:
    """What is to be done next, if anything is; what passes comes last."""
    for key, want in sorted(target.items(), key=lambda each: each[0] == "passes"):
        if plain_of(now[key]) == plain_of(want):
            continue
        said, meant = (
            None if one is None else form.reader.canonical(key, one) for one in map(plain_of, (now[key], want))
        )
        if said == meant:
            continue
        if key not in controls:
            raise Stuck(f"no control for {key}: {plain_of(want)}")
        yield _step(controls[key], now[key], want, f"set:{form.prefix}{key}")


def _step(one: ShownControl, now: FilledField, want: FilledField, apply: str) -> Pressed:
    """How to come nearer to what is wanted of one control."""
    if not want.given:
        return Pressed(f"clear:{one.name}")
    if is_bare(want):
        return Pressed(f"bare:{one.name}")
    match one.kind:
        case "tick":
            return Pressed(apply, {f"{one.name}/there": "yes", **({one.name: "yes"} if want.text == "yes" else {})})
        case "number" | "text":
            return Pressed(apply, {one.name: _text(want)})
        case "pick":
            if want.text not in {each.value for each in (*one.first, *one.others)}:
                if one.kinds:
                    return Pressed(apply, {f"{one.name}/other": want.text})
                raise Stuck(f"{one.name} does not offer {want.text}")
            return Pressed(apply, {one.name: want.text})
        case "chips":
            return _chip(one, now, want)
        case "either":
            return _way(one, now, want, apply)
        case "row" | "keys":
            return _below(one, now, want, apply)
        case "list":
            return _entry(one, now, want, apply)
    raise Stuck(f"{one.name}: {one.kind}")


def _text(want: FilledField) -> str:
    plain = plain_of(want)
    return plain if isinstance(plain, str) else want.text


def _way(one: ShownControl, now: FilledField, want: FilledField, apply: str) -> Pressed:
    options = {each.value for group in one.groups for each in group.options}
    inside = f"{want.way}={_text(want.parts[0])}"
    if inside in options:
        return Pressed(apply, {f"{one.name}/way": inside})
    if now.way == want.way and now.given and one.parts:
        return _step(one.parts[0], now.parts[0], want.parts[0], apply)
    if str(want.way) not in options:
        field = want.field
        assert isinstance(field, EitherField)
        raise Stuck(f"{one.name} does not offer {field.ways[want.way].word}")
    return Pressed(apply, {f"{one.name}/way": str(want.way)})


def _below(one: ShownControl, now: FilledField, want: FilledField, apply: str) -> Pressed:
    controls = {each.name: each for each in (*one.parts, *one.folded)}
    names = _names(one, want)
    for name, before, after in zip(names, now.parts, want.parts, strict=True):
        if plain_of(before) != plain_of(after):
            if name not in controls:
                raise Stuck(f"no control for {name}: {plain_of(after)}")
            return _step(controls[name], before, after, apply)
    return Pressed(f"add:{one.name}")  # all of it is empty, and wanted all the same


def _names(one: ShownControl, want: FilledField) -> list[str]:
    return ["/".join([one.name, *map(str, steps)]) for steps, _ in steps_below(want)]


def _chip(one: ShownControl, now: FilledField, want: FilledField) -> Pressed:
    held, meant = ([part.text for part in each.parts] for each in (now, want))
    lacking = next((name for name in meant if meant.count(name) > held.count(name)), "")
    if lacking:
        name, nth = lacking, held.count(lacking)
    else:
        pairs = enumerate(zip(held, (*meant, *[""] * len(held)), strict=False))
        at = next(at for at, (has, wants) in pairs if has != wants)
        name, nth = held[at], held[:at].count(held[at])
    numbers = [number for number, each in enumerate(one.first) if each.says == name]
    if nth < len(numbers):
        return Pressed(f"toggle:{one.name}:{numbers[nth]}")
    raise Stuck(f"{one.name} has no button for {name}")


def _entry(one: ShownControl, now: FilledField, want: FilledField, apply: str) -> Pressed:
    for part, before, after in zip(one.parts, now.parts, want.parts, strict=False):
        if plain_of(before) != plain_of(after):
            return _step(part, before, after, apply)
    if len(now.parts) > len(want.parts):
        return Pressed(f"remove:{one.parts[-1].name}")
    if not one.may_add:
        raise Stuck(f"nothing can be added to {one.name}: {plain_of(want)}")
    fields = dict(_filled(one.new, want.parts[len(now.parts)])) if one.new and len(now.parts) < len(want.parts) else {}
    return Pressed(f"add:{one.name}", fields)


def _filled(new: ShownControl, want: FilledField) -> Iterator[tuple[str, str]]:
    """What is chosen for a new entry before it is added."""
    if new.kind == "row":
        for part, wanted in zip(new.parts, want.parts, strict=True):
            yield from _filled(part, wanted)
    elif new.kind == "pick" and want.text not in {each.value for each in (*new.first, *new.others)}:
        if new.kinds:
            yield f"{new.name}/other", want.text
            return
        raise Stuck(f"{new.name} does not offer {want.text}")
    elif new.kind in ("pick", "text", "number"):
        yield new.name, _text(want)
