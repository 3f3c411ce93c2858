"""Commands by mail, obeyed."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.mail import commands
from pbem.mail.commands import Asked, Obeyed
from pbem.mail.letters import make_letters
from pbem.mail.ordering import sheet_of_pass
from pbem.sheet.check import check_sheet
from pbem.store import docket, wishes
from pbem.store.game import Game, create
from pbem.store.inbox import Verdict
from pbem.store.playing import play_on
from pbem.store.wishes import Origin
from pbem_maria.ruleset import MARIA
from tests.store.sealed_game import sealed_game
from tests.toy.game import GAME_YAML, RULESETS, SEED, START, Clock, new_game
from tests.toy.ruleset import TOY
from tests.toy.state import Bid, Play

CHANGING = ("pass", "withdraw", "hold", "release", "absent 2026-12-24 to 2027-01-02", "absent none")
TELLING = ("status", "form", "resend", "help", "resed")
ANN = ("1.bid.ann", 2)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A toy game that waits for three bids."""
    new_game(tmp_path / "game")
    return lettered(Game.open(tmp_path / "game", RULESETS))


def lettered(game: Game, at: datetime = START) -> Game:
    play_on(game, Clock(at))
    make_letters(game)
    return game


def asked(
    game: Game, seat: str = "ann", number: int = 7, at: datetime = START, *, proven: bool = True, outdated: bool = False
) -> Asked:
    return Asked(seat, number, f"{number:04d}-00000000", at, game.stage(seat), game.view(seat), proven, outdated)


def tell(game: Game, *lines: str, seat: str = "ann", number: int = 7, at: datetime = START) -> Obeyed:
    return commands.obey_all(game, asked(game, seat, number, at), lines, Clock(at))


def plain(obeyed: Obeyed) -> str:
    return " ".join(obeyed.text.split())


def bid(game: Game, *seats: str, item: int = 1, points: int = 1) -> None:
    """Sheets of *seats* that were accepted, with their verdicts."""
    for number, seat in enumerate(seats, item):
        stage = game.stage(seat)
        assert stage is not None
        kept, _ = game.inbox.keep(f"bid: {points}\n".encode(), START, seat=seat, mark=str(number))
        docket.accept(game, stage, number, START, Bid(bid=points), f"bid: {points}\n")
        key, since = stage.decision.key, stage.asked
        game.inbox.judge(kept, Verdict(number, "accepted", START, seat, key=key, asked=since))


def to_impulse(game: Game) -> Game:
    """Play the bids, so that only Ann is asked."""
    bid(game, "ann", "ben", "cid")
    return lettered(game)


def to_end(game: Game) -> Game:
    while game.table.state.flow:
        for seat in game.titles:
            stage = game.stage(seat)
            if stage and stage.pending:
                docket.accept(game, stage, 3, START, stage.decision.default, "")
        lettered(game)
    return game


def counting(game: Game, seat: str = "ann", stage: tuple[str, int] = ANN) -> docket.Accepted | None:
    return docket.counting(game, seat, *stage)


# --- status, form, resend, help


def test_status_says_what_is_asked_until_when_and_whom_the_last_letter_waited_for(game: Game) -> None:
    said = plain(tell(game, "status"))
    assert "Asked of you: your bid." in said
    assert "By Wednesday 25 November 2026, 20:00 (Europe/Berlin) = Wednesday 25 November 2026, 19:00 UTC" in said
    assert "Nothing has come from you" in said
    assert "round 1" in said
    assert "waits for Ben of the Dale and Cid of the Shore." in said


def test_status_says_what_counts(game: Game) -> None:
    bid(game, "ann")
    assert "Your sheet of Saturday 21 November 2026, 09:00 (Europe/Berlin) counts." in plain(tell(game, "status"))
    kept, _ = game.inbox.keep(b"bit: 1\n", START, seat="ann")
    refused = Verdict(2, "refused", START + timedelta(hours=1), "ann", key=ANN[0], asked=ANN[1])
    game.inbox.judge(kept, refused)
    said = plain(tell(game, "status"))
    assert "09:00 (Europe/Berlin) counts. What came later, last on Saturday 21 November 2026, 10:00" in said


