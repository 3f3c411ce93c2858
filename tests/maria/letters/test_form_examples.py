"""The examples in the forms are the reader's own, and letters and receipts tell what a reader cannot see."""

import re
from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Problem
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Table, decisions_of
from pbem.report.letter import letter, part
from pbem.sheet.check import check_sheet
from pbem.sheet.reader import read_sheet
from pbem_maria.chapters.pieces import TroopsLost
from pbem_maria.chapters.politics import PoliticalCardRevealed, TrumpNamed
from pbem_maria.chapters.standing import keep
from pbem_maria.chapters.turn import StageBegan
from pbem_maria.enquiries import ENQUIRIES
from pbem_maria.guess import guess
from pbem_maria.letters import changes
from pbem_maria.menu.offers import favours, moves, neighbours, offers
from pbem_maria.orders.cards import RESERVE_VALUES, SubsidyOrders
from pbem_maria.orders.movement import FORCE_MARCH
from pbem_maria.orders.stage import Attack, StageOrders, StandingOrders
from pbem_maria.orders.standing import HussarWish
from pbem_maria.position.state import Agreement, KnownStrength
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.politics import PoliticsSheets
from pbem_maria.sequence.setup import start
from pbem_maria.sequence.stage import stage_reach, starving
from pbem_maria.sequence.supply import PlaceHussars
from pbem_maria.sequence.turn import StageSheet
from pbem_maria.sequence.winter import Winter
from pbem_maria.settings import MariaSettings, seats
from tests.long import tries
from tests.maria.advanced import laid
from tests.maria.drill import ground, position, table_of
from tests.maria.letters.test_words import occasion, said_back, uncommented, words

ONLY_TOGETHER = {
    "no-troops-given", "trump-missing",  # the rest of the form, which an example alone has not
    "recruits-unpaid", "returns-without-troops", "recruits-off-map", "general-off-map", "commander-not-there",
    "no-such-attack",  # no one is near enough to attack
}  # fmt: skip
"""What may be wrong with an example by itself that is none of the reader's concern."""


def forms(players: str, scenario: str, seed: str) -> Iterator[tuple[Table, str, Decision | None]]:
    """A game of guesses, and at each pause every seat with what it is asked."""
    settings = MariaSettings(players=players, scenario=scenario)  # type: ignore[arg-type]
    table, chance = Table(start(settings), seats(settings), seed), Chance(seed, "examples")
    answers: dict[str, Answer] = {}

    def sheets(decision: Decision, _view: object) -> Answer | None:
        return answers.get(decision.seat + decision.key)

    while open_ones := play(table, (sheets, policies(MARIA.policies))):
        asked = {decision.seat: decision for decision in open_ones}
        yield from ((table, seat, asked.get(seat)) for seat in table.seats)
        answers.clear()
        answers.update({d.seat + d.key: Answer(guess(table.views[d.seat], d, chance)) for d in open_ones})


def form_of(table: Table, seat: str, decision: Decision | None) -> str:
    known, told = words(table.views[seat], seat), occasion(table, seat, decision, len(table.entries))
    text = letter(known, told)
    return text[text.index("\n--- #") : text.index("\n...\n")] if decision else part(known, told, "form")


def filled(form: str) -> str:
    """The lines of a form that are no comments."""
    return "\n".join(line for line in form.splitlines() if not line.startswith(("#", "---")))


