"""What is beside a sheet: words to others, and notes."""

import re
from collections.abc import Container, Iterator, Sequence
from itertools import islice

import msgspec
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.engine.order import Weight
from pbem.engine.reading import Lexicon
from pbem.mail.extraction import block, line_classifier
from pbem.mail.extraction.block import AddressedWords, Addressee
from pbem.mail.extraction.command import (
    appeal_in,
    asks_only,
    exact,
    first_word,
    is_sentence,
    normalised,
    spoken_lines,
)
from pbem.mail.extraction.line_classifier import folded
from pbem.mail.extraction.quoted_form import without_letter
from pbem.mail.extraction.quoting import QuotedLine, lines_of
from pbem.mail.intake.case import MailCase, is_whole, reading_of
from pbem.mail.intake.forms import SentSheet, asking, keys_in, read_bare, read_for, sent_for, sent_form
from pbem.mail.intake.meaning import is_own_name, names_things
from pbem.mail.intake.replies import CommandReply
from pbem.mail.intake.requests import TO_THE_MODERATOR
from pbem.mail.message.received import ReceivedMail, SenderKind, opened
from pbem.mail.mime.text import MailContents, MailNote, MailText
from pbem.mail.outgoing.told import tell_facts
from pbem.referee import letter
from pbem.referee.game import Clock, Game
from pbem.referee.people.words import (
    People,
    PlayerWords,
    Undelivered,
    hindrance,
    left_on_day_of,
    pass_on,
    people,
    reads,
    text_of,
)
from pbem.report import tree
from pbem.report.letter import SheetFate
from pbem.report.returned_sheet import says
from pbem.report.words import Words
from pbem.sheet.names import Names
from pbem.sheet.parts import Parts
from pbem.store.inbox import InboxItem

PASSED = "words-passed"
NOT_SENT = frozenset(
    f"words-{why}"
    for why in (
        *("unproven", "empty", "long", "token", "gives-away", "no-reader", "a-day", "orders", "several"),
        *("to-yourself", "to-no-one", "only-to-all", "not-allowed"),
    )
)
"""Why words to players were not sent."""
_WAITS = "waits"
_MOST_PARTS = 20
_MOST_SHOWN = 5
"""The most lines that a note beside a sheet repeats."""
_KINDS: dict[str, Addressee] = {"seats": "player", "all": "player", "several": "player", "moderator": "other"}
_MOST_NAMES = 60
"""The most names of one text that are looked up; words to more are for the moderator. Each takes up to 20 ms."""


class Passed(msgspec.Struct, frozen=True):
    """What became of words to players: a code with what its phrase asks for, and the *text* that was delivered."""

    code: str
    args: dict[str, str | int | list[str]]
    text: str = ""


def read_mail(game: Game, raw: bytes, seat: str, item: InboxItem | None = None) -> ReceivedMail:
    """An email as it is understood with what *seat* was sent, if it is from one; words in it to players are apart."""

    def search(mail: ReceivedMail) -> ReceivedMail:
        sent = sent_for(game, seat, mail)
        return for_the_moderator(game, read_for(game, seat, taken_out(game, seat, mail, sent), item, sent))

    players = {who.address.casefold() for who in game.settings.seats.values()}
    return opened(raw, search=search if seat in game.titles else None, players=players)


def taken_out(game: Game, seat: str, incoming: ReceivedMail, sent: SentSheet | None = None) -> ReceivedMail:
    """An email of *seat* without the words to other players in it, which are then in `addressed`.

    They are taken out, too, where the game does not allow them: no line of theirs is ever an order.
    """
    if seat not in game.titles or incoming.contents.problem:
        return incoming
    if not any(_starts(text) for text in incoming.contents.texts):
        return incoming
    sent = sent or sent_for(game, seat, incoming)
    texts: list[MailText] = []
    found: dict[tuple[str, str], AddressedWords] = {}
    for text in incoming.contents.texts:
        if not _starts(text):
            texts.append(text)
            continue
        lines = without_letter(lines_of(text.text), sent.text, sent.sheet)
        said, taken = _split(game, seat, lines, sent.keys)
        for one in said:
            found.setdefault((one.name.casefold(), one.text), one)
        twin = "" if taken else text.twin
        texts.append(msgspec.structs.replace(text, text=_without(text.text, taken), twin=twin))
    contents = msgspec.structs.replace(incoming.contents, texts=tuple(texts))
    return msgspec.structs.replace(incoming, contents=contents, addressed=tuple(found.values())[:_MOST_PARTS])


