"""An email whose seat is known: what it means, and what becomes of its sheet."""

import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from typing import Any

import msgspec

from pbem.engine.order import Problem, Weight
from pbem.engine.play import only_plans
from pbem.engine.position import Position
from pbem.engine.reading import Place
from pbem.engine.table import Answer
from pbem.mail.extraction import command
from pbem.mail.extraction.command import is_sentence
from pbem.mail.extraction.courtesies import struck_in
from pbem.mail.extraction.doubts import (
    ADDED,
    BESIDE,
    PROVISO,
    beside_orders,
    corrections,
    doubts_of,
    harmless,
    heads_correction,
    heads_orders,
    heads_plan,
    is_courtesy,
    of_another_turn,
    sentences,
)
from pbem.mail.extraction.line_classifier import (
    announces,
    closes,
    courteous,
    folded,
    has_key,
    heads_turn,
    is_name,
    orderly,
)
from pbem.mail.intake.forms import keys_in, may_lack_lines, names_of_others, names_of_writer, was_replaced
from pbem.mail.intake.replies import CommandRequest
from pbem.mail.intake.sender import Credibility, SenderClaim, letter_answered
from pbem.mail.message.dkim import signed_body, signs
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime.text import FoundOrders, MailNote
from pbem.referee import letter, submissions
from pbem.referee.deadlines import faulty
from pbem.referee.enquiries import asking
from pbem.referee.game import Clock, Game
from pbem.referee.keys import derived
from pbem.referee.stage import SeatStage, anytime_stages, tokens_in
from pbem.report.letter import SheetFate
from pbem.report.returned_sheet import corrected
from pbem.sheet.fault import SheetFault
from pbem.sheet.names import Names, names_of
from pbem.sheet.parts import Part, Parts, check_parts
from pbem.store.encryption import SheetSeal
from pbem.store.inbox import InboxItem

_MOST_SUBJECT = 90
_ORDERLY = re.compile(r"[:：>→+,]")
_PART = re.compile(r"[,;!]|\s[-–—]\s")
_HEADING = re.compile(r"[^\W\d_][^\s:]{0,30}(?: [^\s:]{1,30}){0,2} ?:\s*")
_MOST_LINE, _MOST_LINES = 200, 200
MOST_OUT_OF_TURN = 10
"""Sheets of a seat between two letters that happen at once: each letter tells everyone what came of them."""


class MailCase(msgspec.Struct, frozen=True, kw_only=True):
    """An item whose seat is known, as it is judged; *letter* is what the letter that it answers asked, if it did."""

    item: InboxItem
    incoming: ReceivedMail
    claim: SenderClaim
    credibility: Credibility
    stages: tuple[SeatStage, ...]
    letter: tuple[SeatStage, ...] = ()
    view: Position
    over: bool

    @property
    def seat(self) -> str:
        """The seat that it is from."""
        return self.claim.seat

    @property
    def stage(self) -> SeatStage | None:
        """The first of its seat's stages."""
        return next(iter(self.stages), None)

    @property
    def settled(self) -> tuple[SeatStage, ...]:
        """What its letter asked and is not asked any more."""
        now = {stage.put for stage in self.stages}
        return tuple(stage for stage in self.letter if stage.put not in now)

    @property
    def credible(self) -> bool:
        """Whether it is trusted, or at least bears what only its seat was sent."""
        waits = self.credibility.state == "confirm"
        return self.credibility.state == "believed" or (waits and self.claim.standing == "current")

    @property
    def asked(self) -> tuple[str, int]:
        """The key of the seat's stage and the entry after which it was asked."""
        return (self.stage.decision.key, self.stage.asked) if self.stage else ("", 0)


def case_of(
    game: Game, item: InboxItem, incoming: ReceivedMail, claim: SenderClaim, credibility: Credibility
) -> MailCase:
    """The case as it stands; if the item was carried out before the program died, as it stood then."""
    entry = game.log.caused(item.name)
    if entry is None or only_plans(entry):
        return MailCase(
            item=item,
            incoming=incoming,
            claim=claim,
            credibility=credibility,
            stages=game.stages(claim.seat),
            letter=letter_answered(game, claim.seat, incoming),
            view=game.view(claim.seat, entry.number - 1 if entry else None),
            over=not game.table.state.flow,
        )
    view = game.view(claim.seat, entry.number - 1)
    letter = game.last_letter(claim.seat)
    stages = anytime_stages(game.ruleset, view, claim.seat, letter.entry if letter else 0)
    claim = msgspec.structs.replace(claim, standing="current")
    return MailCase(
        item=item, incoming=incoming, claim=claim, credibility=Credibility(), stages=stages, view=view, over=False
    )


