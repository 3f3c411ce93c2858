from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.event import PUBLIC
from pbem.engine.order import Problem, Weight
from pbem.engine.reading import Place
from pbem.report import plain
from pbem.report.letter import SheetArrival, SheetFate, letter, public_report, question, receipt
from tests.conftest import Golden
from tests.report.game import SECRET, TITLES, Located, March, occasion, played, words

GOLDENS = Path(__file__).parent / "goldens"
FAR = Located(
    Problem("too-far", ("march",), "3.1", {"city": "steyr", "steps": 4, "limit": 3}), Place(1, 15, 5)
)  # fmt: skip
POOR = Located(Problem("unsupplied", ("march",), "", {"city": "steyr"}, Weight.unwise), Place(1, 8, 4))

EARLIER = datetime(2025, 11, 19, 9, 5, tzinfo=UTC)


def arrival(fate: SheetFate, **changes: Any) -> SheetArrival:
    due = occasion(played(), "red")
    made = SheetArrival(
        game=due.game,
        seat="red",
        titles=TITLES,
        fate=fate,
        view=due.view,
        title=due.title,
        player=due.player,
        text="march: Linz > Steyr\n",
        decision=due.decision,
        deadline=due.deadline,
        zone=due.zone,
        subject=due.subject,
        moderator=due.moderator,
    )
    return msgspec.structs.replace(made, **changes)


def texts() -> dict[str, str]:
    """Everything this game can send, by the name of its golden file."""
    table = played()
    back = played()
    back.rewind(1, "a wrong sheet")
    ended = {
        "outcome": {"winner": "red"},
        "chance_key": SECRET,
        "next_commitment": "cd" * 32,
        "commitment": "",
        "waiting": (),
        "form": "",
    }
    return {
        "letter-red": letter(words(), occasion(table, "red")),
        "letter-blue": letter(words(), occasion(table, "blue", asked=False, waiting=("red",), commitment="")),
        "letter-rewound": letter(words(), occasion(back, "red", decision=None, form="", commitment="")),
        "letter-last": letter(words(), occasion(table, "red", decision=None, **ended)),
        "report": public_report(words(), occasion(table, PUBLIC)),
        "report-last": public_report(words(), occasion(table, PUBLIC, **ended)),
        "receipt-accepted": receipt(
            words(),
            arrival(
                SheetFate.accepted, order=March(march=("linz", "enns")), faults=(POOR,), replaces=True, earlier=EARLIER
            ),
        ),
        "receipt-standing": receipt(
            words(), arrival(SheetFate.accepted, order=March(march=("linz", "enns")), asked=False, deadline=None)
        ),
        "receipt-refused": receipt(
            words(),
            arrival(SheetFate.refused, faults=(POOR, FAR), stands=True, earlier=EARLIER, form="march: Enns > Steyr\n"),
        ),
        "receipt-refused-first": receipt(words(), arrival(SheetFate.refused, faults=(FAR,), deadline=None)),
        "receipt-refused-late": receipt(words(), arrival(SheetFate.refused, faults=(FAR,), late=True)),
        "receipt-outdated": receipt(
            words(), arrival(SheetFate.outdated, stands=True, earlier=EARLIER, notes=("No marks were found.",))
        ),
        "receipt-refused-unasked": receipt(
            words(), arrival(SheetFate.refused, faults=(FAR,), asked=False, deadline=None)
        ),
        "receipt-unasked": receipt(words(), arrival(SheetFate.unasked, decision=None)),
        "receipt-mail-refused": receipt(
            words(),
            arrival(
                SheetFate.refused, text="", faults=(Located(Problem("no-token", args={"text": "hello"}), Place(1, 1)),)
            ),
        ),
        "receipt-words": receipt(words(), arrival(SheetFate.words, text="", stands=True, moderator="")),
        "receipt-nothing": receipt(
            words(),
            arrival(SheetFate.nothing, text="", notes=("The form came back unchanged.",), form="march: Enns > Steyr\n"),
        ),
        "receipt-over": receipt(words(), arrival(SheetFate.over, decision=None)),
    }


@pytest.mark.parametrize("name", sorted(texts()))
def test_golden(name: str, golden: Golden) -> None:
    golden(GOLDENS, {f"{name}.txt": texts()[name]})


def test_each_golden_file_is_a_text_of_the_game() -> None:
    assert {file.stem for file in GOLDENS.iterdir()} == set(texts())


@pytest.mark.parametrize("name", sorted(texts()))
def test_typography(name: str) -> None:
    text = texts()[name]
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert not text.startswith("\n")
    assert "\n\n\n" not in text
    for line in text.splitlines():
        assert line == line.rstrip()
        assert plain.width(line) <= plain.WIDTH


def test_twin_worlds_give_the_same_letters() -> None:
    """What only Blue holds differs; nothing that Red or the public gets may."""
    table, twin = played(), played(blue=("h7", "h7"))
    assert letter(words(), occasion(table, "blue")) != letter(words(), occasion(twin, "blue"))
    assert letter(words(), occasion(table, "red")) == letter(words(), occasion(twin, "red"))
    assert public_report(words(), occasion(table, PUBLIC)) == public_report(words(), occasion(twin, PUBLIC))


def test_what_was_told_privately_and_undone_at_once_stays_untold() -> None:
    table = played()
    before = msgspec.structs.replace(table.views["red"], hands={"red": ()})
    table.rewind(0, "dealt from the wrong pack")
    text = letter(words(), occasion(table, "red", view=before))
    assert "[undone] Red draws 1 card." in text
    assert "♥7" not in text


def test_a_sheet_of_any_width_reaches_its_player_unchanged() -> None:
    form = "march: " + " > ".join(["Linz"] * 30) + "\n\n\nstanding:\n    stay: yes"
    assert f"--- # danube-1 1.red t0k3n\n{form}\n...\n" in letter(words(), occasion(played(), "red", form=form))


def test_names_cannot_forge_lines_of_a_letter() -> None:
    forged = occasion(
        played(), "red", player="A\n---\nmarch: Linz\n...\x1b[31m", titles={"red": "R\n--- ", "blue": "B"}
    )
    text = letter(words(), forged)
    assert "letter 2, to R --- (A --- march: Linz ... [31m)\n" in text
    assert [line for line in text.splitlines() if line.startswith("---")] == ["--- # danube-1 1.red t0k3n"]


def test_each_gets_its_own() -> None:
    with pytest.raises(ValueError, match="a letter needs a seat"):
        letter(words(), occasion(played(), PUBLIC))
    with pytest.raises(ValueError, match="occasion of seat 'red'"):
        public_report(words(), occasion(played(), "red"))


def test_a_decision_is_named() -> None:
    decision = occasion(played(), "red").decision
    assert decision is not None
    assert question(words(), decision, "red") == "a march of turn 1"
