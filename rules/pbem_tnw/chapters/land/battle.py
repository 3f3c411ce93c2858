"""A battle: cards, plans, rounds, aftermath."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.cards.play_rules import answer_problems, battle_card_problems, held
from pbem_tnw.chapters.cards.windows import (
    BATTLE_BEGINS,
    DueRoll,
    ResponseWindow,
    play_answer,
    play_battle_card,
    rolling,
)
from pbem_tnw.chapters.land.battle_events import (
    BattleBegan,
    BattleCardCounted,
    BattleDecided,
    BattleEnded,
    BattleRoundDue,
    BattleRoundOver,
    FateOfGeneral,
    GeneralFell,
    RetreatMade,
    RoutPaid,
)
from pbem_tnw.chapters.land.battle_rules import (
    DICE,
    Bearers,
    LossWish,
    SideResult,
    alliance,
    bear,
    bearers,
    count,
    defence,
    due,
    faces_of,
    inflicted,
    side_units,
    suffered,
    verdict,
)
from pbem_tnw.chapters.land.events import ForcesHalted
from pbem_tnw.chapters.land.interceptors import retreats
from pbem_tnw.chapters.nation.attrition import Attrition, AttritionToll
from pbem_tnw.chapters.nation.pieces import DiceCleared, PiecesMoved, free_flag, old_flags
from pbem_tnw.chapters.politics.track import move_resource
from pbem_tnw.chapters.sea.sailing import change_flags
from pbem_tnw.chapters.turn.events import CardsKept
from pbem_tnw.chapters.turn.facts import SeatFacts, standing_of
from pbem_tnw.edition.board import CAPTURED, KILLED, REGROUP, YARD
from pbem_tnw.edition.card_words import BattleDiceEffect
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.orders.choices import BattleCardWish, BattleWish
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.pieces import PieceNames
from pbem_tnw.orders.standing import BattleLine, WarStanding
from pbem_tnw.position.control import from_active, nations_of, seat_of
from pbem_tnw.position.impulse import BattleRole, BattleVerdict, Contact, DiceRoll, LandBattle, Pieces, other_role
from pbem_tnw.position.state import WarState


def wish_of(state: WarState, battle: LandBattle, nation: str) -> BattleWish:
    """What the seat of *nation* has ordered for the battle, as far as *state* knows.

    What its line in the Impulse leaves open is as the first of its standing lines says that applies.
    """
    seat = seat_of(state, nation)
    wish = _of_line(state, seat)
    orders = state.standing.get(seat, WarStanding())
    for line in (*_applying(state, battle, nation, orders),):
        wish = _filled(wish, line)
    return _filled(wish, BattleWish(losses=orders.losses, generals=orders.generals))


def loss_wishes(state: WarState, battle: LandBattle, role: BattleRole) -> dict[str, LossWish]:
    """What the seats of a side have ordered of losses, by seat."""
    found: dict[str, LossWish] = {}
    for nation in battle.side(role).nations:
        wish = wish_of(state, battle, nation)
        seat = seat_of(state, nation)
        found.setdefault(seat, LossWish(nations=wish.losses or (), generals=wish.generals or PieceNames()))
    return found


def _of_line(state: WarState, seat: str) -> BattleWish:
    orders = state.under_way.get(seat)
    line = None if orders is None else orders.current
    return getattr(line, "battle", None) or BattleWish()


def _applying(state: WarState, battle: LandBattle, nation: str, orders: WarStanding) -> Iterator[BattleWish]:
    role = battle.role_of(nation)
    enemies = () if role is None else battle.side(other_role(role)).nations
    facts = SeatFacts(state, seat_of(state, nation), nation)
    for line in orders.battle or ():
        if not line.where.includes(battle.place) or not any(line.by.includes(one) for one in enemies):
            continue
        if value(line.condition, facts):
            yield line


def _filled(wish: BattleWish, other: BattleWish) -> BattleWish:
    """*wish* with what it leaves open filled in from *other*."""
    open_ = {name: getattr(other, name) for name in BattleWish.__struct_fields__ if getattr(wish, name) is None}
    return replace(wish, **open_)


NAPOLEON = "napoleon"
SAVED = 4
"""The least that a general's die must show to reach the Regroup box (11.8)."""
FATE, RESOURCE = "fate", "resource"
CAPTURE = 2
"""Resources for the capture of Napoleon (17.3)."""