def judged(game: Game, case: MailCase, text: str) -> tuple[SheetFate, Parts]:
    """What becomes of the sheet *text* of a case, and the sheet with its faults."""
    stage, found = case.stage, case.incoming.found
    unread = Parts(text)
    if case.over:
        return SheetFate.over, unread
    if case.claim.standing == "outdated":
        return SheetFate.outdated, unread
    if case.credibility.state == "refused":
        args = {"text": _shortened(case.incoming.subject)}
        if case.claim.other:
            args |= {"seat": game.titles[case.seat], "other": game.titles[case.claim.other]}
        return SheetFate.refused, _faulty("", case.credibility.code, args)
    if found.problem:
        return SheetFate.refused, _faulty(text, found.problem, found.args)
    if stage is None:
        return SheetFate.unasked, unread
    if not stage.pending and _out_of_turn(game, case) >= MOST_OUT_OF_TURN:
        return SheetFate.refused, _faulty("", "too-many-out-of-turn", {"limit": MOST_OUT_OF_TURN})
    sheet = reading_of(game, case, stage)(text)
    if not sheet.counts:
        return SheetFate.refused, sheet
    if case.credibility.state == "confirm":
        return SheetFate.held, sheet
    if found.doubts:
        return SheetFate.doubted, sheet
    return (SheetFate.accepted if sheet.faultless else SheetFate.partly), sheet


def reading_of(game: Game, case: MailCase, stage: SeatStage) -> Callable[[str], Parts]:
    """How a sheet of a case, whose first stage is *stage*, is read and checked."""
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    parts, settled = _parts(game, case)
    wanted = submissions.plans_wanted(game, case.view, case.seat)
    return lambda text: check_parts(text, parts, case.view, lexicon, game.words_in(stage), settled, wanted)


def _parts(game: Game, case: MailCase) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """The parts that the sheet of a case may have, and the headings of what is settled since its letter."""
    older = {part.decision.name: part.heading for part in submissions.parts(game, case.view, case.letter)}
    parts = (
        msgspec.structs.replace(part, older=older.get(part.decision.name, ""))
        for part in submissions.parts(game, case.view, case.stages)
    )
    several = len(case.letter) > 1
    return tuple(parts), tuple(older[stage.decision.name] for stage in case.settled) if several else ()


def carry_out(game: Game, case: MailCase, sheet: Parts, clock: Clock) -> SheetSeal | None:
    """Submit answers; plans, and what a seat may send at any time, happen at once, and once only."""
    first = case.stage
    if first is None:
        raise LookupError(f"{case.seat} can send nothing now")
    item, good = case.item, {part.decision.name: each.order for part, each in sheet.good}
    seal = None
    if first.pending:
        for stage in case.stages:
            if (order := good.get(stage.decision.name)) is not None:
                words = sheet.spoken.words
                seal = submissions.accept(game, stage, item.number, item.arrived, order, sheet.text, words, first=first)
    elif good and game.log.caused(item.name) is None:
        answers = {part.decision: Answer(each.order, "sheet") for part, each in sheet.good if each.order is not None}
        game.append(game.table.run(first.step, answers), clock(), item.name)
    if sheet.plans.plans is not None:
        letter.keep(game, case.seat, sheet.plans.plans, item.number, item.name, clock)
    return seal


