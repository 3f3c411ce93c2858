"""What the places of names were made for, how a file keeps them, and what is wrong with them."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec
import yaml

from pbem.drawing.geometry import MapScale
from pbem.drawing.labels import BoardNames, Widths, halves, placed
from pbem.engine import edition
from pbem.engine.edition import Check, EditionType, LabelsType
from pbem.engine.order import Problem, Weight
from pbem.engine.picture import Face, Measure

FILE = "labels"
UNITS = 100
"""Widths are kept in hundredths of the size of type."""
_DIGITS = 12
_MADE_FOR = re.compile(rb"^made_for: (\w+)", re.MULTILINE)


class StoredPlaces(Protocol):
    """Where a name may be written: beside its widths it has its codes, with spaces, under the name of each scale.

    *widths* are those of the name, and of its halves where it can be broken, in hundredths of the size of its type.
    """

    @property
    def widths(self) -> tuple[int, ...]: ...


class PlacedNames(Protocol):
    """What the file holds: what its places were made for, and those of each name."""

    @property
    def made_for(self) -> str: ...

    @property
    def names(self) -> Mapping[str, StoredPlaces]: ...


B = TypeVar("B")
M_co = TypeVar("M_co", covariant=True)
C = TypeVar("C", bound=MapScale)


class MapEdition(Protocol[M_co]):
    """An edition with a map, and files beside it."""

    @property
    def map(self) -> M_co: ...

    @property
    def folders(self) -> Sequence[Path]: ...

    def beside(self, name: str, fits: Callable[[bytes], bool]) -> bytes | None: ...


P = TypeVar("P", bound=PlacedNames)


def digest(*made_for: object) -> str:
    """What stands for all that places of names are made for."""
    return hashlib.sha256(msgspec.json.encode(made_for)).hexdigest()[:_DIGITS]


def measured(measure: Measure) -> Widths:
    """Widths in whole hundredths of the size of type, as they are stored."""

    def widths(text: str, face: Face) -> float:
        return round(measure(text, UNITS, face)) / UNITS

    return widths


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


def _as_they_are(names: BoardNames, _labels: object, _scale: MapScale) -> BoardNames:
    return names


class LabelsFile(msgspec.Struct, Generic[B, C, P], frozen=True, kw_only=True):
    """The names of a game's boards in the places that labels.yaml has for them: worked out, written, read, checked."""

    holds: type[P]
    scales: Mapping[str, C]
    texts: Callable[[B], Iterable[tuple[str, str, Face]]]
    """The names on a board by their spots, with their faces."""
    unplaced: Callable[[B, C, Widths], BoardNames]
    """The names of a board at a scale before they have places."""
    digest: Callable[[B], str]
    """What the places are made for, as `digest` says it."""
    also: Callable[[BoardNames, P, C], BoardNames] = _as_they_are
    """The names with what else the file has for a scale."""

    def work_out(self, board: B, measure: Measure) -> tuple[dict[str, BoardNames], dict[str, dict[str, Any]]]:
        """The placed names by scale; and by spot, in the order of the alphabet, what the file says of each."""
        widths = measured(measure)
        scales = {name: placed(self.unplaced(board, scale, widths)) for name, scale in self.scales.items()}
        places = {
            spot: {
                "widths": tuple(round(widths(each, face) * UNITS) for each in (text, *halves(text))),
                **{name: " ".join(names.codes.get(spot, ())) for name, names in scales.items()},
            }
            for spot, text, face in sorted(self.texts(board))
        }
        return scales, places

    def lines(self, labels: P) -> str:
        """The places of all names as YAML, a line for each."""
        found = ["names:\n"]
        for spot, places in labels.names.items():
            codes = ((scale, getattr(places, scale)) for scale in self.scales)
            said = [f"widths: {list(places.widths)}", *(f"{scale}: {each}" for scale, each in codes if each)]
            found.append(f"  {spot}: {{{', '.join(said)}}}\n")
        return "".join(found)

    def edition_type(self, files: type[msgspec.Struct], check: Check, text: Callable[[B, Measure], str]) -> EditionType:
        """What the *files* of an edition hold, of which the board is the map; *text* is what this file says of one."""
        made = LabelsType(
            FILE, lambda given, measure: text(given.map, measure), lambda given, raw: self.check(given.map, raw)
        )
        return EditionType(files=files, check=check, labels=made)

    def labels_of(self, edition: MapEdition[B]) -> P | None:
        """What the file of an edition holds, if it has one that was made for its map and can be read."""
        made_for = self.digest(edition.map)
        raw = edition.beside(FILE, is_made_for(made_for))
        try:
            labels = read(raw, self.holds) if raw is not None else None
        except ValueError:
            return None
        return labels if labels and labels.made_for == made_for else None

    def names_of(self, edition: MapEdition[B], scale: C, measure: Measure) -> BoardNames:
        """The names of an edition at a scale; without places if it has no file that can be used."""
        try:
            names = self.names_at(edition.map, scale, self.labels_of(edition), measure)
            for spot in names.codes:
                names.labels(spot)
        except (ValueError, KeyError):
            return self.names_at(edition.map, scale, None, measure)
        return names

    def names_at(self, board: B, scale: C, labels: P | None, measure: Measure) -> BoardNames:
        """The names of a board at a scale, in the places that *labels* of it give them; without any, in none."""
        if labels is None:
            return self.unplaced(board, scale, measured(measure))
        known: dict[tuple[str, Face], float] = {}
        for spot, text, face in self.texts(board):
            each = zip((text, *halves(text)), labels.names[spot].widths, strict=True)
            known.update(((part, face), width / UNITS) for part, width in each)
        names = self.unplaced(board, scale, lambda text, face: known[text, face])
        codes = {spot: tuple(getattr(places, scale.name).split()) for spot, places in labels.names.items()}
        with_codes = msgspec.structs.replace(names, codes={spot: some for spot, some in codes.items() if some})
        return self.also(with_codes, labels, scale)

    def shortcomings(self, edition: MapEdition[B]) -> tuple[Problem, ...]:
        """Why pictures of an edition have names in places that were found in a hurry, if so: a look at the file."""
        fits = is_made_for(self.digest(edition.map))
        raw = edition.beside(FILE, fits)
        if raw is None:
            return (_warning("labels-missing", *edition.folders[:1]),)
        return () if fits(raw) else (_warning("labels-outdated", *edition.folders[:1], lacking=(), gone=()),)

    def check(self, board: B, raw: bytes | None) -> Iterator[Problem]:
        """What is wrong with the file for a board: warnings, as pictures are only less calm without it."""
        if raw is None:
            yield _warning("labels-missing")
            return
        try:
            labels = read(raw, self.holds)
        except ValueError as error:
            yield _warning("labels-unreadable", why=str(error))
            return
        if labels.made_for != self.digest(board):
            here, there = {spot for spot, _, _ in self.texts(board)}, set(labels.names)
            yield _warning("labels-outdated", lacking=tuple(sorted(here - there)), gone=tuple(sorted(there - here)))
            return
        for name, scale in self.scales.items():
            try:
                names = self.names_at(board, scale, labels, unmeasured)
                clashes = tuple(overlapping(names, names.codes))
            except (ValueError, KeyError) as error:
                yield _warning("labels-unreadable", why=str(error))
                return
            for one, other in clashes:
                yield _warning("labels-overlap", scale=name, one=one, other=other)


def _warning(code: str, folder: Path | str = "", **args: object) -> Problem:
    return Problem(code, (FILE,), args={"folder": str(folder), **args}, weight=Weight.unwise)


def overlapping(names: BoardNames, shown: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Which of the names *shown*, each at its best place, cover each other or a spot."""
    boxes = [*((spot, names.labels(spot)[0].box) for spot in shown), *names.countries]
    for number, (one, box) in enumerate(boxes):
        yield from ((one, other) for other, another in boxes[:number] if box.overlaps(another))
        spots = names.obstacles.near(box).spots
        yield from ((one, spot) for spot, place in spots.items() if spot != one and box.overlaps(place))
