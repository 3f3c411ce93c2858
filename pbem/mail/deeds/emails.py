"""What the moderator does about emails: confirm, close and reply to them, write to players, submit a sheet."""

from collections.abc import Sequence

from pbem.mail.deeds.corrections import NotCorrected
from pbem.mail.deeds.deed import DeedCase, deed
from pbem.mail.deeds.fields import BECAUSE, MORE, NEW, SEAT, Decided
from pbem.mail.deeds.times import say
from pbem.mail.intake import confirmations
from pbem.mail.intake.sheet_files import look_at, notes_in_words
from pbem.mail.outgoing.told import tell_facts
from pbem.referee import letter
from pbem.referee.enquiries import said_back
from pbem.referee.game import Game
from pbem.referee.people import appeals, words
from pbem.report.letter import SheetFate
from pbem.report.plain import as_text
from pbem.report.returned_sheet import explain
from pbem.store.facts import WordsAnnounced, WordsAnswered, WordsTold

_WHOSE = {
    "seat": "The seat that sent it; needed unless the address shows it.",
    "new_address": "Send the seat's mail to the sender's address from now on.",
}


@deed("pbem turn", turns=True, settles=("unread", "stopped", "unreachable"), of_game=lambda _game, _found: True)
def turn(_case: DeedCase) -> Decided:
    """Do all that a turn does."""
    return Decided(says=())


@deed("pbem send --now", sends=True, settles=("unsent",), of_game=lambda _game, found: bool(found.queued))
def send(_case: DeedCase) -> Decided:
    """Send all messages that wait."""
    return Decided(says=(), goes=True)


@deed("pbem confirm {item} [--as={seat}]", needs=("item", "seat"), confirms=True, helps=_WHOSE,
      settles=("unread", "held", "unclaimed", "failed"),
      line=rf"confirm\s+(?:email\s+)?#?(?P<numbers>\d+)(?:\s+(?:as|is)\s+{SEAT})??{NEW}")  # fmt: skip
def confirm(case: DeedCase) -> Decided:
    """Confirm that email NUMBER is from its seat; it is then processed like any other.

    The email may be held or unclaimed, or have been handled wrongly: refused or not carried out because it lacked
    proof, classified as automatic, as a bounce or as another game's, or dismissed.
    """
    return _confirmed(case, new_address=False)


@deed("pbem confirm {item} [--as={seat}] --new-address", needs=("item", "seat"), confirms=True, helps=_WHOSE,
      settles=("held", "unclaimed"))  # fmt: skip
def confirm_new(case: DeedCase) -> Decided:
    """Confirm that email NUMBER is from its seat, whose address is another one from now on."""
    return _confirmed(case, new_address=True)


def _confirmed(case: DeedCase, *, new_address: bool) -> Decided:
    game, number, at = case.game, case.item, case.at
    item = game.inbox.numbered(number)
    before = game.inbox.confirmation_of(item) if item else None
    if before is None or before.at != case.arrived:  # it was not this very email that confirmed it
        confirmations.confirm(game, number, case.seat_or_none, lambda: at, new_address=new_address)
    found = game.inbox.confirmation_of(item) if item else None
    title = game.titles.get(found.seat, found.seat) if found else ""
    return Decided(says=(), page=(say("confirmed", item=number, title=title),))


def _unless_unread(case: DeedCase) -> bool:
    """Whether what waits is judged before an email is closed: it is closed without a look at any if it waits itself."""
    return not confirmations.is_unread(case.game, case.item)


_WHY = {"reason": "Why; its seat is told if the email was awaiting your confirmation."}


@deed("pbem dismiss {item} --reason={reason}", needs=("item",), may=("reason",), judged_first=_unless_unread,
      settles=("unread", "unclaimed", "former", "words", "failed"), helps=_WHY,
      line=rf"dismiss\s+(?:emails?\s+|appeals?\s+)?(?P<numbers>#?\d+(?:{MORE}#?\d+)*){BECAUSE}")  # fmt: skip
def dismiss(case: DeedCase) -> Decided:
    """Close email NUMBER, which awaits you or is not processed yet. The email is kept.

    One that is not processed yet is closed without being read, whatever is in it.
    """
    item = case.game.inbox.numbered(case.item)
    verdict = case.game.inbox.verdict(item) if item else None
    if verdict is None or verdict.state != "dismissed":
        verdict = confirmations.dismiss(case.game, case.item, case.reason, case.clock)
    return Decided(says=(f"Email {verdict.item} is closed; it stays in the inbox.",), data={"verdict": verdict})


@deed("pbem dismiss {item} --reason={reason}", needs=("item", "reason"), judged_first=_unless_unread,
      settles=("held",), helps=_WHY)  # fmt: skip
def dismiss_held(case: DeedCase) -> Decided:
    """Close email NUMBER, whose player is told why."""
    return dismiss.does(case)


@deed("pbem appeal dismiss {item} --reason={reason}", needs=("item", "reason"), settles=("appeal",),
      helps={"reason": "Why; its player is told."})  # fmt: skip
