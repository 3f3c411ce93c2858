"""What a receipt says of sheets that are right in part, or that order little."""

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Problem, Weight
from pbem.engine.reading import Place
from pbem.report.letter import SheetArrival, SheetFate, receipt
from pbem.report.returned_sheet import explain
from pbem.sheet.check import check_sheet
from pbem_tnw.chapters.turn.sheets import RoundSheets
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.lexicon import lexicon
from pbem_tnw.orders.choices import BattleCardWish
from pbem_tnw.orders.impulse import ImpulseOrders
from pbem_tnw.orders.standing import BattleLine, EvadeLine, InterceptLine, RespondLine, WarStanding
from pbem_tnw.orders.turn import EntryOrders, RoundOrders, TurnEndOrders
from pbem_tnw.position.cards import CardPile
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import seats_of
from tests.report.game import Located
from tests.tnw.letters.reading import ABOUT, in_round, said_back, words
from tests.tnw.orders.spellings import read
from tests.tnw.positions import with_forces

TWO_NATIONS = """\
impulses:
  France:
    play: Conscripts as cp
    do:
      - Napoleon: Narnia
      - build: 9 units at Paris
  Spain:
    play: Landwehr as cp
    do:
      - build: 1 unit at Madrid
"""


def position() -> WarState:
    view = in_round(france=("conscripts",), spain=("landwehr",))
    return replace(view, control={**view.control, "spain": "france"})


def test_a_sheet_of_standing_orders_alone_says_once_what_each_nation_plays() -> None:
    said = said_back(RoundOrders(impulses={}, standing=WarStanding(comes_back=True)), position())
    lowest = "France Conscripts for 3 CPs, Spain Landwehr for 3 CPs: Refit markers off, then units."
    assert said.splitlines() == [
        f"- Lowest cards are played: {lowest}",
        "- Britain comes back from being a Subject Neutral.",
    ]


def test_nations_without_a_card_pass_together() -> None:
    view = replace(position(), hands=in_round().hands)
    assert said_back(RoundOrders(impulses={}), view) == "- France and Spain have no card and pass."
    one = replace(position(), hands=in_round(spain=("landwehr",)).hands)
    assert said_back(RoundOrders(impulses={}), one).splitlines() == [
        "- France has no card and passes.",
        "- Spain plays its lowest card, Landwehr, for 3 CPs: Refit markers off, then units.",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{before: Austria, with: ask}", "preempts Austria; the game stops and asks you."),
        ("{before: Austria, with: lowest}", "preempts Austria; it plays its lowest card."),
        ("{before: Austria, with: pass}", "preempts Austria; but it plays no card there, and so does not preempt."),
        (
            "{before: Austria, with: {play: Conscripts as cp, else: lowest}}",
            (
                "preempts Austria; it plays Conscripts for 3 CPs; its CPs take Refit markers off and then build units; "
                "if that cannot be played, it plays its lowest card."
            ),
        ),
        (
            "{with: {play: Conscripts as cp, do: [flag: Ulm], else: lowest}}",
            (
                "preempts; it plays Conscripts for 3 CPs; Flag at Ulm; with its lowest card it preempts only those "
                "whom `before` names."
            ),
        ),
    ],
)
def test_5_2_a_receipt_says_what_a_preempting_impulse_comes_to(line: str, said: str) -> None:
    order = read(f"preempt: [{line}]", RoundOrders).order
    assert isinstance(order, RoundOrders)
    assert f"- Whichever of your nations leads in cards {said}" in said_back(order, position())


def test_2_5_a_receipt_says_that_a_line_that_asks_does_so_once_in_a_turn() -> None:
    order = read("preempt: [ask]", RoundOrders).order
    assert order is not None
    assert "asks you, once in a Turn, whether to preempt" in said_back(order, position())
    said = said_back(order, replace(position(), stops=("france",)))
    assert "you were asked in this Turn already, and are not asked again." in said


