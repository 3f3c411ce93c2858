"""The words of cards: what conditions and effects refer to, and numbers within their bounds (6.1)."""

from collections.abc import Iterator
from typing import get_args

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.board import NationId
from pbem_tnw.edition.card_conditions import PrintedCondition
from pbem_tnw.edition.card_words import CardEffect, RallyEffect
from pbem_tnw.edition.check.cards import AnyCard, every_card, every_effect
from pbem_tnw.edition.check.effect_kinds import FACES, of_its_kind
from pbem_tnw.edition.check.known import KnownIds
from pbem_tnw.edition.edition import TnwEditionFiles
from pbem_tnw.edition.spots import Spots, spots

NATIONS = (*get_args(NationId), "self", "chosen")
"""What may stand for a nation in words for places."""
AT_LEAST_ONE = ("n", "steps", "dice", "units", "per_squadron")
SIGNED = ("resource", "battle_dice", "roll_mod", "modify")
"""Effects whose number may be below 1."""


def check(files: TnwEditionFiles, known: KnownIds) -> Iterator[Problem]:
    """Every problem of the conditions and effects of cards."""
    years = files.armies.tracks.turn.boxes
    for path, card in every_card(files):
        for number, condition in enumerate(card.conditions):
            yield from _condition((*path, "conditions", number), condition, known, years)
        for spot, effect in every_effect(path, card):
            yield from _places(spot, effect, known)
            yield from _numbers(spot, effect)
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


def _numbers(path: OrderPath, effect: CardEffect) -> Iterator[Problem]:
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
