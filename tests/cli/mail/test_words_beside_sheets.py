"""What a player says beside a sheet reaches the moderator, and is not an order."""

from pathlib import Path

import pytest

from pbem.mail.extraction.command import says_something
from tests.cli.conftest import Pbem
from tests.referee.sealing.sealed_game import leaks, sealed_game
from tests.toy.game import Clock, drop, mail, send_sheet, subject

BESIDE = "Hi Mo,\n\n--- # x\nbid: 2\n...\n\nCan you explain the tie?\n\nAnn\n"
SAYS = [
    "I shall be away until Monday.", "Can you explain why Daun was out of supply?", "PS: the map link is broken",
    "Hi Max,\n\nBad news: broken arm.\n\nBest\nAnna", "Ich bin bis Montag weg.", "Je suis absent jusqu'à lundi",
    "Budu pryč do pondělí", "Nie ma mnie do poniedziałku", "Olen poissa maanantaihin", "Меня не будет до понедельника",
    "月曜日まで留守です。", "My orders depend on Ben", "why?", "Is Linz ours?", "Note: I changed my address",
    "Here are my orders. By the way, the map is wrong.", "The file on the map page is broken",
    "thanks for waiting, I was ill last week",
]  # fmt: skip
SAYS_NOTHING = [
    "", "Hi Max,\n\nBest regards,\nAnna", "Hello Max!\n\nHere are my orders for turn 3.\n\nCheers\nAnna Berg",
    "My orders:", "Orders for France and Bavaria", "Hallo,\n\nanbei meine Befehle für Runde 4.\n\nViele Grüße\nAnna",
    "Voici mes ordres :\n\nCordialement\nAnna", "Sent from my iPhone", "Thanks!\nAnna", "Tel.: +49 331 123", "你好",
    "Anna Berg | Head of Things\nTel: +49 331 123456\nMobile: +49 170 123\nwww.acme.example", "France, turn 3",
    "This e-mail is confidential and may be legally privileged. If it is not for you, delete it.", "See attached.",
    "CAUTION: This email originated outside the organisation. Do not click links.", "Get Outlook for iOS", "LG Anna",
    "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, löschen Sie sie.",
    "Hello,\n\nmy troops are attached.\n\nBen\n\nConfidential.",
    "Acme GmbH\nGeschäftsführer: Hans Meier\nSitz der Gesellschaft: Potsdam", "Here is my sheet :-)", "Good luck!",
    "My orders are in the attached file.\n\nChloé", "Anbei meine Befehle als Datei.",
    "Voici mes ordres en pièce jointe.",
    "Please consider the environment before printing this email", "_" * 40, "Dear Max, dear Ben,",
]  # fmt: skip


@pytest.mark.parametrize("words", SAYS)
def test_news_and_questions_say_something(words: str) -> None:
    assert says_something(words)


@pytest.mark.parametrize("words", SAYS_NOTHING)
def test_courtesy_announcements_and_disclaimers_say_nothing(words: str) -> None:
    assert not says_something(words)


def test_words_beside_a_good_sheet_reach_the_moderator_and_can_be_dismissed(pbem: Pbem) -> None:
    pbem("turn")
    send_sheet(pbem.folder, "ann", BESIDE, "1.eml")
    assert "0001 accepted: ann, with a note to you" in pbem("fetch").stdout
    receipt = (pbem.folder / "inbox").glob("0001-*.txt").__next__().read_text(encoding="utf-8")
    told = " ".join(receipt.split())
    assert "Not read as orders, and passed on to the moderator: “Can you explain the tie?”" in told
    assert "Hi Mo" not in told
    said = pbem("status").stdout
    closes = "`pbem mail N` shows it, `pbem answer N TEXT` replies, `pbem dismiss N` closes it."
    assert f"Written to you: {closes}\n  0001  ann, beside a sheet (accepted): " in said
    assert "Can you explain the tie?" in pbem("mail", "1").stdout
    assert "bid: 2" not in pbem("mail", "1").stdout
    assert "0001" in pbem("mail", "--open").stdout
    pbem("dismiss", "1")
    assert "Written to you" not in pbem("status").stdout
    assert "0001" not in pbem("mail", "--open").stdout
    assert pbem.json("status")["seats"][0]["received"] == "valid"


