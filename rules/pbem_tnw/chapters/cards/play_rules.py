"""When a card may be played; what every effect has.

Each word is code once: a family of words is a module here, which registers its functions for the struct of the word.
Functions of a word are told the position, or what a seat sees of it, and the card that is played.
"""

from collections.abc import Iterator
from functools import singledispatch
from typing import Any, Literal

from msgspec.structs import replace

from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.conditions import (
    Playing,
    ResponseOccasion,
    choosable,
    chosen_nation,
    fulfilled,
    named_among,
    nation_meant,
)
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.nation.pieces import DiceCleared
from pbem_tnw.edition.card_words import CancelEffect, LeaderEffect, OneOfEffect, RollModifierEffect
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.orders.choices import ConsulChoice, EventChoices
from pbem_tnw.position.control import allied, at_war, controller
from pbem_tnw.position.forces import squadrons_at, units_at
from pbem_tnw.position.state import Consul, WarState

CARD_ROLL = "card"
"""The purpose of a die that a card asks for."""


@singledispatch
def hindrances(effect: Any, state: WarState, playing: Playing) -> Iterator[Problem]:
    """Why *effect* cannot be carried out at least in part; choices left out have the defaults of `event_choices`."""
    raise TypeError(f"no rule for the effect {effect}")


@singledispatch
def carry_out(effect: Any, table: Table[WarState], playing: Playing) -> None:
    """Do as much of *effect* as can be done, by events and by boxes that are entered."""
    raise TypeError(f"no rule for the effect {effect}")


@singledispatch
def left_open(effect: Any, state: WarState, playing: Playing) -> EventChoices:
    """What is taken, as things stand, for the choices of *effect* that the sheet leaves open."""
    return EventChoices()


def idle(playing: Playing, why: str, **args: object) -> Problem:
    """The effect would do nothing: *why* is a phrase of the group `idle-effects`."""
    return Problem("event-idle", rule="6.1", args={"card": playing.card.id, "why": why, **args})


def die_shows(table: Table[WarState], least: int) -> bool:
    """Whether the die that a card asked for shows so much, with what other cards have changed of it."""
    rolled = table.state.going_on.rolled
    table.emit(DiceCleared())
    return bool(rolled) and rolled[-1].total >= least


FIRST_TURN = 1
"""The Turn 1805 (6.18)."""
SHARED = ("interception", "evasion", "sea_battle", "siege", "battle_card", "battle_rolled")
"""What an ally does is one's own, too, if one's forces are in it (part 3, timing)."""
CHOSEN_NATIONS = ("chosen", "enemy", "ally")
"""The words of a card for a nation that its player chooses."""
WANTS_CHOICE = frozenset({
    "event-which-consul", "event-which-alliance", "event-choice-of-nation", "event-needs-march",
})  # fmt: skip
"""Problems of an event that is possible now, but not without a choice of its player."""
IN_BATTLE = ("battle_card", "battle_rolled")


def too_early(view: WarState, card: str) -> bool:
    """Whether an event is played only from 1806 on, and it is 1805 (6.18)."""
    return view.board.cards[card].has("not_1805") and view.turn <= FIRST_TURN


def event_problems(view: WarState, nation: str, card: str, choices: EventChoices | None = None) -> Iterator[Problem]:
    """Why *nation* cannot play a card or Reserve of its own as the event of its Impulse (6.1, 6.14, 6.15, 6.18)."""
    printed = view.board.cards[card]
    if printed.kind == "battle":
        yield Problem("event-in-battle", ("card",), "6.15", {"card": card})
    elif printed.timing is not None:
        yield Problem("event-needs-trigger", ("card",), "6.14", {"card": card, "trigger": printed.timing.trigger})
    else:
        yield from effect_problems(view, playing(view, nation, card, choices))


def event_possible(view: WarState, nation: str, card: str, choices: EventChoices | None = None) -> bool:
    """Whether *nation* can play a card as the event of its Impulse."""
    return not any(event_problems(view, nation, card, choices))


def answer_problems(
    view: WarState, nation: str, card: str, occasion: ResponseOccasion, choices: EventChoices | None = None
) -> Iterator[Problem]:
    """Why *nation* cannot answer an occasion with a response, or with a battle card that waits for one (6.14)."""
    printed = view.board.cards[card]
    if printed.timing is None or printed.timing.trigger != occasion.trigger or not _at_that_time(printed, occasion):
        yield Problem("answer-not-now", ("card",), "6.14", {"card": card, "trigger": occasion.trigger})
    elif not _concerned(view, nation, printed, occasion):
        args = {"card": card, "trigger": occasion.trigger, "whose": printed.timing.whose}
        yield Problem("answer-not-theirs", ("card",), "6.14", args)
    else:
        yield from effect_problems(view, playing(view, nation, card, choices, occasion))


