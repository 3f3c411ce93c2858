"""A card that is played: who plays it, with which choices, in answer to what; and the nations that it means."""

from collections.abc import Iterator

import msgspec

from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.edition.card_conditions import IfKeyLost, IfNotEnemy
from pbem_tnw.edition.card_words import ArmisticeEffect, CardEffect, OneOfEffect, SimpleEffect
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.orders.lines.event_choices import EventChoices
from pbem_tnw.position.control import allied, at_war, keys_lost, patron
from pbem_tnw.position.laid_cards import LaidCard
from pbem_tnw.position.state import WarState


class Playing(msgspec.Struct, frozen=True, kw_only=True):
    """What an effect is told: *nation* plays *card* so; *effects* are carried out in order, *at* is the one due.

    *occasion* is what a response answers. *chosen*, *receiver* and *moved* are as in `LaidCard`.
    """

    nation: str
    card: WarCard
    choices: EventChoices = EventChoices()
    occasion: ResponseOccasion | None = None
    chosen: str = ""
    receiver: str = ""
    moved: tuple[str, ...] = ()
    effects: tuple[CardEffect, ...] = ()
    at: int = 0

    @property
    def place(self) -> str:
        """Where the occasion is."""
        return "" if self.occasion is None else self.occasion.place

    @property
    def acting(self) -> str:
        """The nation whose force or action gave the occasion."""
        return "" if self.occasion is None else self.occasion.target or self.occasion.nation

    def before(self, kind: type[SimpleEffect]) -> Iterator[SimpleEffect]:
        """The effects of a *kind* before the one that is due: their choices come first in the sheet."""
        return (effect for effect in self.effects[: self.at] if isinstance(effect, kind))


def playing_of(state: WarState, laid: LaidCard, occasion: ResponseOccasion | None = None) -> Playing:
    """The card *laid* on the table, as its effects are told of it."""
    card = state.board.cards[laid.card]
    return Playing(
        nation=laid.nation, card=card, choices=laid.choices or EventChoices(), occasion=occasion, chosen=laid.chosen,
        receiver=laid.receiver, moved=laid.moved, effects=card.effects,
    )  # fmt: skip


def nation_meant(state: WarState, playing: Playing, word: str) -> str:
    """The nation that a word for nations means (part 3); empty if there is none.

    Where the card's player chooses and does not say: the enemy first on the Sequence Track, the ally with fewest cards.
    """
    match word:
        case "self":
            return playing.nation
        case "self_power":
            return patron(state, playing.nation)
        case "receiver":
            return playing.receiver
        case "target":
            return playing.acting
        case "chosen":
            return playing.chosen or chosen_nation(state, playing)
        case "enemy":
            return _named(playing, [one for one in state.board.sequence if at_war(state, playing.nation, one)])
        case "ally":
            return _named(playing, allies_by_cards(state, playing.nation))
        case _:
            return word


def allies_by_cards(state: WarState, nation: str) -> list[str]:
    """The other nations of the Camp of *nation*, those with fewest cards first."""
    others = [one for one in state.board.sequence if one != nation and allied(state, nation, one)]
    return sorted(others, key=lambda one: len(state.holdings(one)))


def chosen_nation(state: WarState, playing: Playing) -> str:
    """The nation that the card's player chooses among those that may be chosen; empty if that one may not, or none.

    Where the sheet does not say: the nation itself, else the first that may be chosen.
    """
    possible = list(choosable(state, playing))
    if not playing.choices.nation and playing.nation in possible:
        return playing.nation
    return _named(playing, possible)


def choosable(state: WarState, playing: Playing) -> Iterator[str]:
    """The nations that may be chosen for the card, in the order in which it names them."""
    for nation in named_among(playing):
        allowed = all(_may_be(state, playing, nation, condition) for condition in playing.card.conditions)
        if allowed and all(_suits(state, effect, nation) for effect in playing.effects):
            yield nation


def named_among(playing: Playing) -> tuple[str, ...]:
    """The nations among which the card lets its player choose; none without such a choice."""
    said = (getattr(effect, "among", ()) for effect in playing.effects if not isinstance(effect, OneOfEffect))
    return tuple(dict.fromkeys(nation for among in said for nation in among))


def _may_be(state: WarState, playing: Playing, nation: str, condition: object) -> bool:
    """Whether a condition of the card lets *nation* be chosen: no enemy, one that has lost a Key."""
    if isinstance(condition, IfNotEnemy) and len(condition.nations) > 1:
        return not at_war(state, playing.nation, nation)
    if isinstance(condition, IfKeyLost) and condition.who == "chosen":
        return bool(keys_lost(state, nation))
    return True


def _suits(state: WarState, effect: CardEffect, nation: str) -> bool:
    """Whether an Armistice with *nation* can be made: only enemies make one (17.2)."""
    if not isinstance(effect, ArmisticeEffect) or "chosen" not in effect.between:
        return True
    other = next(one for one in effect.between if one != "chosen")
    return at_war(state, nation, other)


def _named(playing: Playing, possible: list[str]) -> str:
    """The first of the nations that the sheet names if that is possible; without any the first that is possible."""
    wanted = [one for one in playing.choices.nation if one in possible]
    if playing.choices.nation:
        return wanted[0] if wanted else ""
    return possible[0] if possible else ""
