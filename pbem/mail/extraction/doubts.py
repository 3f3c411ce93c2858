"""Whether a sentence beside a sheet between marks puts a condition to it, or says that another person wrote it.

Only what points at the sheet does: `If Louis attacks, I do this:`, but not `If Louis attacks, I am lost`.

Lines without marks are doubted for any sentence beside them that is not a courtesy or an introduction; a sheet that
is plainly one, between marks or in a file, only for words which say that it does not count, that it is meant for some
case only, or that another person wrote it, or which add an order to it.

Whatever else it says makes it neither: `yes, but wait until Friday` is for a person to read.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

from pbem.mail.extraction import accounts, courtesies, languages, line_classifier, post_languages
from pbem.mail.extraction.command import adds_an_order
from pbem.mail.extraction.languages import PhraseTable, either
from pbem.mail.extraction.remarks import LEADING, OF, OF_ONES_OWN, ORDERS, OWN, introduces, of_another, reserved
from pbem.mail.mime.text import FoundOrders, MailNote, plain
from pbem.sheet.names import plain as unaccented

CONDITIONS: PhraseTable = (
    r"if|unless|in case|when|assuming|provided|supposing|suppose|(?<!.)should",
    r"wenn|falls|sofern|für den fall|(?<!.)sollten?|angenommen|si|s'il|s'ils|au cas où|quand|à condition",
    r"se|nel caso|quando|qualora|cuando|en caso|en el caso|a menos|caso",
    (
        r"jeśli|jeżeli|gdyby|w razie|pokud|jestli|kdyby|když|als|indien|mocht|wanneer|om|ifall|hvis|dersom|если"
        r"|якщо|jos|ha|eğer|dacă"
    ),
)
"""The words with which a condition begins."""

POINTING: PhraseTable = (
    (
        r"(?:do|play|order|use|choose|make|submit|go with|count|want|apply) (?:this|these|the following|as follows"
        r"|so|it)"
    ),
    (
        r"(?:this|these|those|the following|the orders? below|the sheet below)(?: \w+)? (?:is|are|shall|should"
        r"|will|would|apply|applies|counts?|hold)"
    ),
    (
        r"(?:tue|mache|spiele|ziehe|befehle|nehme|gilt|gelten|zählt|zählen|will) (?:ich )?(?:das|dies|diese\w*"
        r"|folgende\w*|so)\b|(?:gilt|gelten) "
    ),
    (
        r"(?:das|dies|folgende\w*|diese\w*)(?: \w+)? (?:gilt|gelten|zählt|zählen|tue|mache|spiele|ziehe)|(?:mache"
        r"|tue|spiele) ich"
    ),
    (
        r"(?:je )?(?:joue|fais|donne|ordonne)(?: \w+)? (?:ceci|cela|ça|ces|ce qui)|(?:faccio|gioco"
        r"|ordino) (?:questo|così|questi)"
    ),
    (
        r"(?:hago|juego|ordeno) (?:esto|lo siguiente|estas)|(?:faço|jogo) (?:isto|isso|estas)|(?:robię|gram"
        r"|zagram) (?:to|tak)|(?:udělám|zahraju|dělám) (?:toto|tohle|to)"
    ),
    (
        r"(?:doe|speel) ik (?:dit|deze|het)|(?:gör|spelar) jag (?:detta|så|det här)|(?:gør|spiller"
        r"|gjør) jeg (?:dette|det)|(?:делаю|играю|сделаю) (?:это|так)"
    ),
)
"""What makes a sentence speak of the sheet beside it."""

ASKING: PhraseTable = (
    (
        r"tell|know|write|shout|mail|ask|correct(?! orders)|fix|sorry|please|anything|something|wrong|unclear"
        r"|mistakes?|questions?|problems?|missing"
    ),
    (
        r"bitte|bescheid|melde|sag|etwas|fehler|fragen?|stimmt|dites?|s'il (?:vous|te) plaît|avise\w*|erreur"
        r"|scriv\w*|fammi|errori?|dime|avisa\w*|escr[ií]b\w*"
    ),
    r"daj znać|proszę|błąd|prosím|chyba|dej vědět|laat|fout|säg|fel|скажи\w*|ошибк\w*|напиши\w*",
)
"""Words of sentences that ask to be told of a mistake, and put no condition to a sheet."""

UNFINISHED: PhraseTable = (
    (
        r"\b(?:rest|remainder|remaining (?:orders|moves)|more(?: orders| moves)?|(?:second|other) (?:part|half)"
        r"|(?:new|next|final) version|version \d)(?: of (?:it|them"
        r"|(?:my |the )?(?:orders|moves)))? (?:(?:will|is|are|still|to|be) )*(?:follows?|following|comes?|coming|later"
        r"|tomorrow|tonight|soon|missing|sent)\b|\bto be (?:continued|completed|confirmed|finished)\b"
    ),
    (
        r"\b(?:unfinished|incomplete|unvollständig|incompl[eè]t\w*)\b|\b(?:part|teil|partie|parte) (?:1|one|i)\b"
        r"|\brest (?:folgt|kommt|später|volgt)\b|\bfortsetzung folgt\b|\bnoch nicht (?:fertig|vollständig|alles)\b"
    ),
    (
        r"\bsuite à venir\b|\b(?:la suite|le reste) (?:sui(?:t|vra)|arrive|demain|plus tard|bientôt)\b|\bà suivre\b"
        r"|\bil resto (?:segue|seguirà|dopo|domani)\b|\bsegue il resto\b|\bel resto (?:sigue|luego|mañana|después)\b"
        r"|\bcontinuará\b|\bo resto (?:segue|depois|amanhã)\b|\breszta (?:później|jutro|wkrótce)\b|\bciąg dalszy\b"
    ),
    (
        r"\bzbytek (?:později|zítra|přijde)\b|\bpokračování (?:příště|následuje)\b|\bwordt vervolgd\b|\bresten"
        r" (?:kommer|följer|senare|følger|senere)\b|\bfortsät?tning följer\b|\bfortsættelse følger\b"
        r"|\bостальное (?:позже|завтра|потом)\b|\bпродолжение следует\b"
    ),
)
"""Sentences that say of the sheet beside them that more is to come."""

_CONDITION = re.compile(rf"(?<![\w'-])(?:{either(CONDITIONS)})\b")
_POINTING = re.compile(rf"\b(?:{either(POINTING)})")
_ASKING = re.compile(rf"\b(?:{either(ASKING)})\b")
_OF = either(OF)
_POINTED = re.compile(rf"\b(?:{either(LEADING)}|{either(ORDERS)})\b")
_MOST = 400


def conditional(sentence: str) -> bool:
    """Whether a sentence puts a condition to the sheet beside it."""
    text = " ".join(sentence[:_MOST].lower().replace("’", "'").split())
    if not _CONDITION.search(text) or _ASKING.search(text):
        return False
    if _CONDITION.match(text) and text[-1:] not in "?!" and "," not in text and len(text.split()) <= _MOST_IN_CLAUSE:
        return True
    return text.endswith(":") or _POINTING.search(text) is not None


BESIDE, TAKEN_BACK, ADDED = "words-beside-orders", "words-take-back", "words-add-orders"
"""Why a sheet is doubted, as codes of phrases."""
PROVISO = "words-with-proviso"
"""Why one between marks is: it is not all, is meant for some case only, or another person wrote it."""
_MOST_LINE = 400
"""A sentence with more characters is not a courtesy."""
_MOST_WORDS = 20_000
"""What has more characters is read up to there; the rest is one sentence."""
_MOST_SHOWN = 5
_FEWEST_LETTERS = 6
"""Of words in writing without capitals, which may be a name."""
_MOST_IN_CLOSING = 8
_MOST_NAMED = _MOST_IN_HEADING = 6
_MOST_INITIALS = 4
_MOST_IN_CLAUSE = 6
"""Of what is no more than a condition: `unless Ben objects`."""
_MOST_ALONE = 3
"""Of a few words that are a line of their own."""
_SHORTEST_STEM = 3
"""Of a name, what a short form of it has too."""
_TURN, _ROUND = frozenset(("turn", "turns", "t")), frozenset(("round", "rounds", "r"))
_PARTED = re.compile(r"\n[ \t]*(?:\n|$)")
_SENTENCE = re.compile(r"(?<=[.!?…。！？])\s+")
_PART = re.compile(r"[,;]|\s[-–—]\s")
_QUOTED = re.compile(r"[\"“„«»'‘].{1,200}[\"”“«»'’]\W{0,3}.{0,40}")
_RULE = re.compile(r"_{3,}|--")
_RULED = re.compile(r"([-=~#]).{1,80}\1")
_SMILEY = re.compile(r"(?<!\S)[:;8=]['^-]?[)(DPpOo|3](?!\S)")
_LABEL = re.compile(r"(?:p\.? ?p?\.?s\.?|nb|n\.b\.|edit|update)\s*[:.,-]?\s+", re.IGNORECASE)
_ADDRESSED = re.compile(r"(?:@[\w.-]+|hey|hi|hello|dear|hallo|ok|okay|well|so)$")
_EDGES = " .!?…,;:-–—*_~|<>()[]\"“”„«»'‘’#=+&/"
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_GREETING = re.compile(rf"(?:{either(languages.GREETINGS)})\b")
_CLOSING = re.compile(rf"(?:{either(languages.CLOSINGS)})\b")
_NAMED = re.compile(r"[\w.'’&()/@,! -]{1,80}:?")
_FROM = re.compile(r"(?:from|aus|depuis|desde|de|da|dal|du) (?:\S+ ){0,3}\S+")
_MINE = re.compile(either(OWN))
_YES = re.compile(either(languages.YES))
_NUMBER_WORDS = re.compile(r"[^\W_]+")
_MORE = r"(?: \S+){0,8}"
_INTRODUCTION = re.compile(either(courtesies.INTRODUCTIONS).replace("~", _MORE))
_ANNOUNCING = languages.words(languages.ANNOUNCING)
_PARTICLES = languages.words(languages.PARTICLES)
_DOUBTING = languages.words(courtesies.DOUBTING)
_PAST = languages.words(courtesies.PAST)
_CORRECTED = languages.words(courtesies.CORRECTED)
_TELLING = _PAST | languages.words(courtesies.COMING)
_GREETED = languages.words(courtesies.GREETED)
_MONTHS = languages.words(post_languages.MONTHS)
_NO_NAMES = _DOUBTING | _TELLING | _CORRECTED | languages.COMMANDS.keys()
"""Words that are no name, whoever writes them with a capital."""
_IN_HEADINGS = (_NO_NAMES - _CORRECTED) | languages.words(languages.FUNCTION_WORDS) | languages.words(courtesies.TURNS)
_RESERVING = (_DOUBTING | _TELLING) - languages.words(courtesies.TURNS) - {"first", "morgen"}
"""What makes a word or two beside a sheet a reservation."""
_OPENING = languages.words(languages.NEVER_IN_KEYS)
"""With these, sentences begin: `I would.` answers someone."""
_ABOUT_ORDERS = re.compile(rf"\b(?:{either(ORDERS)})\b")
_SUPPOSING = re.compile(rf"\b(?:{either(courtesies.SUPPOSING)})")
_ASSURANCE = re.compile(either(courtesies.ASSURANCES).replace("~", _MORE))
_TAKING_BACK = re.compile(either(courtesies.TAKING_BACK))
_REPLACING = re.compile(either(courtesies.REPLACING))
_OF_OTHERS = re.compile(either(courtesies.OF_OTHERS))
_REPLACED = re.compile(either(courtesies.REPLACED))
_OLD = re.compile(either(courtesies.OLD))
_NEWER = re.compile(either(courtesies.NEWER))
_HEDGE = rf"(?:{either(courtesies.HEDGES)})"
_VOID = rf"(?:{either(courtesies.VOIDING)})"
_VOIDING = re.compile(rf"(?:{_HEDGE} ){{0,6}}{_VOID}(?: (?:{_HEDGE}|{_VOID})){{0,6}}")
_CONDITION_BEFORE = re.compile(rf"(?:{either(courtesies.CONDITIONS_BEFORE)})\b")
_CONDITIONAL = re.compile(either(courtesies.CONDITIONS_ALONE))
_UNFINISHED = re.compile(either(UNFINISHED))


_COURTESY = either(courtesies.COURTESIES).replace("~", _MORE)


@cache
def _courtesy() -> re.Pattern[str]:
    """Compiled once it is needed: that takes longer than any other pattern, and most commands read no such words."""
    return re.compile(_COURTESY)


def doubts_of(
    found: FoundOrders,
    words: str,
    own: AbstractSet[str] = frozenset(),
    others: AbstractSet[str] = frozenset(),
    played: AbstractSet[str] = frozenset(),
) -> tuple[MailNote, ...]:
    """Why the sheet in *found*, with *words* beside it, counts only once its writer, with the names *own*, confirms it.

    *others* are the names of those who play besides, *played* those of what they play. Each is the code of a phrase,
    whose `lines` are the sentences that make the doubt; *more* were left out.
    """
    if found.what != "orders" or found.problem or found.trial:
        return found.doubts
    shaped = found.how == "shape"
    code, lines = _of_unmarked(words, own, others) if shaped else _of_marked(words, own, others)
    if not lines and (signed := signed_by_another(words, own, others | played)):
        code, lines = BESIDE if shaped else PROVISO, [signed]
    if not lines:
        return found.doubts
    return (*found.doubts, beside_orders(lines, code))


def beside_orders(lines: Sequence[str], code: str = BESIDE) -> MailNote:
    """The doubt that *lines* beside a sheet leave."""
    args = {"lines": [_shortened(line) for line in lines[:_MOST_SHOWN]], "more": max(0, len(lines) - _MOST_SHOWN)}
    return MailNote(code, args)


def _of_unmarked(words: str, own: AbstractSet[str], others: AbstractSet[str]) -> tuple[str, list[str]]:
    """Why lines without marks may not be ordered, as a code, and what says so."""
    told = sentences(words)
    return BESIDE, [
        line
        for line in told
        if not harmless(line, own) or _points_at(line, others) or heads_plan(line) or _undecided(line, own)
    ]


def _points_at(sentence: str, others: AbstractSet[str]) -> bool:
    """Whether a sentence says of the orders beside it, or seems to say, that they are one of the *others*'."""
    text = smoothed(sentence)
    named = [name.casefold() for name in others if name.casefold() in text]
    if any(re.search(rf"\b(?:{_OF}) ?{re.escape(name)}\b", text) for name in named):
        return True
    return bool(named) and OF_ONES_OWN.search(text) is None and _POINTED.search(text) is not None


