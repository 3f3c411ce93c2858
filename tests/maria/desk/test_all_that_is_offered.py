"""Property: of the simple answers to a question, the desk offers exactly those that the check of a sheet lets pass."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath
from pbem.sheet.fault import ReadSheet
from pbem.sheet.names import Names, names_of
from pbem_maria.orders.cards import RESERVE_VALUES, SubsidyOrders
from pbem_maria.orders.politics import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.orders.stage import PlayOrders, SetUpOrders, StageOrders, WinterOrders
from pbem_maria.orders.standing import HussarOrders
from pbem_maria.orders.statecraft import (
    CANDIDATES,
    ElectionOrders,
    ExpeditionOrders,
    GiveWayOrders,
    PeaceOrders,
    SaxonyOrders,
    WithdrawOrders,
)
from pbem_maria.position.cards import face
from pbem_maria.position.state import MAXIMUM
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.supply import PlaceHussars
from pbem_maria.sequence.tracks import AnswerPeace
from tests.long import tries
from tests.maria.desk.drafts import Question, choices_of, questions

Simple = Iterator[tuple[OrderPath, str]]
"""Sheets with one thing in them, and where that is in the order."""
MOST = tries(1, 3)
"""Questions of a kind in a game that are looked at."""
GAMES = [("advanced", "3", "one"), ("advanced", "2", "two"), ("introductory", "3", "one")]


def speller(question: Question) -> Names:
    return names_of(question.names)


def cities(question: Question) -> list[str]:
    return [speller(question).spell(city, "city") for city in question.view.board.cities]


def cards(question: Question) -> list[str]:
    """All cards that anyone may hold."""
    names = speller(question)
    held = {face(card) for hand in question.view.hands.values() for card in hand.known}
    return [names.spell(card, "card") for card in sorted(held)]


def generals(question: Question) -> list[tuple[str, str]]:
    names = speller(question)
    return [(one, names.spell(one, "general")) for one in question.view.theatre.generals]


def hussars(question: Question) -> Simple:
    """Each place for each hussar; its own city by name means to stay, which the desk offers in that word."""
    names = speller(question)
    for number, at in enumerate(question.view.hussars):
        before = "".join("  - stay\n" for _ in range(number))
        own = names.spell(at, "city") if at else ""
        for place in ("stay", *cities(question)):
            if place != own:
                yield ("hussars", number), f"hussars:\n{before}  - {place}\n"


def set_up(question: Question) -> Simple:
    for general, name in generals(question):
        for number in range(MAXIMUM + 2):
            yield ("troops", general), f"troops:\n  {name}: {number}\n"


def expedition(question: Question) -> Simple:
    for _, name in generals(question):
        yield ("expedition",), f"expedition: {name}\n"


def away(key: str, path: str) -> Callable[[Question], Simple]:
    def found(question: Question) -> Simple:
        names = speller(question)
        for piece in question.decision.about["choices"]:
            for city in cities(question):
                yield (path, piece), f"{key}:\n  {names.name('general train', piece)}: {city}\n"

    return found


def election(question: Question) -> Simple:
    names = speller(question)
    for candidate in CANDIDATES:
        yield ("vote",), f"vote: {names.name('candidate', candidate)}\n"


def saxony(question: Question) -> Simple:
    for wish in ("all", "none", "to neutral", "past neutral", *map(str, range(1, 12))):
        yield ("saxony",), f"saxony: {wish}\n"


def play(question: Question) -> Simple:
    for card in cards(question):
        for value in ("", *(f" as {number}" for number in RESERVE_VALUES)):
            yield ("play",), f"play: {card}{value}\n"
    yield ("stop",), "stop: yes\n"


def trump(question: Question) -> Simple:
    for suit in ("hearts", "spades", "diamonds", "clubs"):
        yield ("trump",), f"trump: {suit}\n"


def placing(question: Question) -> Simple:
    for card in cards(question):
        yield ("place",), f"place: {card}\n"
    yield ("passes",), "passes: yes\n"


def politics(question: Question) -> Simple:
    if not question.decision.about["placed"]:
        yield from placing(question)
    if question.decision.about["names_trump"]:
        yield from trump(question)


def words(key: str, *said: str) -> Callable[[Question], Simple]:
    def found(question: Question) -> Simple:
        for word in said:
            yield (key,), f"{key}: {word}\n"

    return found


def stage(question: Question) -> Simple:
    """To pass, and each number of troops for a general and its mate, of whom the sheet must name both."""
    yield ("passes",), "passes: yes\n"
    view, names = question.view, speller(question)
    for city in view.board.cities:
        both = view.generals_at(city)
        if len(both) == 2 and all(one in view.troops for one in both):
            for number in range(sum(view.troops[one] for one in both) + 1):
                other = sum(view.troops[one] for one in both) - number
                one, mate = (names.spell(general, "general") for general in both)
                yield ("troops",), f"troops:\n  {one}: {number}\n  {mate}: {other}\n"


def winter(question: Question) -> Simple:
    yield ("passes",), "passes: yes\n"


SIMPLE: Mapping[type[Order], Callable[[Question], Simple]] = {
    StageOrders: stage,
    HussarOrders: hussars,
    SetUpOrders: set_up,
    WinterOrders: winter,
    PoliticsOrders: politics,
    TrumpOrders: trump,
    PlacingOrders: placing,
    ExpeditionOrders: expedition,
    GiveWayOrders: away("gives way", "gives_way"),
    WithdrawOrders: away("withdraw", "withdraw"),
    ElectionOrders: election,
    SaxonyOrders: saxony,
    PeaceOrders: words("peace", "accept", "refuse"),
    SubsidyOrders: words("subsidy", "bavaria", "none"),
    PlayOrders: play,
}


def offered(question: Question) -> list[Order]:
    """All orders that one choice makes of a sheet with nothing in it."""
    assert MARIA.desk is not None
    found = [*choices_of(question, None)]
    for subject in MARIA.desk.subjects(question.view, question.decision, None):
        found += choices_of(question, None, subject.id)
    orders = (question.read(question.chosen("", each)).draft for each in found)
    return [order for order in orders if order is not None]


def let_pass(read: ReadSheet[Order], path: OrderPath) -> bool:
    """Whether nothing at *path* of a sheet is refused."""
    stops = [fault.problem.path for fault in read.faults if fault.problem.stops]
    return not any(each[: len(path)] == path or not each for each in stops)


def key(order: Any) -> bytes:
    return msgspec.json.encode(order, order="deterministic")


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "players", "seed"), GAMES)
def test_simple_answers_are_offered_exactly_if_they_are_let_pass(scenario: str, players: str, seed: str) -> None:
    seen, passed = Counter[str](), Counter[str]()
    for question in asked(seed, scenario, players):
        kind = question.decision.takes
        if seen[kind.__name__] == MOST:
            continue
        seen[kind.__name__] += 1
        shown = {key(order) for order in offered(question)}
        for path, text in SIMPLE[kind](question):
            read = question.read(text)
            passes = let_pass(read, path)
            assert read.draft is not None or not passes, text
            assert (key(read.draft) in shown) is passes, (text, question.decision)
            passed[kind.__name__] += passes
    assert set(passed) == set(seen), "each kind has an answer that is let pass"
    assert {"SetUpOrders", "StageOrders", "WinterOrders"} <= set(seen)
    assert scenario != "advanced" or {"HussarOrders", "PoliticsOrders", "PeaceOrders", "ElectionOrders"} <= set(seen)


def asked(seed: str, scenario: str, players: str) -> Iterator[Question]:
    """The questions of a game, and some that are seldom asked, as if they were asked in it."""
    for question in questions(seed, *SIMPLE, scenario=scenario, players=players):
        yield question
        view, seat = question.view, question.view.seat_of("austria")
        if scenario == "advanced" and question.decision.takes is StageOrders and question.seat == seat:
            placed = Decision(key=f"{view.turn}.hussars", turn=view.turn, seat=seat, takes=HussarOrders)
            yield Question(view, placed, PlaceHussars(turn=view.turn))
            peace = Decision(key=f"{view.turn}.peace", turn=view.turn, seat=seat, takes=PeaceOrders)
            yield Question(view, peace, AnswerPeace(stage=view.stage))
