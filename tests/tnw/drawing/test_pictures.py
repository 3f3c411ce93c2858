"""The pictures of The Napoleonic Wars: which there are, what is on them, that nothing covers anything, how large."""

import re
import subprocess
import sys
from functools import cache
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.drawing.arrange import Arrangement
from pbem.drawing.geometry import Segment, crosses, square_around
from pbem.drawing.layers import TILE, joined
from pbem.drawing.page import MOVES, TRACKS
from pbem.engine.order import Problem
from pbem.engine.picture import Picture
from pbem.referee.opening import create
from pbem.report.pictures import measure, png
from pbem_tnw.chapters.land.events import FormationMoved
from pbem_tnw.drawing.areas import areas, theatres
from pbem_tnw.drawing.choice import AREA, REACH, named, pictures
from pbem_tnw.drawing.ground import names, place_of
from pbem_tnw.drawing.labels import AREA as AREA_SCALE
from pbem_tnw.drawing.labels import names_of
from pbem_tnw.drawing.page import PAGES
from pbem_tnw.drawing.pieces import occupied
from pbem_tnw.drawing.scene import BoardScene
from pbem_tnw.edition.edition import STORE, TnwEditionFiles
from pbem_tnw.position.impulse import Pieces, Squadron
from pbem_tnw.position.state import Armistice, Consul, LastingCard, WarState
from pbem_tnw.ruleset import TNW
from tests.long import tries
from tests.report.pictures.whole import different
from tests.tnw.drawing.pauses import ShownToSeat, letters, sample
from tests.tnw.positions import active, at_start, with_forces
from tests.tnw.test_enquiries import GAME_YAML
from tests.toy.game import Clock

MOST_BYTES = 150_000
FARTHEST = 90
"""How many pixels a piece may be from its place."""
ARMIES = with_forces(
    at_start(5), {"strasbourg": {"france": 7}, "mainz": {"france": 4}, "ulm": {"austria": 5}}, {"davout": "mainz"}
)
TEXT = "{http://www.w3.org/2000/svg}text"


@cache
def scenes() -> list[tuple[ShownToSeat, Picture, BoardScene]]:
    found = []
    for shown in sample():
        for picture in shown.of_letter():
            found += [(shown, picture, scene) for scene in PAGES.scenes(shown.view, shown.seat, picture, measure)]
    return found


def formation(nation: str, commander: str, start: str, to: str) -> FormationMoved:
    return FormationMoved(
        nation=nation, kind="army", commander=commander, pieces=Pieces(), start=start, to=to, cost=1, onward=False
    )


def texts(view: WarState, picture: Picture | Problem, seat: str = "france") -> list[str]:
    """The words on a picture."""
    assert isinstance(picture, Picture)
    return [node.text or "" for node in ET.fromstring(PAGES.draw(view, seat, picture, measure).svg).iter(TEXT)]


@pytest.mark.slow
def test_names_pieces_and_fights_never_cover_each_other() -> None:
    checked = 0
    for shown, picture, scene in scenes():
        boxes = {
            **{("name", place): label.box for place, label in scene.placed.labels.items()},
            **{("piece", place): box for place, box in scene.placed.pieces.items()},
            **{("fight", str(fight.number)): box for fight, box in scene.marks},
        }
        for (one, box), (other, another) in combinations(boxes.items(), 2):
            assert not box.overlaps(another), (shown.seat, shown.view.turn, picture.name, one, other)
        checked += len(boxes)
    assert checked > 1000


@pytest.mark.slow
def test_pieces_cover_no_duchy() -> None:
    for shown, picture, scene in scenes():
        for duchy in shown.view.board.duchies.values():
            sign = square_around(scene.crop.point(duchy), scene.crop.scale.sign(duchy) * 0.7)
            for place, box in scene.placed.pieces.items():
                assert not box.overlaps(sign), (shown.seat, picture.name, place, duchy.id)


@pytest.mark.slow
def test_every_piece_in_sight_is_drawn_with_every_nation_s_strength() -> None:
    for shown, picture, scene in scenes():
        for place in occupied(shown.view):
            if scene.crop.shows(place_of(shown.view, place), 10):
                assert place in scene.placed.pieces, (picture.name, place)
                rows = {row.nation: row.number for row in scene.tags[place].rows if not row.ship}
                there = shown.view.units.get(place, {})
                assert {nation: n for nation, n in rows.items() if n} == {one: str(n) for one, n in there.items()}


