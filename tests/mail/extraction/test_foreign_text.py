"""What others wrote is never an order, in whatever language a mail program says who wrote it."""

import pytest

from pbem.mail.extraction.quoting import lines_of
from pbem.mail.mime.html import text_of
from tests.mail.corpus.surroundings import found

SHEET = "G1: Prag > Brünn\nG2: Brünn > Olmütz\nsupply train: hold\n"
FORM = "--- # [toy-1] orders of Austria {gkzp-4iow}\nmoves:\n  - Daun: stays\nbid: 0\n...\n"
LETTER = f"Dear Austria,\n\n{FORM}\n-- \nthe game\n"

INTRODUCTIONS = (
    "сб, 21 нояб. 2026 г. в 09:00, Game <game@host.example>:",
    "сб, 21 лист. 2026 р. о 09:00 Game <game@host.example> пише:",
    "Game <game@host.example> 于2026年11月21日周六 09:00写道：",
    "2026年11月21日(土) 9:00 Game <game@host.example>:",
    "2026년 11월 21일 (토) 오전 9:00, Game <game@host.example>님이 작성:",
    "Στις Σάβ 21 Νοε 2026 στις 9:00 π.μ., ο/η Game <game@host.example> έγραψε:",
    "Thứ Bảy, 21 thg 11, 2026 vào lúc 09:00 Game <game@host.example> đã viết:",
    "---- On Sat, 21 Nov 2026 09:00:00 +0100 Game <game@host.example> wrote ----",
    "------------------ 原始邮件 ------------------",
    "---- Game wrote ----",
    "Начало переадресованного сообщения:",
    "Vidarebefordrat brev:",
    "Begin doorgestuurd bericht:",
    "转发的邮件：",
)
HEADERS = {
    "zh": ("发件人", "发送时间", "收件人", "主题"),
    "ja": ("差出人", "送信日時", "宛先", "件名"),
    "ko": ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
    "hu": ("Feladó", "Elküldve", "Címzett", "Tárgy"),
    "tr": ("Kimden", "Gönderildi", "Kime", "Konu"),
    "el": ("Από", "Στάλθηκε", "Προς", "Θέμα"),
    "uk": ("Від", "Надіслано", "Кому", "Тема"),
    "ro": ("De la", "Trimis", "Către", "Subiect"),
    "a language that nobody foresaw": ("Nuo", "Išsiųsta", "Kam", "Tema"),
}


def head(language: str, sender: str = "Game") -> str:
    told = (f"{sender} <game@host.example>", "Saturday, 21 November 2026 09:00", "Anna <anna@example.org>", "orders")
    return "".join(f"{label}: {value}\n" for label, value in zip(HEADERS[language], told, strict=True))


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_what_stands_below_an_introduction_without_marks_on_its_lines_is_not_read(introduction: str) -> None:
    read = found(f"{SHEET}\n{introduction}\n\n{LETTER}")
    assert (read.how, read.sheet) == ("shape", SHEET)
    assert found(f"Hello Max!\n\n{introduction}\n\n{LETTER}").what == "words"


@pytest.mark.parametrize("language", HEADERS)
@pytest.mark.parametrize("above", ["\n", "\nAnna\n\n", "\n________________________________\n"])
def test_what_stands_below_the_headers_of_another_mail_is_not_read(language: str, above: str) -> None:
    read = found(f"{SHEET}{above}{head(language)}\n{LETTER}")
    assert (read.how, read.sheet) == ("shape", SHEET)


@pytest.mark.parametrize("language", [each for each in HEADERS if len(each) == 2])
def test_headers_of_known_words_need_no_address(language: str) -> None:
    bare = head(language).replace(" <game@host.example>", "").replace(" <anna@example.org>", "")
    assert found(f"{SHEET}\n{bare}\n{LETTER}").sheet == SHEET


def test_the_headers_of_a_digest_begin_with_the_date() -> None:
    inner = "Date:    Sat, 21 Nov 2026 08:00:00 +0100\nFrom:    Anna <anna@example.org>\nSubject: orders\n\n"
    assert found(f"There are 2 messages in this issue.\n\n{'-' * 70}\n\n{inner}{FORM}").what == "words"


def test_orders_right_above_the_headers_of_another_mail_are_no_part_of_these() -> None:
    for language in HEADERS:
        assert found(f"{SHEET}{head(language)}\n{LETTER}").sheet == SHEET


@pytest.mark.parametrize("divider", ["*** Game kirjutas ***", "Vastus kirjale", ""])
def test_orders_above_an_unchanged_form_that_nothing_shows_as_quoted_are_not_passed_over(divider: str) -> None:
    read = found(f"{SHEET}\n\n{divider}\n\n{LETTER}", FORM)
    assert (read.what, read.problem, read.args["lines"]) == ("nothing", "two-sheets", [1, 10])


def test_an_unchanged_form_that_stands_alone_is_what_its_writer_wants() -> None:
    assert found(f"All as it was.\n\n{FORM}", FORM).sheet == FORM


@pytest.mark.parametrize(
    "sheet",
    [
        "moves:\n- Daun: Prag\nfrom: Austria\nto: Prussia\nsubject: peace\ntext: let us talk\n",
        "from: Austria\nto: Prussia\nsubject: peace\ntext: let us talk\n",
        "bid: 3\n--- Forward march ---\nmoves: none\n",
        "bid: 3\n---- message ----\nmoves: none\n",
    ],
)
def test_an_order_that_has_words_of_mail_is_an_order(sheet: str) -> None:
    assert all(line.own for line in lines_of(sheet))
    read = found(f"---\n{sheet}...\n")
    assert read.sheet == f"---\n{sheet}...\n"


def test_a_key_with_its_list_is_not_the_end_of_an_introduction_above_it() -> None:
    sheet = "moves:\n- Daun: Prag\n"
    assert found(f"---\nbid: 1\nOn 3 May 2026 Ben wrote a lot\n{sheet}...\n").sheet.endswith(f"{sheet}...\n")


@pytest.mark.parametrize("divider", ["-----Original Message-----", "On 21.11.2026 10:00 Daun wrote:"])
def test_a_marked_sheet_that_another_mail_seems_to_begin_in_is_refused(divider: str) -> None:
    read = found(f"---\nbid: 3\n{divider}\nmoves: none\n...\n")
    assert (read.problem, read.args) == ("quote-in-sheet", {"line": 3})
    assert found(f"---\nbid: 3\n{divider}\n{LETTER}").sheet == "---\nbid: 3\n"


def test_a_list_manager_rules_off_its_footer_in_its_own_way() -> None:
    footer = "-=-=-=-=-=-=-=-\nGroups.io Links: You receive all messages.\nUnsubscribe: https://groups.io/g/game\n"
    assert found(f"{SHEET}\n{footer}").sheet == SHEET


def test_a_paragraph_of_several_lines_is_parted_from_its_neighbours() -> None:
    assert text_of("<p>bid: 1<br>x: 2</p><p>Anna</p>") == "bid: 1\nx: 2\n\nAnna\n"
    assert text_of("<div>Anna</div><pre>bid: 1\nx: 2</pre><div>Ben</div>") == "Anna\n\nbid: 1\nx: 2\n\nBen\n"
    assert text_of("<p class=MsoNormal>bid: 1</p><p class=MsoNormal>x: 2</p>") == "bid: 1\nx: 2\n"
