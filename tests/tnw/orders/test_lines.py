"""The lines of an Impulse, as house rules 2.2 and players write them."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from pbem.sheet.writer import write_sheet
from pbem_tnw.orders.choices import BattleCardWish, BattleWish
from pbem_tnw.orders.lines import (
    AssaultLine,
    AttackLine,
    BuildLine,
    CapitulateLine,
    ConsulLine,
    DeclareLine,
    DropLine,
    EmbarkLine,
    EndWarLine,
    FlagLine,
    FlagPlaces,
    FlipLine,
    FormLine,
    ImpulseLine,
    LandLine,
    MoveLine,
    RefitLine,
    RegroupLine,
    RestItem,
    RestLine,
    SailLine,
    SurrenderLine,
    TakeLine,
)
from pbem_tnw.orders.pieces import FleetSpot, OddsLimit, PiecesWanted, Strengths
from pbem_tnw.orders.reading import OrderLines
from tests.tnw.orders.spellings import LEXICON, ordered, read, told


class Sheet(msgspec.Struct, frozen=True):
    """A sheet with nothing but lines."""

    do: OrderLines = OrderLines()


def lines(text: str) -> tuple[ImpulseLine, ...]:
    return ordered("do:\n" + "".join(f"  {line}\n" for line in text.splitlines()), Sheet).do.lines


def own(n: int) -> Strengths:
    return Strengths({"": n})


def units(n: int, at: str | None = None) -> PiecesWanted:
    return PiecesWanted(n=n, at=at)


def squadrons(n: int, at: str | None = None) -> PiecesWanted:
    return PiecesWanted(what="squadron", n=n, at=at)


TO_ULM = MoveLine(path=("stuttgart", "ulm"))
READINGS: dict[str, ImpulseLine] = {
    "form: {at: strasbourg, commander: napoleon, with: [lannes, murat], units: {france: 7}}": FormLine(
        at="strasbourg", commander="napoleon", riders=("lannes", "murat"), units=Strengths({"france": 7})
    ),
    "form: {in: strasbourg, general: napoleon, units: 7}": FormLine(
        at="strasbourg", commander="napoleon", units=own(7)
    ),
    "form: Napoleon with Lannes, Murat and 7 units at Strasbourg": FormLine(
        at="strasbourg", commander="napoleon", riders=("lannes", "murat"), units=own(7)
    ),
    "form: Napoleon, Davout": FormLine(commander="napoleon", riders=("davout",)),
    "form: Davout with 7 France and 2 Spain in Mainz": FormLine(
        at="mainz", commander="davout", units=Strengths({"france": 7, "spain": 2})
    ),
    "form: 2 units at Mainz": FormLine(at="mainz", units=own(2)),
    "form army: Napoleon with all units": FormLine(commander="napoleon", units=Strengths(every=True)),
    "drop: davout": DropLine(generals=("davout",)),
    "drop 2 units": DropLine(units=own(2)),
    "drop: {units: {france: 1}, generals: [ney]}": DropLine(units=Strengths({"france": 1}), generals=("ney",)),
    "leave 1 unit": DropLine(units=own(1)),
    "leave a unit": DropLine(units=own(1)),
    "take: Ney, 3 units": TakeLine(generals=("ney",), units=own(3)),
    "take: [davout, ney]": TakeLine(generals=("davout", "ney")),
    "move: [stuttgart, ulm]": TO_ULM,
    "move: stuttgart > ulm": TO_ULM,
    "move: stuttgart, ulm": TO_ULM,
    "move: stuttgart -> ulm": TO_ULM,
    "move to Ulm": MoveLine(path=("ulm",)),
    "march Stuttgart → Ulm": TO_ULM,
    "Napoleon: stuttgart, ulm": MoveLine(commander="napoleon", path=("stuttgart", "ulm")),
    "Napoleon > Stuttgart > Ulm": MoveLine(commander="napoleon", path=("stuttgart", "ulm")),
    "Napoleon to Ulm": MoveLine(commander="napoleon", path=("ulm",)),
    "Napoleon marches to Ulm": MoveLine(commander="napoleon", path=("ulm",)),
    "Napoleon goes to Ulm via Stuttgart": MoveLine(commander="napoleon", path=("stuttgart", "ulm")),
    "John with 2 units: Innsbruck > Venice": MoveLine(commander="john", units=own(2), path=("innsbruck", "venice")),
    "John with 2 units > Innsbruck > Venice": MoveLine(commander="john", units=own(2), path=("innsbruck", "venice")),
    "John with 2 units at Innsbruck: Venice": MoveLine(commander="john", units=own(2), path=("innsbruck", "venice")),
    "John and 2 units: Venice": MoveLine(commander="john", units=own(2), path=("venice",)),
    "Napoleon with Lannes, Murat and 7 units to Ulm": MoveLine(
        commander="napoleon", riders=("lannes", "murat"), units=own(7), path=("ulm",)
    ),
    "Napoleon with all units: [Stuttgart, Ulm]": MoveLine(
        commander="napoleon", units=Strengths(every=True), path=("stuttgart", "ulm")
    ),
    "move John with 2 units to Venice": MoveLine(commander="john", units=own(2), path=("venice",)),
    "move: {general: john, units: 2, to: venice}": MoveLine(commander="john", units=own(2), path=("venice",)),
    "move Napoleon to Ulm": MoveLine(commander="napoleon", path=("ulm",)),
    "build: 2 units at Kattegat and Skagerrak": BuildLine(pieces=(PiecesWanted(what="unit", n=2, at="kattegat"),)),
    "flag at Paris and Lyon": FlagLine(at=FlagPlaces(("paris", "lyon"))),
    "move: York > Edinburgh": MoveLine(path=("york", "edinburgh")),
    "Yorck: Berlin": MoveLine(commander="yorck", path=("berlin",)),
    "move: Napoleon > Stuttgart > Ulm": MoveLine(commander="napoleon", path=("stuttgart", "ulm")),
    "move to Ulm via Stuttgart": TO_ULM,
    "Kutusow nach Wien": MoveLine(commander="kutuzov", path=("vienna",)),
    "Napoleon: move to Ulm": MoveLine(commander="napoleon", path=("ulm",)),
    "Napoleon + Lannes: Ulm": MoveLine(commander="napoleon", riders=("lannes",), path=("ulm",)),
    "Napoleon and Lannes: Ulm": MoveLine(commander="napoleon", riders=("lannes",), path=("ulm",)),
    "Napolean: stuttgart > ulm": MoveLine(commander="napoleon", path=("stuttgart", "ulm")),
    "Charles alone: Vienna": MoveLine(commander="charles", alone=True, path=("vienna",)),
    "Charles + John alone: Vienna": MoveLine(commander="charles", riders=("john",), alone=True, path=("vienna",)),
    "Charles rides alone to Vienna": MoveLine(commander="charles", alone=True, path=("vienna",)),
    "Charles without units > Vienna": MoveLine(commander="charles", alone=True, path=("vienna",)),
    "Charles (alone): Vienna": MoveLine(commander="charles", alone=True, path=("vienna",)),
    "Charles by himself: Vienna": MoveLine(commander="charles", alone=True, path=("vienna",)),
    "Charles on his own > Vienna": MoveLine(commander="charles", alone=True, path=("vienna",)),
    "move: Charles alone: Vienna": MoveLine(commander="charles", alone=True, path=("vienna",)),
    "move: Charles and John alone: Vienna": MoveLine(
        commander="charles", riders=("john",), alone=True, path=("vienna",)
    ),
    "move: Davout: Mainz > Nuremberg": MoveLine(commander="davout", path=("mainz", "nuremberg")),
    "move: Charles alone > Vienna": MoveLine(commander="charles", alone=True, path=("vienna",)),
    "move: {general: charles, alone: yes, to: vienna}": MoveLine(commander="charles", alone=True, path=("vienna",)),
    **dict.fromkeys(
        (
            "Charles: Vienna alone",
            "Charles: Vienna (without units)",
            "Charles: alone to Vienna",
            "Charles: ride alone to Vienna",
            "Charles: move to Vienna alone",
            "Charles to Vienna, by itself",
            "Charles goes alone to Vienna",
            "Charles rides to Vienna alone",
            "move Charles alone to Vienna",
            "move alone: Charles to Vienna",
            "move alone Charles: Vienna",
            "general Charles alone to Vienna",
            "move: [Charles alone: Vienna]",
            "Karl allein nach Wien",
            "Charles with 0 units: Vienna",
            "move: {Charles alone: Vienna}",
            "move: {Charles: Vienna, alone: yes}",
            "move: {Charles: {to: Vienna}, alone: yes}",
            "move: {general: Charles, to: Vienna alone}",
            "{move: Vienna, general: Charles, alone: yes}",
            "{Charles: {to: Vienna, alone: yes}}",
            "{Charles: Vienna, units: none}",
        ),
        MoveLine(commander="charles", alone=True, path=("vienna",)),
    ),
    **dict.fromkeys(
        (
            "move: Charles alone at Ulm > Vienna",
            "Charles alone at Ulm: Vienna",
            "Charles at Ulm alone > Vienna",
            "Charles alone from Ulm to Vienna",
            "Charles: from Ulm to Vienna alone",
            "Charles: Ulm > Vienna alone",
            "{Charles alone: [Ulm, Vienna]}",
        ),
        MoveLine(commander="charles", alone=True, path=("ulm", "vienna")),
    ),
    "move: {Charles with 2 units: Vienna}": MoveLine(commander="charles", units=own(2), path=("vienna",)),
    "Charles: from Ulm to Vienna": MoveLine(commander="charles", path=("ulm", "vienna")),
    "move: {path: [ulm], commander: napoleon}": MoveLine(commander="napoleon", path=("ulm",)),
    "move: {to: ulm}": MoveLine(path=("ulm",)),
    "assault": AssaultLine(),
    "assault: here": AssaultLine(),
    "assault Ulm": AssaultLine(at="ulm"),
    "assault: {at: ulm, rounds: 1}": AssaultLine(at="ulm", rounds=1),
    "sail: {from: brest, to: [western-approaches], squadrons: {france: 2}}": SailLine(
        origin="brest", path=("western-approaches",), squadrons=Strengths({"france": 2})
    ),
    "sail: brest > western approaches > bay of biscay": SailLine(
        origin="brest", path=("western-approaches", "bay-of-biscay")
    ),
    "sail 2 squadrons from Brest to Bay of Biscay": SailLine(origin="brest", path=("bay-of-biscay",), squadrons=own(2)),
    "sail to Western Approaches": SailLine(path=("western-approaches",)),
    "embark: {units: {britain: 4}, generals: [moore]}": EmbarkLine(
        units=Strengths({"britain": 4}), generals=("moore",)
    ),
    "embark Moore with 4 units": EmbarkLine(units=own(4), generals=("moore",)),
    "embark: {at: plymouth, units: 4, stay aboard: yes}": EmbarkLine(at="plymouth", units=own(4), stay_aboard=True),
    "land at Corunna": LandLine(at="corunna"),
    "land: corunna": LandLine(at="corunna"),
    "land": LandLine(),
    "land 2 units at Corunna": LandLine(at="corunna", units=own(2)),
    "attack: bay of biscay": AttackLine(at="bay-of-biscay"),
    "attack": AttackLine(),
    "flag: here": FlagLine(),
    "flag here": FlagLine(),
    "flag": FlagLine(),
    "flag: [ulm, munich]": FlagLine(at=FlagPlaces(("ulm", "munich"))),
    "flag: here, Munich": FlagLine(at=FlagPlaces(("here", "munich"))),
    "flag Ulm and Munich": FlagLine(at=FlagPlaces(("ulm", "munich"))),
    "remove flag Ulm": FlagLine(at=FlagPlaces(("ulm",)), remove=True),
    "unflag: ulm": FlagLine(at=FlagPlaces(("ulm",)), remove=True),
    "flag: {at: ulm, remove: yes}": FlagLine(at=FlagPlaces(("ulm",)), remove=True),
    "build: {unit: 1, at: mainz}": BuildLine(pieces=(units(1, "mainz"),)),
    "build: 1 unit at Mainz": BuildLine(pieces=(units(1, "mainz"),)),
    "build 2 units in Mainz, 1 in Paris": BuildLine(pieces=(units(2, "mainz"), units(1, "paris"))),
    "refit: Kattegat and Skagerrak": RefitLine(at=(FleetSpot("kattegat"),)),
    "refit: Brest and Kattegat and Skagerrak, 1 at Toulon": RefitLine(
        at=(FleetSpot("brest"), FleetSpot("kattegat"), FleetSpot("toulon", 1))
    ),
    "build: 1 squadron at Brest and 2 squadrons at Kattegat and Skagerrak and Davout": BuildLine(
        pieces=(squadrons(1, "brest"), squadrons(2, "kattegat"), PiecesWanted(what="general", general="davout"))
    ),
    "build 1 squadron in Brest, 2 in Toulon": BuildLine(pieces=(squadrons(1, "brest"), squadrons(2, "toulon"))),
    "build: [1 unit at mainz, squadron at brest]": BuildLine(pieces=(units(1, "mainz"), squadrons(1, "brest"))),
    "build: {mainz: 2 units, paris: 1}": BuildLine(pieces=(units(2, "mainz"), units(1, "paris"))),
    "build: {squadron: 1, at: brest}": BuildLine(pieces=(squadrons(1, "brest"),)),
    "build: general at Paris": BuildLine(pieces=(PiecesWanted(what="general", at="paris"),)),
    "build Davout at Paris": BuildLine(pieces=(PiecesWanted(what="general", general="davout", at="paris"),)),
    "build: {general: davout, at: paris}": BuildLine(
        pieces=(PiecesWanted(what="general", general="davout", at="paris"),)
    ),
    "build unit Mainz": BuildLine(pieces=(units(1, "mainz"),)),
    "build Mainz 2": BuildLine(pieces=(units(2, "mainz"),)),
    "build 2 units: mainz": BuildLine(pieces=(units(2, "mainz"),)),
    "regroup": RegroupLine(),
    "regroup: Davout and 2 units at Paris": RegroupLine(
        pieces=(
            PiecesWanted(what="general", general="davout", at="paris"),
            PiecesWanted(what="unit", n=2, at="paris"),
        )
    ),
    "regroup: Davout to Paris, 2 units": RegroupLine(
        pieces=(PiecesWanted(what="general", general="davout", at="paris"), units(2))
    ),
    "refit": RefitLine(),
    "refit: brest": RefitLine(at=(FleetSpot("brest"),)),
    "refit: {brest: 2}": RefitLine(at=(FleetSpot("brest", 2),)),
    "refit 2 at Brest": RefitLine(at=(FleetSpot("brest", 2),)),
    "consul: prussia right 2 in france": ConsulLine(who="prussia", way="right", steps=2, row="france"),
    "consul: {prussia: right}": ConsulLine(who="prussia", way="right"),
    "consul Prussia to Client in France's row": ConsulLine(who="prussia", to="client", row="france"),
    "consul: {who: prussia, way: left, steps: 2}": ConsulLine(who="prussia", way="left", steps=2),
    "consul Prussia two boxes left": ConsulLine(who="prussia", way="left", steps=2),
    "consul: Prussia > Client": ConsulLine(who="prussia", to="client"),
    "flip: prussia": FlipLine(who="prussia"),
    "end_war: War with Persia": EndWarLine(war="persian-war"),
    "end war: {war: persian-war, cp: 2}": EndWarLine(war="persian-war", cp=2),
    "end war War with Persia with 2 CPs": EndWarLine(war="persian-war", cp=2),
    "declare: prussia": DeclareLine(on="prussia"),
    "declare war on Prussia": DeclareLine(on="prussia"),
    "declare: {on: prussia, camp: imperial}": DeclareLine(on="prussia", camp="imperial"),
    "declare war on Prussia, joining the Imperial camp": DeclareLine(on="prussia", camp="imperial"),
    "surrender: france": SurrenderLine(to="france"),
    "surrender to France": SurrenderLine(to="france"),
    "capitulate": CapitulateLine(),
    "rest: [regroup, {unit: paris}]": RestLine(items=(RestItem(use="regroup"), RestItem(use="unit", at=("paris",)))),
    "rest: refit, 2 units at Paris": RestLine(items=(RestItem(use="refit"), RestItem(use="unit", n=2, at=("paris",)))),
    "rest: 2 units Paris": RestLine(items=(RestItem(use="unit", n=2, at=("paris",)),)),
    "Charles attacks Ulm": MoveLine(commander="charles", path=("ulm",)),
    "sail: Malta > Ionian Sea > Western Med": SailLine(origin="malta", path=("ionian-sea", "western-mediterranean")),
    "rest: {unit: [paris, lyon]}": RestLine(items=(RestItem(use="unit", at=("paris", "lyon")),)),
}


@pytest.mark.parametrize("text", READINGS)
def test_2_2_a_line_is_read(text: str) -> None:
    assert lines(f"- {text}") == (READINGS[text],)


@pytest.mark.parametrize("text", READINGS)
def test_2_2_a_line_is_written_so_that_it_is_read_the_same(text: str) -> None:
    sheet = Sheet(OrderLines((READINGS[text],)))
    assert ordered(write_sheet(sheet, LEXICON), Sheet) == sheet
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet) == sheet


@pytest.mark.parametrize("who", ["Charles, John", "Karl, Johann", "Charles & John", "march Charles and John"])
def test_names_in_a_list_are_no_longer_name(who: str) -> None:
    assert lines(f"- {who} to Ulm") == (MoveLine(commander="charles", riders=("john",), path=("ulm",)),)


def test_2_2_what_goes_beside_a_line() -> None:
    text = """\