def without_email(game: Game, seat: str, text: str, item: InboxItem | None = None) -> ReceivedMail:
    """The *text* of a sheet or forum post of *seat* that came without an email, read as `taken_out` reads one."""
    said: tuple[AddressedWords, ...] = ()

    def without_words(post: str) -> str:
        nonlocal said
        contents = MailContents((MailText(text=post, source="plain"),))
        mail = taken_out(game, seat, ReceivedMail(kind=SenderKind("person", ""), contents=contents))
        said = mail.addressed
        return mail.contents.texts[0].text

    found = read_bare(game, seat, text, item, without_words)
    return for_the_moderator(game, ReceivedMail(kind=SenderKind("person", ""), found=found, addressed=said))


def for_the_moderator(game: Game, incoming: ReceivedMail) -> ReceivedMail:
    """An email that was searched for orders: where there is no press, such words are among those to the moderator."""
    if game.settings.press_mode != "none" or not incoming.addressed:
        return incoming
    found, kept = incoming.found, (f"to {one.name}: {one.text}" for one in incoming.addressed)
    words = "\n\n".join(filter(None, (found.words.strip("\n"), *kept)))
    what = "words" if found.what == "nothing" and not found.problem else found.what
    return msgspec.structs.replace(incoming, found=msgspec.structs.replace(found, what=what, words=words), addressed=())


def apart(incoming: ReceivedMail) -> list[MailNote]:
    """That lines of a file that is only looked at are words to players, as notes."""
    return [MailNote("words-apart", {"name": one.name}) for one in incoming.addressed]


def typed_to(game: Game, seat: str, name: str, text: str) -> AddressedWords:
    """Words that *seat* typed into a form for them, to *name*."""
    return block.written_to(name, text, folded(keys_in(game, seat)), asking(game.ruleset))


def _starts(text: MailText) -> bool:
    """Whether a text may have such words: one that its writer wrote, and not a sheet or an email in the email."""
    readable = text.source in ("plain", "html") and not text.problem
    return readable and any(map(block.named_in, text.text.split("\n")))


def _split(
    game: Game, seat: str, lines: list[QuotedLine], keys: frozenset[str]
) -> tuple[tuple[AddressedWords, ...], frozenset[int]]:
    kinds: dict[str, Addressee] = {}

    def who(name: str) -> Addressee:
        if name not in kinds and len(kinds) < _MOST_NAMES:
            meant = people(game, seat, name)
            kinds[name] = _KINDS.get(meant.kind, "other" if meant.nearest or _is_person(game, name) else "")
        return kinds.get(name, "other")

    asks = asking(game.ruleset)
    return block.split(lines, who, folded(keys), asks, game.settings.seats[seat].player)


def _is_person(game: Game, name: str) -> bool:
    """Whether *name* may be someone's: a player's under which no one writes here, or none that the game has."""
    players = {seat: (who.player,) for seat, who in game.settings.seats.items() if who.player}
    if Names(Lexicon({"player": players})).find(name, "player"):
        return True
    things = game.ruleset.lexicon(game.view(), PUBLIC)
    return line_classifier.is_name(name) and not Names(things).find(name, *things.kinds)


def _without(text: str, taken: frozenset[int]) -> str:
    return "\n".join("" if number in taken else line for number, line in enumerate(text.split("\n"), 1))


