"""Whether a sentence beside orders says that another person than their sender wrote them."""

import re
from collections.abc import Set as AbstractSet
from functools import lru_cache

from pbem.mail.extraction import languages
from pbem.mail.extraction.languages import PhraseTable, either

RELATIONS: PhraseTable = (
    r"my \w+(?: \w+)?|a friend|someone|somebody|another player|he|she|they|the other player",
    (
        r"mein\w* \w+|ein freund|eine freundin|jemand|er|sie|un ami|une amie|(?:mon|ma) \w+|quelqu'un|il|elle"
        r"|un amico|un'amica|(?:il )?mio \w+|(?:la )?mia \w+|lui|lei"
    ),
    (
        r"un amigo|una amiga|mi \w+|alguien|él|ella|um amigo|(?:o )?meu \w+|ele|ela|mój \w+|moja \w+|kolega|on|ona"
        r"|můj \w+|moje \w+|kamarád"
    ),
    r"een vriend|mijn \w+|iemand|hij|zij|en vän|min \w+|någon|han|hon|hun|друг|мой \w+|моя \w+|он|она|мій \w+",
)
"""Who else may have written orders, besides a name."""

WRITING: PhraseTable = (
    (
        r"(?:just |has |had |have |also )*(?:wrote|written|writes|suggest(?:s|ed)?|propos(?:es?|ed)|sen[td]s?|gave"
        r"|given|recommend(?:s|ed)?|want(?:s|ed)?|advis(?:es?|ed)|told|tells|asked|asks|says|said|would play"
        r"|would do|came up with|made|drew up|drafted|dictated|prefers)"
    ),
    (
        r"(?:hat |habe |würde )?(?:mir |uns )?(?:schlägt|schlug|schreibt|schrieb|sagt|sagte|meint|meinte|empfiehlt"
        r"|empfahl|rät|riet|schickte|gab|möchte|wollte|hat|würde)(?: mir| uns)?"
    ),
    (
        r"(?:m'|me |nous |a |m'a |vous )*(?:propos\w+|suggèr\w*|suggér\w*|conseill\w+|dit|écrit|envoyé|envoie"
        r"|donné|veut)"
    ),
    (
        r"(?:mi |me |ha |ci |m'ha )*(?:propon\w*|propost\w*|suggeri\w*|consigli\w*|dice|detto|scritto|mandato"
        r"|sugiere|sugirió|propuso|aconsej\w*|escribió|mandó|envió|quiere|sugere|sugeriu|propôs|escreveu|mandou)"
    ),
    (
        r"(?:mi |mně )?(?:proponuje|zaproponował\w*|sugeruje|napisał\w*|przysłał\w*|radzi|navrhuje|navrhl\w*"
        r"|napsal\w*|poslal\w*|radí|říká|mówi)"
    ),
    (
        r"(?:stelt|stelde|suggereert|schreef|schrijft|zegt|zei|adviseert|stuurde|wil|heeft|föreslår|föreslog|skrev"
        r"|säger|skickade|vill|foreslår|foreslog|sendte|предлагает|предложил\w*|написал\w*|прислал\w*|советует"
        r"|говорит|пропонує|запропонував)"
    ),
)
"""Verbs by which orders come from another person."""

WRITTEN: PhraseTable = (
    (
        r"(?:me |us |that i |i should |to |i |do |play |the )*(?:this|these|those|the following|it)(?: (?:orders?"
        r"|sheet|moves?|plan|ones?|as follows|below|here))?"
    ),
    (
        r"(?:me |us )*(?:the|these|this|some|his|her|their|following|all)(?: \w+)? (?:orders?|sheet|moves?"
        r"|plan)(?: below)?"
    ),
    (
        r"(?:mir |uns |ich |dass |soll )*(?:das|dies|diese\w*|folgende\w*|die)(?: (?:befehle|züge|blatt"
        r"|zug))?(?: (?:geschrieben|vorgeschlagen|geschickt|empfohlen|gegeben|vor|machen|spielen|tun|soll|würde))*"
    ),
    (
        r"(?:ceci|cela|ça|ces ordres|ce coup|de jouer ceci|questo|questi ordini|esto|estas órdenes|isto"
        r"|estas ordens|to|te rozkazy|tyto rozkazy|toto|tohle|dit|deze orders|detta|dessa order|dette|это"
        r"|эти приказы|це|ці накази)(?: voor| geschreven| gestuurd)?"
    ),
)
"""What another person wrote: the sheet."""