def keep_for_yes(game: Game, case: MailCase, fate: SheetFate, sheet: Parts) -> SheetSeal | None:
    """Keep a sealed sheet so that a yes makes it count without the key; None if none can, or it cannot be kept so.

    One that was doubted is kept as it is, a refused one with every word that its receipt offers, if all of it is good
    then. Whether a sheet has plans is seen only in itself.
    """
    first = case.stage
    if game.settings.mail.sealed is None or first is None or not first.pending:
        return None
    if fate is SheetFate.refused and case.credibility.state == "believed" and not case.incoming.found.problem:
        offered = corrected(sheet, reading_of(game, case, first), offered=True)
        sheet = offered.found
        if not (offered.fixes and sheet.faultless):
            return None
    elif fate is not SheetFate.doubted:
        return None
    if sheet.plans.place is not None:
        return None
    item, good, seal = case.item, {part.decision.name: each.order for part, each in sheet.good}, None
    for stage in case.stages:
        if (order := good.get(stage.decision.name)) is not None:
            words = sheet.spoken.words
            seal = submissions.accept(
                game, stage, item.number, item.arrived, order, sheet.text, words, first=first, waits=True
            )
    return seal


def keep_faulty(game: Game, case: MailCase, fate: SheetFate, sheet: Parts) -> None:
    """Keep a sheet of which not all counts, if the ladder may let it count as far as it is good."""
    refused = fate in (SheetFate.refused, SheetFate.partly) and case.credibility.state == "believed"
    if refused and sheet.answers and case.stage and case.stage.pending:
        faulty.keep(game, case.stages, case.item.number, sheet.text)


def resembles_orders(game: Game, case: MailCase) -> bool:
    """Whether words may be orders: a line has a key, or names something beside a colon or an arrow."""
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    names, kinds = Names(lexicon), tuple(lexicon.kinds)
    lines = [line[:_MOST_LINE] for line in case.incoming.found.words.split("\n")[:_MOST_LINES]]
    keys = folded(keys_in(game, case.seat, case.stages))
    if any(has_key(line, keys) for line in lines):
        return True
    parts = (part for line in lines if _ORDERLY.search(line) for part in _ORDERLY.split(line))
    return any(names.find(part.strip(" \t-*•>"), *kinds) for part in parts)


def request_of(case: MailCase) -> CommandRequest:
    """Whose commands a case has, and what is known of them."""
    return CommandRequest(
        seat=case.seat,
        number=case.item.number,
        name=case.item.name,
        arrived=case.item.arrived,
        stages=case.stages,
        view=case.view,
        proven=case.credibility.state == "believed",
        outdated=case.claim.standing == "outdated",
        waits=case.credibility.state == "confirm",
        words=case.incoming.found.words,
        settles=case.incoming.settles,
    )


def _out_of_turn(game: Game, case: MailCase) -> int:
    """How many other sheets of the seat of *case* happened at once since the last letters."""
    count = 0
    for line in reversed(game.log.lines):
        if line.pause:
            break
        if line.entry and line.cause not in ("", case.item.name):
            count += any(one.seat == case.seat for one in line.entry.answers)
    return count


def _shortened(subject: str) -> str:
    """As much of a subject as its writer knows it by: anyone may have written it, and it goes to the seat's player."""
    return subject if len(subject) <= _MOST_SUBJECT else f"{subject[:50]} … {subject[-30:]}"


def _faulty(text: str, code: str, args: dict[str, Any] | None = None) -> Parts:
    """A sheet refused whole, for what its mail lacks; *args* may name the line."""
    lines = text.splitlines() or [""]
    line = min(max(1, int((args or {}).get("line", 1))), len(lines))
    place = Place(line, 1, max(1, len(lines[line - 1])))
    return Parts(text, (), (SheetFault(Problem(code, args=args or {}, weight=Weight.unreadable), place),))


