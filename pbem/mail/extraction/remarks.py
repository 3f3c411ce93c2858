"""What a sentence beside orders says of them: that another than their sender wrote them, or that they are not final.

They are not final by a label, such as `For now:` or `Just a test`; by a question whether they are good, and not
whether they are legal, which the game answers; and by what is to happen before they count.
"""

import re
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache

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


_POINTED = r"(?:this|these|it|them|that|those|they|the following|so|my orders|the orders|my mind$|my moves)"
_GOOD = r"(?:ok|okay|good|fine|sense|sensible|wise|better|alright|all right|acceptable|reasonable|agreed?)"
_REAL = r"(?:final|real|definit(?:e|ive)|proper|actual|true|endgültig\w*|richtig\w*|définiti\w+|definitiv\w+)"
_WHEN = r"(?:later|tomorrow|tonight|soon|follow(?:s|ing)?|come|coming|arrive|(?:on|by) \w+day|folgen|später|demain)"
_JUDGES = r"(?:ask|check|look|read|review|agree|approve|talk|speak|discuss|decide|think|confirm|consult|hear|eyes|see)"
_TO = r"(?:need|must|have|has|want|should|let|please|to|for|your|i'll)"
_WILL = r"(?:may|might|will|could|can|shall|i'll|going to|right to)"

