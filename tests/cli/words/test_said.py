"""pbem announce, tell and answer."""

from pathlib import Path

from tests.cli.conftest import Pbem
from tests.toy.game import drop, mail, subject


def letter(pbem: Pbem, seat: str) -> str:
    return max((pbem.folder / "letters").glob(f"*/{seat}.txt")).read_text()


def sent(pbem: Pbem, kind: str = "fact") -> list[str]:
    return sorted(path.name for path in (pbem.folder / "out").glob(f"{kind}*.eml"))


def test_an_announcement_waits_for_the_next_letter(pbem: Pbem) -> None:
    said = pbem("announce", "Happy", "New", "Year").stdout
    assert "next letter to Ann of the Hill, Ben of the Dale, Cid of the Shore and in the next report" in said
    pbem("turn")
    assert "> Happy New Year" in letter(pbem, "ann")
    assert sent(pbem) == []


def test_now_sends_it_by_email(pbem: Pbem) -> None:
    pbem("turn")
    assert (
        "Sent by email to Ann of the Hill, Ben of the Dale, Cid of the Shore."
        in pbem("announce", "The server moves tonight.", "--now").stdout
    )
    assert len(sent(pbem)) == 3


def test_a_text_may_come_from_a_file_or_be_typed_in(pbem: Pbem, tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("From a file.\nSecond line.\n", encoding="utf-8-sig")
    assert pbem.json("tell", "Ben", str(file)) == {
        "text": "From a file.\nSecond line.",
        "by_mail": [],
        "in_letter": ["ben"],
    }
    assert pbem.json("tell", "ben", "-", typed="Typed in.\n")["text"] == "Typed in."
    file.write_bytes(b"\xff\xfe\x00x")
    assert "must be UTF-8" in pbem("tell", "ben", str(file), code=2).output
    file.write_text("x" * 9000)
    assert "at most 4000" in pbem("tell", "ben", str(file), code=1).output


def test_an_answer_replies_and_closes_the_email(pbem: Pbem) -> None:
    pbem("turn")
    drop(pbem.folder, "1.eml", mail("ben@example.org", f"Re: {subject(pbem.folder, 'ben')}", "May I bid zero, Mo?\n"))
    assert "pbem answer 1" in pbem("turn", code=3).stdout
    assert "Sent by email to Ben of the Dale." in pbem("answer", "1", "You may.").stdout
    assert "Waiting for you" not in pbem("turn").stdout
    assert "use `tell ben`" in pbem("answer", "1", "No.", code=1).output
    assert "It is closed by your reply" in pbem("mail", "1").stdout


def test_unknown_seats_and_emails_are_refused(pbem: Pbem) -> None:
    assert "there are: ann, ben, cid" in pbem("tell", "dora", "x", code=2).output
    pbem("turn")
    assert "There is no email 3" in pbem("answer", "3", "x", code=1).output
