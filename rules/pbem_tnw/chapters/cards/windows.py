"""Response windows, answers in them, rolls and what follows.

A window is silent: the standing orders of all seats are looked through, and no one is asked. Only a hold asks, and then
it asks everyone who could react.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order, Problem, under
from pbem.engine.position import Box, Condition
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import Playing, ResponseOccasion, chosen_nation, named_among, playing_of
from pbem_tnw.chapters.cards.events import (
    CardOnTable,
    EffectIdle,
    HoldAnswered,
    HoldQuestioned,
    HoldUsed,
    NationChosen,
    OptionTaken,
    put_away,
)
from pbem_tnw.chapters.cards.play_rules import (
    answer_problems,
    arises,
    at_effect,
    battle_card_problems,
    carry_out,
    event_problems,
    held,
    hindrances,
    in_option,
    option_taken,
)
from pbem_tnw.chapters.nation.pieces import CardLaid, DicePutAside, DiceRolled
from pbem_tnw.chapters.turn.events import CardsKept
from pbem_tnw.chapters.turn.facts import PointsGained, SeatFacts
from pbem_tnw.edition.card_words import DrawEffect, OneOfEffect
from pbem_tnw.orders.choices import BattleCardWish, EventChoices, HoldAnswer, NextCard
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.standing import HoldTrigger, HoldWish, RespondLine
from pbem_tnw.position.cards import LaidCard, PlayedAs
from pbem_tnw.position.control import from_active, nations_of, seat_of
from pbem_tnw.position.impulse import DiceRoll, PointPool
from pbem_tnw.position.state import HOLDS, WarState, roll_name

HOLDING: dict[HoldTrigger, tuple[str, ...]] = {
    "battle": ("battle",), "step": ("step",), "event": ("event",), "sea": ("sea_battle",), "siege": ("siege",),
}  # fmt: skip
"""The occasions at which a hold stops the game."""
BATTLE_BEGINS = "battle"
"""The occasion before the first card of a battle: there is no response to it, but a hold may stop the game there."""
REACTING = ("response", "battle")
"""The kinds of Reserves that may be played when it is not one's Impulse."""


def answer_of(view: WarState, seat: str, nation: str, occasion: ResponseOccasion) -> RespondLine | None:
    """The first line of a seat's standing orders by which *nation* answers an occasion; None if none applies."""
    standing = view.standing.get(seat)
    for line in (standing.respond or ()) if standing is not None else ():
        if _applies(view, seat, nation, line, occasion):
            return line
    return None


def _applies(view: WarState, seat: str, nation: str, line: RespondLine, occasion: ResponseOccasion) -> bool:
    if line.card not in view.board.cards or not held(view, nation, line.card):
        return False
    if line.holder not in (None, nation) or line.trigger not in (None, occasion.trigger):
        return False
    if not line.by.includes(occasion.nation) or not line.where.includes(occasion.place):
        return False
    used = sum((each.turn, each.nation, each.card) == (view.turn, nation, line.card) for each in view.answers)
    if line.first is not None and used >= line.first:
        return False
    hand = view.holdings(nation).known
    if len(hand) - (line.card in hand) < line.keep:
        return False
    if any(answer_problems(view, nation, line.card, occasion, line)):
        return False
    return value(line.condition, SeatFacts(view, seat, nation, occasion))


def holders(state: WarState, occasion: ResponseOccasion) -> tuple[str, ...]:
    """The seats whose holds stop the game at an occasion (2.4)."""
    found = []
    for seat in dict.fromkeys(seat_of(state, nation) for nation in state.board.sequence):
        standing = state.standing.get(seat)
        wishes = (standing.hold or ()) if standing is not None else ()
        if state.holds.get(seat, 0) < int(state.options.holds) and any(_stops(wish, occasion) for wish in wishes):
            found.append(seat)
    return tuple(found)


