"""The guide by email: the same pages as docs/, section by section, found by any fitting word."""

import pytest

from pbem.engine.reading import Lexicon
from pbem.engine.ruleset import Ruleset
from pbem.mail.extraction.command import commands_in
from pbem.mail.intake.forms import asking
from pbem.report import context, tree
from pbem.report.plain import as_text
from pbem.report.words import words_of
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.pages import DOCS, told
from tests.toy.ruleset import TOY

WORDS = words_of(MARIA, Lexicon({}))
TOPICS = WORDS.group("topics")
SECTIONS = context.sections(MARIA.guide)


def section(topic: str) -> context.GuideSection:
    found = context.named(SECTIONS, topic, TOPICS)
    assert found is not None, topic
    return found


@pytest.mark.parametrize(
    ("topic", "heading"),
    [
        ("moves", "moves"),
        ("move", "moves"),
        ("Moving", "moves"),
        ("force march", "moves"),
        ("attack", "attacks"),
        ("attacks", "attacks"),
        ("combat", "Combat"),
        ("train", "supply"),
        ("trains", "supply"),
        ("supply", "supply"),
        ("hussar", "Hussars"),
        ("vote", "The imperial election"),
        ("winter", "Winter"),
        ("reserves", "reserves"),
        ("worked duels", "Worked duels"),
        ("standing orders", "Advance orders and standing orders"),
        ("commands", "Commands by email"),
        ("extension", "Commands by email"),
        ("press", "Words to other players"),
        ("subsidies", "Subsidy contracts"),
        ("recruitment", "Winter"),
        ("re-entry", "supply"),
        ("sheets", "How to write a sheet"),
        ("YAML", "How to write a sheet"),
        ("retreat", "Combat"),
        ("Königgrätz", "Names and cards"),
    ],
)
def test_a_word_finds_the_section_that_it_is_about(topic: str, heading: str) -> None:
    assert section(topic).heading == heading


def test_help_says_who_commands_a_stack() -> None:
    said = " ".join(section("ranks").lines)
    assert "that of the better rank commands" in said
    assert "name the commander of each stack" in said


@pytest.mark.parametrize(
    ("topic", "heading"),
    [
        ("assault", "Sieges and assaults"),
        ("siege", "Sieges and assaults"),
        ("fleets", "Fleets"),
        ("diplomacy", "Diplomacy"),
        ("regroup", "Regrouping"),
        ("preemption", "Preemption"),
        ("ranks", "Ranks and command"),
        ("commander", "Ranks and command"),
        ("commanders", "Ranks and command"),
        ("command", "Commands by email"),
        ("commands", "Commands by email"),
        ("words to other players", "Words to other players"),
        ("generals", "Ranks and command"),
        ("leaders", "Ranks and command"),
        ("armies", "Ranks and command"),
        ("navy", "Fleets"),
        ("transport", "Lines"),
        ("flags", "Lines"),
        ("keys", "The game in brief"),
        ("par", "The game in brief"),
        ("victory", "The game in brief"),
        ("reinforcements", "The end of the Turn"),
        ("diplomatic", "Diplomacy"),
        ("press", "Words to other players"),
        ("extension", "Commands by email"),
    ],
)
def test_a_word_of_the_napoleonic_wars_finds_what_a_player_wants_to_know(topic: str, heading: str) -> None:
    found = context.named(context.sections(TNW.guide), topic, words_of(TNW, Lexicon({})).group("topics"))
    assert found is not None
    assert found.heading == heading
    assert {"assault": "rolls 2 dice", "ranks": "Rating"}.get(topic, "") in " ".join(found.lines)


@pytest.mark.parametrize("ruleset", [MARIA, TNW], ids=["maria", "tnw"])
def test_every_title_of_the_guide_is_a_command_after_help(ruleset: Ruleset) -> None:
    asks = asking(ruleset)
    for each in context.sections(ruleset.guide):
        assert commands_in(f"status\nhelp {each.heading}\n", asks=asks) == ("status", f"help {each.heading}".casefold())


@pytest.mark.parametrize("topic", ["", "zebra", "moves zebra", "!?", "…"])
def test_a_word_that_is_in_no_section_finds_none(topic: str) -> None:
    assert context.named(SECTIONS, topic, TOPICS) is None


def test_each_topic_stands_for_a_heading_that_is_there() -> None:
    headings = {one.heading for one in SECTIONS}
    assert set(TOPICS.values()) <= headings
    for topic, heading in TOPICS.items():
        assert section(topic).heading == heading


def test_each_topic_of_the_napoleonic_wars_stands_for_a_heading_that_is_there() -> None:
    sections, topics = context.sections(TNW.guide), words_of(TNW, Lexicon({})).group("topics")
    for topic, heading in topics.items():
        found = context.named(sections, topic, topics)
        assert found is not None, topic
        assert found.heading == heading, topic


def test_each_title_in_the_list_finds_its_own_section() -> None:
    for title in context.titles(SECTIONS):
        assert section(title).heading == title


def test_what_is_sent_is_the_page_itself() -> None:
    assert {*MARIA.guide} == {*(DOCS / "maria").glob("*.md"), *(DOCS / "players").glob("*.md")}
    assert {*TNW.guide} == {*(DOCS / "napoleonic-wars").glob("*.md"), *(DOCS / "players").glob("*.md")}
    page = told("players")
    for words in ("Instead of a sheet an email may contain commands", "Show the"):
        assert words in page
        assert any(words in as_text(one.content) for one in SECTIONS)


@pytest.mark.parametrize("ruleset", [MARIA, TNW], ids=["maria", "tnw"])
def test_no_help_by_email_contains_a_link_to_a_file(ruleset: Ruleset) -> None:
    told = {one.heading: as_text(one.content) for one in context.sections(ruleset.guide)}
    assert not [heading for heading, text in told.items() if "](" in text or ".md" in text]


def test_a_link_over_two_lines_is_read_as_its_words() -> None:
    section = context.GuideSection(
        "words", ("As before. [All of", "it](words.md#words) is the same.", "", "- [An", "  item](x.md)"), 2
    )
    assert " ".join(as_text(section.content).split()) == "As before. All of it is the same. - An item"


def test_help_on_a_reserve_says_what_one_does() -> None:
    topics = words_of(TNW, Lexicon({})).group("topics")
    for topic in ("reserve", "reserves"):
        found = context.named(context.sections(TNW.guide), topic, topics)
        assert found is not None
        assert found.heading == "Cards"


@pytest.mark.parametrize("one", [one for one in SECTIONS if one.level > 1], ids=lambda one: one.heading)
def test_a_section_is_plain_to_read_in_an_email(one: context.GuideSection) -> None:
    text = as_text(one.content)
    assert text.strip()
    assert "](" not in text, "no links"
    assert "|--" not in text, "no rules of tables"
    assert "```" not in text
    assert tree.plain(text) == text, "no marks"
    own = {line.strip() for line in one.lines}
    assert all(len(line) <= 76 or line.strip() in own for line in text.split("\n")), "wide lines are those of examples"


def test_examples_keep_their_lines() -> None:
    assert "\n  path:\n    Broglie: Kelheim > Regensburg\n" in as_text(section("train").content)
    assert "pbem seal verify sheet.yaml" in as_text(section("sealed sheets").content)


def test_a_game_without_a_guide_has_none() -> None:
    assert context.named(context.sections(TOY.guide), "moves", {}) is None
