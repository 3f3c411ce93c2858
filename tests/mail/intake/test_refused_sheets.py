"""A refused sheet goes back as its player wrote it, with notes, ready to be corrected and sent again."""

import re
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.exchange import exchange, take_in
from pbem.mail.judges import HandledMail
from pbem.referee import opening
from pbem.report.returned_sheet import annotated
from pbem.sheet.nodes import parsed
from pbem.sheet.reader import read_sheet
from tests.sheet.orders import LEXICON, Turn
from tests.toy.game import RULESETS, Clock, drop, mail, new_game, send_sheet, subject

_COPY = re.compile(r"^--- #[^\n]*\n.*?^\.\.\.$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A toy game that waits for three bids."""
    new_game(tmp_path / "game")
    with opening.held(tmp_path / "game", RULESETS) as game:
        exchange(game, Clock())
    return tmp_path / "game"


def sent(folder: Path, text: str, name: str = "") -> HandledMail:
    send_sheet(folder, "ann", text, name)
    return taken(folder)


def taken(folder: Path) -> HandledMail:
    with opening.held(folder, RULESETS) as game:
        (handled,) = take_in(game, Clock()).handled
    return handled


def copy(answer: str) -> str:
    """The sheet in a receipt, with its marks."""
    (found,) = _COPY.findall(answer)
    return str(found)


def quoted(answer: str) -> str:
    return "".join(f"> {line}\n" for line in answer.splitlines())


def head(answer: str) -> str:
    return answer.split("\n", 1)[0]


def test_the_first_line_says_how_many_lines_to_correct_and_the_next_what_counts(folder: Path) -> None:
    answer = sent(folder, "--- # mine\nbid: x\nxyzzy: 3\n...\n").answer
    assert head(answer) == "SHEET REFUSED: 2 LINES TO CORRECT"
    assert "\n\n! Nothing in this sheet counts.\nYou have no valid sheet yet.\n" in answer


def test_every_line_of_the_sheet_goes_back_with_its_note_below_it(folder: Path) -> None:
    answer = sent(folder, "--- # mine\nbid: x\n# a comment of mine\nxyzzy: 3\n...\n").answer
    assert "  2  bid: x\n     ✗ Refused: “x” is not a whole number." in answer
    assert "  3  # a comment of mine\n  4  xyzzy: 3\n     ✗ Refused: There is no key “xyzzy” here." in answer


def test_what_was_written_comes_back_and_not_the_form(folder: Path) -> None:
    answer = sent(folder, "bid: x\n").answer
    assert "bid: x\n# ✗ Refused." in copy(answer)
    assert "bid: 0" not in answer


def test_the_sheet_sent_again_as_it_came_back_has_the_same_faults(folder: Path) -> None:
    first = sent(folder, "bid: x\nxyzzy: 3\n")
    again = sent(folder, copy(first.answer), "again.eml")
    assert again.verdict.problems == tuple(code for code in first.verdict.problems if code != "found-by-shape")
    assert copy(again.answer).count("# ✗ Refused") == copy(first.answer).count("# ✗ Refused") * 2


def test_the_sheet_with_its_lines_corrected_is_accepted_whatever_notes_are_left(folder: Path) -> None:
    first = sent(folder, "bid: x\n")
    assert sent(folder, copy(first.answer).replace("bid: x", "bid: 2"), "again.eml").verdict.state == "accepted"


def test_what_can_mean_one_thing_only_is_corrected_and_counts_once_it_is_sent(folder: Path) -> None:
    first = sent(folder, "bids: 2\n")
    assert first.verdict.state == "refused"
    assert head(first.answer) == "PLEASE CONFIRM 1 CORRECTION"
    assert "refused" not in first.answer
    assert "you must change it" not in first.answer
    assert "  1  bids: 2\n     ✓ Fixed: “bids” was read as “bid”." in first.answer
    assert "\nbid: 2\n# ✓ Fixed" in copy(first.answer)
    again = sent(folder, copy(first.answer), "again.eml")
    assert again.verdict.state == "accepted"
    assert "You bid 2." in again.answer


@pytest.mark.parametrize("text", ["Thank you!\n\n", "I shall look at it tonight.\n\nAnn\n\n", ""])
def test_a_receipt_that_is_only_quoted_orders_nothing(folder: Path, text: str) -> None:
    first = sent(folder, "bids: 2\n")
    again = sent(folder, text + "On Saturday, game@example.org wrote:\n" + quoted(first.answer), "again.eml")
    assert again.verdict.state != "accepted"
    assert "without changing it" in " ".join(again.answer.split())


def test_a_receipt_that_comes_back_without_signs_of_quotation_orders_nothing(folder: Path) -> None:
    first = sent(folder, "bids: 2\n")
    below = f"Thank you!\n\n-----Original Message-----\nFrom: game@example.org\n\n{first.answer}"
    assert sent(folder, below, "again.eml").verdict.state != "accepted"


def test_a_line_corrected_in_the_quoted_receipt_is_read(folder: Path) -> None:
    first = sent(folder, "bid: x\n")
    answer = quoted(first.answer).replace("> bid: x", "> bid: 2")
    assert sent(folder, f"Ann wrote:\n{answer}", "again.eml").verdict.state == "accepted"


def test_of_two_receipts_the_one_that_was_quoted_is_compared(folder: Path) -> None:
    first = sent(folder, "bids: 2\n")
    second = sent(folder, "bids: 3\n", "second.eml")
    for number, one in enumerate((first, second)):
        assert sent(folder, quoted(one.answer), f"{number}.eml").verdict.state != "accepted"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("bid: x" + " " * 3 + "y" * 300 + "\n", "…"),
        ("bid:\tx\n", "bid: "),
        ("{bid: x, xyzzy: 3}\n", "{bid: x, xyzzy: 3}"),
        ("bid: x\n" + "# words\n" * 2000, "bid: x"),
        ("bid: x\n" + "".join(f"key{n}: {n}\n" for n in range(3000)), "…"),
        ("bid: x\n" + "y" * 70_000, ""),
        ("bid: \u202ex\u2066\n", "bid: x"),
    ],
)
def test_every_sheet_comes_back_within_bounds(folder: Path, text: str, shown: str) -> None:
    handled = sent(folder, f"--- # mine\n{text}...\n")
    assert handled.verdict.state == "refused"
    assert shown in handled.answer
    assert len(handled.answer) < 48_000
    assert max(map(len, handled.answer.split("\n"))) < 16_000


