"""In a sentence of a letter it is "the Pragmatic Army", as in the rulebook; heads of lists have the bare name."""

import re
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"
_BARE = re.compile(r"(?<![Tt]he )\bPragmatic Army (?=[a-z])|\b(?:and|of|to|from) Pragmatic Army\b")


def bare(letter: str) -> list[str]:
    """The sentences of *letter* with the bare name; what is spelt as in a sheet aside."""
    prose = re.sub(r"^--- .*?^\.\.\.$", "", letter, flags=re.DOTALL | re.MULTILINE)
    prose = re.sub(r"`[^`]*`", "", re.sub(r"\s+", " ", prose))
    prose = re.sub(r"(Subsidy[^:.]*: )[\w ]+ to [\w ]+,", r"\1", prose)
    return [prose[max(0, found.start() - 40) : found.end() + 40] for found in _BARE.finditer(prose)]


def test_letters_of_golden_games_say_the_pragmatic_army() -> None:
    letters = sorted(GOLDEN.rglob("*.txt"))
    assert letters
    found = [(path.name, said) for path in letters for said in bare(path.read_text(encoding="utf-8"))]
    assert not found


def test_a_bare_name_in_a_sentence_is_found() -> None:
    assert bare("Then Pragmatic Army drew 3 cards.") == ["Then Pragmatic Army drew 3 cards."]
    assert bare("It went to Pragmatic Army.")
    assert not bare(
        "The Pragmatic Army drew 3 cards. Pragmatic Army, 14 troops. Subsidy: Austria to Pragmatic Army, 1 turn."
    )
