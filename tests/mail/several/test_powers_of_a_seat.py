"""Islands over mail: two seats run five powers, and answer for each of them below its name."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.mail.several.test_several_decisions import World, plain
from tests.toy.game import GAME_YAML
from tests.toy.islands import ISLANDS

YAML = (
    GAME_YAML.replace("OUT", "{folder: out}")
    .replace("rules: toy", "rules: islands")
    .replace("rounds: 1", "players: 2, turns: 2")
    .replace("  cid: {player: Cid, address: cid@example.org}\n", "")
    .replace("zone: Europe/Berlin", "zone: UTC, rules: {short: {at: [daily 20:00], notice: 6 hours}}")
)
SHORT = datetime(2026, 11, 21, 20, tzinfo=UTC)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game", YAML, {"islands": ISLANDS})


def form(text: str) -> str:
    """The form in a letter or receipt, without its remarks."""
    _, *lines = text.partition("\n--- #")[2].partition("\n...")[0].splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def met(world: World) -> World:
    """*world* with all ships at the reef, from the forms as they stand."""
    for seat in ("ann", "ben"):
        assert world.send(seat, "pass\n").verdict.state != "refused"
    return world


def test_the_form_has_a_heading_for_each_power_of_the_seat(world: World) -> None:
    assert form(world.letter("ann")) == "Red:\n  to: Reef\nGreen:\n  to: Reef\nWhite:\n  to: Reef"
    assert form(world.letter("ben")) == "Blue:\n  to: Reef\nGold:\n  to: Reef"


def test_a_sheet_must_say_which_power_it_is_for(world: World) -> None:
    done = world.send("ben", "to: rock\ngold: {to: moon}\n")
    assert done.verdict.state == "refused"
    told = plain(done.answer)
    assert "“to” could belong to Blue or Gold." in told
    assert "There is no island called “moon”." in told
    assert "“red”" in plain(world.send("ben", "red: {to: rock}\nblue: {to: rock}\n").answer)
    assert world.received("ben") == ["1.sail.blue: valid", "1.sail.gold: errors"]


def test_what_counts_does_not_come_back_with_what_was_refused(world: World) -> None:
    part = world.send("ann", "red: {to: rock}\ngreen: {to: cove}\nwhite: {to: moon}\n")
    assert part.verdict.state == "partly"
    back = form(part.answer)
    assert [line for line in back.splitlines() if not line.startswith("#")] == ["white: {to: moon}"]
    assert world.send("ann", f"---\n{back.replace('moon', 'reef')}\n...\n").verdict.state == "accepted"
    world.send("ben", "pass\n")
    assert world.look().table.state.at == {
        "red": "rock", "green": "cove", "white": "reef", "blue": "reef", "gold": "reef",
    }  # fmt: skip


def test_what_silence_means_is_said_for_each_power(world: World) -> None:
    told = plain(met(world).letter("ann"))
    for power in ("Red", "Green", "White"):
        assert f"If you have not answered this by the deadline, this counts: {power} plays no card." in told
    assert "the moderator decides" not in told
    assert "By Saturday 21 November 2026, 20:00 UTC" in told
    part = plain(world.send("ann", "red: pass\n").answer)
    assert "Red plays no card. - Whether Green plays a card on Reef: not in this sheet; still to do. If you" in part


def test_who_answered_for_some_powers_is_told_apart_from_who_said_nothing(world: World) -> None:
    met(world).send("ann", "red: pass\n")
    world.clock.at = SHORT
    world.exchange()
    told = plain(world.letter("public"))
    assert told.count("Ann had not answered everything at the deadline; for the rest") == 1
    assert told.count("Ben had sent no valid sheet at the deadline") == 1
    assert "Where Red sails in turn 2" in world.letter("ann")


def test_a_card_for_one_power_closes_the_window_for_the_others(world: World) -> None:
    card = met(world).look().view("ben").hands["gold"].known[0]
    world.send("ann", "pass\n")
    world.send("ben", f"gold: {{card: {card}}}\n")
    assert f"Gold plays a {card}." in world.letter("ann")
    assert [one.seat for one in world.look().log.entries[-1].answers if one.by == "silence"] == []


def test_two_seats_play_it_to_its_end(world: World) -> None:
    for _ in range(9):
        for seat in ("ann", "ben"):
            if world.look().stages(seat):
                assert world.send(seat, "pass\n").verdict.state != "refused"
    assert world.look().outcome is not None
    for seat in ("ann", "ben", "public"):
        assert "HOW THE GAME ENDED" in world.letter(seat)
