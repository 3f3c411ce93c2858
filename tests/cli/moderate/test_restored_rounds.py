"""A game put back from a backup that is several rounds old, whose players' emails all come again."""

import os
import re
import shutil
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.game import SECRET
from tests.cli.conftest import Pbem
from tests.long import LONG
from tests.mail.rounds.transports import body
from tests.referee.killer import KILLED, in_child
from tests.toy.game import GAME_YAML, RULESETS, Clock, mail, new_game, opened, subject

ROUNDS = 7


class Players:
    """Three players who answer every letter by mail into a Maildir that keeps all."""

    def __init__(self, pbem: Pbem, maildir: Path, *, threads: bool) -> None:
        self.pbem, self.maildir, self.threads = pbem, maildir, threads
        self.backups: list[Path] = []
        self.count = 0

    def write(self, seat: str, about: str, text: str, **headers: str) -> None:
        """Let an email come at the present time."""
        self.count += 1
        raw = mail(f"{seat}@example.org", about, text, **headers)
        raw = re.sub(rb"Message-ID: <\d+@", b"Message-ID: <%d@" % self.count, raw)
        path = self.maildir / "new" / f"{self.count:04d}.host"
        path.write_bytes(raw)
        at = self.pbem.clock().timestamp()
        os.utime(path, (at, at))

    def reply(self, seat: str, text: str) -> None:
        """Reply to the newest letter."""
        letters = sorted((self.pbem.folder.parent / "out").glob(f"round-*-{seat}.eml"))
        letter = message_from_bytes(letters[-1].read_bytes())["Message-ID"]
        about = {"In_Reply_To": letter, "References": letter} if self.threads else {}
        self.write(seat, f"Re: {subject(self.pbem.folder, seat)}", text, **about)

    def play(self) -> None:
        """Play all rounds; keep a backup of the folder at each letter."""
        for number in range(ROUNDS):
            self.pbem("turn")
            backup = self.pbem.folder.parent / f"backup-{number}"
            shutil.copytree(self.pbem.folder, backup)
            self.backups.append(backup)
            self.pbem.clock.wind(hours=5)
            old = {seat: subject(self.pbem.folder, seat) for seat in ("ann", "ben", "cid")}
            asked = [one["seat"] for one in self.pbem.json("status")["seats"] if one["asked"]]
            self.reply("ben", "status\n")
            for seat in asked:
                self.reply(seat, "bid: 3\n" if number == 0 else "pass\n")
            self.reply(asked[0], f"bid: {number}\n")
            self.write("ben", "Re: [toy-1] your bid {aaaa-bbbb}", "bid: 1\n")
            self.pbem.clock.wind(minutes=10)
            self.pbem("turn")
            self.pbem.clock.wind(hours=1)
            self.reply(asked[-1], "status\n")
            self.write(asked[-1], f"Re: {old[asked[-1]]}", "pass\n")
            self.pbem.clock.wind(hours=1)
            self.pbem("turn")


def told(folder: Path) -> dict[str, Any]:
    """What a game came to: all but its deadlines and the times of its log."""
    game = opened(folder)
    letters = sorted((folder / "letters").rglob("*.txt"))
    return {
        "entries": [(one.step, one.events, one.answers) for one in game.table.entries],
        "verdicts": [(v.item, v.state, v.seat, v.key, v.asked, v.problems) for v in game.inbox.verdicts()],
        "waiting": game.inbox.waiting(),
        "letters": {path.parent.name + path.name: without_times(path.read_text()) for path in letters},
    }


def without_times(text: str) -> str:
    return re.sub(r"By .*\n|by \w{3} \d\d? \w{3} \d\d:\d\d|\d\d? \w+ 2026, \d\d:\d\d|\d\d:\d\d UTC", "TIME", text)


def begun(pbem: Pbem, tmp_path: Path, *, threads: bool) -> Players:
    maildir = tmp_path / "Maildir"
    for place in ("tmp", "new", "cur"):
        (maildir / place).mkdir(parents=True)
    text = GAME_YAML.replace("{folder: in}", f"{{maildir: {maildir}}}").replace("OUT", f"{{folder: {tmp_path}/out}}")
    (pbem.folder / "game.yaml").write_text(text.replace("rounds: 1", f"rounds: {ROUNDS}"))
    return Players(pbem, maildir, threads=threads)


