"""What the moderator rules in The Napoleonic Wars: what is then so, what is refused, and who learns what of it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.engine.event import PUBLIC
from pbem.referee import opening
from pbem.referee.play import rewind
from pbem_tnw.edition.board import KILLED, REGROUP, YARD
from pbem_tnw.invariants import broken
from pbem_tnw.position.state import Consul, WarState
from tests.tnw.moderator.game import REASON, ModeratedGame

pytestmark = pytest.mark.usefixtures("unpainted")

ROOT = Path(__file__).parents[3]
ASKED = (ROOT / "templates/tnw/orders/war-ruling/asked.txt.j2").read_text(encoding="utf-8")


@pytest.fixture
def game(tmp_path: Path) -> ModeratedGame:
    return ModeratedGame(tmp_path / "europe")


def ships(state: WarState, place: str, nation: str) -> list[int]:
    """The Refit markers of a nation's Squadrons in a place, a number for each."""
    return [one.refit for one in state.squadrons.get(place, ()) if one.nation == nation]


RULED: dict[str, Callable[[WarState], bool]] = {
    "units: {Ulm: {Austria: 3}}": lambda s: s.units["ulm"]["austria"] == 3,
    "units: {Vienna: {Austria: 0}, Regroup box: {Austria: 2}}": lambda s: (
        "austria" not in s.units.get("vienna", {}) and s.units[REGROUP]["austria"] == 2
    ),
    "generals: {Napoleon: Strasbourg, Mack: Regroup box}": lambda s: (
        (s.generals["napoleon"], s.generals["mack"]) == ("strasbourg", REGROUP)
    ),
    "generals: {Mack: killed, Charles: yard}": lambda s: (s.generals["mack"], s.generals["charles"]) == (KILLED, YARD),
    "squadrons: {Brest: {France: 3}}\nrefit: {Brest: {France: 2}}": lambda s: (
        sorted(ships(s, "brest", "france")) == [0, 1, 1]
    ),
    "squadrons: {Brest: {France: 0}}": lambda s: ships(s, "brest", "france") == [],
    "flags: {Vienna: France}": lambda s: s.flags["vienna"] == "france",
    "resources: {France: 2}": lambda s: s.resources["france"] == 2,
    "points: {Britain: 1}": lambda s: s.bonus["britain"] == 1,
    "consuls: {Sweden: client of Russia +1}": lambda s: (
        s.consuls["sweden"] == Consul(column="client", row="russia", plus=True)
    ),
    "consuls: {Turkey: ally of France}": lambda s: s.control["turkey"] == "france",
    "camps: {Austria: none}": lambda s: "austria" not in s.camps,
}


@pytest.mark.parametrize("text", RULED)
def test_what_is_ruled_is_so_and_the_game_goes_on(game: ModeratedGame, text: str) -> None:
    done = game.rule(text)
    assert (done.sheet.faults, done.broken) == ((), ())
    assert RULED[text](game.state)
    assert list(broken(game.state)) == []
    letters = game.letters()
    assert set(letters) == {"france", "austria", "britain", "russia", "public"}
    assert f"The moderator made a ruling: {REASON}." in letters["public"]


