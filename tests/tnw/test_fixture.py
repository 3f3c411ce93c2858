"""Positions that a case file gives: the words for them, and those that are wrong, told with their line."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.playtest.case_file import GivenDice, read_cases, read_given
from pbem.playtest.case_run import run_case
from pbem.sheet.writer import write_sheet
from pbem_tnw.fixture.facts import facts
from pbem_tnw.fixture.position import GivenWar
from pbem_tnw.invariants import broken
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW

DOCS = (Path(__file__).parents[2] / "docs" / "napoleonic-wars-cases.md").read_text(encoding="utf-8")


def written(folder: Path, given: str) -> Path:
    """A file with a case whose position begins on line 3."""
    path = folder / "case.yaml"
    lines = [f"    {line}" for line in given.strip().splitlines()]
    path.write_text("\n".join(["- case: 1-given", "  given:", *lines]) + "\n", encoding="utf-8")
    return path


def told(folder: Path, given: str) -> str:
    """What is said of a case with this position."""
    path = written(folder, given)
    (case,) = read_cases(path)
    return "; ".join(run_case(TNW, path, case).differences).replace(f"{path}:", "")


def laid_out(folder: Path, given: str) -> WarState:
    """The position that a case gives."""
    path = written(folder, given)
    (case,) = read_cases(path)
    start = TNW.start(TNW.settings())
    said: GivenWar = read_given(path, case, GivenWar, TNW.lexicon(start, ""))
    settings = said.settings()
    table: GivenDice[Any] = GivenDice(TNW.start(settings), dict(TNW.seats(settings)), "key")
    said.lay_out(table)
    assert not list(broken(table.state))
    state: WarState = table.state
    return state


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("turn: 9", "3: there are the Turns 1 to 6, or 1805, 1807"),
        ("turn: 1806", "3: there are the Turns 1 to 6"),
        ("players: 5\nconsuls: {Prussia: unaligned}", "4: prussia is not a Proxy with 5 players"),
        ("camps: {Spain: Imperial}", "3: spain is not a Power"),
        ("points: {Spain: 1}", "3: spain is not a Power"),
        ("hands: {France: Tilsit}\nremoved: [Tilsit]", "3: tilsit can only be in one place"),
        ("hands: {Britain: Parliament}", "3: res-parliament is a Reserve"),
        ("lasting: {Tilsit: France}", "3: tilsit is not a lasting or temporary event"),
        ("wars: {Tilsit: France}", "3: tilsit opens no Foreign War"),
        ("used: [Tilsit]", "3: tilsit is not a Reserve"),
        ("pieces: {War with Persia: 1 Russian}", "3: persian-war is not a Foreign War of this position"),
        ("pieces: {Paris: Ney, Lyon: Ney}", "3: ney is in paris and in lyon"),
        ("pieces: {yard: Ney}", "3: the yard has what is nowhere else"),
        ("pieces:\n  Paris: 3 Frnhec", "4:16: unknown-name"),
        ("pieces: {Zenda: 3 French}", "3:14: unknown-name"),
        ("pieces: {Paris: [3 French, Tilly]}", "3:32: unknown-name"),
        ("pieces: {Paris: }", "3:20: no-value"),
        ("fleets: {Brest: {French: 2}}", "3:21: wrong-shape"),
        ("flags: {Paris: Ruritania}", "3:20: unknown-name"),
        ("flags: {Paris: Frnace}", "3:20: read-as"),
        ("consuls: {Spain: ward of France}", "3:22: unknown-name"),
        ("at: impulse of Utopia", "3:20: unknown-name"),
        ("at: lunch", "3:9: not-a-choice"),
        ("hands: {France: [Blitzkrieg, Conscripts]}", "3:22: unknown-name"),
        ("armistices: [France]", "3:18: wrong-shape"),
        ("piece: {}", "3:5: unknown-key"),
        ("seats: drawn", "3: drawn seats are settled in the set-up"),
        ("pieces: {Paris: 20 French}", "3: pieces: pieces-beyond-limits"),
        ("pieces: {Paris: 1 French + 1 Austrian}", "3: places: enemies-share-duchy"),
        ("fleets: {Paris: 1 French}", "3: places: squadrons-on-land"),
        ("flags: {Rome: Denmark, Linz: Denmark, Graz: Denmark, Prague: Denmark}", "3: flags: flags-beyond"),
        ("resources: {France: 7}", "3: tracks: resources-off-track"),
        ("consuls: {Spain: client}", "3: tracks: consul-off-track"),
    ],
)  # fmt: skip
def test_a_position_that_contradicts_itself_is_told_with_its_line(tmp_path: Path, given: str, said: str) -> None:
    assert told(tmp_path, given).startswith(said)


def test_what_is_not_said_is_as_at_the_start(tmp_path: Path) -> None:
    state = laid_out(tmp_path, "pieces: {Ulm: none}")
    assert state.units["munich"] == {"austria": 1}
    assert "ulm" not in state.units
    assert state.generals["mack"] == "yard"
    assert (state.turn, state.round, state.active) == (1, 2, "")
    assert state.keys_at_start["france"] == 13
    assert not any(state.hands.values())
    assert not any(state.resources.values())


def test_a_place_that_is_named_holds_nothing_else(tmp_path: Path) -> None:
    state = laid_out(
        tmp_path, "pieces:\n  Strasbourg: 8 French, Napoleon and Davout\n  Regroup box: 2 Russian + Kutuzov"
    )
    assert state.units["strasbourg"] == {"france": 8}
    assert [state.generals[one] for one in ("napoleon", "davout", "lannes", "kutuzov")] == [
        "strasbourg", "strasbourg", "yard", "regroup",
    ]  # fmt: skip
    assert state.units["regroup"] == {"russia": 2}


def test_start_no_is_an_empty_board(tmp_path: Path) -> None:
    state = laid_out(tmp_path, "start: no\npieces: {Ulm: 1 French}")
    assert (state.units, state.squadrons, state.flags) == ({"ulm": {"france": 1}}, {}, {})
    assert set(state.generals.values()) == {"yard"}
    assert state.camps["austria"] == "coalition"


def test_fleets_with_markers(tmp_path: Path) -> None:
    state = laid_out(tmp_path, "fleets: {Brest: 1 French + 2 French with 2 refit markers + 1 French build}")
    plain, worn = Squadron(nation="france"), Squadron(nation="france", refit=2)
    assert state.squadrons["brest"] == (plain, Squadron(nation="france", build=True), worn, worn)


def test_seats_follow_the_consuls(tmp_path: Path) -> None:
    state = laid_out(tmp_path, "consuls: {Spain: client of France, Denmark: ally of Britain, Turkey: unaligned}")
    assert (state.control.get("spain"), state.control["denmark"]) == (None, "britain")
    assert state.consuls["turkey"].row == ""


def test_every_card_is_in_one_place(tmp_path: Path) -> None:
    given = """