class SettleBattle(Step[WarState, Order], frozen=True):
    """Who dies in a Rout, or because there is no retreat; then the dice for generals and for a Resource."""

    rule = "11.5"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = table.state.going_on.battle
        if battle is None or battle.verdict is None:
            return
        loser = other_role(battle.verdict.winner)
        if battle.verdict.rout:
            _remove(table, battle, battle.side(loser).disrupted, "rout", "11.5")
        goal = retreat_goal(table.state, battle, loser)
        if not goal:
            _remove(table, battle, side_units(table.state, battle, loser), "no-retreat", "11.4")
        dice = (*_fates(table.state, battle), *_resource(battle, battle.verdict))
        table.enter(*(rolling(*dice) if dice else ()), EndBattle(goal=goal))


class EndBattle(Step[WarState, Order], frozen=True):
    """The fate of generals, the Resource of a Rout, a Flag overrun, and the retreat to *goal*."""

    rule = "11.4"
    goal: str = ""

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle, impulse = table.state.going_on.battle, table.state.impulse
        if battle is None or battle.verdict is None or impulse is None:
            return
        for roll in impulse.rolled:
            if roll.purpose == FATE:
                _fall(table, battle, battle.verdict, roll)
            elif roll.purpose == RESOURCE:
                _pay(table, battle, battle.verdict, roll)
        if impulse.rolled:
            table.emit(DiceCleared())
        _flag(table, battle, battle.verdict)
        gone = _retreat(table, battle, other_role(battle.verdict.winner), self.goal)
        _end(table, battle, battle.verdict, gone, self.goal)


def retreat_goal(state: WarState, battle: LandBattle, loser: BattleRole) -> str:
    """Where the loser goes: the attacker back, the defender as its seat has ordered (11.4); empty: nowhere."""
    side, units = battle.side(loser), side_units(state, battle, loser)
    if not units:
        return ""
    if loser == "attacker" and battle.origin:
        return battle.origin
    pieces = Pieces(units=units, generals=side.generals)
    possible = retreats(state, battle.place, pieces, battle.origin, battle.interceptors)
    wished = () if side.split else wish_of(state, battle, side.lead).retreat_to or ()
    return next((place for place in wished if place in possible), possible[0] if possible else "")


def dying(state: WarState, battle: LandBattle, role: BattleRole) -> tuple[str, ...]:
    """The generals of a side whose fate is rolled for: all if it has no unit left, else those killed (11.8)."""
    side, won = battle.side(role), battle.verdict
    if not side_units(state, battle, role):
        return (*side.fallen, *side.generals)
    routed = won is not None and won.rout and won.winner != role
    return (*side.fallen, *(side.disrupted_generals if routed else ()))


def _remove(table: Table[WarState], battle: LandBattle, units: Mapping[str, int], cause: str, rule: str) -> None:
    if units:
        table.emit(PiecesMoved(battle.place, YARD, Pieces(units=dict(units)), cause, rule))


def _fates(state: WarState, battle: LandBattle) -> Iterator[DueRoll]:
    for role in ("attacker", "defender"):
        for general in dying(state, battle, role):
            yield DueRoll(purpose=FATE, nation=state.board.leaders[general].nation, side=role, who=general, dice=1)


def _resource(battle: LandBattle, won: BattleVerdict) -> Iterator[DueRoll]:
    winner, loser = battle.side(won.winner), battle.side(other_role(won.winner))
    if won.rout and loser.printed and not won.desert:
        yield DueRoll(purpose=RESOURCE, nation=winner.lead, dice=1)


