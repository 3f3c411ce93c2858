"""Seats that the program plays."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.playtest import registered
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Chance
from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import play_on, rewind
from pbem.referee.status import status
from pbem.settings.game import BadSettings
from tests.toy.game import GAME_YAML, SEED, Clock
from tests.toy.playtest import PLAYTEST, guess
from tests.toy.ruleset import TOY
from tests.toy.state import Bid, Standing

CLOCK = Clock()
Rules = Mapping[str, Ruleset]
WITH: Rules = {"toy": TOY}


def rules_with(bot: Any) -> Rules:
    registered["toy"] = msgspec.structs.replace(PLAYTEST, bot=bot)
    return WITH


def seated(folder: Path, *bots: str, rules: Rules = WITH) -> Game:
    text = GAME_YAML.replace("OUT", "{folder: out}")
    for seat in bots:
        text = text.replace(f"{seat}: {{", f"{seat}: {{bot: yes, ")
    return create(folder, text, rules, SEED)


def turn(folder: Path, sheets: Mapping[str, str] = {}, rules: Rules = WITH) -> Game:
    with opening.held(folder, rules) as game:
        for seat, text in sheets.items():
            item, _ = game.inbox.keep(text.encode(), CLOCK(), seat=seat, source=str(len(game.log.lines)))
            assert judges.handle(game, item, CLOCK).verdict.state == "accepted"
        play_on(game, CLOCK)
        make_letters(game)
        return game


def answers(game: Game) -> list[tuple[str, str]]:
    return [(one.seat, one.by) for entry in game.table.entries for one in entry.answers]


def of(game: Game, seat: str) -> SeatStatus:
    return next(one for one in status(game, CLOCK).seats if one.seat == seat)


def letter(game: Game, seat: str) -> str:
    assert game.pause
    text = (game.folder / "letters" / f"{game.pause.round:04d}" / f"{seat}.txt").read_text(encoding="utf-8")
    return " ".join(text.split())


def test_the_program_answers_for_its_seats_and_waits_for_the_others(tmp_path: Path) -> None:
    seated(tmp_path, "ben", "cid")
    game = turn(tmp_path)
    assert [one.seat for one in status(game, CLOCK).missing] == ["ann"]
    assert (of(game, "ben").received, of(game, "ben").bot, of(game, "ben").trouble) == ("bot", True, "")
    game = turn(tmp_path, {"ann": "bid: 2\n"})
    assert set(answers(game)) == {("ann", "sheet"), ("ben", "bot"), ("cid", "bot")}
    game = turn(tmp_path, {"ann": "passes: yes\n"})
    while game.outcome is None:
        game = turn(tmp_path, {"ann": "passes: yes\n"})
    assert {by for seat, by in answers(game) if seat != "ann"} == {"bot"}


def test_a_log_with_answers_of_a_bot_is_read_again(tmp_path: Path) -> None:
    seated(tmp_path, "ann", "ben", "cid")
    game = turn(tmp_path)
    assert game.outcome is not None
    assert opening.look(tmp_path, WITH).table.state == game.table.state
    assert ("cid", "bot") in answers(opening.look(tmp_path, WITH))


def test_a_sheet_and_a_standing_order_come_before_the_bot(tmp_path: Path) -> None:
    seated(tmp_path, "ben", "cid")
    turn(tmp_path)
    game = turn(tmp_path, {"ben": "bid: 4\n", "ann": "bid: 0\n"})
    assert game.table.state.bids["ben"] == 4
    assert ("ben", "sheet") in answers(game)
    turn(tmp_path, {"ben": "reactions: never\n"})
    card = game.view("ann").hands["ann"].known[0]
    game = turn(tmp_path, {"ann": f"card: {card.upper()}\n"})
    assert ("ben", "policy") in answers(game)


def test_everybody_is_told_who_is_played_by_the_program(tmp_path: Path) -> None:
    seated(tmp_path, "ben")
    game = turn(tmp_path)
    told = "Ben of the Dale is played by a bot."
    assert all(told in letter(game, seat) for seat in ("ann", "ben", "cid", "public"))
    assert "The game also waits for Cid of the Shore." in letter(game, "ann")
    assert "unless you send a valid sheet first" in letter(game, "ben")
    assert "unless you send a valid sheet first" not in letter(game, "ann")
    game = turn(tmp_path, {"ann": "bid: 0\n", "cid": "bid: 0\n"})
    assert letter(game, "public").count("A bot played for Ben of the Dale.") == 1
    assert "A bot played for Ann of the Hill" not in letter(game, "public")


def test_it_is_told_once_under_each_heading_who_was_played_by_the_program(tmp_path: Path) -> None:
    seated(tmp_path, "ann", "ben", "cid")
    told = letter(turn(tmp_path), "public")
    for seat in ("Ann of the Hill", "Ben of the Dale", "Cid of the Shore"):
        assert told.count(f"A bot played for {seat}.") == 1


def test_no_word_of_it_where_nobody_is_played_by_the_program(tmp_path: Path) -> None:
    seated(tmp_path)
    assert "program" not in letter(turn(tmp_path), "ann")


def test_a_seat_is_taken_over_by_the_program_and_back_by_game_yaml(tmp_path: Path) -> None:
    seated(tmp_path)
    turn(tmp_path)
    file = tmp_path / "game.yaml"
    before = file.read_text(encoding="utf-8")
    file.write_text(before.replace("cid: {", "cid: {bot: yes, "), encoding="utf-8")
    assert of(turn(tmp_path), "cid").received == "bot"
    file.write_text(before, encoding="utf-8")
    assert of(turn(tmp_path), "cid").received == "nothing"


def crashes(view: Any, decision: Decision, chance: Chance) -> Order:
    raise KeyError(view.hands[decision.seat].known[0])


def bids_too_much(view: Any, decision: Decision, chance: Chance) -> Order:
    return Bid(bid=99)


def answers_something_else(view: Any, decision: Decision, chance: Chance) -> Order:
    return Standing(reactions="never")


def would_spoil_the_log(view: Any, decision: Decision, chance: Chance) -> Order:
    return Bid(bid=1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (crashes, "it crashed: KeyError in crashes, line"),
        (bids_too_much, "its order is refused: bid-too-high"),
        (answers_something_else, "its order is a Standing and not a Bid"),
        (would_spoil_the_log, "it crashed: ValidationError"),
    ],
)
def test_a_bot_that_fails_leaves_the_question_open_and_status_says_why(tmp_path: Path, bot: Any, why: str) -> None:
    rules = rules_with(bot)
    seated(tmp_path, "ben", rules=rules)
    game = turn(tmp_path, {}, rules)
    found = of(game, "ben")
    assert found.received == "nothing"
    assert why in found.trouble
    assert "'c" not in found.trouble
    assert re.search(r"also waits for .*Ben of the Dale", letter(game, "ann"))
    game = turn(tmp_path, {"ann": "bid: 1\n", "cid": "bid: 1\n"}, rules)
    assert ("ben", "bot") not in answers(game)
    assert [one.seat for one in status(game, CLOCK).missing] == ["ben"]
    game = turn(tmp_path, {"ben": "bid: 1\n"}, rules)
    assert game.table.state.bids == {"ann": 1, "ben": 1, "cid": 1}


def draws(view: Any, decision: Decision, chance: Chance) -> Order:
    return guess(view, decision, chance)


def test_a_game_set_back_is_played_on_alike_by_the_bot(tmp_path: Path) -> None:
    rules = rules_with(draws)
    seated(tmp_path, "ann", "ben", "cid", rules=rules)
    game = turn(tmp_path, {}, rules)
    before = [entry.events for entry in game.table.entries]
    with opening.held(tmp_path, rules) as game:
        rewind(game, 2, "again", CLOCK)
    game = turn(tmp_path, {}, rules)
    assert [entry.events for entry in game.table.entries[len(before) + 1 :]] == before[2:]


def test_two_seats_do_not_share_their_chance(tmp_path: Path) -> None:
    names: list[str] = []

    def listens(view: Any, decision: Decision, chance: Chance) -> Order:
        names.append(chance._name)
        return guess(view, decision, chance)

    rules = rules_with(listens)
    seated(tmp_path, "ann", "ben", rules=rules)
    turn(tmp_path, {}, rules)
    assert {"bot ann 1.bid.ann", "bot ben 1.bid.ben"} <= set(names)


def test_rules_without_a_bot_refuse_it_in_game_yaml(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as refused:
        seated(tmp_path, "ben", rules=rules_with(None))
    assert [fault.problem.code for fault in refused.value.faults] == ["no-bot"]
    assert refused.value.faults[0].place.line == 7