def test_5_2_a_receipt_says_that_what_preempts_has_no_impulse_of_its_own() -> None:
    order = read("France: Conscripts as cp\nSpain: pass\npreempt: {before: Austria, nation: France}", RoundOrders).order
    assert isinstance(order, RoundOrders)
    assert "in this Round is over" not in said_back(order, position(), nations=("france", "spain"))
    said = said_back(order, position(), nations=("spain",))
    assert (
        "- The Impulse of France in this Round is over, so this is played only if it preempts:\n- France plays" in said
    )


def test_what_is_wrong_for_one_nation_leaves_nothing_open_for_another() -> None:
    view = position()
    step = RoundSheets(nations=("france", "spain"))
    found = check_sheet(TWO_NATIONS, step, step.ask(view, {})[0], view, lexicon(view, "france"))
    assert [fault.place.line for fault in found.faults] == [5]
    assert [place.line for place in found.unjudged] == [4]
    assert len(explain(words(view, "france"), TWO_NATIONS, found.faults)) > 0


def test_a_line_for_a_card_that_one_does_not_hold_says_so() -> None:
    standing = WarStanding(respond=(RespondLine(card="storm-at-sea"), RespondLine(card="black-cabinet")))
    view = in_round(france=("black-cabinet",))
    said = said_back(RoundOrders(standing=standing), view).splitlines()
    assert "- Storm at Sea answers a Fleet that sails (you do not hold it now)." in said
    assert "- The Black Cabinet answers an event." in said


def test_each_line_of_an_impulse_is_said_in_the_words_of_the_game() -> None:
    sheet = """\
impulses:
  France:
    try:
      - if: enemy_units(Ulm) <= 5
        play: {card: Marching Season, as: event}
        do:
          - form: {at: Strasbourg, commander: Napoleon, with: [Lannes], units: {France: 7}}
          - move: [Stuttgart, Ulm]
            if_intercepted: halt
            only_if_odds: 1.2
            battle: {cards: [Grand Battery], losses: [France]}
          - flag: here
          - build: {unit: 1, at: Mainz}
          - rest: [regroup, unit at Paris]
      - play: Conscripts as cp
        plus: {resource: 1, when: last}
    else: ask
"""
    order = read(sheet, RoundOrders).order
    assert order is not None
    assert said_back(order, in_round(france=("conscripts",))).splitlines() == [
        "- Spain has no card and passes.",
        (
            "- France (1st choice) plays The Marching Season as an event, if `enemy_units(Ulm) <= 5`; these lines take "
            "at least 2 + 1 + 2 = 5 of 5 CPs (for moves on land only):"
        ),
        "  - Form Napoleon, Lannes and 7 units of France at Strasbourg.",
        (
            "  - The Formation marches Stuttgart > Ulm; halts if intercepted; fights only at 1.2 to 1 dice or better; "
            "in battle cards The Grand Battery; first lost are units of France."
        ),
        "  - Flag where it stands.",
        "  - Build 1 unit at Mainz.",
        "  - With CPs that are left: bring pieces out of the Regroup box, then build units at Paris.",
        (
            "- France (2nd choice, if the 1st does not hold or cannot begin) plays Conscripts for 3 CPs, and at the "
            "end uses a Resource; its CPs take Refit markers off and then build units."
        ),
        "- France: if that cannot be played, the game stops and asks you.",
    ]


def test_an_impulse_to_be_asked_about_is_said() -> None:
    asked = RoundOrders(impulses={"france": ImpulseOrders(otherwise="ask")})
    assert "- France: the game stops and asks you." in said_back(asked, position())


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("", "then the card drawn for CPs); its CPs take Refit markers off and then build units."),
        (", then: {card: Landwehr, as: cp}", "; its CPs take Refit markers off and then build units."),
        (", then: {card: Landwehr, as: event}", "as an event, then Landwehr as an event."),
    ],
)
def test_2_6_the_receipt_says_what_becomes_of_the_points_of_a_card_played_by_an_event(then: str, said: str) -> None:
    order = read(f"impulses: {{France: {{play: {{card: House of Rothschild, as: event{then}}}}}}}", RoundOrders).order
    assert order is not None
    view = replace(position(), hands=in_round(france=("rothschild", "landwehr")).hands)
    view = replace(view, deck=CardPile(unknown=5))
    (line,) = [each for each in said_back(order, view).splitlines() if each.startswith("- France")]
    assert line.endswith(said)


