"""Politics (17, 25): what no one else learns, how sheets may be written, and whole games of it, told."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Table
from pbem.report.letter import letter, public_report
from pbem.report.words import Words
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria.chapters import politics
from pbem_maria.chapters.politics import PoliticalCardMissed
from pbem_maria.edition import edition
from pbem_maria.edition.cards import Shift
from pbem_maria.fixture.position import GivenPosition
from pbem_maria.guess import guess
from pbem_maria.invariants import broken
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.politics import CardLine, CardPart, Placing, PlacingOrders, PoliticsOrders, Taking
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings, Options, seats
from tests.maria.letters.test_words import RAW, check_form, occasion, said_back

SEATS = ("maria-theresa", "frederick", "louis")
HISTORICAL = edition.named("historical")


def laid_out(**given: Any) -> Table:
    """A table before the stage of politics; Turin and the militia are to be turned, hearts are trump."""
    position = GivenPosition(
        scenario="advanced", at="politics", turn=2, politics=("turin", "milice"), draw=("H2",), **given
    )
    table = Table(start(position.settings()), seats(position.settings()), "politics")
    position.lay_out(table)
    return table


def played(table: Table, sheets: Mapping[str, Any]) -> tuple[Decision, ...]:
    """Play on with *sheets* by seat, as far as they go; return who is waited for."""
    return play(table, [lambda decision, _: _answer(sheets, decision), policies(MARIA.policies)])


def _answer(sheets: Mapping[str, Any], decision: Decision) -> Answer | None:
    order = sheets.get(decision.seat)
    return Answer(order, "sheet") if isinstance(order, decision.takes) else None


def views(table: Table, *seen_by: str) -> list[Any]:
    return [table.views[seat] for seat in seen_by]


def test_17_3_a_card_placed_in_order_is_its_owners_secret() -> None:
    worlds = []
    for card in ("H9", "S3"):
        options = Options(politics_placement="in-order")
        table = laid_out(hands={"prussia": ("H9", "S3"), "austria": ("H5",)}, options=options)
        waiting = played(table, {"frederick": PlacingOrders(place=card)})
        assert [decision.key for decision in waiting] == ["2.placing.austria"]
        worlds.append(table)
    assert views(worlds[0], "louis", "maria-theresa", PUBLIC) == views(worlds[1], "louis", "maria-theresa", PUBLIC)
    assert worlds[0].views["frederick"] != worlds[1].views["frederick"]


def test_17_3_nothing_happens_before_all_sheets_are_in() -> None:
    table = laid_out(hands={"prussia": ("H9", "S3"), "austria": ("H5",)})
    before = played(table, {})
    seen = views(table, *SEATS, PUBLIC)
    assert [decision.seat for decision in before] == ["frederick", "louis", "maria-theresa"]

    played(table, {"frederick": PoliticsOrders(place=Placing({"prussia": ("H9",)}))})

    assert views(table, *SEATS, PUBLIC) == seen


def test_25_a_bluff_is_not_shown() -> None:
    worlds = []
    for card in ("S3", "C10"):
        table = laid_out(hands={"austria": ("S3", "C10")}, options=Options(bluff_cost="on"))
        place = PoliticsOrders(place=Placing({"": (card,)}))
        played(table, {"maria-theresa": place, "louis": PoliticsOrders(), "frederick": PoliticsOrders()})
        assert len(table.state.placed["austria"]) == 1
        worlds.append(table)
    assert views(worlds[0], "louis", "frederick", PUBLIC) == views(worlds[1], "louis", "frederick", PUBLIC)


def test_17_5_who_gets_new_troops_and_what_is_drawn_is_secret() -> None:
    worlds = []
    for general in ("belle-isle", "broglie"):
        stands = {"belle-isle": ("linz", 4), "broglie": ("enns", 4)}
        table = laid_out(hands={"france": ("H9",)}, pieces={g: _stand(*where) for g, where in stands.items()})
        order = PoliticsOrders(
            place=Placing({"": ("H9",)}), take=Taking({"": (CardLine("milice", whole=True),)}), new_troops={general: 3}
        )
        played(table, {"louis": order, "maria-theresa": PoliticsOrders(), "frederick": PoliticsOrders()})
        assert table.state.troops[general] == 7
        worlds.append(table)
    others = ("maria-theresa", "frederick", PUBLIC)
    assert views(worlds[0], *others) == views(worlds[1], *others)
    assert worlds[0].views["frederick"].totals["france"] == 11


def _stand(city: str, troops: int) -> Any:
    from pbem_maria.fixture.position import Stand

    return Stand(city, troops)


def test_17_4_others_count_a_card_that_goes_back_and_do_not_follow_it() -> None:
    table = laid_out(hands={"austria": ("S3", "C10")})
    place = PoliticsOrders(place=Placing({"": ("S3",)}))
    played(table, {"maria-theresa": place, "louis": PoliticsOrders(), "frederick": PoliticsOrders()})

    assert len(table.views["louis"].hands["austria"]) == 2
    assert table.views["louis"].hands["austria"].hidden == 2
    assert len(table.views["maria-theresa"].hands["austria"].known) == 2


def test_17_the_deck_of_politics_is_nobodys_to_know() -> None:
    table = laid_out()
    played(table, {})
    assert [view.political_deck.known for view in views(table, *SEATS, PUBLIC)] == [()] * 4


def read(text: str, seat: str = "louis") -> Any:
    names = lexicon(start(MariaSettings(scenario="advanced")), seat)
    sheet = read_sheet(text, PoliticsOrders, names)
    assert sheet.order is not None, sheet.faults
    return sheet.order


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♥7", ("H7",)),
        ("♥7 or ♠3", ("H7", "S3")),
        ("H7 or S3 or R", ("H7", "S3", "R")),
        ("[♥7 or ♠3]", ("H7", "S3")),
        ("none", ()),
        ("Reserve", ("R",)),
    ],
)  # fmt: skip
def test_17_3_what_is_placed_may_be_written_in_several_ways(text: str, cards: tuple[str, ...]) -> None:
    assert read(f"place: {text}").place == Placing({"": cards})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Turin: play", CardLine("turin", whole=True)),
        ("Turin", CardLine("turin", whole=True)),
        ("Sardinia sides with Vienna: drop", CardLine("turin", drops=True)),
        ("Carteret: troops", CardLine("carteret", parts=(CardPart("troops"),))),
        ("Carteret: Troops + draw TC", CardLine("carteret", parts=(CardPart("troops"), CardPart("draw_tc")))),
        ("Orbetello: Italy left", CardLine("orbetello", parts=(CardPart("shift", "italy", "left"),))),
        ("Orbetello: play, left", CardLine("orbetello", whole=True, parts=(CardPart("shift", "", "left"),))),
        ("Turin: Italy right by 2 boxes", CardLine("turin", parts=(CardPart("shift", "italy", "right", 2),))),
        ("Turin: Italy", CardLine("turin", parts=(CardPart("shift", "italy"),))),
        ("Orbetello (Italy left)", CardLine("orbetello", parts=(CardPart("shift", "italy", "left"),))),
        ("save", CardLine()),
    ],
)
def test_17_5_a_line_of_preferences(text: str, line: CardLine) -> None:
    order = read(f"take:\n  - {text}\n")

    assert order.take == Taking({"": (line,)})
    assert read(write_sheet(order, lexicon(start(MariaSettings(scenario="advanced")), "louis"))) == order


GUARDS = CardLine("palace-coup", parts=(CardPart("shift", "russia", "right"), CardPart("draw_tc")))
ORBETELLO = CardLine("orbetello", parts=(CardPart("shift", "italy", "right"),))
TROOPS = (CardPart("troops"),)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("take: Guards: Russia right, draw\n", (GUARDS,)),
        ("Take the guards: Russia right, draw\nSave if they are gone.", (GUARDS, CardLine())),
        ("take: Carteret: troops, else Orbetello: Italy right", (CardLine("carteret", parts=TROOPS), ORBETELLO)),
        (
            "Take Carteret for the troops, or else Orbetello: Italy right.",
            (CardLine("carteret", parts=TROOPS), ORBETELLO),
        ),
        (
            "Take Walpole and draw a card, otherwise save",
            (CardLine("carteret", parts=(CardPart("draw_tc"),)), CardLine()),
        ),
        ("take: Walpole troops, Turin drop", (CardLine("carteret", parts=TROOPS), CardLine("turin", drops=True))),
        ("take: Walpole falls, Carteret governs, else save", (CardLine("carteret", whole=True), CardLine())),
        ("take: Austria\n  - Turin: drop\n  - save", (CardLine("turin", drops=True), CardLine())),
    ],
)
def test_17_5_what_is_taken_is_read_in_words_and_in_order(text: str, lines: tuple[CardLine, ...]) -> None:
    assert list(read(text, "maria-theresa").take.each.values()) == [lines]


@pytest.mark.parametrize(
    "text",
    ["take: Turin if not Carteret: troops", "take: Turin or nothing much", "take: Turin, if not Carteret: troops"],
)
def test_17_5_what_is_no_order_of_preference_is_refused(text: str) -> None:
    assert read_sheet(text, PoliticsOrders, lexicon(start(MariaSettings(scenario="advanced")), "louis")).order is None


@pytest.mark.parametrize(
    "text",
    ["Prussia ♠9 or Reserve, Pragmatic Army ♣5", "♠9 or Reserve for Prussia and ♣5 for PA", "Prussia ♠9 or R; PA ♣5"],
)
def test_17_3_each_power_has_its_own_card_in_one_line(text: str) -> None:
    assert read(f"place: {text}", "frederick").place == Placing({"prussia": ("S9", "R"), "pragmatic": ("C5",)})


@pytest.mark.parametrize(
    "text",
    [
        "Hearts are trump. Place ♥7.",
        "Trump is hearts\nPlace ♥7",
        "I place ♥7\nHearts will be trump.",
        "trump are hearts\nplace ♥7",
    ],
)
def test_17_trump_is_named_in_a_sentence(text: str) -> None:
    order = read(text)
    assert (order.trump, order.place) == ("hearts", Placing({"": ("H7",)}))


@pytest.mark.parametrize(
    "text", ["Hearts are not trump. Place ♥7.", "Hearts are trump. Perhaps.", "Trump is not hearts"]
)
def test_17_a_sentence_with_something_else_names_no_trump(text: str) -> None:
    assert read_sheet(text, PoliticsOrders, lexicon(start(MariaSettings(scenario="advanced")), "louis")).order is None


@pytest.mark.parametrize(
    ("text", "paid"),
    [("subsidy: stop paying Bavaria", False), ("subsidy: pay Bavaria again", True), ("subsidy: keep paying", True)],
)
def test_14_the_subsidy_goes_on_or_stops(text: str, paid: bool) -> None:
    assert read(text).subsidy.paid is paid


def test_17_3_whichever_card_is_trump_is_placed() -> None:
    wanted = read("place: ♠7 or ♣9 or ♦7").place
    assert read("place: whichever of ♠7, ♣9 or ♦7 is trump").place == wanted


def test_17_5_a_general_alone_gets_one_troop() -> None:
    for text in ("new troops: Broglie", "new troops: to Broglie"):
        assert read(text).new_troops == {"broglie": 1}


def test_17_5_a_card_is_taken_and_dropped() -> None:
    wanted = read("take: [Turin: drop]").take
    for text in ("take: Turin and drop it", "take Turin and drop it", "take: Turin, drop it", "take: Turin: drop it"):
        assert read(text).take == wanted


def test_18_a_vote_that_is_asked_for_is_that_of_whom_it_is_asked() -> None:
    wanted = read("Propose to Frederick: he votes for Francis Stephen").propose
    assert read("propose to Frederick: vote for Francis Stephen").propose == wanted
    assert read("propose: Frederick, vote Francis Stephen").propose == wanted


def test_21_an_agreement_is_answered_by_its_number() -> None:
    assert read("accept: agreement 5\ndecline: my own proposal 8").accept == (5,)
    assert read("decline: my own proposal 8").decline == (8,)


@pytest.mark.parametrize("text", ["vote: all for Charles Albert", "vote: all votes for Charles Albert"])
def test_18_all_votes_are_for_one_candidate(text: str) -> None:
    assert read(f"standing: {{{text}}}").standing.vote.all == "charles-albert"


def test_18_whose_vote_is_asked_for_and_ones_own_are_said_in_words() -> None:
    order = read("Propose to Frederick: he votes for Francis Stephen\nOur own vote: Francis Stephen")
    (asked,) = order.propose
    assert (asked.kind, asked.with_, asked.who, asked.to) == ("vote", ("frederick",), ("frederick",), "francis-stephen")
    assert order.standing.vote.all == "francis-stephen"


@pytest.mark.parametrize("text", ["France places ♥8", "place: France places ♥8", "place: ♥8 for France"])
def test_17_3_who_places_is_said_in_a_sentence(text: str) -> None:
    assert read(text).place == Placing({"france": ("H8",)})
    assert read("France takes Turin").take == Taking({"france": (CardLine("turin", whole=True),)})


@pytest.mark.parametrize("text", ["place: ♥8 for France if trump", "take: Orbetello (Italy left if possible)"])
def test_17_what_is_said_behind_a_card_is_never_dropped(text: str) -> None:
    names = lexicon(start(MariaSettings(scenario="advanced")), "louis")
    assert read_sheet(text, PoliticsOrders, names).order is None


def test_17_5_a_mapping_of_one_power_is_a_list_too() -> None:
    assert read("take: {Turin: play, Orbetello: drop}").take == read("take:\n - Turin: play\n - Orbetello: drop").take


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("take: [Turin: fly]", "not-a-part"),
        ("take: [[Turin]]", "not-a-taking"),
        ("take: [Turin: {a: b}]", "not-a-taking"),
        ("take: [Turin: 'drop, troops']", "drops-and-plays"),
        ("place: [[♥7]]", "not-a-placing"),
        ("take: [Atlantis: play]", "unknown-name"),
        ("take: [treaty: play]", "unclear-name"),
        ("take: {Austria: [save], Österreich: [save]}", "named-twice"),
    ],
)  # fmt: skip
def test_17_what_cannot_be_read(text: str, code: str) -> None:
    sheet = read_sheet(text, PoliticsOrders, lexicon(start(MariaSettings(scenario="advanced")), "louis"))
    assert [fault.problem.code for fault in sheet.faults] == [code]


def test_every_card_has_parts_and_a_short_name() -> None:
    for card in HISTORICAL.political_cards.values():
        assert card.effects
        assert card.is_election == (not card.symbols)
        assert all(isinstance(arrow, Shift) and arrow.boxes > 0 for arrow in card.arrows)


@pytest.mark.parametrize(
    ("cards", "sum_"), [("H7.1 S3.1", 10), ("R.1", 16), ("R.1 R.2 H2.1", 34), ("", 0)]
)  # fmt: skip
def test_17_4_influence(cards: str, sum_: int) -> None:
    assert politics.influence(cards.split()) == sum_


def test_the_lowest_cards_go_first_and_a_reserve_last() -> None:
    assert politics.given_up(("R.1", "H9.1", "S2.1", "D10.1"), ("H9",), 3) == ("H9.1", "S2.1", "D10.1")
    assert politics.given_up(("R.1",), (), 2) == ("R.1",)


def turns(players: str, seed: str, options: Options, last: int) -> Iterator[tuple[Table, tuple[Decision, ...], Any]]:
    """An advanced game of guesses to the turn *last*: at each pause the table, the open decisions, their answers."""
    settings = MariaSettings(players=players, scenario="advanced", options=options)  # type: ignore[arg-type]
    table = Table(start(settings), seats(settings), seed)
    chance = Chance(seed, "politics")
    answers: dict[str, Answer] = {}
    while open_ones := play(table, [lambda d, _: answers.get(d.seat + d.key), policies(MARIA.policies)]):
        if table.state.turn > last:
            return
        answers.clear()
        for decision in open_ones:
            answers[decision.seat + decision.key] = Answer(guess(table.views[decision.seat], decision, chance))
        yield table, open_ones, answers


@pytest.mark.parametrize(
    ("players", "seed", "options"),
    [
        ("3", "a", Options()),
        ("2", "b", Options(politics_placement="in-order", bluff_cost="on")),
        ("3", "c", Options(politics_placement="in-order", partial_shift="yes")),
        ("3", "d", Options(bluff_cost="on")),
    ],
)
def test_politics_is_told_to_everybody_and_loses_no_card(players: str, seed: str, options: Options) -> None:
    since = 0
    for table, open_ones, answers in turns(players, seed, options, 4):
        assert list(broken(table.state)) == []
        asked = {decision.seat: decision for decision in open_ones}
        about_politics = any(d.takes.__module__.endswith("orders.politics") for d in open_ones)
        for seat in table.seats if about_politics else ():
            told = occasion(table, seat, asked.get(seat), since)
            text = letter(Words(MARIA.words, lexicon(table.views[seat], seat), tools=MARIA.tools), told)
            assert not RAW.search(text), RAW.search(text)
            if seat in asked:
                check_form(table, told, text)
                said = said_back(table, asked[seat], answers[seat + asked[seat].key].order)
                assert not RAW.search(said), said
        known = Words(MARIA.words, lexicon(table.views[PUBLIC], PUBLIC), tools=MARIA.tools)
        assert public_report(known, occasion(table, PUBLIC, None, since))
        since = len(table.entries)


def test_17_5_only_its_player_learns_which_card_a_power_missed() -> None:
    missed = PoliticalCardMissed(seat="louis", power="france", card="turin", taken_by="austria")

    assert missed.seen_by("louis") == missed
    assert [missed.seen_by(other) for other in ("frederick", "maria-theresa", PUBLIC)] == [None, None, None]


@pytest.mark.parametrize("indent", ["  ", ""])
def test_17_what_is_below_a_power_is_placed_by_that_power(indent: str) -> None:
    text = (
        f"Prussia:\n{indent}place: ♥7\n{indent}take: Turin\nPragmatic Army:\n{indent}place: none\n{indent}take: save\n"
    )
    order = read(text, "frederick")
    assert order.place == Placing({"prussia": ("H7",), "pragmatic": ()})
    assert order.take == Taking({"prussia": (CardLine("turin", whole=True),), "pragmatic": (CardLine(),)})
