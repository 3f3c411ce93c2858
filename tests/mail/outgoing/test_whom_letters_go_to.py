"""A question that concerns some seats alone brings letters to them alone; no one loses a word of what happened."""

import shutil
from pathlib import Path
from random import Random

import pytest

from pbem.engine.event import PUBLIC
from pbem.engine.table import Chance
from pbem.mail.exchange import exchange
from pbem.mail.intake.sender import invitations
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.letter import letter_path, occasion
from pbem.referee.play import rewind
from tests.kit.world import YAML, ToyWorld
from tests.long import LONG
from tests.referee.killer import deaths, tree
from tests.toy.duel import RULESETS
from tests.toy.game import Clock, drop, mail, subject
from tests.toy.playtest import guess

SEATS = ("ann", "ben", "cid")


class World(ToyWorld):
    def __init__(self, folder: Path, rounds: int = 1) -> None:
        super().__init__(folder, YAML.replace("rounds: 1", f"rounds: {rounds}"), RULESETS)

    def hour(self) -> None:
        """A turn, an hour later."""
        self.clock.wind(hours=1)
        self.turn()

    def sends(self, seat: str, text: str, about: str = "") -> str:
        """The reply to an email of *seat*."""
        number = self.post(seat, text, about=f"Re: {about}" if about else None)
        self.hour()
        return self.look().inbox.numbered(number).path.with_suffix(".txt").read_text()  # type: ignore[union-attr]

    def letters(self, number: int) -> set[str]:
        return {path.stem for path in (self.folder / "letters" / f"{number:04d}").glob("*.txt")}

    def mailed(self, number: int) -> set[str]:
        return {path.stem.split("-")[2] for path in (self.folder / "out").glob(f"round-{number:04d}-*.eml")}

    def bids(self) -> None:
        for seat in SEATS:
            self.sends(seat, "bid: 1\n")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game")


EVERYONE = {*SEATS, "public"}


def test_a_single_play_goes_to_whom_it_concerns_once_everyone_has_the_news_of_the_stage(world: World) -> None:
    assert world.letters(1) == EVERYONE
    world.bids()  # which everyone is to read of at once
    assert world.letters(2) == EVERYONE
    world.sends("ann", "pass\n")
    assert world.letters(3) == world.mailed(3) == {"ben", "cid"}
    world.sends("ben", "pass\n")
    assert world.letters(4) == world.mailed(4) == {"cid", "ann"}
    world.sends("cid", "pass\n")
    assert world.letters(5) == EVERYONE  # the game is over
    assert world.mailed(5) == set(SEATS)


def test_the_next_letter_tells_what_its_seat_has_not_read_yet(world: World) -> None:
    world.bids()
    world.sends("ann", "pass\n")
    world.sends("ben", "pass\n")
    ben, cid = ((world.folder / "letters/0003" / f"{seat}.txt").read_text() for seat in ("ben", "cid"))
    game = world.look()
    assert "Ann of the Hill passes." in ben
    assert "Ann of the Hill passes." in cid
    ann = letter_path(game, game.log.pauses[3], "ann").read_text()
    assert "Ann of the Hill passes." in ann
    assert "Ben of the Dale passes." in ann
    assert "toy-1 - Toy, letter 4 (your last: 2), to Ann" in ann
    assert "letter 4 (" not in letter_path(game, game.log.pauses[3], "cid").read_text()
    world.sends("cid", "pass\n")
    report = (world.folder / "letters/0005/public.txt").read_text()
    assert [name for name in ("Ann", "Ben", "Cid") if f"{name} of the" in report and "passes." in report]
    assert "toy-1 - Toy, report 5 (the last: 2)" in report
    assert report.count("passes.") == 3


def test_who_is_not_concerned_may_use_the_last_letter_as_before(world: World) -> None:
    world.bids()
    about, older = subject(world.folder, "ann"), next(iter(invitations(world.look(), "ann")))
    world.sends("ann", "pass\n")
    assert "THAT STAGE IS OVER" in world.sends("ann", "pass\n", about)
    assert "your next letter tells of it" in " ".join(world.sends("ann", "status\n").split())
    late = world.sends("ann", "---\nreactions: never\n...\n", f"x {{{older}}}")
    assert "YOUR SHEET CAME TOO LATE" in late
    assert "ACCEPTED" in world.sends("ann", "---\nreactions: never\n...\n", subject_in(late))
    cid = subject(world.folder, "cid")
    assert "news, nothing to do" in cid
    assert "ACCEPTED" in world.sends("cid", "---\nreactions: never\n...\n", cid)
    world.sends("ben", "pass\n")  # which asks Cid, and Ann is told
    assert "news, nothing to do" in subject(world.folder, "ann")
    assert "ACCEPTED" in world.sends("ann", "---\nreactions: never\n...\n")
    assert "toy-1 - Toy, letter 3, to Ben" in world.sends("ben", "resend\n")


