"""The answers to what players ask before they order, from what their seat sees and nothing else."""

from collections.abc import Sequence

import msgspec

from pbem.engine.drawing import Picture
from pbem.engine.kit.enquiry import EnquiryRead
from pbem.engine.position import Position
from pbem.engine.problem import Problem
from pbem.engine.ruleset import Ruleset
from pbem.referee.enquiries.names import read_names
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.report import guide
from pbem.report.context import LetterContext
from pbem.report.words import Words
from pbem.sheet.names import names_of

POSITION, HAND = "position", "hand"
"""The enquiries of every game: the whole position, and what its seat alone has, as letters and `pbem show` tell it."""
MAP = "map"


class EnquiryReply(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one enquiry: its heading, its text with marks, the pictures that go with it, and what is wrong."""

    heading: str
    text: str
    pictures: tuple[Picture, ...] = ()
    problem: Problem | None = None


def enquiry_words(ruleset: Ruleset) -> tuple[str, ...]:
    """The words by which players of a game may ask."""
    drawn = ruleset.drawing.words if ruleset.drawing else ()
    return tuple(dict.fromkeys((*ruleset.enquiries, *drawn, POSITION, HAND)))


def asking(ruleset: Ruleset) -> frozenset[str]:
    """What players may write to ask something: each of `enquiry_words`, and `help` with each title of the guide."""
    titles = (section.heading for section in guide.sections(ruleset.guide))
    return frozenset(enquiry_words(ruleset)).union(f"help {title.casefold()}" for title in titles)


def answer(game: Game, view: Position, seat: str, word: str, text: str = "") -> EnquiryReply:
    """What a seat, or everyone, is answered to one of `enquiry_words` and the names after it."""
    words = wording.words_for(game, view, seat)
    read = _read(game.ruleset, view, seat, word, text)
    heading = words.phrase(
        "commands", "enquiry-heading", {"word": word, "text": _told(game.ruleset, words, word, read) or text}
    )
    found = read.problem or _found(game.ruleset, view, seat, word, read.ids)
    if isinstance(found, Problem):
        said = words.say("problems", found.code, found.args)
        if words.has("remedies", found.code):
            said = f"{said} {words.say('remedies', found.code, found.args)}"
        return EnquiryReply(heading=heading, text=said, problem=found)
    pictures = _pictures(game.ruleset, view, seat, word, read.ids, found)
    template = word if word in (*game.ruleset.enquiries, POSITION, HAND) else "picture"
    context = LetterContext(
        me=seat, view=view, titles=game.titles, game=game.name, title=wording.title(game), found=found
    )
    return EnquiryReply(
        heading=heading, text=words.render(f"enquiries/{template}.txt.j2", context).strip("\n"), pictures=pictures
    )


def _told(ruleset: Ruleset, words: Words, word: str, read: EnquiryRead) -> str:
    """The names that were read, as letters write them."""
    return " > ".join(
        names_of(words.lexicon).name(one, *kinds) for one, kinds in zip(read.ids, _kinds(ruleset, word), strict=False)
    )


def _kinds(ruleset: Ruleset, word: str) -> tuple[tuple[str, ...], ...]:
    """The kinds of names that may come after *word*, for each of them."""
    if word in ruleset.enquiries:
        return ruleset.enquiries[word].names
    kinds = ruleset.drawing.words.get(word, ()) if ruleset.drawing else ()
    return (kinds,) if kinds else ()


def _read(ruleset: Ruleset, view: Position, seat: str, word: str, text: str) -> EnquiryRead:
    least = ruleset.enquiries[word].least if word in ruleset.enquiries else 0
    return read_names(word, text, _kinds(ruleset, word), least, ruleset.lexicon(view, seat))


def _found(ruleset: Ruleset, view: Position, seat: str, word: str, ids: Sequence[str]) -> object:
    if word in ruleset.enquiries:
        return ruleset.enquiries[word].answer(view, seat, tuple(ids))
    return tuple(ids)


def _pictures(
    ruleset: Ruleset, view: Position, seat: str, word: str, ids: Sequence[str], found: object
) -> tuple[Picture, ...]:
    """The picture that shows what the answer says, if the game can draw it."""
    drawing = ruleset.drawing
    if drawing is None:
        return ()
    asked, of = word, ids[0] if ids else ""
    enquiry = ruleset.enquiries.get(word)
    if enquiry is not None and enquiry.picture is not None:
        wanted = enquiry.picture(view, found)
        if isinstance(wanted, Picture):
            return (wanted,)
        asked, of = wanted
    elif word == POSITION:
        asked = MAP
    if asked not in drawing.words:
        return ()
    drawn = drawing.named(view, seat, asked, of)
    return () if isinstance(drawn, Problem) else (drawn,)
