"""Whom players mean by a name: seats, what they run, their players, everyone, or the moderator."""

import re
from typing import Literal

import msgspec

from pbem.engine.kit.lexicon import Lexicon
from pbem.referee.game import Game
from pbem.sheet.names import Names, plain

_ALL = frozenset({"all", "everyone", "everybody", "allplayers", "theothers", "others", "bothofyou", "both"})
_MODERATOR = frozenset({"moderator", "themoderator", "gm", "thegm", "gamemaster", "referee", "thereferee"})
_BETWEEN = re.compile(r"\s*(?:,|;|&|\+|/|\band\b|\bund\b|\bet\b)\s*", re.IGNORECASE)
_THE = re.compile(r"^(?:the|dear)\s+(?=\S)", re.IGNORECASE)
_MOST = 60

PeopleKind = Literal["seats", "all", "moderator", "several", "unknown"]


class People(msgspec.Struct, frozen=True):
    """What a name means: *seats*, which are several by mistake if the name does not tell them apart.

    Of an unknown one, *nearest* are the names that look like it.
    """

    kind: PeopleKind
    seats: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


def people(game: Game, writer: str, name: str) -> People:
    """Whom *name* means in words of the seat *writer*, who knows only public names."""
    text = name.strip()[:_MOST]
    if plain(text) in _ALL:
        return People("all", tuple(seat for seat in game.titles if seat != writer))
    moderator = game.settings.moderator.name
    if plain(text) in _MODERATOR or (moderator and plain(text) == plain(moderator)):
        return People("moderator")
    names = _names(game)
    whole = names.find(_THE.sub("", text), "seat")
    if whole:
        return People("seats" if len(whole) == 1 else "several", whole)
    split = [part for part in _BETWEEN.split(text) if part]
    parts = [names.find(_THE.sub("", part), "seat") for part in split] if len(split) > 1 else []
    if parts and all(len(part) == 1 for part in parts):
        return People("seats", tuple(dict.fromkeys(part[0] for part in parts)))
    known = [names.name(part[0], "seat") for part in parts if len(part) == 1]
    return People("unknown", nearest=tuple(known) or names.nearest(text, "seat"))


def by_mail(game: Game, seat: str) -> bool:
    """Whether email can go to *seat*; otherwise all that it is told is in its letters, which are files."""
    return bool(game.settings.seats[seat].address and game.settings.mail.sender)


def reads(game: Game, seat: str) -> bool:
    """Whether someone reads what *seat* is told: a player holds it, or a stand-in, and not a bot alone."""
    who = game.settings.seats[seat]
    return not game.holders[seat].empty and (bool(who.address) or not who.bot)


def _names(game: Game) -> Names:
    """The names of seats; where players write under their names, those too."""
    known = game.ruleset.lexicon(game.view(), "").kinds.get("seat", {})
    more = game.ruleset.seat_names(game.view())
    named = game.settings.press_mode != "anonymous"
    player = {seat: who.player for seat, who in game.settings.seats.items() if named and who.player}

    def spellings(seat: str, title: str) -> tuple[str, ...]:
        found = (title, *known.get(seat, ()), *more.get(seat, ()), player.get(seat, ""), seat)
        return tuple(dict.fromkeys(filter(None, found)))

    return Names(Lexicon({"seat": {seat: spellings(seat, title) for seat, title in game.titles.items()}}))
