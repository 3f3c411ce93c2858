"""Who holds a seat: whom game.yaml names, as facts have changed it."""

from pathlib import Path

import msgspec
import pytest

from pbem.mail.intake import forum_posts
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.people import changes
from pbem.referee.people.changes import NotHandedOver
from pbem.store.facts import SeatTaken, SeatVacated, StandInBegun, StandInEnded
from tests.toy.game import RULESETS, START, Clock, new_game


def begun(folder: Path) -> Game:
    new_game(folder)
    return opening.look(folder, RULESETS)


def again(game: Game) -> Game:
    return opening.look(game.folder, RULESETS)


def edit(game: Game, before: str, after: str) -> Game:
    file = game.folder / "game.yaml"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))
    return again(game)


def taken(game: Game, player: str = "Dora", address: str = "dora@example.org") -> SeatTaken:
    return SeatTaken(seat="ben", player=player, address=address, instead=changes.instead(game, "ben"))


def test_a_fact_of_a_seat_overrides_game_yaml_at_once_and_when_the_game_is_read_again(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    game.note(taken(game), START)
    for each in (game, again(game)):
        assert each.settings.seats["ben"].player == "Dora"
        assert each.settings.seats_of("dora@example.org") == ("ben",)
        assert each.settings.seats_of("ben@example.org") == ()
        assert each.settings.seats["ann"].address == "ann@example.org"


def test_a_later_edit_of_the_player_or_the_address_wins(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    game.note(taken(game), START)
    game = edit(game, "{player: Ben, address: ben@", "{player: Emil, address: emil@")
    assert game.settings.seats["ben"].player == "Emil"
    game.note(taken(game, "Fay", "fay@example.org"), START)
    assert again(game).settings.seats["ben"].address == "fay@example.org"


def test_a_new_holder_has_a_name_on_the_forum_and_an_older_log_names_none(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    assert b"forum" not in msgspec.json.encode(taken(game)), "a line without one is as it was"
    changes.take(game, "ben", "Dora", "dora@example.org", Clock(), forum="dora_76")
    for each in (game, again(game)):
        assert forum_posts.seats_of(each, "dora_76") == ("ben",)
        assert forum_posts.seats_of(each, "Ben") == ()
    assert changes.take(game, "ben", "Dora", "dora@example.org", Clock(), forum="dora_76") is None
    with pytest.raises(NotHandedOver, match=r"into game\.yaml"):
        changes.take(game, "ben", "Dora", "dora@example.org", Clock(), forum="dora_77")


def test_a_promise_an_invitation_and_a_stand_in_keep_the_name_on_the_forum(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    changes.promise(game, "ben", "Dora", "dora@example.org", 9, Clock(), forum="dora_76")
    promised = changes.promised(game, "ben")
    assert promised
    assert promised.forum == "dora_76"
    invited = changes.invite(game, "ann", "Emil", "emil@example.org", Clock(), forum="emil_5")
    assert invited
    changes.accept(game, invited, Clock())
    assert again(game).settings.seats["ann"].accounts == ("emil_5",)
    changes.name_stand_in(game, "cid", "Sue", "sue@example.org", Clock(), forum="sue!")
    changes.begin_stand_in(game, "cid", Clock())
    assert again(game).settings.seats["cid"].accounts == ("sue!",)


def test_a_stand_in_of_game_yaml_is_known_by_its_name_on_the_forum_while_it_plays(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    stand_in = "stand in: {player: Sue, address: sue@example.org, forum: sue_s}"
    game = edit(game, "ben@example.org}", f"ben@example.org, {stand_in}}}")
    changes.begin_stand_in(game, "ben", Clock())
    assert again(game).settings.seats["ben"].accounts == ("sue_s",)


def test_an_edit_of_anything_else_changes_nothing(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    game.note(taken(game), START)
    game = edit(game, "ben@example.org}", "ben@example.org, zone: Asia/Tokyo}")
    assert game.settings.seats["ben"].player == "Dora"
    assert game.settings.zone_of("ben").name == "Europe/Berlin", "the zone was the old player's"


def test_a_vacant_seat_has_no_address_and_a_new_player_takes_it(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    game.note(SeatVacated(seat="ben", by="player", instead=changes.instead(game, "ben")), START)
    assert (game.settings.seats["ben"].player, game.settings.seats["ben"].address) == ("", "")
    assert [seat for seat, one in game.holders.items() if one.vacant] == ["ben"]
    assert not game.settings.seats["ben"].bot
    game.note(taken(game), START)
    assert [seat for seat, one in game.holders.items() if one.vacant] == []
    assert game.settings.seats["ben"].address == "dora@example.org"


def test_after_a_stand_in_the_seat_is_its_players_again(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    stand_in = StandInBegun(
        seat="ben", player="Sue", address="sue@example.org", instead=changes.instead(game, "ben"), last_item=0
    )
    game.note(stand_in, START)
    assert game.settings.seats["ben"].address == "sue@example.org"
    game.note(StandInEnded(seat="ben", by="moderator"), START)
    assert game.settings.seats["ben"].address == "ben@example.org"
    assert again(game).holders["ben"].stand_in is None


def test_each_holder_of_a_seat_has_other_tokens(tmp_path: Path) -> None:
    game = begun(tmp_path / "a")
    of_ann, found = game.token("ann", "bid", 0), [game.token("ben", "bid", 0)]
    for _ in range(2):
        game.note(taken(game), START)
        found.append(game.token("ben", "bid", 0))
    game.note(SeatVacated(seat="ben", by="moderator", instead=changes.instead(game, "ben")), START)
    found.append(game.token("ben", "bid", 0))
    assert len(set(found)) == 4
    assert again(game).token("ben", "bid", 0) == found[-1]
    assert game.token("ann", "bid", 0) == of_ann


def test_vacating_a_vacant_seat_changes_nothing(tmp_path: Path) -> None:
    game, clock = begun(tmp_path / "a"), Clock()
    assert changes.vacate(game, "ben", clock, by="ladder", reason="three times nothing came")
    lines = len(game.log.lines)
    assert changes.vacate(game, "ben", clock, by="ladder") is None
    assert len(game.log.lines) == lines