def test_a_sheet_in_an_attachment_comes_back(folder: Path) -> None:
    raw = mail("ann@example.org", f"Re: {subject(folder, 'ann')}", "See the attached file.\n")
    boundary = b"--b\r\n"
    body = raw.split(b"\r\n\r\n", 1)[1]
    head_, rest = raw.split(b"\r\n\r\n", 1)[0], b"\r\n\r\n"
    lines = [line for line in head_.split(b"\r\n") if not line.lower().startswith(b"content-")]
    raw = b"\r\n".join([*lines, b"Content-Type: multipart/mixed; boundary=b"]) + rest
    raw += boundary + b"Content-Type: text/plain" + rest + body + b"\r\n"
    raw += (
        boundary + b"Content-Type: text/yaml; name=orders.yaml\r\nContent-Disposition: attachment; filename=orders.yaml"
    )
    raw += rest + b"bid: x\r\n--b--\r\n"
    drop(folder, "attached.eml", raw)
    assert "bid: x\n# ✗ Refused" in copy(taken(folder).answer)


def test_lines_after_the_end_of_the_sheet_do_not_come_back(folder: Path) -> None:
    answer = sent(folder, "bid: x\n...\nbid: 2\n").answer
    assert not _COPY.findall(answer)


def test_of_a_sealed_sheet_only_the_lines_with_faults_are_repeated(tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    from tests.referee.sealing.sealed_game import sealed_game, turn

    sealed_game(tmp_path / "game")
    turn(tmp_path / "game")
    answer = sent(tmp_path / "game", "--- # mine\nbid: 2\nxyzzy: 3\n...\n").answer
    assert "xyzzy: 3\n     ✗ Refused" in answer
    assert "Correct your own copy of the sheet" in answer
    assert "bid: 2" not in answer
    assert not _COPY.findall(answer)


def test_what_would_count_without_the_refused_lines_is_said(folder: Path) -> None:
    answer = sent(folder, "bid: 2\nxyzzy: 3\n").answer
    assert "IF THE REST COUNTED\n===================\n\n" in answer
    assert "You bid 2." in answer
    assert "IF THE REST COUNTED" not in sent(folder, "xyzzy: 3\n", "none.eml").answer


def test_a_sheet_in_a_post_of_a_forum_goes_back_without_the_post(folder: Path) -> None:
    post = b"Ann wrote:\n[quote]hello[/quote]\n[code]\nbid: x\n[/code]\n"
    with opening.held(folder, RULESETS) as game:
        handled, _ = judges.submit_sheet(game, "ann", post, Clock())
    assert "bid: x\n# ✗ Refused" in copy(handled.answer)
    assert "hello" not in handled.answer


def test_a_sheet_that_is_tried_has_the_same_notes_and_no_copy(folder: Path) -> None:
    answer = sent(folder, "try\nbid: x\nxyzzy: 3\n").answer
    assert "  2  bid: x\n     ✗ Refused: “x” is not a whole number." in answer
    assert not _COPY.findall(answer)


@pytest.mark.parametrize("break_", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "text",
    [
        "bid:\n",
        "bid: [1, 2\nxyzzy: 3\n",
        "bid: 2 # fine\nbid: 3\n",
        "- bid: 2\n- xyzzy: 3\n",
        "bid: >\n  two\n  lines\nxyzzy: 3\n",
        '"bid": "two\n  lines"\nxyzzy: 3\n',
        "xyzzy:\n  plugh:\n    - one\n    - two\n",
        "bid: 2\n\txyzzy: 3\n",
        "bid: *x\n",
        "bid : 2\n  xyzzy: 3\n",
    ],
)
def test_no_comment_changes_what_is_read(text: str, break_: str) -> None:
    """A copy that is sent as it is has the same tree: comments make no value, and take none away."""
    lines = text.splitlines()
    notes = {number: [f"✗ note {number}", "and more: of it"] for number in range(1, len(lines) + 1)}
    whole = annotated(text.replace("\n", break_), notes)
    bare = "\n".join(line for line in whole.splitlines() if not line.startswith("# ✗ ") and line != "# and more: of it")
    assert bare.split("\n") == lines
    assert _read(whole) == _read(bare)


@pytest.mark.parametrize("text", ["Belle-Isle 5\nKarl 3\n", "Prag > Wien\nWien > Prag\n"])
def test_what_is_wrong_with_lines_without_keys_is_below_each(text: str) -> None:
    notes = {1: ["✗ Refused. Try: this"], 2: ["✗ Refused. Try: that", "as well"]}
    whole = annotated(text, notes)
    assert whole.splitlines()[:4] == [
        text.splitlines()[0],
        "# ✗ Refused. Try: this",
        text.splitlines()[1],
        "# ✗ Refused. Try: that",
    ]
    assert read_sheet(whole, Turn, LEXICON).draft == read_sheet(text, Turn, LEXICON).draft


def _read(text: str) -> tuple[str, list[str]]:
    tree = parsed(text)[1]
    shown = re.sub(r"Place\([^)]*\)", "", repr(tree.root))
    return shown, [each.problem.code for each in tree.faults]


def quoting(text: str, answer: str) -> str:
    return f"{text}\n\nOn Saturday, game@example.org wrote:\n{quoted(answer)}"


@pytest.mark.parametrize("says", ["yes", "Yes.", "yes, please\n\nAnn", "Hello,\nyes\nthanks"])
def test_yes_confirms_the_one_reading_offered_whatever_is_quoted_below(folder: Path, says: str) -> None:
    first = sent(folder, "bids: 2\n")
    again = sent(folder, quoting(says, first.answer), "again.eml")
    assert again.verdict.state == "accepted"
    assert "You bid 2." in again.answer
    assert "Your yes stands for the sheet that you were sent back" in " ".join(again.answer.split()).replace("`", "")


def test_yes_confirms_without_a_quotation_and_only_once(folder: Path) -> None:
    sent(folder, "bids: 2\n")
    assert sent(folder, "yes\n", "again.eml").verdict.state == "accepted"
    assert sent(folder, "Yes!\n", "once more.eml").verdict.state == "words"


def test_yes_confirms_the_latest_sheet_and_none_that_was_accepted_since(folder: Path) -> None:
    sent(folder, "bids: 2\n")
    assert sent(folder, "bid: 1\n", "b.eml").verdict.state == "accepted"
    assert sent(folder, "yes\n", "c.eml").verdict.state == "words"


def test_yes_to_a_line_that_has_no_reading_returns_the_sheet_and_not_the_form(folder: Path) -> None:
    first = sent(folder, "bid: x\nbids: 2\n")
    again = sent(folder, quoting("yes", first.answer), "again.eml")
    assert again.verdict.state == "refused"
    assert "bid: x" in copy(again.answer)


@pytest.mark.parametrize("says", ["no", "yes, but let me think about it until tomorrow evening", "yes and no"])
def test_what_is_no_plain_yes_confirms_nothing(folder: Path, says: str) -> None:
    first = sent(folder, "bids: 2\n")
    assert sent(folder, quoting(says, first.answer), "again.eml").verdict.state != "accepted"


@pytest.mark.parametrize("says", ["What is wrong with it?\n", ""])
def test_after_a_refusal_no_reply_has_the_empty_form(folder: Path, says: str) -> None:
    first = sent(folder, "bids: 2\nxyzzy: 1\n")
    again = sent(folder, quoting(says, first.answer), "again.eml")
    assert again.verdict.state in ("words", "refused")
    assert "bid: 0" not in again.answer
    assert "xyzzy: 1" in copy(again.answer)
    assert "TO CORRECT AND SEND AGAIN" in again.answer


def test_a_sheet_that_cannot_be_returned_is_not_answered_with_the_empty_form(folder: Path) -> None:
    handled = sent(folder, "--- # one\nbid: 1\n...\n\n--- # two\nbid: 2\n...\n")
    assert handled.verdict.state == "refused"
    assert not _COPY.findall(handled.answer)
    assert "bid: 0" not in handled.answer
