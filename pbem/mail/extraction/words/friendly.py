"""Whether a sentence beside a command is only friendly: it says nothing of what is ordered, and asks nothing."""

import re

from pbem.mail.extraction import languages, line_classifier
from pbem.mail.mime.text import plain

RESERVATIONS = (
    "instead, later, tomorrow, wait, waiting, first, then, until, till, maybe, perhaps, probably, think, guess",
    "before",
    "after, otherwise, else, rather, actually, mistake, wrong, ignore, forget, cancel, undo, should, would, could",
    "may",
    "might, want, wanted, need, move, moves, moved, moving, order, orders, sheet, attack, attacks, fight, march",
    "battle",
    "play, card, cards, troops, general, generals, train, trains, hussars, no, none, never, nothing, don",
    "stattdessen, später, morgen, warte, warten, erst, zuerst, dann, bis, vielleicht, wahrscheinlich, glaube, vorher",
    "danach, sonst, lieber, eigentlich, versehen, falsch, vergiss, soll, sollte, würde, könnte, möchte, will, brauche",
    "zug, züge, ziehe, ziehen, befehl, befehle, angriff, greife, kampf, marsch, karte, karten, truppen, kein, keine",
    "nie",
    "plutôt, demain, attends, attendre, puis, peut, devrait, voudrais, veux, ordres, attaque, marche, jamais, rien",
    "ne",
    "invece, domani, aspetta, poi, forse, vorrei, ordini, attacco, mai, niente",
    "mañana, espera, luego, quizás, quiero, órdenes, ataque, nunca, nada",
    "zítra, počkej, potom, možná, chci, rozkazy, útok, nikdy, nic",
    "jutro, czekaj, potem, może, chcę, rozkazy, atak, nigdy, nic",
    "wacht, daarna, misschien, wil, aanval, nooit, niets, niet, geen",
)
"""Words of a sentence that may be about what is ordered: a command beside it may be meant otherwise."""

_DOUBTFUL = languages.words((*RESERVATIONS, *languages.CONDITIONS, *languages.COMMANDS))
_WORD = re.compile(r"[^\W\d_]+")
_MOST_LINE = 500


def is_friendly(line: str) -> bool:
    """Whether *line* is a sentence, or several, that cannot change what a command beside it means."""
    text = line_classifier.without_pictures(plain(line[:_MOST_LINE])).strip()
    words = [word.casefold() for word in _WORD.findall(text)]
    if len(line) > _MOST_LINE or "?" in text or "？" in text or line_classifier.orderly(line):
        return False
    return line_classifier.plainly_prose([text]) and _DOUBTFUL.isdisjoint(words)


def is_doubtful(text: str) -> bool:
    """Whether a word of *text* may be about what is ordered, or takes it back."""
    return not _DOUBTFUL.isdisjoint(word.casefold() for word in _WORD.findall(text[:_MOST_LINE]))


def is_sentence(line: str) -> bool:
    """Whether *line* is a sentence to a person, be it a question."""
    text = line_classifier.without_pictures(plain(line[:_MOST_LINE])).strip()
    return line_classifier.plainly_prose([text]) and not line_classifier.orderly(line)
