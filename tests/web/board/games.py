"""Games with a board, each at a question that it is asked at."""

from pathlib import Path

from pbem.demo.campaign import Campaign
from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.people import changes
from tests.copies import copied
from tests.toy.game import GAME_YAML, SEED, Clock
from tests.toy.islands_desk import ISLANDS
from tests.web.seats import ADDRESS

DEMO = Path(__file__).parents[3] / "games" / "demo"
ISLANDS_YAML = (
    GAME_YAML.replace("OUT", "{folder: out}")
    .replace("rules: toy", "rules: islands")
    .replace("rounds: 1", "players: 2, turns: 2")
    .replace("  cid: {player: Cid, address: cid@example.org}\n", "")
    .replace("zone: Europe/Berlin", "zone: UTC, rules: {short: {at: [daily 20:00], notice: 6 hours}}")
)


def islands(folder: Path) -> Game:
    """Islands of two seats, of which Ann has three ships to order, and Ben two."""
    create(folder, ISLANDS_YAML, {"islands": ISLANDS}, SEED)
    with opening.held(folder, {"islands": ISLANDS}) as game:
        exchange(game, Clock())
    return opening.look(folder, {"islands": ISLANDS})


def maria(folder: Path, rounds: int = 3) -> Game:
    """The demonstration of Maria after some rounds: three make it the stage of Austria."""

    def make(place: Path) -> None:
        campaign = Campaign(DEMO, place)
        campaign.begin()
        for part in campaign.script.rounds[:rounds]:
            for _ in campaign.play_round(part):
                pass
        with (place / "game.yaml").open("a", encoding="utf-8") as file:
            file.write(f"desk: {ADDRESS}\n")

    return Campaign(DEMO, copied(folder, ("demo", rounds), make)).open()


def link(game: Game, seat: str) -> str:
    """The link to the page of a seat, from the address of the desk on."""
    return changes.desk_link(game, seat, game.stages(seat)).removeprefix(ADDRESS)
