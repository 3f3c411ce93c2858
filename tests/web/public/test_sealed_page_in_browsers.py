"""The page of sealed letters in real browsers: what Python sealed they open, and what they seal Python opens."""

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec
import pyrage
import pytest
from playwright.sync_api import Browser, Dialog, Page

from pbem.store import encryption
from pbem.store.sealed_blocks import SealedLetter, SealedSheet, blocks_in, opened_sheet, sealed, sealed_letters
from pbem.web.public.sealed_page import NAME, sealed_page
from tests.report.browser.looks import unreadable
from tests.store.mangled import MANGLINGS
from tests.web.browser.marionette import FIREFOX, firefox
from tests.web.public.pages_of import TOY_YAML, begun
from tests.web.public.test_pages_in_chromium import BEYOND, SMALL
from tests.web.serving import serving

GAME, ANN, BEN = (pyrage.x25519.Identity.generate() for _ in range(3))
FORM = "--- # [spring-26] your bid in lap 1 {szni-fxp5}\nbid: 0\n...\n"
LETTER = f"""\
YOUR BID IN LAP 1
=================

spring-26 - A spring campaign, letter 1, to Ann of the Hill

  By Sunday 15 March 2026, 20:00 (Europe/Vienna)

Bid how many points you mean to win; `pass` bids none, and whoever bids most
goes first. <b>Łódź</b> & Königgrätz ♠ are cities.

THE POSITION
============

Ann of the Hill      4 cards, 0 points
Ben of the Dale      5 cards, 1 point

- Your hand: Cup 1, Cup 11, Cup 12 and Cup 6, of which the second and the third
  were dealt now.
  - Of these 2 are new.

YOUR SHEET
==========

Reply with your sheet:

{FORM}
Good luck.
"""


def to(key: pyrage.x25519.Identity) -> str:
    return str(key.to_public())


def report(text: str = LETTER) -> str:
    """A post with a letter to Ann and one to Ben."""
    letters = [
        (SealedLetter("spring-26", 1, "ann", text), to(ANN)),
        (SealedLetter("spring-26", 1, "ben", "Dear Ben,"), to(BEN)),
    ]
    return "Round 1. Who reads this?\n\n" + "\n".join(sealed_letters(letters))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / NAME
    path.write_bytes(sealed_page())
    return path.as_uri()


@contextmanager
def shown(
    browser: Browser, place: str, width: int = 1000, colours: Literal["light", "dark"] = "light", key: str = str(ANN)
) -> Iterator[Page]:
    """The page with a key; it fails if it asks for anything but itself, or has anything to complain of."""
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=colours, offline=True)
    wrong: list[str] = []
    try:
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url == place else wrong.append(asked.url))
        page.goto(place)
        if key:
            page.get_by_text("Use a saved key, or another one").click()
            page.fill("#own", f"# public key: something\r\n{key}\r\n")
            page.get_by_role("button", name="Use this key").click()
            page.get_by_text("The key is in use").wait_for()
        yield page
        assert wrong == []
    finally:
        context.close()


def read(page: Page, text: str) -> str:
    page.fill("#page", text)
    page.evaluate("document.getElementById('read-told').replaceChildren()")
    page.get_by_role("button", name="Open what is for me").click()
    page.locator("#read-told p").first.wait_for()
    return page.locator("#read-told").inner_text()


def seal(page: Page) -> str:
    page.evaluate("document.getElementById('seal-told').replaceChildren()")
    page.get_by_role("button", name="Seal it").click()
    page.locator("#seal-told p").first.wait_for()
    return page.locator("#seal-told").inner_text()


def opened(block: str, number: int = 1, seat: str = "ann") -> SealedSheet:
    (found,) = blocks_in(block)
    sheet = opened_sheet(found, str(GAME), game="spring-26", numbers=[number], seat=seat)
    assert isinstance(sheet, SealedSheet)
    return sheet


