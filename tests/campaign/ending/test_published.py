"""What a finished game is published as: all that was played, and nothing about people and their mail."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.people import words
from pbem.store.facts import SeatTaken, WatchBegun
from tests.campaign.world import World
from tests.toy.game import RULESETS

MORE = "words: {between players: named}\nwatchers: yes\n"
SECRETS = ("only-for-mo", "only-for-ben", "only-from-mo", "Watcher", "Dora")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game that is over, in which people wrote to each other, watched, and took seats over."""
    world = World(tmp_path_factory.mktemp("ended") / "game", MORE)
    world.send("ann", "bid: 1\n-- \nDear Mo, only-for-mo, call me at ann.private@example.net\n")
    world.send("ben", "to ann: only-for-ben\n")
    world.turn()
    with world.game() as game:
        words.tell(game, "ben", "only-from-mo", world.clock)
        game.note(WatchBegun(address="watcher@example.org", name="Watcher"), world.clock())
        words.announce(game, "Write to mo.other@example.org if you are late.", world.clock)
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
    return letter.form(game, game.stages(seat), game.view(seat))


def pbem(world: World, *typed: str) -> Result:
    return CliRunner().invoke(main, [*typed], obj=Host(clock=world.clock, rulesets=RULESETS))


def published(world: World, into: Path, *options: str) -> dict[str, str]:
    """The files that `pbem site` writes of the game, by their names."""
    done = pbem(world, "site", str(into), str(world.folder), *options)
    assert done.exit_code == 0, done.output
    return {str(one.relative_to(into)): one.read_text("utf-8", "replace") for one in into.rglob("*") if one.is_file()}


def test_situation_the_game_is_over_and_others_want_to_see_it(world: World, tmp_path: Path) -> None:
    found = published(world, tmp_path / "public")
    place = f"g/{world.look().name}"
    assert {f"{place}/index.html", f"{place}/draws.json"} <= {*found}
    played = sum(len(entry.answers) for entry in world.look().log.entries)
    moments = "".join(text for name, text in found.items() if re.fullmatch(rf"{place}/r[0-9]+\.html", name))
    assert moments.count("<pre>") >= played > 0
    audited = pbem(world, "audit", "--game", str(world.folder))
    assert "All draws came out as recorded." in audited.output


def test_no_page_has_an_address_token_or_private_word(world: World, tmp_path: Path) -> None:
    found = published(world, tmp_path / "public")
    everything = "\n".join([*found, *found.values()])
    raw = "\n".join(world.letters().values()) + (world.folder / "log.jsonl").read_text("utf-8")
    tokens = {*re.findall(r"\{([0-9a-z-]{6,})\}", raw)}
    ids = {*re.findall(r"<[^<>\s]+@[^<>\s]+>", raw)}
    assert tokens
    assert ids
    kept = "".join(one.read_text("utf-8", "replace") for one in world.folder.rglob("*") if one.is_file())
    assert all(private in kept for private in SECRETS)
    game = world.look()
    secrets = (game.secret, game.keys.tokens, game.keys.message_ids, game.keys.bots)
    for private in (*tokens, *ids, *SECRETS, *secrets, "@example", "Ünsal", "Message-ID"):
        assert private not in everything, private
    assert "Write to [address] if you are late." in everything


def test_names_are_on_the_pages_only_if_wanted(world: World, tmp_path: Path) -> None:
    assert "Ünsal" in "".join(published(world, tmp_path / "named", "--names").values())
