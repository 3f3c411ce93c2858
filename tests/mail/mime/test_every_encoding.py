"""Whatever lines an email holds, they come out as they were written."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pbem.mail.extraction.texts import contents
from tests.long import examples
from tests.mail.corpus import encoders

WORDS = st.sampled_from(
    ["bid", "moves", "Linz", "Köln", "a > b", "# Größe", "x=41", "[1, 2]", "'it''s'", '"a"', "& <b>", "5 €", "=",
     "+AGI-",
     "übrig", "--", "Łódź", "命令", "♥", "From here", "=C3", "~ |", "{a: 1}", "a" * 90]
)  # fmt: skip
LINES = st.one_of(
    st.just(""),
    st.builds(lambda indent, word, value: " " * indent + word + ": " + value, st.integers(0, 6), WORDS, WORDS),
    st.builds(lambda indent, word: " " * indent + "- " + word, st.integers(0, 6), WORDS),
    st.builds(lambda word, value: f"{word}  {value}", WORDS, WORDS),
)
SHEETS = st.lists(LINES, min_size=1, max_size=12).map(lambda lines: ["---", *lines, "..."])


@pytest.mark.slow
@settings(max_examples=examples(600), deadline=None)
@given(
    SHEETS,
    st.sampled_from(encoders.TRANSFERS),
    st.sampled_from(encoders.CHARSETS),
    st.sampled_from(encoders.NESTINGS),
    st.sampled_from(encoders.WRITERS),
    st.sampled_from(encoders.ENDS),
)
def test_the_same_lines_come_out_whatever_a_program_makes_of_them(
    lines: list[str],
    transfer: str,
    charset: str,
    nesting: str,
    writer: Callable[[list[str]], str] | None,
    end: str,
) -> None:
    assume(encoders.fits("\n".join(lines), charset))
    assume(not (transfer in ("7bit", "8bit", "binary") and writer is None and any("=C3" in line for line in lines)))
    raw = encoders.mail(lines, transfer=transfer, charset=charset, nesting=nesting, writer=writer, end=end)
    (text,) = contents(raw).texts
    assert text.text == "".join(f"{line}\n" for line in lines)
    assert (text.problem, text.guessed) == ("", False)
    assert text.source == ("nested" if nesting == "forwarded" else "html" if writer else "plain")
