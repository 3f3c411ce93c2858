"""Orders in the lines of a chat, headings with the number of a turn, signatures that name powers; rows of a table."""

import time
from collections.abc import Mapping

import pytest

from pbem.mail.extraction.posts import split
from pbem.report.letter import SheetFate
from tests.mail.posts.boards import Forum, forums

FIRST = "- Belle-Isle: Pilsen\n- Broglie: force march to Deggendorf\n"
MOVES = f"moves:\n{FIRST}"
ROWS = "<tr><td>Belle-Isle</td><td>Pilsen</td></tr>\n<tr><td>Broglie</td><td>Neuburg</td></tr>\n"
STRUCK = ROWS.replace("Broglie", "<s>Broglie</s>").replace("Neuburg", "<s>Neuburg</s>")
OTHERS = "<tr><td>Belle-Isle</td><td>Eger</td></tr>\n<tr><td>Broglie</td><td>München</td></tr>\n"


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Forum]:
    return forums(tmp_path_factory.mktemp("chats"))


def said(text: str, before: str) -> str:
    """*text* as a chat shows it, *before* each of whose lines it has the hour and a name."""
    return "".join(f"{before}{line}\n" for line in text.splitlines())


def fate(forum: Forum, text: str) -> SheetFate:
    found = forum.looked_at(text)
    if found.fate is SheetFate.accepted:
        assert forum.in_own in forum.ordered(found)
        assert forum.in_other not in forum.ordered(found)
    return found.fate


@pytest.mark.parametrize("game", ["maria", "tnw"])
@pytest.mark.parametrize(
    "before",
    [
        "[18:12] lys_royal: ",
        "[18:12]lys_royal: ",
        "[18:12:07] <lys_royal> ",
        "18:12 <@lys_royal> ",
        "(6:12 pm) lys_royal: ",
        "[12.01.26, 18:12:05] lys_royal: ",
    ],
)
def test_lines_of_a_chat_are_one_sheet(boards: Mapping[str, Forum], game: str, before: str) -> None:
    forum = boards[game]
    assert fate(forum, said(forum.own, before)) is SheetFate.accepted


@pytest.mark.parametrize("mark", ["##", "###"])
def test_a_heading_of_markdown_may_be_a_key(boards: Mapping[str, Forum], mark: str) -> None:
    forum = boards["maria"]
    keyed = "".join(f"{'' if line[0] == ' ' else f'{mark} '}{line}\n" for line in forum.own.splitlines())
    assert fate(forum, keyed) is SheetFate.accepted
    assert fate(forum, keyed.replace("  - ", "1. ")) is SheetFate.accepted


@pytest.mark.parametrize("game", ["maria", "tnw"])
def test_what_another_says_in_a_chat_is_not_ordered(boards: Mapping[str, Forum], game: str) -> None:
    forum = boards[game]
    theirs, mine = said(forum.other, "[18:12] Grenzer: "), said(forum.own, "[18:13] lys_royal: ")
    assert fate(forum, theirs + "[18:13] lys_royal: no thanks\n") is not SheetFate.accepted
    assert fate(forum, said(forum.other, "[18:12] nobody_known: ") + "[18:13] lys_royal: well, well\n") in (
        SheetFate.refused,
        SheetFate.words,
        SheetFate.nothing,
    )
    first, *rest = mine.splitlines(keepends=True)
    amid = first + rest[0] + "[18:13] Grenzer: hm\n" + "".join(rest[1:])
    assert fate(forum, amid) is not SheetFate.accepted
    assert fate(forum, mine + f"[18:14] lys_royal: {forum.order}\n") is not SheetFate.accepted


