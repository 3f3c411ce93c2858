"""Cards as such: numbers, marks, timing, Reserves, and what they must be by their kind (4.4, 5.12, 6.1-6.19, 17.5)."""

from collections.abc import Collection, Iterable, Iterator
from functools import singledispatch
from typing import get_args

import msgspec

from pbem.engine.edition import folded
from pbem.engine.order import OrderPath, Problem
from pbem_tnw.edition import check_board
from pbem_tnw.edition.board import NationId
from pbem_tnw.edition.card_conditions import PrintedCondition
from pbem_tnw.edition.card_words import (
    AttritionEffect,
    BlockEffect,
    CardEffect,
    ConsulEffect,
    EndEventEffect,
    ForeignWarEffect,
    LeaderEffect,
    ModifyEffect,
    OffMapEffect,
    OneOfEffect,
    RallyEffect,
    RegroupEffect,
    SimpleEffect,
    TakeEffect,
)
from pbem_tnw.edition.cards import DeckCard, HomeCard, Spots, spots
from pbem_tnw.edition.check_board import LEADERS, KnownIds, every_place, twice
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


def check_cards(files: TnwEditionFiles, known: KnownIds) -> Iterator[Problem]:
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


FACES = range(1, 7)


@singledispatch
def of_its_kind(effect: CardEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    """Every problem that only an effect of this kind can have."""
    yield from ()


@of_its_kind.register
def _(effect: AttritionEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if (effect.force is None) == (not effect.where) or bool(effect.pieces) != (effect.to is not None):
        yield Problem("force-or-where", path, rule="5.6")


@of_its_kind.register
def _(effect: TakeEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if (effect.what == "force") != (effect.n == "all"):
        yield Problem("all-of-a-force", (*path, "n"))


@of_its_kind.register
def _(effect: ForeignWarEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    demand = msgspec.structs.astuple(effect.demand)
    if sum(demand) < 1 or min(demand) < 0:
        yield Problem("demands-nothing", (*path, "demand"), rule="6.13")


@of_its_kind.register
def _(effect: LeaderEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if (effect.roll is None) != (effect.otherwise is None):
        yield Problem("roll-and-else", path)
    if effect.name != "chosen":
        yield from known.unknown("general", effect.name, (*path, "name"))


@of_its_kind.register
def _(effect: RegroupEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if effect.name:
        yield from known.unknown("general", effect.name, (*path, "name"))


@of_its_kind.register
def _(effect: EndEventEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if effect.what == "foreign_war" and effect.which in ("turkish", "all"):
        return
    yield from known.unknown("card", effect.which, (*path, "which"))
    card = known.cards.get(effect.which)
    if card is not None and card.kind != effect.what:
        args = {"card": card.title, "found": card.kind, "wanted": effect.what}
        yield Problem("ends-another-kind", (*path, "which"), args=args)


@of_its_kind.register
def _(effect: OffMapEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if isinstance(effect.n, tuple) and (len(effect.n) != 2 or not 1 <= effect.n[0] <= effect.n[1]):
        yield Problem("from-to", (*path, "n"))


@of_its_kind.register
def _(effect: RallyEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if (effect.n > 0) == bool(effect.faces) or bool(effect.faces) != (effect.of is not None):
        yield Problem("rally-number", path)
    for at, face in enumerate(effect.faces):
        if face not in FACES:
            yield Problem("number-of-a-die", (*path, "faces", at), args={"found": face})


@of_its_kind.register
def _(effect: ModifyEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if effect.n == "never" and effect.what != "rout_margin":
        yield Problem("never-a-rout", (*path, "n"), rule="11.5")
    if effect.links and effect.what != "step_cost":
        yield Problem("links-of-steps", (*path, "links"), rule="9.2")
    limit = effect.ends_if
    if limit is not None and (limit.at_least is None) == (limit.below is None):
        yield Problem("bounds", (*path, "ends_if"), args={"word": "camp_zones"})


@of_its_kind.register
def _(effect: OneOfEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if len(effect.options) < 2 or not all(effect.options):
        yield Problem("several-options", (*path, "options"))


NATIONS = (*get_args(NationId), "self", "chosen")
"""What may stand for a nation in words for places."""
AT_LEAST_ONE = ("n", "steps", "dice", "units", "per_squadron")
SIGNED = ("resource", "battle_dice", "roll_mod", "modify")
"""Effects whose number may be below 1."""


def check_effects(files: TnwEditionFiles, known: KnownIds) -> Iterator[Problem]:
    """Every problem of the conditions and effects of cards."""
    years = files.armies.tracks.turn.boxes
    for path, card in every_card(files):
        for number, condition in enumerate(card.conditions):
            yield from _condition((*path, "conditions", number), condition, known, years)
        for spot, effect in every_effect(path, card):
            yield from _places(spot, effect, known)
            yield from _effect_numbers(spot, effect)
            yield from of_its_kind(effect, spot, known)
        yield from _said_before(path, card)


def _condition(
    path: OrderPath, condition: PrintedCondition, known: KnownIds, years: tuple[int, ...]
) -> Iterator[Problem]:
    if len(condition.words) != 1:
        yield Problem("one-word", path, rule="6.1", args={"words": condition.words}, rests_on=(path,))
        return
    word = condition.words[0]
    bounds = {"at_least": condition.at_least, "below": condition.below}
    given = tuple(name for name, number in bounds.items() if number is not None)
    if not (given == ("at_least",) if word == "zones" else len(given) == (word == "camp_zones")):
        yield Problem("bounds", path, args={"word": word})
    for general in (condition.in_battle, condition.general_not_on_map):
        yield from known.unknown("general", general, (*path, word)) if general else ()
    if condition.general_not_at:
        yield from known.unknown("general", condition.general_not_at[0], (*path, word))
        yield from known.unknown("place", condition.general_not_at[1], (*path, word))
    for held in (condition.controls, condition.camp_controls):
        yield from known.unknown("duchy", held[1], (*path, word)) if held else ()
    if condition.target_in is not None:
        yield from _where((*path, word), condition.target_in, known, ("home", "friendly", "list"))
    if condition.turn_from is not None and condition.turn_from not in years:
        yield Problem("no-such-turn", (*path, word), args={"found": condition.turn_from, "years": years})


def _places(path: OrderPath, effect: CardEffect, known: KnownIds) -> Iterator[Problem]:
    where = getattr(effect, "where", ())
    if where and not (where == "friendly" and effect.__struct_config__.tag == "retreat"):
        yield from _where((*path, "where"), where, known)


def _where(
    path: OrderPath, where: str | tuple[str, ...], known: KnownIds, words: tuple[str, ...] = ()
) -> Iterator[Problem]:
    try:
        found: Spots = spots(where)
    except ValueError:
        yield Problem("no-word-for-places", path, args={"where": where})
        return
    for at, place in enumerate(found.ids):
        yield from known.unknown("place", place, (*path, at))
    if found.word == "list":
        yield from known.unknown("list", found.of, path)
    elif found.word == "with":
        yield from known.unknown("general", found.of, path)
    else:
        of = ("", "foreign") if found.word == "unfortified_empty" else ("", *NATIONS)
        if found.of not in of or (words and found.word not in words):
            yield Problem("no-word-for-places", path, args={"where": str(where)})


def _effect_numbers(path: OrderPath, effect: CardEffect) -> Iterator[Problem]:
    for key in ("roll", "lost_on", "face"):
        value = getattr(effect, key, None)
        if isinstance(value, int) and value not in FACES:
            yield Problem("number-of-a-die", (*path, key), args={"found": value})
    signed = effect.__struct_config__.tag in SIGNED
    for key in AT_LEAST_ONE:
        value = getattr(effect, key, None)
        if isinstance(value, int) and value < 1 and not signed and not isinstance(effect, RallyEffect):
            yield Problem("at-least-one", (*path, key), args={"found": value})
    listed = getattr(effect, "use", None), getattr(effect, "what", None), getattr(effect, "rows", None)
    for key, values in zip(("use", "what", "rows"), listed, strict=True):
        if isinstance(values, tuple) and (not values or len(set(values)) < len(values)):
            yield Problem("each-once", (*path, key), args={"key": key})


def _said_before(path: OrderPath, card: AnyCard) -> Iterator[Problem]:
    """Words that refer to what the card says elsewhere: `chosen`, `receiver`, `other`, `target`."""
    effects = list(every_effect(path, card))
    among = any(getattr(effect, "among", ()) for _, effect in effects)
    for number, (spot, effect) in enumerate(effects):
        before = [str(other.__struct_config__.tag) for _, other in effects[:number]]
        said = {getattr(effect, key, None) for key in ("who", "to", "where", "force") if _is_word(effect, key)}
        said |= set(getattr(effect, "between", ()))
        missing = {
            "chosen": not among, "receiver": "give_card" not in before, "other": "consul" not in before,
            "target": card.timing is None,
        }  # fmt: skip
        for word, lacks in missing.items():
            if lacks and word in said:
                yield Problem("refers-to-nothing", spot, args={"word": word}, rests_on=(path,))


def _is_word(effect: CardEffect, key: str) -> bool:
    return isinstance(getattr(effect, key, None), str)


_Named = tuple[OrderPath, str, tuple[str, ...]]
"""Where a thing is, its id, its spellings."""


def check_spellings(files: TnwEditionFiles) -> Iterator[Problem]:
    """Every spelling of two places, nations, generals or boxes, and every title of two cards."""
    yield from _clashing(_places_and_people(files))
    yield from _clashing(_cards(files))


def _places_and_people(files: TnwEditionFiles) -> Iterator[_Named]:
    for path, place in every_place(files.map):
        yield path, place.id, (place.name, *place.aliases)
    for number, box in enumerate(files.map.boxes):
        yield ("map", "boxes", number), box.id, (box.name, *box.aliases)
    for number, nation in enumerate(files.armies.nations):
        path = ("armies", "nations", number)
        yield path, nation.id, (nation.name, nation.adjective, *nation.aliases)
        for at, leader in enumerate(nation.leaders):
            yield (*path, "leaders", at), leader.id, (leader.name, *leader.aliases)


def _cards(files: TnwEditionFiles) -> Iterator[_Named]:
    for key, cards in (("deck", files.cards.deck), ("reserves", files.cards.reserves)):
        for number, card in enumerate(cards):
            yield ("cards", key, number), card.id, (card.title,)


def _clashing(named: Iterable[_Named]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for path, identifier, spellings in named:
        for spelling in (identifier, *spellings):
            other = first.setdefault(folded(spelling), identifier)
            if other != identifier:
                args = {"spelling": spelling, "one": identifier, "other": other}
                yield Problem("name-of-two", path, args=args)


def check(files: TnwEditionFiles, unread: Collection[str]) -> Iterator[Problem]:
    """Every problem of *files*; what is *unread* is there but could not be read."""
    known = KnownIds(files, unread)
    yield from check_board.check_map(files.map, known)
    yield from check_spellings(files)
    yield from check_board.check_nations(files.armies, files.map)
    yield from check_board.check_set_up(files.armies, files.map, known)
    yield from check_board.check_tracks(files.armies.tracks)
    yield from check_cards(files, known)
    yield from check_effects(files, known)