def passed_on(game: Game, case: MailCase, clock: Clock) -> tuple[Passed, ...]:
    """Deliver the words to players in a case, as far as it may be; what became of each, and of names not understood."""
    told = [_one(game, case, part, each, clock) for part, each in enumerate(case.incoming.addressed, 1)]
    if any(one.code == PASSED for one in told):
        tell_facts(game)
    return (*told, *_not_understood(game, case))


def _one(game: Game, case: MailCase, part: int, found: AddressedWords, clock: Clock) -> Passed:
    meant = people(game, case.seat, found.name)
    names = [game.titles[seat] for seat in meant.seats]
    to = letter.words_for(game, case.view, case.seat).listed(names)
    if wrong := _wrong(game, case, found, meant):
        return Passed(wrong.code, {"name": found.name, "to": to, **wrong.args}, found.text)
    reached = tuple(seat for seat in meant.seats if reads(game, seat)) or meant.seats
    words = PlayerWords(
        item=case.item, part=part, sender=case.seat, to=reached, text=found.text, to_all=meant.kind == "all"
    )
    if wrong := hindrance(game, words):
        return Passed(wrong.code, {"name": found.name, "to": to, **wrong.args}, found.text)
    fact = pass_on(game, words, clock)
    listed = letter.words_for(game, case.view, case.seat).listed
    missed = [game.titles[seat] for seat in meant.seats if seat not in fact.to]
    told: dict[str, str | int | list[str]] = {
        "to": listed([game.titles[seat] for seat in fact.to]),
        "missed": listed(missed) if missed else "",
        "left": left_on_day_of(game, case.seat, case.item.arrived, fact),
        "most": game.settings.words.a_day,
        "zone": game.settings.deadlines.zone.name,
    }
    return Passed(PASSED, told, text_of(game, fact))


def _wrong(game: Game, case: MailCase, found: AddressedWords, meant: People) -> Undelivered | None:
    """Why words that were found in an email must not be delivered, before anyone looks at what they say."""
    if meant.kind == "several":
        return Undelivered("words-several")
    if case.seat in meant.seats:
        return Undelivered("words-to-yourself")
    if case.credibility.state == "confirm":
        return Undelivered(_WAITS)
    if case.credibility.state != "believed":
        return Undelivered("words-unproven")
    if found.orders:
        return Undelivered("words-orders", {"line": found.orders})
    if line := _orders_apart(game, case, found):
        return Undelivered("words-orders", {"line": line})
    return None


def _orders_apart(game: Game, case: MailCase, found: AddressedWords) -> int:
    """The line, about, of a later paragraph of words that is nothing but orders of their writer; 0 if none is."""
    if case.stage is None or not case.stage.pending:
        return 0
    first, *rest = re.split(r"\n[ \t]*\n", found.text[:_MOST_APART])
    above, read = first.count("\n") + 2, reading_of(game, case, case.stage)
    for paragraph in rest[:_MOST_PARAGRAPHS]:
        lines = [line for line in paragraph.split("\n") if not _is_around(game, case, line)]
        if lines and is_whole(read("\n".join(lines))):
            return found.line + above
        above += paragraph.count("\n") + 2
    return 0


def _not_understood(game: Game, case: MailCase) -> Iterator[Passed]:
    """A remark for each line `to NAME:` that stays among the words to the moderator; one for all where no one may."""
    lines = case.incoming.found.words.split("\n")
    names = {name: people(game, case.seat, name) for name in filter(None, map(block.named_in, lines[:200]))}
    if game.settings.press_mode == "none":
        refused = [name for name, meant in names.items() if meant.kind in ("seats", "all", "several")]
        if refused:
            yield Passed("words-not-allowed", {"names": refused})
        return
    for name, meant in names.items():
        if meant.kind == "unknown" and not (line_classifier.everyday(name) and not meant.nearest):
            right = meant.nearest[0] if meant.nearest else ""
            yield Passed("words-to-no-one", {"name": name, "right": right})


