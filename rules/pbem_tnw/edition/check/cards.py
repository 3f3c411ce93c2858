"""Cards as such: numbers, marks, timing, Reserves, and what they must be by their kind (4.4, 5.12, 6.1-6.19, 17.5)."""

from collections.abc import Iterator

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.card_words import (
    BlockEffect,
    CardEffect,
    ConsulEffect,
    ForeignWarEffect,
    ModifyEffect,
    OneOfEffect,
    SimpleEffect,
)
from pbem_tnw.edition.cards import DeckCard, HomeCard
from pbem_tnw.edition.check.known import LEADERS, KnownIds, twice
from pbem_tnw.edition.edition import TnwEditionFiles

DECK: OrderPath = ("cards", "deck")
RESERVES: OrderPath = ("cards", "reserves")
MOST_POINTS = 6
CHOSEN = ("enemy", "ally", "chosen", "any", "other")
"""Words for nations that leave a choice."""
UNTIL = {"battle": "battle", "response": "battle", "lasting": "game", "temporary": "temporary"}
"""How long what a card of a kind changes lasts."""

AnyCard = DeckCard | HomeCard
PlacedCard = tuple[OrderPath, AnyCard]


def every_card(files: TnwEditionFiles) -> Iterator[PlacedCard]:
    """Every card with its path."""
    for number, card in enumerate(files.cards.deck):
        yield (*DECK, number), card
    for number, reserve in enumerate(files.cards.reserves):
        yield (*RESERVES, number), reserve


def every_effect(path: OrderPath, card: AnyCard) -> Iterator[tuple[OrderPath, CardEffect]]:
    """Every effect of *card*, those among which one may choose too, with its path."""
    for number, effect in enumerate(card.effects):
        here = (*path, "effects", number)
        yield here, effect
        if isinstance(effect, OneOfEffect):
            for option, effects in enumerate(effect.options):
                yield from (((*here, "options", option, at), each) for at, each in enumerate(effects))


def check(files: TnwEditionFiles, known: KnownIds) -> Iterator[Problem]:
    """Every problem of cards but those of their conditions and effects."""
    yield from _numbers(files)
    for path, card in every_card(files):
        yield from _card(path, card)
        yield from _marks(path, card)
        yield from _by_kind(path, card)
    yield from _slots(files)
    first_hands = sum(nation.hand for nation in files.armies.nations)
    if len(files.cards.deck) < first_hands:
        args = {"found": len(files.cards.deck), "wanted": first_hands}
        yield Problem("deck-too-small", DECK, rule="4.4", args=args, rests_on=(LEADERS,))
    for name, places in files.cards.lists.items():
        for at, place in enumerate(places):
            yield from known.unknown("place", place, ("cards", "lists", name, at))


def _numbers(files: TnwEditionFiles) -> Iterator[Problem]:
    ids = [card.id for card in files.cards.deck]
    yield from twice(DECK, ids)
    for number, reserve in enumerate(files.cards.reserves):
        if reserve.id in ids or reserve.id in [each.id for each in files.cards.reserves[:number]]:
            yield Problem("id-twice", (*RESERVES, number, "id"), args={"id": reserve.id})
    seen: dict[int, str] = {}
    for at, card in enumerate(files.cards.deck):
        if card.number < 1 or card.number in seen:
            args = {"number": card.number, "other": seen.get(card.number, "")}
            yield Problem("number-of-card", (*DECK, at, "number"), args=args)
        seen.setdefault(card.number, card.title)


def _card(path: OrderPath, card: AnyCard) -> Iterator[Problem]:
    args = {"card": card.title}
    if not 1 <= card.cp <= MOST_POINTS:
        yield Problem("points-of-card", (*path, "cp"), rule="6.1", args={**args, "most": MOST_POINTS})
    if not card.effects:
        yield Problem("card-without-effects", (*path, "effects"), args=args, rests_on=(path,))
    if card.kind == "response" and card.timing is None:
        yield Problem("response-without-timing", path, rule="6.14", args=args, rests_on=(path,))
    if card.timing is not None and card.kind not in ("response", "battle"):
        yield Problem("timing-of-response", (*path, "timing"), rule="6.14", args=args)