@pytest.mark.parametrize(
    "text",
    [
        "[18:12] lys_royal: Grenzer wrote: Belle-Isle: Eger\n[18:12] lys_royal: lol\n",
        "[18:12] lys_royal: moves:\n[18:12] lys_royal: - Belle-Isle: Pilsen\n[18:13] lys_royal: ~~Broglie: Linz~~\n",
        "[18:12] lys_royal: Belle-Isle: Pilsen\n[18:13] lys_royal: Belle-Isle: Eger\n",
        "[18:12] lys_royal: if Grenzer goes to Prag\n[18:12] lys_royal: Belle-Isle: Pilsen\n",
        "[18:12] lys_royal: moves:\n[18:12] lys_royal: - Belle-Isle: Pilsen\n[18:13] lys_royal: no wait, forget that\n",
    ],
)
def test_doubtful_lines_of_a_chat_are_not_ordered(boards: Mapping[str, Forum], text: str) -> None:
    assert fate(boards["maria"], text) is not SheetFate.accepted


def test_two_sheets_in_a_chat_stay_two_posts() -> None:
    page = "[18:12] Egon: bid: 3\npass: no\n[18:20] Egon: bid: 4\npass: no\n[18:21] Egon: well\n"
    posts = split(page, ("Egon",), ("bid", "pass"))
    assert [post.text.split("\n")[0] for post in posts] == ["bid: 3", "bid: 4"]
    assert "\n".join(post.source for post in posts) == page


@pytest.mark.parametrize("before", ["[12.01.26, 18:12:05] Egon: ", "[18:12] Egon: ", "Egon, [12.01.2026 21:12]\n"])
def test_messages_below_a_long_one_cost_what_their_size_allows(before: str) -> None:
    def cost(messages: int) -> float:
        page = f"{before}well\n" + "x y\n" * 10_000 + "".join(f"{before}a{n}\n" for n in range(messages))
        began = time.process_time()
        split(page, ("Egon",), ("bid", "pass"))
        return time.process_time() - began

    assert min(cost(200) for _ in range(3)) < 2 * min(cost(1) for _ in range(3))


CHAT = "[18:12] lys_royal: moves:\n[18:12] lys_royal: - Belle-Isle: Pilsen\n[18:12] lys_royal: - Broglie: Neuburg\n"


@pytest.mark.parametrize(
    "text",
    [
        f"If Austria attacks:\n{CHAT}",
        f"Not these:\n\n{CHAT}",
        f"Draft!\n{CHAT}",
        f"Grenzer's idea:\n{CHAT}",
        f"My orders of the last turn were:\n{CHAT}",
        "moves:\n- Belle-Isle: Eger\n\n18:12 lys_royal: Broglie: Neuburg\n",
        "Grenzer wrote:\n[18:12] lys_royal: Belle-Isle: Eger\n\nlys_royal wrote:\nnope\n",
        "Grenzer » 12 Jan 2026, 18:00\nLook what we said:\n[18:12] lys_royal: Belle-Isle: Eger\n",
        f"{CHAT}[18:14] Ich: vergiss das\n",
        f"{CHAT}[18:14] lys_royal (edited): - Törring: Landshut\n",
        f"{CHAT}[18:14] Grenzer: no, don't\n[18:15] lys_royal: ok\n",
        "[18:12] Grenzer: what would you do if Prag falls?\n[18:12] lys_royal: Broglie: Neuburg\n",
    ],
)
def test_a_chat_is_one_sheet_only_if_nobody_and_nothing_else_is_on_the_page(
    boards: Mapping[str, Forum], text: str
) -> None:
    assert fate(boards["maria"], text) is not SheetFate.accepted


def test_a_marked_sheet_above_a_line_of_a_chat_is_what_counts(boards: Mapping[str, Forum]) -> None:
    forum = boards["maria"]
    assert fate(forum, f"---\n{MOVES}...\n\n[18:12] lys_royal: hello\n") is SheetFate.accepted


@pytest.mark.parametrize(
    "text",
    [
        f"<table>\n<tr><th>Piece</th><th>To</th></tr>\n{ROWS}</table>\n",
        f"<table>\n<tr><td>Piece</td><td>if Austria attacks</td></tr>\n{ROWS}</table>\n",
        f"<table>{ROWS.replace('<tr>', '<tr style=text-decoration:line-through>', 1)}</table>\n",
        f"<table>{STRUCK}</table>\n",
        f"<blockquote>Grenzer wrote:\n<table>{OTHERS}</table></blockquote>\n<p>No.</p>\n",
        "Name\tlast turn\nBelle-Isle\tPilsen\nBroglie\tNeuburg\n",
    ],
)
def test_rows_of_a_table_are_no_orders(boards: Mapping[str, Forum], text: str) -> None:
    """What a column is about, and which row is struck out, is not known."""
    assert fate(boards["maria"], text) is not SheetFate.accepted


