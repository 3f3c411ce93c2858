"""An item that costs too much, or at which the program dies, is set aside; its seat and the moderator are told."""

import errno
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
import msgspec
import pytest

from pbem.bounds.budget import Budget, OverBudget, within
from pbem.mail.exchange import take_in
from pbem.mail.intake import arrival
from pbem.referee import opening
from pbem.settings.game import BadSettings
from pbem.sheet.parts import check_parts
from tests.mail.rounds.transports import begun, body, seat, waiting_mails
from tests.toy.game import RULESETS, Clock, opened, send_sheet

HOSTILE = 66


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game in which Ann has sent what costs too much, and Ben a sheet as any other after it."""
    made = begun(tmp_path / "game", ("deadlines:", "limits: {seconds: 1, megabytes: 256}\ndeadlines:"))
    send_sheet(made, "ann", f"bid: {HOSTILE}\n", "1.eml")
    send_sheet(made, "ben", "bid: 2\n", "2.eml")
    return made


def costing(monkeypatch: pytest.MonkeyPatch, cost: Callable[[], object]) -> list[str]:
    """Let a hostile sheet cost something where it is checked; what is returned grows by each look at one."""
    looks: list[str] = []

    def costly(text: str, *args: Any, **more: Any) -> Any:
        if str(HOSTILE) in text:
            looks.append(text)
            cost()
        return check_parts(text, *args, **more)

    monkeypatch.setattr("pbem.mail.intake.case.check_parts", costly)
    return looks


def for_ever() -> None:
    while True:
        pass


def without_measure() -> None:
    kept = [bytes(1 << 20)]
    while True:
        kept.append(bytes(1 << 20))


def turn(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        take_in(game, Clock())


@pytest.mark.parametrize("cost", [for_ever, without_measure])
def test_a_sheet_beyond_the_limits_is_set_aside_answered_and_never_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, cost: Callable[[], object]
) -> None:
    looks = costing(monkeypatch, cost)
    turn(folder)
    turn(folder)
    assert len(looks) == 1
    first, second = opened(folder).inbox.verdicts()
    assert (first.state, first.seat, first.why) == ("failed", "ann", arrival.COSTLY)
    assert second.state == "accepted"
    assert seat(folder, "ben").received == "valid"
    told = " ".join(body(waiting_mails(folder)[first.receipt]).split())
    assert "more than 1 s of processor time or 256 MB of memory" in told
    assert "ann@example.org" in str(waiting_mails(folder)[first.receipt]["To"])
    assert not (folder / "inbox" / arrival.NAME).exists()
    assert str(HOSTILE) not in (folder / "inbox" / f"{opened(folder).inbox.items()[0].name}.fault").read_text()


def without_a_template() -> None:
    raise jinja2.TemplateNotFound("orders/none.txt.j2")


def without_a_file() -> None:
    Path("/there/is/none").read_bytes()


@pytest.mark.parametrize("cost", [without_a_template, without_a_file])
def test_a_fault_of_the_program_that_is_an_oserror_sets_aside_what_it_failed_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch, cost: Callable[[], object]
) -> None:
    costing(monkeypatch, cost)
    turn(folder)
    first, second = opened(folder).inbox.verdicts()
    assert (first.state, first.seat, second.state) == ("failed", "ann", "accepted")


def test_trouble_of_the_machine_sets_nothing_aside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = [OSError(errno.ENOSPC, "No space left on device")]

    def full_once() -> None:
        for one in full:
            full.clear()
            raise one

    costing(monkeypatch, full_once)
    with pytest.raises(OSError, match="No space left"):
        turn(folder)
    turn(folder)
    assert [one.state for one in opened(folder).inbox.verdicts()] == ["refused", "accepted"]


def test_an_email_is_tried_again_after_two_deaths_and_set_aside_after_three(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    costing(monkeypatch, lambda: os._exit(9))
    for deaths in (0, 1, 2):
        child = os.fork()
        if not child:
            turn(folder)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
        noted = msgspec.json.decode((folder / "inbox" / arrival.NAME).read_bytes(), type=arrival.Attempt)
        assert (noted.deaths, noted.claim.seat) == (deaths, "ann")
    turn(folder)
    first, second = opened(folder).inbox.verdicts()
    assert (first.state, first.seat, bool(first.receipt)) == ("failed", "ann", True)
    assert second.state == "accepted"


def test_what_a_process_surely_died_of_is_not_tried_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = costing(monkeypatch, lambda: os._exit(9))
    child = os.fork()
    if not child:
        turn(folder)
        os._exit(0)
    os.waitpid(child, 0)
    assert arrival.blame(folder)
    turn(folder)
    assert not looks
    assert [one.state for one in opened(folder).inbox.verdicts()] == ["failed", "accepted"]


def test_the_program_may_go_on_after_work_was_cut_off() -> None:
    for _ in range(2):
        with pytest.raises(OverBudget), within(Budget(seconds=1)):
            for_ever()
    with within(Budget(seconds=1)):
        pass


def test_the_system_kills_no_work_that_is_within_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "process_time", lambda: 0.0)  # as far behind the system's own count as it can be
    counted = time.clock_gettime(~0 << 3)  # by ticks, as for the limit: CPUCLOCK_PROF of this process
    with within(Budget(seconds=1)):
        assert resource.getrlimit(resource.RLIMIT_CPU)[0] >= counted + 5


def test_limits_are_checked(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as wrong:
        begun(tmp_path / "game", ("deadlines:", "limits: {seconds: 0}\ndeadlines:"))
    assert [fault.problem.code for fault in wrong.value.faults] == ["too-small"]
