"""Camp and war in the Interphase: Armistices, surrenders, requests to join a Camp."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem, Weight, standing_apart, under
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.politics.camps import (
    agrees,
    consent_of,
    consents,
    end_armistices,
    in_grace,
    joiners,
    make_armistice,
    never_joins,
    wrong_armistice,
)
from pbem_tnw.chapters.politics.conquest import surrender, wrong_surrender
from pbem_tnw.chapters.politics.peace import FRANCE, end_game, wrong_payers
from pbem_tnw.chapters.politics.track import ArmisticeRefused, JoiningRefused
from pbem_tnw.chapters.politics.wars import agreed, change_camp, conquerors_camp, declaration, declare_war
from pbem_tnw.chapters.turn.reinforcement import (
    WishSkipped,
    allowance,
    bill,
    holds,
    lead_power,
    owner_of,
    reinforcement_points,
    surrenders_wished,
    wars_wished,
    wish_of,
    wrong_deployment,
)
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.turn import TurnEndWish
from pbem_tnw.position.control import at_war, camp_of, is_proxy, nations_of, seat_of
from pbem_tnw.position.state import COALITION, WarState

BRITAIN = "britain"


class ArmisticeTalks(Step[WarState, Order], frozen=True):
    """Armistices are made where both seats wish it; those whose time is over lapse (14.13, 17.2)."""

    rule = "14.13"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        powers = [power for power in table.state.board.powers if not is_proxy(table.state, power)]
        for number, one in enumerate(powers):
            for other in powers[number + 1 :]:
                if seat_of(table.state, one) != seat_of(table.state, other):
                    _talk(table, one, other)
        end_armistices(table)


class Surrenders(Step[WarState, Order], frozen=True):
    """Powers surrender to enemy Powers that accept it (14.14, 15.4); that of France ends the game (5.82)."""

    rule = "14.14"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for number, (nation, offer) in enumerate(surrenders_wished(table.state)):
            if not holds(table, nation, offer.condition):
                continue
            problem = next(wrong_surrender(table.state, nation, offer.receiver), None)
            if problem is not None:
                skip(table, nation, "surrender", number, problem)
            elif surrender(table, nation, offer.receiver) and nation == FRANCE:
                end_game(table, "france-conquered")
                return


class CampRequests(Step[WarState, Order], frozen=True):
    """Powers join a Camp if its members agree; Britain comes back from being a Subject Neutral (14.11, 8.22, 15.5).

    One *box* of the Sequence Track after the other, whether or not its nation asks: who is refused is a secret.
    """

    rule = "14.11"
    box: int = 0

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        order = table.state.board.sequence
        if self.box >= len(order):
            return
        table.enter(CampRequests(box=self.box + 1))
        nation = order[self.box]
        camp = _asked_for(table.state, nation)
        if not camp or camp_of(table.state, nation) == camp:
            return
        problem = wrong_request(table.state, nation, camp)
        if problem is not None:
            skip(table, nation, "camp", 0, problem)
        elif _comes_back(table.state, nation) or _is_free(table.state, nation, camp) or consents(table, nation, camp):
            change_camp(table, nation, camp, "return" if nation in table.state.subjects else "asked")
        else:
            table.emit(JoiningRefused(seat=seat_of(table.state, nation), nation=nation, camp=camp))


class InterphaseWars(Step[WarState, Order], frozen=True):
    """War is declared, free of charge, by the nation of the next *box* of the Sequence Track (14.12)."""

    rule = "14.12"
    box: int = 0

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        order = table.state.board.sequence
        if self.box >= len(order):
            return
        table.enter(InterphaseWars(box=self.box + 1))
        nation = order[self.box]
        for number, line in enumerate(wars_wished(table.state, nation)):
            if not holds(table, nation, line.condition):
                continue
            found = declaration(table.state, nation, line.on, line.camp or "", interphase=True)
            if isinstance(found, Problem):
                skip(table, nation, "declare", number, found)
            elif agreed(table, found):
                declare_war(table, found)


def wrong_request(state: WarState, nation: str, camp: str) -> Problem | None:
    """Why a Power cannot ask to join a Camp; a seat with several Powers changes with all or with none (8.3)."""
    for other in joiners(state, nation, camp):
        if other != nation and wish_of(state, other).camp.get(other) != camp:
            args = {"nation": nation, "other": other, "camp": camp}
            return Problem("camp-all-or-none", ("camp", nation), "8.3", args)
    return never_joins(state, nation, camp, interphase=True)


def skip(table: Table[WarState], nation: str, part: str, number: int, problem: Problem) -> None:
    """Tell the seat of *nation* alone why a wish was not carried out."""
    seat = seat_of(table.state, nation)
    table.emit(WishSkipped(seat=seat, nation=nation, part=part, number=number, problem=problem))


def _asked_for(state: WarState, nation: str) -> str:
    """The Camp that a Power asks to join; empty if it asks for none."""
    if _comes_back(state, nation):
        return COALITION
    if nation not in state.board.powers or is_proxy(state, nation):
        return ""
    return wish_of(state, nation).camp.get(nation, "")


def _comes_back(state: WarState, nation: str) -> bool:
    """Whether Britain, a Subject Neutral, comes back to the Coalition: after grace, unless its seat says no (8.22)."""
    if nation != BRITAIN or nation not in state.subjects or in_grace(state, nation, interphase=True):
        return False
    standing = state.standing.get(seat_of(state, nation))
    return standing is None or standing.comes_back is not False


def _is_free(state: WarState, nation: str, camp: str) -> bool:
    """Whether a Subject Neutral needs no consent: for any Camp but its conqueror's (15.5)."""
    return nation in state.subjects and conquerors_camp(state, nation) != camp


