import os
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import jinja2
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.edition import base_folder, folder_beside
from pbem.engine.reading import Lexicon
from pbem.report import plain, template_files
from pbem.report.template_files import MissingTemplate
from pbem.report.words import BadPhrase, MissingPhrase, Words, missing, words_of
from tests.report.game import FOLDER, words
from tests.toy import TOY


def made(folder: Path, phrases: str, **kinds: Mapping[str, tuple[str, ...]]) -> Words:
    (folder / "phrases.en.yaml").write_text(phrases, encoding="utf-8")
    return Words((folder,), Lexicon(kinds))


def say(folder: Path, phrase: str, **args: object) -> str:
    cities = {"linz": ("Linz",), "enns": ("Enns",), "steyr": ("Steyr",)}
    return made(folder, f"t:\n  x: >-\n    {phrase}\n", city=cities).phrase("t", "x", args)


def test_the_first_folder_wins_key_by_key(tmp_path: Path) -> None:
    own = made(tmp_path, "labels: {and: und}\n")
    assert own.phrase("labels", "and") == "und"
    assert own.phrase("labels", "nothing") == "nothing"


def test_a_missing_phrase_names_group_key_and_folders() -> None:
    with pytest.raises(MissingPhrase) as wrong:
        words().phrase("events", "vanished")
    for part in ("events: vanished", "phrases.en.yaml", str(FOLDER), str(base_folder())):
        assert part in str(wrong.value)


def test_missing_lists_what_no_file_has() -> None:
    assert missing(words(), {"events": ["dealt", "vanished"], "decisions": ["march"]}) == ["events: vanished"]


def test_an_unknown_variable_names_its_phrase(tmp_path: Path) -> None:
    with pytest.raises(BadPhrase, match="phrase t: x: 'nobody' is undefined"):
        say(tmp_path, "{{ nobody }}")


@pytest.mark.parametrize(
    ("file", "what"),
    [("t: {a: x, a: y}", "the key a appears twice"), ("t: {a: [x]}", "t: a is not a text"), ("t: {a: x", "phrases.en")],
)
def test_a_bad_phrase_file_is_refused(tmp_path: Path, file: str, what: str) -> None:
    with pytest.raises(BadPhrase, match=what):
        made(tmp_path, file)


def test_words_of_phrase_files_are_never_anything_but_text(tmp_path: Path) -> None:
    own = made(tmp_path, "t: {no: yes, x: 010, off: ~}")
    assert [own.phrase("t", key) for key in own.keys("t")] == ["yes", "010", "~"]


def test_broken_phrases_and_templates_are_found_before_use(tmp_path: Path) -> None:
    (tmp_path / "bad.j2").write_text("{% if %}", encoding="utf-8")
    faults = made(tmp_path, "t: {x: '{{ 1 | nonsense }}'}").broken()
    assert [fault.partition(":")[0] for fault in faults] == ["t/x", "bad.j2"]


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("{{ 'linz' | name('city') }}, {{ 'ybbs' | name('city') }}{{ none | name('city') }}", "Linz, ybbs"),
        ("{{ ['linz', 'enns', 'steyr'] | path('city') }}", "Linz > Enns > Steyr"),
        ("{{ ['linz', 'enns', 'steyr'] | names('city') | listed }}", "Linz, Enns and Steyr"),
        ("{{ [1, 2] | listed('or') }}; {{ [1] | listed }}; {{ [] | listed }}", "1 or 2; 1; nothing"),
        ("{{ 0 | counted('card') }}, {{ 1 | counted('card') }}, {{ 2 | counted('city', 'cities') }}",
         "no cards, 1 card, 2 cities"),
        ("{{ 1 | plural('is', 'are') }} {{ 2 | plural('is', 'are') }}", "is are"),
        ("{{ 1 | ordinal }} {{ 12 | ordinal }} {{ 22 | ordinal }} {{ 113 | ordinal }}", "1st 12th 22nd 113th"),
        ("{{ phrase('labels', 'rule', rule='3.1') }} {{ has_phrase('labels', 'rules') }}", "[rule 3.1] False"),
        ("{{ 'à b\\n\\x1b[1m\\u200b--- c' | inline }}", "à b [1m --- c"),
        ("a {% if true %}\n    b\n    {% endif %}\n    c", "a b c"),
    ],
)  # fmt: skip
def test_filters(tmp_path: Path, phrase: str, said: str) -> None:
    assert say(tmp_path, phrase) == said


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Europe/Vienna", "Sunday 29 March 2026, 03:00 (Europe/Vienna)"),
        ("UTC", "Sunday 29 March 2026, 01:00 UTC"),
        ("America/New_York", "Saturday 28 March 2026, 21:00 (America/New_York)"),
    ],
)
def test_a_moment_is_told_on_the_clock_of_its_zone(tmp_path: Path, zone: str, said: str) -> None:
    time = datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert say(tmp_path, "{{ time | moment(zone) }}", time=time, zone=zone) == said


def test_a_name_written_into_a_phrase_is_that_of_the_lexicon_in_use(tmp_path: Path) -> None:
    phrase = "t: {x: \"{{ 'linz' | name('city') }}\"}"
    told = [made(tmp_path, phrase, city={"linz": (name,)}).phrase("t", "x") for name in ("Linz", "Lentia")]
    assert told == ["Linz", "Lentia"]


