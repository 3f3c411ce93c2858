"""The cards that seats have planned for a battle (6.15, 11.1; house rules 2.2 and 2.3)."""

from collections.abc import Iterable, Iterator

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.battle.events import BattleCardCounted
from pbem_tnw.chapters.battle.plans import wish_of
from pbem_tnw.chapters.battle.sides import going_on
from pbem_tnw.chapters.cards.answers import BATTLE_BEGINS
from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.chapters.cards.play_rules import answer_problems, battle_card_problems, held
from pbem_tnw.chapters.cards.windows import ResponseWindow, play_answer, play_battle_card
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.order_events import CardsKept
from pbem_tnw.edition.card_words import BattleDiceEffect
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.lines.battle_wish import BattleCardWish, BattleWish
from pbem_tnw.position.battle import LandBattle
from pbem_tnw.position.control import from_active, seat_of
from pbem_tnw.position.state import WarState

AFTER_DICE = ("battle_rolled", "roll")
"""The occasions after the dice of a round for which cards may be planned."""


_FOR_ALL = frozenset({"battle-kept", "battle-cards-at-most", "condition-does-not-hold"})
"""Problems that are no more about one card than about another."""


class PlannedCards(Step[WarState, Order], frozen=True):
    """Each of the *nations* plays all battle cards that its seat has planned, before the next one does.

    Before the first round that is any card but one for the second round; before the second round only such a card.
    """

    rule = "11.1"
    nations: tuple[str, ...]
    round: int = 1

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for at, nation in enumerate(self.nations):
            wish = card_due(table, nation, self.round)
            if wish is not None:
                table.emit(BattleCardCounted(nation=nation, card=wish.card))
                table.enter(PlannedCards(nations=self.nations[at:], round=self.round))
                play_battle_card(table, nation, wish.card, wish)
                return
            _tell_kept(table, nation, cards_kept(table, nation, self.round))


class PlannedAnswers(Step[WarState, Order], frozen=True):
    """Cards that were planned for the time after the dice are played, each of which others may answer (6.14)."""

    rule = "6.14"
    occasion: ResponseOccasion

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for nation in fighting(table.state):
            found = _answer_due(table, nation, self.occasion)
            if found is not None:
                wish, occasion = found
                table.emit(BattleCardCounted(nation=nation, card=wish.card))
                table.enter(ResponseWindow(occasion=self.occasion), self)
                play_answer(table, nation, wish.card, occasion, wish)
                return
        for nation in fighting(table.state):
            _tell_kept(table, nation, _answers_kept(table, nation, self.occasion))


def cards_before(state: WarState, battle: LandBattle, number: int) -> tuple[Step[WarState, Order], ...]:
    """The boxes in which cards are played before the dice of a round: the Active nation first, then a hold may ask."""
    nations = fighting(state)
    if number > 1:
        return (PlannedCards(nations=nations, round=number),)
    first, others = nations[:1], nations[1:]
    begins = ResponseOccasion(
        trigger=BATTLE_BEGINS,
        nation=state.active,
        place=battle.place,
        origin=battle.origin,
        target=battle.defender.lead,
    )
    return (PlannedCards(nations=first), ResponseWindow(occasion=begins), PlannedCards(nations=others))


def fighting(state: WarState) -> tuple[str, ...]:
    """The nations with forces in the battle, along the Sequence Track from the Active one on (11.1)."""
    battle = going_on(state)
    return () if battle is None else tuple(one for one in from_active(state) if battle.role_of(one))


def card_due(table: Table[WarState], nation: str, number: int) -> BattleCardWish | None:
    """The next battle card that *nation* plays before the dice of a round; judged by what its seat sees."""
    view = table.views.get(seat_of(table.state, nation), table.state)
    battle = going_on(view)
    if battle is None:
        return None
    wish = wish_of(view, battle, nation)
    if _bound(view, battle, nation, wish, number) is not None:
        return None
    for each in _to_play(view, nation, wish, number):
        if _why_kept(view, nation, each) is None:
            return each
    return None


def _bound(view: WarState, battle: LandBattle, nation: str, wish: BattleWish, number: int) -> Problem | None:
    """Why the plan of a battle lets its seat play no card (any more) before the dice of a round."""
    if wish.keep_if is not None and value(wish.keep_if, SeatFacts(view, seat_of(view, nation), nation)):
        return Problem("battle-kept", (), "2.3")
    most = wish.first_round_at_most
    if number == 1 and most is not None and _played(view, battle, nation) >= most:
        return Problem("battle-cards-at-most", (), "2.3", {"most": most})
    return None


