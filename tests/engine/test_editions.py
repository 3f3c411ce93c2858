"""Editions of a game are found by name, by folder and by key, and are what their files say."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from pbem.engine.edition import Editions, Unplayable


class Islands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]


class Ships(msgspec.Struct, frozen=True):
    most: int


class Files(msgspec.Struct, frozen=True):
    islands: Islands
    ships: Ships


class Printed:
    def __init__(self, files: Files, key: str) -> None:
        if files.ships.most > len(files.islands.names):
            raise ValueError("more ships than islands")
        self.files, self.key = files, key


def written(folder: Path, *, most: int = 1, names: str = "[ios, kos]", newline: str = "\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"islands": f"names: {names}\n", "ships": f"most: {most}\n"}.items():
        (folder / f"{name}.yaml").write_bytes(text.replace("\n", newline).encode())
    return folder


@pytest.fixture
def editions(tmp_path: Path) -> Editions[Files, Printed]:
    written(tmp_path / "base" / "old", most=1)
    written(tmp_path / "base" / "new", most=2)
    (tmp_path / "base" / "README.md").write_text("Two editions.\n")
    return Editions(tmp_path / "base", Files, Printed)


Found = Editions[Files, Printed]


def test_an_edition_is_found_by_its_name_or_in_a_folder(editions: Found, tmp_path: Path) -> None:
    assert editions.named("new").files.ships.most == 2
    own = written(tmp_path / "own", names="[paros]")
    assert editions.named(str(own)).files.islands.names == ("paros",)
    assert editions.paths("new") == tuple(tmp_path / "base" / "new" / f"{name}.yaml" for name in ("islands", "ships"))
    assert editions.paths(str(own)) == (own / "islands.yaml", own / "ships.yaml")


def test_a_folder_of_the_home_is_found(editions: Found, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    written(tmp_path / "own", most=0)
    assert editions.named("~/own").files.ships.most == 0


def test_an_edition_that_comes_with_the_game_is_known_by_its_key(editions: Found) -> None:
    key = editions.named("old").key
    again = Editions(editions.base, Files, Printed)
    assert key.startswith("old-")
    assert again.known(key).files == editions.named("old").files


def test_what_a_key_names_is_read_and_nothing_else(editions: Found) -> None:
    key = editions.named("old").key
    written(editions.base / "broken").joinpath("ships.yaml").write_text("most: many", encoding="utf-8")
    assert Editions(editions.base, Files, Printed).known(key).files == editions.named("old").files


def test_a_key_means_one_text(editions: Found, tmp_path: Path) -> None:
    key = editions.named("old").key
    assert editions.load(written(tmp_path / "old", newline="\r\n")).key == key
    assert editions.load(written(tmp_path / "old", most=0)).key != key
    assert editions.known(key).files.ships.most == 1


def test_an_edition_is_made_once(editions: Found, tmp_path: Path) -> None:
    copy = written(tmp_path / "old")
    assert editions.load(copy) is editions.named("old")
    assert editions.folders(editions.named("old").key) == (tmp_path / "base" / "old", copy)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"islands": None}, r"cannot be read: No such file or directory: islands\.yaml"),
        ({"ships": "most: [\n"}, "is not sound: while parsing"),
        ({"ships": "most: many\n"}, r"is not sound: Expected `int`, got `str` - at `\$\.ships\.most`"),
        ({"islands": "names: [ios]\nsea: blue\n"}, "unknown field `sea`"),
        ({"ships": "most: 3\n"}, "is not sound: more ships than islands; `pbem edition check` lists all problems"),
    ],
)
def test_what_is_not_sound_is_said(
    editions: Found, tmp_path: Path, changed: Mapping[str, str | None], said: str
) -> None:
    folder = written(tmp_path / "own")
    for name, text in changed.items():
        path = folder / f"{name}.yaml"
        path.unlink() if text is None else path.write_text(text)
    with pytest.raises(Unplayable, match=said):
        editions.load(folder)


def test_a_key_that_no_files_have_is_said(editions: Found) -> None:
    with pytest.raises(Unplayable, match="the edition old-0123 of this game is missing"):
        editions.known("old-0123")


def test_an_edition_may_be_in_no_folder(editions: Found) -> None:
    made = editions.add("tiny", Files(Islands(names=("ios",)), Ships(most=1)))
    assert editions.known("tiny") is made
    assert editions.folders("tiny") == ()
    assert editions.beside("tiny", "coast") is None


def test_a_file_beside_is_no_part_of_the_key(editions: Found, tmp_path: Path) -> None:
    key = editions.named("old").key
    assert editions.read_beside(key, "coast", Ships) is None
    (tmp_path / "base" / "old" / "coast.yaml").write_text("most: 7\n")
    assert editions.named("old").key == key
    assert editions.read_beside(key, "coast", Ships) == Ships(7)


def test_a_copy_takes_a_file_beside_from_the_edition_that_comes_with_the_game(editions: Found, tmp_path: Path) -> None:
    (tmp_path / "base" / "old" / "coast.yaml").write_text("most: 7\n")
    key = editions.load(written(tmp_path / "old")).key
    assert editions.beside(key, "coast") == b"most: 7\n"
    (tmp_path / "old" / "coast.yaml").write_bytes(b"most: 8\r\n")
    assert editions.beside(key, "coast") == b"most: 8\n"
    other = editions.load(written(tmp_path / "other" / "old", most=0)).key
    assert editions.beside(other, "coast") is None


def test_a_file_beside_that_is_not_sound_is_said(editions: Found, tmp_path: Path) -> None:
    key = editions.named("old").key
    (tmp_path / "base" / "old" / "coast.yaml").write_text("most: no\n")
    with pytest.raises(Unplayable, match=rf"coast\.yaml of the edition {key} is not sound: Expected `int`"):
        editions.read_beside(key, "coast", Ships)
