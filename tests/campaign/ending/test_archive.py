"""The public archive of a finished game: others can replay it, and it tells nothing about people and their mail."""

import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.mail.turn import turn
from pbem.referee.archive.build import NoArchive, archive
from pbem.referee.chance.audit import audit_game
from pbem.referee.correspondence import from_moderator
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.opening import Archived, held, look
from pbem.settings.game_folders import game_folders
from pbem.store.facts.seats import SeatTaken, WaitingListed
from pbem.store.facts.watchers import WatchBegun
from pbem.store.log import START
from tests.campaign.world import World
from tests.toy.game import RULESETS

MORE = "words: {between players: named}\nwatchers: yes\n"
SECRETS = ("only-for-mo", "only-for-ben", "only-from-mo", "Watcher", "Dora")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game that is over, in which people wrote to each other, watched, and took seats over."""
    world = World(tmp_path_factory.mktemp("archive") / "game", MORE)
    world.send("ann", "bid: 1\n-- \nDear Mo, only-for-mo, call me at ann.private@example.net\n")
    world.send("ben", "to ann: only-for-ben\n")
    world.turn()
    with world.game() as game:
        from_moderator.tell(game, "ben", "only-from-mo", world.clock)
        game.note(WatchBegun(address="watcher@example.org", name="Watcher"), world.clock())
        game.note(WaitingListed(player="Dora", address="dora@example.org"), world.clock())
        from_moderator.announce(game, "Write to mo.other@example.org if you are late.", world.clock)
    for _ in range(30):
        if world.look().outcome is not None:
            break
        game = world.look()
        for seat in game.titles:
            if any(stage.pending for stage in game.stages(seat)):
                world.send(seat, game_form(game, seat))
        world.clock.wind(days=8)
        world.turn()
    assert world.look().outcome is not None
    world.turn()
    with world.game() as game:
        taken = SeatTaken(seat="cid", player="Dora", address="dora@example.org", instead=("Cid", "cid@example.org"))
        game.note(taken, world.clock())
    return world


def game_form(game: Game, seat: str) -> str:
    """The form of the newest letter to *seat*, which is legal as it stands."""
    return wording.form(game, game.stages(seat), game.view(seat))


@pytest.fixture
def made(world: World, tmp_path: Path) -> Path:
    archive(world.look(), tmp_path / "archive")
    return tmp_path / "archive"


def texts(folder: Path) -> dict[str, str]:
    return {str(one.relative_to(folder)): one.read_text("utf-8") for one in folder.rglob("*") if one.is_file()}


def test_an_archive_has_all_that_was_played(world: World, made: Path) -> None:
    found = texts(made)
    assert {"README.txt", "story.html", "story.txt", "story/ann.txt", "log.jsonl", "draws.json", "game.yaml"} <= {
        *found
    }
    answers = sum(len(entry.answers) for entry in world.look().log.entries)
    assert len([name for name in found if name.startswith("sheets/")]) == answers > 0
    assert any("bid: 0" in text for name, text in found.items() if name.startswith("sheets/"))


def test_an_archive_has_no_address_token_or_private_word(world: World, made: Path) -> None:
    everything = "\n".join([*texts(made), *texts(made).values()])
    raw = "\n".join(world.letters().values()) + (world.folder / "log.jsonl").read_text("utf-8")
    tokens = {*re.findall(r"\{([0-9a-z-]{6,})\}", raw)}
    assert tokens
    ids = {*re.findall(r"<[^<>\s]+@[^<>\s]+>", raw)}
    assert ids
    kept = "".join(one.read_text("utf-8", "replace") for one in world.folder.rglob("*") if one.is_file())
    assert all(private in kept for private in SECRETS)
    secret = (world.folder / "secret").read_text().strip()
    for private in (*tokens, *ids, *SECRETS, "@example", "Ünsal", "Message-ID", f'"{secret}"'):
        assert private not in everything.replace(f'"prev":"{START}"', ""), private
    for secret_key in (world.look().keys.tokens, world.look().keys.message_ids, world.look().keys.bots):
        assert secret_key not in everything
    assert "Write to [address] if you are late." in everything


def test_others_replay_an_archive(world: World, made: Path) -> None:
    game, own = look(made, RULESETS), world.look()
    found = audit_game(game)
    assert (found.wrong, found.reruns) == ((), audit_game(own).reruns)
    assert found.reruns
    assert found.commitments == audit_game(own).commitments
    for pause in own.log.pauses:
        assert game.table.at(pause.entry) == own.table.at(pause.entry)


def test_a_changed_archive_does_not_pass(made: Path) -> None:
    draws = made / "draws.json"
    key = re.findall(r'"key": "([0-9a-f]{64})"', draws.read_text())[0]
    draws.write_text(draws.read_text().replace(key, "0" * 64))
    with pytest.raises(Exception, match="not the one that the game began with"):
        look(made, RULESETS)


def test_an_archive_is_changed_by_no_command_and_is_no_game_among_many(world: World, made: Path) -> None:
    before = texts(made)
    with pytest.raises(Archived, match="archive of a finished game"), held(made, RULESETS):
        pass
    with pytest.raises(Archived):
        turn(made, world.clock, RULESETS)
    assert texts(made) == before
    assert game_folders(made.parent) == ()


def test_an_archive_in_one_file(world: World, tmp_path: Path, made: Path) -> None:
    archive(world.look(), tmp_path / "one.zip")
    with zipfile.ZipFile(tmp_path / "one.zip") as packed:
        packed.extractall(tmp_path / "out")
    assert texts(tmp_path / "out" / "toy-1") == texts(made)
    archive(world.look(), tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_names_are_in_an_archive_only_if_wanted(world: World, tmp_path: Path) -> None:
    archive(world.look(), tmp_path / "named", names=True)
    assert "Ünsal" in (tmp_path / "named" / "game.yaml").read_text("utf-8")
    assert audit_game(look(tmp_path / "named", RULESETS)).wrong == ()


def test_a_game_that_is_not_over_has_no_archive(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    with pytest.raises(NoArchive, match="is not over"):
        archive(world.look(), tmp_path / "archive")
    assert not (tmp_path / "archive").exists()


def test_an_archive_replaces_nothing(world: World, made: Path) -> None:
    with pytest.raises(NoArchive, match="there already"):
        archive(world.look(), made)
    with pytest.raises(NoArchive, match="archive already"):
        archive(look(made, RULESETS), made.with_name("again"))


def test_an_archive_that_fails_leaves_nothing(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("pbem.referee.archive.build.write_pages", fail)
    with pytest.raises(OSError, match="disk full"):
        archive(world.look(), tmp_path / "archive")
    assert not [*tmp_path.iterdir()]


def test_situation_the_game_is_over_and_others_want_to_replay_it(world: World, tmp_path: Path) -> None:
    def pbem(*typed: str) -> Result:
        return CliRunner().invoke(main, [*typed], obj=Host(clock=world.clock, rulesets=RULESETS))

    place = str(tmp_path / "public")
    done = pbem("archive", place, "--game", str(world.folder))
    assert done.exit_code == 0, done.output
    assert "sheets among them" in done.output
    audited = pbem("audit", place)
    assert audited.exit_code == 0
    assert "All draws came out as recorded." in audited.output
    shown = pbem("show", "board", "--round", "2", "--game", place)
    assert shown.output == pbem("show", "board", "--round", "2", "--game", str(world.folder)).output
    for looks in (
        ("show", "log", "--moderator"),
        ("report",),
        ("status",),
        ("seats",),
        ("show", "hands", "--as", "ann"),
    ):
        assert pbem(*looks, "--game", place).exit_code == 0, looks
    refused = pbem("turn", "--game", place)
    assert refused.exit_code == 1
    assert "archive of a finished game" in refused.output