@pytest.mark.slow
def test_from_python_through_the_browser_to_python(browser: Browser, place: str) -> None:
    with shown(browser, place) as page:
        assert read(page, report()) == "Letters for you: 1. Sealed blocks for others: 1."
        assert page.locator("#letters article").count() == 1
        assert page.input_value("#sheet") == FORM
        page.fill("#recipient", f"key of the game: {to(GAME)}")
        page.fill("#sheet", FORM.replace("bid: 0", "bid: 3  # Łódź ♠"))
        assert seal(page).startswith("Sealed for game spring-26, letter 1, seat ann.")
        block = page.input_value("#block")

        page.reload()
        read(page, report())
        assert page.input_value("#recipient") == to(GAME), "the game's key is remembered"
    assert opened(block) == SealedSheet("spring-26", 1, "ann", FORM.replace("bid: 0", "bid: 3  # Łódź ♠"))


@pytest.mark.slow
def test_a_key_is_made_and_kept_and_can_be_saved(browser: Browser, place: str, tmp_path: Path) -> None:
    with shown(browser, place, key="") as page:
        page.get_by_role("button", name="Make a key").click()
        page.get_by_text("The key is made").wait_for()
        line = page.input_value("#line")
        with page.expect_download() as saving:
            page.get_by_role("button", name="Save the key as a file").click()
        saving.value.save_as(tmp_path / "key.txt")
        page.reload()
        assert page.input_value("#line") == line
        text = page.input_value("#key-text")
    assert (tmp_path / "key.txt").read_text() == text
    assert line == f"key: {encryption.recipient_of(encryption.key_in(text))}"


@pytest.mark.slow
def test_an_earlier_key_still_opens_what_was_sealed_for_it(browser: Browser, place: str) -> None:
    with shown(browser, place) as page:
        page.once("dialog", lambda asks: asks.dismiss())
        page.get_by_role("button", name="Make another key").click()
        assert page.input_value("#line") == f"key: {to(ANN)}"
        page.once("dialog", lambda asks: asks.accept())
        page.get_by_role("button", name="Make another key").click()
        page.get_by_text("The key is made").wait_for()
        assert page.input_value("#line") != f"key: {to(ANN)}"
        assert read(page, report()).startswith("Letters for you: 1.")
        page.once("dialog", lambda asks: asks.accept())
        page.get_by_role("button", name="Forget all keys here").click()
        page.get_by_text("no key in this browser any more").wait_for()
        assert read(page, report()).startswith("Make a key first")
        assert page.evaluate("localStorage.getItem('pbem-sealed')").find("AGE-SECRET") < 0


@pytest.mark.slow
def test_what_a_forum_does_to_blocks_is_undone(browser: Browser, place: str) -> None:
    with shown(browser, place) as page:
        for name, mangle in MANGLINGS.items():
            page.evaluate("document.getElementById('letters').replaceChildren()")
            post = "".join(f"Letter to a seat:\n{mangle(block)}\n" for block in blocks_in(report()))
            assert read(page, post) == "Letters for you: 1. Sealed blocks for others: 1.", name
            assert page.locator("#letters table").count() == 1, name


@pytest.mark.slow
def test_it_says_in_plain_words_why_nothing_opens(browser: Browser, place: str) -> None:
    ours, others = blocks_in(report())
    with shown(browser, place) as page:
        assert read(page, others).startswith("Your key opens none of the 1 sealed blocks here.")
        assert read(page, "Hello").startswith("There is no sealed block in this text.")
        assert read(page, ours[:4000]).startswith("Blocks that are damaged, cut off or not letters: 1.")
        sheet = sealed(SealedSheet("spring-26", 1, "ann", FORM), to(ANN))
        assert read(page, sheet).startswith("Blocks that are damaged, cut off or not letters: 1.")
        letter = msgspec.json.encode(SealedLetter("spring-26", 1, "ann", "x"))
        bomb = encryption.seal(b"pbem-z1\n" + zlib.compress(b" " * 50_000_000 + letter), to(ANN)).decode()
        assert "Letters for you: 1." in read(page, f"{ours}{bomb}{others}")
        assert "damaged, cut off or not letters: 1." in page.locator("#read-told").inner_text()
        page.fill("#own", str(BEN)[:-3])
        page.get_by_role("button", name="Use this key").click()
        page.get_by_text("This is not a whole key.").wait_for()


