"""A game that lacks a template of one of its orders, or a phrase, is refused before it is played."""

import shutil
from pathlib import Path

import msgspec
import pytest

from pbem.report import template_files
from pbem.report.template_files import MissingTemplate
from tests.cli.conftest import Pbem
from tests.toy import TOY


def copied(folder: Path) -> Path:
    return Path(shutil.copytree(TOY.words[0], folder / "words"))


def test_a_template_may_be_there_for_one_language(tmp_path: Path) -> None:
    words = copied(tmp_path)
    (words / "en" / "orders").mkdir(parents=True)
    (words / "orders" / "bid").rename(words / "en" / "orders" / "bid")
    template_files.check(msgspec.structs.replace(TOY, words=(words,)))


def test_each_missing_template_is_named(tmp_path: Path) -> None:
    words = copied(tmp_path)
    (words / "orders" / "bid" / "said-back.txt.j2").unlink()
    (words / "orders" / "play" / "asked.txt.j2").unlink()
    with pytest.raises(MissingTemplate) as missed:
        template_files.check(msgspec.structs.replace(TOY, words=(words,)))
    assert "orders/bid/said-back.txt.j2, orders/play/asked.txt.j2" in str(missed.value)
    assert str(words) in str(missed.value)


def test_the_moderator_is_told_before_anything_is_played(pbem: Pbem, tmp_path: Path) -> None:
    words = copied(tmp_path)
    (words / "orders" / "bid" / "asked.txt.j2").unlink()
    pbem.rulesets["toy"] = msgspec.structs.replace(TOY, words=(words,))
    before = sorted(pbem.folder.rglob("*"))
    assert f"rules toy are incomplete: {words} lacks orders/bid/asked.txt.j2" in pbem("turn", code=1).stderr
    assert sorted(pbem.folder.rglob("*")) == before


def test_a_game_that_lacks_phrases_is_not_begun(pbem: Pbem, tmp_path: Path) -> None:
    words = copied(tmp_path)
    file = words / "phrases.en.yaml"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(one for one in lines if not one.startswith(("  point-won:", "  bid:"))), encoding="utf-8")
    pbem.rulesets["toy"] = msgspec.structs.replace(TOY, words=(words,))
    for command in (("new", str(tmp_path / "game"), "--rules", "toy"), ("fuzz", "toy", "--games", "1")):
        said = pbem(*command, code=1).stderr
        assert f"rules toy are incomplete: phrases.en.yaml of {words} lacks events: point-won, decisions: bid" in said
    assert not (tmp_path / "game").exists()


def test_a_phrase_file_that_cannot_be_read_is_named(pbem: Pbem, tmp_path: Path) -> None:
    words = copied(tmp_path)
    (words / "phrases.en.yaml").write_text('events:\n  passed: "They pass" at once\n', encoding="utf-8")
    pbem.rulesets["toy"] = msgspec.structs.replace(TOY, words=(words,))
    assert 'phrases.en.yaml", line 2' in pbem("fuzz", "toy", "--games", "1", code=1).stderr
