import hashlib
import json
import re
from email import message_from_bytes
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import COMMANDS as KNOWN
from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.referee import keys
from pbem.store import encryption
from tests.cli.conftest import Pbem
from tests.mail.rounds.transports import body
from tests.referee.sealing.sealed_game import SEATS, answer, leaks, sealed_game
from tests.toy.game import RULESETS, Clock, opened, send_sheet, subject

SECRETS = ("quokka", "zanzibar", "perhaps-not", "bid: 1", "not-a-number", '"bid"')


@pytest.fixture
def pbem(tmp_path: Path) -> Pbem:
    """A sealed toy game that waits for three bids; its key lies in `stick/key` beside it."""
    sealed_game(tmp_path / "game")
    shut = Pbem(tmp_path / "game", Clock())
    shut("turn")
    return shut


@pytest.fixture
def key(pbem: Pbem) -> str:
    return str(pbem.folder.with_name("stick") / "key")


COMMANDS = [
    ("status",),
    ("mail",),
    ("mail", "1"),
    ("mail", "3"),
    ("report",),
    ("seats",),
    ("show", "board"),
    ("show", "board", "--moderator"),
    ("show", "hands", "--moderator"),
    ("show", "log", "--moderator"),
    ("send", "--dry-run"),
    ("play",),
    ("letters",),
    ("fetch",),
    ("turn",),
    ("send",),
]


@pytest.mark.parametrize("with_key", [False, True], ids=["without the key", "with the key"])
def test_no_command_tells_what_a_sheet_says(
    pbem: Pbem, key: str, monkeypatch: pytest.MonkeyPatch, with_key: bool
) -> None:
    if with_key:
        monkeypatch.setenv(keys.ENVIRONMENT, key)
    answer(pbem.folder, "ann", "bid: 1\n")
    answer(pbem.folder, "cid", "bid: perhaps-not\n")
    said = [pbem("fetch").output]
    answer(pbem.folder, "ben", "bid: perhaps-not\n")
    said.append(pbem("fetch", "--json").output)
    for command in (one for one in COMMANDS if one[0] in KNOWN):
        said += [pbem(*command).output, pbem(*command, "--json").output]
    said.append(pbem("send", "--dry-run", "--full").output)
    assert [word for word in SECRETS if word in "".join(said)] == []
    assert leaks(pbem.folder) == []
    assert [one["received"] for one in pbem.json("status")["seats"]] == ["valid", "errors", "errors"]


def test_a_receipt_that_waits_is_not_shown_by_a_rehearsal(pbem: Pbem) -> None:
    answer(pbem.folder, "cid", "bid: perhaps-not\n")
    pbem("fetch")
    said = pbem("send", "--dry-run", "--full").output + pbem("send", "--dry-run", "--json").output
    assert "receipt-0001 would go to cid@example.org" in said
    assert "perhaps-not" not in said
    assert "sealed: for its recipient alone" in said


def test_turn_says_that_it_waits_for_the_key_and_goes_on_with_it(pbem: Pbem, key: str) -> None:
    for seat in SEATS[:2]:
        answer(pbem.folder, seat, "bid: 1\n")
    assert "sealed" not in pbem("turn").output
    answer(pbem.folder, "cid", "bid: 1\n")
    said = pbem("turn", code=3).output
    assert "but those of ann, ben, cid are sealed and the key is missing" in said
    assert "pbem turn --identity FILE" in said
    assert pbem.json("play")["locked"] == list(SEATS)
    done = pbem.json("turn", "--identity", key)
    assert (done["played"], done["locked"]) == (1, [])


def test_play_takes_the_key_as_well(pbem: Pbem, key: str) -> None:
    for seat in SEATS:
        answer(pbem.folder, seat, "bid: 1\n")
    pbem("fetch")
    assert pbem.json("play", "--identity", key)["played"] == 1


def test_a_key_that_does_not_fit_is_refused_in_words(pbem: Pbem, tmp_path: Path) -> None:
    for seat in SEATS:
        answer(pbem.folder, seat, "bid: 1\n")
    pbem("turn", code=3)
    encryption.keygen(tmp_path / "other")
    said = pbem("turn", "--identity", str(tmp_path / "other"), code=1).stderr
    assert said.startswith("The key does not open what was sealed")
    assert "Traceback" not in said
    assert "cannot be read" in pbem("turn", "--identity", str(tmp_path / "none"), code=1).stderr