def alone(game: Game, case: MailCase, told: Sequence[Passed]) -> bool:
    """Whether an email has nothing but words to players, or has to wait with what else it says."""
    found = case.incoming.found
    if not case.incoming.addressed or found.problem or found.what in ("orders", "command"):
        return False
    return not _said_beside(game, case) or any(one.code == _WAITS for one in told)


def codes(told: Sequence[Passed]) -> list[str]:
    """The codes of what was not delivered, and will not be."""
    return [one.code for one in told if one.code not in (PASSED, _WAITS)]


def notes(game: Game, told: Sequence[Passed]) -> list[MailNote]:
    """What became of words to players, as notes of a receipt; where sheets are sealed nothing repeats what was said."""
    return [_note(one, shown=game.settings.mail.sealed is None) for one in told]


def _note(one: Passed, *, shown: bool) -> MailNote:
    if one.code == _WAITS:
        return MailNote("words-wait", one.args)
    if one.code != PASSED:
        return MailNote(one.code, one.args)
    lines = [line for line in one.text.split("\n") if line] if shown else []
    return MailNote(PASSED, {**one.args, "lines": lines[:_MOST_SHOWN], "more": max(0, len(lines) - _MOST_SHOWN)})


def sections(game: Game, case: MailCase, told: Sequence[Passed]) -> list[CommandReply]:
    """The same as parts of a reply, with all that was delivered."""
    words = letter.words_for(game, case.view, case.seat)
    return [_section(words, one) for one in told]


def _section(words: Words, one: Passed) -> CommandReply:
    good, waits = one.code == PASSED, one.code == _WAITS
    heading = words.phrase("labels", "words-passed" if good else "words-waiting" if waits else "words-kept", one.args)
    code = "words-wait" if waits else one.code
    says = words.say("problems", code, {**one.args, "lines": [], "more": 0, "whole": True})
    if words.has("remedies", code):
        says = f"{says} {words.say('remedies', code, one.args)}"
    quoted = "\n".join(f"{tree.QUOTE} {tree.plain(line)}".rstrip() for line in one.text.split("\n")) if good else ""
    left = words.phrase("labels", "words-left", one.args) if good else ""
    return CommandReply(one.code, heading, f"{says}\n\n{quoted}\n\n{left}".strip("\n"))


_MOST_REPEATED = 5
"""The most lines beside a sheet that its receipt repeats."""
UNREAD = (SheetFate.unasked, SheetFate.outdated, SheetFate.over)
"""The fates of a sheet that no one looks at."""


def note_of(game: Game, case: MailCase) -> MailNote:
    """The note that says which lines are for the moderator; where sheets are sealed nothing repeats them."""
    return _passed_to_moderator(game, _said_beside(game, case))


def _passed_to_moderator(game: Game, said: list[str]) -> MailNote:
    lines = said if game.settings.mail.sealed is None else []
    shown = [tree.plain(line) for line in lines[:_MOST_REPEATED]]
    return MailNote("words-beside", {"lines": shown, "more": len(lines) - len(shown)})


def _said_beside(game: Game, case: MailCase) -> list[str]:
    """The lines of words that say something to people, or may be orders; those stay sealed where sheets are."""
    words = case.incoming.found.words
    spoken = spoken_lines(words)
    if game.settings.mail.sealed is not None:
        return spoken
    lines = dict.fromkeys(line.strip() for line in words.split("\n")[:_MOST_TRIED])
    return [line for line in lines if line and (line in spoken or _may_order(game, case, line))] or spoken


def _may_order(game: Game, case: MailCase, line: str) -> bool:
    """Whether a *line*, be it of capitalised words like a signature, may be an order: `Decline 4. Never!`."""
    if _is_around(game, case, line):
        return False
    keyed = first_word(line) in folded(keys_in(game, case.seat, case.stages))
    several = len(line.split()) > 1  # a name alone signs
    return keyed or _NUMBERED.search(line) is not None or (several and names_things(game, case, [line], signed=True))


