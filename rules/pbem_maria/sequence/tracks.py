"""Markers, expeditions, Saxony's marker, peace of Silesia (17, 19)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_maria.chapters import conquest, expedition, hussars, victory
from pbem_maria.chapters.cards import Discarded, cheapest
from pbem_maria.chapters.conquest import TURNS, MarkersReturned, sites
from pbem_maria.chapters.hussars import drive_off
from pbem_maria.chapters.pieces import Placed, TroopsDivided
from pbem_maria.chapters.politics import ExpeditionReturned, ExpeditionSent, GaveWay, TrackMoved
from pbem_maria.chapters.shifts import NeutralityEnded, PeaceOffered, PeaceRefused, SaxonPointsSpent, SilesiaAnnexed
from pbem_maria.edition.cards import VictoryIcon
from pbem_maria.orders.statecraft import (
    ASK,
    NONE,
    Cities,
    ExpeditionOrders,
    GiveWayOrders,
    PeaceOffer,
    PeaceOrders,
    SaxonyOrders,
    SaxonyWish,
)
from pbem_maria.position import powers
from pbem_maria.position import state as position_state
from pbem_maria.position.cards import find
from pbem_maria.position.powers import FRANCE, PRUSSIA, TRACK, home_of, s_box
from pbem_maria.position.state import AUSTRIA, PRUSSIAN_ALLY, State
from pbem_maria.position.theatre import POLITICS
from pbem_maria.sequence import withdrawals
from pbem_maria.sequence.withdrawals import Withdraw, stack_up


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
        cards = find(hand, pay)[0] or cheapest(hand, expedition.PRICE) or ()
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


def shift(table: Table[State], steps: Mapping[str, int]) -> None:
    """Move the markers of tracks by so many boxes, to the left below zero, and carry out what that means.

    What must be asked first is entered on the flow; so the step that calls this has left it.
    """
    move(table, {track: landing(table.state, track, by) for track, by in steps.items()})


def move(table: Table[State], boxes: Mapping[str, int]) -> None:
    """Move the markers of tracks to *boxes*, and carry out what that means, as `shift` does."""
    away = position_state.expeditions(table.state)
    for track, end in boxes.items():
        start = table.state.tracks[track]
        if end != start:
            table.emit(TrackMoved(track=track, start=start, end=end))
            _settle_victory(table, track, start, end)
    table.enter(*_expeditions(table.state, away))
    _settle_saxony(table)


def landing(state: State, track: str, by: int) -> int:
    """The box in which the marker of *track* stops if it moves by so many boxes; it never leaves its track."""
    numbers = position_state.boxes(state.theatre.edition, track)
    first = powers.leftmost(state) if track == powers.TRACK else min(numbers)
    return max(first, min(max(numbers), state.tracks[track] + by))


def _settle_victory(table: Table[State], track: str, start: int, end: int) -> None:
    """A box with a victory marker puts it into the box of Italy, where it stays until its track is back on the star."""
    state = table.state
    boxes = position_state.boxes(state.theatre.edition, track).values()
    if not any(isinstance(icon, VictoryIcon) for box in boxes for icon in box.icons):
        return
    star = position_state.star(state.theatre.edition, track)
    if end == star or (state.options.italy_star == "crossed" and min(start, end) <= star <= max(start, end)):
        victory.put(table, victory.ITALY, None)
    power = position_state.victory(table.state, track)
    if power is not None:
        victory.put(table, victory.ITALY, power)


def _expeditions(state: State, away: frozenset[str]) -> tuple[Step, ...]:
    """What is to be done where the effect of an expeditionary corps ends or begins; the returns come first."""
    now = position_state.expeditions(state)
    powers = state.theatre.majors
    returns = tuple(ReturnExpedition(power=power) for power in powers if power in away - now)
    return (*returns, *(SendExpedition(power=power) for power in powers if power in now - away))


def _settle_saxony(table: Table[State]) -> None:
    """Saxony changes its standing when its marker has come to another zone (19.3)."""
    state = table.state
    zone = powers.zones(state)[state.tracks[powers.TRACK]]
    if zone != state.saxony:
        withdrawals.turn(table, zone)


class MoveMarkers(Step[State, Order], frozen=True):
    """Markers move by so many boxes to the right, or to the left below zero: the sum of all that was chosen."""

    rule = "17"
    steps: Mapping[str, int]

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        shift(table, self.steps)


class ReduceObjectives(Step[State, Order], frozen=True):
    """France takes its markers in core Austria off the map if its sheet says so and no general of its own is there."""

    rule = "19.2"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        sheet = table.state.orders.get(table.state.seat_of(FRANCE))
        if sheet and sheet.reduce and conquest.may_reduce(table.state):
            conquest.reduce(table)


class MoveSaxony(Step[State, SaxonyOrders], frozen=True):
    """Austria moves Saxony's marker to the right, one box at most for every point; only where it stops counts."""

    rule = "19.3"

    def ask(self, state: State, so_far: SoFar[SaxonyOrders]) -> tuple[Decision[SaxonyOrders], ...]:
        most = powers.most(state)
        if not most:
            return ()
        seat = state.seat_of(AUSTRIA)
        key = f"{state.turn}.{state.stage}.saxony.{len(state.due)}"
        about = {"points": state.owed, "most": most, "zones": powers.zones_ahead(state)}
        default = SaxonyOrders(saxony=SaxonyWish(NONE))
        return (
            Decision(
                key=key,
                turn=state.turn,
                seat=seat,
                takes=SaxonyOrders,
                due=POLITICS,
                default=default,
                about=about,
                concerns=(seat,),
            ),
        )

    def check(self, view: State, decision: Decision[SaxonyOrders], order: SaxonyOrders) -> Iterator[Problem]:
        wish, most = order.saxony, powers.most(view)
        if wish.boxes is not None and wish.boxes > most:
            args = {"boxes": wish.boxes, "most": most, "points": view.owed}
            yield Problem("saxony-too-far", ("saxony",), "19.3", args)
        if wish.to == ASK:
            yield Problem("nothing-left-to-ask", ("saxony",), "19.3", {"most": most})

    def run(self, table: Table[State], answers: Answers[SaxonyOrders]) -> None:
        table.leave()
        answer = by_seat(answers).get(table.state.seat_of(AUSTRIA))
        boxes = powers.wished(table.state, answer.saxony) if answer else 0
        table.emit(SaxonPointsSpent(points=table.state.owed, boxes=boxes))
        if boxes:
            shift(table, {powers.TRACK: boxes})


