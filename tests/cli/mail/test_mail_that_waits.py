"""What the moderator reads of mail that needs a decision."""

import pytest

from pbem.mail import judges
from pbem.mail.deeds.deed import DeedCase
from pbem.mail.deeds.emails import dismiss
from pbem.mail.fetch import fetch
from pbem.mail.moderating.deeds import do
from pbem.referee import opening
from pbem.store import encryption
from pbem.store.outbox import QueuedReply
from tests.cli.conftest import Pbem
from tests.toy.game import RULESETS, START, drop, mail, send_sheet, subject


def arrived(pbem: Pbem) -> list[str]:
    """Three emails held, two of no one known, one to people, a bad sheet; what `fetch` says of them."""
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  trust: {policy: [token, moderator confirms]}\n"))
    pbem("turn")
    for number, name in enumerate(("ann", "ben", "cid"), 1):
        send_sheet(pbem.folder, name, f"bid: {number}\n", f"{number}.eml")
    drop(pbem.folder, "4.eml", mail("eve@example.org", "pills " + "and more " * 20, "buy"))
    drop(pbem.folder, "5.eml", mail("ann@elsewhere.example", "", "bid: 1\n"))
    send_sheet(pbem.folder, "ann", "Where is my king?\n", "6.eml")
    send_sheet(pbem.folder, "ann", "bid: many\n", "7.eml")
    said = pbem("fetch").stdout.splitlines()
    pbem("hold", "--as", "ben")
    pbem("absent", "--as", "cid", "2026-12-24", "2027-01-02")
    return said


def test_status_groups_what_waits_and_says_each_command_once(pbem: Pbem) -> None:
    arrived(pbem)
    lines = pbem("status").stdout.splitlines()
    held = lines.index("Held until you confirm the sender: `pbem confirm N`, or `pbem dismiss N --reason WHY`.")
    assert [line[:11].rstrip() for line in lines[held + 1 : held + 4]] == ["  0001  ann", "  0002  ben", "  0003  cid"]
    strange = lines.index("From unknown senders: `pbem confirm N --as SEAT`, or `pbem dismiss N`.")
    assert lines[strange + 1].startswith("  0004  eve@example.org: pills and more")
    assert lines[strange + 2] == "  0005  ann@elsewhere.example: (no subject)"
    assert (
        lines[strange + 3]
        == "Written to you: `pbem mail N` shows it, `pbem answer N TEXT` replies, `pbem dismiss N` closes it."
    )
    assert "Waiting to be sent: 5 messages; run `pbem send` (`--dry-run` only shows them)." in lines
    assert all(len(line) <= 120 for line in lines)


def test_fetch_says_no_word_twice(pbem: Pbem) -> None:
    said = arrived(pbem)
    assert "0006 words: ann" in said
    assert "0001 held: ann (moderator-confirms)" in said