def asked_beside(game: Game, case: MailCase) -> tuple[MailCase, tuple[str, ...]]:
    """*case* without the lines beside a sheet that only ask something, and those lines as commands."""
    asks, lines = asking(game.ruleset), case.incoming.found.words.split("\n")
    asked = [line for line in lines if exact(line, asks) and asks_only([line], asks)]
    rest = "\n".join(line for line in lines if line not in asked).strip()
    commands = tuple(dict.fromkeys(map(normalised, asked)))
    found = case.incoming.found
    notes = tuple(note for note in found.notes if note.args.get("command") not in commands)
    incoming = replace(case.incoming, found=replace(found, words=rest, notes=notes))
    return replace(case, incoming=incoming), commands


def orders_beside(game: Game, case: MailCase) -> list[MailNote]:
    """A note on what beside commands may be orders, all of which goes to the moderator."""
    asks, found = asking(game.ruleset), case.incoming.found
    said = [
        line for line in _said_beside(game, case) if not exact(line, asks) and normalised(line) not in found.commands
    ]
    may = any(_may_order(game, case, line) for line in said) and not appeal_in(found.words)
    return [_passed_to_moderator(game, said)] if may else []


def not_read(words: Words, case: MailCase) -> list[CommandReply]:
    """What beside commands was not read although it looks like a sheet, as parts of their reply."""
    found = [note for note in case.incoming.found.notes if note.code == "quoted-form-beside-command"]
    return [
        CommandReply(
            note.code,
            words.phrase("labels", note.code),
            f"{words.say('problems', note.code, note.args)} {words.say('remedies', note.code, note.args)}",
        )
        for note in found
    ]


_NUMBERED = re.compile(r"(?<![\w.+/])\d{1,2}(?![\w/])|!$")
"""The number of an agreement, say, or an exclamation, neither of which a signature has."""
_MOST_APART, _MOST_PARAGRAPHS = 4000, 10
"""Characters and paragraphs of words to players that are looked at for orders; each reading takes up to 30 ms."""
_MOST_NEAR = 3
"""The most lines of words that are shown with what they lack to be orders."""
_MOST_TRIED = 200
_MOST_READ = 20
"""Of lines beside some that can be read as orders: how many are read, to name those that cannot be."""
_LONGEST_ORDER = 25
"""A line with more words is not taken for an attempt at an order."""
_PASSING = re.compile(r"\b(?:pass\w*|nothing|stays?|no (?:orders|moves|cards?)|none)\b", re.IGNORECASE)
_OF_SHAPE = ("wrong-shape", "unknown-key", "colon-expected", "unknown-entry")
"""What says no more of a line than that nothing of a sheet was seen in it."""
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_IN_FORM = re.compile(r"[# -]*(?P<order>[^\s:#]+(?: [^\s:#]+){0,3}: +[^\s#][^#]*)(?:#.*)?")
"""A line of a form with an order, be it a comment; its explanations have no value behind a colon."""


def nearly_orders(game: Game, case: MailCase) -> list[MailNote]:
    """What in words came nearest to orders, with what each line lacks; nothing where sheets are sealed."""
    sealed = game.settings.mail.sealed is not None
    if sealed or case.stage is None or case.over or case.claim.standing == "outdated" or not case.credible:
        return []
    read, words = reading_of(game, case, case.stage), letter.words_for(game, case.view, case.seat)
    form = sent_form(game, case.seat).split("\n")[1:-2]
    said = case.incoming.found.words
    lines = list(islice(dict.fromkeys(filter(None, map(str.strip, said.split("\n")))), _MOST_TRIED))
    near = list(islice((line for line in lines if _tries_to_order(game, case, line)), _MOST_NEAR))
    notes = [_what_it_lacks(words, read(line), line, form) for line in near]
    if any(note.args["reads"] for note in notes):  # then another line keeps them from counting
        others = (line for line in lines[:_MOST_READ] if line not in near and not _is_around(game, case, line))
        told = (_what_it_lacks(words, read(line), line, form) for line in others)
        hindering = islice((note for note in told if not note.args["reads"]), _MOST_NEAR)
        notes = sorted([*hindering, *notes], key=lambda note: bool(note.args["reads"]))
    passes = _PASSING.search(said) is not None and case.stage.pending and is_whole(read("pass"))
    return [*notes, *([MailNote("pass-alone")] if passes else [])]


