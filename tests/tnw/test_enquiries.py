"""What players of The Napoleonic Wars ask before they order: reaches, maps, the board and tracks in words."""

import pytest
from msgspec.structs import replace

from pbem.referee.enquiries import answer
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.report.plain import as_text
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from tests.tnw.positions import at_start, with_forces

GAME_YAML = """\
game: war
rules: tnw
settings: {players: "2"}
seats:
  france: {player: Anna, address: anna@example.org}
  coalition: {player: Ben, address: ben@example.org}
mail: {from: game@example.org, in: {folder: in}, out: {folder: out}}
pictures: none
deadlines: {zone: Europe/Vienna, at: ["Wednesday 20:00"], notice: 48 hours}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return create(tmp_path_factory.mktemp("asked") / "game", GAME_YAML, {"tnw": TNW}, "33" * 32)


ARMIES = with_forces(at_start(5), {"mainz": {"france": 4}, "ulm": {"austria": 5}}, {"davout": "mainz", "mack": "ulm"})


def asked(game: Game, word: str, text: str = "", view: WarState | None = None) -> str:
    """The reply to a word and names, as France reads it."""
    reply = answer(game, view or ARMIES, "france", word, text)
    return " ".join(as_text(reply.text).split())


def test_the_reach_of_a_general_says_what_each_duchy_costs(game: Game) -> None:
    said = asked(game, "reach", "Davout")
    assert said.startswith("Davout (Command 6, Rating 3) from Mainz, with 4 units, by land for up to 5 CPs:")
    assert "- 1 CP: Cologne, Metz, Nuremberg" in said
    assert "Ulm (against 5 units, goes no further" in said


def test_the_reach_says_how_a_general_in_a_port_goes_by_sea(game: Game) -> None:
    said = " ".join(asked(game, "reach", "Moore").split())
    assert "By sea: `embark: Moore`, `sail: London > North Sea` or farther, and `land: PORT`." in said
    assert said.endswith("A Squadron in London carries 2 units; none of Britain is there now, so sail one in first.")
    assert "one in first" not in asked(game, "reach", "Stuart")
    assert "By sea" not in asked(game, "reach", "Davout")
    lost = asked(game, "reach", "Moore", with_forces(ARMIES, generals={"moore": "brest"}))
    assert lost.endswith("Not by sea: Britain has no Friendly Port in Brest, so no Squadron may sail in.")


def test_the_reach_takes_the_best_card_that_the_reader_holds(game: Game) -> None:
    view = replace(ARMIES, hands={"france": CardHand(known=("smugglers",))})
    assert f"for up to {view.board.cards['smugglers'].cp} CP" in asked(game, "reach", "Davout", view)


def test_where_a_name_is_of_another_kind_the_reply_says_which_are_asked_about(game: Game) -> None:
    assert asked(game, "reach", "Mainz").startswith(
        "Nothing that `reach` can be asked about (general) is called “Mainz”."
    )
    assert "(area, place or general)" in asked(game, "map", "xyzzy")


def test_a_map_says_who_is_in_an_area_and_whose_flags_are_there(game: Game) -> None:
    said = asked(game, "map", "Germany", with_forces(ARMIES, flags={"stuttgart": "austria"}))
    assert "Stuttgart (Flag of Austria)" in said
    assert "Strasbourg (France, Key, Fortress of strength 2):" in said
    assert "Naples" not in said


@pytest.mark.parametrize("place", ["Ulm", "Mack"])
def test_a_map_of_a_place_or_a_general_has_those_beside_it(game: Game, place: str) -> None:
    said = asked(game, "map", place)
    assert "Mack" in said
    assert "Munich" in said
    assert "Vienna" not in said


def test_a_map_of_a_zone_has_its_fleets_and_ports(game: Game) -> None:
    assert "Squadron" in asked(game, "map", "Gulf of Cadiz")


def test_the_board_and_the_tracks_are_told_in_words(game: Game) -> None:
    assert "Forces" in asked(game, "board")
    tracks = asked(game, "tracks")
    assert "Turn 1 of 5" in tracks
    assert "the column that it enters: Unaligned 1, Envoy 2, Client 3, Ally 5; to the right only" in tracks


def test_what_is_not_on_the_map_is_said(game: Game) -> None:
    assert asked(game, "reach", "Suchet") == "Suchet is not on the map."
    assert asked(game, "map", "Suchet") == "Suchet is not on the map."


def test_a_map_of_a_place_names_what_lies_beside_it_even_if_nothing_is_there(game: Game) -> None:
    said = asked(game, "map", "Ulm")
    assert "- Ratisbon (Austria) -" in said
    assert "- Innsbruck (Austria, over a pass):" in said
    assert "- Western Mediterranean (sea zone)" in asked(game, "map", "Gibraltar")
    assert "- Iberian Coast (sea zone)" in asked(game, "map", "Gulf of Cadiz")


def test_a_map_says_what_a_place_is(game: Game) -> None:
    assert "- Mantua (France, Fortress of strength 2)" in asked(game, "map", "Mantua")


@pytest.mark.parametrize("named", ["Rally", "no. 30", "rallly"])
def test_a_card_is_told_to_whoever_asks(game: Game, named: str) -> None:
    said = asked(game, "card", named)
    assert "Rally (2 CPs, battle card): After the dice" in said
    assert "No. 30 of the deck." in said


def test_every_card_is_found_by_its_title(game: Game) -> None:
    """Also where a title holds a word or sign that is put between names: Hemp and Timber."""
    for card in ARMIES.board.cards.values():
        assert card.text in " ".join(asked(game, "card", card.title).split()), card.title


def test_a_reserve_says_whose_it_is(game: Game) -> None:
    assert asked(game, "card", "The Junta").startswith("- Reserve of Spain, The Junta (2 CPs, response):")


def test_card_alone_lists_the_deck_by_kinds(game: Game) -> None:
    said = asked(game, "card")
    assert f"The deck has {len(ARMIES.board.deck)} cards" in said
    assert "- Foreign Wars: Anglo-American War 5, War with Persia 2" in said
    assert "The Junta" not in said


def test_7_3_the_position_tells_a_squadron_that_is_built_from_one_that_is_to_refit(game: Game) -> None:
    ships = (Squadron(nation="france", refit=1), Squadron(nation="france", build=True))
    both, built = (
        asked(game, "position", view=replace(ARMIES, squadrons={"brest": each})) for each in (ships, ships[1:])
    )
    assert "2 Squadrons, 1 of them with a Refit marker, 1 of them still being built" in both
    assert "1 Squadron still being built" in built