def test_status_tells_holds_and_absences(game: Game) -> None:
    tell(game, "hold", "absent 2026-12-24 to 2027-01-02")
    said = plain(tell(game, "status", number=8))
    assert "You hold the game: it does not go on before the deadline." in said
    assert "You are away from Thursday 24 December 2026 to Saturday 2 January 2027." in said
    assert "You hold" not in plain(tell(game, "status", seat="ben", number=9))


def test_status_of_a_seat_that_is_not_asked(game: Game) -> None:
    to_impulse(game)
    said = plain(tell(game, "status", seat="ben"))
    assert "Nothing is asked of you now. You may send, at any time: your standing order." in said
    assert "waits for Ann of the Hill" in said
    assert "over" in plain(tell(to_end(game), "status"))


def test_status_before_the_first_letter(tmp_path: Path) -> None:
    new_game(tmp_path)
    game = Game.open(tmp_path, RULESETS)
    assert "No letter has been written yet." in plain(tell(game, "status"))
    assert tell(game, "resend").code == "no-letter"


def test_the_form_stands_between_its_marks_under_its_subject(game: Game) -> None:
    found = tell(game, "form")
    subject = found.subject.removeprefix("Re: ")
    assert f"--- # {subject}\nbid: 0\n...\n" in found.text
    assert game.token("ann", *ANN) in subject
    assert tell(to_impulse(game), "form", seat="ben").text.count("reactions: ask") == 1
    assert tell(to_end(game), "form").code == "no-form"


def test_resend_is_the_last_letter_word_for_word_under_its_subject(game: Game) -> None:
    to_impulse(game)
    found = tell(game, "resend")
    assert found.text == (game.folder / "letters" / "0002" / "ann.txt").read_text()
    assert found.subject == f"[toy-1] your impulse {{{game.token('ann', '1.impulse.ann', 3)}}}"
    (game.folder / "letters" / "0002" / "ann.txt").unlink()
    assert found.text != tell(game, "resend").text == (game.folder / "letters" / "0001" / "ann.txt").read_text()


def test_help_lists_the_commands_and_names_the_moderator(game: Game) -> None:
    said = tell(game, "help").text
    for word in ("status", "form", "resend", "pass", "withdraw", "hold", "release", "absent", "help"):
        assert f"\n- {word}" in said
    assert "Mo <mo@example.org>" in said


def test_what_is_no_command_is_quoted_with_what_it_may_mean(game: Game) -> None:
    found = tell(game, "widraw")
    assert found.code == "misread"
    assert "“widraw” was not understood" in plain(found)
    assert "withdraw, perhaps?" in plain(found)
    assert "\n- status" in found.text


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("absent next week", "absent 2026-12-24 to 2027-01-02"),
        ("absent 2026-12-05 to 2026-12-01", "2026-12-01 comes before 2026-12-05"),
        ("pass and hold", "“pass” stands alone on its line"),
        ("confirm it", "the word in braces"),
        ("confirm abcd-efgh", "was not understood"),
        ("", "was not understood"),
        ("\x00" * 5000, "was not understood"),
        ("pass" * 5000, "was not understood"),
        ("{{ 7 * 7 }} {% raw %}", "{{ 7 * 7 }} {% raw %}"),
    ],
)
def test_of_a_command_with_a_fault_the_answer_says_what_is_right(game: Game, line: str, right: str) -> None:
    found = tell(game, line)
    assert found.code == "misread"
    assert right in plain(found)
    assert len(found.text) < 3000


# --- pass


def test_a_pass_is_the_form_as_it_stands(game: Game) -> None:
    found = tell(game, "pass")
    assert (found.code, found.passed) == ("passed", True)
    assert "You bid 0." in found.text
    one = counting(game)
    assert one is not None
    assert (one.order, one.item, one.received) == (Bid(bid=0), 7, START)
    assert "You pass" in plain(tell(game, "status", number=8))


