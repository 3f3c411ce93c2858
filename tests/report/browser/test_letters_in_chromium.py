"""Letters as a real browser shows them: on a telephone and on a desk, light and dark, with pictures blocked."""

import base64
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from pbem.mail.outgoing.writing import inlined
from pbem.report.html import ShownPicture, html
from pbem.report.pictures import png
from pbem.report.tree import marked, parse
from tests.report.browser.looks import beyond, unreadable
from tests.report.pictures.test_pictures import VIEW
from tests.toy.islands.drawing import CHART, DRAWING

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen" * 3
LETTER = """\
# Turn 3: your orders

vienna-1741, letter 14, to Maria Theresa (<img src=x> LONG)

  **By Sunday 24 May 2026, 20:00 (Europe/Warsaw)**
   = Sunday 24 May 2026, 18:00 UTC

! Your sheet of Friday does not count any more.

## What happened

![](chart)

### The stage of Prussia

- Friedrich II. marched: Frankenstein > Glatz > Habelschwerdt > LONG.
  - He left a question mark.

|= Combat 1: Friedrich II. against LONG
|# Play | Prussia | Austria | Score
| Start | 8 troops | 5 troops | +3
| Austrian train 2 in Mürzzuschlag | | ♣ 4 | −1

> They wrote: “LONG”.

## Your sheet

Reply with your sheet between `---` and `...`, or with `pass`; `help LONG`.

--- # [vienna-1741] orders for Austria, turn 3 {abcd-efgh}
moves:
  - Neipperg: Grulich
  # LONG
...
""".replace("LONG", LONG)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A letter with all that letters have, as it is sent."""
    from pbem.report.pictures import drawn

    chart = drawn(DRAWING, VIEW, "ann", CHART)
    source = f"data:image/png;base64,{base64.b64encode(png(chart)).decode()}"
    shown = {"chart": ShownPicture(source, chart.alt, chart.width, chart.height)}
    path = tmp_path_factory.mktemp("letter") / "letter.html"
    path.write_text(inlined(html(parse(marked(LETTER)), "Turn 3: your orders", shown)), encoding="utf-8")
    return path


@pytest.mark.slow
def test_words_at_the_head_and_the_side_of_a_table_stay_whole_on_a_phone(browser: Browser, page: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800})
    try:
        shown = context.new_page()
        shown.goto(page.as_uri())
        lines = shown.evaluate("""[...document.querySelectorAll('.table th')]
            .filter(th => !/\\s/.test(th.innerText.trim()))
            .map(th => { const all = document.createRange(); all.selectNodeContents(th);
                return [th.innerText, new Set([...all.getClientRects()].map(box => box.top)).size]; })""")
        assert {word for word, _ in lines} >= {"Play", "Prussia", "Austria", "Score", "Start"}
        assert [word for word, count in lines if count > 1] == []
    finally:
        context.close()


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1200])
def test_a_letter_can_be_read(browser: Browser, page: Path, width: int, colours: Literal["light", "dark"]) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=colours)
    try:
        shown = context.new_page()
        shown.goto(page.as_uri())
        assert beyond(shown) == []
        column = shown.evaluate("document.querySelector('.page').getBoundingClientRect().width")
        assert column <= 660
        assert shown.evaluate("document.querySelector('img').getBoundingClientRect().width") <= 560
        ground = shown.evaluate("getComputedStyle(document.querySelector('.page')).backgroundColor")
        assert ground == {"light": "rgb(255, 253, 247)", "dark": "rgb(30, 26, 20)"}[colours]
        assert not unreadable(shown)
    finally:
        context.close()


@pytest.mark.slow
def test_with_pictures_blocked_their_words_are_there(browser: Browser, page: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800})
    try:
        shown = context.new_page()
        blocked = page.read_text("utf-8").replace("data:image/png", "https://blocked.invalid/")
        shown.route("https://**", lambda route: route.abort())
        shown.set_content(blocked)
        assert shown.evaluate("document.documentElement.scrollWidth") <= 360
        assert shown.get_by_role("img", name="A chart of the islands").count() == 1
        headings = shown.evaluate("[...document.querySelectorAll('h1, h2, h3')].map(one => one.tagName).join(' ')")
        assert headings == "H1 H2 H3 H2"
    finally:
        context.close()