def faults_of(table: Table, seat: str, decision: Decision | None) -> Iterator[tuple[str, Problem]]:
    """Each example of a form with all that is wrong with it; those of what else a sheet may hold, in the whole form."""
    view = table.views[seat]
    told = occasion(table, seat, decision, len(table.entries))
    step = table.state.flow[-1] if decision else MARIA.anytime(view, seat)
    if told.decision is None or step is None:
        return
    form = form_of(table, seat, decision)
    besides = form.partition("# Also, if you like")[2] if decision else ""
    for example in uncommented(form):
        sheet = f"{filled(form)}\n{example}" if f"# {example.splitlines()[0]}" in besides.splitlines() else example
        for fault in check_sheet(sheet, step, told.decision, view, MARIA.lexicon(view, seat)).faults:
            yield example, fault.problem


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "scenario", "seed"), [("3", "advanced", "e"), ("2", "advanced", "y"), ("3", "introductory", "m")]
)
def test_every_example_could_be_handed_in(players: str, scenario: str, seed: str) -> None:
    for table, seat, decision in islice(forms(players, scenario, seed), 0, None, tries(10, 1)):
        for example, problem in faults_of(table, seat, decision):
            stays = problem.code == "breaks-agreement" and problem.path == ("moves",)  # the form itself has moves out
            assert not problem.stops or stays or problem.code in ONLY_TOGETHER, (problem, example)


@pytest.mark.slow
def test_8_the_form_of_the_subsidy_has_the_other_choice_below_the_line() -> None:
    seen = set()
    for table, seat, decision in islice(forms("3", "introductory", "m"), tries(400, 2)):
        if decision is not None and decision.takes is SubsidyOrders:
            form = form_of(table, seat, decision)
            seen.add(filled(form).strip())
            assert sorted(re.findall(r"^(?:# )?subsidy: (\w+)", form, re.MULTILINE))[:2] == ["bavaria", "none"], form
    assert seen


AGREEMENTS = """
propose:
  - {with: Louis XV, kind: no hussars}
  - {with: Frederick, kind: no hussars}
"""


def test_9_a_force_march_in_the_form_leaves_no_general_unsupplied_where_another_would_not() -> None:
    road = ground("a b c d e f g h i j k l m n o p q r s t u v", home={"austria": "v"})
    at = {"belle-isle": "a", "broglie": "i", "france-t2": "e", "karl": "v"}
    view = replace(position(road, at), flow=(StageSheet(stage="france"),))
    (goal,) = [move.path[-1] for move in moves(view, "louis") if move.how == FORCE_MARCH]
    assert view.board.distance("e", goal) <= 6


def test_21_the_form_offers_no_attack_that_an_agreement_of_the_reader_forbids() -> None:
    table = laid(pieces={"noailles": ("namur", 4), "arenberg": ("dinant", 4), "traun": ("linz", 4)}, hussars=())
    assert neighbours(table.state, "louis") == ()  # no stage of its powers
    table.emit(StageBegan(stage="france", powers=("france", "bavaria")))
    assert neighbours(table.state, "louis") == ("noailles", "arenberg")
    promise = Agreement(number=1, kind="no combat", parties=("maria-theresa", "louis"), status="in force", first=1)
    promised = replace(table.state, agreements=(promise,))
    assert neighbours(promised, "louis") == ()
    apart = replace(promised, agreements=(replace(promise, except_for=("arenberg",)),))
    assert neighbours(apart, "louis") == ("noailles", "arenberg")


@pytest.mark.parametrize(("city", "near"), [("linz", True), ("enns", False)])
def test_11_1_the_form_says_that_an_attack_needs_generals_next_to_each_other(city: str, near: bool) -> None:
    table = laid(pieces={"traun": (city, 3), "belle-isle": ("eferding", 3)}, hussars=())
    table.emit(StageBegan(stage="austria", powers=("austria",)))
    table.enter(StageSheet(stage="austria"))
    table.close("orders", {})
    decision = next(each for each in play(table, ()) if each.seat == "maria-theresa")
    form = form_of(table, "maria-theresa", decision)
    assert "#   - Traun > Belle-Isle" in form
    assert ("# The order of your combats:\n" in form) is near, form
    assert ("# The order of your combats, with those next to each other then:\n" in form) is not near


