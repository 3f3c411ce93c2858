"""Declarations of war: who may declare it on whom, what it costs, and who joins which Camp by it (8.32, 8.33, 8.5)."""

import msgspec

from pbem.engine.problem import Problem
from pbem_tnw.chapters.diplomacy.camps import in_grace, joiners, never_joins
from pbem_tnw.position.control import (
    CLIENT,
    allied,
    armistice,
    at_war,
    camp_of,
    is_power,
    is_proxy,
    opposite,
    patron,
    seat_of,
)
from pbem_tnw.position.state import Consul, WarState

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
