"""Mail for the club: one address for all games, kept before anyone answers for it, and given to its game."""

import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.club import intake, upkeep
from pbem.club.database import connected
from pbem.club.intake import receive
from pbem.club.playing import play
from pbem.club.sending import send
from pbem.club.settings import Club, open_club
from pbem.club.strangers import treat
from pbem.club.transfer import export, import_folder
from pbem.mail.mime.headers import headers_of, safe_header
from pbem.mail.transport.maildir import NOTHING_KNOWN, SpooledMail
from tests.club.test_commands import run
from tests.club.test_games import begun, sheet
from tests.club.working import ROOT, one
from tests.toy.game import RULESETS, START, mail, new_game

ANN = "ann@example.org"


def take_in(club: Club, raw: Sequence[bytes], about: SpooledMail = NOTHING_KNOWN) -> str | None:
    """The one game that an email is for."""
    found = intake.take_in(club, raw, about)
    assert len(found) < 2
    return found[0] if found else None


@pytest.fixture
def game(club: Club, tmp_path: Path) -> Path:
    """A game of the club whose letters are written, as a folder."""
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "now")
    return tmp_path / "now"


def other(club: Club, tmp_path: Path) -> None:
    """A second game, which calls itself as the first does."""
    new_game(tmp_path / "other", secret="11" * 32)
    import_folder(club, tmp_path / "other", "other", RULESETS)
    play(club, "other", RULESETS)


def letter(folder: Path, seat: str) -> EmailMessage:
    from email import message_from_bytes
    from email.policy import default

    (path,) = [path for place in ("outbox", "sent") for path in (folder / place).glob(f"round-0001-{seat}.*")]
    found = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(found, EmailMessage)
    return found


def kept(club: Club) -> list[str | None]:
    found = one(club, "select array_agg(game order by id) from club_mails")
    assert isinstance(found, list)
    return found


def test_an_answer_finds_its_game_by_its_token(club: Club, game: Path, tmp_path: Path) -> None:
    other(club, tmp_path)
    export(club, "other", tmp_path / "second")
    assert take_in(club, [sheet(game, "ann", 1)]) == "toy-1"
    assert take_in(club, [sheet(tmp_path / "second", "ann", 2)]) == "other"
    assert play(club, "other", RULESETS).mails == 1


def test_an_answer_finds_its_game_by_the_letter_that_it_answers(club: Club, game: Path, tmp_path: Path) -> None:
    other(club, tmp_path)
    answer = mail(ANN, "my orders", "bid: 1\n", In_Reply_To=letter(game, "ann")["Message-ID"])
    assert take_in(club, [answer]) == "toy-1"


def test_what_comes_back_finds_its_game_by_the_message_that_it_returns(club: Club, game: Path, tmp_path: Path) -> None:
    other(club, tmp_path)
    returned = b"".join(line for line in bytes(letter(game, "ann")).splitlines(True) if line.startswith(b"Message-ID"))
    bounce = b"From: mailer-daemon@example.org\nSubject: failed\n\nuser unknown\n\n" + returned
    assert take_in(club, [bounce], SpooledMail("", ("club@example.org",))) == "toy-1"


@pytest.mark.parametrize("address", ["club+toy-1@example.org", "Club+TOY-1@Example.org"])
def test_a_new_email_finds_its_game_by_its_address(club: Club, game: Path, address: str) -> None:
    assert take_in(club, [mail(ANN, "status", "status\n")], SpooledMail(ANN, (address,))) == "toy-1"


def test_a_game_with_an_address_of_its_own_needs_no_more(club: Club, game: Path) -> None:
    assert take_in(club, [mail(ANN, "status", "status\n")], SpooledMail(ANN, ("game@example.org",))) == "toy-1"


def test_an_address_of_several_games_says_nothing(club: Club, game: Path, tmp_path: Path) -> None:
    other(club, tmp_path)
    to_all = SpooledMail(ANN, ("game@example.org",))
    assert take_in(club, [mail(ANN, "status", "status\n")], to_all) is None
    assert take_in(club, [mail(ANN, "Re: [other] status", "status\n")], to_all) == "other"
    assert kept(club) == [None, "other"]


def test_who_plays_one_game_need_not_name_it(club: Club, game: Path) -> None:
    club = writing(club)
    assert take_in(club, [to_club(mail(ANN, "a question", "status\n"))]) == "toy-1"
    assert take_in(club, [to_club(mail("zoe@example.org", "a question", "status\n"))]) is None