REFUSED = {
    "units: {Ulm: {Austria: -1}}": "below-nothing",
    "units: {killed: {Austria: 1}}": "no-place-for-pieces",
    "generals: {Napoleon: Atlantis}": "unknown-name",
    "refit: {Brest: {France: 60}}": "more-markers-than-squadrons",
    "flags: {Paris: France}": "flag-of-the-owner",
    "cards: [Senate from France to Austria]": "reserve-used-or-ready",
    "cps: {France: 3}": "no-impulse",
    "dice: {1: [6, 6]}": "no-such-roll",
    "resources: {Spain: 1}": "not-a-power-ruled",
    "consuls: {France: unaligned}": "no-consul-of-its-own",
    "consuls: {Spain: ally}": "consul-box-row",
    "camps: {Britain: imperial}": "camp-never",
    "cards: [nonsense]": "not-a-card-ruled",
    "{}": "rules-nothing",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_is_refused(game: ModeratedGame, text: str) -> None:
    done = game.rule(text)
    assert REFUSED[text] in [fault.problem.code for fault in done.sheet.faults]
    assert done.entry is None


BROKEN = {
    "units: {Paris: {France: 99}}": "pieces",
    "squadrons: {Vienna: {Austria: 1}}": "places",
    "resources: {France: 40}": "tracks",
    "units: {Munich: {France: 1, Austria: 1}}": "places",
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_would_break_is_named_and_can_be_overruled(game: ModeratedGame, text: str) -> None:
    done = game.rule(text)
    assert {one.invariant for one in done.broken} == {BROKEN[text]}
    assert done.entry is None


def held(game: ModeratedGame, nation: str) -> str:
    return game.state.hands[nation].known[0]


def test_4_4_a_card_ruled_from_hand_to_hand_is_known_to_its_players_alone(game: ModeratedGame) -> None:
    card = held(game, "france")
    title = game.state.board.cards[card].title
    found = game.tried(f"cards: [{card} from France to Austria]")
    assert found.told[PUBLIC] == (
        f"The moderator made a ruling: {REASON}.", "A card goes from the hand of France to the hand of Austria.",
    )  # fmt: skip
    said = f"{title} goes from the hand of France to the hand of Austria."
    assert (found.told["france"], found.told["austria"]) == ((said,), (said,))
    assert found.told["britain"] == ()
    game.rule(f"cards: [{card} from France to Austria]")
    assert card in game.state.hands["austria"].known
    assert card in game.view("austria").hands["austria"].known
    assert game.view("britain").hands["austria"].unknown == len(game.state.hands["austria"])


@pytest.mark.parametrize("place", ["deck", "played pile", "out of the game"])
def test_4_4_a_card_goes_from_a_hand_elsewhere_and_back(game: ModeratedGame, place: str) -> None:
    card, before = held(game, "france"), game.state
    assert game.rule(f"cards: [{card} from France to {place}]").entry is not None
    for seat in ("france", "austria"):
        view = game.view(seat)
        assert card not in view.hands["france"].known
        assert len(view.deck) == len(game.state.deck)
        assert len(view.played) == len(game.state.played)
    assert game.rule(f"cards: [{card} from {place} to France]").entry is not None
    assert game.state.hands["france"].known == (*before.hands["france"].known[1:], card)
    assert (game.state.deck, game.state.removed) == (before.deck, before.removed)
    assert len(game.view("austria").deck) == len(before.deck)


def test_6_2_a_reserve_is_ruled_used_and_ready(game: ModeratedGame) -> None:
    (reserve, *_) = game.state.board.reserves["france"]
    game.rule(f"cards: [{reserve} from ready to used]")
    assert reserve in game.state.used
    game.rule(f"cards: [{reserve} from used to ready]")
    assert reserve not in game.state.used


def test_two_rulings_differ_to_those_only_who_may_know(tmp_path: Path) -> None:
    told, views = [], []
    for number in (0, 1):
        (tmp_path / str(number)).mkdir()
        game = ModeratedGame(tmp_path / str(number) / "europe")
        assert game.rule(f"cards: [{game.state.hands['france'].known[number]} from France to deck]").entry is not None
        told.append(game.letters())
        views.append({seat: game.view(seat) for seat in told[-1] if seat != "public"})
    assert {seat for seat in told[0] if told[0][seat] != told[1][seat]} == {"france"}
    assert {seat for seat in views[0] if views[0][seat] != views[1][seat]} == {"france"}


def test_8_2_an_alliance_that_is_ruled_away_costs_the_proxy_its_hand(game: ModeratedGame) -> None:
    hand = game.state.hands["spain"]
    assert game.state.control["spain"] == "france"
    done = game.rule("consuls: {Spain: unaligned}")
    assert done.broken == ()
    assert not game.state.control.get("spain")
    assert len(game.state.hands["spain"]) == len(hand)
    assert game.view("france").hands["spain"].known == ()


def test_8_34_a_camp_that_is_ruled_parts_new_enemies(game: ModeratedGame) -> None:
    game.rule("units: {Munich: {Austria: 2, France: 0}}")
    assert game.rule("camps: {Austria: imperial}").broken == ()
    assert game.state.camps["austria"] == "imperial"
    assert list(broken(game.state)) == []


def test_a_rewind_undoes_a_ruling(game: ModeratedGame) -> None:
    before = game.state
    game.rule(f"units: {{Ulm: {{Austria: 1}}}}\ncards: [{held(game, 'france')} from France to deck]")
    with opening.held(game.folder) as held_game:
        rewind(held_game, len(held_game.table.entries) - 1, "a slip", game.clock)
    assert game.state == before


@pytest.mark.parametrize("example", re.findall(r"`([a-z]+: [^`]+)`", ASKED))
def test_each_example_of_the_list_of_keys_is_read(game: ModeratedGame, example: str) -> None:
    """It may be refused where this position does not allow it, but it is understood."""
    done = game.rule(example)
    assert [fault.problem.code for fault in done.sheet.faults if fault.problem.weight.value == "unreadable"] == []


def test_no_ruling_before_the_first_turn(tmp_path: Path) -> None:
    game = ModeratedGame(tmp_path / "europe", begun=False)
    with pytest.raises(Exception, match="nothing can be ruled now"):
        game.rule("resources: {France: 1}")


def test_what_is_ruled_is_said_back_in_names(game: ModeratedGame) -> None:
    text = "units: {Ulm: {Austria: 3}, Regroup box: {Austria: 1}}\ngenerals: {Mack: killed}\nflags: {Ulm: none}"
    path = game.folder.with_suffix(".ruling")
    path.write_text(text, encoding="utf-8")
    args = ["rule", str(path), "--reason", REASON, "--game", str(game.folder)]
    said = CliRunner().invoke(main, args, catch_exceptions=False).output
    for line in (
        "- Ulm: 3 units of Austria",
        "- Regroup box: 1 unit of Austria",
        "- Mack: Out of the game",
        "- Ulm: no Flag",
    ):
        assert line in said.splitlines()
