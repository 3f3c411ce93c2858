"""What the event of a card is worth to a nation, and the choices that it leaves (6.1)."""

from collections.abc import Iterator
from functools import singledispatchmethod
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from pbem_tnw.bot.marches import Marches
from pbem_tnw.bot.purchases import Purchases, worth_of_box
from pbem_tnw.bot.survey import POINT, UNIT, ForceSeen, Prospects, WarSurvey
from pbem_tnw.chapters.cards.play_rules import event_possible
from pbem_tnw.chapters.politics.track import moves_by_event
from pbem_tnw.chapters.turn.card_play import playable
from pbem_tnw.edition import card_words as word
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.orders.choices import CardUse, ConsulChoice, EventChoices, PlusUse
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import ImpulseLine, RestItem, RestLine
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.position.control import ALLY, owner, patron, seat_of
from pbem_tnw.position.state import Consul, WarState

CARD = 0.4
"""What a card is worth, in victory points."""
RESOURCE = 1.0
_SQUADRON = 0.3


class JudgedEvent(msgspec.Struct, frozen=True):
    """What an event is worth in victory points, with these choices, and the CPs for marches and builds it gives."""

    score: float
    choices: EventChoices = EventChoices()
    points: int = 0
    marches: bool = False


class Events:
    """Judges the events of a nation's cards."""

    def __init__(self, survey: WarSurvey, prospects: Prospects) -> None:
        self._survey, self._prospects, self._view = survey, prospects, survey.view
        self._choices = EventChoices()
        self._consuls: list[str] = []
        self._among: tuple[str, ...] = ()
        self._points, self._marches = 0, False

    def judged(self, card: str) -> JudgedEvent | None:
        """The event of *card*, with the best choices found; None if it cannot be played now."""
        nation, printed = self._survey.nation, self._survey.board.cards[card]
        if printed.timing is not None or printed.kind == "battle":
            return None
        self._choices, self._consuls, self._among = EventChoices(), [], ()
        self._points, self._marches = 0, False
        score = 0.0
        for effect in printed.effects:
            score += self._worth(effect)
        found = JudgedEvent(score, self._choices, self._points, self._marches)
        if event_possible(self._view, nation, card, found.choices):
            return found
        return JudgedEvent(score) if event_possible(self._view, nation, card) else None

    def worth_of_nation(self, who: str) -> float:
        """1 for what helps the own seat, less for an ally, less than nothing for an enemy."""
        view, survey = self._view, self._survey
        if seat_of(view, who) == survey.seat:
            return 1.0
        if who in survey.enemies:
            return -0.8
        return 0.35 if who in survey.friends else -0.1

    def _who(self, who: str, among: tuple[str, ...] = ()) -> str:
        """The nation that a word means, chosen to the own best."""
        nation = self._survey.nation
        if who in ("self", "target", "receiver", "each", "all", "both", "foreign"):
            return nation
        if who == "self_power":
            return patron(self._view, nation) or nation
        if who == "chosen":
            among = among or self._among or (nation,)
            best = max(among, key=lambda one: (self.worth_of_nation(one), one == nation))
            self._among, self._choices = (best,), replace(self._choices, nation=(best,))
            return best
        if who in ("enemy", "any", "other", "ally"):
            return next(iter(sorted(self._survey.enemies)), nation) if who == "enemy" else nation
        return who

    @singledispatchmethod
    def _worth(self, effect: Any) -> float:
        return 0.05

    @_worth.register
    def _draw(self, effect: word.DrawEffect) -> float:
        return CARD * effect.n * self.worth_of_nation(self._who(effect.who, effect.among))

    @_worth.register
    def _give(self, effect: word.GiveCardEffect) -> float:
        self._choices = replace(self._choices, top=effect.source == "hand_or_deck")
        return 0.35 * CARD if effect.source == "hand_or_deck" else -0.3

    @_worth.register
    def _discard(self, effect: word.DiscardEffect) -> float:
        if effect.who == "each":
            return 0.1
        return -CARD * effect.n * self.worth_of_nation(self._who(effect.who))

    @_worth.register
    def _resource(self, effect: word.ResourceEffect) -> float:
        return RESOURCE * effect.n * self.worth_of_nation(self._who(effect.who, effect.among))

    @_worth.register
    def _cp(self, effect: word.PointsEffect) -> float:
        who = self._who(effect.who)
        if who == self._survey.nation:
            self._points, self._marches = self._points + effect.n, "land" in effect.use
            return 0.0
        return POINT * effect.n * self.worth_of_nation(who)

    @_worth.register
    def _consul(self, effect: word.ConsulEffect) -> float:
        survey, best = self._survey, (0.0, ConsulChoice())
        rows = () if effect.rows == "any" else effect.rows
        proxies = tuple(self._view.consuls) if effect.who in ("any", "other") else (effect.who,)
        for proxy in (one for one in proxies if one in self._view.consuls and one not in self._consuls):
            now = worth_of_box(survey, proxy, self._view.consuls[proxy])
            boxes = moves_by_event(self._view, proxy, effect.steps, effect.way, rows, to_ally=effect.to_ally)
            for box in boxes:
                gain = worth_of_box(survey, proxy, box) - now
                if gain > best[0]:
                    best = (gain, self._moving(proxy, box))
        if best[1].who:
            self._consuls.append(best[1].who)
            self._choices = replace(self._choices, consul=(*self._choices.consul, best[1]))
            return best[0]
        return -0.3

    def _moving(self, proxy: str, box: Consul) -> ConsulChoice:
        order = self._survey.board.tracks.diplomatic.column_ids
        steps = order.index(box.column) - order.index(self._view.consuls[proxy].column)
        return ConsulChoice(who=proxy, way="right" if steps > 0 else "left", steps=abs(steps), row=box.row or None)

    @_worth.register
    def _break(self, effect: word.BreakAllianceEffect) -> float:
        allied = {proxy: each for proxy, each in self._view.consuls.items() if each.column == ALLY}
        found = [proxy for proxy in allied if effect.who in ("any", proxy)]
        worth = {proxy: -worth_of_box(self._survey, proxy, allied[proxy]) for proxy in found}
        if not worth:
            return 0.0
        best = max(worth, key=lambda one: worth[one])
        if effect.who == "any":
            self._choices = replace(self._choices, nation=(best,))
        return 0.8 * worth[best]

    @_worth.register
    def _place(self, effect: word.PlaceEffect) -> float:
        who = self._who(effect.who, effect.among)
        each = {"unit": UNIT, "squadron": _SQUADRON, "general": 0.4}[effect.what]
        if effect.what == "unit" and who == self._survey.nation and "home" in str(effect.where):
            place = self._where()
            if place:
                wanted = PiecesWanted(what="unit", n=effect.n, at=place)
                self._choices = replace(self._choices, place=(*self._choices.place, wanted))
                return effect.n * UNIT + self._gain(place, effect.n)
        return effect.n * each * self.worth_of_nation(who)

    def _where(self) -> str:
        """The Home duchy where more units of the nation do most good."""
        nation, view = self._survey.nation, self._view
        places = [
            at for at, printed in self._survey.board.duchies.items()
            if printed.nation == nation and printed.is_home and self._survey.is_friendly(at)
            and at not in self._survey.hostile
        ]  # fmt: skip
        return max(places, key=lambda at: (self._gain(at, 2), view.units.get(at, {}).get(nation, 0)), default="")

    def _gain(self, place: str, units: int) -> float:
        there = self._survey.own.get(place, ForceSeen())
        return self._prospects.change({place: there.with_own(there.own + units)})

    @_worth.register
    def _take(self, effect: word.TakeEffect) -> float:
        each = _SQUADRON if effect.what == "squadron" else UNIT
        number = effect.n if isinstance(effect.n, int) else 3
        return -number * each * self.worth_of_nation(self._who(effect.who))

    @_worth.register
    def _attrition(self, effect: word.AttritionEffect) -> float:
        there = [at for at in self._survey.hostile if at in effect.where]
        return UNIT * effect.lost_on / 6 * sum(self._survey.hostile[at].units for at in there)

    @_worth.register
    def _foreign_war(self, effect: word.ForeignWarEffect) -> float:
        demand = effect.demand
        worth = demand.unit * UNIT + demand.squadron * _SQUADRON + demand.general * 0.4
        return -1.1 * worth * self.worth_of_nation(effect.against)

    @_worth.register
    def _flag(self, effect: word.FlagEffect) -> float:
        places = [at for at in effect.where if at in self._survey.board.duchies]
        if effect.way == "remove":
            return 0.1 if any(self._survey.is_hostile(at) for at in places) else -0.2
        gains = [self._prospects.worth(at) for at in places if self._survey.is_hostile(at)]
        who = self.worth_of_nation(self._who(effect.who or "self"))
        return max(gains, default=0.1) * effect.n * who

    @_worth.register
    def _block(self, effect: word.BlockEffect) -> float:
        return 0.05 if effect.who == "all" else -0.3 * self.worth_of_nation(self._who(effect.who))

    @_worth.register
    def _leader(self, effect: word.LeaderEffect) -> float:
        if effect.fate == "enters":
            return 0.5 * self.worth_of_nation(self._who(effect.who))
        return 0.45 if effect.who == "enemy" else -0.6 * self.worth_of_nation(self._who(effect.who))

    @_worth.register
    def _regroup(self, effect: word.RegroupEffect) -> float:
        who = self._who(effect.who)
        there = self._view.units.get(REGROUP, {}).get(who, 0)
        leaders = self._survey.board.leaders
        there += sum(at == REGROUP and leaders[one].nation == who for one, at in self._view.generals.items())
        return UNIT * min(effect.n, there) * self.worth_of_nation(who)

    @_worth.register
    def _refit(self, effect: word.RefitEffect) -> float:
        who = self._who(effect.who)
        marked = sum(one.nation == who and bool(one.refit) for some in self._view.squadrons.values() for one in some)
        return 0.15 * min(effect.n, marked) * self.worth_of_nation(who)

    @_worth.register
    def _march(self, effect: word.MoveForceEffect) -> float:
        return -0.1

    @_worth.register
    def _armistice(self, effect: word.ArmisticeEffect) -> float:
        return -0.2 if effect.consent else 0.0

    @_worth.register
    def _off_map(self, effect: word.OffMapEffect) -> float:
        return 0.2

    @_worth.register
    def _sixth(self, effect: word.SixthTurnEffect) -> float:
        return 0.0

    @_worth.register
    def _modify(self, effect: word.ModifyEffect) -> float:
        if effect.who in ("both", "all", "foreign"):
            return 0.1 * sum(owner(self._view, at) == self._survey.nation for at in self._survey.hostile)
        number = effect.n if isinstance(effect.n, int) else 0
        sign = -1 if effect.what in ("consul_cost", "attrition_lost_on", "step_cost") else 1
        each = {"draw_number": 1.2, "nationality": 0.6, "reinforcement": 0.5}.get(effect.what, 0.3)
        return sign * number * each * self.worth_of_nation(self._who(effect.who, effect.among))

    @_worth.register
    def _one_of(self, effect: word.OneOfEffect) -> float:
        kept, best = self._choices, (-9.0, 0, self._choices)
        for number, option in enumerate(effect.options, 1):
            self._choices = replace(kept, option=number)
            worth = sum(self._worth(each) for each in option)
            if worth > best[0]:
                best = (worth, number, self._choices)
        self._choices = best[2]
        return best[0]