def test_what_players_wrote_is_not_compiled(tmp_path: Path) -> None:
    assert say(tmp_path, "{{ text }}", text="{{ 7 * 7 }}{% raw %}<b>") == "{{ 7 * 7 }}{% raw %}<b>"


def test_a_folder_of_the_language_goes_first(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "x.j2").write_text("general", encoding="utf-8")
    (tmp_path / "en" / "x.j2").write_text("English", encoding="utf-8")
    assert made(tmp_path, "").fill("x.j2") == "English"
    with pytest.raises(jinja2.TemplateNotFound):
        made(tmp_path, "").fill("y.j2")


def test_words_lie_in_the_package_or_in_the_checkout_around_it(tmp_path: Path) -> None:
    package = tmp_path / "rules" / "pbem_toy"
    package.mkdir(parents=True)
    with pytest.raises(FileNotFoundError, match="no such folder"):
        folder_beside(package, "templates", "templates/toy-of-nobody")
    (tmp_path / "templates" / "toy-of-nobody").mkdir(parents=True)
    assert folder_beside(package, "templates", "templates/toy-of-nobody") == tmp_path / "templates" / "toy-of-nobody"
    (package / "templates").mkdir()
    assert folder_beside(package, "templates", "templates/toy-of-nobody") == package / "templates"


def test_base_is_whole() -> None:
    base = Words((), Lexicon({}))
    assert base.folders == (base_folder(),)
    assert base.broken() == []


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("aaa bbb ccc", "aaa bbb\nccc"),
        ("- aaa bbb ccc", "- aaa\n  bbb\n  ccc"),
        ("  12. aa bb", "  12. aa\n      bb"),
        ("aaaaaaaaaaaa b", "aaaaaaaaaaaa\nb"),
        ("aa\N{NO-BREAK SPACE}bb cc dd", "aa\N{NO-BREAK SPACE}bb cc\ndd"),
        ("漢字漢 b", "漢字漢 b"),
        ("漢字漢 bb", "漢字漢\nbb"),
        ("e\u0301e\u0301e\u0301 bbbb", "e\u0301e\u0301e\u0301 bbbb"),
    ],
)
def test_folding_counts_columns_and_hangs(text: str, folded: str) -> None:
    assert plain.wrapped(text, 8) == folded


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_width_is_that_of_all_characters_and_only_what_steers_is_blanked(text: str) -> None:
    assert plain.width(text) == sum(map(plain.width, text))
    assert plain.printable(text) == "".join(" " if plain.steers(character) else character for character in text)


def test_every_ascii_character_takes_one_column() -> None:
    assert [plain.width(chr(code)) for code in range(128)] == [plain._cells(chr(code)) for code in range(128)]


def test_templates_see_what_their_words_offer_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "x.j2").write_text("{% set own = 1 %}{{ tool() }}{{ phrase('labels', 'and') }}", encoding="utf-8")
    one = Words((tmp_path,), Lexicon({}), tools={"tool": lambda: "one "})
    assert one.fill("x.j2") == "one and"
    (tmp_path / "y.j2").write_text("{{ own }}", encoding="utf-8")
    with pytest.raises(jinja2.UndefinedError):
        one.fill("y.j2")
    (tmp_path / "z.j2").write_text("{{ given }}", encoding="utf-8")
    assert one.fill("z.j2", given="mine") == "mine"
    with pytest.raises(jinja2.UndefinedError):
        one.fill("z.j2")


def test_words_are_made_once_for_a_reader_and_anew_when_a_file_changes(tmp_path: Path) -> None:
    made(tmp_path, "t: {x: before}\n")
    one, other = (Lexicon({"city": {"a": (name,)}}) for name in ("Linz", "Enns"))
    game = msgspec.structs.replace(TOY, words=(tmp_path, *TOY.words))
    words = words_of(game, one)
    assert words_of(game, one) is words
    assert words_of(game, other).lexicon is other
    assert words.phrase("t", "x") == "before"
    made(tmp_path, "t: {x: after}\n")
    os.utime(tmp_path / "phrases.en.yaml", (1, 1))
    assert words_of(game, one).phrase("t", "x") == "after"


def test_templates_are_looked_for_once_and_again_when_a_file_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Path(shutil.copytree(TOY.words[0], tmp_path / "words"))
    game = msgspec.structs.replace(TOY, words=(words,))
    looked_for = []
    check = template_files.check_folders

    def noted(name: str, folders: tuple[Path, ...], orders: object) -> None:
        looked_for.append(name)
        check(name, folders, orders)

    monkeypatch.setattr(template_files, "check_folders", noted)
    for city in ("Linz", "Enns", "Linz"):
        words_of(game, Lexicon({"city": {"a": (city,)}}))
    assert len(looked_for) == 1
    (words / "orders" / "bid" / "said-back.txt.j2").unlink()
    for _ in range(2):
        with pytest.raises(MissingTemplate, match="lacks orders/bid/said-back"):
            words_of(game, Lexicon({}))


def test_columns_and_headings() -> None:
    assert plain.column("漢", 4) + "|" == "漢  |"
    assert plain.column(7, 3, "right") == "  7"
    assert plain.underlined("Größe") == "GRÖSSE\n======"
    assert plain.quoted("a\n\tb\x07\n") == "    | a\n    |     b"