def test_an_email_at_which_the_program_fails_is_kept_for_the_game_of_its_sender(
    club: Club, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_raw: bytes) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("pbem.club.answers.opened", fails)
    assert take_in(writing(club), [to_club(mail(ANN, "a question", "status\n"))]) == "toy-1"


def test_what_asks_the_club_is_not_for_the_game_of_its_sender(club: Club, game: Path) -> None:
    club = writing(club)
    assert take_in(club, [to_club(mail(ANN, "hello", "tables\n"))]) is None
    assert treated(club) == ["answered"]
    assert kept(club) == [None]
    assert one(club, "select count(*) from club_mails where taken is null") == 0


def test_who_plays_several_games_is_told_each_time_to_name_one(club: Club, game: Path, tmp_path: Path) -> None:
    club = writing(club)
    other(club, tmp_path)
    for subject in ("status", "status again"):
        assert take_in(club, [to_club(mail(ANN, subject, "status\n"))]) is None
    assert treated(club) == ["lost", "lost"]
    letters = [text for text in sent_by_club(club) if "To: ann@example.org" in text]
    assert len(letters) == 2
    assert all("[other]" in text and "[toy-1]" in text for text in letters)
    assert one(club, "select count(*) from club_mails where taken is null") == 0


def test_a_stranger_is_told_once_a_day_and_what_no_person_wrote_never(club: Club, game: Path) -> None:
    club = writing(club)
    stranger = to_club(mail("zoe@example.org", "hello", "good morning\n"))
    for raw, about in (
        (stranger, SpooledMail("zoe@example.org")),
        (stranger + b"again\n", SpooledMail("zoe@example.org")),
        (b"From: mailer-daemon@example.org\nSubject: Undelivered\n\nuser unknown\n", NOTHING_KNOWN),
        (to_club(mail("yve@example.org", "hello", "tables\n")), SpooledMail("")),
        (to_club(mail("yve@example.org", "hello", "hello\n", Auto_Submitted="auto-replied")), NOTHING_KNOWN),
        (to_club(mail("yve@example.org", "hello", "hello\n", List_Id="<x.example.org>")), NOTHING_KNOWN),
        (to_club(mail("club@example.org", "hello", "hello\n")), NOTHING_KNOWN),
    ):
        assert take_in(club, [raw], about) is None
    assert treated(club) == ["lost", "told", "bounce", "robot", "robot", "list", "person"]
    (letter,) = sent_by_club(club)
    assert "To: zoe@example.org" in letter
    assert one(club, "select count(*) from club_mails where taken is null") == 7


def sent_by_club(club: Club) -> list[str]:
    """The letters of the club itself, which go out now."""
    numbers = one(club, "select array_agg(id order by id) from club_messages where game is null")
    assert isinstance(numbers, list)
    before = {*(club.folder / "out").iterdir()}
    assert [send(club, number) for number in numbers] == ["taken"] * len(numbers)
    return [path.read_text() for path in {*(club.folder / "out").iterdir()} - before]


def test_an_email_to_several_games_is_for_each(club: Club, game: Path, tmp_path: Path) -> None:
    other(club, tmp_path)
    to_both = ("club+other@example.org", "club+toy-1@example.org", "club+none@example.org")
    assert {*intake.take_in(club, [mail(ANN, "status", "status\n")], SpooledMail(ANN, to_both))} == {"toy-1", "other"}
    assert (play(club, "toy-1", RULESETS).mails, play(club, "other", RULESETS).mails) == (1, 1)


def test_a_subject_with_several_games_says_nothing(club: Club, game: Path, tmp_path: Path) -> None:
    other(club, tmp_path)
    assert take_in(club, [mail(ANN, "Fwd: [other] [toy-1] status", "status\n")], SpooledMail(ANN, ("x@y.z",))) is None


def test_an_email_that_comes_again_counts_once(club: Club, game: Path) -> None:
    """A mail server sends it again if the listener was killed before it could say that it is kept."""
    raw, about = sheet(game, "ann", 1), SpooledMail(ANN, ("club@example.org",))
    assert [take_in(club, [raw], about) for _ in range(2)] == ["toy-1", "toy-1"]
    assert play(club, "toy-1", RULESETS).mails == 2
    export(club, "toy-1", game.parent / "then")
    assert len([*(game.parent / "then" / "inbox").glob("0*.eml")]) == 1
    assert one(club, "select count(*) from club_messages where ident like 'receipt%%'") == 1