def test_a_sheet_handed_in_is_answered_with_its_hash_and_the_same_again_with_nothing(pbem: Pbem) -> None:
    first = pbem("submit", "-", "--as", "ann", typed="bid: 1\n").output
    assert re.search(r"^  [0-9a-f]{64}$", first, re.MULTILINE)
    again = pbem("submit", "-", "--as", "ann", typed="bid: 1\n").output
    assert again == "It was submitted before, and the reply to it is sealed.\n"


def test_keygen_makes_a_key_that_new_games_can_use(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["seal", "keygen", "--file", str(tmp_path / "key")])
    assert run.exit_code == 0, run.output
    (recipient,) = re.findall(r"^  sealed: \{recipient: (age1\w+)\}$", run.output, re.MULTILINE)
    data = encryption.seal(b"plan", recipient)
    assert encryption.read(tmp_path / "key", None).startswith(b"# public key: " + recipient.encode())
    identity = keys.identity_of(None, tmp_path, tmp_path / "key")
    assert identity
    assert encryption.unseal(data, identity) == b"plan"
    again = CliRunner().invoke(main, ["seal", "keygen", "--file", str(tmp_path / "key")])
    assert again.exit_code == 1
    assert "already" in again.stderr


def test_keygen_puts_the_key_where_game_yaml_says(pbem: Pbem) -> None:
    made = pbem.json("seal", "keygen")
    assert made["identity"] == str(pbem.folder / "sealing-key")
    assert (pbem.folder / "sealing-key").stat().st_mode & 0o777 == 0o600


def test_new_makes_a_sealed_game_when_asked(tmp_path: Path) -> None:
    args = ["new", str(tmp_path / "game"), "--rules", "toy", "--sealed"]
    run = CliRunner().invoke(main, args, obj=Host(Clock(), RULESETS))
    assert run.exit_code == 0, run.output
    sealed = opened(tmp_path / "game").settings.mail.sealed
    assert sealed
    assert sealed.recipient.startswith("age1")
    assert opened(tmp_path / "game").identity is not None
    again = CliRunner().invoke(main, args, obj=Host(Clock(), RULESETS))
    assert again.exit_code == 2
    assert "pbem seal keygen" in again.output


def test_the_page_for_sealed_letters_is_saved_with_its_hash(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["seal", "page", str(tmp_path / "sealed.html")], catch_exceptions=False)
    digest = hashlib.sha256((tmp_path / "sealed.html").read_bytes()).hexdigest()
    assert run.output.split("\n")[1] == f"  {digest}"
    again = CliRunner().invoke(main, ["seal", "page", str(tmp_path / "again.html"), "--json"], catch_exceptions=False)
    assert json.loads(again.output)["sha256"] == digest
    nowhere = CliRunner().invoke(main, ["seal", "page", str(tmp_path / "nowhere" / "sealed.html")])
    assert nowhere.exit_code == 1
    assert "nowhere" in nowhere.output


def test_verify_proves_which_sheet_a_receipt_is_about(pbem: Pbem) -> None:
    send_sheet(pbem.folder, "ann", f"---\n# {subject(pbem.folder, 'ann')}\nbid: 2\n...\n")
    pbem("turn")
    receipt = message_from_bytes((pbem.folder.with_name("game-out") / "receipt-0001.eml").read_bytes())
    wanted, nonce = re.findall(r"^  ([0-9a-f]{32,64})$", body(receipt), re.MULTILINE)
    args = ("seal", "verify", "-", "--nonce", nonce, "--hash", wanted)
    sheet = f"# {subject(pbem.folder, 'ann')}\nbid: 2\n"
    assert pbem(*args, typed=sheet).output == "It is the same sheet.\n"
    assert pbem(*args, typed=f"---\n{sheet}...\n").output == "It is the same sheet.\n"
    assert "another sheet" in pbem(*args, typed=sheet.replace("2", "3"), code=1).output
    mail = b"From: ann@example.org\n\nHello\n\n---\n" + sheet.encode() + b"...\n\nAnn\n"
    assert pbem(*args, typed=mail.decode()).output == "It is the same sheet.\n"
    assert pbem.json(*args, typed=sheet) == {"ok": True, "hash": wanted}
