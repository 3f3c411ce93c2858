"""What the buttons of a seat's page do: each takes the page as it was sent and says what it shows then."""

import re
import secrets
from collections.abc import Callable, Mapping

import msgspec

from pbem.mail.intake.beside import NOT_SENT
from pbem.referee.enquiries import tried
from pbem.report import html
from pbem.web.rendering import SafeHtml, marked
from pbem.web.seat import page
from pbem.web.seat.desk import SeatDesk, SheetDraft, blank, keep, present_token, sheet_that_counts, stage_name
from pbem.web.seat.line_notes import checked
from pbem.web.seat.page import DeskNotice, Tone
from pbem.web.seat.remedies import applied
from pbem.web.seat.sending import SentSheetResult, SheetToSend, on_page, prepared, send
from pbem.web.seat.standing import HOLDS, command_in, short_moment
from pbem.web.server.serving import DeskServer

ShownPage = tuple[SeatDesk, DeskNotice | SheetToSend | None]
"""The page as it is shown next, and what it says, or what is to be sent first."""
Action = Callable[[SeatDesk, page.PageFields], ShownPage]
"""What a button does; nothing but the draft of its seat is changed."""
_SAID = re.compile(r"(?:yes|no) [0-9a-f]{16}")
_TONES: Mapping[str, Tone] = {"accepted": "ok", "command": "ok", "partly": "warn", "held": "warn"}


SENDING = frozenset({"send", "command", "write", "answer"})
"""The actions after which something may be sent."""


def do(desk: SeatDesk, action: str, fields: page.PageFields) -> ShownPage | None:
    """Carry out *action*; None if there is none of that name."""
    if action in page.DRAFT_ACTIONS:
        return _drafted(page.DRAFT_ACTIONS[action](desk, fields)), None
    found = _ACTIONS.get(action)
    return found(desk, fields) if found else None


def new_nonce() -> str:
    """A word that tells one page from another."""
    return secrets.token_hex(16)


def _check(desk: SeatDesk, _fields: page.PageFields) -> ShownPage:
    return _drafted(desk), None


def _better(desk: SeatDesk, _fields: page.PageFields) -> ShownPage:
    better = checked(desk).better
    return _drafted(msgspec.structs.replace(desk, text=better) if better else desk), None


def _remedy(desk: SeatDesk, fields: page.PageFields) -> ShownPage:
    """Write what was tapped below a line in place of it."""
    after = applied(desk.text, fields.get("remedy", ""))
    if after is None:
        return _drafted(msgspec.structs.replace(desk, told=desk.words.phrase("seat", "line-changed"))), None
    return _drafted(msgspec.structs.replace(desk, text=after)), None


def _again(desk: SeatDesk, _fields: page.PageFields) -> ShownPage:
    """Begin again with the form of the present stage."""
    text = blank(desk.game, desk.seat, desk.stages, desk.at)
    return _drafted(msgspec.structs.replace(desk, text=text, stage=stage_name(desk.stages), subject="")), None


def _counting(desk: SeatDesk, _fields: page.PageFields) -> ShownPage:
    """Go on with the sheet that counts now."""
    text = sheet_that_counts(desk.game, desk.seat, desk.stages)
    return _drafted(msgspec.structs.replace(desk, text=text, stage=stage_name(desk.stages)) if text else desk), None


def _try(desk: SeatDesk, _fields: page.PageFields) -> ShownPage:
    desk = _drafted(desk)
    found = tried(desk.game, desk.seat, desk.text, word="")
    body = marked(found.text, below=2)
    return desk, DeskNotice(tone="ok" if found.valid else "bad", heading=found.heading, body=body)


def _send(desk: SeatDesk, fields: page.PageFields) -> ShownPage:
    desk = _drafted(desk)
    if desk.over:  # the page says so
        return desk, None
    refused = _not_sendable(desk)
    if refused is not None:
        return desk, refused
    if not checked(desk).counts and fields.get("anyway") != "yes":
        return desk, _notice(desk, "bad", "not-sent-faults")
    return desk, prepared(desk, "sheet", desk.text, desk.at, HOLDS.get(fields.get("hold", ""), ""))


def _command(desk: SeatDesk, fields: page.PageFields) -> ShownPage:
    """Send a command in the place of a sheet: it leaves the draft as it is."""
    desk = _drafted(desk)
    line = command_in(fields)
    if desk.over or not line:
        return desk, None
    return desk, _not_sendable(desk) or prepared(desk, "command", line, desk.at)