def test_numbers_of_agreements_are_those_that_the_reader_can_use() -> None:
    table = laid()
    sheet = read_sheet(AGREEMENTS, StandingOrders, MARIA.lexicon(table.state, "maria-theresa"))
    assert sheet.order
    keep(table, "maria-theresa", sheet.order)
    table.enter(StageSheet(stage="france"))
    table.close("offered", {})

    def said(seat: str) -> list[str]:
        lines = form_of(table, seat, None).splitlines()
        return [line.split("]")[0] for line in lines if line.startswith(("# accept", "# decline", "# end"))]

    assert said("louis") == ["# accept: [1", "# decline: [1"]
    assert said("frederick") == ["# accept: [2", "# decline: [2"]
    assert said("maria-theresa") == ["# decline: [2"]


def test_20_21_no_example_proposes_again_what_is_open_or_in_force() -> None:
    table = laid()
    form = form_of(table, "louis", None)
    assert "# contracts:" in form
    (partner,) = re.findall("# +with: (.*)", form)
    (giver, receiver) = re.findall("# +- (.*) to (.*):", form)[0]

    def asked(partners: str) -> None:
        text = f"propose: [{{with: {partners}, kind: no combat}}]\ncontracts: ['{giver} to {receiver}: 2 turns']"
        sheet = read_sheet(text, StandingOrders, MARIA.lexicon(table.state, "louis"))
        assert sheet.order, sheet.faults
        keep(table, "louis", sheet.order)

    asked(partner)
    form = form_of(table, "louis", None)
    assert f"with: {partner}\n" not in form
    assert f"{giver} to {receiver}" not in form
    for other in re.findall("# +with: (.*)", form):
        asked(other)
    assert "# propose:" not in form_of(table, "louis", None)


def test_the_tc_that_the_form_places_is_trump() -> None:
    table = laid(hands={"prussia": ("H5", "D8", "R"), "pragmatic": ("S2",)})
    table.emit(TrumpNamed(suit="diamonds"))
    table.enter(PoliticsSheets(turn=1))
    table.close("trump", {})
    decision = next(each for each in play(table, ()) if each.seat == "frederick")

    assert "# place: {Prussia: ♦8, Pragmatic Army: none}" in form_of(table, "frederick", decision)


@pytest.mark.parametrize(
    ("card", "seat", "line"),
    [
        ("vitam-et-sanguinem", "louis", "The Hungarian Diet at Preßburg: drop"),
        ("vitam-et-sanguinem", "maria-theresa", "The Hungarian Diet at Preßburg: troops"),
        ("lopukhina", "frederick", "The Lopukhina affair: Russia left, discard"),
    ],
)
def test_17_the_form_plays_no_part_that_helps_an_enemy(card: str, seat: str, line: str) -> None:
    table = laid(hands={"prussia": ("H5",), "france": ("H9",), "austria": ("H7",)})
    table.emit(PoliticalCardRevealed(card=card))
    table.emit(TrumpNamed(suit="hearts"))
    table.enter(PoliticsSheets(turn=1))
    table.close("trump", {})
    decision = next(each for each in play(table, ()) if each.seat == seat)

    assert line in form_of(table, seat, decision)


def test_a_withdrawal_leads_home() -> None:
    homes = {"louis": "Metz", "frederick": "Berlin", "maria-theresa": "Prag"}
    table = laid()
    assert {seat: f"withdraw: {home}\n" in form_of(table, seat, None) for seat, home in homes.items()} == dict.fromkeys(
        homes, True
    )


def test_a_general_who_begins_in_an_off_map_box_takes_part() -> None:
    table, seat, decision = next(each for each in forms("3", "advanced", "e") if each[1] == "frederick")
    text = letter(words(table.views[seat], seat), occasion(table, seat, decision, 0))

    assert "Der Alte Dessauer 6 (begins in Ostpreußen)" in " ".join(text.split())
    assert "takes no part" not in text


