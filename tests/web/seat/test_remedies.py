"""What can be tapped below a refused line: it is written, and it is accepted."""

from pathlib import Path

import pytest

from pbem.referee import letter, opening
from pbem.referee.game import now
from pbem.web.seat.desk import SeatDesk, read_sheet, stage_name
from pbem.web.seat.line_notes import checked
from pbem.web.seat.remedies import MOST_OFFERED, applied
from tests.web.maria import RULESETS, SEAT, maria_game


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> SeatDesk:
    folder: Path = tmp_path_factory.mktemp("remedies") / "danube"
    maria_game(folder, now)
    game = opening.look(folder, RULESETS)
    stages = game.stages(SEAT)
    words = letter.words_for(game, game.view(SEAT), SEAT)
    return SeatDesk(
        game=game, seat=SEAT, words=words, at=now(), stages=stages, text="", stage=stage_name(stages), root="/s"
    )


def with_text(desk: SeatDesk, text: str) -> SeatDesk:
    return SeatDesk(
        game=desk.game, seat=SEAT, words=desk.words, at=desk.at, stages=desk.stages, text=text, stage=desk.stage
    )


def tapped(desk: SeatDesk, text: str) -> list[tuple[str, str]]:
    """What each remedy of *text* says, and the text after it is tapped."""
    notes = checked(with_text(desk, text)).notes
    return [(one.says, applied(text, one.value) or "") for note in notes for one in note.remedies]


def wrong(desk: SeatDesk, text: str) -> int:
    return sum(each.problem.stops for each in read_sheet(desk.game, SEAT, text).every_fault)


BAD = [
    "moves:\n  - Broglie: Xyzburg   # to the river\nreduce: yes   # I think\n",
    "# mine\nmoves:\n  - Belle-Isle: Berlin\n",
    "moves: [Broglie: Xyzburg, Belle-Isle: stay]   # here\n",
    "moves: [Broglie: Berlin, Belle-Isle: stay]\n",
    "moves:\n  - Brgle: stay\n",
]


@pytest.mark.parametrize("text", BAD)
def test_what_is_offered_for_a_line_is_accepted_in_its_place(opened: SeatDesk, text: str) -> None:
    found = tapped(opened, text)
    assert found
    for _, after in found:
        assert wrong(opened, after) < wrong(opened, text)
        assert after.count("\n") == text.count("\n")
        assert [line.partition("#")[2] for line in after.split("\n")] == [
            line.partition("#")[2] for line in text.split("\n")
        ]


def test_for_a_place_that_is_not_known_some_that_can_be_reached_are_offered(opened: SeatDesk) -> None:
    note = checked(with_text(opened, BAD[0])).notes[0]
    assert note.number == 2
    assert 2 < len(note.remedies) <= MOST_OFFERED
    assert note.right == ""


def test_a_correction_is_a_button_and_nothing_is_written_without_it(opened: SeatDesk) -> None:
    text = "stnadign: {defence: none}   # wait\n"
    (note,) = checked(with_text(opened, text)).notes
    assert note.kind == "fixed"
    assert [(one.says, applied(text, one.value)) for one in note.remedies] == [
        ("standing", "standing: {defence: none}   # wait\n")
    ]


def test_the_corrected_sheet_has_every_name_as_letters_have_it(opened: SeatDesk) -> None:
    text = "stnadign: {defence: none}   # stnadign, too\nmoves:\n  - Bele-Isle: stay   # Bele-Isle\n"
    assert checked(with_text(opened, text)).better == (
        "standing: {defence: none}   # stnadign, too\nmoves:\n  - Belle-Isle: stay   # Bele-Isle\n"
    )


def test_a_line_that_has_changed_is_not_written_over(opened: SeatDesk) -> None:
    (note,) = checked(with_text(opened, "moves:\n  - Brgle: stay\n")).notes
    value = note.remedies[0].value
    assert applied("moves:\n  - Brgle: Linz\n", value) is None
    assert applied("# first\nmoves:\n  - Brgle: stay\n", value) == "# first\nmoves:\n  - Broglie: stay\n"
    assert applied("moves:\n  - Brgle: stay\n", "nonsense") is None


def test_a_note_names_the_section_of_the_rulebook_that_its_line_is_against(opened: SeatDesk) -> None:
    (note,) = checked(with_text(opened, "moves: [Broglie: Berlin]\n")).notes
    assert (note.rule, note.title) == ("10.1", "Movement phase")


def test_a_problem_for_which_much_is_tried_leaves_the_others_their_remedies(opened: SeatDesk) -> None:
    text = "moves:\n  - Neipperg: Linz\n  - Traun: Linz\n  - Broglie: Berlin\n  - Belle-Isle: Berlin\n"
    notes = checked(with_text(opened, text)).notes
    assert [note.number for note in notes if note.remedies] == [2, 3, 4, 5]
