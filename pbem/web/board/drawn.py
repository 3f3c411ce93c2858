"""The whole board as a seat, or the public, knows it: drawn once for each view."""

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from zlib import compress, decompress

import msgspec
from msgspec.structs import replace

from pbem.engine.kit.digest import digest
from pbem.engine.kit.drawing.svg import plain
from pbem.engine.kit.lexicon import Lexicon
from pbem.referee.game import Game
from pbem.report.pictures.painting import NoPicture, drawn

_KEPT = 1000
"""The most views of which the boards are kept: some 60 MB, as they are compressed."""
_MARK = re.compile(r'<g data-thing="(\S+) ([^"]*)" data-x=')


class BoardPicture(msgspec.Struct, frozen=True, kw_only=True):
    """A picture of the whole board or of what is beside it, with a *tag* that changes with it."""

    name: str
    svg: bytes
    tag: str
    width: int
    height: int
    title: str
    alt: str


class _Kept:
    """The boards of the last views that were asked for, each drawn by one thread only."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, tuple[BoardPicture, ...]] = OrderedDict()
        self._looking, self._drawing = threading.Lock(), threading.Lock()

    def get(self, key: str, draw: Callable[[], tuple[BoardPicture, ...]]) -> tuple[BoardPicture, ...]:
        found = self._look(key)
        if found is None:
            with self._drawing:  # whoever waited here may find it drawn
                found = self._look(key)
                if found is None:
                    found = draw()
                    self._keep(key, found)
        return found

    def _look(self, key: str) -> tuple[BoardPicture, ...] | None:
        with self._looking:
            packed = self._found.get(key)
            if packed is None:
                return None
            self._found.move_to_end(key)
        return tuple(replace(each, svg=decompress(each.svg)) for each in packed)

    def _keep(self, key: str, found: tuple[BoardPicture, ...]) -> None:
        packed = tuple(replace(each, svg=compress(each.svg)) for each in found)
        with self._looking:
            self._found[key] = packed
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)


_KEPT_BOARDS = _Kept()


def board_pictures(game: Game, seat: str) -> tuple[BoardPicture, ...]:
    """The pictures of the whole board for *seat*, the board itself first; none if the game draws none, or cannot."""
    if game.ruleset.drawing is None:
        return ()
    view = game.view(seat)
    key = f"{game.ruleset.name} {game.ruleset.version} {seat} {digest(view, {})}"
    return _KEPT_BOARDS.get(key, lambda: _drawn(game, seat))


def board_picture(game: Game, seat: str, name: str) -> BoardPicture | None:
    """The one of them that is called *name*."""
    return next((one for one in board_pictures(game, seat) if one.name == name), None)


def _drawn(game: Game, seat: str) -> tuple[BoardPicture, ...]:
    drawing, view = game.ruleset.drawing, game.view(seat)
    if drawing is None:
        return ()
    lexicon, found = game.ruleset.lexicon(view, seat), []
    for picture in drawing.whole(view, seat):
        try:
            made = drawn(drawing, view, seat, picture)
        except NoPicture:  # the list beside the board says it all
            continue
        svg = named(made.svg, lexicon).encode()
        tag = hashlib.sha256(svg).hexdigest()[:32]
        found.append(
            BoardPicture(
                name=picture.name, svg=svg, tag=tag, width=made.width, height=made.height, title=made.title,
                alt=made.alt,
            )
        )  # fmt: skip
    return tuple(found)


def named(svg: str, lexicon: Lexicon) -> str:
    """A drawing in which all that can be pointed at bears its name, too."""

    def with_name(found: re.Match[str]) -> str:
        kind, identifier = found.groups()
        return f'<g data-thing="{kind} {identifier}" data-name="{plain(_name(lexicon, kind, identifier))}" data-x='

    return _MARK.sub(with_name, svg)


def _name(lexicon: Lexicon, kind: str, identifier: str) -> str:
    return lexicon.name(kind, identifier) if kind in lexicon.kinds else f"{kind} {identifier}"
