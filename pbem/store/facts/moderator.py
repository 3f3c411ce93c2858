"""Facts for the moderator: the letters that they got, the lines that they mailed, and failures of the program."""

from collections.abc import Mapping

import msgspec


class DigestSent(msgspec.Struct, frozen=True, tag="digest-sent", omit_defaults=True, kw_only=True):
    """The moderator was told of all *needs*, by their keys; at once, if it was *urgent*, or that *all is well*."""

    needs: tuple[str, ...] = ()
    urgent: bool = False
    all_is_well: bool = False


class MailedLine(msgspec.Struct, frozen=True, tag="mailed-line", omit_defaults=True, kw_only=True):
    """The moderator mailed a line that changes something, *line* number such of inbox item *item*.

    What it led to comes after it in the log; nothing did if it was refused.
    """

    item: int
    line: int
    text: str


class LineAsked(msgspec.Struct, frozen=True, tag="line-asked", omit_defaults=True, kw_only=True):
    """What *line* number such of inbox item *item* asks for was told back, and waits for the moderator's `yes`.

    It is a *deed* with what was *given*, which would do what it *says*; *stands* is what it depends on besides. If the
    game had changed when the `yes` came, it was put *again* by that line.
    """

    item: int
    line: int
    text: str
    deed: str
    given: Mapping[str, str]
    says: tuple[str, ...] = ()
    stands: str = ""
    again: str = ""


class LineAnswered(msgspec.Struct, frozen=True, tag="line-answered", omit_defaults=True, kw_only=True):
    """The moderator answered what *line* of *item* asked: *by* is the line with the answer.

    With *yes* it was done, unless it says *why* not.
    """

    item: int
    line: int
    by: str
    yes: bool
    why: str = ""


class PlayAnyway(msgspec.Struct, frozen=True, tag="play-anyway", kw_only=True):
    """The moderator lets play continue after the letters of *round*, whatever seats hold and rules of time say."""

    round: int


class PlayFailed(msgspec.Struct, frozen=True, tag="play-failed", kw_only=True):
    """The program failed at play: the type of the error, *why*, and *where* in the code."""

    why: str
    where: str


class PlayWorks(msgspec.Struct, frozen=True, tag="play-works"):
    """A turn was complete after one that failed."""
