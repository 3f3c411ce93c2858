"""A game goes over to another edition only when its moderator says so, and what was played stays on the old one."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.game import CannotPlay, Game, now
from pbem.referee.letter import letter_path, written
from pbem.referee.opening import create
from pbem.referee.play import play_on, rewind
from pbem.referee.upgrade import NoEdition, move, trial, upgrade
from pbem_maria.edition.edition import EDITIONS
from pbem_maria.ruleset import MARIA
from tests.maria.edition.test_edition import GAME_YAML

RULES = {"maria": MARIA}


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EDITIONS / "historical", tmp_path / "printed"))


@pytest.fixture
def folder(tmp_path: Path, edition: Path) -> Path:
    """A game at its first question, on an edition that is edited afterwards."""
    folder = tmp_path / "game"
    create(folder, GAME_YAML.format(edition=edition), RULES, "33" * 32)
    with opening.held(folder, RULES) as game:
        play_on(game, now)
        make_letters(game)
    return folder


def edit(edition: Path, name: str, old: str, new: str) -> None:
    file = edition / f"{name}.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def name_of(game: Game, city: str) -> str:
    return game.ruleset.lexicon(game.view("louis"), "louis").name("city", city)


def test_the_edition_of_game_yaml_is_told_of_and_taken_only_when_asked_for(folder: Path, edition: Path) -> None:
    assert trial(opening.look(folder, RULES), now).edition == ""
    edit(edition, "map", "name: Wien", "name: Vienna")

    told = CliRunner().invoke(main, ["status", "--game", str(folder)], obj=Host(rulesets=RULES)).stdout
    assert "game.yaml names another edition than the game's own copy" in told
    with opening.held(folder, RULES) as game:
        assert trial(game, now).edition
        assert not upgrade(game, now)
        play_on(game, now)
    assert name_of(opening.look(folder, RULES), "wien") == "Wien"

    with opening.held(folder, RULES) as game:
        assert move(game, now)
        play_on(game, now)
        make_letters(game)
    with opening.held(folder, RULES) as game:
        game.guard()
        assert not move(game, now)
        assert name_of(game, "wien") == "Vienna"
        assert not trial(game, now).positions
        assert not trial(game, now).reruns
        assert "has changed the edition of the board" in letter_path(game, game.log.pauses[-1], "louis").read_text()


def test_what_was_played_stays_on_the_old_edition_and_its_letters_can_be_made_again(
    folder: Path, edition: Path
) -> None:
    first = opening.look(folder, RULES).log.pauses[0]
    before = written(opening.look(folder, RULES), first, "louis")
    edit(edition, "map", "name: Wien", "name: Vienna")
    with opening.held(folder, RULES) as game:
        move(game, now)
        play_on(game, now)
    shutil.rmtree(edition)

    game = opening.look(folder, RULES)

    assert written(game, first, "louis") == before
    assert name_of(game, "wien") == "Vienna"
    assert len(list((folder / "edition").iterdir())) == 2


def test_a_rewind_to_before_it_is_on_the_old_edition_again(folder: Path, edition: Path) -> None:
    edit(edition, "map", "name: Wien", "name: Vienna")
    with opening.held(folder, RULES) as game:
        last = len(game.log.entries)
        move(game, now)
        rewind(game, last, "no good", now)
    game = opening.look(folder, RULES)
    game.guard()
    assert name_of(game, "wien") == "Wien"


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (
            lambda edition: edit(edition, "map", "id: montargis,", "id: montargys,"),
            "lacks what the old one has: city montargis",
        ),
        (lambda edition: (edition / "map.yaml").write_text("["), "is not sound"),
        (lambda edition: (edition / "map.yaml").unlink(), "cannot be read"),
    ],
    ids=["without a city", "not yaml", "without a map"],
)
def test_an_edition_that_cannot_take_the_position_is_refused_and_changes_nothing(
    folder: Path, edition: Path, harm: Callable[[Path], object], told: str
) -> None:
    harm(edition)
    before = (folder / "log.jsonl").read_bytes()

    with opening.held(folder, RULES) as game, pytest.raises(NoEdition, match=told):
        move(game, now)

    assert (folder / "log.jsonl").read_bytes() == before
    opening.look(folder, RULES).guard()


def test_a_copy_that_was_mended_in_its_place_is_gone_over_to_as_the_message_says(folder: Path, edition: Path) -> None:
    (copy,) = (folder / "edition").glob("*/printed")
    edit(copy, "map", "name: Wien", "name: Vienna")
    with pytest.raises(CannotPlay, match="move them elsewhere first, name their folder"):
        opening.look(folder, RULES)

    mended = Path(shutil.move(copy, folder.parent / "mended"))
    file = folder / "game.yaml"
    file.write_text(file.read_text().replace(f"edition: {edition}", f"edition: {mended}"))
    with opening.held(folder, RULES) as game:
        assert name_of(game, "wien") == "Wien"
        assert move(game, now)
    shutil.rmtree(edition)
    shutil.rmtree(mended)

    game = opening.look(folder, RULES)
    assert name_of(game, "wien") == "Vienna"
    assert len(list((folder / "edition").glob("*/*/map.yaml"))) == 2


def test_a_copy_that_was_taken_away_comes_back_when_the_game_goes_on(folder: Path) -> None:
    shutil.rmtree(folder / "edition")
    with opening.held(folder, RULES) as game:
        rewind(game, 0, "once more", now)

    assert len(list((folder / "edition").glob("*/printed/map.yaml"))) == 1