def _of_marked(words: str, own: AbstractSet[str], others: AbstractSet[str]) -> tuple[str, list[str]]:
    """Why a sheet that is plainly one may not be ordered, as a code, and what says so."""
    told = sentences(words)
    if lines := [line for line in told if takes_back(line)]:
        return TAKEN_BACK, lines
    if lines := [
        line
        for line in told
        if conditional(line)
        or of_another(line, own, others)
        or _UNFINISHED.search(smoothed(line))
        or _undecided(line, own)
    ]:
        return PROVISO, lines
    if lines := [line.strip() for line in words[:_MOST_WORDS].split("\n") if _heads_what_is_not_ordered(line, others)]:
        return PROVISO, lines
    return ADDED, [line.strip() for line in words[:_MOST_WORDS].split("\n") if adds_an_order(line)]


def _undecided(sentence: str, own: AbstractSet[str]) -> bool:
    """Whether a sentence says, beside greetings and names, that its writer has not decided on the sheet beside it."""
    parts = [part for part in _PART.split(sentence[:_MOST_LINE]) if smoothed(part)]
    told = [at for at, part in enumerate(parts) if not harmless(part, own) or reserved(smoothed(part), asks=False)]
    said = " ".join(map(smoothed, parts[told[0] : told[-1] + 1])) if told else smoothed(sentence)
    return reserved(said, asks="?" in sentence)


