import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.game import CannotPlay, now
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.status import notes
from pbem_maria.edition.edition import EDITIONS, FILES, load
from pbem_maria.ruleset import MARIA

GAME_YAML = """\
game: own-board
rules: maria
settings: {{edition: {edition}}}
moderator: {{name: Mo, address: mo@example.org}}
seats:
  maria-theresa: {{player: Anna, address: anna@example.org}}
  frederick: {{player: Ben, address: ben@example.org}}
  louis: {{player: Chloe, address: chloe@example.org}}
mail: {{from: game@example.org}}
deadlines: {{zone: Europe/Vienna, at: ["Sunday 20:00"], notice: 48 hours}}
pictures: none
"""


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EDITIONS / "historical", tmp_path / "printed"))


@pytest.fixture
def folder(tmp_path: Path, edition: Path) -> Path:
    folder = tmp_path / "game"
    create(folder, GAME_YAML.format(edition=edition), {"maria": MARIA}, "33" * 32)
    with opening.held(folder, {"maria": MARIA}) as game:
        play_on(game, now)
    return folder


def test_a_game_is_played_on_an_edition_of_ones_own(folder: Path) -> None:
    assert opening.look(folder, {"maria": MARIA}).table.state.edition.startswith("printed-")


def rename_a_city(edition: Path) -> None:
    file = edition / "map.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("name: Montargis", "name: Montargys"), encoding="utf-8")


def own_copy(folder: Path) -> Path:
    (copy,) = (folder / "edition").glob("*/printed")
    return copy


@pytest.mark.parametrize("harm", [rename_a_city, shutil.rmtree], ids=["changed", "gone"])
def test_a_game_plays_on_with_its_own_copy_whatever_becomes_of_the_edition_it_was_made_from(
    folder: Path, edition: Path, harm: Callable[[Path], object]
) -> None:
    before = opening.look(folder, {"maria": MARIA})
    harm(edition)

    after = opening.look(folder, {"maria": MARIA})

    assert after.table.state == before.table.state
    assert after.versions == before.versions
    after.guard()


def test_a_copy_that_was_changed_stops_the_game_with_the_name_of_the_file(folder: Path, edition: Path) -> None:
    copy = own_copy(folder)
    was = (copy / "map.yaml").read_bytes()
    rename_a_city(copy)

    with pytest.raises(CannotPlay, match=r"map.yaml in .* was changed.* the same edition is available"):
        opening.look(folder, {"maria": MARIA})
    rename_a_city(edition)
    with pytest.raises(CannotPlay, match=r"map.yaml in .* was changed.* from a backup"):
        opening.look(folder, {"maria": MARIA})

    (copy / "map.yaml").write_bytes(was)
    opening.look(folder, {"maria": MARIA})


@pytest.mark.parametrize("lost", ["map.yaml", "SHA256SUMS"])
def test_a_copy_that_lost_a_file_stops_the_game(folder: Path, lost: str) -> None:
    (own_copy(folder) / lost).unlink()

    with pytest.raises(CannotPlay, match=f"{lost} in"):
        opening.look(folder, {"maria": MARIA})


def test_a_copy_that_is_gone_is_missed_only_if_the_edition_is_not_what_it_was(folder: Path, edition: Path) -> None:
    shutil.rmtree(folder / "edition")
    opening.look(folder, {"maria": MARIA})
    rename_a_city(edition)

    with pytest.raises(CannotPlay, match="is missing; restore"):
        opening.look(folder, {"maria": MARIA})


def test_the_copy_is_the_one_that_sha256sum_would_check(folder: Path) -> None:
    lines = (own_copy(folder) / "SHA256SUMS").read_text().splitlines()

    named = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in own_copy(folder).iterdir()}
    assert lines == [f"{named[f'{name}.yaml']}  {name}.yaml" for name in FILES]
    assert set(named) - {f"{name}.yaml" for name in FILES} == {"SHA256SUMS", "labels.yaml", "terrain.yaml"}


def test_what_is_only_for_pictures_is_copied_and_does_not_bind_the_game(folder: Path, edition: Path) -> None:
    before = opening.look(folder, {"maria": MARIA}).versions
    (own_copy(folder) / "terrain.yaml").unlink()
    (edition / "labels.yaml").write_text("# worked out anew\n", encoding="utf-8")

    with opening.held(folder, {"maria": MARIA}) as game:
        game.keep_edition()

    assert (own_copy(folder) / "labels.yaml").read_text(encoding="utf-8") == "# worked out anew\n"
    assert (own_copy(folder) / "terrain.yaml").read_bytes() == (edition / "terrain.yaml").read_bytes()
    assert opening.look(folder, {"maria": MARIA}).versions == before


def test_pictures_of_another_edition_are_not_copied(folder: Path, edition: Path) -> None:
    rename_a_city(edition)
    (edition / "labels.yaml").write_text("# for another map\n", encoding="utf-8")

    with opening.held(folder, {"maria": MARIA}) as game:
        game.keep_edition()

    assert (own_copy(folder) / "labels.yaml").read_bytes() != (edition / "labels.yaml").read_bytes()


def test_status_says_that_names_are_placed_in_a_hurry_and_what_to_do(folder: Path, edition: Path) -> None:
    labels = (edition / "labels.yaml").read_bytes()
    assert list(notes(opening.look(folder, {"maria": MARIA}))) == []
    for place in (edition, own_copy(folder)):
        (place / "labels.yaml").unlink()

    (said,) = notes(opening.look(folder, {"maria": MARIA}))

    assert said.startswith("The places of names on pictures are not worked out yet")
    assert said.endswith(f"run `pbem edition labels {own_copy(folder)}`.")
    (own_copy(folder) / "labels.yaml").write_bytes(labels.replace(b"made_for: ", b"made_for: 0"))
    (said,) = notes(opening.look(folder, {"maria": MARIA}))
    assert "for another map" in said
    (own_copy(folder) / "labels.yaml").write_bytes(labels)
    assert list(notes(opening.look(folder, {"maria": MARIA}))) == []


def test_an_edition_without_files_for_pictures_is_played_all_the_same(tmp_path: Path, edition: Path) -> None:
    for name in ("labels", "terrain"):
        (edition / f"{name}.yaml").unlink()
    create(tmp_path / "bare", GAME_YAML.format(edition=edition), {"maria": MARIA}, "33" * 32)

    with opening.held(tmp_path / "bare", {"maria": MARIA}) as game:
        play_on(game, now)

    assert opening.look(tmp_path / "bare", {"maria": MARIA}).edition


def test_a_checkout_with_other_line_ends_has_the_same_edition(edition: Path) -> None:
    before = load(edition)
    for name in FILES:
        file = edition / f"{name}.yaml"
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))

    assert load(edition) is before
