import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail.mime.html import tamed


def depth(html: str) -> int:
    """How many elements are within each other at most."""
    deepest, level = 0, 1
    node: LexborNode | None = LexborHTMLParser(html).root
    while node is not None:
        deepest = max(deepest, level)
        if node.child is not None:
            node, level = node.child, level + 1
            continue
        while node is not None and node.next is None:
            node, level = node.parent, level - 1
        node = node.next if node is not None else None
    return deepest


@pytest.mark.parametrize(
    "unit",
    ["<div>", "<b>", "<i><div>", "<s=\nx>", "<b\x0bc>", "<div<span>", "<o:p>", "<p><div></p>", "<S.>", "<é><x-é>"],
)
def test_what_nests_without_end_is_cut_off(unit: str) -> None:
    assert depth(tamed(unit * 2000)) < 700


def test_tags_of_usual_depth_stay_as_they_are() -> None:
    html = '<div class="x"><p>a<br>b</p><o:p></o:p><table><tr><td>c</td></tr></table></div>'
    assert tamed(html) == html
