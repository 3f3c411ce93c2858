"""What a card leaves to its player, by chance (part 3 of the house rules)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, TypeVar

from pbem.engine.table import Chance
from pbem_tnw.edition.card_words import OneOfEffect, choices_taken
from pbem_tnw.orders.choices import BattleCardWish, ConsulChoice, MarchChoice, NextCard
from pbem_tnw.orders.condition import (
    WORDS,
    AllOf,
    Amount,
    AnyOf,
    Asked,
    Comparing,
    Comparison,
    ConditionTest,
    NotSo,
    OneOf,
)
from pbem_tnw.orders.condition_parser import BattleCondition, HandCondition, OrderCondition
from pbem_tnw.orders.pieces import OWN, FleetSpot, PiecesWanted, Strengths
from pbem_tnw.position.control import nations_of, own_lands, powers_of
from pbem_tnw.position.state import WarState

T = TypeVar("T")


class Company:
    """A seat with what it sees, and chance."""

    def __init__(self, view: WarState, seat: str, chance: Chance) -> None:
        self.view, self.seat, self.chance = view, seat, chance
        self.board = view.board
        self.nations = tuple(view.board.sequence)

    def one_in(self, number: int) -> bool:
        """True once in so many times."""
        return not self.chance.below(number)

    def maybe(self, items: Sequence[T]) -> T | None:
        """One of *items*, or in half of the cases none."""
        return self.chance.choice(items) if items and self.one_in(2) else None

    def some(self, items: Iterable[T], most: int, least: int = 0) -> tuple[T, ...]:
        """From *least* to *most* different *items*, as far as there are so many."""
        found = tuple(dict.fromkeys(items))
        return found and self.chance.shuffled(found)[: least + self.chance.below(most - least + 1)]

    def powers(self) -> tuple[str, ...]:
        """The Powers that the seat runs as its own."""
        return powers_of(self.view, self.seat)

    def own(self) -> tuple[str, ...]:
        """The nations that the seat runs."""
        return nations_of(self.view, self.seat)

    def cards_of(self, nation: str) -> tuple[str, ...]:
        """The cards and Reserves that *nation* may play, as far as the seat knows."""
        reserves = (card for card in self.board.reserves.get(nation, ()) if card not in self.view.used)
        return (*self.view.holdings(nation).known, *reserves)

    def generals_of(self, nation: str) -> tuple[str, ...]:
        """The generals of *nation* on the map."""
        leaders = self.board.leaders
        return tuple(
            one for one, place in self.view.generals.items()
            if leaders[one].nation == nation and place in self.board.duchies
        )  # fmt: skip

    def duchies(self, nation: str) -> tuple[str, ...]:
        """Where a nation is most likely to have something to do: its own lands, where it stands, next to it."""
        standing = [place for place in self.board.duchies if self.view.units.get(place, {}).get(nation)]
        near = [other for place in standing for other in self.board.links.get(place, {})]
        return tuple(dict.fromkeys((*standing, *near, *own_lands(self.view, nation))))

    def ports(self, nation: str) -> tuple[str, ...]:
        """Where Squadrons of *nation* are, else its Ports."""
        found = [place for place, there in self.view.squadrons.items() if any(one.nation == nation for one in there)]
        mapped = [place for place in found if place in self.board.duchies or place in self.board.zones]
        return tuple(mapped) or tuple(one for one in own_lands(self.view, nation) if self.board.duchies[one].port)

    def places(self) -> tuple[str, ...]:
        """Every duchy and zone."""
        return (*self.board.duchies, *self.board.zones)


C = TypeVar("C", bound=OrderCondition)
_SIGNS: tuple[Comparing, ...] = ("<", "<=", "=", "!=", ">=", ">")


def guess_condition(company: Company, kind: type[C], *, one_in: int = 4) -> C:
    """A condition once in so many times, else the one that always holds."""
    return kind(_test(company, kind, 2)) if company.one_in(one_in) else kind()


def guess_hand_condition(company: Company) -> HandCondition:
    """When a first hand is kept (4.5)."""
    least = Amount(plus=Decimal(6 + company.chance.below(12)))
    return HandCondition(Comparison(Amount(Asked("cp_sum")), ">=", least))


def _test(company: Company, kind: type[OrderCondition], depth: int) -> ConditionTest:
    pick = company.chance.below(8) if depth else 7
    if pick == 0:
        return NotSo(_plain(company, kind))
    if pick == 1:
        return AllOf((_plain(company, kind), _plain(company, kind)))
    if pick == 2:
        return AnyOf((_plain(company, kind), _plain(company, kind)))
    return _plain(company, kind)


def _plain(company: Company, kind: type[OrderCondition]) -> ConditionTest:
    word = company.chance.choice(sorted(kind.MAY_ASK))
    meaning = WORDS[word]
    about = () if meaning.optional and company.one_in(2) else tuple(_subject(company, each) for each in meaning.takes)
    asked = Asked(word, about)
    if meaning.kind == "truth":
        return asked
    if meaning.kind != "number":
        return OneOf(asked, company.some(_named(company, meaning.kind), 2, 1))
    times = Decimal(1 + company.chance.below(2))
    return Comparison(
        Amount(asked, times), company.chance.choice(_SIGNS), Amount(plus=Decimal(company.chance.below(10)))
    )


def _subject(company: Company, kind: str) -> str:
    return company.chance.choice(_named(company, kind))


def _named(company: Company, kind: str) -> tuple[str, ...]:
    """What may be named of a kind of name or subject."""
    board = company.board
    return {
        "place": company.places(),
        "nation": company.nations,
        "proxy": tuple(company.view.consuls) or tuple(board.minors),
        "side": ("own", "enemy"),
        "seat": tuple(dict.fromkeys(company.view.control.values())),
        "title": tuple(board.cards),
        "card": tuple(board.cards),
        "general": tuple(board.leaders),
        "column": board.tracks.diplomatic.column_ids,
    }[kind]


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