def _marks(path: OrderPath, card: AnyCard) -> Iterator[Problem]:
    args = {"card": card.title}
    if len(set(card.marks)) < len(card.marks):
        yield Problem("mark-twice", (*path, "marks"), args=args)
    if {"discard_red", "discard_green"} <= set(card.marks):
        yield Problem("one-discard", (*path, "marks"), rule="6.13", args=args)
    if isinstance(card, DeckCard) and ("discard_green" in card.marks) != (card.discard_when is not None):
        yield Problem("discard-when", path, rule="6.13", args=args, rests_on=(path,))
    if ("plus" in card.marks) != isinstance(card, HomeCard):
        yield Problem("plus-of-reserves", (*path, "marks"), rule="5.12", args=args, rests_on=(path,))
    if "red" in card.marks:
        for spot, effect in every_effect(path, card):
            if word := _choice(effect):
                yield Problem("red-leaves-a-choice", spot, rule="17.5", args={**args, "word": word})


def _choice(effect: CardEffect) -> str:
    """The word of *effect* that leaves a choice; none if nothing does but the owner's."""
    if isinstance(effect, OneOfEffect):
        return "one_of"
    nations = [getattr(effect, key, None) for key in ("who", "to", "of", "against")]
    nations += getattr(effect, "between", ())
    word = next((str(nation) for nation in nations if nation in CHOSEN), "")
    if not word and isinstance(effect, ConsulEffect) and effect.way != "left" and effect.rows != "any":
        return "rows" if len(effect.rows) > 1 else ""
    if not word and getattr(effect, "way", "") == "either":
        return "either"
    return word or ("chosen" if getattr(effect, "name", "") == "chosen" else "")


def _by_kind(path: OrderPath, card: AnyCard) -> Iterator[Problem]:
    """A Foreign War opens one; lasting and temporary events change something for as long as they say."""
    effects = list(every_effect(path, card))
    wars = [spot for spot, effect in effects if isinstance(effect, ForeignWarEffect)]
    if bool(wars) != (card.kind == "foreign_war"):
        spot = wars[0] if wars else (*path, "kind")
        yield Problem("foreign-war-card", spot, rule="6.13", args={"card": card.title}, rests_on=(path,))
    changes: list[tuple[OrderPath, SimpleEffect]] = [
        (spot, effect) for spot, effect in effects if isinstance(effect, ModifyEffect | BlockEffect)
    ]
    if not changes and card.kind in ("lasting", "temporary"):
        args = {"card": card.title}
        yield Problem("changes-nothing", (*path, "effects"), rule="6.19", args=args, rests_on=(path,))
    for spot, effect in changes:
        wanted = UNTIL.get(card.kind)
        until = getattr(effect, "until", "")
        if until != wanted:
            told = {"card": card.title, "found": until, "wanted": wanted or "", "kind": card.kind}
            yield Problem("until", (*spot, "until"), rule="6.19", args=told)


def _slots(files: TnwEditionFiles) -> Iterator[Problem]:
    """Every slot of a Reserve has its card, of its nation and by its name."""
    slots = {
        reserve.slot: (str(nation.id), reserve.name) for nation in files.armies.nations for reserve in nation.reserves
    }
    seen: set[str] = set()
    for number, card in enumerate(files.cards.reserves):
        path, args = (*RESERVES, number), {"card": card.title, "slot": card.slot}
        nation, name = slots.get(card.slot, ("", ""))
        if not nation or card.slot in seen:
            yield Problem("no-slot", (*path, "slot"), rule="6.2", args=args, rests_on=(LEADERS,))
        elif nation != card.nation:
            yield Problem("slot-of-another", (*path, "nation"), rule="6.2", args={**args, "nation": nation})
        elif name and name != card.title:
            yield Problem("name-of-slot", (*path, "title"), rule="6.2", args={**args, "name": name})
        seen.add(card.slot)
    for slot in sorted(set(slots) - seen):
        yield Problem("empty-slot", RESERVES, rule="6.2", args={"slot": slot})
