"""Declarations of war: who may declare it on whom, what it costs."""

from collections.abc import Collection, Iterator

import msgspec

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.nation.attrition import Attrition, rolls_of, suffer, toll
from pbem_tnw.chapters.nation.returning import plant
from pbem_tnw.chapters.politics.camps import (
    consents,
    forces_at,
    in_grace,
    join,
    joiners,
    meet_new_enemies,
    move_consul,
    nations_at,
    never_joins,
    occupied,
    regroup,
    standing_of,
)
from pbem_tnw.chapters.politics.track import ArmisticeEnded, JoinCause, JoiningRefused, WarDeclared
from pbem_tnw.chapters.turn.facts import left, spend
from pbem_tnw.orders.lines import DeclareLine
from pbem_tnw.position.control import (
    CLIENT,
    allied,
    armistice,
    at_war,
    camp_of,
    controller,
    is_power,
    is_proxy,
    opposite,
    patron,
    seat_of,
)
from pbem_tnw.position.state import Consul, WarState, draw_name

BRINGS_RULE = "8.34"


class Stranded(msgspec.Struct, frozen=True, omit_defaults=True):
    """Forces in a duchy that a former ally or a Subject Neutral controls; *may_flag* instead of leaving."""

    duchy: str
    nation: str
    may_flag: bool = False


class WarBrings(Step[WarState, Order], frozen=True):
    """Attrition for stranded forces; the survivors place a Flag or go to the Regroup box (8.34)."""

    rule = BRINGS_RULE
    stranded: tuple[Stranded, ...]

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        first, *others = self.stranded
        rest = (WarBrings(stranded=tuple(others)),) if others else ()
        table.enter(Survivors(stranded=first), *rest)
        _suffer(table, first)


class Survivors(Step[WarState, Order], frozen=True):
    """Who has survived the Attrition places a Flag if it may and wants to, else goes to the Regroup box (8.34)."""

    rule = BRINGS_RULE
    stranded: Stranded

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        duchy, nation = self.stranded.duchy, self.stranded.nation
        survived = forces_at(table.state, duchy, (nation,))
        if not survived:
            return
        answers_of_seat = standing_of(table.state, nation).stay
        wants = answers_of_seat is None or answers_of_seat.at(duchy) is not False
        flags = self.stranded.may_flag and wants and survived.strength
        if not (flags and plant(table, nation, duchy, cause="new-war", rule=BRINGS_RULE)):
            regroup(table, duchy, (nation,), "former-ally", BRINGS_RULE)


def _suffer(table: Table[WarState], stranded: Stranded) -> None:
    """Attrition for stranded forces: in an Impulse by the boxes in which cards may change the dice (5.6, 6.14)."""
    due = toll(table.state, stranded.duchy, (stranded.nation,), int(table.state.options.attrition_loss))
    if due is None:
        return
    if table.state.impulse is not None:
        table.enter(Attrition(toll=due))
        return
    faces = []
    for roll in rolls_of(table.state, due):
        name = f"new war: attrition of {roll.nation} in {due.place}, {roll.side}"
        faces.append(tuple(sorted(table.roll(draw_name(table.state, name), roll.dice), reverse=True)))
    suffer(table, due, tuple(faces))


def stranded_forces(before: WarState, after: WarState, declaring: Collection[str]) -> Iterator[Stranded]:
    """The forces that a change of Camps strands: *declaring* are the nations that made it, their Proxies included.

    Those of the declaring side in duchies of a former ally or of a Subject Neutral leave; those of the other side in
    duchies of its former ally may place a Flag in an unfortified one. Where enemies share the duchy they are parted
    without Attrition, see `new_enemies`.
    """
    for duchy in occupied(after):
        host = controller(after, duchy)
        there = nations_at(after, duchy)
        if any(at_war(after, one, other) for one in there for other in there):
            continue
        for nation in there:
            deserted = allied(before, nation, host) and not allied(after, nation, host)
            neutral_host = not camp_of(after, host) and nation != host
            if deserted or (neutral_host and nation in declaring):
                open_enemy = at_war(after, nation, host) and not after.board.duchies[duchy].is_fortress
                yield Stranded(duchy, nation, may_flag=open_enemy and nation not in declaring)


def after_change(table: Table[WarState], before: WarState, declarer: str, declaring: Collection[str]) -> None:
    """Carry 8.34 out after Camps have changed: new enemies part at once, then Attrition for stranded forces.

    *before* is the position before the change.
    """
    stranded = tuple(stranded_forces(before, table.state, declaring))
    meet_new_enemies(table, declarer)
    if stranded:
        table.enter(WarBrings(stranded=stranded))


RULE = "8.33"
ON_POWER = 7
"""CPs for war on a major power, and on a Client of one's own ally, in an Impulse."""


