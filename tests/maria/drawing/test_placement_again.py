"""What is remembered from picture to picture changes none: names and pieces go where they would go the first time."""

from itertools import combinations
from random import Random

from pbem.drawing import arrange as arranging
from pbem.drawing import labels, solver
from pbem.drawing.arrange import Arrangement, arrange
from pbem.drawing.geometry import Rect, Segment
from pbem.drawing.solver import GAP, Item, improve, solve
from pbem_maria.drawing.labels import AREA
from tests.maria.drawing.test_placement import names, picture


def forget() -> None:
    """Forget all that is remembered from picture to picture."""
    for module in (arranging, labels, solver):
        for one in vars(module).values():
            if hasattr(one, "cache_clear"):
                one.cache_clear()


def pictures(seed: int) -> list[Arrangement]:
    """The same part of the board in some ways: with something that is taken, an arrow, fewer names and cities."""
    frame, pieces = picture(AREA, Random(seed))
    every = names(AREA)
    middle = every.obstacles.spots[pieces[0].spot].middle
    arrow: Segment = (middle, (middle[0] + 200, middle[1] - 120))
    fight = Rect(middle[0] - 20, middle[1] - 60, 40, 40)
    fewer = every.among([city for number, city in enumerate(every.names) if number % 7 or city == pieces[0].spot])
    there = [piece for piece in pieces if piece.spot in fewer.obstacles.spots]
    return [
        arrange(every, frame, pieces),
        arrange(every, frame, pieces, taken=[fight]),
        arrange(every, frame, pieces, lines=[(arrow, 150)]),
        arrange(every, frame, pieces[2:]),
        arrange(every, frame.grown(-40), pieces),
        arrange(fewer, frame, there),
    ]


def test_pictures_are_as_they_were_when_nothing_was_remembered() -> None:
    other: set[int] = set()
    for seed in range(6):
        forget()
        first = pictures(seed)
        pictures(seed + 1)
        assert pictures(seed) == first
        other |= {way for way, one in enumerate(first) if one != first[0]}
    assert other == {1, 2, 3, 4, 5}, "each of the ways makes a difference"


def boxes(chance: Random, number: int) -> list[Rect | None]:
    x, y = chance.uniform(-300, 300), chance.uniform(-300, 300)
    return [
        Rect(x + chance.uniform(-90, 90), y + chance.uniform(-90, 90), chance.uniform(1, 60), chance.uniform(1, 40))
        for _ in range(number)
    ]


def test_rivals_are_all_whose_choices_clash_also_after_some_got_more() -> None:
    chance = Random(17)
    for _ in range(20):
        items = [
            Item(key=str(n), choices=[*boxes(chance, 6), None], costs=[*range(0, 60, 10), 900])
            for n in range(chance.randrange(2, 40))
        ]
        solve(items, sweeps=0)
        assert_rivals(items)
        for item in chance.sample(items, len(items) // 2):
            more = boxes(chance, chance.randrange(4))
            item.choices += more
            item.costs += [700] * len(more)
        improve(items, items[::2], 5)
        assert_rivals(items)


def assert_rivals(items: list[Item]) -> None:
    for one, other in combinations(items, 2):
        clashing = {
            (i, j)
            for i, a in enumerate(one.choices)
            for j, b in enumerate(other.choices)
            if a is not None and b is not None and a.overlaps(b, GAP)
        }
        for each, rival, pairs in ((one, other, clashing), (other, one, {(j, i) for i, j in clashing})):
            masks = next((masks for found, _, masks in each.rivals if found is rival), [])
            assert {(i, j) for i, mask in enumerate(masks) for j in range(mask.bit_length()) if mask >> j & 1} == pairs