def battle_card_problems(
    view: WarState, nation: str, card: str, choices: EventChoices | None = None
) -> Iterator[Problem]:
    """Why *nation* cannot play a battle card in the battle that is going on, before the dice (6.15, 11.1)."""
    printed = view.board.cards[card]
    battle = view.going_on.battle
    if printed.kind != "battle" or printed.timing is not None:
        yield Problem("no-battle-card", ("card",), "6.15", {"card": card})
    elif battle is None or battle.role_of(nation) is None:
        yield Problem("not-in-battle", ("card",), "6.15", {"card": card, "nation": nation})
    else:
        yield from effect_problems(view, playing(view, nation, card, choices))


def effect_problems(view: WarState, played: Playing) -> Iterator[Problem]:
    """What is missing for the event of a card: its time, its conditions, the possibility of every part (6.1, 6.18)."""
    card = played.card
    if too_early(view, card.id):
        yield Problem("event-not-in-1805", ("card",), "6.18", {"card": card.id})
        return
    missing = [condition for condition in card.conditions if not fulfilled(condition, view, played)]
    for condition in missing:
        yield Problem("event-condition", ("card",), "6.1", {"card": card.id, "condition": _said(condition)})
    if missing:
        return
    if named_among(played) and not chosen_nation(view, played):
        nations = tuple(choosable(view, played))
        args = {"card": card.id, "nations": nations}
        yield Problem("event-choice-of-nation", ("nation",), "6.1", args) if nations else idle(played, "no-nation")
        return
    for at, effect in enumerate(card.effects):
        now = at_effect(played, at)
        if isinstance(effect, OneOfEffect):
            yield from _no_option(view, now, effect)
        else:
            yield from hindrances(effect, view, now)


def held(view: WarState, nation: str, card: str) -> bool:
    """Whether *nation* has a card in its hand, or as a Reserve that it may still use in this Turn (6.2)."""
    if card in view.board.reserves.get(nation, ()):
        return card not in view.used and not forbidden(view, "reserve", nation)
    return card in view.holdings(nation).known


def playing(
    view: WarState, nation: str, card: str, choices: EventChoices | None = None,
    occasion: ResponseOccasion | None = None,
) -> Playing:  # fmt: skip
    """A card that might be played."""
    printed = view.board.cards[card]
    said = choices or EventChoices()
    return Playing(nation=nation, card=printed, choices=said, occasion=occasion, effects=printed.effects)


def at_effect(played: Playing, at: int) -> Playing:
    """The same with another effect that is due."""
    return replace(played, at=at)


def open_choices(view: WarState, nation: str, card: str, said: EventChoices) -> EventChoices:
    """What the event of a card takes, as things stand, for what *said* leaves open, if it can be played so."""
    if any(event_problems(view, nation, card, said)):
        return EventChoices()
    played = playing(view, nation, card, said)
    found = EventChoices()
    for at, effect in enumerate(card_effects := view.board.cards[card].effects):
        if isinstance(effect, OneOfEffect):
            number = option_taken(view, played, effect)
            found = found if said.option is not None else replace(found, option=number)
            option = in_option(played, effect, number)
            for place, each in enumerate(option.effects):
                found = _with_choices(found, _taken(view, at_effect(option, place), each))
        else:
            found = _with_choices(found, _taken(view, at_effect(played, at), card_effects[at]))
    return found


def choices_for_example(view: WarState, nation: str, card: str) -> EventChoices:
    """Choices with which *nation* can play the event of a card now; none if it cannot, or the card leaves none.

    They are those that are taken for what is left open, and where something must be said the first that is possible.
    """
    said = EventChoices()
    for _ in view.board.cards[card].effects:
        problem = next(event_problems(view, nation, card, said), None)
        if problem is None:
            break
        if problem.code not in WANTS_CHOICE:
            return EventChoices()
        said = _with_choices(said, _first_possible(view, nation, problem))
    return _with_choices(said, open_choices(view, nation, card, said))


def _first_possible(view: WarState, nation: str, problem: Problem) -> EventChoices:
    """The first choice that a *problem* of `WANTS_CHOICE` says is possible; of consuls one towards *nation* if any."""
    args = problem.args
    if problem.code == "event-which-consul":
        order, moves = view.board.tracks.diplomatic.column_ids, args["moves"]
        proxy, to = next((each for each in moves if each[1].row == nation and _to_the_right(view, *each)), moves[0])
        steps = order.index(to.column) - order.index(view.consuls[proxy].column)
        way: Literal["left", "right"] = "right" if steps > 0 else "left"
        row = to.row or view.consuls[proxy].row or None
        return EventChoices(consul=(ConsulChoice(who=proxy, way=way, steps=abs(steps), row=row),))
    nations = args.get("proxies") or args.get("nations") or ()
    return EventChoices(nation=tuple(nations[:1]))


def _to_the_right(view: WarState, proxy: str, to: Consul) -> bool:
    order = view.board.tracks.diplomatic.column_ids
    return order.index(to.column) > order.index(view.consuls[proxy].column)


def _taken(view: WarState, played: Playing, effect: Any) -> EventChoices:
    """What one effect takes: the nation that it is about, and what its own rule says."""
    found = left_open(effect, view, played)
    words = (getattr(effect, "who", None), getattr(effect, "to", None), *getattr(effect, "between", ()))
    by_name = isinstance(effect, LeaderEffect) and effect.fate != "enters"  # the general says whose it is
    if not played.choices.nation and not found.nation and not by_name:
        nations = (nation_meant(view, played, word) for word in words if word in CHOSEN_NATIONS)
        found = replace(found, nation=tuple(dict.fromkeys(nation for nation in nations if nation)))
    return found


