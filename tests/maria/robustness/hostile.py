"""Sheets as large as they may be, or part of it, made to cost time, or to make the answer and all letters long."""

from collections.abc import Callable

from pbem.sheet.repair import MOST_BYTES
from pbem_maria.lexicon import lexicon
from pbem_maria.position.state import State
from tests.long import tries

PART = tries(3, 1)
"""They take a third of the room, still too much for a sheet to be returned: what costs time costs it by line."""
ROOM = MOST_BYTES // PART


def filled(line: Callable[[int], str], head: str = "", most: int = MOST_BYTES) -> str:
    """*head*, and below it lines by their numbers: at most *most*, and as many as a sheet has room for."""
    parts, size, number = [head], len(head.encode()), 0
    while number < most and size + len(line(number).encode()) <= ROOM:
        parts.append(line(number))
        size += len(parts[-1].encode())
        number += 1
    return "".join(parts)


def sheets(view: State, seat: str) -> dict[str, str]:
    """Hostile sheets for an action stage of *seat*, by what they are made of."""
    names = lexicon(view, seat)
    own = next(
        p for p in view.at if view.theatre.is_general(p) and view.seat_of(view.theatre.generals[p].power) == seat
    )
    general = names.name("general", own)
    cities = [names.name("city", city) for city in view.board.cities]

    def city(number: int) -> str:
        return cities[number * 7 % len(cities)]

    def path(number: int) -> str:
        return " > ".join(cities[number : number + 60])[:900].rpartition(" > ")[0]

    return {
        "unknown keys": filled(lambda n: f"key{n}: x\n"),
        "a hundred keys nearly right": filled(lambda n: f"movs{n}: x\n", most=100),
        "keys nearly right": filled(lambda n: f"movs{n}: x\n"),
        "keys not indented": filled(lambda n: f"key{n}: x\n", "moves:\n"),
        "keys without values": filled(lambda n: f"key{n}:\n"),
        "forced marches": filled(lambda n: f"- {general}: force march {city(n)}\n", "moves:\n"),
        "a hundred forced marches": filled(lambda n: f"- {general}: force march {city(n)}\n", "moves:\n", 100),
        "a hundred moves far away": filled(lambda n: f"- {general}: {city(n)}\n", "moves:\n", 100),
        "long paths": filled(lambda n: f"- {general}: {path(n)}\n", "moves:\n"),
        "unknown cities": filled(lambda n: f"- {general}: Xyzzy{n}burg\n", "moves:\n"),
        "a hundred unknown cities": filled(lambda n: f"- {general}: Xyzzy{n}burg\n", "moves:\n", 100),
        "cities nearly right": filled(lambda n: f"- {general}: {city(n)[:-1]}x\n", "moves:\n", 100),
        "a line of list marks": "- " * (30_000 // PART),
        "a line of keys": "a: b: " * (10_000 // PART),
        "a line of tabs": "\t" * (60_000 // PART),
        "a line of colons": ":" * (60_000 // PART),
        "a line of quotes": '"a" ' * (15_000 // PART),
        "a line of curly quotes": "“a” " * (7_000 // PART),
        "an open quote on every line": filled(lambda n: 'a: "b\n'),
        "deep brackets": "moves: " + "[" * 19 + "x" + "]" * 19,
        "deep lines": "".join(" " * depth + f"k{depth}:\n" for depth in range(300)),
        "a mapping in braces": "moves: {" + "a: b, " * (10_000 // PART) + "}\n",
        "a list in brackets": "moves: [" + "a, " * (20_000 // PART) + "]\n",
        "one long text": "moves: " + "x" * (60_000 // PART) + "\n",
        "one text of many lines": "moves: |\n" + " x\n" * (20_000 // PART),
        "documents": "a: b\n---\n" * (7_000 // PART),
        "anchors": filled(lambda n: f"a{n}: &x{n} *x{n}\n"),
        "tags": filled(lambda n: f"a{n}: !t x\n"),
        "comments": filled(lambda n: f"a{n}: x #c\n"),
        "wide signs": filled(lambda n: f"a{n}：b\n"),
        "proposals": filled(lambda n: f"- {{with: Frederick, kind: other, text: t{n}}}\n", "propose:\n"),
        "long proposals": filled(lambda n: "- {with: Frederick, text: " + "é" * 300 + "}\n", "propose:\n"),
        "numbers": "accept: [" + ", ".join(map(str, range(10_000 // PART))) + "]\n",
        "a plan of very many cards": "combat: [" + ", ".join(["lowest"] * (7_000 // PART)) + "]\n",
        "a plan of many cards": "combat: [" + ", ".join(["lowest"] * 100) + "]\n",
        "many plans": filled(lambda n: f"  {city(n)}: lowest\n", "combat:\n"),
        "a drive to everywhere": "combat: {play: lowest, drive: " + " or ".join(cities[:60]) + "}\n",
        "contracts": filled(lambda n: f"- France to Prussia: {n % 9 + 1} turns\n", "contracts:\n"),
        "votes": filled(lambda n: f"    {city(n)}: Charles Albert\n", "standing:\n  vote:\n"),
        "a stack of one general": filled(lambda n: f"- {' + '.join([general] * 40)}: {city(n)}\n", "moves:\n"),
    }
