"""A change of a form in the text of a sheet: what stays, what is refused, which part it is in."""

import re

import pytest

from pbem.engine.menu import FormOffer, NameField
from pbem.engine.play import play
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Table
from pbem.playtest.recorded import table_for
from pbem.report.letter import sheet_parts
from pbem.report.words import words_of
from pbem.sheet.pieces import Wanted
from pbem.sheet.reader import read_sheet
from pbem.web.forms.choosing import change
from pbem.web.forms.fields import plain_of
from pbem.web.forms.offering import FormOffers
from pbem.web.forms.page import SheetForms, by_heading
from pbem.web.forms.reading import FormReader
from pbem_maria.orders.stage import StageOrders, WinterOrders
from pbem_maria.ruleset import MARIA
from pbem_maria.settings import MariaSettings
from pbem_tnw.orders.turn import RoundOrders
from pbem_tnw.ruleset import TNW
from tests.toy.islands.ruleset import ISLANDS

assert MARIA.forms
assert TNW.forms
LEXICON = MARIA.lexicon(MARIA.start(MariaSettings(scenario="advanced")), "louis")
OFFERS = FormOffers(LEXICON, (), {}, MARIA.forms)
STAGE = FormReader(StageOrders, LEXICON, MARIA.forms)
WAR_LEXICON = TNW.lexicon(table_for(TNW, {"players": "3"}, "forms").state, "")
WAR = FormReader(RoundOrders, WAR_LEXICON, TNW.forms)
WAR_OFFERS = FormOffers(WAR_LEXICON, (), {}, TNW.forms)
WINTER = FormReader(WinterOrders, LEXICON, MARIA.forms)


def pressed(reader: FormReader, text: str, press: str, **sent: str) -> str:
    made = change(reader, text, {name.replace("__", "/"): value for name, value in sent.items()}, OFFERS, press)
    assert made.refused == ""
    return made.text


def test_a_row_is_added_and_all_else_stays() -> None:
    text = "# my winter\nnew troops:\n  Belle-Isle: 1   # he has few\n\n# later\nsubsidy: bavaria\n"
    sent = {"new troops/new/name": "Broglie", "new troops/new/value": "2"}
    made = change(WINTER, text, sent, OFFERS, "add:new troops")
    assert made.text == text.replace("few\n", "few\n  Broglie: 2\n")


def test_a_name_in_another_spelling_is_not_there_twice_after_a_change() -> None:
    before = read_sheet("new troops:\n  Moritz: 1\n", WinterOrders, LEXICON).order
    made = pressed(WINTER, "new troops:\n  Moritz: 1\n", "more:new troops/0/value")
    after = read_sheet(made, WinterOrders, LEXICON).order
    assert before is not None
    assert after is not None
    assert after.new_troops == dict.fromkeys(before.new_troops, 2)


def test_what_cannot_be_read_stays_as_it_is_beside_what_is_chosen() -> None:
    text = "moves:\n  - Broglie: Xyz   # where is that?\n  - Belle-Isle: Linz\nreduce: maybe\n"
    made = pressed(STAGE, text, "remove:moves/1")
    assert made == text.replace("  - Belle-Isle: Linz\n", "")
    assert pressed(STAGE, text, "down:moves/0").index("Xyz") > pressed(STAGE, text, "down:moves/0").index("Linz")


def test_a_choice_that_would_lose_something_else_is_refused() -> None:
    made = change(STAGE, "just words\n", {}, OFFERS, "set:reduce")
    assert (made.text, made.refused) == ("just words\n", "disorder")
    made = change(STAGE, "reduce: yes\n", {"reduce/seen": "of another text"}, OFFERS, "set:reduce")
    assert (made.text, made.refused) == ("reduce: yes\n", "outdated")
    assert change(STAGE, "", {}, OFFERS, "set:nothing").refused == "outdated"


@pytest.mark.parametrize("text", ["pass\n", "passes: yes\n", "passes: yes   # nothing to do\n"])
def test_who_orders_something_no_longer_passes(text: str) -> None:
    made = pressed(STAGE, text, "set:reduce", reduce="yes", reduce__there="yes")
    order = read_sheet(made, StageOrders, LEXICON).order
    assert order == StageOrders(reduce=True)


@pytest.mark.parametrize("text", ["pass\n", "passes: yes\n"])
def test_who_passes_may_still_say_what_holds_later(text: str) -> None:
    made = pressed(STAGE, text, "set:subsidy", subsidy="bavaria")
    order = read_sheet(made, StageOrders, LEXICON).order
    assert order is not None
    assert order.passes
    assert order.subsidy is not None


def test_a_text_that_would_break_the_sheet_is_written_in_quotation_marks() -> None:
    made = pressed(STAGE, "reduce: yes\npropose: [{with: Frederick}]\n", "set:propose", propose__0__text="a: b] #c")
    order = read_sheet(made, StageOrders, LEXICON).order
    assert order is not None
    assert order.propose[0].text == "a: b] #c"