def test_a_pass_replaces_an_earlier_sheet_and_says_so(game: Game) -> None:
    bid(game, "ann")
    found = tell(game, "pass")
    assert "replaces your earlier sheet" in plain(found)
    assert plain(tell(game, "pass")) == plain(found), "also when it is obeyed again"
    assert "replaces" not in plain(tell(game, "pass", seat="ben"))


def test_a_pass_ends_the_waiting_as_a_sheet_does(game: Game) -> None:
    for number, seat in enumerate(game.titles, 1):
        tell(game, "pass", seat=seat, number=number)
    lettered(game)
    assert game.table.state.bids == {"ann": 0, "ben": 0, "cid": 0}
    assert [answer.by for answer in game.table.entries[2].answers.values()] == ["sheet"] * 3


@pytest.mark.parametrize("knows_pass", [False, True])
def test_without_a_default_a_pass_is_refused_unless_the_order_knows_one(tmp_path: Path, *, knows_pass: bool) -> None:
    rules = {"toy": TOY}
    create(tmp_path, GAME_YAML.replace("OUT", "{folder: out}"), rules, SEED)
    game = lettered(Game.open(tmp_path, rules))
    stage = game.stage("ann")
    assert stage is not None
    decision = msgspec.structs.replace(stage.decision, default=None, takes=Play if knows_pass else Bid)
    bare = msgspec.structs.replace(asked(game), stage=msgspec.structs.replace(stage, decision=decision))
    if knows_pass:
        assert sheet_of_pass(decision, TOY.lexicon(game.view("ann"), "ann")) == "pass\n"
        return
    found = commands.obey(game, bare, "pass", Clock())
    assert (found.code, found.passed) == ("no-pass", False)
    assert counting(game) is None


def test_where_sheets_are_sealed_a_pass_is_not_said_back(tmp_path: Path) -> None:
    sealed_game(tmp_path / "game")
    game = lettered(Game.open(tmp_path / "game", RULESETS))
    found = tell(game, "pass")
    one = counting(game)
    assert one is not None
    assert one.sealed
    assert one.hash in found.text
    assert "It was read as your bid." in plain(found)
    assert not re.search(r"(?i)you bid|\bpass", found.text)
    assert tell(game, "pass") == found
    assert tell(game, "withdraw", "pass", "withdraw", number=8).codes == ("withdrawn", "passed", "withdrawn")
    assert counting(game) is None


def test_where_nothing_is_asked_there_is_nothing_to_pass(game: Game) -> None:
    assert tell(to_impulse(game), "pass", seat="ben").code == "nothing-to-pass"
    assert game.view("ben").standing == {}


# --- withdraw


def test_what_is_withdrawn_counts_no_longer_until_another_comes(game: Game) -> None:
    bid(game, "ann")
    found = tell(game, "withdraw")
    assert (found.code, found.passed) == ("withdrawn", False)
    assert "the game waits for you again" in plain(found)
    assert counting(game) is None
    assert "You withdrew what you had sent" in plain(tell(game, "status", number=8))
    assert tell(game, "pass", number=8).passed
    assert counting(game)


def test_there_may_be_nothing_to_withdraw(game: Game) -> None:
    assert tell(game, "withdraw").code == "nothing-to-withdraw"
    bid(game, "ann", "ben", "cid", item=8)
    lettered(game)
    assert tell(game, "withdraw", seat="ben", number=12).code == "too-late-to-withdraw"
    assert tell(game, "withdraw", seat="ann", number=12).code == "nothing-to-withdraw"
    assert "cannot be taken back" in plain(tell(game, "withdraw", seat="ann", number=12))


# --- hold and release


def test_a_hold_is_kept_and_the_game_waits(game: Game) -> None:
    bid(game, "ann", "ben", "cid")
    found = tell(game, "hold")
    assert found.code == "held"
    assert "before the deadline" in plain(found)
    assert play_on(game, Clock()) == 0
    assert tell(game, "release", number=8).code == "released"
    assert play_on(game, Clock()) > 0


def test_a_hold_without_a_deadline_says_how_long_it_lasts(tmp_path: Path) -> None:
    new_game(tmp_path)
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text().replace('at: ["Wednesday 20:00", "Sunday 20:00"], ', ""))
    game = lettered(Game.open(tmp_path, RULESETS))
    assert "before you send release or the moderator decides to" in plain(tell(game, "hold"))


