"""labels.yaml: the places of names on all pictures of a board, worked out, written, read, and checked."""

import functools
from collections.abc import Iterator

import msgspec

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import stored
from pbem.engine.kit.drawing.board_names import BoardNames
from pbem.engine.kit.drawing.name import halves
from pbem.engine.kit.drawing.stored import FILE, UNITS, is_made_for, line, measured, read, unmeasured
from pbem.engine.kit.drawing.whole_board import placed
from pbem.engine.problem import Problem
from pbem_tnw.drawing.placement.place_names import face_of, places_of, unplaced
from pbem_tnw.drawing.placement.scale import SCALES, BoardScale
from pbem_tnw.edition.board import WarMap
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.edition.labels import BoardLabels, PlacesOfName

_HEAD = """\
# Where names go on pictures of this board. `pbem edition labels` makes this file from map.yaml; after a change to that,
# make it again.
"""


def digest(board: WarMap) -> str:
    """What labels of *board* are made for: its duchies, zones and links, and the sizes of type."""
    duchies = [(one.id, one.name, one.x, one.y, one.is_key, one.capital, one.is_port) for one in board.duchies]
    zones = [(one.id, one.name, one.x, one.y, one.adjacent) for one in board.zones]
    return stored.digest(duchies, zones, [(one, other) for one, other, _ in board.links.each()], tuple(SCALES.values()))


def work_out(board: WarMap, measure: Measure) -> BoardLabels:
    """Everything that labels.yaml holds for *board*."""
    widths = measured(measure)
    scales = {name: placed(unplaced(board, scale, widths)) for name, scale in SCALES.items()}
    names = {}
    for identifier, place in sorted(places_of(board).items()):
        texts = (place.name, *halves(place.name))
        codes = {name: " ".join(every.codes.get(identifier, ())) for name, every in scales.items()}
        names[identifier] = PlacesOfName(
            widths=tuple(round(widths(text, face_of(place)) * UNITS) for text in texts), **codes
        )
    return BoardLabels(made_for=digest(board), names=names)


def text_of(labels: BoardLabels) -> str:
    """labels.yaml with these *labels*, a line for each name."""
    lines = []
    for place, places in labels.names.items():
        codes = {scale: getattr(places, scale) for scale in SCALES}
        lines.append(f"  {place}: {line(places.widths, codes)}\n")
    return "".join([_HEAD, f"made_for: {labels.made_for}\n", "names:\n", *lines])


@functools.cache
def names_of(edition: TnwEdition, scale: BoardScale, measure: Measure) -> BoardNames:
    """The names of *edition* at a scale; without places if it has no labels that can be used."""
    try:
        names = names_at(edition.map, scale, _labels_of(edition), measure)
        for place in names.codes:
            names.labels(place)
    except (ValueError, KeyError):
        return names_at(edition.map, scale, None, measure)
    return names


def _labels_of(edition: TnwEdition) -> BoardLabels | None:
    """The labels of *edition*, if it has any that were made for its map and can be read."""
    raw = edition.beside(FILE, is_made_for(digest(edition.map)))
    labels = read(raw, BoardLabels) if raw is not None else None
    return labels if labels and labels.made_for == digest(edition.map) else None


def names_at(board: WarMap, scale: BoardScale, labels: BoardLabels | None, measure: Measure) -> BoardNames:
    """The names of *board* at a scale, in the places that *labels* of this map give them; without any, in none."""
    if labels is None:
        return unplaced(board, scale, measured(measure))
    widths: dict[tuple[str, Face], float] = {}
    for place in places_of(board).values():
        texts = (place.name, *halves(place.name))
        stored = labels.names[place.id].widths
        widths.update(((text, face_of(place)), width / UNITS) for text, width in zip(texts, stored, strict=True))
    names = unplaced(board, scale, lambda text, face: widths[text, face])
    codes = {place: tuple(getattr(places, scale.name).split()) for place, places in labels.names.items()}
    return msgspec.structs.replace(names, codes={place: some for place, some in codes.items() if some})


def shortcomings(edition: TnwEdition) -> tuple[Problem, ...]:
    """Why pictures of *edition* have names in places that were found in a hurry, if they have: a look at the file."""
    made_for = digest(edition.map)
    return stored.shortcomings(edition.beside(FILE, is_made_for(made_for)), made_for, edition.folders)


def check(board: WarMap, raw: bytes | None) -> Iterator[Problem]:
    """What is wrong with labels.yaml for *board*: warnings, for without it pictures are only less calm."""

    def names(scale: str, labels: BoardLabels) -> BoardNames:
        return names_at(board, SCALES[scale], labels, unmeasured)

    return stored.check(raw, BoardLabels, digest(board), places_of(board), SCALES, names)