def annex(table: Table[State]) -> None:
    """Make peace: the first four of the seven steps of 19.1; `settle` is the fifth."""
    state = table.state
    table.emit(SilesiaAnnexed(until=state.turn + TURNS))
    austrian = tuple(c for c, power in state.markers.items() if power == AUSTRIA and home_of(table.state, c) == PRUSSIA)
    if austrian:
        table.emit(MarkersReturned(cities=austrian))
    prussian = tuple(c for c, power in state.markers.items() if power == PRUSSIA and home_of(state, c) == AUSTRIA)
    conquest.give_up(table, PRUSSIA, prussian)
    table.enter(Withdraw())
    if state.saxony == PRUSSIAN_ALLY:
        shift(table, {TRACK: s_box(state) - state.tracks[TRACK]})


def settle(table: Table[State], wishes: tuple[str, ...]) -> None:
    """Put Prussia's marker into the Silesia box, and its trains that wait there on Prussian major fortresses.

    Each goes to the first of *wishes* that is empty, otherwise to the first empty one in Silesia, otherwise at home.
    """
    victory.put(table, victory.SILESIA, PRUSSIA)
    for train in table.state.theatre.powers[PRUSSIA].trains:
        state = table.state
        free = [city for city in (*wishes, *sites(state)) if city in sites(state) and not state.pieces_at(city)]
        if train.box and train.id not in state.at and free:
            table.emit(Placed(piece=train.id, city=free[0], returning=True))
            drive_off(table, train.id, (free[0],))


def end_neutrality(table: Table[State], stage: str) -> None:
    """Let Prussia's neutrality end when its action *stage* begins two turns after the peace."""
    state = table.state
    if stage == PRUSSIA and PRUSSIA in state.neutral and state.turn >= state.neutral_until:
        table.emit(NeutralityEnded(power=PRUSSIA))


class OfferPeace(Step[State, Order], frozen=True):
    """Prussia offers peace if its sheet says so and it controls all Silesian fortresses."""

    rule = "19.1"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        if offer(table.state) is not None and conquest.may_offer_peace(table.state):
            table.emit(PeaceOffered())
            table.enter(AnswerPeace(stage=self.stage))


def offer(state: State) -> PeaceOffer | None:
    """What the sheet of Prussia's seat for this stage offers."""
    sheet = state.orders.get(state.seat_of(PRUSSIA))
    return sheet.peace if sheet else None


class AnswerPeace(Step[State, PeaceOrders], frozen=True):
    """Austria accepts or refuses."""

    rule = "19.1"
    stage: str

    def ask(self, state: State, so_far: SoFar[PeaceOrders]) -> tuple[Decision[PeaceOrders], ...]:
        key, default = f"{state.turn}.{self.stage}.peace", PeaceOrders(peace="refuse")
        return (
            Decision(
                key=key, turn=state.turn, seat=state.seat_of(AUSTRIA), takes=PeaceOrders, due=POLITICS, default=default
            ),
        )

    def run(self, table: Table[State], answers: Answers[PeaceOrders]) -> None:
        table.leave()
        answer = by_seat(answers).get(table.state.seat_of(AUSTRIA))
        if answer is not None and answer.peace == "accept":
            table.enter(SettleSilesia())
            annex(table)
        else:
            table.emit(PeaceRefused())


class SettleSilesia(Step[State, Order], frozen=True):
    """Prussia's marker goes into the box of Silesia, and its second supply train on the map."""

    rule = "19.1"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        offered = offer(table.state)
        settle(table, offered.train if offered else ())
