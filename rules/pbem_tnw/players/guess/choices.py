"""What a card leaves to its player, by chance (part 3 of the house rules)."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pbem_tnw.chapters.cards.card_check import choices_taken
from pbem_tnw.edition.card_words import OneOfEffect
from pbem_tnw.orders.conditions.condition import BattleCondition
from pbem_tnw.orders.lines.battle_wish import BattleCardWish
from pbem_tnw.orders.lines.event_choices import ConsulChoice, MarchChoice, NextCard
from pbem_tnw.orders.lines.pieces import OWN, FleetSpot, PiecesWanted, Strengths
from pbem_tnw.players.guess.company import Company
from pbem_tnw.players.guess.conditions import guess_condition

_WAYS: tuple[Literal["left", "right"], ...] = ("left", "right")
_DICE: tuple[Literal["up", "down"], ...] = ("up", "down")


def guess_choices(company: Company, nation: str, card: str) -> dict[str, Any]:
    """Some of the choices that a card takes, as the keys of `EventChoices`; the others have their default."""
    effects = company.board.cards[card].effects
    found = {
        key: _GUESSES[key](company, nation)
        for key in dict.fromkeys(choices_taken(effects))
        if key in _GUESSES and company.one_in(2)
    }
    options = [len(effect.options) for effect in effects if isinstance(effect, OneOfEffect)]
    if options and company.chance.below(3):
        found["option"] = 1 + company.chance.below(options[0])
    return {key: value for key, value in found.items() if value}


def _nation(company: Company, _nation: str) -> tuple[str, ...]:
    return company.some(company.nations, 2, 1)


def _consul(company: Company, _nation: str) -> tuple[ConsulChoice, ...]:
    proxies = company.some(company.view.consuls, 2, 1)
    return tuple(
        ConsulChoice(
            who=who, way=company.maybe(_WAYS), steps=company.maybe((1, 2)), row=company.maybe(company.powers())
        )
        for who in proxies
    )


def _general(company: Company, nation: str) -> tuple[str, ...]:
    return company.some((*company.generals_of(nation), *company.board.leaders), 2, 1)


def _cards(company: Company, nation: str) -> tuple[str, ...]:
    return company.some((*company.view.holdings(nation).known, *company.board.deck), 2, 1)


def guess_pieces(company: Company, nation: str) -> tuple[PiecesWanted, ...]:
    """Pieces with places, here and there a general."""
    leaders = [one.id for one in company.board.leaders.values() if one.nation == nation]
    found: list[PiecesWanted] = []
    for _ in range(1 + company.chance.below(2)):
        pick = company.chance.below(4)
        if pick == 0 and leaders:
            general = company.chance.choice(leaders)
            found.append(PiecesWanted(what="general", general=general, at=_spot(company, company.duchies(nation))))
        elif pick == 1:
            found.append(PiecesWanted(what="squadron", at=_spot(company, company.ports(nation))))
        else:
            at = _spot(company, company.duchies(nation))
            found.append(PiecesWanted(what="unit", n=1 + company.chance.below(2), at=at))
    return tuple(dict.fromkeys(found))


def _spot(company: Company, likely: tuple[str, ...]) -> str | None:
    """A likely place or none, here and there one where nothing can be done."""
    return company.maybe(company.places() if company.one_in(12) else likely)


def _flags(company: Company, nation: str) -> tuple[str, ...]:
    return company.some((*company.duchies(nation), *company.board.duchies), 3, 1)


def _fleets(company: Company, nation: str) -> tuple[FleetSpot, ...]:
    return tuple(FleetSpot(place, company.maybe((1, 2))) for place in company.some(company.ports(nation), 2, 1))


def _march(company: Company, nation: str) -> MarchChoice | None:
    generals = company.generals_of(nation)
    if not generals:
        return None
    general = company.chance.choice(generals)
    here = company.view.generals[general]
    to = company.some(company.board.links.get(here, ()), 1, 1)
    units = Strengths({OWN: 1 + company.chance.below(4)}) if company.one_in(2) else Strengths()
    return (
        MarchChoice(at=here, to=to, general=company.maybe((general,)), units=units, flag=not company.one_in(3))
        if to
        else None
    )


def _then(company: Company, nation: str) -> tuple[NextCard, ...]:
    card = company.maybe(company.view.holdings(nation).known)
    return (NextCard(card=card, use=company.chance.choice(("event", "cp"))),)


def guess_battle_cards(company: Company, nation: str) -> tuple[BattleCardWish, ...]:
    """Cards for a battle, those held first."""
    cards = company.board.cards
    fit = [card for card in company.cards_of(nation) if cards[card].kind == "battle"]
    others = [one.id for one in cards.values() if one.kind == "battle" and (not one.is_reserve or one.nation == nation)]
    return tuple(
        BattleCardWish(
            card=card, condition=guess_condition(company, BattleCondition), **guess_choices(company, nation, card)
        )
        for card in (*fit, *company.some((one for one in others if one not in fit), 1))
    )


_GUESSES: Mapping[str, Callable[[Company, str], Any]] = {
    "nation": _nation,
    "consul": _consul,
    "general": _general,
    "cards": _cards,
    "top": lambda company, _: company.one_in(2),
    "place": guess_pieces,
    "flag": _flags,
    "regroup": guess_pieces,
    "refit": lambda company, nation: company.some(company.ports(nation), 2, 1),
    "send": _fleets,
    "march": _march,
    "retreat_to": lambda company, nation: company.some(company.duchies(nation), 3, 1),
    "reroll": lambda company, _: 1 + company.chance.below(3),
    "die": lambda company, _: company.chance.choice(_DICE),
    "then": _then,
}