WAYS = ["by thread", "by subject alone"]
"""How an email shows which letter it replies to."""


@pytest.fixture(scope="module", params=WAYS)
def played(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> tuple[Players, Path]:
    """All rounds, and a copy of the folder that they were played in."""
    place = tmp_path_factory.mktemp("played")
    new_game(place / "toy-1")
    found = begun(Pbem(place / "toy-1", Clock()), place, threads=request.param == "by thread")
    found.play()
    return found, Path(shutil.copytree(place, place.with_name(f"{place.name}-kept")))


@pytest.fixture
def players(played: tuple[Players, Path]) -> Players:
    """All rounds were played; the files are those of the end, at the place that they name."""
    found, kept = played
    place = found.pbem.folder.parent
    shutil.rmtree(place)
    shutil.copytree(kept, place)
    again = Players(Pbem(found.pbem.folder, Clock(found.pbem.clock.at)), found.maildir, threads=found.threads)
    again.backups, again.count = list(found.backups), found.count
    return again


BY_THREAD = pytest.mark.parametrize("played", WAYS[:1], indirect=True)


def put_back(players: Players, rounds: int) -> Path:
    folder = players.pbem.folder
    shutil.rmtree(folder)
    shutil.copytree(players.backups[-rounds], folder)
    players.pbem.clock.wind(hours=30)
    return folder


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_one_turn_brings_a_backup_of_any_age_to_where_the_game_was(players: Players, rounds: int) -> None:
    wanted = told(players.pbem.folder)
    assert {"accepted", "refused", "command"} <= {state for _, state, *_ in wanted["verdicts"]}
    folder = put_back(players, rounds)
    assert len(opened(folder).log.pauses) == len(wanted["letters"]) // 4 - rounds
    players.pbem("turn")
    assert told(folder) == wanted
    players.pbem("turn")
    assert told(folder) == wanted


def test_no_two_mails_with_one_message_id_have_other_words(players: Players) -> None:
    out = players.pbem.folder.parent / "out"
    before = {path.name: message_from_bytes(path.read_bytes()) for path in out.iterdir()}
    put_back(players, 5)
    players.pbem("turn")
    again = {path.name: message_from_bytes(path.read_bytes()) for path in out.iterdir()}
    digests = {name for name in again if name.endswith("-moderator.eml")}  # the backup knows nothing of the last ones
    assert again.keys() - digests == before.keys() - digests
    again = {name: one for name, one in again.items() if name in before}
    told_anew = [name for name, one in again.items() if body(one) != body(before[name])]
    assert told_anew, "there are other deadlines in them"
    for name, one in again.items():
        assert (one["Message-ID"] == before[name]["Message-ID"]) == (name not in told_anew)


def test_nothing_is_judged_too_early_by_the_commands_one_by_one(players: Players) -> None:
    wanted = told(players.pbem.folder)
    folder = put_back(players, 2)
    assert "not processed yet; `pbem turn` processes the rest" in players.pbem("fetch").stdout
    for _ in range(3):
        players.pbem("fetch")
        players.pbem("play")
        players.pbem("letters")
    assert told(folder) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("played", WAYS if LONG else WAYS[:1], indirect=True)
def test_killed_at_any_instant_a_game_that_was_put_back_comes_to_where_it_was(players: Players) -> None:
    wanted = told(players.pbem.folder)

    def turn(folder: Path) -> None:
        with opening.held(folder, RULESETS) as game:
            exchange(game, Clock(players.pbem.clock.at))

    code, instant = KILLED, 0
    while code == KILLED:
        instant += 97 if LONG else 211
        folder = put_back(players, 3)
        code = in_child(folder, instant, turn)
        in_child(folder, instant // 2, turn)
        assert in_child(folder, work=turn) == 0
        assert told(folder) == wanted, instant
    assert instant > 500


@pytest.mark.parametrize("key", ["sheet", "hold"])
def test_what_the_players_did_since_is_done_although_a_seat_held_its_stage(
    pbem: Pbem, tmp_path: Path, key: str
) -> None:
    players = begun(pbem, tmp_path, threads=True)
    pbem("turn")
    shutil.copytree(pbem.folder, tmp_path / "backup-0")
    players.backups.append(tmp_path / "backup-0")
    if key == "hold":
        players.reply("ben", "hold\n")
    for seat in ("ann", "ben", "cid"):
        players.reply(seat, "bid: 1\n")
    pbem.clock.wind(days=7)
    pbem("turn")
    players.reply("ann", "pass\n")
    pbem("turn")
    wanted = told(pbem.folder)
    folder = put_back(players, 1)
    pbem("turn")
    assert told(folder) == wanted


def without(players: Players, backup: int) -> bytes:
    """Take the first sheet that was played after a backup away, and the late one like it; what the first was."""
    known = {path.read_bytes() for path in (players.backups[-backup] / "inbox").glob("*.eml")}
    sheets = [path for path in sorted((players.maildir / "cur").iterdir()) if b"\npass" in path.read_bytes()]
    lost = next(raw for path in sheets if (raw := path.read_bytes()) not in known)
    for path in sheets:
        if message_from_bytes(path.read_bytes())["Subject"] == message_from_bytes(lost)["Subject"]:
            path.unlink()
    return lost


def test_a_mail_that_is_gone_stops_the_game_there_and_its_coming_sets_it_going(players: Players) -> None:
    wanted = told(players.pbem.folder)
    folder = put_back(players, 4)
    lost = without(players, 4)
    waits = players.pbem.json("turn", code=3 if players.threads else 0)["waits"]
    assert ("behind" in {one["kind"] for one in waits}) == players.threads
    assert len(opened(folder).inbox.waiting()) > 5 or not players.threads
    stopped = told(folder)
    assert len(stopped["entries"]) < len(wanted["entries"])
    behind = players.pbem.json("status")["behind"]
    if players.threads:
        assert behind > opened(folder).log.pauses[-1].round
        assert f"reply to letters of round {behind}" in players.pbem("status").stdout
        assert {one[1:] for one in stopped["verdicts"]} <= {one[1:] for one in wanted["verdicts"]}
    else:
        assert behind == 0
    late = players.maildir / "new" / "9999.host"
    late.write_bytes(lost)
    players.pbem("turn")
    assert told(folder)["entries"] == wanted["entries"]
    assert told(folder)["waiting"] == []
    assert players.pbem.json("status")["behind"] == 0


@BY_THREAD
def test_a_mail_that_waits_can_be_dismissed_or_confirmed(players: Players) -> None:
    pbem = players.pbem
    folder = put_back(players, 4)
    without(players, 4)
    pbem("turn", code=3)
    waiting = opened(folder).inbox.waiting()
    assert len(waiting) > 2
    pbem("dismiss", str(waiting[0].number), "--reason", "gone")
    assert waiting[0].number not in {item.number for item in opened(folder).inbox.waiting()}


@BY_THREAD
@pytest.mark.parametrize("times", ["kept", "lost"])
def test_an_inbox_that_alone_was_put_back_is_filled_again(players: Players, times: str) -> None:
    pbem = players.pbem
    names = {item.name for item in opened(pbem.folder).inbox.items()}
    shutil.rmtree(pbem.folder / "inbox")
    shutil.copytree(players.backups[-3] / "inbox", pbem.folder / "inbox")
    if times == "lost":  # as when the folder is copied by a program that does not keep them
        os.utime(pbem.folder / SECRET, (pbem.clock().timestamp(),) * 2)
    entries = opened(pbem.folder).table.entries
    pbem("turn", code=3)
    assert {item.name for item in opened(pbem.folder).inbox.items()} == names
    assert opened(pbem.folder).table.entries == entries, "nothing is played twice"


@BY_THREAD
@pytest.mark.parametrize("gone", ["roads", "sheets", "outbox", "sent", "letters"])
def test_whatever_part_of_a_folder_is_older_or_gone_the_game_goes_on(players: Players, gone: str) -> None:
    pbem = players.pbem
    wanted = told(pbem.folder)
    shutil.rmtree(pbem.folder / gone)
    (pbem.folder / gone).mkdir()
    pbem("turn")
    found = told(pbem.folder)
    assert (found["entries"], found["verdicts"]) == (wanted["entries"], wanted["verdicts"])
    assert found["letters"] == wanted["letters"]