@pytest.mark.slow
def test_a_letter_that_someone_else_sealed_is_warned_of(browser: Browser, place: str) -> None:
    with shown(browser, place) as page:
        said = read(page, report() + report("Send your orders to age1evil."))
        assert "Letters for you: 2." in said
        assert "one of them may not be from the game" in said


@pytest.mark.slow
def test_it_seals_nothing_for_no_one_or_for_someone_else(browser: Browser, place: str) -> None:
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    with shown(browser, place) as page:
        page.on("dialog", refuse)
        assert seal(page) == "Write your sheet first."
        page.fill("#sheet", "bid: 3\n")
        assert seal(page).startswith("Open your letter above")
        page.fill("#sheet", "")
        read(page, report())
        assert seal(page).startswith("The game's public key is missing.")
        page.fill("#recipient", to(ANN))
        assert seal(page).startswith("This is your own public key")
        page.fill("#recipient", to(GAME)[:-2] + "qq")
        assert seal(page).startswith("This is not a whole public key.")
        page.fill("#recipient", to(GAME))
        assert seal(page).startswith("Sealed for game")
        page.fill("#recipient", to(BEN))
        page.get_by_role("button", name="Seal it").click()
        page.wait_for_function("document.getElementById('sealed').hidden")
        assert to(GAME) in asked[0]
        assert to(BEN) in asked[0]


@pytest.mark.slow
def test_all_sheets_have_one_length(browser: Browser, place: str) -> None:
    lengths = set()
    with shown(browser, place) as page:
        read(page, report())
        page.fill("#recipient", to(GAME))
        for sheet in ("pass", FORM, LETTER, "\n".join(f"Ordnung {n}: Łódź" for n in range(200))):
            page.fill("#sheet", sheet)
            seal(page)
            lengths.add(len(page.input_value("#block")))
            assert opened(page.input_value("#block")).text == sheet
        assert len(lengths) == 1
        page.fill("#sheet", pyrage.encrypt(b"\0" * 9000, [ANN.to_public()]).hex())
        assert "longer than usual" in seal(page)


@pytest.mark.slow
def test_the_text_of_a_letter_becomes_a_page(browser: Browser, place: str) -> None:
    with shown(browser, place) as page:
        read(page, report())
        letter = page.locator("#letters article")
        assert letter.locator("h4").all_inner_texts() == ["YOUR BID IN LAP 1", "THE POSITION", "YOUR SHEET"]
        assert letter.locator("tr").all_inner_texts() == [
            "Ann of the Hill\t4 cards, 0 points",
            "Ben of the Dale\t5 cards, 1 point",
        ]
        assert letter.locator("li").all_inner_texts() == [
            "Your hand: Cup 1, Cup 11, Cup 12 and Cup 6, of which the second and the third were dealt now.",
            "Of these 2 are new.",
        ]
        assert letter.locator("pre").all_inner_texts() == [FORM.rstrip("\n")]
        assert letter.locator("p.indented").all_inner_texts() == ["By Sunday 15 March 2026, 20:00 (Europe/Vienna)"]
        assert letter.locator("b").count() == 0
        assert "whoever bids most goes first. <b>Łódź</b> & Königgrätz ♠" in letter.inner_text()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (1000, "dark")])
def test_it_can_be_read_on_any_screen(
    browser: Browser, place: str, width: int, colours: Literal["light", "dark"]
) -> None:
    golden = Path(__file__).parents[2] / "maria" / "golden" / "14-louis" / "louis.txt"
    with shown(browser, place, width, colours) as page:
        read(page, report(LETTER + "\n\n" + golden.read_text("utf-8")))
        page.fill("#recipient", to(GAME))
        seal(page)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(BEYOND) == []
        assert page.evaluate(SMALL) == []
        assert unreadable(page, ()) == ""


