"""Generals leave for their off-map boxes and return (17)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.cards import payment
from pbem_maria.chapters.cards.events import Discarded
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.pieces.troop_events import TroopsDivided
from pbem_maria.chapters.politics import expedition
from pbem_maria.chapters.politics.expedition_orders import ExpeditionOrders, GiveWayOrders
from pbem_maria.chapters.politics.track_events import ExpeditionReturned, ExpeditionSent, GaveWay
from pbem_maria.chapters.shifts.orders import Cities
from pbem_maria.chapters.shifts.steps import stack_up
from pbem_maria.position.cards import find
from pbem_maria.position.questions import POLITICS
from pbem_maria.position.state import State


class SendExpedition(Step[State, ExpeditionOrders], frozen=True):
    """A power puts one general into its off-map box; a removed one gets troops that are bought for it."""

    rule = expedition.RULE
    power: str

    def ask(self, state: State, so_far: SoFar[ExpeditionOrders]) -> tuple[Decision[ExpeditionOrders], ...]:
        if not expedition.is_open(state, self.power):
            return ()
        key = f"{state.turn}.{state.stage or 'politics'}.expedition.{self.power}"
        default = ExpeditionOrders(expedition=expedition.suggested(state, self.power))
        about = {"power": self.power, "box": expedition.box_of(state, self.power)}
        seat = state.seat_of(self.power)
        return (
            Decision(
                key=key,
                turn=state.turn,
                seat=seat,
                takes=ExpeditionOrders,
                due=POLITICS,
                default=default,
                about=about,
                concerns=(seat,),
            ),
        )

    def check(self, view: State, decision: Decision[ExpeditionOrders], order: ExpeditionOrders) -> Iterator[Problem]:
        yield from expedition.check(view, self.power, order)

    def run(self, table: Table[State], answers: Answers[ExpeditionOrders]) -> None:
        table.leave()
        answer = by_seat(answers).get(table.state.seat_of(self.power))
        order = answer or ExpeditionOrders()
        for general in (order.expedition or expedition.suggested(table.state, self.power))[:1]:
            if general in table.state.at:
                start, box = table.state.at[general], expedition.box_of(table.state, self.power)
                table.emit(ExpeditionSent(general=general, box=box, start=start))
            else:
                self._raise(table, general, order.pay)

    def _raise(self, table: Table[State], general: str, pay: tuple[str, ...]) -> None:
        """Send a removed general with newly bought troops."""
        state = table.state
        hand = state.hands[self.power].known
        cards = find(hand, pay)[0] or payment.cheapest(hand, expedition.PRICE) or ()
        table.emit(Discarded(power=self.power, cards=cards, why="expedition"))
        table.emit(ExpeditionSent(general=general, box=expedition.box_of(state, self.power)))
        table.emit(
            TroopsDivided(
                seat=state.seat_of(self.power),
                power=self.power,
                total=state.totals[self.power] + expedition.TROOPS,
                why="recruits",
                troops={general: expedition.TROOPS},
            )
        )


class ReturnExpedition(Step[State, GiveWayOrders], frozen=True):
    """A power's general returns from its off-map box; the pieces where the arrow points make room for it."""

    rule = expedition.RULE
    power: str

    def ask(self, state: State, so_far: SoFar[GiveWayOrders]) -> tuple[Decision[GiveWayOrders], ...]:
        general = expedition.absent(state, self.power)
        if general is None:
            return ()
        city = expedition.arrow(state, state.off_map[general])
        key = f"{state.turn}.{state.stage or 'politics'}.give-way.{self.power}"
        decisions = []
        asked = expedition.choices(state, city)
        for seat, choices in asked.items():
            about = {"general": general, "city": city, "choices": choices}
            default = GiveWayOrders(gives_way={piece: Cities(options[:1]) for piece, options in choices.items()})
            decisions.append(
                Decision(
                    key=key,
                    turn=state.turn,
                    seat=seat,
                    takes=GiveWayOrders,
                    due=POLITICS,
                    default=default,
                    about=about,
                    concerns=(*asked,),
                )
            )
        return tuple(decisions)

    def meant(self, view: State, decision: Decision[GiveWayOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"gives way": tuple(decision.about["choices"])}

    def check(self, view: State, decision: Decision[GiveWayOrders], order: GiveWayOrders) -> Iterator[Problem]:
        yield from expedition.check_room(view, decision.seat, decision.about["city"], order)

    def run(self, table: Table[State], answers: Answers[GiveWayOrders]) -> None:
        table.leave()
        state = table.state
        general = expedition.absent(state, self.power)
        if general is None:
            return
        box = state.off_map[general]
        city = expedition.arrow(state, box)
        said = {d.seat: order.gives_way for d, order in answers.items()}
        for way in expedition.ways(state, city, expedition.wishing(said)):
            table.emit(GaveWay(piece=way.piece, general=general, start=city, city=way.city))
            hussars.drive_off(table, way.piece, (way.city,))
            stack_up(table, way)
        table.emit(ExpeditionReturned(general=general, box=box, city=city))
        hussars.drive_off(table, general, (city,))