def fingerprint_of(game: Game, raw: bytes, incoming: ReceivedMail) -> str:
    """What knows the same email again, whatever transport it took; empty if nothing tells it from its like.

    That is its Message-ID, or what its sender says of its time, together with its tokens and what is found in it
    without what its seat was sent, which would be more by the next copy: someone who uses an old Message-ID for other
    orders has written another email. What was found is left out where
    sheets are sealed, for a hash of it could be guessed at, and where mail must be signed: the Message-ID is signed,
    and the text may be changed in its spaces by whoever sends it again. Where a signature leaves the Message-ID out,
    what is signed tells the email: its time and its text, by a key of the game.
    """
    mail = game.settings.mail
    domain = incoming.sender.rpartition("@")[2]
    if "dkim" in mail.trust.policy and _signed(raw, domain) and not signs(raw, domain, b"message-id"):
        at = incoming.date if signs(raw, domain, b"date") else ""
        said = f"{at}\0{incoming.sender.casefold()}\0{' '.join(incoming.subject.split())}\0".encode(
            "utf-8", "surrogatepass"
        )
        key = derived(game.secret, "signed emails")
        return hmac.digest(key.encode(), said + signed_body(raw), "sha256").hex()[:32]
    ident = incoming.message_id or (f"{incoming.date} {incoming.subject}" if incoming.date else "")
    if not ident:
        return ""
    found = incoming.plain
    bare = mail.sealed is not None or "dkim" in mail.trust.policy
    read = (found.sheet, *found.commands, found.words, found.problem)
    content = (str(bool(found.problem)),) if bare else read
    parts = (ident, incoming.sender.casefold(), *tokens_in(incoming.subject), *content)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _signed(raw: bytes, domain: str) -> bool:
    """Whether *domain* signed an email at all."""
    return signs(raw, domain, b"from")


def older_than_what_counts(game: Game, case: MailCase) -> list[MailNote]:
    """A note if the email says that it was written before the one whose sheet it replaces.

    The moment of receipt decides; a player whose emails overtook each other should know.
    """
    for stage in case.stages:
        counting = submissions.counting(game, case.seat, *stage.put)
        if counting is None or counting.by != "sheet" or counting.item >= case.item.number or not case.incoming.date:
            continue
        other = game.inbox.numbered(counting.item)
        verdict = game.inbox.verdict(other) if other else None
        if verdict and case.incoming.date < verdict.written:
            return [MailNote("older-date")]
    return []


_WITHDRAW = "withdraw"
_WORD = re.compile(r"[^\s,.;:!?()\"“”„]+")
_MOST_WORDS_IN_NAME = 3
_MOST_WORDS = 400
_MOST_ENTRIES = 40
"""Of lines without marks of which some are words: how many are read, each by itself."""
_MOST_READINGS = 80
"""How often these lines, and their sentences and parts, are read as a sheet: a reading takes up to 30 ms."""
_FEWEST_IN_SENTENCE = 3
_LIKE_A_KEY = re.compile(r"[^\s:]+:\s*\S*")
_NO_ORDER = ("unknown-key", "colon-expected")
"""What is wrong with a line of words among orders without marks."""
_IN_BRACKETS = re.compile(r"(?<=\w)\s?\([^()\n]{1,40}\)")
_OF_PLAYERS = ("seat", "power", "nation", "camp", "area")
"""What people play, and name in their signatures."""


def understood(game: Game, case: MailCase) -> MailCase:
    """*case* with the sheet that its words are, if they can be one only; without commands that are doubtful."""
    found = case.incoming.found
    if found.problem:
        return case
    if (found.what == "words" or _is_unread(game, case)) and (unmarked := _unmarked(game, case)):
        return with_found(case, unmarked)
    if found.what == "orders" and found.how == "shape" and (parted := _without_words(game, case, found)):
        return with_found(case, parted)
    if found.what == "command" and _speaks_of_play(game, case):
        doubt = MailNote("command-among-words", {"command": found.command})
        return with_found(case, FoundOrders(what="words", words=found.words, notes=(*found.notes, doubt)))
    return case


def doubted(game: Game, case: MailCase) -> MailCase:
    """*case* with the doubts that words beside its sheet leave whether it is ordered."""
    found, asks = case.incoming.found, asking(game.ruleset)
    lines = found.words.split("\n")
    words = "\n".join(line for line in lines if command.normalised(line) == _WITHDRAW or not command.exact(line, asks))
    own = _own_names(game, case.seat)
    others = names_of_others(game, case.seat)
    played = {name for other in game.titles if other != case.seat for name in _own_names(game, other)} - own
    doubts = doubts_of(found, words, own | names_of_writer(game, case.seat, case.incoming.shown), others, played)
    shaped = found.how == "shape"
    if other := [line.strip() for line in lines if _is_of_another_turn(game, case, line, own)]:
        doubts = (*doubts, beside_orders(other, BESIDE if shaped else PROVISO))
    if found.what == "orders" and not (found.problem or found.trial):
        seat, number, said = case.seat, case.item.number, [each for each in sentences(words) if not harmless(each, own)]
        if said and was_replaced(game, seat, case.stages, case.incoming, number):
            doubts = (*doubts, beside_orders(said, "words-beside-copy"))
        heads = [line.strip() for line in lines if heads_correction(line)]
        if heads and may_lack_lines(game, seat, case.incoming, number):
            doubts = (*doubts, beside_orders(heads, "words-correct-a-part"))
        if not doubts and (said := [each for each in corrections(words) if names_things(game, case, [each])]):
            doubts = (beside_orders(said, BESIDE if shaped else ADDED),)
        if headed := [
            line.strip()
            for line in (*found.sheet.split("\n"), *(() if shaped else lines))
            if _heads_another(game, case.seat, line)
            or (shaped and heads_plan(line) and "plan" not in keys_in(game, case.seat, case.stages))
        ]:
            doubts = (*doubts, beside_orders(headed, BESIDE if shaped else PROVISO))
    return with_found(case, msgspec.structs.replace(found, doubts=doubts))


