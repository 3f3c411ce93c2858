"""Words of a writer below their orders: in the same post, in a later one, above a chat, in a mailing list's digest."""

import re
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.cli.options import opened
from pbem.mail import judges
from pbem.report.letter import SheetFate
from tests.mail.posts.boards import Forum, forums

MOVES = "moves:\n- Belle-Isle: Pilsen\n- Törring: München\n"
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Forum]:
    return forums(tmp_path_factory.mktemp("later"))


@pytest.mark.parametrize("sheet", [MOVES, f"[code]\n{MOVES}[/code]\n", f"---\n{MOVES}...\n"])
@pytest.mark.parametrize(
    "words",
    [
        "Sorry, Törring to Landshut.",
        "Edit: sorry, Törring to Landshut of course",
        "Oops, Landshut not München for Törring",
        "Entschuldigung, Törring nach Landshut!",
    ],
)
def test_words_that_may_correct_a_sheet_wait_for_a_yes(boards: Mapping[str, Forum], sheet: str, words: str) -> None:
    assert boards["maria"].looked_at(f"{sheet}\n{words}\n").fate is SheetFate.doubted


@pytest.mark.parametrize("words", ["Sorry for the delay.", "Sorry, again!", "PS: see you on Sunday"])
def test_excuses_are_no_correction(boards: Mapping[str, Forum], words: str) -> None:
    assert boards["maria"].looked_at(f"{MOVES}\n{words}\n").fate is SheetFate.accepted


@pytest.mark.parametrize(
    ("heading", "fate"),
    [
        ("Orders of Frederick:", "doubted"),
        ("Orders for Frederick", "doubted"),
        ("Frederick's orders:", "doubted"),
        ("Orders for France:", "accepted"),
        ("Orders of Louis:", "accepted"),
    ],
)
def test_the_heading_of_another_seat_within_a_sheet_waits_for_a_yes(
    boards: Mapping[str, Forum], heading: str, fate: str
) -> None:
    text = f"Belle-Isle: Pilsen\nTörring: München\n\n{heading}\nFrench train 2: Straubing\n"
    assert boards["maria"].looked_at(text).fate.value == fate


def heading(by: str, hour: int) -> str:
    return f"Re: Turn 1\nPost by {by} » Mon Jan 12, 2026 {hour}:00 pm\n\n"


@pytest.mark.parametrize(
    ("later", "state"),
    [
        ("Please ignore my orders, I will send new ones.", "doubted"),
        ("Sorry, Törring to Landshut.", "doubted"),
        ("Or should Törring stay?", "doubted"),
        ("Thanks!", "accepted"),
    ],
)
@pytest.mark.parametrize("between", ["", f"{heading('Grenzer', 8)}Nice.\n\n"])
def test_a_later_post_of_the_same_writer_is_beside_the_orders(
    boards: Mapping[str, Forum], tmp_path: Path, later: str, state: str, between: str
) -> None:
    page = f"{heading('lys_royal', 7)}{MOVES}\n{between}{heading('lys_royal', 9)}{later}\n"
    game = opened(Path(shutil.copytree(boards["maria"].game.folder, tmp_path / "copy")))
    done = judges.submit_page(game, page.encode(), lambda: NOW, "louis")
    assert [each.handled.verdict.state for each in done if each.handled] == [state]


CHAT = "[12.01.26, 18:12:05] lys_royal: Belle-Isle: Pilsen\n[12.01.26, 18:12:09] lys_royal: Törring: München\n"


@pytest.mark.parametrize(
    ("above", "fate"),
    [
        ("", "accepted"),
        ("Re: Turn 1\n", "accepted"),
        ("Only if Austria refuses:\n", "doubted"),
        ("Draft!\n", "doubted"),
        ("Grenzer's idea\n\n", "doubted"),
        ("moves:\n- Belle-Isle: Eger\n\n", "refused"),
    ],
)
def test_what_is_above_a_dated_chat_is_not_dropped(boards: Mapping[str, Forum], above: str, fate: str) -> None:
    assert boards["maria"].looked_at(above + CHAT).fate.value == fate
    dashed = re.sub(r"\[.*?\]", "1/12/26, 18:12 -", CHAT)
    assert boards["maria"].looked_at(above + dashed).fate.value == fate


DIGEST = """\
Send silesia mailing list submissions to
	silesia@lists.example.org

Today's Topics:

   1. Turn 1 (Grenzer)
   2. Re: Turn 1 (lys_royal)

----------------------------------------------------------------------

Message: 1
Date: Mon, 12 Jan 2026 18:12:05 +0100
From: Grenzer <g@example.org>
To: silesia@lists.example.org
Subject: [silesia] Turn 1

moves:
- Belle-Isle: Eger

------------------------------

Message: 2
Date: Mon, 12 Jan 2026 19:12:05 +0100
From: lys_royal <l@example.org>
Subject: Re: [silesia] Turn 1
Message-ID: <1@example.org>
Content-Type: text/plain; charset="utf-8"

SHEET
------------------------------

Subject: Digest Footer

_______________________________________________
silesia mailing list

------------------------------

End of silesia Digest, Vol 3, Issue 12
**************************************
"""


@pytest.mark.parametrize("game", ["maria", "tnw"])
def test_the_writer_s_email_in_a_digest_is_read_alone(boards: Mapping[str, Forum], game: str) -> None:
    forum = boards[game]
    found = forum.looked_at(DIGEST.replace("SHEET", forum.own))
    assert found.fate is SheetFate.accepted
    assert forum.in_own in forum.ordered(found)
    assert forum.looked_at(DIGEST.replace("SHEET", "no orders yet")).fate is not SheetFate.accepted
    own = DIGEST.replace("lys_royal <", "Grenzer <").replace("SHEET", forum.own)
    assert forum.looked_at(own).fate is not SheetFate.accepted
    doubtful = DIGEST.replace("SHEET", f"{forum.own}\nPlease do not count this yet.\n")
    assert forum.looked_at(doubtful).fate is SheetFate.doubted


KEYLESS = "Belle-Isle to Pilsen\nTörring to München\nFrench train 2 to Straubing\n"


@pytest.mark.parametrize(
    ("above", "below", "fate"),
    [
        ("Hi Rosa\n\n", "\nlys_royal\n", "accepted"),
        ("Hallo Rosa,\n\nhier meine Befehle:\n\n", "\nViele Grüße\nChloe\n", "accepted"),
        ("Hi Rosa\n\n", "\nGrenzer\n", "refused"),
        ("Grenzer's orders\n\n", "", "not accepted"),
        ("Last turn\n\n", "", "not accepted"),
        ("If Austria attacks:\n\n", "", "not accepted"),
        ("Hi Rosa\n\nMaybe\n", "", "not accepted"),
        ("Hi Rosa\n\n", "\nNot yet\n", "not accepted"),
    ],
)
def test_orders_without_keys_may_have_a_greeting_and_a_name(
    boards: Mapping[str, Forum], above: str, below: str, fate: str
) -> None:
    found = boards["maria"].looked_at(above + KEYLESS + below).fate.value
    assert found == fate if fate != "not accepted" else found in ("doubted", "refused", "words")
