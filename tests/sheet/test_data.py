"""Data files: a value may be of one scalar type or another, and what YAML takes it for decides."""

from typing import Literal

import msgspec
import pytest

from pbem.engine import edition
from pbem.sheet.data import read_data, tree


class Tile(msgspec.Struct, frozen=True):
    """A tile of a toy's board."""

    height: int | Literal["sea"] = 0
    layer: Literal[1, 2, "all"] = 1
    sides: Literal["any"] | tuple[Literal["north", "south"], ...] = "any"
    label: str | None = None


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("height: 3", Tile(height=3)),
        ("height: sea", Tile(height="sea")),
        ("layer: 2", Tile(layer=2)),
        ("layer: all", Tile(layer="all")),
        ("sides: any", Tile()),
        ("sides: [north, south]", Tile(sides=("north", "south"))),
        ("label: ~", Tile()),
        ("label: A1", Tile(label="A1")),
    ],
)
def test_a_value_is_what_it_is_written_as(text: str, tile: Tile) -> None:
    root, _ = tree(text)
    assert root is not None
    data = read_data(root, Tile)
    assert (data.draft, data.faults) == (tile, ())
    assert msgspec.convert(edition.plain(text.encode()), Tile) == tile


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("height: high", "not-a-number"),
        ("height: '3'", "not-a-number"),
        ("height: yes", "not-a-number"),
        ("layer: 3", "not-a-choice"),
        ("layer: '2'", "not-a-number"),
        ("layer: true", "not-a-choice"),
        ("layer: 1.0", "not-a-choice"),
        ("layer: every", "not-a-choice"),
        ("sides: east", "not-a-choice"),
        ("sides: [east]", "not-a-choice"),
        ("label: 3", "not-plain-text"),
    ],
)
def test_a_value_of_none_of_the_types_is_told(text: str, code: str) -> None:
    root, _ = tree(text)
    assert root is not None
    assert [each.problem.code for each in read_data(root, Tile).faults] == [code]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(edition.plain(text.encode()), Tile)