def _to_play(view: WarState, nation: str, wish: BattleWish, number: int) -> Iterator[BattleCardWish]:
    """The battle cards of a plan that *nation* holds, and that are for the time before the dice of a round."""
    for each in wish.cards or ():
        card = view.board.cards[each.card]
        if for_second_round(card) == (number > 1) and held(view, nation, each.card):
            yield each


def _why_kept(view: WarState, nation: str, wish: BattleCardWish) -> Problem | None:
    """Why a planned battle card is not played: it cannot be, or its condition does not hold."""
    found = next(battle_card_problems(view, nation, wish.card, wish), None)
    if found is None and not value(wish.condition, SeatFacts(view, seat_of(view, nation), nation)):
        return Problem("condition-does-not-hold", (), "2.2")
    return found


def cards_kept(table: Table[WarState], nation: str, number: int) -> Iterator[tuple[str, Problem]]:
    """Each battle card that was planned for the time before the dice of a round and is kept, and why."""
    view = table.views.get(seat_of(table.state, nation), table.state)
    battle = going_on(view)
    if battle is None:
        return
    wish = wish_of(view, battle, nation)
    bound = _bound(view, battle, nation, wish, number)
    for each in _to_play(view, nation, wish, number):
        why = bound or _why_kept(view, nation, each)
        if why is not None and view.board.cards[each.card].timing is None:
            yield each.card, why


def _tell_kept(table: Table[WarState], nation: str, kept: Iterable[tuple[str, Problem]]) -> None:
    """Tell the seat of *nation* alone which planned cards it keeps, those of one reason together."""
    reasons: dict[str, tuple[Problem, tuple[str, ...]]] = {}
    for card, problem in kept:
        key = f"{problem.code} {problem.args if problem.code not in _FOR_ALL else ''}"
        reasons[key] = (problem, (*reasons.get(key, (problem, ()))[1], card))
    for problem, cards in reasons.values():
        table.emit(CardsKept(seat=seat_of(table.state, nation), nation=nation, cards=cards, problem=problem))


def for_second_round(card: WarCard) -> bool:
    """Whether a card says "second round", and can be played before that (11.1)."""
    return any(isinstance(effect, BattleDiceEffect) and effect.round == 2 for effect in card.effects)


def _answer_due(
    table: Table[WarState], nation: str, occasion: ResponseOccasion
) -> tuple[BattleCardWish, ResponseOccasion] | None:
    view = table.views.get(seat_of(table.state, nation), table.state)
    battle = going_on(view)
    if battle is None:
        return None
    for each in wish_of(view, battle, nation).cards or ():
        for then in _occasions(occasion):
            if not held(view, nation, each.card) or any(answer_problems(view, nation, each.card, then, each)):
                continue
            if value(each.condition, SeatFacts(view, seat_of(view, nation), nation, then)):
                return each, then
    return None


def _answers_kept(table: Table[WarState], nation: str, occasion: ResponseOccasion) -> Iterator[tuple[str, Problem]]:
    """Each card that was planned for the time after the dice and is kept, and why."""
    view = table.views.get(seat_of(table.state, nation), table.state)
    battle = going_on(view)
    for each in wish_of(view, battle, nation).cards or () if battle is not None else ():
        timing = view.board.cards[each.card].timing
        if not held(view, nation, each.card):
            continue
        for then in _occasions(occasion):
            if timing is not None and timing.trigger == then.trigger:
                found = next(answer_problems(view, nation, each.card, then, each), None)
                yield each.card, found or Problem("condition-does-not-hold", (), "2.2")


def _occasions(occasion: ResponseOccasion) -> Iterator[ResponseOccasion]:
    for trigger in AFTER_DICE:
        yield ResponseOccasion(
            trigger=trigger,
            nation=occasion.nation,
            place=occasion.place,
            origin=occasion.origin,
            target=occasion.target,
        )


def _played(view: WarState, battle: LandBattle, nation: str) -> int:
    """How many cards the seat of *nation* has played by plan in the battle."""
    return sum(seat_of(view, other) == seat_of(view, nation) for other, _ in battle.played)