def _is_around(game: Game, case: MailCase, line: str) -> bool:
    """Whether a *line* is a greeting, contact details, or a name of its writer."""
    return line_classifier.courteous(line) or line_classifier.is_contact(line) or is_own_name(game, case, line)


def _tries_to_order(game: Game, case: MailCase, line: str) -> bool:
    """Whether a *line* of words looks like an attempt at an order: it begins as one, and neither asks nor greets."""
    if "?" in line or line_classifier.courteous(line) or len(line.split()) > _LONGEST_ORDER:
        return False
    if line_classifier.has_key(line, folded(keys_in(game, case.seat, case.stages))):
        return True
    begins = " ".join(line.split()[:3])
    told = is_sentence(line) and not names_things(game, case, [begins]) and not begins[:1].isdigit()
    return not told and names_things(game, case, [line])


def _what_it_lacks(words: Words, sheet: Parts, line: str, form: Sequence[str]) -> MailNote:
    """Why a *line* is not an order, by what its sheet says of it, and the line of the *form* that is most like it."""
    unread = [each.problem for each in sheet.every_fault if each.problem.weight is Weight.unreadable]
    wrong = next((each for each in unread if each.code not in _OF_SHAPE), None)
    told = tree.plain(says(words, "problems", wrong)) if wrong else ""
    like = _most_like(line, form) if not wrong else ""
    return MailNote("nearly-order", {"text": line, "wrong": told, "like": like, "reads": not unread})


def _most_like(line: str, form: Sequence[str]) -> str:
    """The order in a *form*, be it a comment, that has most of the words of a *line*; empty if none has any."""
    own = set(_LETTERS.findall(line.casefold()))
    orders = (found["order"].strip() for one in form if (found := _IN_FORM.fullmatch(one)))
    alike = [(order, len(own.intersection(_LETTERS.findall(order.casefold())))) for order in orders]
    best, count = max(alike, key=lambda each: each[1], default=("", 0))
    return best if count else ""


def only_words_sent(game: Game, case: MailCase, fate: SheetFate, told: Sequence[Passed]) -> list[MailNote]:
    """That of an email nothing counts but the words to players, as far as they were sent, and what else it says."""
    rest = [note_of(game, case)] if told and fate is SheetFate.words and _said_beside(game, case) else []
    sent = [str(one.args["to"]) for one in told if one.code == PASSED]
    if not sent or fate not in (SheetFate.words, SheetFate.nothing, SheetFate.refused):
        return rest
    listed = letter.words_for(game, case.view, case.seat).listed(list(dict.fromkeys(sent)))
    return [MailNote("only-words-sent", {"to": listed}), *rest]


def beside_sheet(game: Game, case: MailCase, fate: SheetFate) -> bool:
    """Whether an email with a sheet says something to people too, or may say nothing else."""
    found = case.incoming.found
    if fate in (SheetFate.words, SheetFate.nothing):
        return False
    return fate is SheetFate.doubted or bool(_said_beside(game, case)) or (fate in UNREAD and found.how == "shape")


def beside_commands(game: Game, case: MailCase, codes: Container[str] = ()) -> bool:
    """Whether an email with commands, or with words to players alone, says something to people too.

    *codes* say what became of the commands: some are for the moderator to read.
    """
    if any(code in codes for code in TO_THE_MODERATOR):
        return True
    asks = asking(game.ruleset)
    said = (line for line in _said_beside(game, case) if not is_own_name(game, case, line))
    return any(not exact(line, asks) or appeal_in(line) for line in said)
