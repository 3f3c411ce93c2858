"""Texts that are no sheets: whatever a form sends gets a page back that still has it."""

from collections.abc import Iterator

import pytest

from pbem.referee.game import now
from tests.web.seats import Player, begun, come_in, fields_of, link_in
from tests.web.serving import serving

TOY = "tests.cli.toy_pbem"
_ACCENT = "\N{COMBINING ACUTE ACCENT}"


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    top = tmp_path_factory.mktemp("games")
    folder = begun(top / "toy-1", now)
    with serving(top, module=TOY) as desk:
        yield come_in(desk, link_in(folder, "ann"))


@pytest.mark.parametrize(
    "text",
    [
        "> bid: 1\n> bid: 2\n",
        "---\n" + "a: b\n" * 11_000,
        "---\n...\n",
        "```\n```\n",
        "[x]\n",
        f"bid: 1{_ACCENT * 20_000}\n",
        "bid: &a [*a]\n",
        "a: &a [x, x]\nb: &b [*a, *a]\nbid: [*b, *b]\n",
        "bid: " + "[" * 5000 + "]" * 5000,
        "bid: " + "9" * 50_000,
        "bid: 2\x00\x1b[31m\u202e\u2028\n",
        "bid: !!python/object/apply:os.system ['true']\n",
        "<script>alert(1)</script></textarea><script>alert(2)</script>\n",
    ],
    ids=lambda text: repr(text[:24]),
)
def test_a_text_that_is_no_sheet_is_answered_and_kept(ann: Player, text: str) -> None:
    fields = ann.fields()
    for action in ("check", "try", "choose", "better", "send"):
        got = ann.act(action, {**fields, "text": text})
        assert got.status == 200, action
        assert fields_of(got.text)["text"].rstrip("\n") == text.rstrip("\n"), action
        assert "<script>alert" not in got.text
