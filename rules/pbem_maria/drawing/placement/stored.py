"""labels.yaml: what is worked out for all pictures of a board, written, read, and checked."""

import functools
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec
import yaml

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import stored
from pbem.engine.kit.drawing.board_names import BoardNames
from pbem.engine.kit.drawing.name import Widths, halves
from pbem.engine.kit.drawing.rect import Rect
from pbem.engine.kit.drawing.stored import FILE, UNITS, is_made_for, line, measured, read, unmeasured
from pbem.engine.kit.drawing.whole_board import placed
from pbem.engine.problem import Problem
from pbem_maria.drawing.placement.city_names import face_of, unplaced
from pbem_maria.drawing.placement.countries import countries
from pbem_maria.drawing.placement.outlines import outlines
from pbem_maria.drawing.placement.scale import SCALES, Scale
from pbem_maria.edition.board import City, Map
from pbem_maria.edition.edition import Edition
from pbem_maria.edition.labels import CountryPlace, Labels, NamePlaces

_HEAD = """\
# Where names go on pictures of this board, and the outlines of its countries. `pbem edition labels` makes this file
# from map.yaml; after a change to that, make it again.
"""


def digest(board: Map) -> str:
    """What labels of *board* are made for: its cities, roads and regions, and the sizes of type."""
    cities = [(city.id, city.name, city.x, city.y, city.fortress, city.elector, city.region) for city in board.cities]
    regions = [(region.id, region.name, region.home) for region in board.regions]
    return stored.digest(cities, regions, board.roads, board.board, tuple(SCALES.values()))


def work_out(board: Map, measure: Measure) -> Labels:
    """Everything that labels.yaml holds for *board*."""
    widths = measured(measure)
    scales = {name: placed(unplaced(board, scale, widths)) for name, scale in SCALES.items()}
    lands = outlines(board)
    borders = [side for lines in lands.values() for line in lines for side in pairwise([*line, line[0]])]
    return Labels(
        made_for=digest(board),
        names={city.id: _places(city, scales, widths) for city in sorted(board.cities, key=lambda city: city.id)},
        countries={
            name: tuple(
                CountryPlace(text=text, at=(round(box.x), round(box.y)), width=round(box.width))
                for text, box in countries(board, SCALES[name], names, widths, borders)
            )
            for name, names in scales.items()
        },
        outlines={
            country: tuple(" ".join(f"{x},{y}" for x, y in line) for line in lines) for country, lines in lands.items()
        },
    )


def _places(city: City, scales: Mapping[str, BoardNames], widths: Widths) -> NamePlaces:
    face = face_of(city)
    texts = (city.name, *halves(city.name))
    codes = {name: " ".join(names.codes.get(city.id, ())) for name, names in scales.items()}
    return NamePlaces(widths=tuple(round(widths(text, face) * UNITS) for text in texts), **codes)


def text_of(labels: Labels) -> str:
    """labels.yaml with these *labels*, a line for each name."""
    data = msgspec.to_builtins(labels)
    names = {city: _line(places) for city, places in data.pop("names").items()}
    rest = yaml.dump(
        data, Dumper=yaml.SafeDumper, default_flow_style=None, width=120, allow_unicode=True, sort_keys=False
    )
    return "".join([_HEAD, rest, "names:\n", *(f"  {city}: {line}\n" for city, line in names.items())])


def _line(places: Mapping[str, Any]) -> str:
    return line(places["widths"], {scale: places[scale] for scale in SCALES})


@functools.cache
def labels_of(edition: Edition) -> Labels | None:
    """The labels of *edition*, if it has any that were made for its map and can be read."""
    raw = edition.beside(FILE, is_made_for(digest(edition.map)))
    try:
        labels = read(raw, Labels) if raw is not None else None
    except ValueError:
        return None
    return labels if labels and labels.made_for == digest(edition.map) else None


@functools.cache
def names_of(edition: Edition, scale: Scale, measure: Measure) -> BoardNames:
    """The names of *edition* at a scale; without places if it has no labels that can be used."""
    try:
        names = names_at(edition.map, scale, labels_of(edition), measure)
        for city in names.codes:
            names.labels(city)
    except (ValueError, KeyError):
        return names_at(edition.map, scale, None, measure)
    return names


def shortcomings(edition: Edition) -> tuple[Problem, ...]:
    """Why pictures of *edition* have names in places that were found in a hurry, if they have: a look at the file."""
    made_for = digest(edition.map)
    return stored.shortcomings(edition.beside(FILE, is_made_for(made_for)), made_for, edition.folders)


def names_at(board: Map, scale: Scale, labels: Labels | None, measure: Measure) -> BoardNames:
    """The names of *board* at a scale, in the places that *labels* of this map give them; without any, in none."""
    if labels is None:
        return unplaced(board, scale, measured(measure))
    known: dict[tuple[str, Face], float] = {}
    for city in board.cities:
        texts = (city.name, *halves(city.name))
        known.update(
            ((text, face_of(city)), width / UNITS)
            for text, width in zip(texts, labels.names[city.id].widths, strict=True)
        )
    names = unplaced(board, scale, lambda text, face: known[text, face])
    codes = {city: tuple(getattr(places, scale.name).split()) for city, places in labels.names.items()}
    return msgspec.structs.replace(
        names,
        codes={city: some for city, some in codes.items() if some},
        countries=tuple(
            (one.text, Rect(*one.at, one.width, scale.country)) for one in labels.countries.get(scale.name, ())
        ),
    )


def check(board: Map, raw: bytes | None) -> Iterator[Problem]:
    """What is wrong with labels.yaml for *board*: warnings, for without it pictures are only less calm."""
    cities = [city.id for city in board.cities]
    return stored.check(
        raw,
        Labels,
        digest(board),
        cities,
        SCALES,
        lambda scale, labels: names_at(board, SCALES[scale], labels, unmeasured),
    )
