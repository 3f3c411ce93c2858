"""Islands shows what the kernel can do: dice, a window, several decisions of a seat, powers that change seats."""

from collections.abc import Mapping

import pytest

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC, ChanceDrawn, NotNeeded, PowerPassed
from pbem.engine.play import SILENCE, Source, plans, play, silence, waiting
from pbem.engine.position import Position
from pbem.engine.table import Answer, Chance, DrawnTwice, Table
from pbem.report.story import story
from pbem.report.words import words_of
from tests.toy.islands import ISLANDS
from tests.toy.islands.playtest import PLAYTEST, guess
from tests.toy.islands.ruleset import Settings
from tests.toy.islands.state import CARDS, POWERS, Islands, Reinforce, Sail


def table(players: int = 2, turns: int = 3, key: str = "secret") -> Table[Islands]:
    settings = Settings(players=players, turns=turns)
    return Table(ISLANDS.start(settings), ISLANDS.seats(settings), key)


def sheets(orders: Mapping[str, Sail | Reinforce], times: Mapping[str, float] | None = None) -> Source:
    """Orders by power, each of which came at the time of its power."""

    def source(asked: Decision, _view: Position) -> Answer | None:
        order = orders.get(asked.power)
        fits = type(order) is asked.takes
        return Answer(order, "sheet", at=(times or {}).get(asked.power, 1.0)) if order and fits else None

    return source


def met(t: Table[Islands]) -> Table[Islands]:
    """*t* with all ships at the reef."""
    play(t, [sheets({power: Sail(to="reef") for power in POWERS})])
    return t


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_played_to_its_end_by_two_to_five(players: int, seed: int) -> None:
    t = table(players, key=f"{players} {seed}")

    def guessed(asked: Decision, view: Islands) -> Answer:
        return Answer(guess(view, asked, Chance(str(seed), asked.key)), "sheet", at=len(asked.key))

    assert play(t, [guessed]) == ()
    outcome = ISLANDS.outcome(t.state)
    assert outcome is not None
    winners = outcome["winners"]
    assert isinstance(winners, tuple)
    assert set(winners) <= set(t.seats)
    assert list(PLAYTEST.invariants(t.state)) == []
    for power, seat in t.state.control.items():
        whole = t.state.hands[power]
        for other, view in t.views.items():
            assert view.hands[power] == (whole if other == seat else whole.hidden())


def test_a_seat_is_asked_for_each_of_its_powers_and_all_its_answers_count() -> None:
    t = table(players=2)
    assert [(asked.seat, asked.power) for asked in play(t, [])] == [
        ("ann", "red"), ("ben", "blue"), ("ann", "green"), ("ben", "gold"), ("ann", "white"),
    ]  # fmt: skip
    where = dict(zip(POWERS, ("reef", "rock", "rock", "cove", "cove"), strict=True))

    play(t, [sheets({power: Sail(to=island) for power, island in where.items()})])
    assert t.state.at == where


def test_the_first_card_closes_the_window_and_the_later_one_stays_in_hand() -> None:
    t = met(table(players=5))
    cards = {power: t.state.hands[power].known[0] for power in ("red", "gold")}
    late = [asked for asked in waiting(t) if asked.power == "red"]
    orders = {power: Reinforce(card=card) for power, card in cards.items()}

    play(t, [sheets(orders, {"gold": 2.0, "red": 3.0})])
    assert len(t.state.hands["red"].known) == 2
    assert len(t.state.hands["gold"].known) == 1
    told = [event for entry in t.entries for event in entry.events if isinstance(event, NotNeeded)]
    assert told == [NotNeeded(seat="ann", key=one.key) for one in late]


def test_who_says_nothing_passes_when_the_window_is_due() -> None:
    t = met(table(players=5))

    assert len(play(t, [silence(lambda asked: False)])) == 5
    play(t, [silence(lambda asked: asked.due == "short")])
    fought = next(entry for entry in t.entries if entry.step == "battle")
    assert {one.by for one in fought.answers} == {SILENCE}


def test_dice_are_told_to_all_and_their_names_are_used_once() -> None:
    t = met(table(players=5))
    play(t, [silence(lambda asked: True)])

    rolled = [one for entry in t.entries for one in entry.events if isinstance(one, ChanceDrawn) and one.public]
    assert [one.draw for one in rolled[:2]] == ["turn 1, reef, red", "turn 1, reef, blue"]
    assert all(one.seen_by(seat) for one in rolled for seat in (*t.seats, PUBLIC))
    with pytest.raises(DrawnTwice, match="'turn 1, reef, red' was drawn before"):
        t.roll("turn 1, reef, red", 1)


def test_a_routed_power_serves_the_victor_with_its_hand() -> None:
    t = next(found for seed in range(100) for found in [met(table(players=5, key=str(seed)))] if _routed(found))

    (passed, *_) = [one for entry in t.entries for one in entry.events if isinstance(one, PowerPassed)]
    hand = t.at(len(t.entries))[0].hands[passed.power]
    assert t.state.control[passed.power] == passed.to
    assert {seat: view.hands[passed.power] for seat, view in t.views.items()} == {
        seat: hand if seat == passed.to else hand.hidden() for seat in (*t.seats, PUBLIC)
    }


def _routed(t: Table[Islands]) -> bool:
    best = max(POWERS, key=lambda power: max(t.state.hands[power].known))
    play(t, [sheets({best: Reinforce(card=max(t.state.hands[best].known))})])
    return any(isinstance(one, PowerPassed) for entry in t.entries for one in entry.events)


def test_a_plan_sails_for_a_power_until_its_seat_says_otherwise() -> None:
    t = table(players=5, turns=2)
    play(t, [])
    t.keep("ann", "sail", Sail(to="cove"), power="red", stays=True)
    t.tell("plans", [])

    asked = play(t, [plans, silence(lambda asked: True)])
    assert [one.power for one in asked] == ["blue", "green", "gold", "white"]
    assert not t.views["ben"].kept


def test_who_planned_a_card_that_is_not_in_hand_is_told_so_in_words() -> None:
    t = table(players=5)
    play(t, [])
    card = next(card for card in CARDS if card not in t.state.hands["red"].known)
    t.keep("ann", "reinforce", Reinforce(card=card), power="red")
    t.tell("plans", [])
    play(t, [plans, sheets({power: Sail(to="reef") for power in POWERS}), silence(lambda asked: True)])

    said = f"Your plan 1 no longer fits, so it is dropped: Red holds no {card}. [rule 2.2]"
    told = {seat: told_to(t, seat) for seat in (*t.seats, PUBLIC)}
    assert [seat for seat, sentences in told.items() if said in sentences] == ["ann"]
    assert not any("plan" in sentence for seat in told if seat != "ann" for sentence in told[seat])


def told_to(t: Table[Islands], seat: str) -> list[str]:
    """All that *seat* is told of the game, in words."""
    return story(words_of(ISLANDS, ISLANDS.lexicon(t.views[seat], seat)), t.entries, seat)