def _answer(desk: SeatDesk, fields: page.PageFields) -> ShownPage:
    """Say yes or no to the sheet that the button names, which waits for that."""
    desk = _drafted(desk)
    said = fields.get("answer", "")
    if desk.over or not _SAID.fullmatch(said):
        return desk, None
    return desk, _not_sendable(desk) or prepared(desk, "answer", said, desk.at)


def _write(desk: SeatDesk, _fields: page.PageFields) -> ShownPage:
    """Send words to other players: for that the seat need not be asked anything, nor is the draft touched."""
    desk = _drafted(desk)
    if desk.game.settings.press_mode == "none":
        return desk, _notice(desk, "bad", "press-none")
    if not desk.press.strip() or not desk.press_to:
        return desk, _notice(desk, "bad", "press-empty")
    return desk, prepared(desk, "words", f"{desk.press_to}\n{desk.press}", desk.at)


def _not_sendable(desk: SeatDesk) -> DeskNotice | None:
    """Why nothing of *desk* can be sent now; None if it can."""
    if not desk.asks:
        return _notice(desk, "warn", "not-asked")
    if not desk.has_token:
        return msgspec.structs.replace(
            _notice(desk, "bad", "wrong-token" if desk.token else "no-token"), wants_token=True
        )
    return None


def sent(server: DeskServer, desk: SeatDesk, sheet: SheetToSend) -> tuple[SeatDesk, DeskNotice]:
    """Send what the page of *desk* is to send, and say what became of it; it may take a while."""
    try:
        result = server.send(sheet) if server.send else send(sheet, server.clock, server.rulesets)
    except OSError:
        return desk, _notice(desk, "bad", "not-kept")
    server.came(sheet.folder)
    desk = msgspec.structs.replace(desk, nonce=new_nonce(), mine=sheet.fingerprint)
    if sheet.words and not _kept_from_going(result):
        desk = msgspec.structs.replace(desk, press="", mine="")
    return desk, _told(desk, result, words=sheet.words)


def _kept_from_going(result: SentSheetResult) -> bool:
    """Whether words to players were not sent, and will not be."""
    return result.verdict is not None and not NOT_SENT.isdisjoint(result.verdict.problems)


def _told(desk: SeatDesk, result: SentSheetResult, *, words: bool) -> DeskNotice:
    verdict = result.verdict
    if verdict is None:
        return _notice(desk, "ok", "kept")
    if result.before is not None:
        code = "past-command" if verdict.state == "command" else "past-sheet"
        at = short_moment(desk, result.before)
        says = desk.words.phrase("seat", f"{code}-help")
        return DeskNotice(
            tone="warn", heading=desk.words.phrase("seat", code, {"at": at}), says=says, tells_what_counts=True
        )
    tone = _TONES.get(verdict.state, "bad")
    body = SafeHtml(html.fragment(on_page(desk, result), below=2))
    command = verdict.state == "command"
    if _kept_from_going(result):
        return DeskNotice(tone="bad", heading=desk.words.phrase("labels", "words-kept"), body=body)
    if words and command:
        return DeskNotice(tone=tone, heading=desk.words.phrase("labels", "words-passed"), body=body)
    heading = desk.words.phrase("seat", "sent-command" if command else f"sent-{tone}")
    return DeskNotice(tone=tone, heading=heading, body=body, sent=tone == "ok" and not command)


def _notice(desk: SeatDesk, tone: Tone, code: str) -> DeskNotice:
    says = desk.words.phrase("seat", f"{code}-help")
    return DeskNotice(tone=tone, heading=desk.words.phrase("seat", code), says=says)


def _drafted(desk: SeatDesk) -> SeatDesk:
    """*desk*, once its draft is kept."""
    keep(desk.game, desk.seat, SheetDraft(desk.stage, desk.text, desk.at))
    return desk


def token_of(desk: SeatDesk, typed: str) -> str:
    """The token that a visitor has shown: the one typed, if it is the present one, or else that of their link."""
    bare = typed.strip().strip("{}").strip().lower()
    if desk.stages and bare and bare == present_token(desk.game, desk.seat, desk.stages):
        return bare
    return desk.token


_ACTIONS: Mapping[str, Action] = {
    "check": _check,
    "better": _better,
    "remedy": _remedy,
    "again": _again,
    "counting": _counting,
    "try": _try,
    "send": _send,
    "command": _command,
    "answer": _answer,
    "write": _write,
}