def test_7_the_form_places_no_hussar_where_its_example_moves_put_a_piece() -> None:
    table = laid(pieces={"traun": ("linz", 3), "belle-isle": ("passau", 3)}, hussars=(HussarWish(("stay",)),))
    table.emit(StageBegan(stage="austria", powers=("austria",)))
    table.enter(StageSheet(stage="austria"))
    table.close("orders", {})
    decision = next(each for each in play(table, ()) if each.seat == "maria-theresa")
    lines = form_of(table, "maria-theresa", decision).splitlines()
    (goal,) = [line.split(": ")[1] for line in lines if line.startswith("#   - Traun: ")]
    places = [line for line in lines if line.endswith(" or stay")]
    assert places
    assert not [line for line in places if goal in line]


def test_7_a_letter_says_why_an_advance_order_does_not_fit() -> None:
    table = laid(pieces={"traun": ("linz", 3), "belle-isle": ("passau", 3)}, hussars=())
    keep(table, "maria-theresa", StandingOrders(hussars=(HussarWish(("passau",)),)))
    table.enter(PlaceHussars(turn=2))
    (decision,) = play(table, [policies(MARIA.policies)])
    text = letter(words(table.views["maria-theresa"], "maria-theresa"), occasion(table, "maria-theresa", decision, 0))

    assert "Your advance order no longer fits" in text
    assert "No hussar may be placed in Passau: Belle-Isle is there." in text


def test_7_the_letter_says_which_cities_are_on_supply_lines_and_how_to_learn_the_others() -> None:
    table = laid(pieces={"traun": ("linz", 3), "belle-isle": ("eferding", 3), "france-t2": ("braunau", 0)})
    table.enter(PlaceHussars(turn=2))
    (decision,) = play(table, [policies(MARIA.policies)])
    told = occasion(table, "maria-theresa", decision, 0)
    options = part(words(table.views["maria-theresa"], "maria-theresa"), told, "options")

    assert re.search("- On the supply line of Belle-Isle: .*[.]", options), options
    assert re.search("- Elsewhere: \\d+ cities \\(`reach hussars` names them\\).", options), options


def test_21_the_form_of_the_last_stage_leaves_what_is_to_be_left() -> None:
    table = laid(pieces={"belle-isle": ("linz", 5), "broglie": ("metz", 5)})
    table.emit(StageBegan(stage="france", powers=("france", "bavaria")))
    promise = Agreement(
        number=1,
        kind="leave",
        parties=("louis", "maria-theresa"),
        who=("louis",),
        areas=("austria",),
        last=table.state.turn,
    )
    table.state = replace(table.state, agreements=(replace(promise, status="in force", first=1),))
    table.views = dict.fromkeys(table.views, table.state)
    step = StageSheet(stage="france")
    table.enter(step)
    table.close("sheet", {})
    (decision,) = decisions_of(step, table.state)
    form = form_of(table, "louis", decision)
    sheet = check_sheet(form, step, decision, table.views["louis"], MARIA.lexicon(table.state, "louis"))

    assert sheet.order == decision.default
    assert isinstance(sheet.order, StageOrders)
    assert [move.pieces for move in sheet.order.moves] == [("belle-isle",)]
    assert not any(fault.problem.stops for fault in sheet.faults)
    assert "moves:\n  - Belle-Isle: " in form
    assert "passes" not in form
    stays = step.check(table.views["louis"], decision, StageOrders(passes=True))
    assert [problem.code for problem in stays] == ["breaks-agreement"]


def test_no_sentence_has_two_full_stops() -> None:
    table = laid(pieces={"friedrich": ("linz", 3), "traun": ("enns", 3)})
    table.emit(StageBegan(stage="prussia", powers=("prussia", "saxony")))
    sheet = "{passes: yes, combat: {Friedrich II.: lowest}, propose: [{with: Louis, text: We wait.}]}"
    order = read_sheet(sheet, StageOrders, MARIA.lexicon(table.state, "frederick")).order
    table.enter(StageSheet(stage="prussia"))
    table.close("laid", {})
    decision = next(each for each in play(table, ()) if each.seat == "frederick")
    assert order
    said = said_back(table, decision, replace(order, attacks=(Attack("traun", "friedrich"),)))

    assert "Frederick and Louis XV: other terms: “We wait.”" in " ".join(said.split())
    assert "Traun on Friedrich II." in said
    assert not re.search(r"\.”?\.", said)


