"""What is wrong with what a sheet says of cards, whatever the position: choices, answers, battle cards (2.3, 2.4)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem, Weight, standing_apart, under
from pbem_tnw.edition import card_words as word
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.orders.lines.battle_wish import BattleCardWish
from pbem_tnw.orders.lines.event_choices import EventChoices
from pbem_tnw.orders.standing import WarStanding

IN_BATTLE = ("battle_card", "battle_rolled", "roll")
"""The occasions of cards that orders for a battle may name."""
_KEYS: dict[type, tuple[str, ...]] = {
    word.GiveCardEffect: ("nation", "cards", "top"), word.BreakAllianceEffect: ("nation",),
    word.ConsulEffect: ("consul",), word.PlaceEffect: ("place", "general"), word.LeaderEffect: ("general", "place"),
    word.FlagEffect: ("flag",), word.RegroupEffect: ("regroup", "place"), word.RefitEffect: ("refit",),
    word.MoveForceEffect: ("march",), word.RetreatEffect: ("retreat_to",), word.RerollEffect: ("reroll",),
    word.ChangeDieEffect: ("die",), word.OffMapEffect: ("send",), word.EndEventEffect: ("cards",),
    word.OneOfEffect: ("option",),
}  # fmt: skip
"""The choices that a word takes, whoever it is for."""
_CHOSEN = ("chosen", "enemy", "ally")


def needless_choices(board: TnwEdition, card: str, choices: EventChoices) -> Iterator[Problem]:
    """The choices that a card does not take: a warning for each."""
    wanted = set(choices_taken(board.cards[card].effects))
    for key in EventChoices.__struct_fields__:
        if getattr(choices, key) != getattr(_NONE, key) and key not in wanted:
            args = {"card": card, "key": key.replace("_", "-"), "keys": tuple(sorted(wanted))}
            yield Problem("choice-not-needed", (key,), "6.1", args, Weight.unwise)


def check_answers(board: TnwEdition, standing: WarStanding) -> Iterator[Problem]:
    """The lines of standing orders that could never be carried out: no response, another trigger, no battle card."""
    for number, line in enumerate(standing.respond or ()):
        path = ("respond", number)
        timing = board.cards[line.card].timing
        if timing is None:
            yield standing_apart(Problem("respond-no-response", (*path, "card"), "6.14", {"card": line.card}), *path)
        elif line.trigger not in (None, timing.trigger):
            args = {"card": line.card, "trigger": line.trigger, "right": timing.trigger}
            yield standing_apart(Problem("respond-other-trigger", (*path, "trigger"), "6.14", args), *path)
        else:
            yield from (under(each, *path) for each in needless_choices(board, line.card, line))
    for number, battle in enumerate(standing.battle or ()):
        yield from (under(each, "battle", number) for each in check_battle_cards(board, battle.cards or ()))


def check_battle_cards(board: TnwEdition, cards: tuple[BattleCardWish, ...]) -> Iterator[Problem]:
    """What is wrong with the cards that orders for a battle name (6.15)."""
    for number, wish in enumerate(cards):
        if not for_battles(board.cards[wish.card]):
            yield Problem("not-for-battles", ("cards", number, "card"), "6.15", {"card": wish.card})
        else:
            yield from (under(each, "cards", number) for each in needless_choices(board, wish.card, wish))


def for_battles(card: WarCard) -> bool:
    """Whether a card can be played in a battle on land."""
    if card.timing is None:
        return card.kind == "battle"
    return card.timing.trigger in IN_BATTLE


def choices_taken(effects: tuple[word.CardEffect, ...]) -> Iterator[str]:
    """The keys of the choices that effects leave to whoever plays their card."""
    for effect in effects:
        yield from _KEYS.get(type(effect), ())
        if getattr(effect, "among", ()) or getattr(effect, "who", "") in _CHOSEN:
            yield "nation"
        if isinstance(effect, word.DiscardEffect) and effect.how == "owner":
            yield "cards"
        if isinstance(effect, word.DrawEffect) and effect.play_one:
            yield "then"
        if isinstance(effect, word.OneOfEffect):
            yield from (key for option in effect.options for key in choices_taken(option))


_NONE = EventChoices()