ORDERS: PhraseTable = (
    (
        r"orders?|sheet|moves?|plan|suggestions?|idea|proposal|befehle|züge|zug|vorschlag|idee|blatt|ordres"
        r"|proposition"
    ),
    (
        r"ordini|proposta|órdenes|propuesta|ordens|rozkazy|propozycja|návrh|voorstel|förslag|forslag|приказы"
        r"|предложение"
    ),
    r"накази",
)
"""What orders are called in front of them."""

OWN: PhraseTable = (r"my|our|mine|mein\w*|unser\w*|mes|nos|mis|miei|minhas|mijn|moje|mé|mina|mine|мои|мої",)
"""Words before orders that are one's own."""

LEADING: PhraseTable = (
    r"these|those|this|that|here|below|attached|the following|das|dies|hier|ce|voici|questi|queste|ecco|est[ao]s|aquí",
    r"to|oto|toto|zde|tady|dit|detta|här|это|вот|ось|це",
)
"""How a sentence points at what follows it."""

BEING: PhraseTable = (r"'s|are|is|sind|ist|sont|est|sono|è|son|es|są|jest|jsou|je|zijn|är|er",)
"""The verb behind that."""

OF: PhraseTable = (r"of|by|from|according to|von|laut|d'|de|du|di|da|od|van|från|av|af|от|від",)
"""The words between orders and the name of whose they are."""

TIMES: PhraseTable = (
    "not, will, can, today, tonight, tomorrow, yesterday, it, that, here, what, there, let, who, this, turn",
    "round, stage, monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march",
    "april, may, june, july, august, september, october, november, december, spring, summer, autumn, winter, game",
    "player, moderator, week, day, my, the, everyone, mein, meine, diese, unsere, heute, dieses, diesen, ihre",
    "alles, eines, das, mes, les, des, mis, las, los, mijn, deze",
)
"""Words before `'s orders` that name no person."""

BEING_SOMEONE: PhraseTable = (
    r"i am|i'm|im|it is|it's|this is|that is|that's|hier (?:ist|schreibt|spricht)|ich bin|das ist|es ist|je suis|c'est",
    r"ici|sono|qui|soy|aquí|eu sou|aqui é|jestem|tu|jsem|tady|ik ben|dit is|hier is|jag är|jeg er|det är|det er|это|я",
)
"""How people begin to say who they are."""

WRITING_NOW: PhraseTable = (
    r"here|writing|speaking|typing|hier|schreibt|spricht|ici|aquí|aqui|tutaj|tady|zde|här|her|здесь|тут|пишет",
)
"""What may follow a name with which people say who they are."""

MEANT_FOR: PhraseTable = (
    r"(?:(?:this|these) (?:is|are) |orders? |forwarded |sent )?for|on behalf of|in the name of|für",
    r"im (?:auftrag|namen) von|pour|de la part de|per|a nome di|para|en nombre de|em nome de|voor|namens",
    r"för|til|dla|w imieniu|pro|jménem|для",
)
"""The words between orders and for whom they are."""

