"""Where names and pieces go on pictures: nothing covers a name, a city or a piece."""

from itertools import combinations
from random import Random

import msgspec
import pytest

from pbem.drawing.arrange import Arrangement, Piece, arrange
from pbem.drawing.geometry import Rect
from pbem.drawing.labels import BoardNames
from pbem.drawing.solver import Item, solve
from pbem.report.pictures import measure
from pbem_maria.drawing.labels import AREA, CLOSE, OVERVIEW, SCALES, Scale, labels_of, names_of
from pbem_maria.edition.edition import named
from tests.long import tries

EDITION = named("historical")
WIDTH, HEIGHT = 800, 1000
ROUNDS = tries(8, 25)


def names(scale: Scale) -> BoardNames:
    return names_of(EDITION, scale, measure)


def boxes(arrangement: Arrangement) -> list[tuple[str, Rect]]:
    labels = [(city, label.box) for city, label in arrangement.labels.items()]
    return [*labels, *arrangement.pieces.items(), *arrangement.countries]


def picture(scale: Scale, chance: Random) -> tuple[Rect, list[Piece]]:
    """A part of the board with pieces, most of them crowded together."""
    cities = names(scale).obstacles.spots
    x, y = cities[chance.choice(sorted(cities))].middle
    frame = Rect(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT)
    inside = sorted(city for city, place in cities.items() if frame.grown(-30).holds(place))
    front = cities[chance.choice(inside)].middle
    crowd = sorted(inside, key=lambda city: cities[city].distance(front))[:18]
    taken = {*chance.sample(crowd, min(len(crowd), 9)), *chance.sample(inside, min(len(inside), 6))}
    kinds = {"piece": scale.piece, "stack": scale.stack, "train": scale.train, "hussar": scale.hussar}
    pieces = []
    for city in sorted(taken):
        width, height = kinds[chance.choice(sorted(kinds))]
        pieces.append(Piece(key=f"at {city}", spot=city, width=width, height=height))
    return frame, pieces


@pytest.mark.parametrize("scale", SCALES.values(), ids=lambda scale: scale.name)
def test_no_piece_covers_a_name_a_city_or_another_piece(scale: Scale) -> None:
    for seed in range(ROUNDS):
        frame, pieces = picture(scale, Random(seed))

        found = arrange(names(scale), frame, pieces)

        assert set(found.pieces) == {piece.key for piece in pieces}
        for (one, box), (other, another) in combinations(boxes(found), 2):
            assert not box.overlaps(another), (seed, one, other)
        for key, box in found.pieces.items():
            covered = [city for city, place in names(scale).obstacles.spots.items() if box.overlaps(place)]
            assert not covered, (seed, key)
            assert frame.holds(box), (seed, key)


@pytest.mark.parametrize("scale", [AREA, CLOSE], ids=lambda scale: scale.name)
def test_a_city_with_a_piece_has_its_name_and_few_others_lose_theirs(scale: Scale) -> None:
    lost = shown = 0
    for seed in range(ROUNDS):
        frame, pieces = picture(scale, Random(seed))
        found = arrange(names(scale), frame, pieces)
        within = {city for city, place in names(scale).obstacles.spots.items() if frame.grown(-160).holds(place)}
        lost += len(within - set(found.labels))
        shown += len(found.labels)
    assert lost <= shown / 100


def test_a_name_stays_where_it_is_from_picture_to_picture() -> None:
    kept = names(AREA)
    for dx in (0, 37, 90):
        frame = Rect(2200 + dx, 1000 + dx, WIDTH, HEIGHT)
        found = arrange(kept, frame, [])
        moved = [city for city, label in found.labels.items() if label != kept.labels(city)[0]]
        assert all(not frame.holds(kept.labels(city)[0].box.grown(4)) for city in moved)


def test_a_piece_that_comes_moves_only_what_is_close_to_it() -> None:
    frame, pieces = picture(AREA, Random(3))
    before, after = arrange(names(AREA), frame, pieces[1:]), arrange(names(AREA), frame, pieces)
    came = after.pieces[pieces[0].key]
    for key, box in after.pieces.items():
        if key in before.pieces and box != before.pieces[key]:
            assert came.distance(box.middle) < 400, key