def bill(hand: str, sheet: str) -> str:
    """The receipt for a sheet of Louis's, whose train is behind a hussar, 3 cities away."""
    key = ground("a b c d", home={"austria": "a"})
    at = {"belle-isle": "a", "france-t2": "d"}
    table = table_of(position(key, at, hands={"france": hand}, hussars=("c", None)))
    table.enter(StageSheet(stage="france"))
    table.close("laid", {})
    decision = next(d for d in play(table, ()) if d.seat == "louis")
    order = read_sheet(sheet, StageOrders, MARIA.lexicon(table.state, "louis")).order
    assert order
    return " ".join(said_back(table, decision, order).split())


def test_9_a_receipt_says_which_cards_pay_the_hussars() -> None:
    assert "The hussars cost France 3 points (Belle-Isle 3), paid with ♥4." in bill("H4.1 S9.1", "passes: yes")
    assert "The hussars cost France 3 points (Belle-Isle 3), paid with ♠9." in bill(
        "H4.1 S9.1", "supply: {pay: {France: [S9]}}"
    )
    assert "more than its hand is worth: all of the hand is discarded, and no general is supplied past them." in bill(
        "H2.1", "passes: yes"
    )


@pytest.mark.parametrize("power", ["france", "prussia", "austria", "pragmatic"])
def test_17_an_arrow_goes_to_the_side_that_is_good_for_its_reader(power: str) -> None:
    found = {track: favours(laid().state, power, track) for track in ("italy", "russia", "saxony")}
    assert set(found.values()) == {"left" if power in ("france", "prussia") else "right"}


def test_11_1_the_desk_offers_the_limits_of_plans_that_letters_show() -> None:
    table = laid()
    decision = occasion(table, "louis", None, len(table.entries)).decision
    assert decision
    offered = {
        each.at.rpartition("/")[2]: each.values
        for each in offers(table.views["louis"], "louis", decision, None)
        if each.at.startswith("standing/attack/*/value/") and each.at.endswith(("/at most", "/stop"))
    }
    form = form_of(table, "louis", None)

    assert offered == {"at most": ("3 cards",), "stop": ("losing 6 or more",)}
    assert all(f"{key}: {value}}}" in form for key, (value,) in offered.items())


def test_8_the_form_says_what_a_reserve_may_count() -> None:
    table = laid(pieces={"belle-isle": ("passau", 3), "traun": ("linz", 3)}, hussars=())
    table.emit(StageBegan(stage="france", powers=("france", "bavaria")))
    table.enter(StageSheet(stage="france"))
    decision = next(each for each in play(table, ()) if each.seat == "louis")
    least, most = min(RESERVE_VALUES), max(RESERVE_VALUES)
    assert f"# each counts 5; {least} to {most}\n" in form_of(table, "louis", decision)


HANDS = {"france": ("S2", "S3", "H8"), "bavaria": ("H3",), "austria": ("R", "C3", "C7"), "prussia": ("D2",)}
FULL = {"pieces": {"arenberg": ("namur", 8), "traun": ("wien", 8)}}
CROWDED = {"pieces": {"traun": ("wien", 3), "belle-isle": ("paris", 3), "broglie": ("paris", 2)}}


def winter_examples(seat: str, **given: object) -> tuple[str, list[Problem]]:
    """The examples of a winter form, all together, and what is wrong with them."""
    table = laid(hands=HANDS, **given)
    table.enter(Winter(turn=3))
    table.close("winter", {})
    decision = next(each for each in play(table, ()) if each.seat == seat)
    form = form_of(table, seat, decision).partition("# Also, if you like")[0]
    examples, view = "\n".join(uncommented(form)), table.views[seat]
    sheet = check_sheet(examples, table.state.flow[-1], decision, view, MARIA.lexicon(view, seat))
    return examples, [fault.problem for fault in sheet.faults]


