"""The tree of a letter as HTML: one page that a screen reader can read, and in which words are only words."""

import re
from itertools import zip_longest

from selectolax.lexbor import LexborHTMLParser

from pbem.report import tree
from pbem.report.html import ShownPicture, html
from pbem.report.tree import parse

HOSTILE = """</pre><script>alert(1)</script>"'><img src=x onerror=1> &amp; <!-- # x"""


def body(template: str, **pictures: ShownPicture) -> str:
    found = LexborHTMLParser(html(parse(tree.marked(template)), "A letter", pictures)).css_first("td.in")
    assert found is not None
    return re.sub(r"\s*\n\s*", "", found.inner_html or "")


def test_the_first_heading_is_that_of_the_page_and_no_level_is_left_out() -> None:
    assert body("## One\n\n### Three\n\n## Two\n\n# Again\n\n### Deep\n") == (
        "<h1>One</h1><h2>Three</h2><h2>Two</h2><h2>Again</h2><h3>Deep</h3>"
    )


def test_each_block_has_its_element() -> None:
    assert body("a\n  b\n- c\n  d\n  - e\n\n> f\n\n! g `h` **i**\n\n```\nj  k\n```\n  l\n") == (
        '<p>a<br>b</p><ul class="tight"><li>c<br>d<ul class="tight"><li>e</li></ul></li></ul>'
        '<blockquote>f</blockquote><p class="warning">g <code class="whole">h</code> <strong>i</strong></p>'
        '<pre>j  k</pre><p class="tight indented">l</p>'
    )


def test_a_table_has_heads_that_a_screen_reader_finds_and_no_units() -> None:
    table = "|= Armies\n|# | Troops | Where\n| France | 24~ troops~ | Paris\n| Saxony | −3 | |\n"
    assert body(table) == (
        '<table class="table" width="100%"><caption>Armies</caption><thead><tr><td></td>'
        '<th scope="col" class="number">Troops</th><th scope="col">Where</th></tr></thead><tbody>'
        '<tr><th scope="row">France</th><td class="number">24</td><td>Paris</td></tr>'
        '<tr><th scope="row">Saxony</th><td class="number">−3</td><td></td></tr></tbody></table>'
    )


def test_a_picture_has_its_words_and_its_width_and_one_that_is_not_there_is_left_out() -> None:
    shown = ShownPicture("cid:map", 'The "map"', 800, 600)
    assert body("![](map)\n\n![](other)\n", map=shown) == '<img src="cid:map" width="560" alt="The &quot;map&quot;">'


def test_nothing_that_people_typed_is_markup_anywhere() -> None:
    wanted = "h1, p, li, caption, td, blockquote, pre"
    signs = tree.marked("# \n\n\n- \n\n|= \n| x | `\n\n> \n\n```\n\n```\n![](map)\n").split("\n")
    words = (HOSTILE, "", HOSTILE, HOSTILE, "", HOSTILE, HOSTILE + tree.CODE, "", HOSTILE, "", "", HOSTILE)
    template = "\n".join(map("".join, zip_longest(signs, words, fillvalue="")))
    written = LexborHTMLParser(html(parse(template), HOSTILE, {"map": ShownPicture(HOSTILE, HOSTILE, 1, 1)}))
    assert not written.css("script, img[onerror]")
    found = [each.text() for each in written.css(".in *") if each.tag in wanted.split(", ")]
    assert found == [HOSTILE] * 7
    (image,) = written.css("img")
    assert image.attributes["alt"] == image.attributes["src"] == HOSTILE
    assert [each.text() for each in written.css("title")] == [HOSTILE]


def test_the_page_says_its_language_and_needs_no_server() -> None:
    written = html(parse("x"), "t")
    assert '<html lang="en">' in written
    assert "url(" not in written
    assert "@import" not in written