def dismiss_appeal(case: DeedCase) -> Decided:
    """Settle appeal NUMBER: all stays as it is."""
    number = case.item
    settled = appeals.settle(case.game, number, "dismissed", case.reason, case.clock)
    said = f"Appeal {number} is dismissed; its player is told why."
    return Decided(says=(said, "Run `pbem turn`: it sends the email."), data=settled)


_NOW = {"now": "Say it by an email of its own, at once."}


@deed("pbem announce [--now?now] {text}", needs=("text",), fixed=("now",), of_game=lambda _game, _found: True,
      helps=_NOW)  # fmt: skip
def announce(case: DeedCase) -> Decided:
    """Say something to all players, and in the public report.

    It is in each player's next letter, once. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """
    said = words.announce(case.game, case.text("text"), case.clock, now=bool(case.text("now")), cause=case.cause)
    return _said(case.game, said, tuple(case.game.titles))


@deed("pbem tell [--now?now] {seat} {text}", needs=("seat", "text"), fixed=("now",), helps=_NOW,
      settles=("ladder-asks", "deadline"), of_seat=lambda _game, _one: True,
      line=rf"(?:tell\s+{SEAT}|announce)\s*:\s*(?P<text>.*)")  # fmt: skip
def tell(case: DeedCase) -> Decided:
    """Say something to the player of SEAT alone.

    It is in that player's next letter, once. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """
    now = bool(case.text("now"))
    said = words.tell(case.game, case.seat, case.text("text"), case.clock, now=now, cause=case.cause)
    return _said(case.game, said, (case.seat,))


@deed("pbem answer {item} {text}", needs=("item", "text"), settles=("appeal", "words"),
      line=r"answer\s+(?:email\s+)?#?(?P<numbers>\d+)\s*:\s*(?P<text>.*)")  # fmt: skip
def answer(case: DeedCase) -> Decided:
    """Reply to the player or watcher who wrote email NUMBER, at once, and close it.

    The reply quotes what was written. TEXT may be the name of a file that has it, or `-` for what is typed in.
    """
    said = words.answer(case.game, case.item, case.text("text"), case.clock, cause=case.cause)
    return _said(case.game, said, (said.seat or said.address,))


def _said(game: Game, said: WordsAnnounced | WordsTold | WordsAnswered, seats: Sequence[str]) -> Decided:
    """Queue what goes at once, and say what becomes of it."""
    at_once = isinstance(said, WordsAnswered) or said.now
    mailed = [seat for seat in seats if at_once and (seat not in game.titles or game.settings.reach(seat))]
    if mailed:
        tell_facts(game)
    later = [seat for seat in seats if seat not in mailed]
    posted = [seat for seat in mailed if seat in game.titles and game.settings.in_forum(seat)]
    by_mail = [seat for seat in mailed if seat not in posted]
    titled, there, missing = ([game.titles.get(seat, seat) for seat in some] for some in (by_mail, posted, later))
    says = [f"Sent by email to {', '.join(titled)}."] if by_mail else []
    says += [f"Written for the forum, to {', '.join(there)}."] if posted else []
    if later and at_once:
        says.append(f"Without an address for email: {', '.join(missing)}; it is in the next letter to each.")
    elif later:
        report = " and in the next report" if isinstance(said, WordsAnnounced) else ""
        says.append(f"It will be in the next letter to {', '.join(missing)}{report}. To say it at once, use --now.")
    data = {"text": said.text, "by_mail": mailed, "in_letter": later}
    return Decided(says=tuple(says), data=data, goes=bool(mailed))


@deed("pbem submit FILE --as={seat}", needs=("seat", "sheet"), quiet=True,
      settles=("ladder-asks", "bot", "deadline", "failed"), of_seat=lambda _game, one: bool(one.questions),
      line=rf"submit\s+(?:(?:a|the)\s+)?(?:sheet\s+)?(?:for\s+)?{SEAT}:?")  # fmt: skip
def submit(case: DeedCase) -> Decided:
    """Keep a sheet as an item of its seat, once it was read; it is judged with what else waits."""
    game, seat = case.game, case.seat
    raw = f"{case.text('sheet')}\n".encode()
    told: tuple[str, ...] = ()
    if game.inbox.known(raw, seat=seat, source=case.cause) is None:
        told = _read(game, seat, raw)
        game.inbox.keep(raw, case.at, seat=seat, source=case.cause)
    return Decided(says=(say("submitted", title=game.titles[seat]), *told))


def _read(game: Game, seat: str, raw: bytes) -> tuple[str, ...]:
    """How a sheet was read, in lines; raises `NotCorrected` if it would not count."""
    looked = look_at(game, seat, raw, as_mail=False)
    said = letter.words_for(game, game.view(seat), seat)
    notes = list(notes_in_words(said, looked))
    if looked.doubts:
        notes.append("Send the sheet again between a line `---` and a line `...`, without those words.")
    elif looked.commands or looked.fate in (SheetFate.accepted, SheetFate.partly):
        told = as_text(said_back(game, seat, looked.sheet)) if looked.sheet.good else ", ".join(looked.commands)
        return (*notes, *told.split("\n"))
    faults = looked.sheet.every_fault
    problems = explain(said, looked.sheet.text, faults) if faults else said.phrase("labels", "became-nothing", {})
    raise NotCorrected("\n".join([*notes, problems]))
