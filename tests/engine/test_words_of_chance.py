"""Words of chance: every draw follows from them, none comes before them, and they are given once."""

from typing import Any

import pytest

from pbem.engine.decision import Decision
from pbem.engine.event import ChanceDrawn, WordsOfChance
from pbem.engine.play import Source, play
from pbem.engine.table import WORDS as WORDS_ENTRY
from pbem.engine.table import Answer, Chance, DrawnTooEarly, DrawnTwice, Entry, Table, mixed
from tests.toy.ruleset import LATE, TOY, Settings
from tests.toy.state import CARDS, Bid

WORDS = {"ann": "three blind mice", "ben": "", "cid": "0815"}


def table(ruleset: Any = LATE, *, asks: bool = True) -> Table:
    return Table(ruleset.start(Settings()), ruleset.seats(Settings()), "key", asks_words=asks)


def bids(words: dict[str, str]) -> Source:
    def source(decision: Decision, _view: Any) -> Answer | None:
        return Answer(Bid(bid=1), "sheet", words=words[decision.seat]) if decision.takes is Bid else None

    return source


def dealt(game: Table) -> tuple[str, ...]:
    return tuple(card for seat in game.seats for card in game.state.hands[seat].known)


def test_draws_follow_from_the_key_and_all_words() -> None:
    game = table()
    play(game, [bids(WORDS)])
    assert game.words == WORDS
    assert dealt(game) == Chance(mixed("key", WORDS), "deck").shuffled(CARDS)
    silent = table()
    play(silent, [bids(dict.fromkeys(WORDS, ""))])
    assert dealt(silent) == Chance("key", "deck").shuffled(CARDS) != dealt(game)


def test_they_are_settled_when_the_last_answer_is_there_and_not_before() -> None:
    game = table()
    asked = play(game, [lambda decision, view: bids(WORDS)(decision, view) if decision.seat != "cid" else None])
    assert [decision.seat for decision in asked] == ["cid"]
    assert game.words is None
    play(game, [bids(WORDS)])
    settled = game.entries[game.words_entry - 1]
    assert settled.step == "words-of-chance"
    assert settled.events == (WordsOfChance(words=WORDS),)
    assert all(event.seen_by(seat) == event for event in settled.events for seat in (*game.seats, ""))
    assert game.entries[game.words_entry].step == "bids"


def test_a_draw_before_them_is_refused() -> None:
    with pytest.raises(DrawnTooEarly, match="'deck' is drawn before a step has asked all seats at once"):
        play(table(TOY), [bids(WORDS)])
    play(table(TOY, asks=False), [bids(WORDS)])


def test_a_rewind_is_no_second_throw_whatever_words_come_then() -> None:
    game = table()
    play(game, [bids(WORDS)])
    before = dealt(game)
    game.rewind(0, "a slip")
    play(game, [bids({"ann": "other", "ben": "words", "cid": "now"})])
    assert game.words == WORDS
    assert dealt(game) == before


def test_a_replayed_game_knows_them() -> None:
    game, again = table(), table()
    play(game, [bids(WORDS)])
    for entry in game.entries:
        again.replay(entry)
    assert (again.words, again.words_entry) == (WORDS, game.words_entry)
    with pytest.raises(DrawnTwice):
        again.shuffle("deck", CARDS)


def test_the_name_of_a_draw_is_used_once() -> None:
    game = table(asks=False)
    game.shuffle("deck", CARDS)
    with pytest.raises(DrawnTwice, match="'deck' was drawn before"):
        game.roll("deck", 2)
    game.close("deal")
    with pytest.raises(DrawnTwice):
        game.pick("deck", CARDS)
    game.rewind(0, "a slip")
    assert game.shuffle("deck", CARDS) == Chance("key", "deck").shuffled(CARDS)


def test_what_was_drawn_stands_in_the_entry() -> None:
    game = table()
    play(game, [bids(WORDS)])
    (draw,) = [event for entry in game.entries for event in entry.events if isinstance(event, ChanceDrawn)]
    assert (draw.draw, draw.kind, draw.of, tuple(draw.result)) == ("deck", "order", [*CARDS], dealt(game))


class Killed(Exception):
    pass


def test_a_kill_after_they_were_settled_neither_loses_nor_changes_them() -> None:
    game, kept = table(), list[Entry]()

    def keep(entry: Entry) -> None:
        kept.append(entry)
        if entry.step == WORDS_ENTRY:
            raise Killed

    with pytest.raises(Killed):
        play(game, [bids(WORDS)], keep)
    again = table()
    for entry in kept:
        again.replay(entry)
    play(again, [bids({"ann": "other", "ben": "words", "cid": "now"})])
    assert again.words == WORDS
    assert [entry.step for entry in again.entries].count(WORDS_ENTRY) == 1
    assert dealt(again) == Chance(mixed("key", WORDS), "deck").shuffled(CARDS)


def test_everybody_sees_a_roll_and_nobody_a_shuffle_but_those_it_is_for() -> None:
    game = table(asks=False)
    faces = game.roll("battle 1", 3, 6)
    order, one = game.shuffle("deck", CARDS), game.pick("who begins", ("ann", "ben"), "cid")
    rolled, shuffled, picked = (event for event in game.close("x").events if isinstance(event, ChanceDrawn))

    chance = Chance("key", "battle 1")
    assert faces == tuple(1 + chance.below(6) for _ in range(3))
    assert (rolled.kind, rolled.of, tuple(rolled.result)) == ("dice", 6, faces)
    assert (tuple(shuffled.result), picked.result) == (order, one)
    seats = (*game.seats, "")
    seen = [[seat for seat in seats if event.seen_by(seat)] for event in (rolled, shuffled, picked)]
    assert seen == [[*seats], [], ["cid"]]
