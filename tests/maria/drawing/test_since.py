"""What moved and fought since the last letter, as events tell it."""

import pytest
from msgspec.structs import replace

from pbem.engine.event import Rewound
from pbem_maria.chapters.combat import CardPlayed, FightBegan, FightEnded
from pbem_maria.chapters.pieces import GeneralRemoved, Moved, TrainLost
from pbem_maria.drawing.choice import Arrow, CombatMark, Since, pictures, since
from pbem_maria.position.state import Fight, Pair, State
from tests.maria.drawing.pauses import sample

PAIR = Pair(("friedrich",), ("neipperg",))


def view(**at: str) -> State:
    base = next(shown.view for shown in sample() if shown.view.theatre.is_advanced)
    return replace(base, at=at, fight=None, turn=3)


def moved(piece: str, start: str, *path: str, how: str = "march") -> Moved:
    return Moved(piece=piece, start=start, path=path, how=how)


def test_an_arrow_begins_where_the_piece_was() -> None:
    found = since(view(friedrich="glatz"), [moved("friedrich", "neisse", "frankenstein", "glatz")])
    assert found.moves == (Arrow("friedrich", ("neisse", "frankenstein", "glatz")),)


def test_a_combat_is_where_both_sides_were_when_it_began() -> None:
    events = [
        moved("friedrich", "frankenstein", "glatz"),
        FightBegan(pair=PAIR, attacking=5, defending=4),
        FightEnded(pair=PAIR, loser="defender", loss=2),
        moved("neipperg", "habelschwerdt", "grulich", how="retreat"),
        FightBegan(pair=Pair(("schwerin",), ("karl",)), attacking=5, defending=4),
    ]
    found = since(view(friedrich="glatz", neipperg="grulich", schwerin="brieg", karl="ohlau"), events)
    assert found.combats == (CombatMark(1, "glatz", "habelschwerdt"), CombatMark(2, "brieg", "ohlau"))


def test_a_combat_that_goes_on_has_the_first_number() -> None:
    now = replace(view(friedrich="glatz", neipperg="grulich"), fight=Fight(PAIR, 1))
    card = CardPlayed(side="attacker", power="prussia", card="H7.1", value=7, score=3)
    assert since(now, [card]).combats == (CombatMark(1, "glatz", "grulich"),)


def test_what_is_lost_is_told_where_it_was() -> None:
    events = [
        moved("neipperg", "glatz", "grulich", how="retreat"),
        GeneralRemoved(general="neipperg", why="retreat"),
        TrainLost(train="austria-t1", city="prag", by="friedrich"),
    ]
    assert since(view(friedrich="prag"), events).lost == (("grulich", "austria"), ("prag", "austria"))


def test_what_a_rewind_undid_is_not_shown() -> None:
    events = [moved("friedrich", "neisse", "glatz"), Rewound(to=3), moved("schwerin", "brieg", "ohlau")]
    assert [arrow.piece for arrow in since(view(friedrich="neisse", schwerin="ohlau"), events).moves] == ["schwerin"]


def test_what_happened_far_apart_is_in_pictures_of_its_own() -> None:
    here = view(friedrich="glatz", moritz="paris")
    events = [moved("friedrich", "frankenstein", "glatz"), moved("moritz", "meaux", "paris")]
    found = [picture for picture in pictures(here, "louis", events, ()) if picture.kind == "moves"]
    assert [picture.name for picture in found] == ["moves", "moves-2"]
    moving = {arrow.piece for picture in found for arrow in Since.from_data(picture.shows).moves}
    assert moving == {"friedrich", "moritz"}


@pytest.mark.parametrize("seen", [[], [Rewound(to=1)]])
def test_nothing_that_moved_is_no_picture(seen: list[Rewound]) -> None:
    assert pictures(view(friedrich="glatz"), "louis", seen, ()) == ()


def test_as_data_and_back_it_is_the_same() -> None:
    found = since(view(friedrich="glatz"), [moved("friedrich", "frankenstein", "glatz")])
    assert Since.from_data(found.as_data()) == found