def _talk(table: Table[WarState], one: str, other: str) -> None:
    state = table.state
    if next(wrong_armistice(state, one, other), None) is not None:
        return
    offers = {nation: _willing(table, nation, to) for nation, to in ((one, other), (other, one))}
    asked = [nation for nation, to in ((one, other), (other, one)) if wish_of(state, nation).offers(nation, to)]
    if not asked:
        return
    if all(offers.values()):
        make_armistice(table, one, other)
        return
    for nation in asked:
        if offers[nation]:
            to = other if nation == one else one
            table.emit(ArmisticeRefused(seat=seat_of(state, nation), powers=(nation, to)))


def _willing(table: Table[WarState], nation: str, to: str) -> bool:
    """Whether the seat of a Power wishes an Armistice with another, by its Turn-end sheet, else by its consent."""
    seat = seat_of(table.state, nation)
    said = wish_of(table.state, nation).offers(nation, to) or consent_of(table.state, seat).armistice.get(to)
    return agrees(table, seat, said)


FOR_GOOD = frozenset({
    "not-your-nation", "camp-never", "camp-two-players", "camp-all-or-none", "war-on-own", "war-by-proxy",
    "reinforce-not-that", "surrender-no-power", "armistice-no-power",
})  # fmt: skip
"""What no change of the position until then can fix; the rest are warnings."""
_NEVER = frozenset({"not-your-nation", "war-on-own", "surrender-no-power", "armistice-no-power"})
"""Of these what is wrong with a line that no other line can depend on."""


def check_turn_end(view: WarState, seat: str, wish: TurnEndWish | None) -> Iterator[Problem]:
    """Every problem of what a seat wishes at the end of the Turn; what may be right by then is a warning."""
    if wish is None:
        return
    for part in (_modifiers, _camps, _wars, _armistices, _surrenders, _reinforcement, _deployments):
        for problem in part(view, seat, wish):
            may_become_yours = problem.args.get("nation") in view.consuls and problem.code == "not-your-nation"
            sure = problem.code in FOR_GOOD and not may_become_yours
            if sure and problem.code in _NEVER:
                yield standing_apart(problem, *problem.path[:2])
                continue
            yield problem if sure else replace(problem, weight=Weight.unwise)