- move: [stuttgart, ulm]
  if: enemy_units(ulm) <= 5
  if_intercepted: halt
  only_if_odds: 1.2
  battle: {cards: [grand-battery, {card: res-napoleon, if: margin < 1}], losses: [france]}
"""
    (move,) = lines(text)
    assert isinstance(move, MoveLine)
    assert (move.path, move.if_intercepted) == (("stuttgart", "ulm"), "halt")
    assert move.only_if_odds == OddsLimit(Decimal("1.2"))
    assert move.battle.losses == ("france",)
    assert move.battle.cards is not None
    assert [card.card for card in move.battle.cards] == ["grand-battery", "res-napoleon"]
    assert move.condition.words == {"enemy_units"}


def test_2_2_a_condition_may_end_a_line() -> None:
    flag, build = lines("- flag here if enemy_units(munich) = 0\n- build: 1 unit at mainz, if cp left >= 2")
    assert isinstance(flag, FlagLine)
    assert flag.condition.words == {"enemy_units"}
    assert isinstance(build, BuildLine)
    assert build.condition.words == {"cp_left"}
    assert build.pieces == (units(1, "mainz"),)


def test_2_2_lines_without_dashes_are_read_in_their_order() -> None:
    move, flag = lines("move: stuttgart\nif_intercepted: halt\nflag: here")
    assert move == MoveLine(path=("stuttgart",), if_intercepted="halt")
    assert flag == FlagLine()


def test_2_2_several_lines_in_one() -> None:
    assert ordered("do: move stuttgart > ulm; flag here", Sheet).do.lines == (TO_ULM, FlagLine())


SHORT: dict[str, ImpulseLine] = {
    "move: Stuttgart > Ulm": TO_ULM,
    "Napoleon: Ulm": MoveLine(commander="napoleon", path=("ulm",)),
    "flag: here": FlagLine(),
    "build: 2 units at Mainz": BuildLine(pieces=(units(2, "mainz"),)),
    "consul: Prussia right 2 in France": ConsulLine(who="prussia", way="right", steps=2, row="france"),
    "declare: Prussia": DeclareLine(on="prussia"),
    "capitulate": CapitulateLine(),
    "assault": AssaultLine(),
    "rest: unit at Paris": RestLine(items=(RestItem(use="unit", at=("paris",)),)),
}


@pytest.mark.parametrize("text", SHORT)
def test_a_line_is_written_in_its_shortest_form(text: str) -> None:
    assert (
        write_sheet(Sheet(OrderLines((SHORT[text],))), LEXICON).replace("do: [", "- ").splitlines()[-1].strip(" ]")
        == f"- {text}"
    )


WRONG: dict[str, list[tuple[str, int]]] = {
    "mvoe: stuttgart": [("not-a-choice", 1)],
    "moev stuttgart": [("not-a-choice", 1)],
    "move: stuttgrat > ulmo": [("read-as", 7), ("unknown-name", 19)],
    "move:": [("no-value", 6)],
    "Napoleon: ": [("no-goal", 10)],
    "{move: stuttgart, flag: here}": [("two-lines", 19)],
    "{move: stuttgart, if_intercepted: run}": [("not-a-choice", 35)],
    "{move: stuttgart, if_intrceptd: halt}": [("unknown-key", 19)],
    "{move: stuttgart, only_if_odds: good}": [("not-odds", 33)],
    "{move: stuttgart, if: enemy_units(ulm)}": [("condition-unexpected", 39)],
    "flag: Ulx": [("unknown-name", 7)],
    "flag: Bay of Biscay": [("unknown-name", 7)],
    "build: 2 unicorns at Mainz": [("not-a-piece", 10)],
    "build: 0 units at Mainz": [("too-low", 8)],
    "assault Ulm for 0 rounds": [("too-low", 17)],
    "assault: {at: Ulm, rounds: -1}": [("too-low", 28)],
    "consul: prussia left 0": [("too-low", 22)],
    "{end war: {war: river-plate, cp: 0}}": [("too-low", 34)],
    "refit: 0 at Brest": [("too-low", 8)],
    "rest: 0 units at Paris": [("too-low", 7)],
    "build: 2 units at Narnia": [("unknown-name", 19)],
    "build: [2 units at Narnia, 1 squadrn at Brest]": [("unknown-name", 20), ("not-a-piece", 30)],
    "capitulate now": [("nothing-more", 12)],
    "declare: Bavaria": [("unknown-name", 10)],
    "declare: {on: prussia, camp: french}": [("unknown-name", 30)],
    "consul: prussia sideways": [("not-a-choice", 17)],
    "consul: {who: prussia, way: up}": [("not-a-choice", 29)],
    "sail: narnia": [("unknown-name", 7)],
    "rest: dance": [("not-a-choice", 7)],
    "form: {at: strasbourg, cmandr: napoleon}": [("unknown-key", 24)],
    "form: {at: strasbourg, units: {france: many}}": [("not-a-number", 40)],
    "form: {at: strasbourg, units: some}": [("not-a-strength", 31)],
    "assault: {at: ulm, rounds: two rounds}": [("not-a-number", 28)],
    "[a, b]": [("not-a-line", 1)],
}


@pytest.mark.parametrize("text", WRONG)
def test_2_2_a_line_that_cannot_be_read_says_where(text: str) -> None:
    sheet = read(f"do:\n- {text}\n", Sheet)
    assert sheet.order is None
    assert [(code, line, column) for code, line, column in told(sheet)] == [
        (code, 2, column + 2) for code, column in WRONG[text]
    ]


@pytest.mark.parametrize(
    "text", ["do:\n  - move: [Charles: Vienna, Mack: Ulm]\n", "do:\n  move:\n    - Charles: Vienna\n    - Mack: Ulm\n"]
)
def test_moves_in_a_list_below_one_word_are_lines_each(text: str) -> None:
    assert ordered(text, Sheet) == ordered("do:\n  - Charles: Vienna\n  - Mack: Ulm\n", Sheet)


def test_a_misspelt_general_rides_alone_all_the_same() -> None:
    sheet = read("do:\n  - Charels alone: Vienna\n", Sheet)
    assert [code for code, _, _ in told(sheet)] == ["read-as"]
    assert sheet.order == ordered("do:\n  - Charles alone: Vienna\n", Sheet)


@pytest.mark.parametrize(("written", "meant"), [("Ratisbonn", "Ratisbon"), ("Insbruck", "Innsbruck")])
def test_a_name_with_a_letter_too_many_or_too_few_is_told_though_it_sounds_right(written: str, meant: str) -> None:
    sheet = read(f"do:\n  - Charles: {written}\n", Sheet)
    assert [code for code, _, _ in told(sheet)] == ["read-as"]
    assert sheet.order == ordered(f"do:\n  - Charles: {meant}\n", Sheet)
    assert told(read(f"do:\n  - Charles: {meant.upper()}\n", Sheet)) == []


def test_all_problems_of_all_lines_are_told_at_once() -> None:
    text = "do:\n- mvoe: ulm\n- flag: Ulx\n- build: 2 unicorns at Mainz\n- {move: ulm, if: enmy_unitz(ulm) > 3}\n"
    assert [(code, line) for code, line, _ in told(read(text, Sheet))] == [
        ("not-a-choice", 2),
        ("unknown-name", 3),
        ("not-a-piece", 4),
        ("not-a-choice", 5),
    ]


def test_the_path_of_a_problem_can_lead_to_each_part_of_a_line() -> None:
    text = "do:\n- flag: here\n- move: stuttgart > ulm\n  battle: {cards: [rally, grand-battery]}\n"
    places = read(text, Sheet).places
    spots: dict[tuple[Any, ...], tuple[int, int]] = {
        ("do", 1): (3, 3),
        ("do", 1, "path", 1): (3, 21),
        ("do", 1, "battle", "cards", 1): (4, 27),
    }
    assert {path: (places[path].line, places[path].column) for path in spots} == spots


def test_a_card_of_a_battle_bears_its_condition() -> None:
    wish = ordered("do:\n- {move: ulm, battle: {cards: {card: rally, if: margin < 1}}}", Sheet).do[0]
    assert isinstance(wish, MoveLine)
    assert isinstance(wish.battle, BattleWish)
    assert wish.battle.cards is not None
    assert isinstance(wish.battle.cards[0], BattleCardWish)
    assert wish.battle.cards[0].condition.words == {"margin"}
