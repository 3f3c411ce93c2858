"""What is legal but unwise is said of a draft as of the sheet that is sent, also what is about all of it."""

from pathlib import Path

import msgspec
import pytest

from pbem.referee import letter
from pbem.referee.game import now
from pbem.web.once import present_form
from pbem.web.seat.desk import SeatDesk, plain_form, read_sheet, stage_name
from pbem.web.seat.line_notes import checked
from tests.web.board.games import maria

SEAT = "maria-theresa"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> SeatDesk:
    folder: Path = tmp_path_factory.mktemp("warnings") / "game"
    game = maria(folder)
    stages = game.stages(SEAT)
    words = letter.words_for(game, game.view(SEAT), SEAT)
    return SeatDesk(game=game, seat=SEAT, words=words, at=now(), stages=stages, text="", stage=stage_name(stages))


def test_an_attack_without_a_combat_plan_is_warned_of_before_it_is_sent(desk: SeatDesk) -> None:
    text = "moves:\n  - Neipperg: Glatz\n"
    draft = checked(msgspec.structs.replace(desk, text=text))
    faults = read_sheet(desk.game, SEAT, text).every_fault
    assert [one.problem.code for one in faults] == ["attack-added", "no-plan-yet"]
    assert (draft.valid, draft.warnings) == (True, 2)
    assert "no plan for that combat" in draft.notes[1].says
    assert all(not note.remedies for note in draft.notes)


def test_while_a_line_is_refused_a_warning_about_the_whole_waits(desk: SeatDesk) -> None:
    draft = checked(msgspec.structs.replace(desk, text="moves:\n  - Neipperg: Glatz\n  - Traun: Xyzburg\n"))
    assert (draft.wrong, draft.warnings) == (1, 0)


@pytest.mark.parametrize("line", ["# - Neipperg: Glatz", "  - # Neipperg: Glatz", "#Neipperg: Glatz > Neisse"])
def test_an_order_that_a_sign_makes_a_comment_is_told_of_typed_text(desk: SeatDesk, line: str) -> None:
    draft = checked(msgspec.structs.replace(desk, text=f"# a plan for Silesia\nmoves:\n  - Traun: stay\n{line}\n"))
    told = [note for note in draft.notes if "was read as a comment" in note.says]
    assert [(note.number, note.line, note.kind) for note in told] == [(4, line.strip(), "warning")]


def test_what_the_form_has_as_comments_is_not_told(desk: SeatDesk) -> None:
    form = plain_form(present_form(desk.game, SEAT, desk.at))
    assert "#" in form
    assert not any("read as a comment" in note.says for note in checked(msgspec.structs.replace(desk, text=form)).notes)