def test_places_are_the_same_each_time() -> None:
    frame, pieces = picture(AREA, Random(5))
    assert arrange(names(AREA), frame, pieces) == arrange(names(AREA), frame, pieces)


def test_pieces_keep_clear_of_what_is_taken() -> None:
    frame, pieces = picture(CLOSE, Random(1))
    free = arrange(names(CLOSE), frame, pieces)
    fight = free.pieces[pieces[0].key]

    found = arrange(names(CLOSE), frame, pieces, taken=[fight])

    assert not any(box.overlaps(fight) for _, box in boxes(found))


@pytest.mark.parametrize("city", ["breslau", "olmuetz", "bruessel"])
def test_pieces_crowded_at_one_city_go_where_there_is_room(city: str) -> None:
    x, y = names(AREA).obstacles.spots[city].middle
    frame = Rect(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT)
    width, height = AREA.stack
    pieces = [Piece(key=str(n), spot=city, width=width, height=height) for n in range(12)]

    found = arrange(names(AREA), frame, pieces)

    for (one, box), (other, another) in combinations(boxes(found), 2):
        assert not box.overlaps(another), (one, other)
    assert all(frame.holds(box) for box in found.pieces.values())


def test_two_names_stored_on_each_other_are_written_apart() -> None:
    kept = names(AREA)
    clashing = msgspec.structs.replace(kept, codes={"zwittau": ("SE",), "maehrisch-truebau": ("SSW",)})
    one, other = (clashing.labels(city)[0].box for city in clashing.codes)
    assert one.overlaps(other)
    x, y = kept.obstacles.spots["zwittau"].middle

    found = arrange(clashing, Rect(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT), [])

    one, other = (label.box for label in found.labels.values())
    assert not one.overlaps(other)


def test_a_picture_too_small_for_its_pieces_is_drawn_all_the_same() -> None:
    x, y = names(CLOSE).obstacles.spots["breslau"].middle
    pieces = [Piece(key=str(n), spot="breslau", width=56, height=66) for n in range(6)]

    found = arrange(names(CLOSE), Rect(x - 60, y - 60, 120, 120), pieces)

    assert len(found.pieces) == 6


def test_without_stored_places_names_are_placed_for_the_picture() -> None:
    bare = msgspec.structs.replace(names(AREA), codes={}, countries=())
    frame, pieces = picture(AREA, Random(2))

    found = arrange(bare, frame, pieces)

    assert len(found.labels) > 20
    assert not any(box.overlaps(another) for (_, box), (_, another) in combinations(boxes(found), 2))


@pytest.mark.parametrize("scale", SCALES.values(), ids=lambda scale: scale.name)
def test_every_city_of_the_edition_has_a_place_and_most_have_others(scale: Scale) -> None:
    kept = names(scale)
    shown = {city.id for city in EDITION.map.cities if city.is_fortress or scale is not OVERVIEW}
    assert set(kept.codes) == shown
    assert sum(len(codes) > 2 for codes in kept.codes.values()) > len(shown) / 2
    assert kept.countries


def test_outlines_enclose_the_cities_of_their_country() -> None:
    labels = labels_of(EDITION)
    assert labels is not None
    for city in EDITION.map.cities:
        around = [line for line in labels.outline(city.home or city.region) if is_inside((city.x, city.y), line)]
        assert around, city.id


def is_inside(point: tuple[float, float], line: tuple[tuple[int, int], ...]) -> bool:
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in zip(line, (*line[1:], line[0]), strict=True):
        crossings += (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    return crossings % 2 == 1


def test_the_solver_finds_the_one_way_in_which_nothing_clashes() -> None:
    spots: list[Rect | None] = [Rect(x, 0, 8, 8) for x in (0, 20, 40)]
    items = [Item(key=str(n), choices=spots[: n + 1], costs=[*range(n + 1)][::-1]) for n in range(3)]

    assert solve(items, sweeps=0) == 0

    assert [item.now for item in items] == [0, 1, 2]
    assert solve([*items, Item(key="more", choices=spots, costs=[0, 0, 0])]) > 0