@pytest.mark.parametrize("given", [{"pieces": {}}, FULL, CROWDED], ids=["all-away", "full", "crowded"])
@pytest.mark.parametrize("seat", ["louis", "maria-theresa"])
def test_13_the_examples_of_winter_are_legal_together(given: dict[str, object], seat: str) -> None:
    examples, problems = winter_examples(seat, **given)
    assert problems == [], examples
    assert "returns:" in examples


def test_13_the_form_of_winter_offers_nothing_to_a_hand_that_buys_nothing() -> None:
    examples, _ = winter_examples("frederick", pieces={})
    assert "recruits" not in examples


def winter_letter(seat: str, turn: int, **given: object) -> str:
    """What the letter of a winter says to *seat*, on one line."""
    table = laid(turn=turn, hands=HANDS, **given)
    table.enter(Winter(turn=turn))
    table.close("winter", {})
    decision = next(each for each in play(table, ()) if each.seat == seat)
    return " ".join(letter(words(table.views[seat], seat), occasion(table, seat, decision, 0)).split())


def test_13_the_letter_of_a_winter_says_that_it_is_winter() -> None:
    assert "It is winter. The next winter follows turn 6." in winter_letter("louis", 3)
    last = winter_letter("louis", 9)
    assert "It is winter. No other winter follows." in last
    assert "There are no more winters" not in last


def test_13_a_winter_in_which_nothing_can_be_bought_is_said_to_be() -> None:
    assert "You can buy no new troops in this winter" in winter_letter("frederick", 3)
    assert "Buy new troops" not in winter_letter("frederick", 3)
    assert "Buy new troops" in winter_letter("louis", 3)


def test_13_a_letter_says_which_fortresses_count_for_a_return() -> None:
    lost = winter_letter(
        "maria-theresa", 3, pieces={}, markers={"wien": "france", "prag": "france", "bruessel": "france"}
    )
    assert "Karl von Lothringen is off the board and cannot return now" in lost
    assert "a major fortress at home that its side controls, with room for it (" in lost
    assert " Wien" in lost.partition("with room for it (")[2].partition(")")[0]


def roll(*known: KnownStrength, **given: object) -> str:
    """What Louis reads in a letter of where all pieces are, with the strengths that combats showed."""
    table = laid(**given)
    view = replace(table.views["louis"], sightings=known)
    told = replace(occasion(table, "louis", None, 0), view=view)
    return " ".join(part(words(view, "louis"), told, "summary").split())


def test_11_1_a_strength_that_a_stack_showed_is_not_that_of_one_of_its_generals() -> None:
    pieces = {"friedrich": ("breslau", 7), "schwerin": ("liegnitz", 5), "leopold": ("breslau", 3)}
    both = KnownStrength(2, ("friedrich", "schwerin"), 12)
    assert "Friedrich II. + Schwerin 12 troops left of those seen in turn 2)" in roll(both, pieces=pieces)
    alone = roll(KnownStrength(1, ("friedrich",), 6), KnownStrength(2, ("leopold",), 4), pieces=pieces)
    assert (
        "Friedrich II. 6 troops left of those seen in turn 1; Erbprinz Leopold 4 troops left of those seen in turn 2)"
        in alone
    )
    assert "commands; 11 troops left of those seen in turn 2)" in roll(
        KnownStrength(2, ("friedrich", "leopold"), 11), pieces=pieces
    )
    assert "troops left" not in roll(KnownStrength(2, ("schwerin",), -1), pieces=pieces)


