import json
import re
from collections.abc import Callable
from pathlib import Path

import pyrage
import pytest

from pbem.engine.play import waiting
from pbem.errors import Refusal
from pbem.mail import judges
from pbem.mail.intake import confirmations
from pbem.referee import opening, sealing, submissions
from pbem.referee.play import apply_default, rewind
from pbem.referee.status import status
from pbem.store import encryption
from pbem.store.encryption import WrongKey
from pbem.store.facts import DigestSent
from pbem.store.inbox import Verdict
from tests.referee.sealing.sealed_game import SEATS, answer, leaks, mailed, open_game, sealed_game, turn
from tests.toy.game import RULESETS, Clock, drop, mail, opened, send_sheet, subject


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path, clock: Clock) -> Path:
    """A sealed toy game that waits for three bids; its key lies in `stick/key` beside it."""
    sealed_game(tmp_path / "game")
    turn(tmp_path / "game", clock)
    return tmp_path / "game"


@pytest.fixture
def key(folder: Path) -> Path:
    return folder.with_name("stick") / "key"


def received(folder: Path) -> list[str]:
    return [one.received for one in status(opened(folder), Clock()).seats]


def entries(folder: Path) -> int:
    return len(opened(folder).table.entries)


def receipt(folder: Path, number: int) -> str:
    return mailed(folder.with_name("game-out") / f"receipt-{number:04d}.eml")


def bid(folder: Path, clock: Clock, *seats: str, text: str = "bid: 1\n") -> None:
    for seat in seats:
        answer(folder, seat, text)
    turn(folder, clock)


def test_a_sheet_that_came_in_can_be_read_nowhere_in_the_folder(folder: Path, clock: Clock) -> None:
    bid(folder, clock, "ann", "ben")
    assert leaks(folder) == []
    assert received(folder) == ["valid", "valid", "nothing"]
    stored = [json.loads(path.read_text()) for path in sorted(folder.glob("sheets/*/*.json"))]
    assert [(one["seat"], one["item"], one["order"]) for one in stored] == [("ann", 1, None), ("ben", 2, None)]