def _fall(table: Table[WarState], battle: LandBattle, won: BattleVerdict, roll: DiceRoll) -> None:
    """Let the die for a general count (11.8); Napoleon is captured where others are eliminated (17.3)."""
    general, die = roll.who, roll.total
    fate: FateOfGeneral = "regroup"
    if die < SAVED and general == NAPOLEON:
        fate = "captured"
    elif die < SAVED:
        fate = "out-of-the-game" if table.state.board.leaders[general].card else "eliminated"
    boxes = {"regroup": REGROUP, "eliminated": YARD, "out-of-the-game": KILLED, "captured": CAPTURED}
    captor = battle.side(other_role("attacker" if roll.side == "attacker" else "defender")).lead
    captor = captor if fate == "captured" else ""
    table.emit(GeneralFell(general=general, die=die, fate=fate, to=boxes[fate], captor=captor))
    if captor and not won.desert:
        move_resource(table, captor, CAPTURE, "capture")


def _pay(table: Table[WarState], battle: LandBattle, won: BattleVerdict, roll: DiceRoll) -> None:
    winner, loser = battle.side(won.winner), battle.side(other_role(won.winner))
    table.emit(RoutPaid(nation=winner.lead, die=roll.total, rating=loser.printed))
    if roll.total <= loser.printed:
        move_resource(table, winner.lead, 1, "rout")


def _flag(table: Table[WarState], battle: LandBattle, won: BattleVerdict) -> None:
    """A Flag overrun: only for the Active side, not with a Fortress, not if no one is left (11.7)."""
    if won.winner != "attacker" or not won.flag or won.desert:
        return
    if table.state.board.duchies[battle.place].is_fortress:
        return
    nation = battle.attacker.lead
    given_up = old_flags(table.state, nation)
    change_flags(table, free_flag(table.state, nation, battle.place, "flag-overrun", "11.7", given_up))


def _retreat(table: Table[WarState], battle: LandBattle, loser: BattleRole, goal: str) -> Pieces:
    """Let what is left of the loser go, all together (11.4); from a landing aboard, with Attrition (13.7)."""
    left = _alive(table.state, battle, loser)
    if left and goal:
        table.emit(PiecesMoved(battle.place, goal, left, "retreat", "11.4"))
        table.emit(RetreatMade(place=battle.place, to=goal, nation=battle.side(loser).lead))
        if loser == "attacker" and battle.landed:
            lost_on = int(table.state.options.attrition_loss)
            table.enter(Attrition(toll=AttritionToll(place=goal, pieces=left, lost_on=lost_on)))
    return left


def _end(table: Table[WarState], battle: LandBattle, won: BattleVerdict, retreated: Pieces, goal: str) -> None:
    """The battle is over; the Active side goes on moving only after an Overrun (9.4, 11.6)."""
    active = won.winner == "attacker"
    overrun = active and not goal
    if not overrun:
        pieces = _alive(table.state, battle, "attacker") if active else retreated
        place = battle.place if active else goal or battle.place
        table.emit(ForcesHalted(place=place, pieces=pieces, lost=not active))
    table.emit(BattleEnded(place=battle.place, won=active, overrun=overrun))


def _alive(state: WarState, battle: LandBattle, role: BattleRole) -> Pieces:
    """The pieces of a side that are still where it fought."""
    generals = (one for one in battle.side(role).generals if state.generals.get(one) == battle.place)
    return Pieces(units=side_units(state, battle, role), generals=tuple(generals))


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
            for other, card, problem in _of_absent(table, nation, self.round):
                _tell_kept(table, other, ((card, problem),))


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
    battle = state.going_on.battle
    return () if battle is None else tuple(one for one in from_active(state) if battle.role_of(one))


def card_due(table: Table[WarState], nation: str, number: int) -> BattleCardWish | None:
    """The next battle card that *nation* plays before the dice of a round; judged by what its seat sees."""
    view = table.views.get(seat_of(table.state, nation), table.state)
    battle = view.going_on.battle
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
    battle = view.going_on.battle
    if battle is None:
        return
    wish = wish_of(view, battle, nation)
    bound = _bound(view, battle, nation, wish, number)
    for each in _to_play(view, nation, wish, number):
        why = bound or _why_kept(view, nation, each)
        if why is not None and view.board.cards[each.card].timing is None:
            yield each.card, why