_CORRECTING = re.compile(
    r"\W*(?:edit(?:ed)?|update|correction|errata|oops|ups|whoops|argh|sorry|pardon|wait|actually|instead|rather|ps|p\.s\."
    r"|nachtrag|korrektur|entschuldig\w*|verzeih\w*|moment|désolée?|scus\w+|perd[oó]n\w*|my (?:bad|mistake)"
    r"|make (?:that|it)|i (?:mean|meant)|(?:i(?:['’]ve)? )?changed my mind|typo|no(?=[,;:!])|not (?:\S{1,40} ){1,2}but"
    r"|(?:or|better|perhaps|maybe) (?:rather|better|to)"
    r"|(?:and |but )?if (?:that|it) (?:fails|(?:is|does)(?: not|n['’]t)))\b",
    re.IGNORECASE,
)
_HEADS_CORRECTION = re.compile(rf"\W*(?:{either(languages.ADDITIONS)}|errata)\s?:\W*", re.IGNORECASE)
_SECOND_PLAN = re.compile(r"\W*(?:(?:plan|idea|scenario|szenario) [b-d2-4]|[b-d] ?:)\W*", re.IGNORECASE)
_HEADS_PLAN = re.compile(r"[*_# ]*(?:(?:a|the) )?plan[*_]*:[*_ ]*", re.IGNORECASE)
_HEADS_ORDERS = re.compile(rf"\W*(?:[\w'’]+ ){{0,4}}(?i:{either(ORDERS)})\b[^:>]{{0,60}}:?\W*")