def _stops(wish: HoldWish, occasion: ResponseOccasion) -> bool:
    return (
        occasion.trigger in HOLDING[wish.on]
        and wish.by.includes(occasion.nation)
        and wish.where.includes(occasion.place)
    )  # fmt: skip


def asked_at_hold(state: WarState) -> tuple[str, ...]:
    """The seats that are asked at a hold: all that could react by what everyone sees, but not the Active one (2.4)."""
    seats = dict.fromkeys(seat_of(state, nation) for nation in state.board.sequence)
    active = seat_of(state, state.active)
    return tuple(seat for seat in seats if seat not in ("", active) and _may_react(state, seat))


def _may_react(state: WarState, seat: str) -> bool:
    """Whether a nation of *seat* has a card in its hand, or an unused Reserve that is a response or battle card."""
    return any(len(state.holdings(nation)) or any(_reserves(state, nation)) for nation in nations_of(state, seat))


def _reserves(state: WarState, nation: str) -> Iterator[str]:
    cards = state.board.cards
    return (
        card
        for card in state.board.reserves.get(nation, ())
        if card not in state.used and cards[card].kind in REACTING
    )  # fmt: skip


def choices_in(said: EventChoices) -> EventChoices:
    """The choices of a line without what else the line says."""
    return EventChoices(**{name: getattr(said, name) for name in EventChoices.__struct_fields__})


__all__ = ["ResponseOccasion", "ResponseWindow"]

HOLD = "hold"
"""The label of the question at a hold."""


def play_event(table: Table[WarState], nation: str, card: str, choices: EventChoices | None = None) -> None:
    """Let *nation* play a card or Reserve as an event: it is laid, may be answered, and then carried out (6.1)."""
    _lay(table, nation, card, "event", choices, None)


def play_battle_card(table: Table[WarState], nation: str, card: str, choices: EventChoices | None = None) -> None:
    """Let *nation* play a battle card before the dice of the battle that is going on (6.15, 11.1)."""
    _lay(table, nation, card, "battle", choices, None)


def play_answer(
    table: Table[WarState], nation: str, card: str, occasion: ResponseOccasion, choices: EventChoices | None = None
) -> None:
    """Let *nation* answer an occasion with a response, or with a battle card that waits for one (6.14)."""
    _lay(table, nation, card, "response", choices, occasion)


def play_for_points(table: Table[WarState], nation: str, card: str) -> None:
    """Let *nation* play a card or Reserve for its Command Points (6.3)."""
    printed = table.state.board.cards[card]
    to: Literal["reserve", "pile"] = "reserve" if printed.is_reserve else "pile"
    table.emit(CardLaid(nation=nation, card=card, how="cp", to=to, points=printed.cp))
    table.emit(PointsGained(pool=PointPool(nation=nation, points=printed.cp, source=card)))


def turn_up_event(table: Table[WarState], nation: str, card: str) -> None:
    """Let the event of a neutral Proxy's card happen (17.5)."""
    _lay(table, nation, card, "turned-up", None, None)


def _lay(
    table: Table[WarState], nation: str, card: str, how: PlayedAs, choices: EventChoices | None,
    answered: ResponseOccasion | None,
) -> None:  # fmt: skip
    """Lay a card on the table, open the windows on it, and let its effects follow."""
    state = table.state
    printed = state.board.cards[card]
    to: Literal["reserve", "table"] = "reserve" if printed.is_reserve else "table"
    table.emit(CardLaid(nation=nation, card=card, how=how, to=to))
    laid = LaidCard(card=card, nation=nation, how=how, choices=choices and choices_in(choices))
    table.emit(CardOnTable(laid=laid, seat=seat_of(state, nation)))
    battle = state.going_on.battle
    place = battle.place if battle is not None else ""
    trigger = "battle_card" if battle is not None and printed.kind == "battle" else "event"
    shown = ResponseOccasion(trigger=trigger, nation=nation, card=card, place=place)
    table.enter(ResponseWindow(occasion=shown), CarryOutCard(occasion=answered))


