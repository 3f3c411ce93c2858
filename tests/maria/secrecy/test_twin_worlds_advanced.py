"""Twin worlds of the advanced game: politics, the shared stage and winter tell no seat what it may not know.

The first world is played for real, from emails to letters. The second is the same but for what the watched seat
cannot see: other cards in other hands, other troops, other standing orders, other wishes that come to nothing.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC, Event
from pbem.engine.play import waiting
from pbem.engine.table import Chance
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.sheet.writer import write_sheet
from pbem_maria.chapters.cards import CardsDrawn, Discarded
from pbem_maria.chapters.combat import CardPlayed
from pbem_maria.chapters.pieces import MoveLeftOut, StackFormed, TroopsDivided
from pbem_maria.chapters.politics import (
    CardLeftDown,
    CardShown,
    FaceDownReturned,
    PoliticalCardRevealed,
    PoliticalCardTaken,
    TrumpTurned,
)
from pbem_maria.chapters.victory import WinterScored
from pbem_maria.lexicon import lexicon
from pbem_maria.position.cards import face, suit_of
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.long import tries
from tests.maria.secrecy.test_twin_worlds import ADDRESS, GAME_YAML, World

T = TypeVar("T")

SECRET = "3c" * 32
"""In turn 2 the Hungarian Diet and Klein-Schnellendorf lie open, and trump is clubs."""

BLUFFS = {"off": "{scenario: advanced}", "on": "{scenario: advanced, options: {bluff_cost: on}}"}
BLUFFER = "pragmatic"
EVERY = [(bluff, seat) for bluff in BLUFFS for seat in ADDRESS]
SOME = [each for each in EVERY if each[0] == "off" or each[1] == "louis"]
"""Each seat once, and one that must not learn what was placed face down as a bluff."""

SET_UP = {
    "louis": [
        """troops: {Moritz: 7, Belle-Isle: 7, Broglie: 6, Maillebois: 3, Noailles: 3, Törring: 5}
standing: {vote: Charles Albert, trump: hearts, expedition: [Noailles]}""",
        """troops: {Moritz: 7, Belle-Isle: 8, Broglie: 5, Maillebois: 2, Noailles: 4, Törring: 5}
standing: {vote: Francis Stephen, trump: spades, expedition: [Maillebois]}""",
    ],
    "frederick": [
        """troops: {Friedrich: 5, Schwerin: 5, Leopold: 5, Dessauer: 7, Rutowski: 5, George: 5, Cumberland: 5, Stair: 4}
standing: {vote: Charles Albert, withdraw: Berlin}""",
        """troops: {Friedrich: 8, Schwerin: 1, Leopold: 6, Dessauer: 7, Rutowski: 5, George: 7, Cumberland: 1, Stair: 6}
standing: {defence: {play: lowest that leads, at most: 3 cards}, vote: Francis Stephen}""",
    ],
    "maria-theresa": [
        """troops: {Karl: 5, Traun: 5, Khevenhüller: 6, Batthyány: 4, Neipperg: 4, Arenberg: 4}
standing: {saxony: all, peace: refuse}""",
        """troops: {Karl: 7, Traun: 3, Khevenhüller: 7, Batthyány: 4, Neipperg: 3, Arenberg: 4}