def _modifiers(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    yield from (under(each, "peace") for each in wrong_payers(view, seat, wish.peace or ()))


def _camps(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    for nation, camp in wish.camp.items():
        path = ("camp", nation)
        if nation not in nations_of(view, seat):
            yield _not_yours(path, nation)
            continue
        left = [other for other in joiners(view, nation, camp) if other != nation and wish.camp.get(other) != camp]
        if left:
            yield Problem("camp-all-or-none", path, "8.3", {"nation": nation, "other": left[0], "camp": camp})
        elif (problem := never_joins(view, nation, camp, interphase=True)) is not None:
            yield replace(problem, path=path)


def _wars(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    for number, line in enumerate(wish.declare):
        nation = line.nation or lead_power(view, seat)
        if nation not in nations_of(view, seat):
            yield _not_yours(("declare", number, "nation"), nation)
            continue
        found = declaration(view, nation, line.on, line.camp or "", interphase=True)
        if isinstance(found, Problem):
            yield under(found, "declare", number)


def _armistices(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    own = [power for power in nations_of(view, seat) if power in view.board.powers]
    for nation in wish.armistice:
        mine = next((power for power in own if at_war(view, power, nation)), next(iter(own), ""))
        problem = next(wrong_armistice(view, mine, nation), None) if mine else None
        if problem is not None:
            yield replace(problem, path=("armistice", nation))
    for mine, offers in wish.armistice_of.items():
        path = ("armistice_of", mine)
        if mine not in own:
            yield _not_yours(path, mine)
        for nation in offers if mine in own else ():
            yield from (replace(each, path=(*path, nation)) for each in wrong_armistice(view, mine, nation))


def _surrenders(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    for number, offer in enumerate(wish.surrender):
        nation = offer.nation or lead_power(view, seat)
        if nation not in nations_of(view, seat):
            yield _not_yours(("surrender", number, "nation"), nation)
        else:
            yield from (under(each, "surrender", number) for each in wrong_surrender(view, nation, offer.receiver))


def _reinforcement(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    for nation, lines in wish.reinforce.items():
        if nation not in nations_of(view, seat):
            yield _not_yours(("reinforce", nation), nation)
        else:
            yield from (under(each, "reinforce", nation) for each in _bought(view, nation, lines))


def _bought(view: WarState, nation: str, lines: OrderLines) -> Iterator[Problem]:
    """The problems of each line by itself, and of the sum of those that are carried out in any case."""
    points = reinforcement_points(view, nation)
    spent, sums = 0, dict[str, int]()
    for number, line in enumerate(lines):
        found = bill(view, nation, line, points)
        yield from (under(each, number) for each in found.problems)
        if line.condition.test == Truth(yes=True):
            spent += found.cost
            sums[found.use] = sums.get(found.use, 0) + found.cost
    if spent > points and not any(cost > points for cost in sums.values()):
        args = {"nation": nation, "points": spent, "left": points, "costs": tuple(sums.items())}
        yield Problem("points-short", (), "14.2", args)


def _deployments(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    made: dict[str, int] = {}
    for number, line in enumerate(wish.deploy):
        nation = line.nation or owner_of(view, seat, line)
        if nation not in nations_of(view, seat):
            yield _not_yours(("deploy", number, "nation"), nation)
            continue
        yield from (under(each, "deploy", number) for each in wrong_deployment(view, nation, line))
        made[nation] = made.get(nation, 0) + 1
        if made[nation] > allowance(view, nation) + 1:
            args = {"nation": nation, "most": allowance(view, nation)}
            yield Problem("deploy-too-often", ("deploy", number), "14.21", args)


def _not_yours(path: tuple[str | int, ...], nation: str) -> Problem:
    return Problem("not-your-nation", path, "14", {"nation": nation})