@pytest.mark.parametrize(
    ("heading", "wanted"),
    [
        ("Orders for turn 1:", "accepted"),
        ("Orders for turn 1:\n", "accepted"),
        ("Orders turn 1", "accepted"),
        ("France, turn 1:", "accepted"),
        ("Turn 1 orders:", "accepted"),
        ("Befehle für Runde 1:", "accepted"),
        ("Mes ordres pour le tour 1 :", "accepted"),
        ("Orders for turn 2:", "doubted"),
        ("Befehle für Runde 2:", "doubted"),
        ("T2:", "doubted"),
        ("Orders for the second turn:", "doubted"),
        ("Orders for last turn:", "not accepted"),
        ("Grenzer's orders for turn 1:", "not accepted"),
        ("Possible orders for turn 1:", "not accepted"),
        ("Not my orders for turn 1:", "not accepted"),
        ("Orders for turn 1 if Austria attacks:", "not accepted"),
    ],
)
@pytest.mark.parametrize("sheet", [FIRST, MOVES, FIRST.replace("- ", "")])
def test_a_heading_says_for_which_turn_orders_are(
    boards: Mapping[str, Forum], heading: str, sheet: str, wanted: str
) -> None:
    found = fate(boards["maria"], f"{heading}\n{sheet}")
    assert found.value in ("doubted", "refused") if wanted != "accepted" else found is SheetFate.accepted


@pytest.mark.parametrize(
    ("below", "wanted"),
    [
        ("Currently playing: France (Maria), Prussia (Friedrich)", "doubted"),
        ("France in Maria, Prussia elsewhere", "doubted"),
        ("only if Austria attacks Prussia", "doubted"),
        ("Törring stays in Pfaffenhofen", "refused"),
        ("Broglie: stay (or Landshut)", "refused"),
        ("These are of Grenzer", "doubted"),
        ("These are Grenzer's", "doubted"),
    ],
)
def test_a_signature_may_name_powers(boards: Mapping[str, Forum], below: str, wanted: str) -> None:
    found = fate(boards["maria"], f"{MOVES}\n{below}\n")
    assert found.value == wanted


def test_the_hosts_email_of_a_thread_has_its_address_above_the_post(boards: Mapping[str, Forum]) -> None:
    forum = boards["maria"]
    above = (
        "Dear Referee Gisela,\n\nlys_royal has just replied to a thread you have subscribed to entitled - Turn 1.\n\n"
        "This thread is located at:\nhttps://boards.example.org/showthread.php?t=77\n\n"
        "Here is the message that has just been posted:\n***************\n"
    )
    below = "***************\n\nThere may also be other replies, but you will not receive any more notifications.\n"
    assert fate(forum, f"{above}{forum.own}{below}") is SheetFate.accepted
    assert fate(forum, f"{above}{forum.other}{below}".replace("lys_royal", "Grenzer")) is not SheetFate.accepted


def test_messages_with_a_heading_each_are_one_sheet_unless_they_repeat_a_key() -> None:
    page = "Egon, [12.01.2026 21:12]\nbid: 3\n\nEgon, [12.01.2026 21:13]\npass: no\n\n"
    assert [post.text.split() for post in split(page, ("Egon",), ("bid", "pass"))] == [["bid:", "3", "pass:", "no"]]
    for changed in (page.replace("pass: no", "bid: 4\npass: no"), page.replace("12.01.2026 21:13", "14.01.2026 21:13")):
        assert len(split(changed, ("Egon",), ("bid", "pass"))) == 2
        assert "\n".join(post.source for post in split(changed, ("Egon",), ("bid", "pass"))) == changed
