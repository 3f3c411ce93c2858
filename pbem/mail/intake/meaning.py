"""What an email whose seat is known means: which of its lines are orders, and whether they are ordered."""

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache, partial

import msgspec

from pbem.engine.order import Weight
from pbem.engine.reading import Lexicon
from pbem.mail.extraction import command
from pbem.mail.extraction.command import is_friendly, is_sentence
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
    signed_by_another,
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
    salutes,
)
from pbem.mail.extraction.markup import struck_in
from pbem.mail.intake.case import MailCase, is_whole, reading_of, with_found
from pbem.mail.intake.forms import asking, keys_in, may_lack_lines, names_of_others, names_of_writer, was_replaced
from pbem.mail.mime.text import FoundOrders, MailNote
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.stage import tokens_in
from pbem.report.letter import question
from pbem.sheet.fault import SheetFault
from pbem.sheet.names import Names, names_of
from pbem.sheet.parts import Parts

_WITHDRAW = "withdraw"
_WORD = re.compile(r"[^\s,.;:!?()\"“”„]+")
_PART = re.compile(r"[,;!]|\s[-–—]\s")
_HEADING = re.compile(r"[^\W\d_][^\s:]{0,30}(?: [^\s:]{1,30}){0,2} ?:\s*")
_MOST_LINE = 200
_MOST_WORDS_IN_NAME = 3
_SHORTEST_NAMED = 3
"""Shorter words of what is asked may be any."""
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
    if found.what == "command" and _may_not_command(game, case):
        return among_words(case, found.command)
    return case


def among_words(case: MailCase, line: str) -> MailCase:
    """*case* as words, among which *line* is a command that may not be meant."""
    found, doubt = case.incoming.found, MailNote("command-among-words", {"command": line})
    return with_found(case, FoundOrders(what="words", words=found.words, notes=(*found.notes, doubt)))


def doubted(game: Game, case: MailCase) -> MailCase:
    """*case* with the doubts that words beside its sheet leave whether it is ordered."""
    found, asks = case.incoming.found, asking(game.ruleset)
    lines = found.words.split("\n")
    words = "\n".join(line for line in lines if command.normalised(line) == _WITHDRAW or not command.exact(line, asks))
    own = _own_names(game, case.seat)
    others = names_of_others(game, case.seat)
    played = _played_by_others(game, case.seat, own)
    shaped = found.how == "shape"
    known = own | names_of_writer(game, case.seat, case.incoming.shown) | (_asked_in(game, case) if shaped else set())
    doubts = doubts_of(found, words, known - others - played, others, played)
    if found.what == "orders" and not (found.problem or found.trial):
        if other := [line.strip() for line in lines if _is_of_another_turn(game, case, line, own)]:
            doubts = (*doubts, beside_orders(other, BESIDE if shaped else PROVISO))
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
            for line in (*found.sheet.split("\n"), *(line for line in lines if not shaped or line.startswith("@")))
            if _heads_another(line.removeprefix("@"), played)
            or (shaped and heads_plan(line) and "plan" not in keys_in(game, case.seat, case.stages))
        ]:
            doubts = (*doubts, beside_orders(headed, BESIDE if shaped else PROVISO))
    once = tuple(one for at, one in enumerate(doubts) if one not in doubts[:at])
    return with_found(case, msgspec.structs.replace(found, doubts=once))


def _asked_in(game: Game, case: MailCase) -> frozenset[str]:
    """The words by which letters name what the seat of *case* is asked, which people write above orders: `Winter:`."""
    words = letter.words_for(game, case.view, case.seat)
    told = (question(words, stage.decision, case.seat) for stage in case.stages)
    return frozenset(word for each in told for word in _WORD.findall(each.casefold()) if len(word) > _SHORTEST_NAMED)


def _heads_another(line: str, played: Collection[str]) -> bool:
    """Whether a *line* of a sheet is the heading of the orders of others, whose names *played* has: `Austria:`."""
    if not (heads_orders(line) or _HEADING.fullmatch(line)):
        return False
    return any(word in played for word in _WORD.findall(line.casefold()))


def _is_of_another_turn(game: Game, case: MailCase, line: str, own: frozenset[str]) -> bool:
    """Whether a *line* beside a sheet without a token announces that for another turn than the one that is played."""
    if case.stage is None or tokens_in(case.incoming.found.sheet):
        return False
    decision = case.stage.decision
    now = {name: number for name, number in decision.about.items() if isinstance(number, int)}
    now["turn"] = decision.turn or game.turn(None)
    now |= {"year": getattr(case.view, "year", 0), "day": case.item.arrived.year}
    parts = _PART.split(line[:_MOST_LINE])  # behind a greeting
    return any(announces(part, own) and of_another_turn(part, now, line) for part in parts)


