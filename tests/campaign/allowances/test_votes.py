"""The other players vote on an extension: more than half must agree, and no one learns who did."""

from pathlib import Path

import pytest

from pbem.mail.extraction.command import MailCommand, commands_in, parse
from pbem.mail.turn import turn
from pbem.referee.timekeeping import moving
from pbem.store.facts.allowances import ExtensionRefused, VoteCast
from pbem.store.facts.time import DeadlineMoved
from tests.campaign.allowances.world import asks, begun, told
from tests.campaign.world import World
from tests.cli.conftest import Pbem
from tests.referee.killer import deaths
from tests.toy.game import GAME_YAML, RULESETS, Clock

VOTE = "extensions: {times: 2, granted: by vote}\n"
OLD, NEW = "2026-11-25 19:00", "2026-11-26 19:00"


def asked(folder: Path, more: str = VOTE, text: str = GAME_YAML) -> World:
    """A game in which Ben has asked for a day more; the votes come an hour later."""
    world = World(folder, more, text)
    asks(world, "ben", "extend 24h")
    world.clock.wind(hours=1)
    return world


def cast(world: World) -> list[tuple[str, bool]]:
    return [(fact.seat, fact.yes) for fact in world.facts() if isinstance(fact, VoteCast)]


def test_situation_a_player_asks_for_an_extension_on_which_the_others_vote(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", VOTE)
    assert "The other players vote on it" in asks(world, "ben", "extend 24h")
    world.clock.wind(hours=1)
    assert [len(told(world, seat)) for seat in ("ann", "ben", "cid")] == [1, 0, 1]
    (letter,) = told(world, "ann")
    assert "Wednesday 25 November 2026, 20:00" in letter
    assert "A player asks for a later deadline: Thursday 26 November 2026, 20:00" in letter
    assert "Ben" not in letter
    assert world.turn().needs == ()
    other = world.copy(tmp_path / "other")
    assert "You voted yes" in asks(world, "ann", "Yes!")
    assert world.due() == OLD
    asks(world, "cid", "yes")
    assert {world.due(seat) for seat in ("ann", "ben", "cid")} == {NEW}
    assert [len(told(world, seat)) for seat in ("ann", "ben", "cid")] == [2, 1, 2]
    assert not any("Ann" in text or "Cid" in text for text in told(world, "ben"))
    world.turn()
    assert len(told(world, "ann")) == 2

    Pbem(other.folder, other.clock)("deadline", "grant", "ben")
    assert other.due() == NEW


@pytest.mark.parametrize(("text", "yes"), [("Ja, gerne!", True), ("Yes, that is fine.", True), ("Nein, danke", False)])
def test_a_vote_is_understood_in_any_language_and_with_courtesies(tmp_path: Path, text: str, yes: bool) -> None:
    world = asked(tmp_path / "game")
    assert f"You voted {'yes' if yes else 'no'}" in asks(world, "ann", text)
    assert cast(world) == [("ann", yes)]


def test_a_vote_with_reservations_is_none(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    asks(world, "ann", "Yes, but only this once.")
    assert cast(world) == []


def test_half_of_the_seats_refuse_at_once_and_only_the_asker_is_told(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    asks(world, "ann", "no, thanks")
    assert [type(fact) for fact in world.facts()][-1] is ExtensionRefused
    assert [len(told(world, seat)) for seat in ("ann", "ben", "cid")] == [1, 1, 1]
    assert "The other players do not agree" in told(world, "ben")[0]
    assert "The vote is over" in asks(world, "cid", "yes")
    assert world.due() == OLD


def test_the_last_vote_of_a_seat_counts(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    asks(world, "ann", "yes")
    asks(world, "ann", "no")
    assert cast(world) == [("ann", True), ("ann", False)]
    assert isinstance(world.facts()[-1], ExtensionRefused)


def test_in_a_game_of_two_seats_the_other_one_decides(tmp_path: Path) -> None:
    text = GAME_YAML.replace("cid@example.org}", "cid@example.org, bot: yes}")
    assert text != GAME_YAML
    world = asked(tmp_path / "game", text=text)
    assert told(world, "cid") == []
    asks(world, "ann", "yes")
    assert world.due() == NEW


def test_where_no_one_can_be_asked_the_rule_decides(tmp_path: Path) -> None:
    text = GAME_YAML.replace("cid@example.org}", "cid@example.org, bot: yes}")
    text = text.replace("ann@example.org}", "ann@example.org, bot: yes}")
    world = asked(tmp_path / "game", text=text)
    assert world.due("ben") == NEW


def test_silence_is_no_vote_and_what_is_open_at_the_deadline_lapses(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    asks(world, "ann", "yes")
    world.at("2026-11-25 19:01")
    assert "The vote is over" in asks(world, "cid", "yes")
    assert world.due() == OLD
    assert cast(world) == [("ann", True)]


def test_a_vote_beside_a_sheet_counts_and_so_does_the_sheet(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    reply = asks(world, "ann", "yes\n\nbid: 1")
    assert "Your vote for a later deadline counts: yes." in reply
    assert "passed on to the moderator" not in reply
    assert cast(world) == [("ann", True)]
    asks(world, "cid", "bid: 1\n\nyes")
    assert world.due() == NEW
    asks(world, "ben", "bid: 1")
    assert world.pause.round == 2


def test_a_vote_beside_a_command_counts_and_so_does_the_command(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    reply = asks(world, "ann", "yes\nstatus")
    assert "You voted yes" in reply
    assert "You have sent no sheet" in reply


@pytest.mark.parametrize("text", ["yes", "no"])
def test_without_a_vote_the_words_go_to_the_moderator(tmp_path: Path, text: str) -> None:
    world = begun(tmp_path / "game", VOTE)
    asks(world, "ann", text)
    assert [need.kind for need in world.turn().needs] == ["words"]
    assert cast(world) == []


def test_the_asker_has_no_vote(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    asks(world, "ben", "yes")
    assert cast(world) == []


def test_a_sentence_is_no_vote() -> None:
    votes = frozenset({"yes", "no"})
    assert commands_in("Yes, thanks!\n\nAnn", asks=votes) == ("yes",)
    assert commands_in("no attack on Linz this time", asks=votes) == ()
    assert commands_in("yes\n\nBut should Ben not wait?", asks=votes) == ()
    assert not isinstance(parse("yes but later", votes), MailCommand)
    assert not isinstance(parse("yes"), MailCommand)


def test_one_vote_at_a_time(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    assert "A vote on an extension is going on" in asks(world, "cid", "extend 24h")


def test_a_vote_for_what_cannot_be_any_more_ends_refused(tmp_path: Path) -> None:
    world = asked(tmp_path / "game")
    asks(world, "ann", "yes")
    with world.game() as game:
        moving.stop_clock(game, world.clock)
    asks(world, "cid", "yes")
    assert not any(isinstance(fact, DeadlineMoved) for fact in world.facts())


def test_help_tells_of_votes_where_there_are_any(tmp_path: Path) -> None:
    assert "`yes` or `no`" in asks(begun(tmp_path / "game", VOTE), "ann", "help")
    assert "`yes` or `no`" not in asks(begun(tmp_path / "other"), "ann", "help")


@pytest.mark.parametrize(("text", "kind"), [("yes", DeadlineMoved), ("no\n\nbid: 1", ExtensionRefused)])
def test_killed_at_any_write_a_vote_counts_once(tmp_path: Path, text: str, kind: type) -> None:
    base = asked(tmp_path / "base")
    if kind is DeadlineMoved:
        asks(base, "cid", "yes")
    base.send("ann", f"{text}\n")
    at = base.clock()
    whole = base.copy(tmp_path / "whole")
    whole.turn()
    assert isinstance(whole.facts()[-1], kind)
    instant = 0
    for instant, folder in deaths(base.folder, tmp_path, lambda folder: turn(folder, Clock(at), RULESETS)):
        world = base.found_in(folder)
        world.turn()
        assert world.facts() == whole.facts(), instant
        for seat in ("ann", "ben", "cid"):
            assert told(world, seat) == told(whole, seat)
    assert instant > 5
