"""What a picture of moves shows: arrows, fights, losses and Flags, from the events that a seat saw."""

from pbem.drawing.page import MOVES
from pbem.engine.event import PUBLIC, Rewound
from pbem_tnw.chapters.land.battle_events import AssaultBegan, AssaultEnded, BattleBegan, BattleDecided
from pbem_tnw.chapters.land.events import FormationMoved, FormationTurnedBack
from pbem_tnw.chapters.nation.pieces import FlagChanged, PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sea.events import FleetMoved, SeaBattleBegan, SeaBattleEnded
from pbem_tnw.drawing.choice import NOTHING, FightMark, WarArrow, WarSince, alt, pictures, since
from pbem_tnw.position.impulse import BattleSide, BattleVerdict, LandBattle, Pieces, SeaBattle, SeaSide, Siege, Squadron
from tests.tnw.positions import at_start

DAVOUT = Pieces(units={"france": 4}, generals=("davout",))


def step(start: str, to: str, *, onward: bool = False, commander: str = "davout") -> FormationMoved:
    return FormationMoved(
        nation="france", kind="army", commander=commander, pieces=DAVOUT, start=start, to=to, cost=1, onward=onward
    )


def test_the_steps_of_a_formation_are_one_arrow() -> None:
    found = since(at_start(5), [step("mainz", "nuremberg"), step("nuremberg", "ulm", onward=True)])
    assert [move.path for move in found.moves] == [("mainz", "nuremberg", "ulm")]


def test_formations_of_one_nation_have_arrows_of_their_own() -> None:
    found = since(at_start(5), [step("mainz", "nuremberg"), step("nuremberg", "ulm", commander="marmont")])
    assert len(found.moves) == 2


def test_a_step_that_was_turned_back_is_not_shown() -> None:
    back = FormationTurnedBack(nation="france", commander="davout", place="ulm", back="nuremberg")
    found = since(at_start(5), [step("mainz", "nuremberg"), step("nuremberg", "ulm", onward=True), back])
    assert [move.path for move in found.moves] == [("mainz", "nuremberg")]
    assert since(at_start(5), [step("nuremberg", "ulm"), back]).moves == ()


def test_retreats_evasions_and_interceptions_are_told_apart() -> None:
    mack = Pieces(units={"austria": 5}, generals=("mack",))
    causes = ("retreat", "evasion", "interception")
    found = since(at_start(5), [PiecesMoved("ulm", "munich", mack, cause) for cause in causes])
    assert [move.back for move in found.moves] == [True, True, False]


def test_battles_are_numbered_and_say_who_won() -> None:
    french, austrian = (BattleSide(nations=(nation,), lead=nation) for nation in ("france", "austria"))
    battles = [
        BattleBegan(battle=LandBattle(place=place, attacker=french, defender=austrian), attacking={}, defending={})
        for place in ("ulm", "vienna")
    ]
    won = BattleDecided(place="ulm", verdict=BattleVerdict(winner="attacker"), winner="france", loser="austria")
    found = since(at_start(5), [battles[0], won, battles[1]])
    assert found.fights == (
        FightMark(number=1, kind="battle", place="ulm", winner="france"),
        FightMark(number=2, kind="battle", place="vienna"),
    )


def test_naval_battles_and_assaults_are_fights_too() -> None:
    side = SeaSide(nations=("britain",), squadrons=())
    battle = SeaBattle(nation="britain", place="north-sea", attacker=side, defender=side)
    won = SeaBattleEnded(
        place="north-sea", start="", nation="britain", role="attacker", winners=("britain",), losers=("france",)
    )
    besieger = BattleSide(nations=("austria",), lead="austria")
    siege = Siege(place="mantua", nation="austria", besieger=besieger, units={"austria": 3}, command=4, strength=2)
    began = AssaultBegan(siege=siege, owner="france")
    held = AssaultEnded(place="mantua", nation="austria", owner="france", end="held")
    found = since(at_start(5), [SeaBattleBegan(battle=battle), won, began, held])
    assert found.fights == (
        FightMark(number=1, kind="sea-battle", place="north-sea", winner="britain", nations=("britain",)),
        FightMark(number=2, kind="assault", place="mantua", winner="france", nations=("austria", "france")),
    )


def test_losses_flags_and_fleets_are_shown_and_pieces_bought_are_not() -> None:
    units = Pieces(units={"austria": 1})
    ships = (Squadron(nation="britain"),)
    found = since(
        at_start(5),
        [
            PiecesMoved("ulm", "yard", units, "battle"),
            PiecesMoved("yard", "vienna", units, "built"),
            FleetMoved(nation="britain", start="plymouth", to="english-channel", squadrons=ships),
            FleetMoved(nation="britain", start="english-channel", to="north-sea", squadrons=ships, onward=True),
            SquadronsMoved("kattegat", "gothenburg", (Squadron(nation="sweden"),), "homeward"),
            SquadronsMoved("yard", "london", ships, "built"),
            FlagChanged(duchy="munich", nation="", cause="siege"),
        ],
    )
    assert (found.lost, found.flags) == ((("ulm", "austria"),), ("munich",))
    way = ("plymouth", "english-channel", "north-sea")
    assert found.moves == (
        WarArrow(nation="britain", path=way, fleet=True),
        WarArrow(nation="sweden", path=("kattegat", "gothenburg"), back=True, fleet=True),
    )


def test_what_was_rewound_is_not_shown() -> None:
    assert since(at_start(5), [step("mainz", "ulm"), Rewound(to=3)]) == NOTHING


def test_what_is_too_far_apart_goes_into_pictures_of_its_own() -> None:
    seen = [
        step("mainz", "nuremberg"),
        step("seville", "cadiz", commander="ney"),
        step("nuremberg", "ulm", onward=True),
    ]
    found = [one for one in pictures(at_start(5), "france", seen, ()) if one.kind == MOVES]
    assert [one.name for one in found] == ["moves", "moves-2"]
    assert WarSince.from_data(found[1].shows).moves[0].path == ("seville", "cadiz")


def test_what_is_far_apart_by_itself_is_shown_once() -> None:
    seen = [step("paris", "vienna", commander=one) for one in ("charles", "mack")]
    found = [one for one in pictures(at_start(5), "france", seen, ()) if one.kind == MOVES]
    assert [len(WarSince.from_data(one.shows).moves) for one in found] == [2]


def test_a_picture_of_what_moved_says_of_which_part_of_the_map_it_is() -> None:
    seen = [step("mainz", "nuremberg"), step("seville", "cadiz", commander="ney")]
    view = at_start(5)
    found = [one for one in pictures(view, "france", seen, ()) if one.kind == MOVES]
    said = [alt(view, "france", one) for one in found]
    assert [text.split(",")[0] for text in said] == [
        "A map of what moved in Germany since your last letter",
        "A map of what moved in Spain since your last letter",
    ]
    assert alt(view, PUBLIC, found[0]).startswith("A map of what moved in Germany, with an arrow")


def test_data_of_a_picture_can_be_read_back() -> None:
    found = since(at_start(5), [step("mainz", "ulm"), FlagChanged(duchy="ulm", nation="", cause="siege")])
    assert WarSince.from_data(found.as_data()) == found
