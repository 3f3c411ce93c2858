"""Which choices the effects of a card leave to whoever plays it."""

from collections.abc import Iterator

from pbem_tnw.edition import card_words as word

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


def gives_points(effects: tuple[word.CardEffect, ...]) -> bool:
    """Whether an event gives CPs, or a card to be played for them: what is ordered behind it may be a line."""
    return any(isinstance(one, word.PointsEffect | word.OneOfEffect) for one in effects) or "then" in choices_taken(
        effects
    )