@pytest.mark.slow
def test_nearly_every_name_is_there_where_there_is_room_for_all() -> None:
    missing, shown = [], 0
    for letter, picture, scene in scenes():
        board = letter.view.board
        for place in (*board.duchies.values(), *board.zones.values()):
            if scene.crop.shows(place, 30):
                shown += 1
                if place.id not in scene.placed.labels:
                    missing.append((picture.name, place.id))
    assert len(missing) <= shown / 1000, missing


@pytest.mark.slow
def test_no_place_with_pieces_or_told_of_loses_its_name() -> None:
    for shown, picture, scene in scenes():
        told = {*scene.tags, *scene.since.places, *(scene.reach.duchies if scene.reach else ())}
        seen = {place for place in told if scene.crop.shows(place_of(shown.view, place), 10)}
        assert not seen - set(scene.placed.labels), (shown.seat, shown.view.turn, picture.name)


def pins(scene: BoardScene) -> dict[str, Segment]:
    """What ties each piece to its place."""
    points = {place: scene.crop.point(place_of(scene.view, place)) for place in scene.tags}
    return {place: (at, scene.placed.pieces[place].nearest(at)) for place, at in points.items()}


def leaders(scene: BoardScene) -> list[tuple[str, Segment]]:
    """What leads from names to their places, and from pieces."""
    led = [(label.spot, label.box) for label in scene.placed.labels.values() if label.leader]
    points = [(spot, scene.crop.point(place_of(scene.view, spot)), box) for spot, box in led]
    return [*pins(scene).items(), *((f"name of {spot}", (at, box.nearest(at))) for spot, at, box in points)]


@pytest.mark.slow
def test_pieces_are_next_to_their_places() -> None:
    for shown, picture, scene in scenes():
        for place, (at, end) in pins(scene).items():
            assert dist(at, end) <= FARTHEST, (shown.seat, shown.view.turn, picture.name, place)


@pytest.mark.slow
def test_names_that_matter_are_next_to_their_places() -> None:
    for shown, picture, scene in scenes():
        far = far_names(scene)
        assert not far, (shown.seat, shown.view.turn, picture.name, far)


def far_names(scene: BoardScene) -> list[str]:
    """The places with pieces, and those told of, whose names are far away."""
    told = {*scene.tags, *scene.since.places, *(scene.reach.duchies if scene.reach else ())}
    points = {spot: scene.crop.point(place_of(scene.view, spot)) for spot in scene.placed.labels if spot in told}
    return [spot for spot, at in points.items() if scene.placed.labels[spot].box.distance(at) > FARTHEST]


def test_where_much_is_together_all_of_it_is_next_to_its_place() -> None:
    crowd = {"zurich": {"austria": 16, "russia": 7}, "paris": {"austria": 12}, "lyon": {"russia": 1}}
    generals = {"charles": "zurich", "schwarzenberg": "zurich", "mack": "zurich", "kutuzov": "zurich", "john": "paris"}
    view = with_forces(at_start(5), crowd, generals)
    moved = formation("russia", "kutuzov", "grodno", "zurich")
    (picture,) = (one for one in pictures(view, "france", [moved], ()) if one.kind == MOVES)
    (scene,) = PAGES.scenes(view, "france", picture, measure)
    assert far_names(scene) == []
    assert {place for place, (at, end) in pins(scene).items() if dist(at, end) > FARTHEST} == set()


@pytest.mark.slow
def test_a_map_of_an_area_names_every_place_with_pieces_and_has_them_beside_it() -> None:
    for shown in sample()[::5]:
        for area in areas(shown.view.board):
            picture = named(shown.view, shown.seat, "map", area)
            assert isinstance(picture, Picture)
            (scene,) = PAGES.scenes(shown.view, shown.seat, picture, measure)
            seen = {place for place in scene.tags if scene.crop.shows(place_of(shown.view, place), 10)}
            assert not seen - set(scene.placed.labels), (shown.seat, shown.view.turn, area)
            for place, (at, end) in pins(scene).items():
                assert dist(at, end) <= FARTHEST, (shown.seat, shown.view.turn, area, place)


@pytest.mark.slow
def test_what_leads_from_pieces_and_names_to_places_never_crosses() -> None:
    for shown, picture, scene in scenes():
        for (one, line), (other, another) in combinations(leaders(scene), 2):
            assert not crosses(line, [another]), (shown.seat, shown.view.turn, picture.name, one, other)


@pytest.mark.slow
def test_files_of_a_letter_have_plain_names_of_their_own() -> None:
    for shown in sample():
        names = [picture.name for picture in shown.of_letter()]
        assert len(names) == len(set(names))
        assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names), names


