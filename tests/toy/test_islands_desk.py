"""What the desk of Islands offers is what its sheets may say."""

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.play import play
from pbem.engine.table import Answer, Chance, Table
from pbem.report.words import words_of
from pbem.sheet.check import check_sheet
from pbem.sheet.edit import edited
from pbem.sheet.pieces import Wanted
from pbem.sheet.puts import edits
from tests.toy.islands.playtest import guess
from tests.toy.islands.ruleset import Settings
from tests.toy.islands.state import Islands, Reinforce, Sail
from tests.toy.islands.steps import Battle, SetSail
from tests.toy.islands_desk import DESK, ISLANDS

SHEETS: dict[type[Order], tuple[str, ...]] = {
    Sail: ("", "# mine\n", "{}\n", "to: reef  # so\n"),
    Reinforce: ("", "# mine\npasses: yes\n", "{}\n", "pass\n"),
}


def test_every_choice_is_an_order_that_counts_and_every_order_is_a_choice() -> None:
    settings = Settings(players=3)
    table = Table(ISLANDS.start(settings), ISLANDS.seats(settings), "desk")
    seen = set[type[Order]]()

    def source(asked: Decision, view: Islands) -> Answer:
        step = table.state.flow[-1]
        assert isinstance(step, SetSail | Battle)
        names = ISLANDS.lexicon(view, asked.seat)
        words = words_of(ISLANDS, names)
        wanted = Wanted(takes=asked.takes, lexicon=names)
        found = set[Order]()
        for text in SHEETS[asked.takes]:
            draft = check_sheet(text, step, asked, view, names).draft
            offered = [each for of in (asked.power, "") for each in DESK.choices(step, view, asked, draft, of)]
            for choice in offered:
                assert words.phrase("desk", choice.said.code, choice.said.args)
                assert words.phrase("desk", choice.group.code, choice.group.args)
                order = check_sheet(
                    edited(text, edits(choice, asked, draft, wanted), wanted), step, asked, view, names
                ).order
                assert order is not None, choice
                found.add(order)
                (subject,) = DESK.subjects(view, asked, order)
                assert words.phrase("desk", subject.now.code, subject.now.args)
        every: set[Order] = {Sail(to=island) for island in ("reef", "rock", "cove")}
        if asked.takes is Reinforce:
            every = {Reinforce(passes=True), *(Reinforce(card=card) for card in view.hands[asked.power].known)}
        assert found == every
        for said in (*DESK.facts(view, asked.seat, "power", asked.power), *DESK.facts(view, "", "island", "reef")):
            assert words.phrase("desk", said.code, said.args)
        seen.add(asked.takes)
        return Answer(guess(view, asked, Chance("desk", asked.key)), "sheet", at=1.0)

    assert play(table, [source]) == ()
    assert seen == {Sail, Reinforce}