def corrections(words: str) -> list[str]:
    """The sentences beside a sheet that may correct it, and those that follow in the same line."""
    found: list[str] = []
    for line in words[:_MOST_WORDS].split("\n"):
        parts = [each for each in _SENTENCE.split(line.strip()) if each]
        first = next((at for at, each in enumerate(parts) if _CORRECTING.match(each)), len(parts))
        found += parts[first:]
    return found


def heads_correction(line: str) -> bool:
    """Whether a *line* only says that orders correct others: `Correction:`."""
    return len(line) <= _MOST_LINE and _HEADS_CORRECTION.fullmatch(line.strip()) is not None


def heads_orders(line: str) -> bool:
    """Whether a *line* is a heading above orders, and no order."""
    return len(line) <= _MOST_LINE and _HEADS_ORDERS.fullmatch(line.strip()) is not None


def heads_plan(line: str) -> bool:
    """Whether a *line* only says that what follows is a plan, and not that it is ordered: `Plan:`."""
    return _HEADS_PLAN.fullmatch(line[:_MOST_LINE]) is not None


def of_another_turn(text: str, now: Mapping[str, int], line: str) -> bool:
    """Whether a heading says that orders are for a turn, a round or a year that is not *now*, by its number.

    It is the *text* of a *line*, or a part of that; beside the number of this turn a year says nothing.
    """
    named = any(word and number in now.values() for word, number in line_classifier.numbered(line))
    for word, number in line_classifier.numbered(text):
        if named and not word:
            continue
        kind = "turn" if word in _TURN else "round" if word in _ROUND else ""
        if number != now[kind] if kind in now else number not in now.values():
            return True
    return False


