"""What `pbem edition print` makes of an edition."""

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.engine.kit.printing import Cutouts, Poster, Print
from pbem.report.pictures.typefaces import measure
from pbem_maria.drawing.printing.prints import prints
from pbem_maria.edition.edition import EDITIONS, named

HISTORICAL = EDITIONS / "historical"
HOSTILE = '</text><script>#x</script> & *b* \\"\\"'
NAMES = ["bohemia", "flanders", "board-a1", "counters", "cards", "tracks", "symbols"]


def made(folder: Path = HISTORICAL) -> dict[str, Print]:
    return {one.name: one for one in prints(folder, measure)}


def drawings(found: dict[str, Print]) -> list[str]:
    parts = [part for one in found.values() for part in one.parts]
    posters = [part.svg for part in parts if isinstance(part, Poster)]
    sides = [
        side for part in parts if isinstance(part, Cutouts) for one in part.pieces for side in (one.front, one.back)
    ]
    return [*posters, *sides]


def texts(drawing: str) -> str:
    return " ".join(
        "".join(text.itertext()) for text in ET.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")
    )


def poster(found: dict[str, Print], name: str) -> Poster:
    (part,) = found[name].parts
    assert isinstance(part, Poster)
    return part


def cutouts(found: dict[str, Print], name: str) -> Cutouts:
    (part,) = found[name].parts
    assert isinstance(part, Cutouts)
    return part


def test_both_maps_name_every_city_and_fit_counters() -> None:
    found, cities = made(), named("historical").map.cities
    for half in ("bohemia", "flanders"):
        shown = texts(poster(found, half).svg)
        lost = [city.name for city in cities if city.board == half and not all(w in shown for w in city.name.split())]
        assert lost == []
        assert "0.7 mm to a unit of the map; for counters of 15 mm" in shown
    whole = texts(poster(found, "board-a1").svg)
    assert [city.name for city in cities if not all(word in whole for word in city.name.split())] == []


def test_every_piece_has_a_counter_and_each_general_a_back() -> None:
    edition = named("historical")
    counters = cutouts(made(), "counters")
    shown = [texts(one.front) for one in counters.pieces]

    for general in edition.generals.values():
        front = next(one for one in counters.pieces if all(word in texts(one.front) for word in general.name.split()))
        assert front.back != front.front
        assert str(general.rank) in texts(front.front).split()
    assert sum(shown.count(power.id) for power in edition.powers.values()) == 0
    markers = sum(power.pool for power in edition.powers.values())
    assert sum(texts(one.back) == "?" for one in counters.pieces) == markers
    hussars = sum(power.hussars for power in edition.powers.values())
    assert sum(text == "♞" for text in shown) == hussars
    assert (counters.width, counters.height) == (15, 15)


def test_every_political_card_says_what_it_does() -> None:
    edition = named("historical")
    cards = cutouts(made(), "cards")
    assert len(cards.pieces) == len(edition.politics.cards)
    for card, piece in zip(edition.politics.cards, cards.pieces, strict=True):
        front = texts(piece.front)
        assert all(word in front for word in (*card.title.split(), *card.flavour.split(), str(card.year)))
        assert str(card.year) in texts(piece.back)
    dots = [piece.front.count('r="3"') for piece in cards.pieces]
    assert dots == [len(card.effects) for card in edition.politics.cards]


def test_what_a_card_says_stays_on_the_card() -> None:
    for piece in cutouts(made(), "cards").pieces:
        lows = [float(found) for found in re.findall(r'<text x="[^"]*" y="([^"]*)"', piece.front)]
        assert max(lows) <= (87 + 1.5 - 3) * 4


def test_each_drawing_is_sound_svg_and_has_the_size_of_its_paper() -> None:
    found = made()
    for drawing in drawings(found):
        ET.fromstring(drawing)
    for name in ("tracks", "symbols"):
        assert poster(found, name).width <= 210 - 2 * 12
        assert poster(found, name).height <= 297 - 2 * 12


def test_the_same_edition_is_drawn_alike_each_time() -> None:
    assert drawings(made()) == drawings(made())


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HISTORICAL, tmp_path / "printed"))


def run(edition: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["edition", "print", str(edition), "--rules", "maria", *more])


@pytest.mark.slow
def test_names_that_look_like_markup_are_printed_as_they_are(edition: Path) -> None:
    for name, old in (("map", "name: Zwolle"), ("armies", "name: Broglie"), ("politics", "title: A bride from Zerbst")):
        file = edition / f"{name}.yaml"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, f'{old.split()[0]} "{HOSTILE}"', 1), encoding="utf-8")

    found = made(edition)

    for drawing in drawings(found):
        assert not [one for one in ET.fromstring(drawing).iter() if "script" in one.tag]
    assert "<script>#x</script>" in texts(poster(found, "flanders").svg).replace("> &", ">")


@pytest.mark.slow
def test_an_edition_without_labels_and_terrain_is_printed_too(edition: Path) -> None:
    (edition / "terrain.yaml").unlink()
    text = (edition / "map.yaml").read_text(encoding="utf-8")
    (edition / "map.yaml").write_text(text.replace("title: Historical", "title: Own"), encoding="utf-8")
    (edition / "labels.yaml").unlink()

    shown = texts(poster(made(edition), "flanders").svg)

    assert sum(city.name in shown for city in named("historical").map.cities if city.board == "flanders") > 180


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "pages"), [("a4", 12), ("a3", 6)])
def test_the_command_makes_a_file_of_each(edition: Path, paper: str, pages: int) -> None:
    shown = run(edition, "--paper", paper, "--json")

    assert shown.exit_code == 0, shown.output
    files = json.loads(shown.output)["files"]
    assert list(files) == NAMES
    assert Path(files["board-a1"]) == edition / "print" / "board-a1.pdf"
    assert all(Path(path).read_bytes().startswith(b"%PDF-") for path in files.values())
    assert b"/CreationDate" not in Path(files["cards"]).read_bytes()
    if shutil.which("pdfinfo"):
        told = subprocess.run(["pdfinfo", files["bohemia"]], capture_output=True, text=True, check=True).stdout
        assert f"Pages:           {pages}\n" in told


def test_an_edition_with_problems_is_not_printed(edition: Path) -> None:
    text = (edition / "map.yaml").read_text(encoding="utf-8")
    (edition / "map.yaml").write_text(text.replace("[linz, wels]", "[lintz, wels]", 1), encoding="utf-8")

    shown = run(edition)

    assert shown.exit_code == 1
    assert "there is no city `lintz`" in shown.output
    assert not (edition / "print").exists()