hands: {France: [Tilsit, Conscripts], Austria: 2, Denmark: Rally}
deck: [Landwehr, Talleyrand]
played: [Malet Announces a Death, Smugglers]
removed: [Papal Bull]
lasting: {Russian Winter: Russia, Copper-Bottomed Hulls: Britain}
wars: {War with Persia: Russia}
pieces: {War with Persia: 2 Russian}
used: [Parliament]
"""
    state = laid_out(tmp_path, given)
    assert state.hands["france"].known == ("tilsit", "conscripts")
    assert len(state.hands["austria"]) == 2
    assert state.deck.cards[:2] == ("landwehr", "talleyrand")
    assert (state.played.top, len(state.played)) == ("smugglers", 2)
    assert [(each.card, each.temporary) for each in state.lasting] == [
        ("russian-winter", True),
        ("copper-hulls", False),
    ]
    assert state.units["war:persian-war"] == {"russia": 2}
    assert state.used == ("res-parliament",)


def test_deck_only(tmp_path: Path) -> None:
    state = laid_out(tmp_path, "hands: {France: Tilsit}\ndeck: [Landwehr]\ndeck only: yes")
    assert state.deck.cards == ("landwehr",)
    assert len(state.removed) == len(state.board.deck) - 2


def test_politics(tmp_path: Path) -> None:
    given = """
turn: 1809
subjects: {Austria: {turn: 2, conqueror: France}}
armistices: [France and Russia since 2]
resources: {France: 2}
points: {France: 4, Britain: -1}
captor: Russia
"""
    state = laid_out(tmp_path, given)
    said = facts(state)
    assert (said["turn"], said["year"]) == (3, 1809)
    assert state.subjects["austria"].camp == "coalition"
    assert "austria" not in state.camps
    assert [(each.powers, each.turn) for each in state.armistices] == [(("france", "russia"), 2)]
    assert (said["points"]["france"], said["points"]["britain"], said["resources"]["france"]) == (4, -1, 2)
    assert (state.generals["napoleon"], state.captor) == ("captured", "russia")


def test_a_view_knows_what_its_seat_knows(tmp_path: Path) -> None:
    path = written(tmp_path, "hands: {France: Tilsit, Austria: [Landwehr, Rally]}")
    sees = "{hands: {France: [Tilsit], Austria: unknown}, cards: {Austria: 2}}"
    path.write_text(path.read_text(encoding="utf-8") + f"  then: {{sees: {{france: {sees}}}}}\n", encoding="utf-8")
    (case,) = read_cases(path)
    assert run_case(TNW, path, case).differences == ()


@pytest.mark.parametrize("key", [name.replace("_", " ") for name in GivenWar.__struct_fields__])
def test_every_key_is_explained(key: str) -> None:
    assert re.search(rf"^\| [^|]*`{key}`", DOCS, re.MULTILINE)


def test_every_fact_is_explained(tmp_path: Path) -> None:
    for fact in facts(laid_out(tmp_path, "turn: 1")):
        assert re.search(rf"^\| [^|]*`{fact}`", DOCS, re.MULTILINE), fact


def test_the_example_of_the_page_passes(tmp_path: Path) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(DOCS.partition("```yaml\n")[2].partition("```")[0], encoding="utf-8")
    (case,) = read_cases(path)
    assert run_case(TNW, path, case).differences == ()


def test_words_are_spelled_as_they_are_read(tmp_path: Path) -> None:
    given = """
at: impulse of France
pieces: {Mainz: 5 French + Davout, Vienna: none}
fleets: {Brest: 1 French + 1 French 2 refit + 1 British build}
flags: {Vienna: France, Munich: none}
consuls: {Turkey: envoy of Russia +1, Spain: unaligned}
camps: {Austria: none, Russia: Imperial}
armistices: [France and Britain, France and Austria since 1]
hands: {France: [Tilsit, Rally], Austria: 2}
"""
    path = written(tmp_path, given)
    (case,) = read_cases(path)
    names = TNW.lexicon(TNW.start(TNW.settings()), "")
    said: GivenWar = read_given(path, case, GivenWar, names)
    again = written(tmp_path, "\n".join(write_sheet(said, names).splitlines()))
    (case,) = read_cases(again)
    assert msgspec.structs.asdict(read_given(again, case, GivenWar, names)) == msgspec.structs.asdict(said)