LEFT = "; what they leave is lost, as no `rest` line says what it is for"


@pytest.mark.parametrize(
    ("lines", "costs"),
    [
        ("Napoleon: Ulm, rest: unit", "; these lines take at least 2 of 3 CPs:"),
        ("Napoleon: Ulm", f"; these lines take at least 2 of 3 CPs{LEFT}:"),
        ("Napoleon: Munich, build: 1 unit at Paris", "; these lines take at least 3 + 2 = 5 of 3 CPs:"),
        ("embark: 1 unit at Brest, sail: Brest > Western Approaches", f"; these lines take at least 2 of 3 CPs{LEFT}:"),
        ("sail: Brest > Western Approaches", f"; these lines take at least 1 of 3 CPs{LEFT}:"),
        ("Ney and Lannes: Ulm, rest: unit", "; these lines take at least 4 of 3 CPs:"),
        ("Ney and Lannes with 3 units: Ulm, rest: unit", "; these lines take at least 2 of 3 CPs:"),
        ("rest: unit", ":"),
    ],
)
def test_6_3_the_receipt_adds_up_what_the_lines_cost(lines: str, costs: str) -> None:
    order = read(f"impulses: {{France: {{play: Conscripts as cp, do: [{lines}]}}}}", RoundOrders).order
    assert order is not None
    view = with_forces(
        position(),
        units={"strasbourg": {"france": 6}},
        generals=dict.fromkeys(("napoleon", "ney", "lannes"), "strasbourg"),
    )
    assert f"- France plays Conscripts for 3 CPs{costs}" in said_back(order, view).splitlines()


@pytest.mark.parametrize(
    ("card", "orders", "costs"),
    [
        ("dos-de-mayo", "plus: Decree as cp, do: [sail: Brest > Western Approaches, build: 1 squadron at Brest]",
         "; these lines take at least 1 + 4 = 5 of 3 CPs"),
        ("marching-season", "do: [Davout: Metz, Napoleon: Munich]",
         f"; these lines take at least 1 + 3 = 4 of 5 CPs (for moves on land only){LEFT}"),
        ("marching-season", "do: [Davout: Metz, build: 1 unit]",
         "; these lines take at least 1 + 2 = 3 of 5 CPs (for moves on land only)"),
        ("rothschild", "do: [Davout: Metz, build: 1 unit]",
         f"; these lines take at least 1 + 2 = 3 of the CPs of the card drawn{LEFT}"),
    ],
)  # fmt: skip
def test_6_3_the_receipt_adds_up_what_lines_cost_beside_an_event(card: str, orders: str, costs: str) -> None:
    order = read(f"impulses: {{France: {{play: {{card: {card}, as: event}}, {orders}}}}}", RoundOrders).order
    assert order is not None
    view = replace(position(), hands=in_round(france=(card,)).hands, deck=CardPile(unknown=5))
    (line,) = [each for each in said_back(order, view).splitlines() if each.startswith("- France plays")]
    assert f"{costs}:" in line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("all from Cadiz > Gulf of Cadiz", "All Squadrons from Cadiz sail to Gulf of Cadiz."),
        ("Gulf of Cadiz > Western Approaches > Bay of Biscay",
         "All Squadrons sail by way of Gulf of Cadiz, Western Approaches to Bay of Biscay."),
        ("Western Approaches > Bay of Biscay", "All Squadrons from Western Approaches sail to Bay of Biscay."),
        ("1 squadron from Brest > Western Approaches", "1 Squadron from Brest sails to Western Approaches."),
        ("2 squadrons from Brest > Western Approaches > Channel",
         "2 Squadrons from Brest sail by way of Western Approaches to English Channel."),
    ],
)  # fmt: skip
def test_13_2_fleets_are_said_in_sentences(line: str, said: str) -> None:
    order = read(f"impulses: {{France: {{play: Conscripts as cp, do: [sail: {line}]}}}}", RoundOrders).order
    assert order is not None
    view = replace(position(), squadrons={"western-approaches": (Squadron(nation="france"),)})
    assert f"  - {said}" in said_back(order, view).splitlines()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("build: 1 unit", "Build 1 unit (at Paris, where no place is said)."),
        ("build: 1 squadron", "Build 1 Squadron (at Antwerp, where no place is said)."),
        ("build: 1 unit at Metz", "Build 1 unit at Metz."),
        ("build: []", "Build nothing."),
    ],
)
def test_7_1_a_receipt_says_where_is_built_what_no_place_is_said_for(line: str, said: str) -> None:
    order = read(f"impulses: {{France: {{play: Conscripts as cp, do: [{line}]}}}}", RoundOrders).order
    assert order is not None
    assert f"  - {said}" in said_back(order, position()).splitlines()


