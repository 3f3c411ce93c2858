"""What no seat but its own learns (2.7)."""

from pbem.engine.event import PUBLIC, Entered, Left
from pbem_tnw.chapters.nation.pieces import CardGiven
from pbem_tnw.chapters.turn.events import ImpulseBegan
from pbem_tnw.orders.turn import ImpulseSheet, PreemptLine, RoundOrders
from pbem_tnw.position.impulse import Impulse
from tests.tnw.positions import DiceTable
from tests.tnw.sequence.rounds import answer, asked, round_of

HANDS = {"france": ("conscripts", "talleyrand", "rally"), "austria": ("godoy",), "britain": ("secret-envoy",)}


def test_2_7_a_card_given_to_a_neutral_proxy_is_seen_by_its_giver_alone() -> None:
    given = CardGiven(giver="france", receiver="spain", seats=("france", ""), card="godoy")
    assert given.seen_by("france").card == "godoy"
    assert [given.seen_by(seat).card for seat in ("austria", PUBLIC)] == ["", ""]


def test_5_4_that_others_hold_only_what_they_cannot_play_is_told_by_no_impulse() -> None:
    began = ImpulseBegan(impulse=Impulse(nation="france", number=1), last=True)
    assert {seat: began.seen_by(seat).last for seat in ("france", "austria", PUBLIC)} == {
        "france": False, "austria": False, PUBLIC: False,
    }  # fmt: skip


def test_2_5_who_was_asked_whether_it_preempts_and_did_not_is_told_to_no_one() -> None:
    worlds = []
    for lines in ((), (PreemptLine(before=("austria",), ask=True),)):
        sheets = {"france": RoundOrders(preempt=lines)}
        table = DiceTable(round_of(HANDS, "austria", active="russia", sheets=sheets))
        table.play()
        if lines:
            (question,) = asked(table)
            assert question.label == "preemption"
            answer(table, ImpulseSheet())
        worlds.append(table)
    assert worlds[1].state.stops == ("france",)
    for seat in ("austria", "britain", PUBLIC):
        found = [
            [event for entry in table.entries for each in entry.events if (event := each.seen_by(seat)) is not None]
            for table in worlds
        ]
        plain = [[event for event in events if not isinstance(event, Entered | Left)] for events in found]
        assert plain[0] == plain[1]
        assert worlds[0].views[seat] == worlds[1].views[seat]