def _with_choices(one: EventChoices, other: EventChoices) -> EventChoices:
    """Choices of two effects together: each thing once, in the order of the effects."""
    both: dict[str, Any] = {}
    for name in EventChoices.__struct_fields__:
        first, second = getattr(one, name), getattr(other, name)
        both[name] = tuple(dict.fromkeys((*first, *second))) if isinstance(first, tuple) else first or second
    return EventChoices(**both)


def option_taken(view: WarState, played: Playing, effect: OneOfEffect) -> int:
    """Which option is taken, counted from 1: the one that the sheet names, else the first that is possible; 0: none."""
    wanted = played.choices.option
    numbers = (wanted,) if wanted is not None else range(1, len(effect.options) + 1)
    for number in numbers:
        if 0 < number <= len(effect.options) and not any(_in_option(view, played, effect, number)):
            return number
    return 0


def in_option(played: Playing, effect: OneOfEffect, number: int) -> Playing:
    """What an option of a card is told: its effects are those that are carried out."""
    return replace(played, effects=effect.options[number - 1], at=0)


def arises(board: TnwEdition, occasion: ResponseOccasion) -> bool:
    """Whether any card of the edition can be played on such an occasion (2.4)."""
    return any(
        card.timing is not None
        and card.timing.trigger == occasion.trigger
        and _at_that_time(card, occasion)
        and _fits_card(board, card, occasion)
        for card in board.cards.values()
    )


def _in_option(view: WarState, played: Playing, effect: OneOfEffect, number: int) -> Iterator[Problem]:
    option = in_option(played, effect, number)
    for at, each in enumerate(option.effects):
        yield from hindrances(each, view, at_effect(option, at))


def _no_option(view: WarState, played: Playing, effect: OneOfEffect) -> Iterator[Problem]:
    if option_taken(view, played, effect):
        return
    wanted = played.choices.option
    if wanted is not None and not 0 < wanted <= len(effect.options):
        args = {"card": played.card.id, "option": wanted, "options": len(effect.options)}
        yield Problem("event-no-such-option", ("option",), "6.1", args)
        return
    yield from _in_option(view, played, effect, wanted or 1)


def _said(condition: object) -> dict[str, object]:
    """A condition as plain values: its word and what it says."""
    fields: tuple[str, ...] = getattr(condition, "__struct_fields__")  # noqa: B009 any of the structs of conditions
    config = getattr(condition, "__struct_config__")  # noqa: B009 as above
    return {"word": config.tag, **{name: getattr(condition, name) for name in fields}}


def _at_that_time(card: WarCard, occasion: ResponseOccasion) -> bool:
    """Whether a card that changes a roll does so before or after it, as the occasion is."""
    changes = [effect for effect in card.effects if isinstance(effect, RollModifierEffect)]
    return not occasion.when or all(effect.when == occasion.when for effect in changes)


def _fits_card(board: TnwEdition, card: WarCard, occasion: ResponseOccasion) -> bool:
    """Whether a card that cancels could cancel the card of the occasion."""
    shown = board.cards.get(occasion.card)
    cancels = [effect for effect in card.effects if isinstance(effect, CancelEffect)]
    return not cancels or shown is None or any(shown.kind in each.what and shown.cp <= each.cp_max for each in cancels)


def _concerned(view: WarState, nation: str, card: WarCard, occasion: ResponseOccasion) -> bool:
    """Whether the action of an occasion is whose the card says: one's own, an enemy's, anyone's (part 3, timing)."""
    whose = card.timing.whose if card.timing is not None else "any"
    if occasion.trigger in IN_BATTLE:
        battle = view.going_on.battle
        role = None if battle is None else battle.role_of(nation)
        if battle is None or role is None:
            return False
        theirs = battle.role_of(occasion.nation)
        return whose == "any" or occasion.trigger == "battle_rolled" or (theirs == role) == (whose == "own")
    if whose == "any":
        return True
    if whose == "own":
        return occasion.nation == nation or (occasion.trigger in SHARED and _takes_part(view, nation, occasion))
    if occasion.trigger == "siege" and controller(view, occasion.place) != nation:
        return False
    return at_war(view, nation, occasion.nation)


def _takes_part(view: WarState, nation: str, occasion: ResponseOccasion) -> bool:
    """Whether *nation* has forces in what it or an ally does; at sea both sides fight, whoever acts."""
    fight = view.going_on.sea_battle
    if occasion.trigger == "sea_battle" and fight is not None:
        return nation in (*fight.attacker.nations, *fight.defender.nations)
    places = {occasion.place, occasion.origin} - {""}
    ships = any(squadrons_at(view, place, (nation,)) for place in places)
    if occasion.trigger == "sea_battle":
        return ships
    on_land = any(units_at(view, place).get(nation) for place in places if place in view.board.duchies)
    return (on_land or ships) and allied(view, nation, occasion.nation)