class Declaration(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a declaration of war by *nation* brings.

    It costs so many *points* in an Impulse. The nation joins *camp* if it is not in it, *consent* says whether all its
    members must agree. A neutral Power that is attacked joins *other_camp*; a neutral Proxy becomes the ally of
    *taker* (8.32). *ends_armistice* is the Power with which an Armistice is broken by it.
    """

    nation: str
    on: str
    points: int = 0
    camp: str = ""
    consent: bool = False
    other_camp: str = ""
    taker: str = ""
    ends_armistice: str = ""


def declaration(state: WarState, nation: str, on: str, camp: str = "", *, interphase: bool) -> Declaration | Problem:
    """What it brings if *nation* declares war on a nation, and by that joins *camp* if one is named; or why it may not.

    Whether the members of a Camp agree is not looked at: that is their secret.
    """
    if not is_power(state, nation) or is_proxy(state, nation):
        return _wrong("war-by-proxy", nation=nation, power=patron(state, nation))
    if on == nation or seat_of(state, on) == seat_of(state, nation):
        return _wrong("war-on-own", rule="8.22", nation=nation, other=on)
    for power in (nation, on):
        if in_grace(state, power, interphase=interphase):
            return _wrong("war-grace", rule="15.24", power=power, until=state.subjects[power].turn + 1)
    if at_war(state, nation, on):
        return _wrong("war-already", nation=nation, other=on)
    found = _on_proxy(state, nation, on, camp) if not patron(state, on) else _on_power(state, nation, on, camp)
    if isinstance(found, Problem):
        return found
    if camp and camp != (found.camp or camp_of(state, nation)):
        return _wrong("war-other-camp", nation=nation, other=on, camp=camp, right=found.camp or camp_of(state, nation))
    if found.other_camp and not _can_be_driven(state, patron(state, on), found.other_camp):
        return _wrong("war-cannot-join", rule="8.22", nation=nation, other=patron(state, on), camp=found.other_camp)
    if found.camp:
        problem = never_joins(state, nation, found.camp, interphase=interphase)
        if problem is not None:
            return problem
    return msgspec.structs.replace(found, points=0) if interphase else found


def last_power(state: WarState, camp: str, enemy: str = "") -> str:
    """The Power of a Camp that comes last on the Sequence Track, of those without an Armistice with *enemy* (8.32)."""
    powers = [power for power in state.board.powers if camp and state.camps.get(power) == camp]
    free = [power for power in powers if not (enemy and armistice(state, power, enemy))]
    return max(free, key=state.board.sequence.index, default="")


def _can_be_driven(state: WarState, power: str, camp: str) -> bool:
    """Whether a neutral Power that is attacked can join a Camp: no seat runs members of both (8.22, 8.3)."""
    alone = joiners(state, power, camp) == (power,)
    return alone and never_joins(state, power, camp, interphase=True) is None


def _on_proxy(state: WarState, nation: str, on: str, wished: str) -> Declaration | Problem:
    """War on a neutral Proxy: it becomes the ally of a Power first (8.32)."""
    consul = state.consuls[on]
    own = camp_of(state, nation)
    held = consul.row if consul.column == CLIENT and camp_of(state, consul.row) else ""
    if held and held != nation and own and allied(state, held, nation):
        camp = opposite(own)
        return Declaration(nation=nation, on=on, points=ON_POWER, camp=camp, consent=True, taker=held)
    if held and held != nation and own:
        if armistice(state, nation, held):
            return _wrong("war-armistice-of-patron", rule="17.2", nation=nation, other=on, power=held)
        return Declaration(nation=nation, on=on, points=_proxy_points(state, on), taker=held)
    joins = "" if own else wished or (opposite(camp_of(state, held)) if held else "")
    if not own and not joins:
        return _wrong("war-which-camp", nation=nation, other=on)
    rescued = bool(joins and held) and camp_of(state, held) == opposite(joins)
    taker = held if rescued else last_power(state, opposite(own or joins), nation)
    if not taker:
        return _wrong("war-no-taker", rule="8.32", nation=nation, other=on)
    consent = bool(joins) and conquerors_camp(state, nation) == joins
    return Declaration(
        nation=nation, on=on, points=_proxy_points(state, on), camp=joins, consent=consent, taker=taker
    )  # fmt: skip


def _on_power(state: WarState, nation: str, on: str, wished: str) -> Declaration | Problem:
    """War on a Power, or on a Pact ally, which is war on its whole Camp."""
    own, theirs, power = camp_of(state, nation), camp_of(state, on), patron(state, on)
    if own and theirs and own != theirs:
        return Declaration(nation=nation, on=on, points=ON_POWER, ends_armistice=power)
    if own and own == theirs:
        if on != power:
            return _wrong("war-on-pact-ally", rule="8.32", nation=nation, other=on, power=power)
        return Declaration(nation=nation, on=on, points=ON_POWER, camp=opposite(own), consent=True)
    if own:
        return Declaration(nation=nation, on=on, points=ON_POWER, other_camp=opposite(own))
    if theirs:
        consent = conquerors_camp(state, nation) == opposite(theirs)
        return Declaration(nation=nation, on=on, points=ON_POWER, camp=opposite(theirs), consent=consent)
    if not wished:
        return _wrong("war-which-camp", nation=nation, other=on)
    consent = conquerors_camp(state, nation) == wished
    return Declaration(
        nation=nation, on=on, points=ON_POWER, camp=wished, consent=consent, other_camp=opposite(wished)
    )  # fmt: skip


def conquerors_camp(state: WarState, nation: str) -> str:
    """The Camp of the conqueror of a Subject Neutral, which it joins only if all members agree (8.33, 15.5)."""
    subject = state.subjects.get(nation)
    return camp_of(state, subject.conqueror) if subject is not None and subject.conqueror else ""


def all_joiners(state: WarState, declared: Declaration) -> tuple[str, ...]:
    """The Powers that join the Camp: the nation, and the other Powers of its seat that leave theirs with it (8.3)."""
    return joiners(state, declared.nation, declared.camp) if declared.camp else ()


def taken_over(declared: Declaration) -> Consul:
    """The box of the Proxy's consul after the declaration (8.32)."""
    return Consul(column="ally", row=declared.taker)


def _proxy_points(state: WarState, on: str) -> int:
    """CPs for war on a neutral Proxy: on Prussia by an option as on a Power."""
    return int(state.options.proxy_prussia_war) if is_power(state, on) else 0


def _wrong(code: str, *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, ("on",), rule, args)


def declare_problems(view: WarState, nation: str, line: DeclareLine) -> Iterator[Problem]:
    """Why *nation* cannot declare that war in its Impulse, as far as it can see: consent of others is their secret."""
    found = declaration(view, nation, line.on, line.camp or "", interphase=False)
    if isinstance(found, Problem):
        yield found
    elif found.points > (have := left(view, nation, "declare")):
        args = {"nation": nation, "other": line.on, "points": found.points, "left": have}
        yield Problem("war-unpaid", ("on",), "8.33", args)


def declare_by_points(table: Table[WarState], nation: str, line: DeclareLine) -> None:
    """Declare the war of a legal line; without the consent that it needs nothing happens and nothing is paid."""
    found = declaration(table.state, nation, line.on, line.camp or "", interphase=False)
    if not isinstance(found, Problem) and agreed(table, found):
        spend(table, nation, found.points, "declare")
        declare_war(table, found)


def agreed(table: Table[WarState], declared: Declaration) -> bool:
    """Whether the members of the Camp agree to a declaration that needs it; if not, its seat learns that."""
    nation, camp = declared.nation, declared.camp
    if not declared.consent or consents(table, nation, camp):
        return True
    seat = seat_of(table.state, nation)
    table.emit(JoiningRefused(seat=seat, nation=nation, camp=camp, on=declared.on))
    return False


def declare_war(table: Table[WarState], declared: Declaration) -> None:
    """Let the war begin, with all that follows from it at once; 8.34 may enter boxes."""
    before, nation, on = table.state, declared.nation, declared.on
    joining = all_joiners(before, declared)
    table.emit(WarDeclared(nation=nation, on=on, points=declared.points, camp=declared.camp))
    if declared.ends_armistice:
        one, other = (each for each in before.board.sequence if each in (nation, declared.ends_armistice))
        table.emit(ArmisticeEnded(powers=(one, other), cause="broken"))
    for power in joining:
        join(table, power, declared.camp, "declaration")
    if declared.other_camp:
        join(table, patron(before, on), declared.other_camp, "attacked")
    if declared.taker:
        move_consul(table, on, taken_over(declared), nation=nation, cause="war")
    _settle(table, before, nation, joining)


def change_camp(table: Table[WarState], nation: str, camp: str, cause: JoinCause) -> None:
    """Let *nation* and the Powers of its seat that change with it join a Camp, with all that follows (14.11, 8.34)."""
    before = table.state
    joining = joiners(before, nation, camp)
    for power in joining:
        join(table, power, camp, cause)
    _settle(table, before, nation, joining)


def _settle(table: Table[WarState], before: WarState, nation: str, joining: tuple[str, ...]) -> None:
    """What follows when Camps have changed: Armistices of allies are over, forces part (17.2, 8.34)."""
    for each in table.state.armistices:
        if allied(table.state, *each.powers):
            table.emit(ArmisticeEnded(powers=each.powers, cause="one-camp"))
    declaring = {each for each in before.board.sequence if patron(before, each) in (nation, *joining)}
    after_change(table, before, nation, declaring)
