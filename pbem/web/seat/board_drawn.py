"""The whole board as a seat, or the public, knows it: drawn once for each view, when it is fetched.

A page needs only its frame: the page does not wait for a drawing.
"""

import gzip
import hashlib
import hmac
import re
import threading
from collections import OrderedDict
from typing import Any

import msgspec

from pbem import __version__
from pbem.drawing.svg import plain
from pbem.engine.picture import Drawing, Picture, PictureFrame
from pbem.engine.reading import Lexicon
from pbem.referee.game import Game
from pbem.referee.people import changes
from pbem.report.pictures import NoPicture, drawn, framed
from pbem.store.log import digest_of_position

_KEPT = 2000
"""The most pictures that are kept: some 60 MB, as they are compressed."""
_MARK = re.compile(r'<g data-thing="(\S+) ([^"]*)" data-x=')


class BoardPicture(msgspec.Struct, frozen=True, kw_only=True):
    """What a page says of a picture of the whole board or of what is beside it; the *tag* changes with its view."""

    name: str
    tag: str
    width: int
    height: int
    title: str
    alt: str


class BoardToDraw(msgspec.Struct, frozen=True, kw_only=True):
    """All that a *picture* for *seat* is drawn from, so that no one waits for its game meanwhile.

    It is known by its *key*, and by its *tag* to others: that tells nothing, as it is made with a key of the seat.
    """

    drawing: Drawing[Any]
    view: Any
    lexicon: Lexicon
    seat: str
    picture: Picture
    key: str
    tag: str

    def packed(self) -> bytes | None:
        """The picture as SVG by gzip, with a name on all that can be pointed at; None if it cannot be drawn."""
        found = _KEPT_PICTURES.get(self)
        return found.packed if found else None

    def framed(self) -> PictureFrame | None:
        """What the page says of the picture, if it can be drawn; it is drawn only if its size is not known before."""
        try:
            frame = framed(self.drawing, self.view, self.seat, self.picture)
        except NoPicture:
            return None
        if frame is None:
            found = _KEPT_PICTURES.get(self)
            frame = found.frame if found else None
        return frame


class _KeptPicture(msgspec.Struct, frozen=True):
    frame: PictureFrame
    packed: bytes


class _Kept:
    """The pictures that were asked for last, each drawn by one thread only."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, _KeptPicture | None] = OrderedDict()
        self._looking, self._drawing = threading.Lock(), threading.Lock()

    def get(self, wanted: BoardToDraw) -> _KeptPicture | None:
        known, found = self._look(wanted.key)
        if not known:
            with self._drawing:  # whoever waited here may find it drawn
                known, found = self._look(wanted.key)
                if not known:
                    found = _made(wanted)
                    self._keep(wanted.key, found)
        return found

    def _look(self, key: str) -> tuple[bool, _KeptPicture | None]:
        with self._looking:
            if key not in self._found:
                return False, None
            self._found.move_to_end(key)
            return True, self._found[key]

    def _keep(self, key: str, found: _KeptPicture | None) -> None:
        with self._looking:
            self._found[key] = found
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)


_KEPT_PICTURES = _Kept()


def board_pictures(game: Game, seat: str) -> tuple[BoardPicture, ...]:
    """The pictures of the whole board for *seat*, the board itself first; none if the game draws none, or cannot."""
    found = [(one, one.framed()) for one in boards_to_draw(game, seat)]
    return tuple(
        BoardPicture(
            name=one.picture.name, tag=one.tag, width=frame.width, height=frame.height, title=frame.title,
            alt=frame.alt,
        )
        for one, frame in found
        if frame is not None  # otherwise the list beside the board says it all
    )  # fmt: skip


def board_picture(game: Game, seat: str, name: str) -> BoardToDraw | None:
    """The one of them that is called *name*, to be drawn."""
    return next((one for one in boards_to_draw(game, seat) if one.picture.name == name), None)


def stage_tag(game: Game, seat: str) -> str:
    """What changes when *seat* is asked something else; it tells nothing more."""
    asked = msgspec.json.encode([stage.put for stage in game.stages(seat) if stage.pending])
    return hmac.digest(changes.link_key(game, seat, "board").encode(), asked, "sha256").hex()[:12]


def boards_to_draw(game: Game, seat: str) -> tuple[BoardToDraw, ...]:
    """All of them."""
    drawing, view = game.ruleset.drawing, game.view(seat)
    if drawing is None:
        return ()
    lexicon = game.ruleset.lexicon(view, seat)
    rests_on = [__version__, game.ruleset.name, game.ruleset.version, seat, digest_of_position(view, {})]
    secret, found = changes.link_key(game, seat, "board").encode(), []
    for picture in drawing.whole(view, seat):
        key = hashlib.sha256(msgspec.json.encode([rests_on, picture], order="deterministic"))
        tag = hmac.digest(secret, key.digest(), "sha256").hex()[:32]
        found.append(
            BoardToDraw(
                drawing=drawing, view=view, lexicon=lexicon, seat=seat, picture=picture, key=key.hexdigest(), tag=tag
            )
        )
    return tuple(found)


def _made(wanted: BoardToDraw) -> _KeptPicture | None:
    try:
        made = drawn(wanted.drawing, wanted.view, wanted.seat, wanted.picture)
    except NoPicture:
        return None
    frame = PictureFrame(width=made.width, height=made.height, title=made.title, alt=made.alt)
    return _KeptPicture(frame, gzip.compress(named(made.svg, wanted.lexicon).encode(), 6, mtime=0))


def named(svg: str, lexicon: Lexicon) -> str:
    """A drawing in which all that can be pointed at bears its name, too."""

    def with_name(found: re.Match[str]) -> str:
        kind, identifier = found.groups()
        return f'<g data-thing="{kind} {identifier}" data-name="{plain(_name(lexicon, kind, identifier))}" data-x='

    return _MARK.sub(with_name, svg)


def _name(lexicon: Lexicon, kind: str, identifier: str) -> str:
    return lexicon.name(kind, identifier) if kind in lexicon.kinds else f"{kind} {identifier}"
