from tests.differences import PAGE, changes, summary


def words(old: str, new: str) -> list[str]:
    return [change.words for change in changes("letter.txt", old, new)]


def test_the_same_text_has_no_changes() -> None:
    assert changes("letter.txt", f"one{PAGE}two\n", f"one{PAGE}two\n") == []


def test_a_change_is_told_in_words_with_those_around_it() -> None:
    old, new = "Aims\n\nKeep this line as it is, please.\n", "Aims\n\nKeep this line unchanged, please.\n"

    assert words(old, new) == ["Keep this line [-as it is,-] {+unchanged,+} please."]


def test_a_paragraph_that_is_wrapped_anew_shows_its_new_words_only() -> None:
    old = "Everything outside the two\nmarks is ignored. The sheet\nbelow is good."
    new = "All outside the two marks\nis ignored. The sheet below\nis good."

    assert words(old, new) == ["[-Everything-] {+All+} outside the two marks"]


def test_a_change_of_spaces_or_lines_alone_is_told() -> None:
    assert words("one two\n", "one  two\n") == ["layout: [-one two-] {+one ·two+}"]
    assert words("one\ntwo\n", "one two\n") == ["layout: [-one⏎two-] {+one two+}"]
    assert words("one\n", "one") == ["the ends of lines differ"]


def test_a_letter_more_or_less_is_told() -> None:
    assert words("one", f"one{PAGE}two") == ["[-1 pages-] {+2 pages+}"]
    assert words("", "one") == ["[-0 pages-] {+1 pages+}"]


def test_a_change_knows_its_page_and_line() -> None:
    (change,) = changes("louis.txt", f"a\nb{PAGE}c\nd e f", f"a\nb{PAGE}c\nd x f")

    assert (change.page, change.line) == (2, 2)


def test_the_summary_tells_a_change_once_and_the_most_frequent_first() -> None:
    found = changes("louis.txt", PAGE.join(["odd", *["a mail"] * 3]), PAGE.join(["even", *["an email"] * 3]))

    told = summary(found).splitlines()
    assert told[0] == "3 x  [-a mail-] {+an email+}"
    assert told[1].strip() == "louis.txt, page 2, line 1"
    assert told[2] == "1 x  [-odd-] {+even+}"
    assert summary(found, most=1).endswith("and 1 other changes")


def test_of_a_long_passage_the_middle_is_left_out() -> None:
    (told,) = words("start", "start " + " ".join(map(str, range(100))))

    assert "19 ... 80" in told
