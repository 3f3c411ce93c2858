"""The ground of pictures: a file that an edition may have beside those that rules need."""

import shutil
from pathlib import Path

import pytest

from pbem.engine.edition import Unplayable
from pbem_maria.edition.edition import EDITIONS, FILES, load, named

OWN = "historical"


def without_terrain(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name in FILES:
        shutil.copy(EDITIONS / OWN / f"{name}.yaml", folder)
    return folder


def of_its_own(folder: Path) -> Path:
    changed = without_terrain(folder) / "map.yaml"
    changed.write_text(changed.read_text(encoding="utf-8") + f"# {folder}\n", encoding="utf-8")
    return folder


def test_every_city_of_the_terrain_is_on_the_map() -> None:
    edition = named(OWN)
    assert edition.terrain.rivers
    assert not set(edition.terrain.cities) - {city.id for city in edition.map.cities}


def test_a_games_copy_has_the_terrain_of_the_edition_that_comes_with_the_game(tmp_path: Path) -> None:
    key = load(without_terrain(tmp_path / OWN)).key
    assert key == named(OWN).key
    assert load(tmp_path / OWN).terrain == named(OWN).terrain


def test_another_edition_can_do_without_terrain(tmp_path: Path) -> None:
    edition = load(of_its_own(tmp_path / OWN))
    assert edition.key != named(OWN).key
    assert edition.terrain.rivers == ()


def test_terrain_that_is_not_sound_says_what_is_wrong(tmp_path: Path) -> None:
    folder = of_its_own(tmp_path / OWN)
    (folder / "terrain.yaml").write_text("rivers: [{name: Elbe, width: wide, via: []}]\n", encoding="utf-8")
    with pytest.raises(Unplayable, match=r"terrain\.yaml .*Expected `float`.*rivers"):
        load(folder).terrain  # noqa: B018 what it is does not matter