def test_the_token_of_a_letter_that_never_went_is_no_token(world: World) -> None:
    world.bids()
    world.sends("ann", "pass\n")
    game = world.look()
    never_sent = game.token("ann", "standing.ann", game.log.pauses[2].entry)
    assert never_sent not in invitations(game, "ann")
    assert len(invitations(game, "ann")) == 4  # of both letters, and of the replies after them


def test_everyone_is_told_of_a_rewind_at_once(world: World) -> None:
    world.bids()
    world.sends("ann", "pass\n")
    with opening.held(world.folder, RULESETS) as game:
        rewind(game, game.log.pauses[1].entry, "a wrong sheet", world.clock)
    world.hour()
    assert world.letters(4) == EVERYONE
    ann = (world.folder / "letters/0004/ann.txt").read_text()
    assert "a wrong sheet" in ann


def test_the_report_of_a_round_that_concerned_some_is_the_next_one(world: World) -> None:
    world.bids()
    assert world.look().last_letter() == world.look().log.pauses[1]
    world.sends("ann", "pass\n")
    assert world.look().last_letter() == world.look().log.pauses[1]


def subject_in(reply: str) -> str:
    """The subject that a reply asks to keep."""
    return next(line.strip() for line in reversed(reply.split("\n")) if line.startswith("  [toy-1]"))


def told(game: Game, seat: str) -> list[int]:
    """The numbers of all entries that the letters to *seat* tell of, in their order."""
    own = [pause for pause in game.log.pauses if pause.tells(seat)]
    return [entry.number for pause in own for entry in occasion(game, pause, seat)[1].entries]


@pytest.mark.parametrize("seed", range(6 if LONG else 2))
def test_each_seats_letters_together_tell_each_entry_once(tmp_path: Path, seed: int) -> None:
    chance, world = Random(seed), World(tmp_path / "game", rounds=3)
    rewinds = 2
    while (game := world.look()).table.state.flow:
        asked = [seat for seat in SEATS if (stage := game.stage(seat)) and stage.pending]
        if rewinds and chance.random() < 0.1 and len(game.log.pauses) > 3:
            rewinds -= 1
            with opening.held(world.folder, RULESETS) as held:
                rewind(held, chance.choice(held.log.pauses[:-1]).entry, f"no. {rewinds}", world.clock)
            world.hour()
            continue
        idle = [seat for seat in SEATS if seat not in asked]
        if idle and chance.random() < 0.2:
            who, sheet = chance.choice(idle), "---\nreactions: ask\n...\n"
            if "CAME TOO LATE" in (answer := world.sends(who, sheet)):  # the letter asked what was answered since
                answer = world.sends(who, sheet, subject_in(answer))
            assert "ACCEPTED" in answer
        seat = chance.choice(asked)
        stage = game.stage(seat)
        assert stage is not None
        order = guess(game.view(seat), stage.decision, Chance(str(seed), str(world.number)))
        world.sends(seat, _sheet(order))
    game = world.look()
    for seat in (*SEATS, PUBLIC):
        assert told(game, seat) == [entry.number for entry in game.table.entries]
    partial = [pause for pause in game.log.pauses if pause.to]
    assert partial
    for pause in game.log.pauses:
        assert world.letters(pause.round) == ({*pause.to} or EVERYONE)
        assert world.mailed(pause.round) == ({*pause.to} or set(SEATS))


@pytest.mark.slow
def test_killed_at_any_instant_each_letter_goes_once_and_to_the_same_seats(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    world.bids()
    raw = mail("ann@example.org", f"Re: {subject(world.folder, 'ann')}", "pass\n")
    drop(world.folder, "pass.eml", raw, world.clock.at)
    base, at = tmp_path / "base", world.clock.at
    world.folder.rename(base)

    def turn(folder: Path) -> None:
        with opening.held(folder, RULESETS) as game:
            exchange(game, Clock(at))

    shutil.copytree(base, world.folder)
    turn(world.folder)
    names, instant = ("letters", "out", "outbox", "sent", "sheets"), 0
    wanted = {name for name in tree(world.folder) if name.startswith(names)}
    for instant, killed in deaths(base, tmp_path, turn):
        turn(killed)
        assert {name for name in tree(killed) if name.startswith(names)} == wanted, instant
    assert instant > 30


def _sheet(order: object) -> str:
    fields = {name: getattr(order, name) for name in order.__struct_fields__}  # type: ignore[attr-defined]
    lines = [f"{name.replace('_', ' ')}: {value}\n" for name, value in fields.items() if value not in (None, False)]
    return "".join(("---\n", *lines, "...\n")) if lines else "pass\n"