def _heads_what_is_not_ordered(line: str, others: AbstractSet[str]) -> bool:
    """Whether a line is a heading over what is of another time, denied, or posted by another: `Last turn I did:`."""
    words = [word.casefold() for word in _WORD.findall(line[:_MOST_LINE])]
    heading = line.rstrip(" *_").endswith(":") and 0 < len(words) <= _MOST_IN_HEADING
    if heading and all(word in _IN_HEADINGS or _MINE.fullmatch(word) for word in words):
        denied = _PAST | _DOUBTING if any(map(_MINE.fullmatch, words)) else _NO_NAMES
        return not denied.isdisjoint(words)
    return reserves(line) or _SECOND_PLAN.fullmatch(line) is not None or _heads_a_post(line, others)


def reserves(line: str) -> bool:
    """Whether *line* is a word or two with which people put something off, or take it back: `Later`, `Hmm.`."""
    words = [word.casefold() for word in _WORD.findall(line[:_MOST_LINE])]
    few = 0 < len(words) <= _MOST_ALONE and line.rstrip(" *_")[-1:] not in "?,"
    fine = few and words[0] not in _OPENING and all(word in _IN_HEADINGS or _MINE.fullmatch(word) for word in words)
    denied = _PAST | _DOUBTING if any(map(_MINE.fullmatch, words)) else _RESERVING
    return fine and not denied.isdisjoint(words)