@pytest.mark.slow
def test_every_picture_can_be_drawn_and_is_described() -> None:
    shown = sample()[4]
    for picture in shown.every():
        drawn = PAGES.draw(shown.view, shown.seat, picture, measure)
        ET.fromstring(drawn.svg)
        assert drawn.title
        assert drawn.alt.endswith("The words of the letter say the same.")


@pytest.mark.slow
def test_a_picture_is_small_and_opaque() -> None:
    for shown in sample()[:: tries(8, 4)]:
        for picture in shown.of_letter():
            made = png(PAGES.draw(shown.view, shown.seat, picture, measure))
            assert len(made) <= MOST_BYTES, (picture.name, len(made))
            assert b"tRNS" not in made[:1000]


@pytest.mark.slow
def test_a_picture_laid_together_is_the_one_drawn_as_a_whole() -> None:
    for shown in sample()[:: tries(8, 4)]:
        for picture in shown.of_letter():
            found = different(PAGES.draw(shown.view, shown.seat, picture, measure))
            assert len(found) < 60, (shown.seat, shown.view.turn, picture.name, found)


def test_what_may_be_kept_of_a_picture_is_the_same_for_all_seats() -> None:
    """Only pieces, arrows and moved names differ: none of them is kept."""
    view = ARMIES
    for seat in ("france", "coalition"):
        picture = named(view, seat, "map", "germany")
        assert isinstance(picture, Picture)
        shown = PAGES.draw(view, seat, picture, measure)
        kept = [part for sheet in shown.sheets for part in sheet.parts if part.lasting]
        assert len(kept) > 30
        assert not [part.svg for part in kept if 'data-thing="general' in part.svg or "data-moves" in part.svg]
        assert {part.svg.count('data-thing="place') for part in kept if part.box[2] < TILE} <= {0, 1}


def test_the_same_view_gives_the_same_picture() -> None:
    view = at_start(5)
    picture = named(view, "france", "map", "germany")
    assert isinstance(picture, Picture)
    assert PAGES.draw(view, "france", picture, measure) == PAGES.draw(view, "france", picture, measure)


def test_a_letter_that_asks_shows_the_theatre_the_tracks_and_reaches() -> None:
    shown = next(each for each in sample() if each.asked and each.seat == "france")
    kinds = [picture.kind for picture in shown.of_letter()]
    after = [kind for kind in kinds if kind != MOVES]
    assert after[:2] == [AREA, TRACKS]
    assert REACH in after


def test_the_first_letter_shows_where_its_reader_stands() -> None:
    first = next(letters({"players": "4"}, "drawn", 1))
    assert not first.view.turn
    assert [(picture.kind, picture.of) for picture in first.of_letter()][:1] == [(AREA, "germany")]


def test_what_moved_is_shown_for_each_area_the_reader_s_own_first() -> None:
    events = [
        formation("austria", "charles", "vienna", "linz"),
        formation("france", "napoleon", "metz", "strasbourg"),
        formation("austria", "john", "venice", "mantua"),
    ]
    of_france = [one for one in pictures(ARMIES, "france", events, ()) if one.kind == MOVES]
    assert [one.shows["area"] for one in of_france] == ["france", "germany", "italy"]
    assert "What moved in Italy since your last letter" in texts(ARMIES, of_france[2])
    of_austria = [one for one in pictures(ARMIES, "austria", events, ()) if one.kind == MOVES]
    assert [one.shows["area"] for one in of_austria][-1] == "france"


def test_areas_are_chosen_by_where_the_reader_fought() -> None:
    assert theatres(ARMIES, "france")[0] == "germany"
    assert theatres(ARMIES, "france", ["madrid"] * 12)[0] == "spain"


def test_a_letter_that_asks_nothing_has_only_what_moved() -> None:
    for shown in sample():
        assert {picture.kind for picture in pictures(shown.view, shown.seat, shown.seen, ())} <= {MOVES}


def test_a_theatre_names_its_duchies_generals_and_forces() -> None:
    words = texts(ARMIES, named(ARMIES, "france", "map", "germany"))
    assert {"Germany", "Ulm", "Vienna", "Davout 6/3", "Mack 6/1", "F 7", "A 5", "general, Command/Rating"} <= set(words)


def test_each_kind_of_link_and_duchy_has_a_form_of_its_own_in_the_legend() -> None:
    words = set(texts(at_start(5), named(at_start(5), "france", "map", "germany")))
    assert {"link", "rough", "pass", "marsh", "Key", "Key and Fortress", "Associated", "doubly Associated"} <= words