LABELS: PhraseTable = (
    r"for (?:now|the moment|the time being|later|tomorrow|next time|another (?:time|day)|discussion|approval)|checking",
    r"for (?:your )?(?:information|consideration|opinion|comments?)|zum (?:anschauen|testen|prüfen|ausprobieren)|e\.?g",
    r"pour (?:l'instant|le moment|voir|info\w*)|nothing is (?:final|settled|decided)|to see (?:if|whether|what|how)",
    r"per (?:ora|adesso|il momento|prova)|not (?:decided|settled|sent)|not (?:real|ready|final)|por (?:agora|enquanto)",
    r"por (?:ahora|el momento)|until further notice|better than nothing|(?:first )?drafts?|provisional(?:ly)?|practice",
    r"theoretical(?:ly)?|na (?:razie|próbę)|subject to change|tentative(?:ly)?|пока (?:что|так)|place ?holders?|tests?",
    r"something like|first version|contemplating|indtil videre|suggestions?|en attendant|tills vidare|preliminary|joke",
    r"considering|zur ansicht|platzhalter|proposition|proposals?|fall ?back|to be safe|fürs erste|de momento|examples?",
    r"rehearsal|defaults?|emergency|undecided|vorschlag|brouillon|voorlopig|voorbeeld|foreløbig|possible|thinking|try",
    r"beispiel|borrador|rascunho|przykład|prozatím|черновик|testing|trials?|stopgap|dry run|pending|perhaps|leaning",
    r"vorerst|erstmal|versuch|entwurf|notfall|exemple|esempio|ejemplo|exemplo|zkouška|příklad|förslag|exempel|trying",
    r"sketch|ideas?|backup|safety|review|so far|unsure|theory|likely|prueba|utkast|rough|maybe|probe|essai|prova|bozza",
    r"teste|proef|próba|szkic|zatím|návrh|проба|fyi",
)
"""What a label above or below orders says of them: that they are for another use, or not for good."""
AROUND: PhraseTable = (
    r"ignorieren|submitted|happens?|towards?|orders?|version|playing|befehle|questa?|órdenes|rozkazy|rozkazy|merely|it",
    r"please|works?|syntax|moves?|around|ignore|meine?|ordres|ordini|orders|только|these|still|quick|about|sheet|legal",
    r"check|einen|bitte|tylko|this|that|it's|here|some|only|just|very|with|want|this|form|save|keep|case|most|game|are",
    r"have|look|wait|over|eine|dies|sind|noch|ceci|una?|solo|mijn|hoor|moje|mina|i'm|the|our|out|not|yet|for|and|let|i",
    r"see|run|bid|try|nur|ein|mal|das|ist|als|für|une|des|mes|est|los|mis|een|jen|так|это|is|am|an|my|as|in|on|of|to|a",
    r"or|me|so|be|go|so|un|ce|to|en|è",
    r"by|davon|dazu|dessen|hiervan|everyone|both|you|them|the following|one|instead|today|now",
)
"""The words that a label, and a question behind its first words, may have besides."""
OPINIONS: PhraseTable = (
    r"(?:any )?(?:thoughts|opinions?|comments?|feedback|objections?|suggestions?|ideas|advice)|was (?:meinst|sagst) du",
    r"(?:shall|should|may|can|could) (?:i|we) (?:send|play|submit|order|do|use|try|go with)|¿?qué (?:os|te|les) parece",
    r"what (?:do|would|does) \w+(?: all| both| guys)? (?:think|say|reckon|make)|¿?qué (?:opinan|piensas|dices|decís)",
    r"(?:would|could|should) (?:you|we) (?:play|do|order|send|choose)|do \w+(?: all)? (?:agree|approve|object|mind)|no",
    r"che (?:ne )?(?:dite|dici|pensi|pensate|ve ne pare|te ne pare)|(?:does|do) (?:this|that|it|these|they) look right",
    r"co (?:sądzicie|sądzisz|myślicie|myślisz|na to powiecie)|wat (?:vinden jullie|vind je|denken jullie|denk je)|deal",
    r"что (?:скажете|скажешь|думаете|думаешь)|was (?:meint|sagt|haltet|denkt) ihr|vad (?:tycker|säger) (?:ni|du)|zgoda",
    r"hvad (?:synes|siger) (?:i|du)|qu'en (?:pensez|dites)-vous|o que (?:acham|achas|acha)|¿?qué (?:opinas|opináis)",
    r"qu'en (?:penses|dis)-tu|co (?:na )?to říkáte|which is better|(?:ça|cela) va|was hältst du|einverstanden|d'accord",
    r"co si myslíte|what say you|good enough|de acuerdo|souhlasíte|yes or no|meinungen|d'accordo|согласны|okay so|yes",
    r"va bene|akkoord|як вам",
    rf"(?:(?:is|are|does|do|would|will) {_POINTED}(?: all)? (?:(?:look|sound|seem|be|make) )?)?{_GOOD}",
    rf"(?:how|what) about {_POINTED}",
)
"""How people ask what others think of orders."""
SAID: PhraseTable = (
    r"^(?:(?:all|this|these|it|is|are|my|orders?) )*(?:subject to|pending|awaiting|depend(?:s|ing)? on)\b|^say i\b",
    r"^(?:please )?(?:tell me|let me know) what \w+(?: all)? think(?: of (?:this|these|it))?$|^(?:let's|let us) say\b",
    r"\bwait(?:ing)? for .{1,40}\b(?:ok|okay|reply|answer|approval|word|go-ahead|agreement)$|\bsend (?:\w+ )?yet$",
    r"^(?:comments?|feedback|thoughts|opinions?|suggestions?) (?:are )?(?:very )?welcome$|^(?:how|what) about$",
    r"^for \w+ to (?:look|check|see|read|review|approve|comment)\b|^(?:not |nothing )to be (?:sent|submitted)\b",
    r"^(?:please )?hold(?: (?:on|off|these|this|it|them|please))?$|^to be (?:sent|submitted) later$",
    r"^(?:check|ask|read|review|look|discuss) (?:\w+ ){0,3}first$",
    r"\bbefore i (?:send|submit|confirm|order|decide|commit)\b",
    r"\bnoch (?:nicht|mal) (?:abschicken|schicken|überlegen)\b",
    rf"\b{_REAL} (?:orders?|ones?|versions?|sheet|moves?|befehle|züge|ordres)? ?(?:(?:to|will|are|is|be) )*{_WHEN}\b",
    rf"\b{_WILL} (?:\w+ ){{0,2}}(?:change|revise|alter|adjust|rework|amend) {_POINTED}\b",
    rf"\b{_WILL} (?:\w+ )?(?:send|submit|give|post|write|mail)(?: \w+){{0,2}} {_REAL}\b",
    rf"\b{_WILL} (?:\w+ )?(?:confirm|finali[sz]e|decide)(?: {_POINTED})? {_WHEN}$",
    rf"\b{_TO} (?:.{{0,60}} )?{_JUDGES}\b.{{0,30}} (?:first|beforehand|zuerst)$",
    rf"\b{_WILL} (?:\w+ )?(?:ask|consult|check with) \w+(?: \w+)? (?:if|whether|about) {_POINTED}\b",
    rf"\b(?:was|were) (?:going|about|planning|thinking) .{{0,30}}{_POINTED}$",
    rf"\b(?:wanted|hoped|intend|plan) to (?:do|play|order|try) {_POINTED}$",
    rf"\b(?:considering|contemplating|thinking (?:of|about)) {_POINTED}$",
    rf"\b(?:lean|leaning|tend|inclined) (?:to|towards?)(?: {_POINTED})?$",
    rf"^(?:i )?(?:may|might) (?:do|play|order) {_POINTED}$",
)
"""Sentences that say what is to happen before a sheet counts, or that it may yet be another."""
_MOST_OF_LABEL = 120
"""The most characters of a label or such a question."""
_MOST_WORDS = 9


_LABEL, _BESIDE_LABEL = f"(?:{either(LABELS)})", f"(?:{either(AROUND)})"
_ASKED = rf"(?:and |so |well |but |\w+ )?(?:{either(OPINIONS)})(?: {_BESIDE_LABEL}){{0,4}}"
_SAID = re.compile(either(SAID))


@cache
def _whole() -> re.Pattern[str]:
    more = rf"(?: (?:{_LABEL}|{_BESIDE_LABEL})){{0,6}}"
    return re.compile(rf"(?:{_BESIDE_LABEL} ){{0,6}}{_LABEL}{more}|(?P<asked>{_ASKED})")


def reserved(smooth: str, *, asks: bool) -> bool:
    """Whether a sentence, *smooth* and without greetings, says that its writer has not decided on the sheet beside it.

    It *asks* if it has a question mark.
    """
    if _SAID.search(smooth):
        return True
    short = len(smooth) <= _MOST_OF_LABEL and len(smooth.split()) <= _MOST_WORDS
    found = _whole().fullmatch(smooth) if short else None
    return found is not None and (asks or not found["asked"])