_NAME = r"[A-ZÀ-ÞĀ-Ž\u0400-\u042f][\w.-]{1,30}"
_WHO = rf"{_NAME}|(?i:{either(RELATIONS)})"
_NOW, _BEING_SOMEONE, _MEANT_FOR = either(WRITING_NOW), either(BEING_SOMEONE), either(MEANT_FOR)
_WRITING = rf"(?i:{either(WRITING)})"
_WROTE = rf",? {_WRITING}(?: (?i:{either(WRITTEN)}))?(?: (?i:vor|voor))?(?P<end>\W*$)"
_LEAD = rf"(?i:(?:{either(LEADING)}) ?(?:(?:{either(BEING)}) )?)"
_ARTICLES = r"(?i:the|all|new|final|die|der|les|gli|las|de)"
_OF_WHOM = rf"(?P<other>{_NAME}|(?i:{either(RELATIONS)}))"
_POSSESSED = re.compile(
    rf"^(?:{_LEAD})?(?:{_ARTICLES} )*(?:"
    rf"(?P<who>{_NAME}?)(?:'s|s'?) (?i:\w+ )?(?i:{either(ORDERS)})"
    rf"|(?i:{either(ORDERS)}) (?i:{either(OF)}) ?{_OF_WHOM})"
    rf"(?: (?i:for|below|as|für|pour|per|para|voor|na|för|til|на)\b.*)?\W*$"
)
_TIMES = languages.words(TIMES)
OF_ONES_OWN = re.compile(rf"\b(?:{either(OWN)}) (?:\w+ )?(?:{either(ORDERS)})\b")
"""Orders that their writer calls their own."""
_INSTEAD = r"from|on|for|not|instead|again|playing|aus|von|für|statt|nicht|pour|pas|per|por|za|för|voor|за"
_EDGES = '*_~ "“”„'
_MOST = 400


def of_another(sentence: str, own: AbstractSet[str] = frozenset(), others: AbstractSet[str] = frozenset()) -> bool:
    """Whether a sentence says that the sheet beside it is of another person than one with the names *own*.

    The names of the *others* who play are known however they are written.
    """
    text = " ".join(sentence[:_MOST].replace("’", "'").split()).strip(_EDGES)
    if found := _POSSESSED.match(text):
        who = found["who"] or found["other"]
        return not _one_of(who, own)
    if OF_ONES_OWN.search(text.lower()):
        return False
    found = _writes(frozenset(others)).search(text)
    if found is None or _one_of(found["who"], own):
        return False
    return ":" in found["end"] or not re.search(rf"{_WRITING}\W*$", text)


@lru_cache(maxsize=64)
def _writes(others: AbstractSet[str]) -> re.Pattern[str]:
    """That someone wrote what follows."""
    known = "".join(f"|(?i:{re.escape(name)})" for name in sorted(others))
    return re.compile(rf"\b(?P<who>{_WHO}{known}){_WROTE}")


def _one_of(who: str, own: AbstractSet[str]) -> bool:
    name = who.casefold().removesuffix("'s")
    return name in own or name in _TIMES


def introduces(sentence: str, others: AbstractSet[str]) -> bool:
    """Whether the writer of a sentence says that they are one of *others*, whose names are in small letters."""
    text = " ".join(sentence[:_MOST].casefold().replace("’", "'").split()).strip(_EDGES)
    return bool(others) and _introduces(frozenset(others)).search(text) is not None


@lru_cache(maxsize=64)
def _introduces(others: AbstractSet[str]) -> re.Pattern[str]:
    """That one of *others* writes this: `it is Anna`, `Anna here`."""
    who = "|".join(map(re.escape, sorted(others)))
    named = rf"(?:{who})(?: [\w-]{{1,30}})?"
    said = rf"(?:{_BEING_SOMEONE}) {named}(?: (?:{_NOW}))?|{named} (?:{_NOW})"
    meant = rf"(?:{_MEANT_FOR}) (?:{who})(?=\W*$|,| to )"
    return re.compile(rf"(?:^|[,.!;:] )(?:{said}|{meant})(?:\W*$|[,.;:!)]| [(–—-]| (?:{_INSTEAD})\b)")
