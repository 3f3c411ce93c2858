"""What is private, sealed into posts of the thread: a block for each seat in each, so that none shows who was told."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from pbem.mail.outgoing import writing
from pbem.mail.outgoing.writing import Notice
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.people import seal_keys
from pbem.report.forum import packed
from pbem.settings.forum import KINDS
from pbem.store.outbox import MessageId
from pbem.store.sealed_blocks import SealedLetter, sealed_letters


def seal(game: Game, texts: Sequence[tuple[str, str, str]], at: datetime) -> str:
    """Seal *texts* that wait, each with its id and its seat, into one post; its id, empty if there is nothing to seal.

    A seat without a key has no block: its texts go on waiting. It may be repeated, and killed at any moment.
    """
    keys = {seat: key for seat in game.titles if (key := seal_keys.of_seat(game, seat))}
    told = [(ident, seat, text) for ident, seat, text in texts if seat in keys]
    if not told:
        return ""
    number = game.pause.round if game.pause else 0
    mark = sha256("\0".join(ident for ident, _, _ in told).encode()).hexdigest()[:8]
    ident = str(MessageId("sealed", number, mark))
    if game.outbox.place(ident) is None:
        words = letter.words_for(game, game.view(), "", posted=True)
        nothing = words.phrase("labels", "sealed-nothing")
        own = {seat: "\n\n".join(text for _, whose, text in told if whose == seat) or nothing for seat in keys}
        rounds = {seat: last.round if (last := game.last_letter(seat)) else 0 for seat in keys}
        letters = [(SealedLetter(game.name, rounds[seat], seat, own[seat]), keys[seat]) for seat in keys]
        _queue(game, ident, dict(zip(keys, sealed_letters(letters), strict=True)), at)
    for one, _, _ in told:
        game.outbox.shift(one, "post", "sent")
    return ident


def _queue(game: Game, ident: str, blocks: dict[str, str], at: datetime) -> None:
    """Queue the post of *blocks*, each in a spoiler with the title of its seat."""
    words, forum = letter.words_for(game, game.view(), "", posted=True), game.settings.forum
    subject = letter.subject(game, words, (), "", game.pause, words.phrase("labels", "became-sealed"))
    begin, end = KINDS[forum.kind].spoiler
    said = [words.phrase("labels", "sealed-letters")]
    said += [f"{begin.format(game.titles[seat])}{block.strip()}{end}" for seat, block in blocks.items()]
    parts = packed(said, forum.longest - writing.ROOM_FOR_MARK)
    writing.queue_post(game, ident, Notice(subject, ()), at, parts)