def _heads_another(game: Game, seat: str, line: str) -> bool:
    """Whether a *line* of a sheet is the heading of another seat's orders: `Orders of Frederick:`, `Austria:`."""
    if not (heads_orders(line) or _HEADING.fullmatch(line)):
        return False
    words, own = frozenset(_WORD.findall(line.casefold())), _own_names(game, seat)
    others = (_own_names(game, other) for other in game.settings.seats if other != seat and other in game.titles)
    return not words.isdisjoint(frozenset[str]().union(*others) - own)


def _is_of_another_turn(game: Game, case: MailCase, line: str, own: frozenset[str]) -> bool:
    """Whether a *line* beside a sheet without a token announces that for another turn than the one that is played."""
    found = case.incoming.found
    if case.stage is None or found.what != "orders" or found.problem or found.trial or tokens_in(found.sheet):
        return False
    decision = case.stage.decision
    now = {name: number for name, number in decision.about.items() if isinstance(number, int)}
    now["turn"] = decision.turn or game.turn(None)
    parts = _PART.split(line[:_MOST_LINE])  # behind a greeting
    return any(announces(part, own) and of_another_turn(part, now) for part in parts)


def _own_names(game: Game, seat: str) -> frozenset[str]:
    """The words of the names by which a player calls themselves: the seat's, and their own."""
    names = (seat, game.titles[seat], game.settings.seats[seat].player)
    powers = game.ruleset.seat_names(game.view(seat)).get(seat, ())
    return frozenset(word for name in (*names, *powers) for word in _WORD.findall(name.casefold()))


def with_found(case: MailCase, found: FoundOrders) -> MailCase:
    """*case* with what was *found* in its email instead."""
    incoming = msgspec.structs.replace(case.incoming, found=found)
    return msgspec.structs.replace(case, incoming=incoming)


def _is_unread(game: Game, case: MailCase) -> bool:
    """Whether the whole text of a post was taken for its sheet, cannot be read so, and has no name of another in it."""
    found, others = case.incoming.found, names_of_others(game, case.seat)
    if not found.keyless or found.what != "orders" or found.how != "shape" or case.stage is None:
        return False
    named = any(name.casefold() in found.sheet.casefold() for name in others)
    return not named and not is_whole(reading_of(game, case, case.stage)(found.sheet))


def _unmarked(game: Game, case: MailCase) -> FoundOrders | None:
    """The sheet that lines without marks are, be it legal or not: all of them, or those that words are beside.

    It waits for a yes if a line has a word of a condition, or says more than a courtesy. None if it may be another.
    """
    if case.stage is None or case.over or case.claim.standing == "outdated" or case.credibility.state == "refused":
        return None
    found, read = case.incoming.found, reading_of(game, case, case.stage)
    said = found.words if found.what == "words" else found.sheet
    texts = list(dict.fromkeys(_without_signer(game, case.seat, text) for text in found.keyless))
    good = [text for text in texts if is_whole(read(text))]
    keys = folded(keys_in(game, case.seat, case.stages))
    if len(good) > 1 or not (texts and (case.stage.pending or (good and command.first_word(good[0]) in keys))):
        return None
    text = good[0] if good else texts[-1]
    around = [line for line in said.split("\n") if line not in text.split("\n")]
    doubtful = [line.strip() for line in text.split("\n") if command.supposes(line)]
    return _keyless(text, around, doubtful) if good else _among_words(game, case, text, around, read)