def test_a_hold_needs_a_stage_and_time(game: Game) -> None:
    assert game.pause
    assert game.pause.deadline
    assert tell(game, "hold", at=game.pause.deadline).code == "too-late-to-hold"
    assert tell(game, "release").code == "nothing-to-release"
    assert tell(to_impulse(game), "hold", seat="ben").code == "nothing-to-hold"
    assert not (game.folder / "wishes").exists()


# --- absent


def test_an_absence_is_kept_and_taken_back(game: Game) -> None:
    found = tell(game, "absent 2026-12-24 to 2027-01-02")
    assert found.code == "absent"
    assert "You are away from Thursday 24 December 2026 to Saturday 2 January 2027." in plain(found)
    assert "changes no deadline" in plain(found)
    (absence,) = wishes.absences(game, "ann", date(2026, 11, 21))
    assert (absence.start, absence.end) == (date(2026, 12, 24), date(2027, 1, 2))
    assert tell(game, "absent none", number=8).code == "back"
    assert wishes.absences(game, "ann", date(2026, 11, 21)) == ()
    assert tell(game, "absent none", number=9).code == "not-absent"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("absent 2026-11-01 to 2026-11-20", "days-past"),
        ("absent 2026-11-20 to 2026-11-21", "absent"),
        ("absent 2026-12-05 to 2026-12-01", "misread"),
        ("absent next week", "misread"),
        ("absent 2026-12-01 to 2027-12-01", "days-far"),
    ],
)
def test_only_days_that_make_sense_are_kept(game: Game, line: str, code: str) -> None:
    assert tell(game, line).code == code
    assert (game.folder / "wishes").exists() == (code == "absent")


# --- who may, and when


@pytest.mark.parametrize("line", CHANGING)
def test_without_proof_nothing_is_changed(game: Game, line: str) -> None:
    bid(game, "ann")
    before = files(game)
    found = commands.obey(game, asked(game, proven=False), line, Clock())
    assert found.code == "unproven"
    assert "leave the subject as it is" in plain(found)
    assert files(game) == before


@pytest.mark.parametrize("line", TELLING)
def test_what_only_tells_needs_no_proof(game: Game, line: str) -> None:
    unproven = commands.obey(game, asked(game, proven=False), line, Clock())
    assert unproven == tell(game, line)


@pytest.mark.parametrize("line", ["pass", "withdraw", "hold", "release"])
def test_an_answer_to_an_old_letter_changes_nothing_of_the_present_stage(game: Game, line: str) -> None:
    bid(game, "ann")
    before = files(game)
    assert commands.obey(game, asked(game, outdated=True), line, Clock()).code == "outdated"
    assert files(game) == before


@pytest.mark.parametrize("line", CHANGING)
def test_after_the_end_nothing_is_changed(game: Game, line: str) -> None:
    to_end(game)
    before = files(game)
    assert tell(game, line).code == "over"
    assert files(game) == before


# --- once and again


@pytest.mark.parametrize("place", [lambda game: game, to_impulse, to_end], ids=["bids", "impulse", "over"])
@pytest.mark.parametrize("line", [*CHANGING, *TELLING])
def test_what_is_obeyed_again_is_obeyed_once(game: Game, line: str, place: Callable[[Game], Game]) -> None:
    place(game)
    for seat in ("ann", "ben"):
        first = tell(game, line, seat=seat, number=20)
        after = files(game)
        assert tell(Game.open(game.folder, RULESETS), line, seat=seat, number=20) == first
        assert files(game) == after