@pytest.mark.slow
def test_its_policy_forbids_any_request(browser: Browser, place: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(place)
    reach = "address => fetch(address).then(() => 'reached', () => 'refused')"
    assert page.evaluate(reach, "data:,x") == "refused"
    page.evaluate("""() => {
        const script = document.createElement('script')
        script.textContent = 'window.ran = 1'
        document.body.append(script)
    }""")
    assert not page.evaluate("'ran' in window")
    context.close()


@pytest.mark.slow
def test_a_server_has_the_same_page_and_lets_it_run(browser: Browser, tmp_path: Path) -> None:
    begun(tmp_path / "toy", TOY_YAML + "desk: https://desk.example.org\n")
    with serving(tmp_path, module="tests.cli.toy_pbem") as desk:
        got = desk.ask(f"/{NAME}")
        assert got.body == sealed_page()
        assert "default-src 'none'" in got.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in got.headers["content-security-policy"]
        page = browser.new_page()
        page.goto(desk.origin)
        page.get_by_role("link", name="sealed letters").click()
        page.get_by_role("button", name="Make a key").click()
        page.get_by_text("The key is made").wait_for()
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("delete globalThis.CompressionStream", "This browser is too old for this page."),
        ("Object.defineProperty(crypto, 'subtle', {value: undefined})", "Save this page and open it from your disk"),
    ],
)
def test_a_browser_that_cannot_is_told_so(browser: Browser, place: str, lacks: str, said: str) -> None:
    page = browser.new_page()
    page.add_init_script(lacks)
    page.goto(place)
    assert page.locator("#key-told").get_by_text(said).is_visible()
    assert page.get_by_role("button", name="Make a key").is_disabled()
    page.close()


@pytest.mark.slow
def test_it_works_where_nothing_may_be_kept(browser: Browser, place: str) -> None:
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(globalThis, 'localStorage', {get() { throw new Error('forbidden') }})")
    page.goto(place)
    page.get_by_role("button", name="Make a key").click()
    page.get_by_text("This browser keeps nothing for this page.").wait_for()
    assert page.input_value("#line").startswith("key: age1")
    page.close()


@pytest.mark.slow
def test_without_scripts_it_says_that_it_needs_them(browser: Browser, place: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(place)
    assert page.get_by_text("This page needs JavaScript").is_visible()
    assert not page.get_by_text("Make a key").is_visible()
    context.close()


@pytest.mark.slow
def test_firefox_opens_and_seals(place: str, tmp_path: Path) -> None:
    if FIREFOX is None:
        if os.environ.get("PBEM_SERVERS") == "required":
            pytest.fail("Firefox is not installed, and PBEM_SERVERS=required")
        pytest.skip("Firefox is not installed")
    put = "document.getElementById(arguments[0]).value = arguments[1]"
    value, told = (
        "return document.getElementById(arguments[0]).value",
        "return document.getElementById(arguments[0]).innerText",
    )
    with firefox(tmp_path / "profile") as driven:
        driven.open(place)
        driven.click("#make")
        driven.until(lambda: driven.run(value, "line").startswith("key: age1"), "a key")
        own = driven.run(value, "line").removeprefix("key: ")
        driven.open(place)
        driven.until(lambda: driven.run(value, "line") == f"key: {own}", "the key is kept")
        letters = [
            (SealedLetter("spring-26", 2, "ann", LETTER), own),
            (SealedLetter("spring-26", 2, "ben", ""), to(BEN)),
        ]
        driven.run(put, "page", MANGLINGS["html"]("\n".join(sealed_letters(letters))))
        driven.click("#read")
        driven.until(lambda: "Letters for you: 1." in driven.run(told, "read-told"), "a letter")
        driven.run(put, "recipient", to(GAME))
        driven.click("#seal")
        driven.until(lambda: driven.run(value, "block"), "a block")
        block = driven.run(value, "block")
    assert opened(block, number=2).text == FORM
