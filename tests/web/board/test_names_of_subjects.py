"""Whatever can be ordered has a name that a person understands, and its lines are told apart."""

import pytest

from pbem.engine.decision import Decision
from pbem.report.words import words_of
from pbem.web.seat.board_offers import called
from pbem_maria.orders.standing import HussarOrders, HussarWish
from pbem_maria.ruleset import MARIA
from tests.maria.desk.drafts import questions
from tests.maria.drill import ground, position

ASKED = Decision(key="2.hussars", seat="maria-theresa", takes=HussarOrders)


def test_7_a_hussar_is_told_from_the_other_by_its_name_and_by_where_it_is() -> None:
    assert MARIA.desk is not None
    state = position(ground("a b c"), {"khevenhueller": "a"}, hussars=(None, "c"))
    names = MARIA.lexicon(state, ASKED.seat)
    words = words_of(MARIA, names).knowing(state, ASKED.seat)
    stay = HussarOrders(hussars=(HussarWish(("stay",)), HussarWish(("stay",))))

    found = list(MARIA.desk.subjects(state, ASKED, None))
    after = list(MARIA.desk.subjects(state, ASKED, stay))

    assert [called(words, names, each.kind, each.id) for each in found] == ["1st hussar", "2nd hussar"]
    city = names.name("city", "c")
    assert [words.phrase("desk", each.now.code, each.now.args) for each in found] == [
        "Not on the map, no orders yet",
        f"In {city}, no orders yet",
    ]
    assert [words.phrase("desk", each.now.code, each.now.args) for each in after] == [
        "Stays off the map",
        f"Stays in {city}",
    ]
    assert all(each.numbered for each in after)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["advanced", "introductory"])
def test_no_subject_is_called_by_a_number_or_an_id(scenario: str) -> None:
    assert MARIA.desk is not None
    kinds = set[str]()
    for question in questions("one", scenario=scenario):
        words = words_of(MARIA, question.names).knowing(question.view, question.seat)
        for each in MARIA.desk.subjects(question.view, question.decision, None):
            kinds.add(each.kind)
            name = called(words, question.names, each.kind, each.id)
            assert name
            assert not name.isdecimal()
            assert name[0].isupper() or each.kind == "hussar", (each.kind, name)
    assert {"general", "train"} <= kinds