class ResponseWindow(Step[WarState, Order], frozen=True):
    """Play the responses that standing orders have for an occasion, until none applies; then a hold on it may ask.

    The nations are looked through along the Track from the Active one on, each once in a round; *after* is the one that
    answered last, and *answered* says that one has in this round (6.14).
    """

    rule = "6.14"
    occasion: ResponseOccasion
    after: str = ""
    answered: bool = False
    held: bool = False
    """Whether a hold has asked already."""

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state = table.state
        order = from_active(state)
        if self.occasion.trigger != BATTLE_BEGINS and not arises(state.board, self.occasion):
            return
        for nation in order[order.index(self.after) + 1 if self.after else 0 :]:
            seat = seat_of(state, nation)
            line = answer_of(table.views[seat], seat, nation, self.occasion) if seat in table.views else None
            if line is None:
                continue
            going_on = replace(self, after=nation, answered=True)
            if state.options.responses == "fifo":
                table.enter(going_on)
            play_answer(table, nation, line.card, self.occasion, line)
            if state.options.responses == "lifo":
                table.enter(going_on)
            return
        if self.answered:
            table.enter(replace(self, after="", answered=False))
        elif not self.held:
            _hold(table, self.occasion)


def _hold(table: Table[WarState], occasion: ResponseOccasion) -> None:
    """Ask everyone who could react, if a seat holds on the occasion; who held is never shown (2.4)."""
    seats = holders(table.state, occasion)
    if seats and asked_at_hold(table.state):
        for seat in seats:
            table.emit(HoldUsed(seat=seat))
        table.emit(HoldQuestioned())
        table.enter(HoldQuestion(occasion=occasion))


class InImpulse(Condition[WarState], frozen=True):
    """While the Impulse with that number is going on."""

    number: int

    def holds(self, view: WarState) -> bool:
        return view.impulse is not None and view.impulse.number == self.number


class HoldQuestion(Step[WarState, HoldAnswer], frozen=True):
    """A hold: all seats that could react by what everyone sees are asked the same question at once (2.4)."""

    rule = "2.4"
    occasion: ResponseOccasion

    def ask(self, state: WarState, so_far: SoFar[HoldAnswer]) -> tuple[Decision[HoldAnswer], ...]:
        seats = asked_at_hold(state)
        occasion = self.occasion
        about = {"trigger": occasion.trigger, "nation": occasion.nation, "place": occasion.place, "card": occasion.card}
        return tuple(
            Decision(
                key=f"{state.turn}.{state.round}.hold-{state.held_up}",
                seat=seat,
                takes=HoldAnswer,
                turn=state.turn,
                due=HOLDS,
                label=HOLD,
                default=HoldAnswer(),
                silence=HoldAnswer(),
                about=about,
                concerns=seats,
            )
            for seat in seats
        )

    def check(self, view: WarState, decision: Decision[HoldAnswer], order: HoldAnswer) -> Iterator[Problem]:
        for number, wish in enumerate(order.play.cards):
            nations = [one for one in nations_of(view, decision.seat) if held(view, one, wish.card)]
            if not nations:
                yield Problem("answer-not-held", ("play", number, "card"), "2.4", {"card": wish.card})
                continue
            for problem in _wish_problems(view, nations[0], wish, self.occasion):
                yield under(problem, "play", number)

    def run(self, table: Table[WarState], answers: Answers[HoldAnswer]) -> None:
        table.leave()
        said = by_seat(answers)
        _keep_silent(table, said)
        for seat, answer in said.items():
            if answer.play.cards:
                table.emit(HoldAnswered(seat=seat, play=answer.play.cards))
        table.enter(PlayHeldCards(occasion=self.occasion), ResponseWindow(occasion=self.occasion, held=True))