def test_the_operator_sees_no_word_of_what_waits_and_gives_it_to_its_game(club: Club, game: Path) -> None:
    club = writing(club)
    number = receive(club, mail("ann@elsewhere.example", "my secret bid", "bid: 7\n"), None)
    file = club.folder / "club.yaml"
    shown = run(file, "mail")
    assert "elsewhere.example" in shown
    assert "bid" not in shown
    assert "no game no-game" in run(file, "mail", "--give", str(number), "no-game", code=1)
    assert "No email waits." in run(file, "mail", "--give", str(number), "toy-1")
    assert kept(club) == ["toy-1"]
    run(file, "mail", "--drop", str(number), code=1)


def to_club(raw: bytes) -> bytes:
    return raw.replace(b"To: game@example.org", b"To: club@example.org")


def writing(club: Club) -> Club:
    """The club with an address of its own, so that it can write letters."""
    file = club.folder / "club.yaml"
    file.write_text(file.read_text() + "from: club@example.org\n")
    return open_club(file, club.clock)


def treated(club: Club) -> list[str]:
    strange = "procrastinate_jobs where task_name = 'strange'"
    numbers = one(club, f"select array_agg((args->>'mail')::int order by id) from {strange}")
    assert isinstance(numbers, list)
    return [treat(club, number, RULESETS) for number in numbers]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\0" * 1000,
        b"no headers at all",
        b"Subject: " + b"{aaaa-bbbb}" * 50_000 + b"\n\n",
        b"To: " + b"x+y@example.org, " * 100_000 + b"\n\n",
        b"References: " + b"<" * 300_000 + b"\n\n",
        b"".join(b"X-%d: y\n" % number for number in range(30_000)) + b"\n",
        b"Subject: =?utf-8?b?" + b"e2FhYWEtYmJiYn0=" * 5000 + b"?=\n\n",
        b"Subject: " + b"[a]" * 100_000 + b"\n\n",
        b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\n\n" * 100_000,
        b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(5000)),
        b"From: zoe@example.org\nContent-Type: text/html\n\n" + b"<div>" * 200_000,
        b"From: zoe@example.org\n\n" + b"{aaaa-bbbb} join x\n" * 500_000,
        b"To: \xff+\xfe@example.org\nFrom: \xff\0@example.org\nSubject: [\xff\0]\nReferences: <\xff@\0>\n\n",
    ],
    ids=range(14),
)
def test_whatever_comes_is_kept_in_no_time(club: Club, game: Path, raw: bytes) -> None:
    began = time.monotonic()
    assert take_in(club, [raw], SpooledMail("x\0\udcff", ("club+\0@example.org", "club+\udcff@example.org"))) is None
    assert kept(club) == [None]
    assert treated(writing(club)) != []
    assert time.monotonic() - began < 10


def test_copies_of_a_game_are_told_apart_by_their_address(club: Club, game: Path, tmp_path: Path) -> None:
    import_folder(club, tmp_path / "toy-1", "copy", RULESETS)
    play(club, "copy", RULESETS)
    raw = sheet(game, "ann", 1)
    assert take_in(club, [raw], SpooledMail(ANN, ("club+copy@example.org",))) == "copy"
    assert take_in(club, [raw], SpooledMail(ANN, ("club+toy-1@example.org",))) == "toy-1"


