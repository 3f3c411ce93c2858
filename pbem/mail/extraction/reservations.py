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
    r"tests?|testing|trials?|try|trying|checking|(?:first )?drafts?",
    r"sketch|ideas?|proposals?|suggestions?|examples?|e\.?g|rehearsal",
    r"place ?holders?|stopgap|fall ?back|backup|defaults?|emergency|safety|to be safe|practice|dry run|review|fyi|joke",
    r"for (?:now|the moment|the time being|later|tomorrow|next time|another (?:time|day)|discussion|approval)",
    r"for (?:your )?(?:information|consideration|opinion|comments?)",
    r"so far|until further notice|subject to change|pending|possible|tentative(?:ly)?|provisional(?:ly)?|preliminary",
    r"undecided|unsure|rough|theory|theoretical(?:ly)?|first version",
    r"maybe|perhaps|likely|something like|better than nothing|not (?:real|ready|final)|to see (?:if|whether|what|how)",
    r"considering|contemplating|thinking|leaning|nothing is (?:final|settled|decided)|not (?:decided|settled|sent)",
    r"vorerst|fürs erste|erstmal|probe|versuch|zur ansicht",
    r"zum (?:anschauen|testen|prüfen|ausprobieren)|entwurf|vorschlag",
    r"platzhalter|beispiel|notfall|pour (?:l'instant|le moment|voir|info\w*)",
    r"essai|exemple|en attendant|proposition|brouillon|per (?:ora|adesso|il momento|prova)|prova|bozza|esempio",
    r"por (?:ahora|el momento)|de momento|prueba|borrador|ejemplo",
    r"por (?:agora|enquanto)|teste|exemplo|rascunho|voorlopig|voorbeeld|proef|na (?:razie|próbę)|próba|szkic|przykład",
    r"prozatím|zatím|zkouška|příklad|návrh|tills vidare|utkast|förslag",
    r"exempel|indtil videre|foreløbig|пока (?:что|так)|проба|черновик",
)
"""What a label above or below orders says of them: that they are for another use, or not for good."""
AROUND: PhraseTable = (
    r"this|these|that|it|is|are|am|i|i'm|it's|here|a|an|the|my|our|some|only|just|merely|still|very|quick|out|not",
    r"yet|please|for|as|in|on|of|to|with|about|or|and|me|let|see",
    r"want|this|so|works?|happens?|run|form|syntax|save|keep|orders?",
    r"moves?|sheet|bid|version|case|around|be|most|towards?|legal",
    r"game|try|playing|go|have|look|check|ignore|wait|submitted|over",
    r"nur|ein|eine|einen|mal|das|dies|ist|sind|meine?|befehle|so",
    r"bitte|ignorieren|als|für|noch|un|une|des|mes|ordres|est|ce|ceci",
    r"una?|è|questa?|solo|ordini|los|mis|órdenes|een|mijn|orders",
    r"hoor|to|tylko|moje|rozkazy|jen|rozkazy|en|mina|так|это|только",
)
"""The words that a label may have besides."""
OPINIONS: PhraseTable = (
    r"what (?:do|would|does) \w+(?: all| both| guys)? (?:think|say|reckon|make)",
    r"(?:any )?(?:thoughts|opinions?|comments?|feedback|objections?|suggestions?|ideas|advice)",
    r"good enough|what say you",
    rf"(?:(?:is|are|does|do|would|will) {_POINTED}(?: all)? (?:(?:look|sound|seem|be|make) )?)?{_GOOD}",
    r"(?:does|do) (?:this|that|it|these|they) look right",
    r"deal|yes or no|yes|no|do \w+(?: all)? (?:agree|approve|object|mind)",
    rf"(?:how|what) about {_POINTED}",
    r"(?:shall|should|may|can|could) (?:i|we) (?:send|play|submit|order|do|use|try|go with)|which is better",
    r"(?:would|could|should) (?:you|we) (?:play|do|order|send|choose)",
    r"was (?:meint|sagt|haltet|denkt) ihr|was (?:meinst|sagst) du",
    r"was hältst du|einverstanden|okay so|meinungen|qu'en (?:pensez|dites)-vous",
    r"qu'en (?:penses|dis)-tu|d'accord|(?:ça|cela) va|che (?:ne )?(?:dite|dici|pensi|pensate|ve ne pare|te ne pare)",
    r"va bene|d'accordo|¿?qué (?:os|te|les) parece|¿?qué (?:opinas|opináis)",
    r"¿?qué (?:opinan|piensas|dices|decís)|de acuerdo|o que (?:acham|achas|acha)",
    r"wat (?:vinden jullie|vind je|denken jullie|denk je)",
    r"akkoord|co (?:sądzicie|sądzisz|myślicie|myślisz|na to powiecie)",
    r"zgoda|co (?:na )?to říkáte|co si myslíte|souhlasíte|vad (?:tycker|säger) (?:ni|du)|hvad (?:synes|siger) (?:i|du)",
    r"что (?:скажете|скажешь|думаете|думаешь)|согласны|як вам",
)
"""How people ask what others think of orders."""
BEHIND: PhraseTable = (
    r"of|about|on|to|with|for|by|davon|dazu|dessen|hiervan|please|everyone|all|both|you|me|the following|my|orders?",
    r"this|that|these|it|them|moves?|sheet|one|instead|so|today|now",
)
"""The words that may follow such a question."""
SAID: PhraseTable = (
    rf"\b{_WILL} (?:\w+ ){{0,2}}(?:change|revise|alter|adjust|rework|amend) {_POINTED}\b",
    rf"\b{_REAL} (?:orders?|ones?|versions?|sheet|moves?|befehle|züge|ordres)? ?(?:(?:to|will|are|is|be) )*{_WHEN}\b",
    rf"\b{_WILL} (?:\w+ )?(?:send|submit|give|post|write|mail)(?: \w+){{0,2}} {_REAL}\b",
    rf"\b{_WILL} (?:\w+ )?(?:confirm|finali[sz]e|decide)(?: {_POINTED})? {_WHEN}$",
    rf"\b(?:was|were) (?:going|about|planning|thinking) .{{0,30}}{_POINTED}$",
    rf"\b(?:wanted|hoped|intend|plan) to (?:do|play|order|try) {_POINTED}$",
    rf"\b{_TO} (?:.{{0,60}} )?{_JUDGES}\b.{{0,30}} (?:first|beforehand|zuerst)$",
    r"^(?:check|ask|read|review|look|discuss) (?:\w+ ){0,3}first$",
    r"\bbefore i (?:send|submit|confirm|order|decide|commit)\b|^(?:let's|let us) say\b|^say i\b",
    r"^(?:(?:all|this|these|it|is|are|my|orders?) )*(?:subject to|pending|awaiting|depend(?:s|ing)? on)\b",
    r"\bwait(?:ing)? for .{1,40}\b(?:ok|okay|reply|answer|approval|word|go-ahead|agreement)$",
    rf"\b(?:considering|contemplating|thinking (?:of|about)) {_POINTED}$",
    rf"\b(?:lean|leaning|tend|inclined) (?:to|towards?)(?: {_POINTED})?$",
    rf"^(?:i )?(?:may|might) (?:do|play|order) {_POINTED}$",
    r"^for \w+ to (?:look|check|see|read|review|approve|comment)\b|^(?:not |nothing )to be (?:sent|submitted)\b",
    r"^to be (?:sent|submitted) later$|\bsend (?:\w+ )?yet$",
    r"^(?:please )?hold(?: (?:on|off|these|this|it|them|please))?$",
    r"^(?:please )?(?:tell me|let me know) what \w+(?: all)? think(?: of (?:this|these|it))?$|^(?:how|what) about$",
    r"^(?:comments?|feedback|thoughts|opinions?|suggestions?) (?:are )?(?:very )?welcome$",
    r"\bnoch (?:nicht|mal) (?:abschicken|schicken|überlegen)\b",
)
"""Sentences that say what is to happen before a sheet counts, or that it may yet be another."""
_MOST = 120
"""The most characters of a label or such a question."""
_MOST_WORDS = 9


@cache
def _label() -> re.Pattern[str]:
    around = f"(?:{either(AROUND)})"
    return re.compile(rf"(?:{around} ){{0,6}}(?:{either(LABELS)})(?: (?:{either(LABELS)}|{around})){{0,6}}")


@cache
def _opinion() -> re.Pattern[str]:
    return re.compile(rf"(?:and |so |well |but |\w+ )?(?:{either(OPINIONS)})(?: (?:{either(BEHIND)})){{0,4}}")


_SAID = re.compile(either(SAID))


def reserved(smooth: str, *, asks: bool) -> bool:
    """Whether a sentence, *smooth* and without greetings, says that its writer has not decided on the sheet beside it.

    It *asks* if it has a question mark.
    """
    if _SAID.search(smooth):
        return True
    if len(smooth) > _MOST or len(smooth.split()) > _MOST_WORDS:
        return False
    return _label().fullmatch(smooth) is not None or (asks and _opinion().fullmatch(smooth) is not None)
