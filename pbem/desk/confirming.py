"""Confirmations: a seat says from its own address that a mail from another one was its player's."""

from pbem.commands.obeying import Obeyed
from pbem.desk.judging import Case
from pbem.desk.strangers import word_for, written
from pbem.mail import writing
from pbem.report import layout
from pbem.store.game import Clock, Game
from pbem.store.inbox import Item, Verdict, Vouch
from pbem.store.stage import tokens_in

WORD = "confirm"


def obeyed(game: Game, case: Case, clock: Clock) -> Obeyed | None:
    """What came of a mail's `confirm WORD`; nothing if it holds none.

    The word was only ever sent to the seat's own address; it changes that address, so nothing less than the game's
    policy besides the token is asked for.
    """
    lines = [line for line in case.envelope.found.commands if line.split(" ", 1)[0] == WORD]
    if not lines:
        return None
    words = tokens_in("{" + lines[0].partition(" ")[2].strip(" {}") + "}")
    item, verdict = _meant(game, case.seat, words)
    if item is None or verdict is None:
        return _said(game, case, "unknown-word")
    if case.belief.state == "refused" and case.belief.code not in ("no-token", "foreign-token"):
        return _said(game, case, case.belief.code)
    if case.belief.state == "confirm":
        return _said(game, case, "moderator-confirms")
    game.inbox.vouch(item, Vouch(case.seat, "player", clock(), verdict.sender))
    return _said(game, case, "confirmed", verdict.sender)


def _meant(game: Game, seat: str, words: tuple[str, ...]) -> tuple[Item | None, Verdict | None]:
    """The mail that a word confirms, if it was guessed to be from *seat*."""
    for verdict in game.inbox.verdicts():
        item = game.inbox.numbered(verdict.item) if verdict.guess == seat else None
        if item is not None and word_for(game, item) in words:
            return item, verdict
    return None, None


def _said(game: Game, case: Case, code: str, address: str = "") -> Obeyed:
    player = layout.inline(game.settings.seats[case.seat].player)
    text = written(game, "confirmed.txt.j2", player=player, code=code, address=address)
    words = writing.words_for(game, case.view, case.seat)
    return Obeyed(f"Re: {writing.subject(game, words, case.stage, case.seat)}", text, (code,))
