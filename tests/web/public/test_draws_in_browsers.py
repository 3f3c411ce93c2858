"""The draws of a game repeated by a browser: by its own SHA-256 and by ours, against the vectors of docs/chance.md."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from pbem.engine.table import Chance, commitment, mixed
from pbem.web.rendering import assets
from tests.web.public.pages_of import ISLANDS_YAML, begun, pages, played

KEY = "b59c25739365cdcd8796c6319309610ffea18338d9bde3d3a87620b87cf623b0"
WORDS = {"ann": "three blind mice", "ben": ""}
SHA256 = "bd3a995c9762bcbf00beeb376964deb680086d79523a4ed5419b9ddb5a1dd5de"
LETTERS = [*"abcdefgh"]
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


def record(words: dict[str, str], *draws: dict[str, Any]) -> dict[str, Any]:
    key = {"entry": 0, "key": KEY, "sha256": SHA256}
    return {"about": "", "game": "toy", "method": 1, "keys": [key], "words": words, "draws": draws}


def draw(name: str, kind: str, of: object, result: object, entry: int = 1) -> dict[str, Any]:
    return {"entry": entry, "key": 0, "draw": name, "kind": kind, "of": of, "result": result}


VECTORS = [
    record(WORDS, draw("deck", "order", LETTERS, [*"fcbeghda"])),
    record(WORDS, *(draw("deck", "number", 6, number) for number in (2, 3, 0, 3, 5, 4))),
    record({"ann": "", "ben": ""}, draw("deck", "order", LETTERS, [*"baegchfd"])),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a game that is over, with all that they need."""
    top = tmp_path_factory.mktemp("draws")
    begun(top / "game", ISLANDS_YAML)
    for name, content in pages(played(top / "game")).items():
        path = top / "g" / "isles" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (top / "assets").mkdir()
    for one in assets().values():
        (top / "assets" / one.published).write_bytes(one.content)
    return top / "g" / "isles"


@pytest.fixture(params=["native", "own"])
def checker(request: pytest.FixtureRequest, browser: Browser, place: Path) -> Iterator[Page]:
    """The page of draws, with the browser's SHA-256 or with that of the page."""
    context = browser.new_context()
    page = context.new_page()
    page.goto((place / "draws.html").as_uri())
    assert page.evaluate("Boolean(crypto.subtle)"), "a page from the disk has it"
    if request.param == "own":
        page.evaluate("pbem.useOwn()")
    yield page
    context.close()


def verified(page: Page, said: dict[str, Any], told: str = "") -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("([said, told]) => pbem.verify(said, told)", [said, told])
    return found


@pytest.mark.slow
def test_the_vectors_of_the_method_come_out(checker: Page) -> None:
    for one in VECTORS:
        found = verified(checker, one, SHA256)
        assert found == {"method": True, "keys": [], "told": True, "draws": [True] * len(one["draws"])}


@pytest.mark.slow
def test_our_own_sha_256_is_right_at_every_length(checker: Page) -> None:
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        said = "x" * length
        assert checker.evaluate("text => pbem.sha256(new TextEncoder().encode(text))", said) == commitment(said)


@pytest.mark.slow
def test_long_streams_and_numbers_that_are_drawn_again_come_out(checker: Page) -> None:
    chance = Chance(mixed(KEY, WORDS), "many")
    of = 3 * 2**30  # a quarter of all numbers must be drawn again
    draws = [draw("many", "number", of, chance.below(of)) for _ in range(60)]
    pick = draw("pick", "one", LETTERS, Chance(mixed(KEY, WORDS), "pick").choice(LETTERS), 2)
    assert verified(checker, record(WORDS, *draws, pick))["draws"] == [True] * 61


@pytest.mark.slow
def test_whatever_is_changed_in_a_record_is_found(checker: Page) -> None:
    good = VECTORS[0]
    turned = json.loads(json.dumps(good))
    turned["draws"][0]["result"][:2] = turned["draws"][0]["result"][1::-1]
    assert verified(checker, turned)["draws"] == [False]
    assert verified(checker, {**good, "words": {**WORDS, "ben": "x"}})["draws"] == [False]
    other = {**good["keys"][0], "key": "0" * 64}
    assert verified(checker, {**good, "keys": [other]})["keys"] == [0]
    assert verified(checker, good, "f" * 64)["told"] is False
    assert verified(checker, {**good, "method": 2})["method"] is False
    assert verified(checker, {**good, "draws": [{**good["draws"][0], "key": 3}]})["draws"] == [False]


@pytest.mark.slow
def test_the_page_says_how_many_draws_come_out(checker: Page, place: Path, tmp_path: Path) -> None:
    said = json.loads((place / "draws.json").read_bytes())
    count = len(said["draws"])
    assert count > 5
    checker.get_by_text(f"All {count} draws come out as recorded.").wait_for()
    assert checker.get_by_text("✓ the same").count() == count
    number = next(one for one in said["draws"] if one["kind"] == "number")
    number["result"] = (number["result"] + 1) % number["of"]
    wrong = tmp_path / "draws.json"
    wrong.write_text(json.dumps(said))
    checker.locator("input[type=file]").set_input_files(wrong)
    checker.get_by_text(" draws come out differently.").wait_for()
    assert 1 <= checker.get_by_text("✗ differs").count() < count
    letter = tmp_path / "letter.txt"
    letter.write_text("a letter")
    checker.locator("input[type=file]").set_input_files(letter)
    checker.get_by_text("This file is not a record of draws.").wait_for()


@pytest.mark.slow
@pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")
def test_firefox_repeats_the_draws_from_the_disk(place: Path, tmp_path: Path) -> None:
    """It is driven by its own command line: the page is green in its picture if all draws come out."""
    assert FIREFOX
    proof = place / "proof.html"
    said = (place / "draws.html").read_text("utf-8")
    colours = (
        "body:has(.ok) { background: #0f0 } body:has(.bad) { background: #f00 } body * { display: none !important }"
    )
    proof.write_text(said.replace("</head>", f"<style>{colours}</style></head>"), "utf-8")
    picture = tmp_path / "proof.png"
    options = ("--headless", "--no-remote", "--profile", str(tmp_path), "--screenshot", str(picture))
    subprocess.run([FIREFOX, *options, proof.as_uri()], check=True, capture_output=True, timeout=300)
    assert Image.open(picture).convert("RGB").getpixel((5, 5)) == (0, 255, 0)
