import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.report.letter import letter, part
from pbem_maria.chapters.agreements import IN_FORCE
from pbem_maria.chapters.election import HELD
from pbem_maria.chapters.pieces import MoveLeftOut
from pbem_maria.letters import TOOLS
from pbem_maria.menu.offers import agreement_numbers
from pbem_maria.orders.standing import HussarWish
from pbem_maria.orders.statecraft import VOTE
from pbem_maria.position.state import Agreement
from tests.maria.advanced import laid
from tests.maria.letters.test_words import occasion, pauses, words

TEMPLATES = Path(__file__).parents[3] / "templates" / "maria"
SILESIA = {"glogau": "prussia", "liegnitz": "prussia", "brieg": "austria", "breslau": "austria"}


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_is_used_by_a_template(name: str) -> None:
    assert any(re.search(rf"\b{name}\b", page.read_text(encoding="utf-8")) for page in TEMPLATES.rglob("*.*"))


def summary(**given: Any) -> str:
    table = laid(turn=4, **given)
    return part(words(table.views["louis"], "louis"), occasion(table, "louis", None, 0), "summary")


def test_the_position_says_who_holds_the_fortresses_of_silesia() -> None:
    before = summary(markers={**SILESIA, "glatz": "austria"})
    assert "Silesia: Prussia Glogau, Liegnitz; Austria the rest." in before
    after = " ".join(summary(markers={**SILESIA, "breslau": "prussia", "pilsen": "france"}).split())
    assert "France Pilsen. Silesia: Austria Brieg; Prussia the rest. Victory" in after
    alone = summary(markers=dict.fromkeys(SILESIA, "prussia"))
    assert "Silesia: Prussia Breslau, Brieg, Glogau, Liegnitz." in alone
    assert "Silesia" not in summary().replace("Silesia box", "")


def test_a_letter_about_combats_says_with_what_its_reader_fights() -> None:
    table, decision = next((t, d) for t, due, _ in pauses("3", "middle") for d in due if d.key.endswith(".combat"))
    text = letter(words(table.views[decision.seat], decision.seat), occasion(table, decision.seat, decision, 0))
    for fight in decision.about["fights"]:
        troops = sum(table.state.troops[general] for general in fight["own"])
        assert f"You have {troops} troop" in " ".join(text.split())


def test_a_power_that_is_near_its_end_is_said_to_be() -> None:
    assert "Prussia 10, France 2 (wins at 0)," in " ".join(summary(pools={"prussia": 10, "france": 2}).split())


def test_6_a_letter_says_who_commands_a_stack() -> None:
    """By rank, whoever is named first; a general alone commands no one."""
    said = " ".join(
        summary(pieces={"belle-isle": ("amberg", 2), "toerring": ("amberg", 1), "broglie": ("ingolstadt", 3)}).split()
    )
    assert "Törring + Belle-Isle (Amberg ♠; Törring commands)" in said
    assert "Broglie (Ingolstadt ♠)" in said


def test_two_hussars_in_one_city_are_said_together() -> None:
    assert "- Hussars: both in Linz." in summary(hussars=(HussarWish(("linz",)), HussarWish(("linz",))))


def test_10_1_who_is_told_of_a_move_left_out_reads_what_was_in_its_way() -> None:
    view = replace(laid(pieces={"stair": ("hasselt", 4), "austria-t1": ("namur", 1)}).state, stage="austria")
    args = {
        "event": MoveLeftOut(piece="stair", seat="frederick", why="no-way", goal="gembloux"),
        "view": view,
        "me": "frederick",
    }
    args |= {"piece": "stair", "seat": "frederick", "why": "no-way", "goal": "gembloux"}
    (told,) = words(view, "frederick").lines("events", "move-left-out", args)
    assert told.endswith("the route was blocked: Austrian train 1 was in Namur.")


def test_18_a_promised_vote_is_no_longer_listed_after_the_election() -> None:
    pact = Agreement(number=1, kind=VOTE, parties=("louis", "frederick"), to="charles-albert", proposed_by="louis")
    vote = replace(pact, status=IN_FORCE, accepted=pact.parties, first=1)
    before = replace(laid().state, agreements=(vote,))
    after = replace(before, election=HELD)
    assert [agreement_numbers(view, "louis", "end") for view in (before, after)] == [(1,), ()]
    assert [TOOLS["in_force"](view) for view in (before, after)] == [(vote,), ()]
