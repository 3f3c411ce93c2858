"""How a line is written back, in its shortest form."""

from typing import Any

from pbem.engine.kit.reading import Speller
from pbem_tnw.orders.lines.lines import (
    AssaultLine,
    AttackLine,
    BuildLine,
    ConsulLine,
    DeclareLine,
    EndWarLine,
    FlagLine,
    FlipLine,
    ImpulseLine,
    MoveLine,
    OrderLine,
    RefitLine,
    RegroupLine,
    RestLine,
    SailLine,
    SurrenderLine,
)
from pbem_tnw.orders.names import HERE


def spelled_line(line: ImpulseLine, speller: Speller) -> Any:
    """*line* as text, if that says it all, else with its keys."""
    keys = speller.fields(line)
    names = {name: line.__struct_encode_fields__[n].replace("_", " ") for n, name in enumerate(line.__struct_fields__)}
    beside = {names[name]: keys.pop(names[name]) for name in line.BESIDE if names[name] in keys}
    word = _word(line)
    said = _short(line, speller, keys)
    if isinstance(line, MoveLine) and line.commander and isinstance(said, str):
        return {_marchers(line, speller): said, **beside}
    if said == "" and not beside:
        return word
    return {word: said, **beside}


def _marchers(line: MoveLine, speller: Speller) -> str:
    """`Napoleon + Lannes`, `Napoleon with Lannes, 7 units`."""
    first, *others = (speller.name("general", name) for name in (line.commander or "", *line.riders))
    said = line.units
    numbers = [f"{n} {speller.name('nation', each) if each else 'units'}" for each, n in said.numbers.items()]
    units = ["all units"] if said.every else numbers
    said_of = f"{first} with {', '.join((*others, *units))}" if units else " + ".join((first, *others))
    return f"{said_of} alone" if line.alone else said_of


def _word(line: OrderLine) -> str:
    return str(line.__struct_config__.tag).replace("-", " ")


def _short(line: ImpulseLine, speller: Speller, keys: dict[str, Any]) -> Any:
    """What is written behind the word of *line*: a text or a list, or its *keys*."""
    said: Any = keys or ""
    match line:
        case MoveLine(path=path) if line.commander or not line.riders:
            said = " > ".join(speller.name("duchy", place) for place in path)
        case SailLine(path=path) if set(keys) == {"path"} and len(path) == 1:
            said = speller.name("place", path[0])
        case BuildLine() | RegroupLine():
            said = _one_or_more([piece.spell(speller) for piece in line.pieces])
        case RefitLine(at=spots):
            said = _one_or_more([spot.spell(speller) for spot in spots])
        case RestLine(items=items):
            said = _one_or_more([item.spell(speller) for item in items])
        case ConsulLine(to=None, way=way) if way:
            row = f" in {keys['in']}" if line.row else ""
            said = f"{keys['who']} {way}{f' {line.steps}' if line.steps != 1 else ''}{row}"
        case AssaultLine() | AttackLine() | FlagLine() | FlipLine() | EndWarLine() | DeclareLine() | SurrenderLine():
            said = (
                next(iter(keys.values()))
                if len(keys) == 1 and not keys.keys() & {"remove", "rounds", "squadrons", "from", "off map"}
                else said
            )
    return HERE if isinstance(line, FlagLine) and not keys else said


def _one_or_more(said: list[str]) -> Any:
    return said[0] if len(said) == 1 else said or ""
