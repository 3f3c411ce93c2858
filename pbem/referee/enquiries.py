"""The answers to what players ask before they order.

The problems, and their arguments:

    enquiry-name    word, name, kinds, near, several   a name of nothing, or of several things
    enquiry-absent  word, name                         a name of what takes no part in the game
    enquiry-short   word, least                        too few names

It counts for nothing, and draws on nothing but what the seat sees.
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from pbem.engine.order import Problem
from pbem.engine.picture import Picture
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon, late_pattern
from pbem.engine.ruleset import HAND, POSITION, EnquiryRead, Ruleset
from pbem.engine.table import Entry
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.stage import NotAsked
from pbem.referee.views import CheckedSheet, check
from pbem.report import tree
from pbem.report.context import LetterContext
from pbem.report.letter import question
from pbem.report.returned_sheet import corrected, explained, returned
from pbem.report.story import Past, story
from pbem.report.words import Words
from pbem.sheet.names import Names, absent_names_of, names_of
from pbem.sheet.parts import Part, Parts

_BETWEEN = late_pattern(r"\s*(?:[>→,;|+]+|\s(?:to|and|nach|vers|via)\s|\s-\s)\s*", re.IGNORECASE)
_BEFORE = late_pattern(r"^(?:from|of|for|to)\s+", re.IGNORECASE)
MOST_WORDS = 16
"""A longer text is not a list of names."""


def read_names(word: str, text: str, kinds: Sequence[Sequence[str]], least: int, lexicon: Lexicon) -> EnquiryRead:
    """The things that *text* names, which comes after *word*: of *kinds*, one after the other, and at least so many."""
    text = _BEFORE.sub("", text.strip())
    if not text and least == 0:
        return EnquiryRead()
    if not text or not kinds or len(text.split()) > MOST_WORDS:
        return EnquiryRead(problem=Problem("enquiry-short", args={"word": word, "least": least, "text": text}))
    names = names_of(lexicon)
    tried = list(_splits(text, len(kinds), least))
    found = {ids: None for parts in tried if (ids := _meant(names, parts, kinds))}
    if len(found) == 1:
        return EnquiryRead(next(iter(found)))
    return EnquiryRead(problem=_problem(word, text, tried, kinds, least, lexicon))


def _splits(text: str, most: int, least: int) -> Iterator[tuple[str, ...]]:
    """*text* in up to *most* names: by the signs between them, otherwise at any of its spaces.

    One name may hold such a sign: `Hemp and Timber`.
    """
    signed = tuple(part for part in _BETWEEN.split(text) if part)
    if len(signed) > 1:
        yield signed
        if least <= 1:
            yield (text,)
        return
    words = text.split()
    for count in range(most, max(1, least) - 1, -1):
        yield from _cut(words, count)


def _cut(words: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    if count == 1:
        yield (" ".join(words),)
        return
    for first in range(1, len(words) - count + 2):
        yield from ((" ".join(words[:first]), *rest) for rest in _cut(words[first:], count - 1))


def _meant(names: Names, parts: tuple[str, ...], kinds: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What *parts* mean, if each of them means one thing."""
    if len(parts) > len(kinds):
        return ()
    found = [names.find(part, *kind) for part, kind in zip(parts, kinds, strict=False)]
    return tuple(ids[0] for ids in found) if all(len(ids) == 1 for ids in found) else ()


def _problem(
    word: str,
    text: str,
    tried: Sequence[tuple[str, ...]],
    kinds: Sequence[Sequence[str]],
    least: int,
    lexicon: Lexicon,
) -> Problem:
    """What is wrong, by the reading in which most names are understood."""
    names, absent = names_of(lexicon), absent_names_of(lexicon)
    fitting = [parts for parts in tried if len(parts) <= len(kinds)]
    if not fitting:
        return Problem("enquiry-short", args={"word": word, "least": least, "text": text})

    def wrong(parts: tuple[str, ...]) -> list[tuple[str, Sequence[str]]]:
        both = zip(parts, kinds, strict=False)
        return [(part, kind) for part, kind in both if len(names.find(part, *kind)) != 1]

    best = min(fitting, key=lambda parts: (len(wrong(parts)) - len(parts), len(parts)))
    if not wrong(best):
        return Problem("enquiry-short", args={"word": word, "least": least, "text": text})
    part, kind = wrong(best)[0]
    several = tuple(names.name(each, *kind) for each in names.find(part, *kind))
    if not several and absent.find(part, *kind):
        return Problem("enquiry-absent", rule=lexicon.absent_rule, args={"word": word, "name": part})
    near = names.nearest(part, *kind) if not several else ()
    return Problem("enquiry-name", args={"word": word, "name": part, "kinds": kind, "near": near, "several": several})


MAP = "map"


