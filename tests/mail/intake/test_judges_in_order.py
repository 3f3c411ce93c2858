"""Each judge by itself, with an item that others would take wrongly if they came first."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from pbem.mail.exchange import take_in
from pbem.mail.intake.arrival import Arrival, NotYet, PlayFirst, Ruling
from pbem.mail.judges import JUDGES
from pbem.referee.people import changes
from tests.campaign.world import World
from tests.toy.game import mail, subject

Judge = Callable[[Arrival], Ruling | None]
NAMES = [judge.__name__.strip("_") for judge in JUDGES]
SHEET = "--- # my bid\nbid: 2\n...\n"


class Case:
    """A world, and an item that came there: *raw*, from *seat* if it is a sheet without an email."""

    def __init__(self, world: World, raw: bytes, seat: str = "", *, waits: bool = False) -> None:
        self.world, self.raw, self.seat, self.waits = world, raw, seat, waits
        self.count = 0

    def judged_by(self, judges: Iterable[Judge]) -> str:
        """What the first of *judges* whose it is makes of the item, in a copy of the world."""
        self.count += 1
        with self.world.copy(self.world.folder.with_name(f"{self.world.folder.name}-{self.count}")).game() as game:
            item, _ = game.inbox.keep(self.raw, self.world.clock(), seat=self.seat, source="test")
            try:
                arrival = Arrival(game, item, self.world.clock, waits=self.waits)
                ruling = next(filter(None, (judge(arrival) for judge in judges)), None)
            except (NotYet, PlayFirst, KeyError) as why:
                return type(why).__name__
        return f"{ruling.verdict.state} {ruling.verdict.seat}".strip() if ruling else "not mine"


def from_ann(world: World, text: str, about: str = "", **headers: str) -> bytes:
    return mail("ann@example.org", about or f"Re: {subject(world.folder, 'ann')}", text, **headers)


def sheet_of_no_seat(world: World) -> Case:
    return Case(world, SHEET.encode(), "zoe")


def of_a_robot(world: World) -> Case:
    return Case(world, from_ann(world, "I am away.\n", Auto_Submitted="auto-replied (vacation)"))


def copy(world: World) -> Case:
    world.send("ann", SHEET)
    world.turn()
    (path,) = (world.folder / "inbox").glob("0001-*.eml")
    return Case(world, b"Received: by another road\r\n" + path.read_bytes())


def of_another_game(world: World) -> Case:
    return Case(world, from_ann(world, SHEET, "Re: [other-7] Lap 3 {aaaa-bbbb}"))


def of_the_moderator(world: World) -> Case:
    return Case(world, mail("mo@example.org", "the game", "status\n"))


def of_a_watcher(world: World) -> Case:
    return Case(world, mail("eve@example.org", "[toy-1]", "watch\n"))


def of_someone_invited(world: World) -> Case:
    with world.game() as game:
        changes.invite(game, "ben", "Dora", "dora@example.org", world.clock)
        invited = changes.open_for(game, "ben")
        assert invited
        word = changes.word_of(game, invited)
    return Case(world, mail("dora@example.org", "[toy-1]", f"accept {word}\n"))


def of_a_later_stage(world: World) -> Case:
    world.bid("ann", "ben", "cid")
    with world.game() as game:
        take_in(game, world.clock)
    return Case(world, from_ann(world, SHEET, "Re: [toy-1] Lap 9 {aaaa-bbbb}"), waits=True)


def of_a_stranger(world: World) -> Case:
    return Case(world, mail("eve@example.org", f"Re: {subject(world.folder, 'ann')}", SHEET))


def of_a_list(world: World) -> Case:
    return Case(world, from_ann(world, "Does anyone know a good book?\n", "books", List_Id="<books.example.org>"))


def of_commands(world: World) -> Case:
    return Case(world, from_ann(world, "withdraw\n"))


def of_a_trial(world: World) -> Case:
    return Case(world, from_ann(world, f"try\n\n{SHEET}"))


def of_a_seat(world: World) -> Case:
    return Case(world, from_ann(world, SHEET))


CASES: dict[Callable[[World], Case], str] = {
    sheet_of_no_seat: "unclaimed",
    of_a_robot: "robot",
    copy: "doubled ann",
    of_another_game: "elsewhere",
    of_the_moderator: "moderator",
    of_a_watcher: "command",
    of_someone_invited: "command",
    of_a_later_stage: "PlayFirst",
    of_a_stranger: "unclaimed",
    of_a_list: "robot ann",
    of_commands: "command ann",
    of_a_trial: "command ann",
    of_a_seat: "accepted ann",
}


def test_every_judge_has_a_case() -> None:
    assert [case.__name__ for case in CASES] == NAMES


@pytest.mark.parametrize("place", range(len(JUDGES)), ids=NAMES)
def test_a_judge_takes_what_later_ones_would_take_wrongly(tmp_path: Path, place: int) -> None:
    made, becomes = list(CASES.items())[place]
    case = made(World(tmp_path / "game", "watchers: yes\n"))
    judge, before, after = JUDGES[place], JUDGES[:place], JUDGES[place + 1 :]
    assert case.judged_by([judge]) == becomes
    assert case.judged_by(before) == "not mine", "no earlier judge takes it"
    assert case.judged_by(after) != becomes, "a later judge would take it otherwise"
    assert case.judged_by(JUDGES) == becomes