def test_fleets_show_refit_and_build_markers() -> None:
    ships = (Squadron(nation="france"), Squadron(nation="france", refit=2), Squadron(nation="france", build=True))
    view = at_start(5, squadrons={"brest": ships})
    words = texts(view, named(view, "france", "map", "france"))
    assert {"F 3", "1 in Refit 2", "1 building"} <= set(words)


def test_a_besieged_fortress_and_flags_are_shown() -> None:
    view = with_forces(at_start(5), {"mantua": {"austria": 3}}, flags={"milan": "austria"})
    words = texts(view, named(view, "france", "map", "italy"))
    assert {"besieged", "Flag of Austria"} <= set(words)


def test_the_reach_of_a_general_tells_what_each_duchy_costs() -> None:
    view = active(ARMIES, "france", 5)
    picture = named(view, "france", "reach", "davout")
    assert isinstance(picture, Picture)
    (scene,) = PAGES.scenes(view, "france", picture, measure)
    found = scene.reach
    assert found is not None
    assert found.duchies["ulm"].stops
    words = texts(view, picture)
    assert {"Davout from Mainz", "an Army by land: 4 units, 5 CPs", "CPs to go there", "enemies there"} <= set(words)


def test_the_tracks_show_hands_as_numbers_consuls_and_events() -> None:
    view = at_start(
        4,
        consuls={"turkey": Consul(column="unaligned"), "sweden": Consul(column="envoy", row="britain", plus=True)},
        lasting=(LastingCard(card="continental-system", nation="france", since=3),),
        armistices=(Armistice(powers=("austria", "france"), turn=1),),
        resources={"france": 3},
        leader="austria",
    )
    words = texts(replace(view, generals={**view.generals, "ney": "regroup"}), named(view, "france", "tracks", ""))
    assert {"T", "Sw+1", "The Continental System (France)", "Austria and France", "Ney 4/2", "1805"} <= {*words}


def test_what_does_not_exist_is_a_problem() -> None:
    view = at_start(5)
    assert named(view, "france", "reach", "suchet") == Problem("reach-off-map", rule="9.1", args={"general": "suchet"})
    assert named(view, "france", "reach", "") == Problem("reach-of-one", rule="9.1", args={"general": ""})
    assert named(view, "france", "map", "suchet") == Problem("map-off-map", args={"general": "suchet"})


def test_every_duchy_and_zone_is_in_an_area() -> None:
    board = at_start(5).board
    covered = {place for area in areas(board).values() for place in area.places}
    assert not {duchy for duchy in board.duchies if duchy not in covered}
    assert not {zone for zone in board.zones if zone not in covered}


def test_drawing_is_imported_only_when_a_picture_is_wanted() -> None:
    code = (
        "import sys, pbem_tnw.ruleset; "
        "assert not {'PIL', 'resvg_py', 'pbem_tnw.drawing.page', 'pbem_tnw.drawing.choice'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_names_with_marks_of_xml_stay_words() -> None:
    view, hostile = at_start(5), 'A<b>&"c'
    board = view.board
    duchies = tuple(replace(one, name=hostile) if one.id == "ulm" else one for one in board.map.duchies)
    files = TnwEditionFiles(replace(board.map, duchies=duchies), board.armies, board.printed_cards)
    other = STORE.made(files, "hostile")
    assert names_of(other, AREA_SCALE, measure).names["ulm"].shapes[0][0][0] == hostile
    label = names_of(other, AREA_SCALE, measure).names["ulm"].label("E")
    drawn = joined([*names(view, Arrangement(labels={"ulm": label}, pieces={}, countries=()))]).svg
    assert [node.text for node in ET.fromstring(drawn).iter("text")] == [hostile]


def test_the_command_line_draws_an_area_and_says_why_there_is_no_picture(tmp_path: Path) -> None:
    folder = create(tmp_path / "game", GAME_YAML, {"tnw": TNW}, "33" * 32).folder
    host, env, path = Host(Clock(), {"tnw": TNW}), {"PBEM_GAME": str(folder)}, tmp_path / "map.svg"

    def shown(option: str, name: str) -> Result:
        args = ["show", "board", "--as", "france", "--svg", str(path), option, name]
        return CliRunner().invoke(main, args, obj=host, env=env, catch_exceptions=False)

    drawn = shown("--area", "Germany")
    assert drawn.exit_code == 0, drawn.output
    assert "Germany" in {node.text for node in ET.parse(path).iter(TEXT)}
    assert shown("--reach", "Napoleon").output == "Napoleon is not on the map.\n"  # before the set-up