class EnquiryReply(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one enquiry: its heading, its text with marks, the pictures that go with it, and what is wrong."""

    heading: str
    text: str
    pictures: tuple[Picture, ...] = ()
    problem: Problem | None = None


def answer(game: Game, view: Position, seat: str, word: str, text: str = "") -> EnquiryReply:
    """What a seat, or everyone, is answered to one of `Ruleset.enquiry_words` and the names after it."""
    words = letter.words_for(game, view, seat)
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
        me=seat, view=view, titles=game.titles, game=game.name, title=letter.title(game), found=found
    )
    return EnquiryReply(
        heading=heading, text=words.render(f"enquiries/{template}.txt.j2", context).strip("\n"), pictures=pictures
    )


def one_by_one(game: Game, view: Position, seat: str, word: str, text: str) -> tuple[str, ...]:
    """The names in *text*, each to be asked about by itself, where after *word* there is one only: `Karl and Traun`."""
    parts = tuple(filter(None, _BETWEEN.split(text)))
    wrong = [_read(game.ruleset, view, seat, word, each).problem for each in (text, *parts)]
    several = len(parts) > 1 and len(_kinds(game.ruleset, word)) == 1 and wrong[0] is not None
    return parts if several and not any(wrong[1:]) else (text,)


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


class TriedSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a trial, in words with marks; *valid* if all of the sheet would be accepted."""

    heading: str
    text: str
    valid: bool


def tried(game: Game, seat: str, text: str, word: str = "try") -> TriedSheet:
    """Try a sheet of *seat*, as it could be sent now; *word* is what makes it a trial, if that is a word in it."""
    view = game.view(seat)
    words = letter.words_for(game, view, seat)
    context = LetterContext(me=seat, view=view, titles=game.titles, game=game.name, title=letter.title(game))
    try:
        checked = check(game, seat, text)
    except NotAsked:
        heading = words.phrase("commands", "tried-nothing-heading")
        return TriedSheet(heading=heading, text=words.say("commands", "tried-nothing"), valid=False)
    sheet = checked.sheet
    asked = words.listed([question(words, stage.decision, seat) for stage in checked.stages])
    about = msgspec.structs.replace(
        context,
        question=asked,
        faults=explained(words, sheet.text, sheet.every_fault),
        parts={
            "said_back": "\n\n".join(_said(words, context, part, each.order, text) for part, each in sheet.good),
            "foreseen": _foreseen(game, words, context, checked),
            "word": word,
        },
        code=_code(checked),
    )
    if not sheet.faultless and text.strip():
        back = corrected(sheet, lambda changed: check(game, seat, changed).sheet)
        shown = returned(words, text, back, back.found.every_fault, whole=game.settings.mail.sealed is None)
        only_fixed = shown.fixed and not shown.wrong and about.code == "refused"
        about = msgspec.structs.replace(about, returned=shown, code="fixed" if only_fixed else about.code)
    heading = words.phrase("commands", f"tried-{about.code}-heading")
    return TriedSheet(
        heading=heading, text=words.render("commands/try.txt.j2", about).strip("\n"), valid=sheet.faultless
    )


def reading(game: Game, seat: str, sheet: Parts) -> str:
    """What is read of a *sheet* of *seat*, without marks, in one line; empty where nothing is said of it."""
    lines = (tree.plain(line).strip().removeprefix("- ") for line in said_back(game, seat, sheet).splitlines())
    return " ".join(filter(None, lines))


def said_back(game: Game, seat: str, sheet: Parts) -> str:
    """How a *sheet* of *seat* was read, in words with marks."""
    view = game.view(seat)
    words = letter.words_for(game, view, seat)
    context = LetterContext(me=seat, view=view, titles=game.titles, game=game.name, title=letter.title(game))
    return "\n\n".join(_said(words, context, part, each.order, sheet.text) for part, each in sheet.good)


def _code(checked: CheckedSheet) -> str:
    """What would become of the sheet."""
    if checked.valid:
        return "valid"
    return "partly" if checked.sheet.counts else "refused"


def _said(words: Words, context: LetterContext, part: Part, order: object, text: str) -> str:
    """An order in words."""
    about = msgspec.structs.replace(context, decision=part.decision, order=order, text=text)
    return words.render("said-back.txt.j2", about).strip("\n")


def _foreseen(game: Game, words: Words, context: LetterContext, checked: CheckedSheet) -> str:
    """What the orders would lead to, told as a story would tell it; empty where nothing can be foreseen."""
    told: list[str] = []
    for part, each in checked.sheet.good:
        foreseen = game.ruleset.foresee(context.view, part.decision, each.order) if each.order is not None else None
        if foreseen is None:
            continue
        after = msgspec.structs.replace(context, view=foreseen.view, decision=part.decision, order=each.order)
        sentences = story(words, [Entry(1, foreseen.events)], context.me, Past(lambda _: None, lambda _: context.view))
        about = msgspec.structs.replace(after, found=sentences)
        told.append(words.render("enquiries/foreseen.txt.j2", about).strip("\n"))
    return "\n\n".join(filter(None, told))