def _of_absent(table: Table[WarState], nation: str, number: int) -> Iterator[tuple[str, str, Problem]]:
    """Planned cards that a nation holds whose seat fights, but not it; they are told with the seat's first *nation*.

    A standing line for battles anywhere does not plan this one.
    """
    seat = seat_of(table.state, nation)
    view = table.views.get(seat, table.state)
    battle, own = view.going_on.battle, nations_of(view, seat)
    there = [one for one in fighting(view) if one in own]
    if battle is None or there[:1] != [nation]:
        return
    plans = (_of_line(view, seat), *_applying(view, battle, nation, standing_of(view, seat)))
    plan = next((one for one in plans if one.cards is not None), BattleWish())
    if isinstance(plan, BattleLine) and not plan.where.names:
        return
    for each in plan.cards or ():
        card = view.board.cards[each.card]
        if card.timing is None and for_second_round(card) == (number > 1):
            for other in own:
                if other not in there and held(view, other, card.id):
                    yield other, card.id, Problem("battle-card-of-absent", (), "11.1", {"nation": other})


def _tell_kept(table: Table[WarState], nation: str, kept: Iterable[tuple[str, Problem]]) -> None:
    """Tell the seat of *nation* alone which planned cards it keeps, those of one reason together."""
    reasons: dict[str, tuple[Problem, tuple[str, ...]]] = {}
    for card, problem in kept:
        key = f"{problem.code} {problem.args if problem.code not in _FOR_ALL else ''}"
        reasons[key] = (problem, (*reasons.get(key, (problem, ()))[1], card))
    battle, seat = table.state.going_on.battle, seat_of(table.state, nation)
    for problem, cards in reasons.values():
        kept_here = CardsKept(seat=seat, nation=nation, cards=cards, problem=problem)
        table.emit(replace(kept_here, place=battle.place, after=battle.round) if battle else kept_here)


def for_second_round(card: WarCard) -> bool:
    """Whether a card says "second round", and can be played before that (11.1)."""
    return any(isinstance(effect, BattleDiceEffect) and effect.round == 2 for effect in card.effects)


def _answer_due(
    table: Table[WarState], nation: str, occasion: ResponseOccasion
) -> tuple[BattleCardWish, ResponseOccasion] | None:
    view = table.views.get(seat_of(table.state, nation), table.state)
    battle = view.going_on.battle
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
    battle = view.going_on.battle
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


ROLES: tuple[BattleRole, BattleRole] = ("attacker", "defender")


class Battle(Step[WarState, Order], frozen=True):
    """The Active *nation* fights all enemies in a duchy (11.1); nothing if a side has no units there.

    *origin* is the duchy that it came from, or the zone it *landed* from; *defended*: enemy units stood there before
    anyone came in from the *interceptors*' duchies. *batteries* are hits on a landing force, of which *disrupted*
    disrupted a unit each (13.7).
    """

    rule = "11.1"
    nation: str
    place: str
    origin: str = ""
    landed: bool = False
    defended: bool = True
    interceptors: tuple[str, ...] = ()
    evasion_failed: bool = False
    batteries: int = 0
    disrupted: int = 0

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = battle_due(table.state, self)
        if battle is not None:
            units = {role: side_units(table.state, battle, role) for role in ROLES}
            table.emit(BattleBegan(battle=battle, attacking=units["attacker"], defending=units["defender"]))
            table.enter(*cards_before(table.state, battle, 1), BattleRound(number=1))


class BattleRound(Step[WarState, Order], frozen=True):
    """The dice of both sides, all at once (11.3)."""

    rule = "11.3"
    number: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(BattleRoundDue(number=self.number))
        state, battle = table.state, table.state.going_on.battle
        if battle is None:
            return
        rolls = (
            DueRoll(
                purpose=DICE, nation=battle.side(role).lead, side=role, who=battle.side(role).commander,
                dice=count(state, battle, role).total,
            )
            for role in ROLES
        )  # fmt: skip
        rolled = occasion(state, battle, "battle_rolled")
        roll, answer, *later = rolling(*rolls, windows=(rolled,))
        table.enter(roll, answer, PlannedAnswers(occasion=rolled), *later, ReckonRound())


