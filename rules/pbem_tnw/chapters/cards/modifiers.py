"""The numbers of the rules that lasting and temporary events change, and what they forbid (6.11, 6.19, part 3).

Other chapters ask; nothing is stored but the cards in play. Battle cards are not here: what they change is in the
battle (`position.battle`).
"""

from collections.abc import Iterator
from typing import Literal

from pbem_tnw.chapters.cards.conditions import is_spot
from pbem_tnw.edition.board import LinkKind
from pbem_tnw.edition.card_words import BlockEffect, CardEffect, Modified, ModifyEffect, OneOfEffect
from pbem_tnw.position.control import patron
from pbem_tnw.position.state import LastingCard, WarState

Forbidden = Literal["reserve", "resource", "sail", "diplomacy"]


def modifier(
    state: WarState, what: Modified, nation: str = "", *, place: str = "", link: LinkKind | None = None
) -> int:
    """What cards in play add to a number of the rules, 0 without any.

    - `attrition_lost_on`: for pieces of *nation* in duchy *place* (5.6).
    - `step_cost`: for a step of *nation*'s Formation into *place* over *link* (9.1).
    - `consul_cost`: for a step of a consul in the row of *nation*, paid by it (8.1).
    - `fortress_strength`: of the Fortress in *place* (12.3).
    - `nationality`, `draw_number`, `reinforcement`, `sea_interception`, `rout_margin`: of *nation*.
    """
    return sum(
        effect.n
        for lasting, effect in _modifying(state)
        if effect.what == what
        and effect.n != "never"
        and _works_on(state, lasting, effect, nation, place)
        and _where(state, lasting, effect, place)
        and (not effect.links or link in effect.links)
    )


def forbidden(state: WarState, what: Forbidden, nation: str, place: str = "") -> str:
    """The card in play that forbids *what* to *nation*, a sailing in, into or out of zone *place*; empty for none."""
    for lasting in state.lasting:
        for effect in lasting_effects(state, lasting):
            if not isinstance(effect, BlockEffect) or what not in effect.what:
                continue
            if _means(state, lasting, effect.who, nation) and _where(state, lasting, effect, place):
                return lasting.card
    return ""


def lasting_effects(state: WarState, lasting: LastingCard) -> tuple[CardEffect, ...]:
    """The effects of a card in play: of a card with options those of the option taken."""
    effects = state.board.cards[lasting.card].effects
    found: list[CardEffect] = []
    for effect in effects:
        found += effect.options[lasting.option - 1] if isinstance(effect, OneOfEffect) else (effect,)
    return tuple(found)


def _modifying(state: WarState) -> Iterator[tuple[LastingCard, ModifyEffect]]:
    for lasting in state.lasting:
        for effect in lasting_effects(state, lasting):
            if isinstance(effect, ModifyEffect) and effect.until != "battle":
                yield lasting, effect


def _works_on(state: WarState, lasting: LastingCard, effect: ModifyEffect, nation: str, place: str) -> bool:
    """Whether *effect* is about *nation*; a Fortress has its strength whoever holds it."""
    if effect.what == "fortress_strength":
        return True
    if effect.who == "foreign":
        duchy = state.board.duchies.get(place)
        return duchy is not None and duchy.nation != nation
    return _means(state, lasting, effect.who, nation)


def _means(state: WarState, lasting: LastingCard, who: str, nation: str) -> bool:
    """Whether a word for nations, on a card in play, means *nation*."""
    match who:
        case "all" | "both":
            return True
        case "self":
            return nation == lasting.nation
        case "self_power":
            return nation == patron(state, lasting.nation)
        case "chosen" | "enemy" | "ally":
            return nation == lasting.chosen
        case _:
            return nation == who


def _where(state: WarState, lasting: LastingCard, effect: ModifyEffect | BlockEffect, place: str) -> bool:
    """Whether *effect* works in *place*; without places of its own it works everywhere."""
    nation, chosen = lasting.nation, lasting.chosen
    return not effect.where or is_spot(state, effect.where, place, nation=nation, chosen=chosen)
