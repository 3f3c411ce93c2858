"""What the places of names were made for, how a file keeps them, and what is wrong with them."""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
import yaml

from pbem.drawing.labels import BoardNames, Widths
from pbem.engine import edition
from pbem.engine.order import Problem, Weight
from pbem.engine.picture import Face, Measure

FILE = "labels"
UNITS = 100
"""Widths are kept in hundredths of the size of type."""
_DIGITS = 12
_MADE_FOR = re.compile(rb"^made_for: (\w+)", re.MULTILINE)


class PlacedNames(Protocol):
    """What the file holds: what its places were made for, and those of each name."""

    @property
    def made_for(self) -> str: ...

    @property
    def names(self) -> Mapping[str, object]: ...


P = TypeVar("P", bound=PlacedNames)


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


def read(raw: bytes, wanted: type[P]) -> P:
    """The places of names in the bytes of their file; raises `ValueError` with what is wrong."""
    try:
        return msgspec.convert(edition.plain(raw), wanted)
    except (yaml.YAMLError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from error


def is_made_for(made_for: str) -> Callable[[bytes], bool]:
    """Whether the bytes of a file of places say that they are for this board: a look at the file."""

    def fits(raw: bytes) -> bool:
        found = _MADE_FOR.search(raw)
        return found is not None and found[1].decode() == made_for

    return fits


def shortcomings(raw: bytes | None, made_for: str, folders: Sequence[Path]) -> tuple[Problem, ...]:
    """Why names are in places that were found in a hurry, if they are: a look at the file of an edition."""
    if raw is not None and is_made_for(made_for)(raw):
        return ()
    if raw is None:
        return (_warning("labels-missing", *folders[:1]),)
    return (_warning("labels-outdated", *folders[:1], lacking=(), gone=()),)


def check(
    raw: bytes | None,
    wanted: type[P],
    made_for: str,
    spots: Collection[str],
    scales: Iterable[str],
    names_at: Callable[[str, P], BoardNames],
) -> Iterator[Problem]:
    """What is wrong with the file for a board with these *spots*: warnings, as pictures are only less calm without.

    *names_at* gives the names at one of the *scales* in the places that the file has.
    """
    if raw is None:
        yield _warning("labels-missing")
        return
    try:
        labels = read(raw, wanted)
    except ValueError as error:
        yield _warning("labels-unreadable", why=str(error))
        return
    if labels.made_for != made_for:
        here, there = set(spots), set(labels.names)
        yield _warning("labels-outdated", lacking=tuple(sorted(here - there)), gone=tuple(sorted(there - here)))
        return
    for scale in scales:
        try:
            names = names_at(scale, labels)
            clashes = tuple(overlapping(names, names.codes))
        except (ValueError, KeyError) as error:
            yield _warning("labels-unreadable", why=str(error))
            return
        for one, other in clashes:
            yield _warning("labels-overlap", scale=scale, one=one, other=other)


def _warning(code: str, folder: Path | str = "", **args: object) -> Problem:
    return Problem(code, (FILE,), args={"folder": str(folder), **args}, weight=Weight.unwise)


def overlapping(names: BoardNames, shown: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Which of the names *shown*, each at its best place, cover each other or a spot."""
    boxes = [*((spot, names.labels(spot)[0].box) for spot in shown), *names.countries]
    for number, (one, box) in enumerate(boxes):
        yield from ((one, other) for other, another in boxes[:number] if box.overlaps(another))
        spots = names.obstacles.near(box).spots
        yield from ((one, spot) for spot, place in spots.items() if spot != one and box.overlaps(place))