class ReckonRound(Step[WarState, Order], frozen=True):
    """What the dice on the table did, and who has won (11.3, 11.4)."""

    rule = "11.3"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = table.state.going_on.battle
        if battle is None:
            return
        results = round_results(table.state, battle)
        table.emit(
            BattleRoundOver(
                place=battle.place, number=battle.round, attacker=results["attacker"], defender=results["defender"],
                attacking=battle.attacker.lead, attackers=battle.attacker.commander,
                defending=battle.defender.lead, defenders=battle.defender.commander,
            )
        )  # fmt: skip
        for role in ROLES:
            if killed := results[role].killed:
                table.emit(PiecesMoved(battle.place, YARD, Pieces(units=killed), "battle", "11.3"))
        table.emit(DiceCleared())
        decide(table, battle, results)


def decide(table: Table[WarState], battle: LandBattle, results: Mapping[BattleRole, SideResult]) -> None:
    """Settle the battle after the round with these results, or go on to a second round."""
    eased = {role: modifier(table.state, "rout_margin", battle.side(role).lead) for role in ROLES}
    won = verdict(battle, results["attacker"], results["defender"], eased)
    if won is None:
        number = battle.round + 1
        table.enter(*cards_before(table.state, battle, number), BattleRound(number=number))
        return
    winner, loser = battle.side(won.winner), battle.side(other_role(won.winner))
    table.emit(BattleDecided(place=battle.place, verdict=won, winner=winner.lead, loser=loser.lead))
    table.enter(SettleBattle())


def battle_due(state: WarState, box: Battle) -> LandBattle | None:
    """The battle that *box* begins; None if one of the sides has no units (9.6)."""
    own, enemy = alliance(state, box.nation, box.place), defence(state, box.nation, box.place)
    if not enemy.pieces.strength or not own.pieces.strength:
        return None
    contact = Contact(
        place=box.place, origin=box.origin, landed=box.landed, defended=box.defended, interceptors=box.interceptors,
        evasion_failed=box.evasion_failed,
    )  # fmt: skip
    battle = replace(due(state, own, enemy, contact), batteries=box.batteries)
    return _shaken_by_batteries(state, battle, box.disrupted)


def occasion(state: WarState, battle: LandBattle, trigger: str, card: str = "") -> ResponseOccasion:
    """What gives an occasion to respond in a battle: the attacker acts, against the defender."""
    return ResponseOccasion(
        trigger=trigger, nation=state.active or battle.attacker.lead, place=battle.place, origin=battle.origin,
        card=card, target=battle.defender.lead,
    )  # fmt: skip


def round_results(state: WarState, battle: LandBattle) -> dict[BattleRole, SideResult]:
    """What the dice on the table do to both sides."""
    faces = {role: faces_of(state, role) for role in ROLES}
    hits = {role: inflicted(battle, role, faces[role]) for role in ROLES}
    found: dict[BattleRole, SideResult] = {}
    for role in ROLES:
        side, units = battle.side(role), side_units(state, battle, role)
        rallies = [
            each for each in battle.modifiers
            if each.what == "rally" and each.side == role and each.round in (0, battle.round)
        ]  # fmt: skip
        result = suffered(side, units, *hits[other_role(role)], _bearers(state, battle, role, units), rallies)
        early = battle.batteries if role == "defender" and battle.round == 1 else 0
        found[role] = _with_own_dice(result, faces[role], hits[role], early)
    return found


def _with_own_dice(result: SideResult, faces: tuple[int, ...], hits: tuple[int, int], batteries: int) -> SideResult:
    sixes, fives = hits
    return replace(result, faces=faces, sixes=sixes, casualties=sixes + fives + batteries)


def _bearers(state: WarState, battle: LandBattle, role: BattleRole, units: Mapping[str, int]) -> Bearers:
    return bearers(state, units, loss_wishes(state, battle, role))


def _shaken_by_batteries(state: WarState, battle: LandBattle, number: int) -> LandBattle:
    """The battle with so many units of a landing force disrupted (13.7)."""
    units = side_units(state, battle, "attacker")
    (disrupted,) = bear(_bearers(state, battle, "attacker", units), number, units)
    return replace(battle, attacker=replace(battle.attacker, disrupted=disrupted))
