"""Whether a sentence beside a sheet says that the sheet is not final, or that its writer has not decided to order it.

Only what is said of the sheet does: a label, such as `For now:` or `Just a test`; a question whether it is good, and
not whether it is legal, which the game answers; and what is to happen before it counts.
"""

import re
from functools import cache

from pbem.mail.extraction.languages import PhraseTable, either

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
    rf"\b(?:was|were) (?:going|about|planning|thinking) .{{0,30}}{_POINTED}$",
    rf"\b(?:wanted|hoped|intend|plan) to (?:do|play|order|try) {_POINTED}$",
    rf"\b(?:considering|contemplating|thinking (?:of|about)) {_POINTED}$",
    rf"\b(?:lean|leaning|tend|inclined) (?:to|towards?)(?: {_POINTED})?$",
    rf"^(?:i )?(?:may|might) (?:do|play|order) {_POINTED}$",
)
"""Sentences that say what is to happen before a sheet counts, or that it may yet be another."""
_MOST = 120
"""The most characters of a label or such a question."""
_MOST_WORDS = 9


@cache
def _whole() -> re.Pattern[str]:
    label, around = f"(?:{either(LABELS)})", f"(?:{either(AROUND)})"
    asked = rf"(?:and |so |well |but |\w+ )?(?:{either(OPINIONS)})(?: {around}){{0,4}}"
    return re.compile(rf"(?:{around} ){{0,6}}{label}(?: (?:{label}|{around})){{0,6}}|(?P<asked>{asked})")


_SAID = re.compile(either(SAID))


def reserved(smooth: str, *, asks: bool) -> bool:
    """Whether a sentence, *smooth* and without greetings, says that its writer has not decided on the sheet beside it.

    It *asks* if it has a question mark.
    """
    if _SAID.search(smooth):
        return True
    short = len(smooth) <= _MOST and len(smooth.split()) <= _MOST_WORDS
    found = _whole().fullmatch(smooth) if short else None
    return found is not None and (asks or not found["asked"])