class PlayHeldCards(Step[WarState, Order], frozen=True):
    """Play the cards with which seats answered a hold, in the order of the Sequence Track (6.14)."""

    rule = "2.4"
    occasion: ResponseOccasion

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        """What cannot be played any more leaves no trace that another seat could see."""
        table.leave()
        for nation in from_active(table.state):
            seat = seat_of(table.state, nation)
            while wishes := table.state.hold_answers.get(seat, ()):
                first, *others = wishes
                table.emit(HoldAnswered(seat=seat, play=tuple(others)))
                holder = _who_plays(table.views[seat], seat, first, self.occasion)
                if holder:
                    table.enter(PlayHeldCards(occasion=self.occasion))
                    _play_held(table, holder, first, self.occasion)
                    return
                _tell_not_played(table, seat, first, self.occasion)


def _tell_not_played(table: Table[WarState], seat: str, wish: BattleCardWish, occasion: ResponseOccasion) -> None:
    """Tell a seat alone why it does not play a card of its answer to a hold."""
    view = table.views[seat]
    nations = nations_of(view, seat)
    nation = next((one for one in nations if held(view, one, wish.card)), "")
    if nation:
        problem = next(_wish_problems(view, nation, wish, occasion), Problem("condition-does-not-hold", (), "2.2"))
        table.emit(CardsKept(seat=seat, nation=nation, cards=(wish.card,), problem=problem))
    else:
        problem = Problem("answer-not-held", ("card",), "2.4", {"card": wish.card})
        table.emit(CardsKept(seat=seat, nation=nations[0], cards=(wish.card,), problem=problem))


def _who_plays(view: WarState, seat: str, wish: BattleCardWish, occasion: ResponseOccasion) -> str:
    """The nation of *seat* that plays a card of its answer to a hold; empty if that is not possible any more."""
    for nation in nations_of(view, seat):
        possible = held(view, nation, wish.card) and not any(_wish_problems(view, nation, wish, occasion))
        if possible and value(wish.condition, SeatFacts(view, seat, nation, occasion)):
            return nation
    return ""


def _play_held(table: Table[WarState], nation: str, wish: BattleCardWish, occasion: ResponseOccasion) -> None:
    if occasion.trigger == BATTLE_BEGINS:
        play_battle_card(table, nation, wish.card, wish)
    else:
        play_answer(table, nation, wish.card, occasion, wish)


def _wish_problems(view: WarState, nation: str, wish: BattleCardWish, occasion: ResponseOccasion) -> Iterator[Problem]:
    if occasion.trigger == BATTLE_BEGINS:
        return battle_card_problems(view, nation, wish.card, wish)
    return answer_problems(view, nation, wish.card, occasion, wish)


def _keep_silent(table: Table[WarState], said: Mapping[str, HoldAnswer]) -> None:
    """Let seats that want no more questions in this Impulse answer them by a plan; plans of other Impulses go."""
    impulse = table.state.impulse
    for plan in table.state.kept:
        if plan.on == HOLD and isinstance(plan.when, InImpulse) and not plan.when.holds(table.state):
            table.drop(plan.seat, plan.number)
    for seat, answer in said.items():
        if answer.no_more and impulse is not None:
            table.keep(seat, HOLD, HoldAnswer(), when=InImpulse(number=impulse.number), stays=True)


class CarryOutCard(Step[WarState, Order], frozen=True):
    """Carry out the effects of the card on top of those on the table, one after the other (6.1).

    *at* is the effect that is due, of an *option* if there is one, which belongs to effect *within*. *occasion* is what
    a response answers.
    """

    rule = "6.1"
    occasion: ResponseOccasion | None = None
    at: int = 0
    option: int = 0
    within: int = 0

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        laid = table.state.laid[-1]
        if not laid.cancelled and not self.at and not self.option:
            _choose_nation(table, laid, self.occasion)
        playing = at_effect(_playing(table.state, self), self.at)
        if laid.cancelled or self.at == len(playing.effects):
            if not self.option or laid.cancelled:
                put_away(table)
            return
        table.enter(replace(self, at=self.at + 1))
        effect = playing.effects[self.at]
        if isinstance(effect, OneOfEffect):
            number = option_taken(table.state, playing, effect)
            if number:
                table.emit(OptionTaken(card=laid.card, option=number))
                table.enter(CarryOutCard(occasion=self.occasion, option=number, within=self.at))
                return
        elif not any(hindrances(effect, table.state, playing)):
            if isinstance(effect, DrawEffect) and effect.play_one:
                table.enter(PlayFurther(nation=laid.nation))
            carry_out(effect, table, playing)
            return
        table.emit(EffectIdle(card=laid.card, number=self.at + 1))