def test_11_1_a_loss_is_no_strength_that_was_seen() -> None:
    view = laid(turn=4).views["louis"]
    seen = replace(view, sightings=(KnownStrength(3, ("karl",), 6), KnownStrength(3, ("schwerin", "leopold"), 9)))
    hungry = replace(seen, sightings=(KnownStrength(3, ("karl",), 5), KnownStrength(3, ("leopold",), 9)))
    assert changes(seen, hungry, "louis").sightings == ()
    fought = replace(seen, sightings=(KnownStrength(4, ("karl",), 5),))
    assert changes(seen, fought, "louis").sightings == fought.sightings


def test_20_21_an_offer_is_answered_where_the_sheet_can_hold_the_line() -> None:
    table = laid(pieces={"traun": ("linz", 3), "belle-isle": ("passau", 3)})
    text = "{propose: [{with: Maria Theresa, kind: no hussars}], contracts: [France to Prussia: 2 turns]}"
    sheet = read_sheet(text, StandingOrders, MARIA.lexicon(table.state, "louis"))
    assert sheet.order
    keep(table, "louis", sheet.order)
    table.enter(PlaceHussars(turn=2))
    (decision,) = play(table, ())

    def awaited(seat: str, one: Decision | None) -> str:
        told = replace(occasion(table, seat, one, 0), asked=one is not None, changes=None)
        return " ".join(part(words(table.views[seat], seat), told, "summary").split())

    assert "`decline: [1]`, in your next sheet (not in this one);" in awaited("maria-theresa", decision)
    assert "for 2 turns, proposed by Louis XV" in awaited("frederick", None)
    assert "`contracts: [France to Prussia: 2 turns]` in a sheet or alone." in awaited("frederick", None)


def test_9_a_letter_and_reach_say_which_generals_are_lost_before_they_can_move() -> None:
    """Only to their owner, and no general that a train or its home feeds."""
    pieces = {"karl": ("passau", 1), "neipperg": ("linz", 1), "belle-isle": ("ulm", 1)}
    table = laid(turn=4, pieces=pieces, hussars=())
    table.emit(StageBegan(stage="austria", powers=("austria",)))
    table.enter(StageSheet(stage="austria"))
    decision = next(each for each in play(table, ()) if each.seat == "maria-theresa")
    view = table.views["maria-theresa"]
    told = " ".join(letter(words(view, "maria-theresa"), occasion(table, "maria-theresa", decision, 0)).split())
    lost = "(1 troop) in Passau will be lost: it has no supply, loses its last troops in the supply phase"
    assert "Karl von Lothringen " + lost in told.replace("**", "")
    assert told.count("will be lost") == 1
    assert starving(view, "maria-theresa") == ("karl",)
    (asked,) = ENQUIRIES["reach"].answer(view, "maria-theresa", ("karl",))
    said = words(view, "maria-theresa").fill("enquiries/reach.txt.j2", view=view, found=(asked,))
    assert lost in " ".join(said.replace("**", "").split())
    assert "off the map" not in said


def test_11_1_a_letter_says_what_is_left_of_the_strength_that_combat_showed() -> None:
    table = laid(turn=4, pieces={"friedrich": ("breslau", 6)})
    shown = replace(table.state, sightings=(KnownStrength(3, ("friedrich",), 3),))
    hungry = TroopsLost(seat="frederick", power="prussia", number=1, why="supply", generals=("friedrich",)).change(
        shown
    )
    assert "; 2 troops left of those seen in turn 3)" in roll(*hungry.sightings, pieces={"friedrich": ("breslau", 6)})


def test_11_1_a_stack_is_named_by_its_commander() -> None:
    pieces = {"traun": ("linz", 4), "batthyany": ("linz", 4), "belle-isle": ("passau", 3), "broglie": ("passau", 2)}
    table = laid(pieces=pieces, hussars=())
    table.emit(StageBegan(stage="austria", powers=("austria",)))
    own, foe = neighbours(table.state, "maria-theresa")
    assert own == table.state.generals_at("linz")[0] == "traun"
    assert foe == table.state.generals_at("passau")[0]
    (first, *_) = stage_reach(table.state, "maria-theresa")
    assert first.enemy
    assert first.enemy.general == foe