def test_4_5_first_hands_are_said_to_be_thrown_away_once() -> None:
    order = read("hand: {keep if: cp sum >= 12}", EntryOrders).order
    assert order is not None
    said = said_back(order, position()).splitlines()
    assert "- Every first hand is kept, if `cp_sum >= 12`; otherwise it is thrown away, once." in said


def test_5_4_the_receipt_says_that_a_nation_with_a_card_does_not_pass() -> None:
    order = read("impulses: {France: pass}", RoundOrders).order
    assert order is not None
    said = said_back(order, position())
    assert "- France plays its lowest card, Conscripts, for 3 CPs" in said
    assert "(a nation that can play a card does not pass, 5.4)." in said


def test_4_4_the_receipt_before_the_first_turn_says_who_begins_with_a_resource() -> None:
    said = said_back(EntryOrders(), position()).splitlines()
    assert "- France begins with a Resource." in said
    assert "- Austria begins with a Resource." in said_back(EntryOrders(resource="austria"), position()).splitlines()


@pytest.mark.parametrize(
    ("said", "replaced"),
    [
        (WarStanding(evade=()), "- These replace your earlier standing orders under `evade`; all others stay."),
        (WarStanding(battle=(BattleLine(),)), ""),
    ],
)
def test_2_3_a_receipt_names_the_standing_orders_that_a_sheet_replaces_and_no_others(
    said: WarStanding, replaced: str
) -> None:
    kept = WarStanding(evade=(EvadeLine(),), intercept=(InterceptLine(),))
    lines = said_back(RoundOrders(standing=said), replace(in_round(), standing={"france": kept})).splitlines()
    assert [line for line in lines if "earlier standing orders" in line] == [replaced][: bool(replaced)]


def test_a_battle_card_that_one_does_not_hold_is_named() -> None:
    wish = BattleLine(cards=(BattleCardWish(card="rally"), BattleCardWish(card="grand-battery")))
    said = said_back(RoundOrders(standing=WarStanding(battle=(wish,))), in_round(france=("rally",)))
    cards = "Rally; The Grand Battery (you do not hold The Grand Battery now) (Rally only where France fights)"
    assert f"- In battles: cards {cards}." in said