standing: {saxony: none, peace: accept, attack: lowest}""",
    ],
}
"""Per seat the sheet of the first world and that of the second."""

STAGES = {
    ("frederick", "1.austria"): [
        "moves: [Stair: Mecheln]\nstacks: [Arenberg + Stair]\nflanders: Austria first",
        "moves: [Stair: Mecheln]\nstacks: [Arenberg + Stair]\ncombat: lowest",
    ],
    ("maria-theresa", "1.austria"): [
        "moves: [Arenberg: Mecheln]\nstacks: [Arenberg + Stair]",
        "moves: [Arenberg: Mecheln]\nstacks: [Stair + Arenberg]\nflanders: alternate\nstanding: {trump: clubs}",
    ],
    ("frederick", "2.austria"): ["moves: [Stair: Antwerpen]", "moves: [Stair: Antwerpen]\ncombat: highest"],
    ("maria-theresa", "2.austria"): [
        "moves: [Arenberg: Antwerpen]\ncombat: lowest",
        "moves: [Arenberg: Antwerpen]\nstanding: {peace: ask}",
    ],
}
OPEN = (TrumpTurned, CardShown, PoliticalCardRevealed, CardPlayed)
"""The events of one card that all can see."""
FAULTY = ["place: ♠2 or ♦9\nwishes: none", "take: [Wien: play]\ngive up: {Prussia: [♣3, Reserve, Reserve, Reserve]}"]


def known(events: Iterable[Event], seat: str) -> set[str]:
    """The cards that *seat* gets to know: its own, and those that lay open to all."""
    found: set[str] = set()
    for event in events:
        if isinstance(event, CardsDrawn) and event.seat == seat and not isinstance(event.cards, int):
            found.update(event.cards)
        elif isinstance(event, OPEN):
            found.add(event.card)
        elif isinstance(event, Discarded):
            found.update(event.cards)
    return found


def other_chance(fixed: Collection[str]) -> type[Chance]:
    """A chance that leaves the *fixed* things in their places, and turns the rest of every pile round."""

    class Other(Chance):
        def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
            pile = super().shuffled(items)
            free = [place for place, item in enumerate(pile) if item not in fixed]
            moved = {place: pile[other] for place, other in zip(free, [*free[1:], *free[:1]], strict=True)}
            return tuple(moved.get(place, item) for place, item in enumerate(pile))

    return Other


class Twin(World):
    """One of two worlds; *version* says for each seat by which of its sheets it plays."""

    def __init__(self, folder: Path, bluff: str, version: dict[str, int], shown: dict[str, str]) -> None:
        yaml = re.sub(r"\{scenario: \w+\}", BLUFFS[bluff], GAME_YAML)
        self.bluff, self.version, self.shown = bluff, version, shown
        super().__init__(folder, yaml, SECRET)

    def game(self) -> Game:
        return opening.look(self.folder, {"maria": MARIA})

    def events(self) -> list[Event]:
        return [event for entry in self.game().log.entries for event in entry.events]

    def data(self, seat: str) -> tuple[State, list[Event]]:
        """What the view of a seat is, and what happened as it saw it."""
        told = [event.seen_by(seat) for event in self.events()]
        return self.game().view(seat), [event for event in told if event is not None]

    def play(self, until: str) -> "Twin":
        """Play on, with every open question answered, until one comes of which the key begins with *until*."""
        before: tuple[Decision, ...] = ()
        while (asked := waiting((game := self.game()).table)) and not asked[0].key.startswith(until):
            assert asked != before, "a sheet was refused"
            before = asked
            if asked[0].key == "2.politics":
                for decision in asked:
                    self.send(decision.seat, FAULTY[self.version[decision.seat]])
                self.turn()
            for decision in asked:
                self.send(decision.seat, self.sheet(game.view(decision.seat), decision))
            self.turn()
        return self

    def sheet(self, view: State, decision: Decision) -> str:
        """What a seat answers."""
        seat = decision.seat
        if not view.turn:
            return SET_UP[seat][self.version[seat]]
        if decision.key == "2.politics":
            return self.politics(view, seat)
        if (seat, decision.key) in STAGES:
            return STAGES[seat, decision.key][self.version[seat]]
        assert decision.default
        return write_sheet(decision.default, lexicon(view, seat))

    def politics(self, view: State, seat: str) -> str:
        """Place a trump for every power but one, which bluffs; take what lies there; say who would get troops."""
        other = self.version[seat] == 1
        places = {power: self.placed(view, power) for power in view.theatre.majors if power in view.powers_of(seat)}
        if other:
            places = {power: f"{card} or {self.idle(view, power)}" for power, card in places.items()}
        text = "place: {" + ", ".join(f"{power}: {cards}" for power, cards in places.items()) + "}\n"
        if seat == "louis":
            return text + "take: [vitam-et-sanguinem: troops" + (", save" if other else "") + "]"
        if seat == "frederick":
            give_up = "\ngive up: {prussia: [" + self.idle(view, "prussia") + "]}" if other else ""
            return text + "take: {prussia: [klein-schnellendorf: draw" + (", save" if other else "") + "]}" + give_up
        troops = "{Neipperg: 2, Traun: 1}" if other else "{Karl: 3}"
        return f"{text}take: [save]\nnew troops: {troops}"

    def placed(self, view: State, power: str) -> str:
        """The TC that *power* places: that of the first world if it is to be shown, else one of its hand."""
        bluffs = power == BLUFFER
        found = next(c for c in view.hands[power].known if (suit_of(c) == view.trump) != bluffs)
        if bluffs and self.bluff == "on":
            return face(found)
        return self.shown.setdefault(power, face(found))

    def idle(self, view: State, power: str) -> str:
        """A TC in the hand of *power* that is not trump."""
        return face(next(card for card in view.hands[power].known[::-1] if suit_of(card) not in (None, view.trump)))


@pytest.fixture(scope="module", params=BLUFFS)
def first(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twin:
    folder = tmp_path_factory.mktemp(f"bluffs-{request.param}") / "one"
    return Twin(folder, request.param, dict.fromkeys(ADDRESS, 0), {}).play("4.")


def of(events: Iterable[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


@pytest.mark.slow
def test_the_first_world_has_all_that_is_watched(first: Twin) -> None:
    events = first.events()

    assert of(events, StackFormed)
    assert "stack-not-agreed" in {event.why for event in of(events, MoveLeftOut)}
    assert ("austria", "politics") in {(event.power, event.why) for event in of(events, TroopsDivided)}
    assert "prussia" in {event.power for event in of(events, PoliticalCardTaken)}
    assert True in {event.trump for event in of(events, CardShown)}
    assert len(of(events, WinterScored)) == 4
    if first.bluff == "on":
        assert of(events, CardLeftDown)
        assert of(events, FaceDownReturned)
    assert (False in {event.trump for event in of(events, CardShown)}) == (first.bluff == "off")


def test_13_winter_scores_are_known_to_their_own_seats_alone(first: Twin) -> None:
    views = {seat: first.game().view(seat) for seat in (*ADDRESS, PUBLIC)}

    assert {seat: set(view.scores) for seat, view in views.items()} == {
        "maria-theresa": {"austria"},
        "frederick": {"prussia", "pragmatic"},
        "louis": {"france"},
        PUBLIC: set(),
    }


@pytest.mark.slow
@pytest.mark.parametrize(("first", "watched"), tries(SOME, EVERY), indirect=["first"])
def test_a_seat_cannot_tell_twin_worlds_apart(
    watched: str, first: Twin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.engine.table.Chance", other_chance(known(first.events(), watched)))

    second = Twin(tmp_path / "two", first.bluff, dict.fromkeys(ADDRESS, 1) | {watched: 0}, first.shown).play("4.")

    one, two = first.seen_by(watched), second.seen_by(watched)
    assert len(one) >= 20
    assert one.keys() == two.keys()
    for name, raw in one.items():
        assert raw == two[name], name
    assert first.data(watched) == second.data(watched)
    assert first.data(PUBLIC) == second.data(PUBLIC)
    others = [seat for seat in ADDRESS if seat != watched]
    assert all(first.seen_by(seat) != second.seen_by(seat) for seat in others), "the worlds were the same"