def _keyless(sheet: str, beside: Sequence[str], doubtful: Sequence[str]) -> FoundOrders:
    """A *sheet* without marks with what is *beside* it, of which *doubtful* lines make it wait for a yes."""
    return FoundOrders(
        what="orders",
        sheet=sheet,
        how="shape",
        words="\n".join(beside).strip(),
        notes=(MailNote("keyless-read"),),
        doubts=(beside_orders(doubtful),) if doubtful else (),
    )


def _among_words(
    game: Game, case: MailCase, text: str, around: Sequence[str], read: Callable[[str], Parts]
) -> FoundOrders | None:
    """The lines of *text* that are orders, each by itself, beside others that are words; None if one may be either.

    Lines *around* it are words, too.
    """
    entries = command.entries(text.split("\n"))
    if len(entries) > _MOST_ENTRIES or struck_in(text):
        return None
    sheet: list[str] = []
    beside: list[str] = []
    doubtful: list[str] = []
    orders = cache(partial(_orders, read=read))
    for entry in entries:
        for piece in [entry] if "\n" in entry or orders(entry) else command.pieces(entry):
            if orders.cache_info().misses > _MOST_READINGS:
                return None
            if courteous(piece) or announces(piece):
                beside.append(piece)
            elif parts := _orders_in(piece, orders):
                sheet += parts
            elif not _is_prose(game, case, piece):
                return None
            elif sheet and harmless(piece) and not names_things(game, case, [piece], signed=True):
                beside.append(piece)
            else:
                doubtful.append(piece.strip())
    whole = "\n".join(sheet) + "\n"
    return _keyless(whole, [*around, *beside], doubtful) if sheet and is_whole(read(whole)) else None


def _orders_in(piece: str, orders: Callable[[str], bool]) -> list[str]:
    """*piece*, be it without its full stop, or all its parts between commas, if these are orders; otherwise nothing."""
    for said in dict.fromkeys((piece, piece.rstrip(" .!"))):
        if orders(said):
            return [said]
    parts = command.parted(piece)
    return parts if 1 < len(parts) < _MOST_ENTRIES and all(map(orders, parts)) else []


def _orders(piece: str, read: Callable[[str], Parts]) -> bool:
    """Whether *piece* alone can be read as a sheet, and neither asks nor supposes anything."""
    alone = len(piece.split()) > 1 or command.exact(piece)
    return alone and not command.supposes(piece) and is_whole(read(piece))


def _is_prose(game: Game, case: MailCase, piece: str) -> bool:
    """Whether *piece* is words to a person: it asks, or names nothing that may be ordered, and looks like no order."""
    keyed = has_key(piece, folded(keys_in(game, case.seat, case.stages))) or command.exact(piece)
    if "\n" in piece or keyed or orderly(piece):
        return False
    return "?" in piece or not names_things(game, case, [piece])


def _without_signer(game: Game, seat: str, text: str) -> str:
    """*text* without the name of its writer on the last line."""
    above, _, last = text.rstrip().rpartition("\n")
    who = game.settings.seats[seat]
    return f"{above.rstrip()}\n" if last.strip(" @-").casefold() in map(str.casefold, who.accounts) else text