def _heads_a_post(line: str, others: AbstractSet[str]) -> bool:
    """Whether a line is the name of one of *others*, alone or with a time, as pages have it above what they wrote."""
    said = line.casefold()
    folded = frozenset(name for name in map(str.casefold, others) if name in said)
    if not folded:
        return False
    if accounts.account_in(line.strip(), folded) or accounts.beside_time(line.strip(), folded):
        return True
    return any(accounts.names_with_time(line, name) for name in folded)


def signed_by_another(words: str, own: AbstractSet[str], others: AbstractSet[str]) -> str:
    """The sentence that says that its writer is one of *others*, or else the line that has such a name as a signature.

    That is below a closing, behind it, or the last; empty if there is none.
    """
    known = {word.casefold() for name in others for word in _WORD.findall(name)} - own - _GREETED
    if introduced := next((each for each in sentences(words) if introduces(each, known)), ""):
        return introduced
    lines, closed = [line.strip() for line in words[:_MOST_WORDS].split("\n") if line.strip()], False
    for at, line in enumerate(lines, 1):
        first, *behind = map(str.strip, _PART.split(line))
        closing = _CLOSING.match(smooth := smoothed(first))
        alone = closed or (at == len(lines) and line[-1] not in ",:!")
        name = " ".join((smooth[closing.end() :], *behind)) if closing else line if alone else ""
        said = [word for each in _WORD.findall(name) if (word := each.casefold()) not in _PARTICLES]
        surnamed = alone and own.isdisjoint(said) and not known.isdisjoint(said[:1]) and _names(line)
        if said and len(said) <= _MOST_NAMED and (surnamed or known.issuperset(said)):
            return line
        closed = _closes(line)
    return ""


def _shortened(line: str) -> str:
    return line if len(line) <= _MOST_LINE else f"{line[: _MOST_LINE - 2]} …"


def sentences(words: str) -> list[str]:
    """The sentences of *words*, without signatures, business cards and the disclaimers of firms."""
    found, closed = list[str](), False
    for part in _PARTED.split(words[:_MOST_WORDS]):
        filled = [plain(line).strip() for line in part.split("\n") if plain(line).strip()]
        found += _of_paragraph(filled, closed=closed)
        closed = bool(filled) and _closes(filled[-1])
    return [*found, *([words[_MOST_WORDS:]] if len(words) > _MOST_WORDS else [])]


def _closes(line: str) -> bool:
    return line_classifier.closes(line) or _RULE.fullmatch(line) is not None


def _of_paragraph(filled: list[str], *, closed: bool) -> Iterator[str]:
    """The sentences of the *filled* lines of a paragraph; below a line that *closed* a letter is a name."""
    if line_classifier.disclaims(filled) or (filled and line_classifier.is_card(filled)):
        filled = [line for line in filled if takes_back(line)]
    joined = list[str]()
    for line in filled:
        if closed and not _closes(line) and (_QUOTED.fullmatch(line) or _names(line)):
            continue
        closed = closed or _closes(line)
        if joined and line[:1].islower() and joined[-1][-1:] not in ".!?…:;,)":
            joined[-1] = f"{joined[-1]} {line}"
        else:
            joined.append(line)
    for line in joined:
        yield from filter(None, map(str.strip, _SENTENCE.split(line)))