_KEPT = 0.3
"""What a response or battle card is worth in the hand."""
_MOST = 8
"""The most lines of a plan."""


class ImpulsePlan(msgspec.Struct, frozen=True):
    """Lines for some CPs, and what they are worth in victory points."""

    lines: tuple[ImpulseLine, ...]
    score: float


def plan_impulses(view: WarState, nations: tuple[str, ...]) -> dict[str, ImpulseOrders]:
    """The orders for the coming Impulse of each of *nations*."""
    found = {nation: plan_impulse(view, nation) for nation in nations}
    return {nation: orders for nation, orders in found.items() if orders.alternatives}


def plan_impulse(view: WarState, nation: str) -> ImpulseOrders:
    """The Impulse of *nation*, as far as it can be seen now."""
    survey = WarSurvey(view, nation)
    prospects = Prospects(survey)
    hand = [card for card in view.holdings(nation).known if playable(view, nation, card)]
    uses = sorted(_uses(survey, prospects, hand), key=lambda each: -each[0])
    plus = _reserve(survey, prospects)
    alternatives = [_alternative(survey, prospects, use, points, plus) for _, use, points in uses[:1]]
    spare = next((use for _, use, _ in uses[1:] if use.use == "cp"), None)
    if uses:
        again = uses[0][1] if uses[0][1].use == "cp" else spare or CardUse(card=uses[0][1].card, use="cp")
        alternatives.append(Alternative(play=again, plus=plus, do=OrderLines((_rest(),))))
    elif plus is not None:
        alternatives.append(Alternative(plus=plus))
    return ImpulseOrders(alternatives=tuple(alternatives))