class PlayFurther(Step[WarState, Order], frozen=True):
    """A card that was drawn lets *nation* play one card more in this Impulse (5.11)."""

    rule = "5.11"
    nation: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        view = table.views.get(seat_of(table.state, self.nation), table.state)
        hand = view.holdings(self.nation).known
        choices = table.state.laid[-1].choices
        drawn = NextCard(card=hand[-1]) if hand else NextCard()
        for wish in (*(choices.then if choices is not None else ()), drawn):
            card = wish.card or drawn.card
            if card is None or not held(view, self.nation, card):
                continue
            printed = view.board.cards[card]
            if wish.use == "cp" and not printed.has("must_be_event"):
                play_for_points(table, self.nation, card)
                return
            if not any(event_problems(view, self.nation, card, wish)):
                play_event(table, self.nation, card, wish)
                return


def _playing(state: WarState, box: CarryOutCard) -> Playing:
    """The card on top as the box carries it out: all its effects, or those of an option."""
    playing = playing_of(state, state.laid[-1], box.occasion)
    if not box.option:
        return playing
    effect = playing.effects[box.within]
    return in_option(playing, effect, box.option) if isinstance(effect, OneOfEffect) else playing


def _choose_nation(table: Table[WarState], laid: LaidCard, occasion: ResponseOccasion | None) -> None:
    """Settle the nation that the card works on, where it leaves a choice."""
    playing = playing_of(table.state, laid, occasion)
    if named_among(playing) and (nation := chosen_nation(table.state, playing)):
        table.emit(NationChosen(card=laid.card, nation=nation))


class DueRoll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that is due: so many *dice* of *nation*; the rest as in `DiceRoll`."""

    purpose: str
    nation: str
    dice: int
    side: str = ""
    who: str = ""
    modifier: int = 0
    need: int = 0

    def made(self, faces: tuple[int, ...]) -> DiceRoll:
        """The roll with its faces, the highest first where dice are not added up."""
        shown = faces if self.need else tuple(sorted(faces, reverse=True))
        return DiceRoll(
            purpose=self.purpose, nation=self.nation, faces=shown, side=self.side, who=self.who,
            modifier=self.modifier, need=self.need,
        )  # fmt: skip


class RollDice(Step[WarState, Order], frozen=True):
    """Roll all dice that are due at once (11.3); what lies on the table is reckoned when these have been."""

    rule = "6.14"
    rolls: tuple[DueRoll, ...]

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if table.state.going_on.rolled:
            table.emit(DicePutAside())
        for due in self.rolls:
            name = roll_name(table.state, " ".join(filter(None, (due.purpose, due.side, due.who))))
            table.emit(DiceRolled(roll=due.made(table.roll(name, due.dice))))


def rolling(*rolls: DueRoll, windows: tuple[ResponseOccasion, ...] = ()) -> tuple[Box, ...]:
    """The boxes that roll dice, open the *windows* for those who may change just such a roll, and then that of `roll`.

    Whoever reckons the result follows them on the flow, finds it in `state.going_on.rolled` in the order of *rolls*,
    and clears the table (`DiceCleared`).
    """
    after = (*windows, ResponseOccasion(trigger="roll", nation=rolls[0].nation))
    return (RollDice(rolls=rolls), *(ResponseWindow(occasion=each) for each in after))
