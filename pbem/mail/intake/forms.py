"""What a seat was sent for its present stage, the sheets in it, and emails read with both in mind."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from email.utils import parseaddr
from itertools import islice

import msgspec

from pbem.engine.play import PLANS_STEP
from pbem.engine.ruleset import Ruleset
from pbem.mail.extraction.block import TOKEN, canonical
from pbem.mail.extraction.find import find
from pbem.mail.extraction.forum import bare
from pbem.mail.extraction.line_classifier import folded
from pbem.mail.extraction.quoted_form import Correspondents, squeezed
from pbem.mail.extraction.texts import contents
from pbem.mail.message.received import ReceivedMail, with_form
from pbem.mail.mime.text import FoundOrders, decoded
from pbem.referee import letter, submissions
from pbem.referee.game import Game
from pbem.referee.letter import dossier_path, letter_path
from pbem.referee.stage import SeatStage
from pbem.referee.submissions import open_sheet
from pbem.report.context import sections
from pbem.sheet.check import keys_of
from pbem.sheet.parts import FOR, WHEN
from pbem.store import encryption
from pbem.store.inbox import InboxItem

_FORM = re.compile(r"^--- #[^\n]*\n.*?^\.\.\.$", re.MULTILINE | re.DOTALL)


_WORD = re.compile(r"[^\W_]+")
_ASKED_FORM = ("command", ("form",))
_REFUSED = ("refused", "partly")
_MOST_RECEIPTS = 20
_MOST_EARLIER = 20
"""Of a seat in one stage: how many sheets a quotation may be of."""
_ENOUGH = 0.5
"""The part of a sheet that must be in an email for the email to be an answer to what contained it."""
_LEAD = "> \t|"
_AROUND = ' ,.;:!?()<>"“”„'
_SHORTEST_NAME = 3


class SentSheet(msgspec.Struct, frozen=True):
    """The letter to a seat, with the receipt that it answers if it does, and the sheet in there, with its marks.

    *keys* are those that a sheet for its present *stages* may have.
    """

    text: str = ""
    sheet: str = ""
    stages: tuple[SeatStage, ...] = ()
    keys: frozenset[str] = frozenset()


def sent_form(game: Game, seat: str) -> str:
    """The form in the newest letter to *seat*, with its marks; empty if it asked for none."""
    return _sheet_in(_kept(game, seat, ".txt")) if game.stage(seat) is not None else ""


def sent_sheet(game: Game, seat: str, answer: Iterable[str]) -> SentSheet:
    """The newest letter to *seat* with its form, or the receipt whose sheet the lines of an *answer* rather have.

    A refused sheet went back in its receipt: quoted unchanged it orders no more than a quoted form does.
    """
    stages, plain = game.stages(seat) if seat in game.titles else (), _kept(game, seat, ".txt")
    letter = f"{plain}\n{_sent_page(game, seat)}"
    best = SentSheet(letter, _sheet_in(plain) if stages else "", stages, keys_in(game, seat, stages))
    lines = frozenset(smooth for line in answer if (smooth := _smooth(line)))
    most = max(_part(best.sheet, lines), _ENOUGH)
    for text in _receipts(game, seat, stages):
        sheet = _sheet_in(text)
        if (part := _part(sheet, lines)) > most:
            best, most = msgspec.structs.replace(best, text=f"{letter}\n{text}", sheet=sheet), part
    if stages and not best.sheet:
        forms = (each.item for each in game.inbox.answered_to(seat) if (each.state, each.problems) == _ASKED_FORM)
        form = _sheet_in(next(_replies(game, sorted(forms, reverse=True)), ""))
        if (token := TOKEN.search(form)) and token[0] in letter:
            best = msgspec.structs.replace(best, sheet=form)
    return best


def _sheet_in(text: str) -> str:
    found = _FORM.findall(text)
    return f"{found[-1]}\n" if found else ""


def newest_refused(game: Game, seat: str, before: int | None = None) -> str:
    """The latest sheet of *seat* for its present stage as its receipt returned it, if some of it was refused.

    It came *before* another item; empty if it was accepted since, or did not go back whole.
    """
    last = open_sheet(game, seat, before)
    if last is None or last.state not in _REFUSED or (last.state == "partly" and game.settings.mail.sealed):
        return ""
    item = game.inbox.numbered(last.item)
    path = item.path.with_name(f"{item.name}.txt") if item else None
    if path is None or not path.exists() or encryption.is_sealed(path):
        return ""
    return _sheet_in(path.read_text(encoding="utf-8", errors="replace"))


def _receipts(game: Game, seat: str, stages: tuple[SeatStage, ...]) -> Iterator[str]:
    """The receipts of refused sheets that *seat* has sent for its present *stages*, the last first."""
    asked = {(stage.decision.key, stage.asked) for stage in stages}
    refused = [each for each in game.inbox.answered_to(seat) if each.state in _REFUSED]
    yield from _replies(game, sorted((one.item for one in refused if (one.key, one.asked) in asked), reverse=True))


def _replies(game: Game, items: Sequence[int]) -> Iterator[str]:
    """What was replied to *items*, as far as it was kept unencrypted."""
    for item in filter(None, map(game.inbox.numbered, items[:_MOST_RECEIPTS])):
        path = item.path.with_name(f"{item.name}.txt")
        if path.exists() and not encryption.is_sealed(path):
            yield path.read_text(encoding="utf-8", errors="replace")


def _part(sheet: str, lines: frozenset[str]) -> float:
    """The part of the lines of *sheet* that order something which are among *lines*."""
    own = [_smooth(line) for line in canonical(sheet)]
    return sum(each in lines for each in own) / len(own) if own else 0.0


def _smooth(line: str) -> str:
    return " ".join(line.strip(_LEAD).split())


def _sent_page(game: Game, seat: str) -> str:
    """The lines of the newest letter to *seat* as HTML: a reply may have brought those back."""
    from pbem.mail.mime.html import text_of  # noqa: PLC0415 - few sheets are looked for in a page

    page = _kept(game, seat, ".html")
    return text_of(page) if page else ""


def _kept(game: Game, seat: str, kind: str) -> str:
    newest = game.last_letter(seat)
    path = dossier_path(game, seat) or (letter_path(game, newest, seat) if newest else None)
    path = path.with_suffix(kind) if path else None
    return path.read_text(encoding="utf-8", errors="replace") if path and path.exists() else ""


def keys_in(game: Game, seat: str, stages: tuple[SeatStage, ...] | None = None) -> frozenset[str]:
    """The keys that may be in a sheet of *seat*: those of orders, and the headings of several decisions.

    Who knows its *stages* says so.
    """
    stages = game.stages(seat) if stages is None and seat in game.titles else stages or ()
    headings = {part.heading for part in submissions.parts(game, game.view(seat), stages)} if len(stages) > 1 else set()
    wanted = submissions.plans_wanted(game, game.view(seat), seat).coming.values() if seat in game.titles else ()
    own = frozenset({PLANS_STEP, FOR, WHEN}) if wanted else frozenset()
    conditions = (keys_of(one.when) for one in wanted if one.when is not None)
    return keys_of(game.ruleset.orders).union(headings, own, *conditions)


def asking(ruleset: Ruleset) -> frozenset[str]:
    """What players may write to ask something: each of `enquiry_words`, and `help` with each title of the guide."""
    titles = (section.heading for section in sections(ruleset.guide))
    return frozenset(ruleset.enquiry_words).union(f"help {title.casefold()}" for title in titles)


def sent_for(game: Game, seat: str, mail: ReceivedMail) -> SentSheet:
    """What *seat* was sent that *mail* may answer."""
    return sent_sheet(game, seat, (line for text in mail.contents.texts for line in text.text.split("\n")))


def read_for(
    game: Game, seat: str, incoming: ReceivedMail, item: InboxItem | None = None, sent: SentSheet | None = None
) -> ReceivedMail:
    """An email from *seat*, that of *item* if it was kept, searched with what that seat had been *sent*."""
    sent = sent or sent_for(game, seat, incoming)
    quotes = any(TOKEN.search(text.text) for text in incoming.contents.texts)
    known = correspondents(game, seat, sent, item, quotes=quotes, also=(incoming.sender, incoming.shown))
    return with_form(incoming, sent.sheet, sent.keys, sent.text, asking(game.ruleset), known)


def read_bare(
    game: Game, seat: str, text: str, item: InboxItem | None = None, without_words: Callable[[str], str] = str
) -> FoundOrders:
    """What is in the *text* of a sheet of *seat* that came without an email, read with what that seat had been sent.

    *without_words* takes the words to other players out of it.
    """
    sent = sent_sheet(game, seat, text.split("\n"))
    known = correspondents(game, seat, sent, item, quotes=TOKEN.search(text) is not None)
    return bare(text, sent.sheet, sent.text, known, without_words, sent.keys)


def correspondents(
    game: Game, seat: str, sent: SentSheet, item: InboxItem | None, *, quotes: bool, also: tuple[str, ...] = ()
) -> Correspondents:
    """The names of the game and of *seat* in quotations, *also* among them, and the sheets it sent before *item*.

    The sheets are looked up only for what *quotes* a form.
    """
    if seat not in game.titles:
        return Correspondents()
    settings = game.settings
    who, sender, host = settings.seats[seat], settings.mail.sender, settings.moderator.name
    writer = (who.address, *also, parseaddr(also[-1])[0] if also else "", who.player, *who.accounts)
    others = (game.titles[each] for each in game.titles if each != seat)
    players = (
        name for other, each in settings.seats.items() if other != seat for name in (each.player, *each.accounts)
    )
    before = item.number if item else None
    takes = (keys_of(stage.decision.takes) for stage in sent.stages)
    form_line = TOKEN.sub("", sent.sheet.split("\n", 1)[0])
    return Correspondents(
        game=_long_enough(sender, letter.title(game), game.name, host, *host.split()),
        writer=_long_enough(*(name for name in writer if name != sender)),
        others=_long_enough(*others, *players, *(other for other in settings.seats if other != seat)),
        seat=frozenset(
            word for name in (seat, game.titles[seat], form_line) for word in _WORD.findall(name.casefold())
        ),
        earlier=frozenset(map(squeezed, _earlier(game, seat, sent, before))) - {""} if quotes else frozenset(),
        asked=folded(frozenset[str]().union(*takes)),
    )


def names_of_writer(game: Game, seat: str, shown: str) -> frozenset[str]:
    """The words with which whoever writes for *seat*, *shown* in From, may sign besides its names, or head orders."""
    _, address = parseaddr(shown)
    local, accounts = address.partition("@")[0].replace(".", " "), game.settings.seats[seat].accounts
    names = (shown.replace(address, ""), local, *accounts, game.settings.moderator.name, game.name)
    words = (word.strip(_AROUND) for name in names for word in name.casefold().split())
    return frozenset(word for word in words if len(word) >= _SHORTEST_NAME)


def names_of_others(game: Game, seat: str) -> frozenset[str]:
    """The names of those who hold the other seats, those on the forum too."""
    others = (who for other, who in game.settings.seats.items() if other != seat)
    return frozenset(_long_enough(*(name for who in others for name in (who.player, *who.accounts))))


def _long_enough(*names: str) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if len(name) >= _SHORTEST_NAME)


def _earlier(game: Game, seat: str, sent: SentSheet, before: int | None) -> Iterator[str]:
    """The sheets that *seat* has sent for its present stages, in items *before* one, as far as they can be read."""
    asked = {stage.put for stage in sent.stages}
    numbers = {each.item for each in game.inbox.answered_to(seat) if (each.key, each.asked) in asked}
    numbers |= {one.item for put in asked for one in submissions.accepted(game, seat, *put)}
    items = (number for number in sorted(numbers, reverse=True) if number and (before is None or number < before))
    return _sheets_in(game, sent, islice(items, _MOST_EARLIER))


def _sheets_in(game: Game, sent: SentSheet, numbers: Iterable[int]) -> Iterator[str]:
    """The sheets in the items with these *numbers*, as far as they can be read; their seat had been *sent* so much."""
    for item in filter(None, map(game.inbox.numbered, numbers)):
        if not encryption.readable(item.path, game.identity):
            continue
        raw = encryption.read(item.path, game.identity)
        if item.is_mail:
            yield find(contents(raw), sent.sheet, "", sent.keys, sent.text, frozenset(asking(game.ruleset))).sheet
        else:
            yield bare(decoded(raw, "").text, sent.sheet, sent.text).sheet


def was_replaced(game: Game, seat: str, stages: Sequence[SeatStage], incoming: ReceivedMail, number: int) -> bool:
    """Whether the sheet of an item, which has this *number*, says what one did that its seat has replaced since."""
    puts = (submissions.accepted(game, seat, *stage.put) for stage in stages if stage.pending)
    before = [found for put in puts if (found := [one.item for one in put if one.by == "sheet" and one.item < number])]
    older = sorted({one for put in before for one in put[:-1]}, reverse=True)[:_MOST_EARLIER]
    if not older:
        return False
    sent, sheet = sent_for(game, seat, incoming), squeezed(incoming.found.sheet)
    if sheet in map(squeezed, _sheets_in(game, sent, (put[-1] for put in before))):
        return False
    return sheet in map(squeezed, _sheets_in(game, sent, older))


def may_lack_lines(game: Game, seat: str, incoming: ReceivedMail, number: int) -> bool:
    """Whether the sheet of an item, which has this *number*, has fewer lines than the last of its seat, or is alone."""
    last = next(_earlier(game, seat, sent_for(game, seat, incoming), number or None), "")
    return not last or len(canonical(incoming.found.sheet)) < len(canonical(last))