def _uses(survey: WarSurvey, prospects: Prospects, hand: list[str]) -> Iterator[tuple[float, CardUse, int]]:
    """Every way to play a card of the hand: its worth, and the CPs that there are for lines."""
    cards, events = survey.board.cards, Events(survey, prospects)
    plans = {points: _planned(survey, prospects, points) for points in {cards[card].cp for card in hand}}
    for card in hand:
        printed = cards[card]
        kept = _KEPT if printed.timing is not None or printed.kind == "battle" else 0.0
        if not printed.has("must_be_event"):
            yield plans[printed.cp].score - kept - 0.02 * printed.cp, CardUse(card=card, use="cp"), printed.cp
        judged = events.judged(card)
        if judged is not None:
            score = judged.score
            if judged.points:
                score += _planned(survey, prospects, judged.points).score if judged.marches else judged.points * POINT
            use = replace(CardUse(card=card, use="event"), **asdict(judged.choices))
            yield score - 0.02 * printed.cp, use, judged.points


def _planned(survey: WarSurvey, prospects: Prospects, points: int) -> ImpulsePlan:
    """Marches and purchases for so many CPs, the best first."""
    marches, purchases = Marches(survey, prospects), Purchases(survey, prospects)
    lines: list[ImpulseLine] = []
    later: list[ImpulseLine] = []
    score = 0.0
    while len(lines) + len(later) < _MOST:
        march, bought = marches.best(points), purchases.best(points)
        if march is None and bought is None:
            break
        a = march.score / max(0.7, march.cost) if march is not None else 0.0
        b = bought.score / max(0.7, bought.cost) if bought is not None else 0.0
        if march is not None and a >= b:
            marches.begin(march)
            lines += march.lines
            score, points = score + march.score, points - march.cost
        elif bought is not None and b > 0:
            purchases.buy(bought)
            later.append(bought.line)
            score, points = score + bought.score, points - bought.cost
        else:
            break
    return ImpulsePlan((*lines, *later), score)


def _alternative(
    survey: WarSurvey, prospects: Prospects, use: CardUse, points: int, plus: PlusUse | None
) -> Alternative:
    lines = _planned(survey, prospects, points).lines if points else ()
    return Alternative(play=use, plus=plus, do=OrderLines((*lines, _rest())))


def _rest() -> RestLine:
    """What to do with CPs that are left."""
    return RestLine(items=(RestItem(use="flag"), RestItem(use="refit"), RestItem(use="regroup"), RestItem(use="unit")))


def _reserve(survey: WarSurvey, prospects: Prospects) -> PlusUse | None:
    """A Reserve of the nation whose event is worth more than its CPs now."""
    view, events = survey.view, Events(survey, prospects)
    for card in survey.board.reserves[survey.nation]:
        if card in view.used:
            continue
        judged = events.judged(card)
        if judged is not None and judged.score >= POINT * 2:
            return replace(PlusUse(card=card, use="event"), **asdict(judged.choices))
    return None