def test_7_7_a_receipt_says_where_pieces_come_out_of_the_regroup_box() -> None:
    """To the capital, not to where a force stands, unless a line says so."""
    view = in_round(france=("conscripts",))
    view = replace(view, generals={**view.generals, "ney": REGROUP})
    for line, said in (
        ("regroup: Ney", "Out of the Regroup box: Ney (out of the box to Paris, where no place is said)."),
        ("rest: [regroup]", "With CPs that are left: bring pieces out of the Regroup box (out of the box to Paris,"),
        ("regroup: Ney at Metz", "Out of the Regroup box: Ney at Metz."),
        ("rest: []", "With CPs that are left: nothing, so that they are lost."),
    ):
        text = f"impulses:\n  France:\n    play: Conscripts as cp\n    do:\n      - {line}\n"
        order = read(text, RoundOrders).order
        assert order is not None
        assert said in said_back(order, view)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["form: {at: Strasbourg, commander: Napoleon, units: 3}"],
         [("Form Napoleon and 3 units at Strasbourg (units of France: those of Spain there stay; Lannes"
           " and Murat stay).")]),
        (["form: {at: Strasbourg, commander: Napoleon, units: 3 France and 1 Spain}"],
         ["Form Napoleon and 3 units of France and 1 unit of Spain at Strasbourg (Lannes and Murat stay)."]),
        (["form: {at: Strasbourg, commander: Napoleon}"],
         [("Form Napoleon at Strasbourg (with 6 units of France and 2 units of Spain as things stand; Lannes and Murat"
           " stay in Strasbourg without units).")]),
        (["Davout: Metz"],
         ["Davout marches to Metz (with 4 units as things stand; Soult stays in Mainz without units)."]),
        (["Napoleon: Metz"],
         [("Napoleon marches to Metz (with 6 units of France and 2 units of Spain as things stand; Lannes and Murat"
           " stay in Strasbourg without units).")]),
        (["Davout: Strasbourg", "Napoleon: Metz"],
         ["Davout marches to Strasbourg (with 4 units as things stand; Soult stays in Mainz without units).",
          "Napoleon marches to Metz."]),
        (["build: 1 unit at Mainz", "Davout: Metz"], ["Build 1 unit at Mainz.", "Davout marches to Metz."]),
        (["Davout alone: Metz"], ["Davout rides alone to Metz."]),
        (["Ney: Metz"], ["Ney marches to Metz (without units as things stand)."]),
    ],
)  # fmt: skip
def test_9_1_a_receipt_says_whose_units_a_formation_takes(lines: list[str], said: list[str]) -> None:
    view = position()
    units = {"strasbourg": {"france": 6, "spain": 2}}
    view = with_forces(view, units=units, generals={"ney": "lyon"})
    text = "impulses:\n  France:\n    play: Conscripts as cp\n    do:\n"
    order = read(text + "".join(f"      - {line}\n" for line in lines), RoundOrders).order
    assert order is not None
    assert [each[4:] for each in said_back(order, view).splitlines() if each.startswith("  - ")] == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Lannes and Murat from Strasbourg to Ulm", "Lannes and Murat alone, without units, from Strasbourg to Ulm"),
        ("Ney: Ulm", "Ney alone, without units, from where Ney is to Ulm"),
        ("all units with Ney from Mainz to Ulm", "Ney and all units from Mainz to Ulm"),
        ("Ney with all units from Mainz to Ulm", "Ney and all units from Mainz to Ulm"),
        ("2 units with Ney from Mainz to Ulm", "Ney and 2 units from Mainz to Ulm"),
        ("Mainz to Ulm", "as many units as an Army may take from Mainz to Ulm"),
    ],
)  # fmt: skip
def test_14_21_a_receipt_says_what_a_deployment_takes(line: str, said: str) -> None:
    order = read(f"turn end:\n  deploy:\n    - {line}\n", TurnEndOrders).order
    assert order is not None
    assert said_back(order, in_round()) == f"- Deploy {said}."


def test_5_12_a_receipt_has_a_card_and_what_is_used_besides_in_the_order_of_play() -> None:
    besides = "    plus: Landwehr as event\n"
    for play, said in (
        ("    play: Conscripts as cp\n", "plays Conscripts for 3 CPs, and then Landwehr as an event"),
        ("", "plays no card but Landwehr as an event"),
    ):
        order = read(f"impulses:\n  France:\n{play}{besides}", RoundOrders).order
        assert order is not None
        assert said in said_back(order, in_round(france=("conscripts",)))


def test_a_receipt_with_warnings_does_not_say_that_play_continues_as_if_all_were_well() -> None:
    view = position()
    decision = Decision(key="k", seat="france", takes=RoundOrders, about=ABOUT[RoundOrders])
    late = Located(Problem("preempts-itself", ("preempt", 0), "5.2", {"nation": "france"}, Weight.unwise), Place(1, 1))
    for faults, waits in (((), True), ((late,), False)):
        arrival = SheetArrival(
            game="war", seat="france", titles=seats_of(5, drawn=False), fate=SheetFate.accepted, view=view,
            decision=decision, order=RoundOrders(impulses={}), text="preempt: none", faults=faults,
        )  # fmt: skip
        text = " ".join(receipt(words(view, "france"), arrival).split())
        assert ("first. Play continues as soon as all sheets are in" in text) is waits
        assert ("Play does not wait until you have looked at the warnings" in text) is not waits
        assert ("A line `hold 10 minutes` above your next sheet" in text) is not waits