def test_fetch_says_that_a_mail_was_not_answered(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  answers: {a day: 1}\n"))
    pbem("turn")
    for number, text in enumerate(("bid: 1\n", "absent none\n", "bid: 2\n", "hold\n"), 1):
        send_sheet(pbem.folder, "ann", text, f"{number}.eml")
    assert pbem("fetch").stdout.splitlines() == [
        "0001 accepted: ann",
        "0002 command: ann (not-absent)",
        "0003 accepted: ann",
        "0004 command: ann (held, no reply: its address has had all replies of the day)",
    ]


def test_a_mail_in_the_list_takes_one_line(pbem: Pbem) -> None:
    arrived(pbem)
    lines = pbem("mail").stdout.splitlines()
    assert [line[:4] for line in lines[2:]] == [f"{number:04d}" for number in range(1, 8)]
    assert lines[2].rstrip().endswith("   Lap 1: your bid by Wed…")
    assert "[toy-1]" not in lines[2]


def test_a_guess_by_a_name_looks_other_than_one_by_a_token(pbem: Pbem) -> None:
    pbem("turn")
    drop(pbem.folder, "1.eml", mail("Ben <eve@elsewhere.example>", "my bid", "bid: 1\n"))
    drop(pbem.folder, "2.eml", mail("ben@elsewhere.example", subject(pbem.folder, "ben"), "bid: 1\n"))
    pbem("fetch")
    lines = pbem("status").stdout.splitlines()
    assert "  0001  eve@elsewhere.example (uses the name of ben): my bid" in lines
    assert any(line.startswith("  0002  ben@elsewhere.example (has a token of ben): ") for line in lines)


def test_words_that_only_their_from_gives_to_a_player_are_said_to_be(pbem: Pbem) -> None:
    pbem("turn")
    text = "Dear moderator, please move on without me, I resign.\n"
    drop(pbem.folder, "1.eml", mail("ann@example.org", "I resign", text))
    send_sheet(pbem.folder, "ann", text, "2.eml")
    pbem("fetch")
    lines = pbem("status").stdout.splitlines()
    assert "  0001  ann (only its From line says so): I resign" in lines
    assert any(line.startswith("  0002  ann: ") for line in lines)
    assert "It is a note to the moderator; only its From line says that ann wrote it." in pbem("mail", "1").stdout
    assert "It is a note to the moderator. It is" in pbem("mail", "2").stdout


def test_one_mail_is_told_in_words(pbem: Pbem) -> None:
    arrived(pbem)
    assert pbem("mail", "6").stdout.endswith("eml.\n\nWhere is my king?\n")
    assert "It is a note to the moderator. It is in" in pbem("mail", "6").stdout
    assert "Its sheet was refused (not-a-number). It is in" in pbem("mail", "7").stdout
    assert "Its seat is unknown. It is" in pbem("mail", "4").stdout


def many_strangers(pbem: Pbem, count: int) -> None:
    pbem("turn")
    for number in range(1, count + 1):
        drop(pbem.folder, f"{number:02d}.eml", mail(f"eve{number}@example.org", f"pills {number} for toy-1", "buy"))
    pbem("fetch")


def test_status_tells_of_many_strangers_the_newest_and_how_many_more_there_are(pbem: Pbem) -> None:
    many_strangers(pbem, 13)
    lines = pbem("status").stdout.splitlines()
    first = lines.index("From unknown senders: `pbem confirm N --as SEAT`, or `pbem dismiss N`.") + 1
    assert [line[:6] for line in lines[first : first + 10]] == [f"  {number:04d}" for number in range(4, 14)]
    assert lines[first + 10] == "  and 3 older ones; `pbem mail --open --all` lists all."
    assert len(pbem.json("status")["unclaimed"]) == 13


def test_status_says_of_few_strangers_that_there_are_no_more(pbem: Pbem) -> None:
    many_strangers(pbem, 10)
    assert "before them" not in pbem("status").stdout


def test_the_list_of_mails_has_the_newest_unless_all_are_wanted(pbem: Pbem) -> None:
    many_strangers(pbem, 52)
    for more in ((), ("--open",)):
        *table, last = pbem("mail", *more).stdout.splitlines()
        assert [line[:4] for line in table[2:]] == [f"{number:04d}" for number in range(3, 53)]
        assert last == f"These are the newest; `pbem mail {' '.join((*more, '--all'))}` lists all 52."
        assert [line[:4] for line in pbem("mail", *more, "--all").stdout.splitlines()[2:]] == [
            f"{number:04d}" for number in range(1, 53)
        ]
        assert len(pbem.json("mail", *more)) == 52


def test_refused_answers_to_strangers_do_not_hide_what_a_seat_did_not_get(pbem: Pbem) -> None:
    many_strangers(pbem, 3)
    with opening.held(pbem.folder, RULESETS) as game:
        game.outbox.shift("round-0001-ann", "sent", "refused")
        game.outbox.note("round-0001-ann", QueuedReply(START, "nobody here"))
        for ident in game.outbox.listed("queued"):
            game.outbox.shift(ident, "queued", "refused")
    said = pbem("status").stdout
    assert "round-0001-ann was refused: nobody here." in said
    assert "stranger-0001 was refused" not in said
    assert "3 replies to unknown senders were refused; `pbem status --json` names them." in said


def test_an_empty_list_of_emails_says_so(pbem: Pbem) -> None:
    assert pbem("mail").stdout == "No email has come yet.\n"
    assert pbem("mail", "--open").stdout == "No email awaits you.\n"


@pytest.fixture
def unread(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> Pbem:
    """A game whose inbox has a hostile email between two others, and where nothing may read any of them."""
    pbem("turn")
    send_sheet(pbem.folder, "ann", "bid: 1\n", "1.eml")
    drop(pbem.folder, "2.eml", mail("eve@example.org", "." * 500_000, "." * 500_000))
    send_sheet(pbem.folder, "ben", "bid: 2\n", "3.eml")
    with opening.held(pbem.folder, RULESETS) as game:
        fetch(game)

    def read(*_args: object, **_more: object) -> None:
        pytest.fail("an email was read")

    monkeypatch.setattr(encryption, "read", read)
    monkeypatch.setattr(judges, "handle", read)
    return pbem


def test_mail_lists_what_is_not_processed_yet(unread: Pbem) -> None:
    rows = [line.split() for line in unread("mail").stdout.splitlines()[-3:]]
    assert [(row[0], row[-1]) for row in rows] == [("0001", "unread"), ("0002", "unread"), ("0003", "unread")]
    data = unread.json("mail")
    assert [(one["item"], one["state"]) for one in data] == [(1, "unread"), (2, "unread"), (3, "unread")]
    assert data[0]["received"] == START.isoformat().replace("+00:00", "Z")
    assert unread("mail", "--open").stdout == "No email awaits you.\n"
    assert "Email 2 has not been processed yet" in unread("mail", "2").stdout


def test_an_unread_email_is_dismissed_without_being_read(unread: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    assert unread("dismiss", "2").stdout == "Email 2 is closed; it stays in the inbox.\n"
    assert [one["state"] for one in unread.json("mail")] == ["unread", "dismissed", "unread"]
    monkeypatch.undo()
    unread("turn")
    assert [one["state"] for one in unread.json("mail")] == ["accepted", "dismissed", "accepted"]


def test_where_a_processed_email_is_dismissed_what_waits_is_processed_first(pbem: Pbem) -> None:
    arrived(pbem)
    send_sheet(pbem.folder, "ann", "bid: 1\n", "8.eml")
    with opening.held(pbem.folder, RULESETS) as game:
        fetch(game)
        do(dismiss, DeedCase(game, pbem.clock, {"item": "4"}))
        assert not game.inbox.waiting()