def takes_back(sentence: str) -> bool:
    """Whether a sentence beside a sheet says that the sheet does not count."""
    text = smoothed(sentence)
    if _VOIDING.fullmatch(text) or _CONDITIONAL.search(text) or _OLD.fullmatch(text):
        return True
    if _CONDITION_BEFORE.match(text) and text.endswith((" then", " dann", " alors", " allora", " entonces")):
        return True
    return bool(_TAKING_BACK.search(text)) and not _REPLACING.search(text)


def is_courtesy(line: str) -> bool:
    """Whether *line* is a wish, thanks, an apology or the like, and no more."""
    smooth = smoothed(line)
    return _courtesy().fullmatch(smooth) is not None and not _doubts(smooth)


def harmless(sentence: str, own: AbstractSet[str] = frozenset()) -> bool:
    """Whether a sentence says nothing of what is ordered: a courtesy, an introduction, a name, contact details.

    A name alone is that of its writer, whose names are *own* if any is known.
    """
    if len(sentence) > _MOST_LINE:
        return False
    text = _LABEL.sub("", line_classifier.without_pictures(_SMILEY.sub("", sentence)).strip(), count=1)
    if line_classifier.is_contact(text) or line_classifier.signs_off(text):
        return True
    smooth = smoothed(text)
    if not smooth or _REPLACED.fullmatch(smooth) or (_ASSURANCE.fullmatch(smooth) and not _SUPPOSING.search(smooth)):
        return True
    parts = [part for each in _PART.split(text) if smoothed(part := each.strip())]
    if _calls(text, parts):
        return True
    if _doubts(smooth):
        return False
    if _heads(smooth, own):
        return True
    said = [_polite(part, own) or (at > 0 and _named_behind(parts[at - 1], part)) for at, part in enumerate(parts)]
    if all(said):
        return True
    greeted = said.index(False)
    told = " ".join(parts[greeted:])
    rests = (smoothed(" ".join(parts[at:])) for at in range(greeted + 1))
    return not _tells(told) and any(_goes_on(rest) and not _GREETING.match(rest) for rest in rests)


def _calls(text: str, parts: Sequence[str]) -> bool:
    """Whether the *parts* of *text* greet someone, or are names before a comma, as people begin letters."""
    greeted = bool(_GREETING.match(smoothed(text))) and _greets(parts[0], frozenset())
    named = (_names(part) or _GREETED.issuperset(map(_folded, part.split())) for part in parts[greeted:])
    return all(named) and (greeted or text.endswith(","))


def _greets(text: str, own: AbstractSet[str]) -> bool:
    """Whether *text* is a greeting, and behind it only whom it is for, and a courtesy or an introduction."""
    bare = " ".join(plain(text).replace("’", "'").strip(_EDGES).split())
    found = _GREETING.match(bare.lower())
    if found is None:
        return False
    rest = bare[found.end() :].split()
    named = (not _folded(word) or _folded(word) in _GREETED or _is_name(word) for word in rest)
    at = next((at for at, fine in enumerate(named) if not fine), len(rest))
    if at == len(rest) or (len(rest) == 1 and _folded(rest[0]) not in _NO_NAMES):
        return True
    more = " ".join(rest[at:])
    if _FROM.fullmatch(more) and not _tells(more):
        return True
    return not _GREETING.match(more.lower()) and _polite(more, own)


def _names(text: str) -> bool:
    """Whether *text* may be a name, or a few of them."""
    words = text.strip(_EDGES).split()
    fine = (_is_name(word) or _folded(word) in _PARTICLES | _GREETED for word in words)
    plainly = _NAMED.fullmatch(text) is not None and _ABOUT_ORDERS.search(smoothed(text)) is None
    return plainly and len(words) <= _MOST_NAMED and any(map(_is_name, words[:1])) and all(fine)


def _is_name(word: str) -> bool:
    parts, folded = _WORD.findall(word), _folded(word)
    capital = all(part[0].isupper() or (part.upper() == part and len(part) < _FEWEST_LETTERS) for part in parts)
    return bool(parts) and capital and _NO_NAMES.isdisjoint((folded, *map(str.casefold, parts)))