@pytest.mark.parametrize(
    ("lines", "codes", "counts"),
    [
        (("pass", "withdraw"), ("passed", "withdrawn"), False),
        (("withdraw", "pass"), ("nothing-to-withdraw", "passed"), True),
        (("pass", "withdraw", "pass"), ("passed", "withdrawn", "passed"), True),
        (("hold", "pass", "release", "status"), ("held", "passed", "released", "status"), True),
        (("release", "hold"), ("nothing-to-release", "held"), False),
        (("absent none", "absent 2026-12-24 to 2027-01-02"), ("not-absent", "absent"), False),
    ],
)
def test_commands_of_one_mail_are_obeyed_in_order(
    game: Game, lines: tuple[str, ...], codes: tuple[str, ...], *, counts: bool
) -> None:
    for _ in range(2):
        found = tell(game, *lines)
        assert found.codes == codes
        assert found.passed == counts
        assert (counting(game) is not None) == counts
        assert found.text.count("\n===") == len(lines)
    stage = game.stage("ann")
    assert stage is not None
    assert wishes.holds(game, stage) == (codes[-1] == "held")


def test_only_so_many_commands_of_a_mail_are_obeyed(game: Game) -> None:
    found = tell(game, *["help"] * 500)
    assert len(found.codes) == commands.MOST < wishes.FIRST_OF_MODERATOR


def files(game: Game) -> dict[str, bytes]:
    """All that a game keeps, but for its inbox."""
    return {
        str(path.relative_to(game.folder)): path.read_bytes()
        for path in game.folder.rglob("*")
        if path.is_file() and "inbox" not in path.parts
    }


# --- nobody learns anything


@pytest.mark.parametrize("line", TELLING)
def test_an_answer_tells_nothing_of_what_others_sent_or_wish(tmp_path: Path, line: str) -> None:
    games = []
    for name in ("quiet", "busy"):
        new_game(tmp_path / name)
        games.append(lettered(Game.open(tmp_path / name, RULESETS)))
    quiet, busy = games
    bid(busy, "ben", "cid", points=2)
    tell(busy, "hold", "absent 2026-12-24 to 2027-01-02", seat="ben", number=3)
    tell(busy, "pass", seat="cid", number=4)
    assert tell(quiet, line) == tell(busy, line)
    bid(quiet, "ann", "ben", "cid", item=10)
    bid(busy, "ann", item=10)
    assert tell(quiet, line, number=20) == tell(busy, line, number=20)


# --- Maria


@pytest.mark.parametrize("scenario", ["introductory", "advanced"])
def test_every_question_of_maria_can_be_passed_and_withdrawn(tmp_path: Path, scenario: str) -> None:
    seats = "{maria-theresa: {}, frederick: {}, louis: {}}"
    text = f"game: m\nrules: maria\nsettings: {{scenario: {scenario}}}\nseats: {seats}\n"
    create(tmp_path, text, {"maria": MARIA}, "11" * 32)
    game = Game.open(tmp_path, {"maria": MARIA})
    chance = Chance("seed", scenario)
    asked_types: set[type] = set()
    for round_ in range(1, 60):
        play_on(game, Clock())
        for seat in game.titles:
            stage = game.stage(seat)
            if stage is None or not stage.pending:
                continue
            fresh = stage.decision.takes not in asked_types
            asked_types.add(stage.decision.takes)
            passed_as_the_form_says(game, stage.decision, seat)
            if fresh:
                every_command_works(game, seat, round_)
            guess = MARIA.guess(game.view(seat), stage.decision, chance)
            docket.accept(game, stage, 3 * round_ + 2, START, guess, "")
        if not game.table.state.flow:
            break
    assert len(asked_types) > 4, "the game should ask for more than that"


def passed_as_the_form_says(game: Game, decision: Decision, seat: str) -> None:
    stage, view = game.stage(seat), game.view(seat)
    assert stage is not None
    lexicon = MARIA.lexicon(view, seat)
    sheet = check_sheet(sheet_of_pass(decision, lexicon), stage.step, decision, view, lexicon)
    assert sheet.order == decision.default, (decision.key, sheet.faults)


def every_command_works(game: Game, seat: str, round_: int) -> None:
    lines = ("status", "form", "pass", "hold", "withdraw", "release", "help")
    found = tell(game, *lines, seat=seat, number=3 * round_ + 1)
    assert found.codes == ("status", "form", "passed", "held", "withdrawn", "released", "help")
    stage = game.stage(seat)
    assert stage is not None
    assert docket.counting(game, seat, stage.decision.key, stage.asked) is None
    assert not wishes.holds(game, stage, Origin(3 * round_ + 2, 0))
