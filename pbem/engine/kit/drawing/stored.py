"""What the places of names were made for, how a file keeps them, and what is wrong with them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing.board_names import BoardNames
from pbem.engine.kit.drawing.name import Label, Widths
from pbem.engine.problem import Problem, Weight

FILE = "labels"
UNITS = 100
"""Widths are kept in hundredths of the size of type."""
_DIGITS = 12


def digest(*made_for: object) -> str:
    """What stands for all that places of names are made for."""
    return hashlib.sha256(msgspec.json.encode(made_for)).hexdigest()[:_DIGITS]


def measured(measure: Measure) -> Widths:
    """Widths in whole hundredths of the size of type, as they are stored."""

    def widths(text: str, face: Face) -> float:
        return round(measure(text, UNITS, face)) / UNITS

    return widths


def line(widths: Sequence[int], codes: Mapping[str, str]) -> str:
    """The places of a name as a line of YAML: the widths of its texts, and codes by the name of their scale."""
    said = [f"{scale}: {each}" for scale, each in codes.items() if each]
    return "{" + ", ".join([f"widths: {list(widths)}", *said]) + "}"


def unmeasured(text: str, size: float, face: Face) -> float:
    """For names whose widths are all stored: raises `ValueError`."""
    raise ValueError(f"{text} has no width")


def warning(code: str, folder: Path | str = "", **args: object) -> Problem:
    """Something that makes pictures less calm."""
    return Problem(code, (FILE,), args={"folder": str(folder), **args}, weight=Weight.unwise)


def overlapping(names: BoardNames, labels: Mapping[str, Label]) -> Iterator[tuple[str, str]]:
    """Names that cover each other or a spot."""
    boxes = [*((spot, label.box) for spot, label in labels.items()), *names.countries]
    for number, (one, box) in enumerate(boxes):
        yield from ((one, other) for other, another in boxes[:number] if box.overlaps(another))
        spots = names.obstacles.near(box).spots
        yield from ((one, spot) for spot, place in spots.items() if spot != one and box.overlaps(place))
