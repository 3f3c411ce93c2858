"""An arena: two neighbouring cities with suits and hands of one's own, and room to retreat."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Table
from pbem.sheet.reader import read_sheet
from pbem_maria.chapters.standing import Deputy
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.plan import Chapter, CombatPlan, PlanBook
from pbem_maria.orders.stage import CombatOrders, StageOrders
from pbem_maria.orders.standing import KeptAnswers
from pbem_maria.position.state import State
from pbem_maria.sequence.combat import CombatPhase
from tests.maria.drill import PLAIN, SEATS, _edition, position

LETTERS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
ROADS = "a b c d e f g h i j k l m n o p q, b x, a z y w v u t s r z1 z2 z3 z4 z5 z6 z7 z8"


def field(roads: str = ROADS, **suits: str) -> str:
    """The key of an edition with these roads; every city has its own square, of hearts unless given otherwise."""
    chains = [chain.split() for chain in roads.split(",")]
    names = list(dict.fromkeys(city for chain in chains for city in chain))
    cities = [
        {"id": name, "name": name, "board": "bohemia", "region": "plain", "square": name, "home": None, **PLAIN}
        for name in names
    ]
    squares = {name: suits.get(name, "hearts") for name in names}
    minor = [list(pair) for chain in chains for pair in pairwise(chain)]
    return _edition({"squares": squares, "cities": cities, "roads": {"main": [], "minor": minor}}, names[0])


def hand(text: str) -> str:
    """Card ids for faces such as `♥7 ♥3 Reserve`; equal faces come from different decks."""
    seen: list[str] = []
    for word in text.split():
        face = RESERVE if word in ("Reserve", RESERVE) else LETTERS.get(word[0], word[0]) + word[1:]
        seen.append(f"{face}.{1 + sum(card.startswith(face + '.') for card in seen)}")
    return " ".join(seen)


def plan(text: str, state: State | None = None) -> CombatPlan:
    """The plan that *text* is in a sheet; it must be one."""
    names = lexicon(state or position(field(), {"belle-isle": "a"}), "louis")
    sheet = read_sheet(f"combat: {text}", CombatOrders, names)
    assert sheet.order is not None, sheet.faults
    (chapter,) = sheet.order.combat.chapters
    found: CombatPlan = chapter.plan
    return found


def book(text: str) -> PlanBook:
    """One plan for every fight."""
    return PlanBook((Chapter(plan(text)),))


def facing(
    attacker: tuple[int, str] = (4, ""),
    defender: tuple[int, str] = (4, ""),
    *,
    suits: Mapping[str, str] | None = None,
    **given: Any,
) -> State:
    """Belle-Isle in a (hearts) beside Khevenhüller in b (spades): troops and hands of each."""
    key = given.pop("key", None) or field(**(suits or {"a": "hearts", "b": "spades"}))
    at = {"belle-isle": "a", "khevenhueller": "b", **given.pop("at", {})}
    troops = {"belle-isle": attacker[0], "khevenhueller": defender[0], **given.pop("troops", {})}
    hands = {"france": hand(attacker[1]), "austria": hand(defender[1]), **given.pop("hands", {})}
    return position(key, at, troops=troops, hands=hands, **given)


def with_plans(state: State, attack: str, defence: str) -> State:
    """The position with a plan for all attacks in Louis's sheet and a standing defence of Maria Theresa."""
    orders = {"louis": StageOrders(combat=book(attack))}
    return replace(state, orders=orders, standing={"maria-theresa": KeptAnswers(defence=book(defence))})


def deputies(state: State, seat: str) -> tuple[Deputy, ...]:
    """The standing orders of every seat."""
    return (Deputy(),)


def fought(state: State, answers: Mapping[str, Any] | None = None) -> Table:
    """The table after the combat phase, as far as it gets; *answers* are orders by seat."""

    def given(decision: Any, view: Any) -> Answer | None:
        order = (answers or {}).get(decision.seat)
        return Answer(order, "sheet") if isinstance(order, decision.takes) else None

    table = Table(replace(state, flow=(CombatPhase(stage=state.stage),)), dict.fromkeys(SEATS.values()), "secret")
    play(table, [given, policies(deputies)])
    return table


def events(table: Table, *kinds: type[Event]) -> list[Any]:
    """The events of *kinds* (any kind, if none is named) in the order in which they happened."""
    return [event for entry in table.entries for event in entry.events if not kinds or isinstance(event, kinds)]