@contextmanager
def listening(club: Club) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    file = club.folder / "club.yaml"
    file.write_text(file.read_text() + "from: club@example.org\nlisten: {port: 0}\n")
    command = [sys.executable, "-m", "pbem.cli.main", "club", "--club", str(file), "listen"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process, int(process.stdout.readline().split(":")[-1].split()[0])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_by_lmtp_each_recipient_is_answered_once_it_is_kept(club: Club, game: Path) -> None:
    with listening(club) as (_, port), smtplib.LMTP("127.0.0.1", port, timeout=30) as line:
        line.sendmail(ANN, ["club@example.org"], sheet(game, "ann", 1))
        assert kept(club) == ["toy-1"]
        with pytest.raises(smtplib.SMTPRecipientsRefused, match="no such recipient"):
            line.sendmail(ANN, ["club@elsewhere.example"], sheet(game, "ann", 1))
    done = play(open_club(club.folder / "club.yaml", lambda: START + timedelta(days=1)), "toy-1", RULESETS)
    assert done.mails == 1


def test_while_the_database_is_away_the_mail_server_keeps_the_mail(club: Club, game: Path) -> None:
    file = club.folder / "club.yaml"
    right = file.read_text()
    file.write_text(right.replace("dbname=", "dbname=no_"))
    with (
        listening(club) as (_, port),
        smtplib.LMTP("127.0.0.1", port, timeout=30) as line,
        pytest.raises(smtplib.SMTPDataError) as refused,
    ):
        line.sendmail(ANN, ["club@example.org"], sheet(game, "ann", 1))
    assert refused.value.smtp_code == 451


def test_a_listener_that_is_killed_has_kept_what_it_answered_for(club: Club, game: Path) -> None:
    answered = 0
    with listening(club) as (process, port), smtplib.LMTP("127.0.0.1", port, timeout=30) as line:
        try:
            for number in range(200):
                line.sendmail(ANN, ["club@example.org"], mail(ANN, f"[toy-1] {number}", "x\n"))
                answered += 1
                if number == 20:
                    process.kill()
        except (smtplib.SMTPException, OSError):
            pass
    assert answered > 20
    assert len(kept(club)) in (answered, answered + 1)


def test_ten_thousand_recipients_are_no_trouble(club: Club, game: Path) -> None:
    with listening(club) as (_, port), smtplib.LMTP("127.0.0.1", port, timeout=30) as line:
        line.ehlo()
        line.mail(ANN)
        codes = [line.rcpt(f"club+{number}@example.org")[0] for number in range(10_000)]
        assert (codes.count(250), codes.count(452)) == (1000, 9000)
        assert line.data(mail(ANN, "hello", "hello\n"))[0] == 250
        assert {line.getreply()[0] for _ in range(999)} == {250}
        line.sendmail(ANN, ["club@example.org"], mail(ANN, "[toy-1] hello", "hello\n"))
    assert kept(club) == ["toy-1", "toy-1"]


def test_the_order_of_mails_is_that_of_their_arrival_whoever_listens(club: Club, game: Path) -> None:
    """What one listener says is kept comes before what another is handed then, and a retry after both."""
    with listening(club) as (first, one_port), listening(club) as (_, two_port):
        for number in range(12):
            with smtplib.LMTP("127.0.0.1", (one_port, two_port)[number % 2], timeout=30) as line:
                line.sendmail(ANN, ["club@example.org"], mail(ANN, f"[toy-1] {number}", f"x {number}\n"))
        with smtplib.LMTP("127.0.0.1", one_port, timeout=30) as line:
            line.ehlo()
            line.mail(ANN)
            line.rcpt("club@example.org")
            line.putcmd("data")
            line.getreply()
            line.send(b"Subject: [toy-1] cut off\r\n\r\nhalf an email")
            first.kill()
            with pytest.raises(smtplib.SMTPServerDisconnected):
                line.getreply()
        with smtplib.LMTP("127.0.0.1", two_port, timeout=30) as line:
            line.sendmail(ANN, ["club@example.org"], mail(ANN, "[toy-1] 12", "x 12\n"))
    with connected(club.database) as connection:
        rows = connection.execute("select raw from club_mails order by arrived, id").fetchall()
    came = [safe_header(headers_of(club.key.unwrap(raw)), "Subject") for (raw,) in rows]
    assert came == [f"[toy-1] {number}" for number in range(13)]


def test_what_waits_for_the_operator_is_gone_after_the_days_of_the_club(club: Club, game: Path) -> None:
    receive(club, b"Subject: old\n\n", None, datetime(2020, 1, 1, tzinfo=UTC))
    receive(club, b"Subject: old\n\n", "toy-1", datetime(2020, 1, 1, tzinfo=UTC))
    receive(club, b"Subject: new\n\n", None)
    upkeep.tidy(club)
    assert kept(club) == ["toy-1", None]


def piped(file: Path, raw: bytes) -> int:
    command = [
        sys.executable,
        "-m",
        "pbem.cli.main",
        "club",
        "--club",
        str(file),
        "receive",
        "--from",
        ANN,
        "--to",
        "x",
    ]
    return subprocess.run(command, check=False, cwd=ROOT, input=raw, stderr=subprocess.DEVNULL).returncode


def test_a_pipe_says_whether_the_email_is_safe(club: Club, game: Path, tmp_path: Path) -> None:
    file = club.folder / "club.yaml"
    assert piped(file, b"From x\n" + sheet(game, "ann", 1)) == 0
    assert kept(club) == ["toy-1"]
    assert piped(file, b"") == 65
    away = tmp_path / "away.yaml"
    away.write_text(file.read_text().replace("dbname=", "dbname=no_") + f"key file: {club.folder / 'club.key'}\n")
    assert piped(away, sheet(game, "ann", 1)) == 75
    assert piped(tmp_path / "missing.yaml", sheet(game, "ann", 1)) == 75
    assert len(kept(club)) == 1