def test_a_receipt_repeats_as_many_lines_beside_the_sheet_as_one_reads(pbem: Pbem) -> None:
    pbem("turn")
    lines = "".join(f"Why did I lose troop {number} of them?\n" for number in range(9))
    send_sheet(pbem.folder, "ann", f"{lines}\n# Anna: | **not** `markup` \ufdd2?\n\n---\nbid: 2\n...\n", "1.eml")
    pbem("fetch")
    told = " ".join(next((pbem.folder / "inbox").glob("0001-*.txt")).read_text(encoding="utf-8").split())
    assert "“Why did I lose troop 4 of them?”; and 5 lines more." in told
    assert "troop 5" not in told
    send_sheet(pbem.folder, "ann", "# Anna: | **not** `markup` \ufdd2 is it?\n\n---\nbid: 2\n...\n", "2.eml")
    pbem("fetch")
    told = " ".join(next((pbem.folder / "inbox").glob("0002-*.txt")).read_text(encoding="utf-8").split())
    assert "“# Anna: | **not** `markup`" in told


def test_a_refused_sheet_loses_no_words_either(pbem: Pbem) -> None:
    pbem("turn")
    send_sheet(pbem.folder, "ann", "I am ill until Monday.\n\n---\nbid: many\n...\n", "1.eml")
    assert "0001 refused: ann (not-a-number), with a note to you" in pbem("fetch").stdout
    assert "I am ill until Monday." in pbem("mail", "1").stdout


def test_a_sheet_that_was_submitted_is_shown_as_its_seats(pbem: Pbem) -> None:
    pbem("turn")
    pbem("submit", "-", "--as", "ann", typed="Can you explain the tie?\n---\nbid: 1\n...\n")
    said = pbem("mail", "1").stdout
    assert said.startswith("Sheet 1 of ann\nIts sheet was accepted.")
    assert "Can you explain the tie?" in said


def test_a_greeting_and_a_name_are_no_words(pbem: Pbem) -> None:
    pbem("turn")
    send_sheet(pbem.folder, "ann", "Hi Mo,\n\nhere are my orders.\n\n---\nbid: 2\n...\n\nBest regards,\nAnn\n", "1.eml")
    assert pbem("fetch").stdout.splitlines()[0] == "0001 accepted: ann"
    receipt = next((pbem.folder / "inbox").glob("0001-*.txt")).read_text(encoding="utf-8")
    assert "goes to the moderator" not in receipt.replace("\n", " ")
    assert "Written to you" not in pbem("status").stdout


def test_in_a_sealed_game_it_is_said_that_there_are_words_and_not_which(tmp_path: Path) -> None:
    sealed_game(tmp_path / "game")
    pbem = Pbem(tmp_path / "game", Clock())
    pbem("turn")
    send_sheet(pbem.folder, "ann", BESIDE, "1.eml")
    send_sheet(pbem.folder, "ben", "bod > Cid\nBen: 1\n", "2.eml")
    said = pbem("turn", code=3).stdout + pbem("status").stdout + pbem("mail", "1").stdout + pbem("mail", "2").stdout
    assert "0001  ann, beside a sheet (accepted): " in said
    assert said.count("(sealed until the stage is processed)") == 2
    assert not leaks(pbem.folder, ("can you explain", "bod > cid"))
    send_sheet(pbem.folder, "ben", "---\nbid: 1\n...\n", "3.eml")
    send_sheet(pbem.folder, "cid", "---\nbid: 1\n...\n", "4.eml")
    key = str(pbem.folder.with_name("stick") / "key")
    pbem("turn", "--identity", key, code=3)
    pbem("turn", "--identity", key, code=3)
    assert "Can you explain the tie?" in pbem("mail", "1").stdout


def test_in_a_sealed_game_a_sheet_below_a_returned_letter_lies_nowhere_in_the_clear(tmp_path: Path) -> None:
    sealed_game(tmp_path / "game")
    pbem = Pbem(tmp_path / "game", Clock())
    pbem("turn")
    letter = next((pbem.folder / "letters").glob("*/ann.txt")).read_text(encoding="utf-8")
    headers = "From: Game <g@x.example>\nSent: 5 January 2026 20:00\nTo: Ann\nSubject: x\n\n"
    send_sheet(pbem.folder, "ann", f"{headers}{letter}\n\nbid: 2   # quokka\n", "1.eml")
    assert "0001 words: ann" in pbem("turn", code=3).stdout
    assert pbem("mail", "1").stdout.endswith("(sealed until the stage is processed)\n")
    assert not leaks(pbem.folder, ("quokka",))


def test_lines_with_a_colon_that_answer_an_old_letter_reach_the_moderator(pbem: Pbem) -> None:
    pbem("turn")
    old = subject(pbem.folder, "ann")
    for name in ("ann", "ben", "cid"):
        send_sheet(pbem.folder, name, "---\nbid: 1\n...\n", f"{name}.eml")
    pbem("turn")
    drop(pbem.folder, "9.eml", mail("ann@example.org", f"Re: {old}", "Bid: the last one was too high, I think.\n"))
    pbem("fetch")
    assert "Written to you" in pbem("status").stdout
    assert "too high" in pbem("mail", "4").stdout