def test_the_search_for_leaks_finds_them_in_an_open_game(tmp_path: Path, clock: Clock) -> None:
    open_game(tmp_path / "game")
    turn(tmp_path / "game", clock)
    bid(tmp_path / "game", clock, "ann")
    places = {path.partition("/")[0] for path in leaks(tmp_path / "game")}
    assert places == {"inbox", "sheets", "in"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\\n"])
def test_the_search_for_leaks_passes_over_words_that_chance_puts_into_what_is_sealed(tmp_path: Path, end: str) -> None:
    key = pyrage.x25519.Identity.generate()
    lines = encryption.seal(b"bid: 1\n", str(key.to_public())).decode().splitlines()
    lines[9] = f"QuOkKa{lines[9][6:]}"
    (tmp_path / "sealed").write_bytes(end.join(lines).encode())
    (tmp_path / "open").write_bytes(end.join([*lines, "QuOkKa"]).encode())
    (tmp_path / "false").write_bytes(end.join([lines[0], "QuOkKa", lines[-1]]).encode())
    assert leaks(tmp_path) == ["false", "open"]


def test_its_receipt_says_that_it_is_good_and_its_hash_but_not_what_it_orders(folder: Path, clock: Clock) -> None:
    bid(folder, clock, "ann", text="bid: 3\n")
    text = receipt(folder, 1)
    assert "SHEET ACCEPTED" in text
    assert "3 points" not in text
    assert "Bid 3" not in text
    told, nonce = re.findall(r"^  ([0-9a-f]{32,64})$", text, re.MULTILINE)
    assert encryption.digest(nonce, "# quokka\nbid: 3\n") == told
    (stub,) = folder.glob("sheets/*/ann-0001.json")
    assert told in stub.read_text()
    assert not any(nonce in path.read_text() for path in folder.rglob("*") if path.is_file())


def test_a_refused_sheet_is_explained_to_its_player_and_to_nobody_else(folder: Path, clock: Clock) -> None:
    bid(folder, clock, "cid", text="bid: perhaps-not\n")
    assert "perhaps-not" in receipt(folder, 1)
    assert leaks(folder) == []
    assert received(folder) == ["nothing", "nothing", "errors"]
    (verdict,) = opened(folder).inbox.verdicts()
    assert (verdict.state, verdict.problems) == ("refused", ())


def test_a_sheet_without_its_token_is_sealed_as_well(folder: Path, clock: Clock) -> None:
    drop(folder, "1.eml", mail("ann@example.org", "my sheet", "---\n# quokka\nbid: 1\n...\n"))
    turn(folder, clock)
    assert leaks(folder) == []
    assert [one.state for one in opened(folder).inbox.verdicts()] == ["refused"]


def test_so_is_one_of_an_unknown_sender_until_the_next_stage_was_processed(
    folder: Path, clock: Clock, key: Path
) -> None:
    raw = mail("ann@elsewhere.example", f"Re: {subject(folder, 'ann')}", "---\n# quokka\nbid: 1\n...\n")
    drop(folder, "1.eml", raw)
    turn(folder, clock)
    assert leaks(folder) == []
    bid(folder, clock, *SEATS)
    turn(folder, clock, key)
    assert "inbox/0001" in " ".join(leaks(folder))


def test_a_mail_that_the_moderator_confirms_is_judged_as_soon_as_the_key_is_there(
    folder: Path, clock: Clock, key: Path
) -> None:
    raw = mail("ann@elsewhere.example", f"Re: {subject(folder, 'ann')}", "---\n# quokka\nbid: 1\n...\n")
    drop(folder, "1.eml", raw)
    turn(folder, clock)
    with opening.held(folder, RULESETS) as game:
        confirmations.confirm(game, 1, "ann", clock)
    turn(folder, clock)
    assert received(folder) == ["nothing", "nothing", "nothing"]
    assert leaks(folder) == []
    turn(folder, clock, key)
    assert received(folder) == ["valid", "nothing", "nothing"]
    assert leaks(folder) == []


def test_a_mail_that_is_dismissed_before_the_key_is_there_stays_without_effect(
    folder: Path, clock: Clock, key: Path
) -> None:
    drop(folder, "1.eml", mail("eve@example.org", subject(folder, "ann"), "bid: 2\n"))
    turn(folder, clock)
    with opening.held(folder, RULESETS) as game:
        confirmations.confirm(game, 1, "ann", clock)
        assert judges.judge_all(game, clock) == []
        confirmations.dismiss(game, 1, "", clock)
    with opening.held(folder, RULESETS, key) as game:
        assert judges.judge_all(game, clock) == []
        confirmations.confirm(game, 1, "ann", clock)
        (handled,) = judges.judge_all(game, clock)
    assert handled.verdict.state == "accepted"


def test_without_the_key_play_waits_with_it_play_goes_on_and_all_is_opened(
    folder: Path, clock: Clock, key: Path
) -> None:
    bid(folder, clock, *SEATS)
    before = entries(folder)
    assert submissions.locked(opened(folder)) == SEATS
    turn(folder, clock)
    assert entries(folder) == before
    assert leaks(folder) == []
    game = turn(folder, clock, key)
    assert entries(folder) > before
    assert submissions.locked(game) == ()
    assert not [path for path in folder.rglob("*") if path.is_file() and encryption.is_sealed(path)]
    assert len(leaks(folder)) == 9, "mail, text and the road's copy of each sheet"
    assert '"sealed"' not in "".join(path.read_text() for path in folder.glob("sheets/*/*.json"))


def test_what_was_opened_is_what_would_be_there_unsealed(tmp_path: Path, folder: Path, clock: Clock, key: Path) -> None:
    open_game(tmp_path / "open")
    other = Clock()
    turn(tmp_path / "open", other)
    for each, time in ((folder, clock), (tmp_path / "open", other)):
        bid(each, time, "ann", "ben", text="bid: 2\n")
        bid(each, time, "cid")
        turn(each, time, key)
    lines = [opened(each).log.lines for each in (folder, tmp_path / "open")]
    told = [[line.fact.needs for line in each if isinstance(line.fact, DigestSent)] for each in lines]
    assert [[need.partition(" ")[0] for needs in each for need in needs] for each in told] == [["sealed"], []]
    logs = [[line.entry for line in each if not isinstance(line.fact, DigestSent)] for each in lines]
    assert logs[0] == logs[1]
    for name in ("inbox/*.eml", "sheets/*/*.yaml", "in/taken/*"):
        found = [[path.read_bytes() for path in sorted(each.glob(name))] for each in (folder, tmp_path / "open")]
        assert found[0] == found[1]
        assert len(found[0]) == 3
    times = [
        [path.stat().st_mtime for path in sorted(each.glob("inbox/*.eml"))] for each in (folder, tmp_path / "open")
    ]
    assert times[0] == times[1]


def test_the_next_letter_names_the_hash_of_the_sheet_that_counted(folder: Path, clock: Clock, key: Path) -> None:
    bid(folder, clock, "ann", text="bid: 3\n")
    bid(folder, clock, *SEATS)
    turn(folder, clock, key)
    hashes = {number: re.findall(r"^  ([0-9a-f]{64})$", receipt(folder, number), re.MULTILINE) for number in (1, 2, 3)}
    letter = (folder / "letters" / "0002" / "ann.txt").read_text()
    assert hashes[2][0] in letter
    assert hashes[1][0] not in letter
    assert hashes[3][0] not in letter
    assert not any(each[0] in (folder / "letters" / "0002" / "public.txt").read_text() for each in hashes.values())


def test_a_letter_is_made_again_to_the_byte(folder: Path, clock: Clock, key: Path) -> None:
    bid(folder, clock, *SEATS)
    turn(folder, clock, key)
    path = folder / "letters" / "0002" / "ann.txt"
    before = path.read_bytes()
    path.unlink()
    turn(folder, clock)
    assert path.read_bytes() == before


def test_the_next_stage_is_sealed_like_the_first_and_its_letter_names_its_own_hash(
    folder: Path, clock: Clock, key: Path
) -> None:
    bid(folder, clock, *SEATS)
    turn(folder, clock, key)
    letters = [folder / "letters" / f"{number:04d}" / "ann.txt" for number in (2, 3)]
    before, second = leaks(folder), letters[0].read_bytes()
    bid(folder, clock, "ann", text="passes: yes\n")
    assert leaks(folder) == before
    letters[0].unlink()
    turn(folder, clock)
    assert letters[0].read_bytes() == second
    turn(folder, clock, key)
    hashes = [re.findall(r"^  ([0-9a-f]{64})$", path.read_text(), re.MULTILINE) for path in letters]
    told = [re.findall(r"^  ([0-9a-f]{64})$", receipt(folder, number), re.MULTILINE) for number in (1, 4)]
    assert hashes == told


def test_nothing_else_answers_in_place_of_a_sealed_sheet(folder: Path, clock: Clock) -> None:
    bid(folder, clock, *SEATS)
    with opening.held(folder, RULESETS) as game:
        for seat in SEATS:
            apply_default(game, seat, "late", clock)
        (decision, *_) = waiting(game.table)
        with pytest.raises(submissions.Locked, match="the sheet of ann is sealed"):
            submissions.source(game)(decision, game.view("ann"))
    before = entries(folder)
    turn(folder, clock)
    assert entries(folder) == before


def test_a_wrong_key_is_refused_and_opens_nothing(tmp_path: Path, folder: Path, clock: Clock) -> None:
    bid(folder, clock, *SEATS)
    encryption.keygen(tmp_path / "other")
    with pytest.raises(WrongKey):
        turn(folder, clock, tmp_path / "other")
    assert leaks(folder) == []


def test_a_key_in_the_games_folder_is_used_by_itself_but_not_before_all_sheets_are_there(
    tmp_path: Path, clock: Clock
) -> None:
    sealed_game(tmp_path / "game", tmp_path / "game" / "sealing-key")
    turn(tmp_path / "game", clock)
    bid(tmp_path / "game", clock, "ann", "ben")
    assert leaks(tmp_path / "game") == []
    assert received(tmp_path / "game") == ["valid", "valid", "nothing"]
    before = entries(tmp_path / "game")
    bid(tmp_path / "game", clock, "cid")
    assert entries(tmp_path / "game") > before


def test_a_sheet_that_passes_is_called_valid_like_any_other(tmp_path: Path, clock: Clock) -> None:
    sealed_game(tmp_path / "game", tmp_path / "game" / "sealing-key")
    turn(tmp_path / "game", clock)
    bid(tmp_path / "game", clock, "ann", text="bid: 0\n")
    assert received(tmp_path / "game") == ["valid", "nothing", "nothing"]


def test_a_stage_that_was_put_anew_is_sealed_anew(folder: Path, clock: Clock, key: Path) -> None:
    bid(folder, clock, *SEATS)
    with opening.held(folder, RULESETS) as game:
        rewind(game, 1, "a fault", clock)
    turn(folder, clock, key)
    assert leaks(folder) == [], "what was set back unprocessed stays sealed"
    bid(folder, clock, *SEATS)
    turn(folder, clock)
    assert leaks(folder) == []
    turn(folder, clock, key)
    assert len(leaks(folder)) == 18


def test_a_rewind_of_what_was_processed_opens_nothing_that_comes_after(folder: Path, clock: Clock, key: Path) -> None:
    bid(folder, clock, *SEATS)
    turn(folder, clock, key)
    before = leaks(folder)
    with opening.held(folder, RULESETS) as game:
        rewind(game, 1, "a fault", clock)
    turn(folder, clock)
    bid(folder, clock, "ann")
    turn(folder, clock, key)
    assert leaks(folder) == before
    assert received(folder) == ["valid", "nothing", "nothing"]


def set_sealed(folder: Path, change: Callable[[str], str]) -> None:
    (folder / "game.yaml").write_text(change((folder / "game.yaml").read_text()))


def test_a_game_may_be_sealed_from_now_on_and_opened_again(tmp_path: Path, clock: Clock) -> None:
    folder, key = tmp_path / "game", tmp_path / "stick" / "key"
    open_game(folder)
    turn(folder, clock)
    bid(folder, clock, "ann")
    bid(folder, clock, "ben", text="bid: perhaps-not\n")
    assert leaks(folder)
    recipient = encryption.keygen(key)
    set_sealed(folder, lambda text: text.replace("mail:\n", f"mail:\n  sealed: {{recipient: {recipient}}}\n"))
    turn(folder, clock)
    assert leaks(folder) == []
    assert received(folder) == ["valid", "errors", "nothing"]
    set_sealed(folder, lambda text: re.sub(r"  sealed: .*\n", "", text))
    bid(folder, clock, "ben", "cid")
    before = entries(folder)
    turn(folder, clock)
    assert entries(folder) == before, "one sheet is still sealed"
    turn(folder, clock, key)
    assert entries(folder) > before
    bid(folder, clock, "ann", text="passes: yes\n")
    assert leaks(folder)


@pytest.mark.parametrize(
    ("written", "refusal"), [("{}", "names no recipient"), ("{recipient: age1nobody}", "is not a recipient")]
)
def test_without_anybody_to_seal_for_no_mail_is_taken_in(
    folder: Path, clock: Clock, written: str, refusal: str
) -> None:
    set_sealed(folder, lambda text: re.sub(r"sealed: .*", f"sealed: {written}", text))
    answer(folder, "ann", "bid: 1\n")
    with pytest.raises(Refusal, match=refusal):
        turn(folder, clock)
    assert opened(folder).inbox.items() == []


def test_the_same_mail_again_is_known_though_it_is_sealed(folder: Path, clock: Clock) -> None:
    send_sheet(folder, "ann", "bid: 1\n", "1.eml")
    raw = (folder / "in" / "1.eml").read_bytes()
    turn(folder, clock)
    (folder / "in" / "2.eml").write_bytes(raw)
    turn(folder, clock)
    assert len(opened(folder).inbox.items()) == 1


def test_robots_and_words_to_the_moderator_are_not_sealed(folder: Path) -> None:
    raw = mail("ann@example.org", "away", "I am in zanzibar", Auto_Submitted="auto-replied")
    for state in sealing.SHOWN:
        with opening.held(folder, RULESETS) as game:
            item, _ = game.inbox.keep(raw + state.encode(), Clock()())
            game.inbox.judge(item, Verdict(item.number, state, item.arrived))
        assert item.path.read_bytes() == raw + state.encode()


def test_a_sweep_done_again_changes_nothing(folder: Path, clock: Clock) -> None:
    bid(folder, clock, "ann", "cid")
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.rglob("*") if path.is_file()}
    with opening.held(folder, RULESETS):
        pass
    assert before == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in before}


def test_a_session_that_fails_seals_what_it_looked_at(folder: Path, clock: Clock) -> None:
    def fail() -> None:
        with opening.held(folder, RULESETS) as game:
            item, _ = game.inbox.keep(raw, clock())
            judges.handle(game, item, clock)
            assert {path.partition("/")[0] for path in leaks(folder)} == {"inbox"}, "the docket is sealed at once"
            raise RuntimeError

    raw = mail("ann@example.org", f"Re: {subject(folder, 'ann')}", "---\n# quokka\nbid: 1\n...\n")
    with pytest.raises(RuntimeError):
        fail()
    assert leaks(folder) == []
