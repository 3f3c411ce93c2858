"""Which signs are markup: those that the author of a template wrote, and no others."""

from pathlib import Path

import jinja2
import pytest

from pbem.engine.edition import base_folder
from pbem.engine.reading import Lexicon
from pbem.report import tree
from pbem.report.tree import (
    CodeBlock,
    Content,
    HeadingBlock,
    Line,
    ListBlock,
    ListItem,
    PictureBlock,
    QuotationBlock,
    Run,
    TextBlock,
    parse,
)
from pbem.report.words import Words


def told(folder: Path, template: str, **texts: str) -> Content:
    (folder / "x.j2").write_text(template, encoding="utf-8")
    return parse(Words((folder,), Lexicon({"city": {"linz": ("- # **Linz**",)}})).fill("x.j2", **texts))


def line(text: str, indent: int = 0) -> Line:
    return Line((Run(text),), indent)


def test_blocks_are_told_by_how_the_lines_of_a_template_begin(tmp_path: Path) -> None:
    template = """\
# The letter

## A section
Text.
  Indented.

- one
  more
  - below
- two

> said

! Mind this.

```
as  it
  is
```
--- # subject
# no heading: 1
- no bullet
...
![A map.](map)
"""
    below = (ListItem((line("below"),)),)
    assert told(tmp_path, template) == (
        HeadingBlock(level=1, line=line("The letter")),
        HeadingBlock(level=2, line=line("A section")),
        TextBlock(lines=(line("Text."), line("Indented.", 2)), tight=True),
        ListBlock(items=(ListItem((line("one"), line("more")), below), ListItem((line("two"),)))),
        QuotationBlock(lines=(line("said"),)),
        TextBlock(lines=(line("Mind this."),), warning=True),
        CodeBlock(lines=("as  it", "  is")),
        CodeBlock(lines=("--- # subject", "# no heading: 1", "- no bullet", "..."), sheet=True, tight=True),
        PictureBlock(name="map", alt="A map.", tight=True),
    )


@pytest.mark.parametrize(
    "typed", ["# x", "- x", "> x", "! x", "| a | b |", "--- # x", "...", "```", "![x](y)", "**x**", "`x`"]
)
def test_what_people_typed_is_never_markup(tmp_path: Path, typed: str) -> None:
    """Not at the beginning of a line either, nor with the marks themselves."""
    for words in (typed, tree.marked(typed)):
        shown = Words((), Lexicon({"city": {"linz": (words,)}}))._name("linz", "city")
        assert told(tmp_path, "{{ words }}\n", words=shown) == (TextBlock(lines=(line(typed),)),)


def test_a_phrase_has_its_marks_in_a_letter_and_its_signs_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "phrases.en.yaml").write_text("t: {x: '# Send `{{ word }}`', y: \"{{ phrase('t', 'x', word='`') }}\"}")
    words = Words((tmp_path,), Lexicon({}))
    assert words.phrase("t", "x", {"word": "`"}) == words.phrase("t", "y") == "# Send ```"
    assert words.say("t", "y") == f"{tree.HEADING} Send {tree.CODE}`{tree.CODE}"


def test_each_mark_stands_for_its_sign() -> None:
    text = "# a **b** `c` | ~d~\n- e\n> f\n! g\n```\n--- # h\n...\n![i](j)\n## k"
    assert tree.plain(tree.marked(text)) == text
    assert not set(tree.marked(text)) & set("*`|~>!")


def test_no_template_of_ours_has_words_to_be_typed_where_they_are_not_marked() -> None:
    """A sign in a string of Jinja is words, so that a reader would see it."""
    files = sorted(path for path in base_folder().parent.rglob("*") if path.suffix in (".j2", ".yaml"))
    assert len(files) > 50
    found = [
        f"{path.name}:{number}: {token}"
        for path in files
        for number, kind, token in jinja2.Environment().lex(path.read_text(encoding="utf-8"))
        if kind == "string" and "`" in token
    ]
    assert found == []