def _without_words(game: Game, case: MailCase, found: FoundOrders) -> FoundOrders | None:
    """Lines without marks that were *found*, without those of which none can be read and none speaks of the game.

    These are words beside the sheet, which then waits for a yes. None if nothing is wrong, or anything else is.
    Headings, and a signature below an empty line, may name powers.
    """
    if case.stage is None or case.over:
        return None
    read, lines = reading_of(game, case, case.stage), found.sheet.split("\n")
    own, others = _own_names(game, case.seat), names_of_others(game, case.seat)
    wrong = [each for each in read(found.sheet).every_fault if each.problem.weight is Weight.unreadable]
    numbers = sorted({each.place.line - 1 for each in wrong})
    if not wrong or numbers[-1] >= len(lines):
        return None
    first = next((at for at, line in enumerate(lines) if line.strip() and at not in numbers), len(lines))
    signed = _signature(lines, numbers)
    titles = {at for at in numbers if at < first and heads_turn(lines[at], own)}
    if not all(_is_no_order(each, own=each.place.line - 1 in signed | titles) for each in wrong):
        return None
    words = [lines[at].strip() for at in numbers]
    heads = [lines[at] for at in numbers if at < first and len(lines[at].split()) < _FEWEST_IN_SENTENCE]
    keys, asks = folded(keys_in(game, case.seat)), asking(game.ruleset)
    heads += filter(_LIKE_A_KEY.fullmatch, words)
    if not all(courteous(line) or announces(line, own) for line in heads):  # they may say whose the orders are
        return None
    if any(command.exact(line, asks) or any(map(line.__contains__, others)) for line in words):
        return None
    if any(has_key(lines[at], keys) for at in numbers if at not in titles):
        return None
    said = [lines[at] for at in numbers if at not in signed and not announces(lines[at], own)]
    if names_things(game, case, said) or names_things(game, case, [lines[at] for at in signed], signed=True):
        return None
    sheet = "\n".join("" if at in numbers else line for at, line in enumerate(lines))
    if not is_whole(read(sheet)):
        return None
    end, player = len("\n".join(lines).rstrip().split("\n")) - 1, names_of_writer(game, case.seat, case.incoming.shown)
    said = [
        lines[at].strip()
        for at in numbers
        if at not in titles
        and not (
            courteous(lines[at])
            or is_courtesy(lines[at])
            or lines[at].strip().casefold() in (own if at in signed else player if at == end else ())
        )
        and not (is_name(lines[at]) and at and closes(lines[at - 1]))
    ]
    doubts = (*found.doubts, beside_orders(said)) if said else found.doubts
    beside = [line for line in words if line not in said]
    return msgspec.structs.replace(
        found, sheet=sheet, words="\n".join(filter(None, (found.words, *beside))), doubts=doubts
    )


def _signature(lines: Sequence[str], numbers: Collection[int]) -> frozenset[int]:
    """The lines below the last empty one above which something can be read, if of none of them anything can."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    last = next((at for at in reversed(filled) if at not in numbers), len(lines))
    below = [at for at in filled if at > last]
    return frozenset(below) if below and not lines[last + 1].strip() else frozenset()


def _is_no_order(fault: SheetFault, *, own: bool) -> bool:
    """Whether a *fault* is that of a line of words; one that has its *own* place may be like a key or entry."""
    problem = fault.problem
    return own or (problem.code in _NO_ORDER and not problem.args.get("nearest"))


def is_whole(sheet: Parts) -> bool:
    """Whether all of a *sheet* can be read, be it legal or not."""
    unread = any(each.problem.weight is Weight.unreadable for each in sheet.every_fault)
    return bool(sheet.answers) and not unread


def _speaks_of_play(game: Game, case: MailCase) -> bool:
    """Whether a sentence beside a command names something of the game."""
    found, asks = case.incoming.found, asking(game.ruleset)
    if command.asks_only(found.commands, asks):
        return False
    said = [line for line in found.words.split("\n") if is_sentence(line) and not command.exact(line, asks)]
    return names_things(game, case, said)


def names_things(game: Game, case: MailCase, said: Sequence[str], *, signed: bool = False) -> bool:
    """Whether lines that someone *said* name something of the game, by a word with a capital letter.

    People sign with the powers that they play, here and, as `Prussia (Friedrich)`, in other games.
    """
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    names, kinds = names_of(lexicon), tuple(kind for kind in lexicon.kinds if kind not in {"seat", *lexicon.ambiguous})
    powers = tuple(kind for kind in _OF_PLAYERS if signed and kind in lexicon.kinds)
    told = (_IN_BRACKETS.sub("", line) if signed else line for line in said)
    words = [word for line in told for word in (*_WORD.findall(line), "")][:_MOST_WORDS]
    spans = (
        " ".join(words[first : first + count])
        for count in range(1, _MOST_WORDS_IN_NAME + 1)
        for first in range(len(words))
    )
    return any(
        span[:1].isupper() and not _is_one_of(names, span, powers) and names.find(span, *kinds) for span in spans
    )


def _is_one_of(names: Names, span: str, kinds: tuple[str, ...]) -> bool:
    return bool(kinds) and bool(names.find(span, *kinds))