def test_each_part_of_a_sheet_has_a_form_of_its_own() -> None:
    table: Table = table_for(ISLANDS, {"players": 2}, "parts")
    waiting = [decision for decision in play(table, ()) if decision.seat == "ann"]
    assert len(waiting) > 1
    view = table.views["ann"]
    step = view.flow[-1]
    parts = sheet_parts(ISLANDS, view, step, waiting)
    words = words_of(ISLANDS, ISLANDS.lexicon(view, "ann"))
    forms = SheetForms(ISLANDS, view, "ann", parts, words)
    text = "".join(f"{part.heading}:\n  to: reef   # as always\n" for part in parts)
    made = forms.changed(text, {"press": "set:f1/to", "f1/to": "Cove"})
    assert made.refused == ""
    assert made.text == text.replace("to: reef", "to: Cove").replace("to: Cove", "to: reef", 1).replace(
        "to: Cove", "to: reef"
    ).replace(f"{parts[1].heading}:\n  to: reef", f"{parts[1].heading}:\n  to: Cove")
    shown = forms.html(made.text, "/form")
    assert shown.count('<option value="Cove" selected>') == 1
    assert forms.changed(text, {"press": "set:f9/to", "f9/to": "Cove"}).refused == "outdated"


def test_a_written_form_is_parted_by_its_headings() -> None:
    form = "sail red:\n  # where to\n  to: reef\n# sail blue:\n"
    assert by_heading(form, ["sail red", "sail blue"]) == {"sail red": "# where to\nto: reef", "sail blue": ""}


def test_wanted_is_the_whole_sheet_unless_it_is_said() -> None:
    assert STAGE.wanted == Wanted(takes=StageOrders, lexicon=LEXICON)


def test_an_entry_that_cannot_be_read_is_corrected_in_its_own_field() -> None:
    text = "# mine\nmoves:\n  - Broglie: Xyz   # where is that?\n  - Belle-Isle: Linz\n"
    filled = STAGE.read(text).keys["moves"].parts[0]
    assert (filled.raw, filled.text) == (True, "Broglie: Xyz")
    made = pressed(STAGE, text, "set:moves", moves__0="Broglie: Passau")
    assert made == text.replace("Xyz", "Passau")


def test_what_means_nothing_at_all_can_be_chosen_and_taken_back() -> None:
    made = change(WAR, "round: 2   # the second\n", {}, WAR_OFFERS, "bare:turn end")
    assert (made.text, made.refused) == ("round: 2   # the second\nturn end: {}\n", "")
    made = change(WAR, made.text, {}, WAR_OFFERS, "bare:standing/battle")
    assert "battle: []" in made.text
    assert change(WAR, made.text, {}, WAR_OFFERS, "clear:standing").text == "round: 2   # the second\nturn end: {}\n"
    assert change(WAR, "turn end: {}\n", {}, WAR_OFFERS, "clear:turn end").text == "{}\n"


def test_a_card_is_played_in_some_way_as_soon_as_it_is_named() -> None:
    text = "impulses:\n  France:\n    try: [pass]\n"
    made = change(WAR, text, {"impulses/0/value/try/0/play/card": "Parliament"}, WAR_OFFERS, "set:impulses")
    assert made.refused == ""
    assert "Parliament as " in made.text


def test_a_half_written_choice_is_shown_as_far_as_it_goes() -> None:
    text = "impulses:\n  France:\n    try:\n      - play: {card: Parliament}\n"
    assert plain_of(WAR.read(text).keys["impulses"]) == {"France": {"try": [{"play": {"card": "Parliament"}}]}}


def test_of_two_equal_cards_that_one_is_taken_out_whose_button_is_tapped() -> None:
    hand = FormOffer(at="recruits/*/value/*", values=("S4", "C7", "S4"))
    offers = FormOffers(LEXICON, (hand,), {}, MARIA.forms)
    made = change(WINTER, "recruits:\n  France: [♠4, ♣7, ♠4]\n", {}, offers, "toggle:recruits/0/value:0")
    assert made.text == "recruits:\n  France: [♣7, ♠4]\n"


def test_an_empty_list_is_written_as_a_list() -> None:
    text = "standing:\n  battle: [{generals: last}]\n"
    made = change(WAR, text, {}, WAR_OFFERS, "bare:standing/refuse")
    assert made.text == f"{text}  refuse: []\n"


@pytest.mark.parametrize("ruleset", [MARIA, TNW], ids=lambda each: each.name)
def test_help_in_a_form_cites_no_section_that_leads_nowhere(ruleset: Ruleset) -> None:
    said = words_of(ruleset, LEXICON).group("form-help")
    assert said
    assert [text for text in said.values() if re.search(r"\(\d", text)] == []


def test_what_is_likeliest_at_one_place_is_not_so_at_another() -> None:
    who = NameField(kinds=("general",))
    offered = {"new troops/0/key": "broglie", "new troops/1/key": "moritz"}
    offers = FormOffers(LEXICON, [FormOffer(at=at, values=(name,)) for at, name in offered.items()], {}, MARIA.forms)
    found = [offers.fresh(who, ("new troops", at, "key")) for at in (0, 1, 0)]
    assert [one and one.text for one in found] == ["Broglie", "Moritz von Sachsen", "Broglie"]