def _folded(word: str) -> str:
    return word.strip(_EDGES).casefold()


def _named_behind(closing: str, text: str) -> bool:
    """Whether *text* is a name behind a *closing*: `Best wishes, Anna`."""
    return _CLOSING.match(smoothed(closing)) is not None and _names(text)


def _tells(text: str) -> bool:
    """Whether a text speaks of another time, of what someone does, or of orders."""
    smooth = smoothed(text)
    return not _TELLING.isdisjoint(_WORD.findall(smooth)) or _ABOUT_ORDERS.search(smooth) is not None


def _doubts(smooth: str) -> bool:
    if _SUPPOSING.search(smooth) or takes_back(smooth) or (_OF_OTHERS.search(smooth) and not _NEWER.match(smooth)):
        return True
    return not _DOUBTING.isdisjoint(_WORD.findall(smooth))


def _polite(text: str, own: AbstractSet[str]) -> bool:
    """Whether words without any of doubt are a courtesy, an introduction or a name."""
    words, smooth = _WORD.findall(text), smoothed(text)
    if not words or _courtesy().fullmatch(smooth) or _ADDRESSED.match(smooth) or _YES.fullmatch(smooth):
        return True
    if "?" in text or "？" in text:
        return False
    if _RULED.fullmatch(text) or _greets(text, own):
        return True
    if _INTRODUCTION.fullmatch(smooth):
        return _PAST.isdisjoint(_WORD.findall(smooth))
    if introduces(text, own):
        return True
    if found := _CLOSING.match(smooth):
        return len(words) <= _MOST_IN_CLOSING and not _tells(smooth[found.end() :]) and ":" not in smooth
    return _signs(text, own) or _heads(text, own)


def _goes_on(smooth: str) -> bool:
    """Whether a courtesy goes on behind a comma: `Thanks for waiting, I was ill`."""
    return bool(_courtesy().fullmatch(smooth) or _INTRODUCTION.fullmatch(smooth))


def _signs(text: str, own: AbstractSet[str]) -> bool:
    """Whether *text* is the name of its writer, one of their *own* if any is known, or its initials."""
    words = [_folded(word) for word in text.split()]
    if not own:
        return _names(text) or (len(words) == 1 and words[0].isalpha() and words[0] not in _NO_NAMES)
    letters = "".join(word.replace(".", "") for word in words)
    if len(letters) <= _MOST_INITIALS and {*letters} <= {name[:1] for name in own} and _names(text):
        return True
    return all(word in own for word in words) or (_names(text) and any(_of_own(word, own) for word in words))


def _of_own(word: str, own: AbstractSet[str]) -> bool:
    """Whether *word* is a name of *own*, with another ending or without one: `Chris` for `Christian`."""
    if word in own:
        return True
    spelt = unaccented(word)
    stems = ((of, max(_SHORTEST_STEM, min(len(spelt), len(of)) - 1)) for of in map(unaccented, own))
    return any(len(spelt) >= stem and spelt[:stem] == of[:stem] for of, stem in stems)


def _heads(text: str, own: AbstractSet[str]) -> bool:
    """Whether *text* is a heading that only announces orders, and for whom."""
    words = _NUMBER_WORDS.findall(smoothed(text))
    titled = (word in _TURN | _ROUND or _ABOUT_ORDERS.fullmatch(word) or _of_own(word, own) for word in words)
    if len(words) == 1 and _MINE.fullmatch(words[0]):
        return True
    fine = (
        word.isdigit() or word in (_ANNOUNCING - _CORRECTED) | _PARTICLES | _MONTHS or _of_own(word, own)
        for word in words
    )
    return any(titled) and all(fine)


def smoothed(text: str) -> str:
    """*text* in small letters, with single spaces and without commas, quotation marks and marks at its ends."""
    bare = plain(text[:_MOST_LINE]).lower().replace("’", "'").replace(",", " ").replace("*", "")
    return " ".join(bare.split()).strip(_EDGES)