def _own_names(game: Game, seat: str) -> frozenset[str]:
    """The words of the names by which a player calls themselves: the seat's, and their own."""
    names = (seat, game.titles[seat], game.settings.seats[seat].player)
    powers = game.ruleset.seat_names(game.view(seat)).get(seat, ())
    return frozenset(word for name in (*names, *powers) for word in _WORD.findall(name.casefold()))


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
    if len(good) > 1 or not (texts and (case.stage.pending or command.first_word((good or texts)[-1]) in keys)):
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
    known = own | (_asked_in(game, case) - others)
    titles = {at for at in numbers if at < first and heads_turn(lines[at], known)}
    if not all(_is_no_order(each, own=each.place.line - 1 in signed | titles) for each in wrong):
        return None
    words = [lines[at].strip() for at in numbers]
    heads = [lines[at] for at in numbers if at < first and len(lines[at].split()) < _FEWEST_IN_SENTENCE]
    keys, asks = folded(keys_in(game, case.seat)), asking(game.ruleset)
    heads += filter(_LIKE_A_KEY.fullmatch, words)
    if not all(courteous(line) or announces(line, known) for line in heads):  # they may say whose the orders are
        return None
    if any(command.exact(line, asks) or any(map(line.__contains__, others)) for line in words):
        return None
    if any(has_key(lines[at], keys) for at in numbers if at not in titles):
        return None
    said = [lines[at] for at in numbers if at not in signed and not announces(lines[at], known)]
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


def _may_not_command(game: Game, case: MailCase) -> bool:
    """Whether words beside commands that change something may deny them, or say whose they are, or for which power."""
    found, asks = case.incoming.found, asking(game.ruleset)
    if command.asks_only(found.commands, asks):
        return False
    parts = [part for line in found.words.split("\n") for part in command.parts_of(line, asks)]
    back = _WITHDRAW in found.commands
    said = [part for part in parts if not (command.exact(part, asks) or (back and command.takes_back(part)))]
    if names_things(game, case, [line for line in said if is_sentence(line)]):
        return True
    if command.APPEAL in found.commands:  # the words below it are its own
        return False
    own, signed = _own_names(game, case.seat), signed_by_someone_else(game, case, "\n".join(said))
    if signed or _for_some_power(game, case, said):
        return True
    if any(_is_of_another_turn(game, case, line, own) for line in said):
        return True
    rest = "\n".join(line for line in said if command.normalised(line) not in found.commands)
    return not all(harmless(each) or is_friendly(each) for each in sentences(rest))


def _for_some_power(game: Game, case: MailCase, lines: Sequence[str]) -> bool:
    """Whether *lines* beside a command name the power of another seat, or some of those that its own seat has.

    Whoever has several signs with the first.
    """
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    told = [line for line in lines if not (courteous(line) or salutes(line))]
    powers, held = _powers(lexicon, told), game.ruleset.seat_names(case.view).get(case.seat, ())
    own = _powers(lexicon, held)
    return bool(powers - own) or (bool(powers) and powers not in (own, _powers(lexicon, held[:1])))


def _powers(lexicon: Lexicon, lines: Sequence[str]) -> frozenset[str]:
    """The powers that *lines* name."""
    words, names = [word for line in lines for word in _WORD.findall(line)], names_of(lexicon)
    kinds = [kind for kind in ("power", "nation") if kind in lexicon.kinds]
    return frozenset(each for word in words[:_MOST_WORDS] for each in names.find(word, *kinds) if kinds)


def is_own_name(game: Game, case: MailCase, line: str) -> bool:
    """Whether all words of a *line* are names of its writer."""
    own = _own_names(game, case.seat) | names_of_writer(game, case.seat, case.incoming.shown)
    words = _WORD.findall(line.casefold())
    return bool(words) and own.issuperset(words)


def signed_by_someone_else(game: Game, case: MailCase, words: str) -> str:
    """What in *words* says that the writer plays another seat than the one of *case*; empty if nothing does."""
    own = _own_names(game, case.seat)
    known = own | names_of_writer(game, case.seat, case.incoming.shown)
    return signed_by_another(words, known, names_of_others(game, case.seat) | _played_by_others(game, case.seat, own))


def _played_by_others(game: Game, seat: str, own: frozenset[str]) -> frozenset[str]:
    """The names of what the others play, without the words that are the *own* of a *seat*."""
    return frozenset[str]().union(*(_own_names(game, other) for other in game.titles if other != seat)) - own


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
