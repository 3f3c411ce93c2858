"""The small words between the names of an order, in many languages; add a new language here.

A table has a line for each language, with words separated by `|`. Each is read only where it can stand: between the
parts of a move, before a number. The words of a game are its own business.
"""

import re
from functools import lru_cache

WordTable = tuple[str, ...]

TO: WordTable = (
    "to|into|on to|onto",
    "nach|zu|in richtung",
    "vers|à|jusqu'à",
    "naar",
    "verso|a|fino a",
    "hacia|a|hasta",
    "do|ku",
    "προς|σε",
    "в|во|к",
)
"""Before the place where something goes."""

TOWARD: WordTable = (
    "towards|toward",
    "richtung|in richtung",
    "en direction de|direction",
    "richting",
    "in direzione di",
    "en dirección a",
    "w stronę|w kierunku",
    "směrem na|směr",
)
"""Before a place that may be out of reach."""

VIA: WordTable = (
    "via|by way of|through",
    "über|ueber|durch",
    "par|en passant par|via",
    "over",
    "per|passando per|attraverso",
    "por|vía|pasando por",
    "przez",
    "přes|pres",
    "át",
    "μέσω",
    "через",
)
"""Before a place between."""

FROM: WordTable = ("from", "von|aus|ab", "de|depuis", "van|vanuit", "da", "desde", "z|ze|od", "από", "из|от")
"""Before the place where something is."""

THEN: WordTable = (
    "then|and then|on to|and on|and then on|then on",
    "dann|danach",
    "puis",
    "dan",
    "poi",
    "luego|después",
    "potem",
    "potom|pak",
)
"""Between two places on a way."""

GO: WordTable = (
    "will go|will move|will march|going",
    "goes|go|moves|move|marches|march|marching|moving|advances|advance|travels|heads|head",
    "returns|return|proceeds|proceed",
    "geht|gehe|gehen|marschiert|marschieren|zieht|ziehen|rückt|marsch",
    "va|vont|marche|avance|se rend|bouge",
    "gaat|marcheert|trekt",
    "va|marcia|avanza",
    "va|marcha|avanza",
    "idzie|maszeruje|marsz|rusza",
    "jde|pochoduje|táhne",
    "megy|menetel|menet",
    "πορεία|πηγαίνει",
    "идёт|идет|марш",
)
"""What something does that goes somewhere."""

FORCED: WordTable = (
    "fm|forced march|force march|forced marches|force marches|force-march|force-marches|forced-march|forcemarch",
    "gewaltmarsch|eilmarsch",
    "marche forcée|marche forcee",
    "geforceerde mars",
    "marcia forzata",
    "marcha forzada",
    "forsowny marsz|marsz forsowny",
    "rychlý pochod|usilovný pochod",
    "erőltetett menet",
    "βεβιασμένη πορεία",
    "форсированный марш",
)
"""A march that is longer than others."""

STAY: WordTable = (
    "stays put|stay put|stays|stay|remains|remain|holds|hold|holds position|hold position|waits|wait|rests|rest",
    "no move|does not move|do not move",
    "bleibt|bleiben|bleibt stehen|wartet|steht",
    "reste|rester|ne bouge pas",
    "blijft",
    "resta|rimane",
    "se queda|queda|permanece",
    "zostaje|stoi",
    "zůstává|zůstane|stojí",
    "marad",
    "μένει",
    "остаётся|остается|стоит",
)
"""What something does that goes nowhere."""

HERE: WordTable = (
    "in place|in|at|here|there|put|where he is|where she is|where it is|where they are",
    "hier", "ici|à", "qui|a", "aquí|en", "w|tu|tutaj", "v|zde", "itt", "в|здесь",
)  # fmt: skip
"""After a word for staying, before the name of a place or before nothing."""

JOIN: WordTable = (
    "joins|join|joining|will join|will follow|follows|follow|following|joins up with|stacks with",
    "folgt|folgt auf|zu",
    "rejoint|rejoindre|suit",
    "volgt",
    "raggiunge|segue",
    "se une a|sigue a",
    "dołącza do|dołącza|idzie za",
    "následuje|připojí se k",
    "csatlakozik",
    "присоединяется к",
)
"""What something does that goes where another is."""

AT_MOST: WordTable = (
    "at most|at-most|max|max.|maximum|maximal|maximally|up to|no more than|not more than",
    "höchstens|hoechstens|maximal|bis zu",
    "au plus|au maximum|maximum",
    "hoogstens|maximaal",
    "al massimo|massimo",
    "como máximo|máximo",
    "najwyżej|maksymalnie",
    "nejvýše|maximálně",
    "legfeljebb",
    "το πολύ",
    "не больше",
)
"""Before a limit."""

CARDS: WordTable = (
    "cards|card",
    "karten|karte",
    "cartes|carte",
    "kaarten|kaart",
    "carte|carta",
    "cartas|carta",
    "karty|karta|kart",
    "karet",
    "kártya",
    "κάρτες|κάρτα",
    "карты|карта|карт",
)

POINTS: WordTable = (
    "points|point|pts|pt",
    "punkte|punkt|punkten",
    "points",
    "punten|punt",
    "punti|punto",
    "puntos",
    "punkty|punktów",
    "body|bodů",
    "pont",
    "πόντοι|πόντος",
    "очки|очка|очков",
)

TITLE: WordTable = (
    "the|general|gen.|gen|marshal|field marshal|field-marshal|lord|card|the army of|army of",
    "move|send",
    "king|prince|crown prince|hereditary prince|archduke|duke|count|earl|marquis|emperor|tsar|czar|admiral|sir",
    "der|die|das|feldmarschall|marschall|fürst|könig|prinz|kronprinz|erzherzog|herzog|graf|kaiser|zar",
    "le|la|les|général|maréchal|roi|prince|duc|comte|archiduc|empereur",
    "de generaal|generaal|maarschalk",
    "il|lo|generale|maresciallo",
    "el|mariscal",
    "generał|marszałek",
    "generál|maršál",
    "генерал|маршал",
)
"""Before a name, of which it is no part."""

COLUMN: WordTable = (
    "piece|pieces|general|generals|unit|units|army|armies|name|who|nation|power|leader|commander",
    "wer|figur|einheit|name|nation|macht",
    "qui|pièce|général|unité|armée|nom|puissance",
)
"""Above the first column of a table of orders."""

FORCE: WordTable = ("army|armies|corps|force|forces|troops|men|column|detachment",)
"""Behind a name and its `'s`, of whom or what that leads."""

COMMON: WordTable = (
    "have|told|run|open|half|plan|list|bring|hate|practice|cold|pressure|train|plus|missed|charges|hole|chosen",
    "offering|tool|noise|burn|brief|boring|plain|dressed|channels|crossed|crossing|crosses|referring|defending",
    "ruin|stopping|pin|pins|pipe|pole|poles|pose|posed|poses|emerging|charging|dressing|pile|worrying|brutal",
    "pressing|toll|charming|cooling|freezing|possess|barriers|amber|plea|oppose|steering|touring|salon|saga|halls",
    "are|her|war|pre|sup|fri|aus|alt|bat|mai",
    "harmless|chargers|hare|steelers|stirring|trench|halt|halts|whale|pale|hollow|flees|fleeing",
    "turn|turns|here|case|cases|ours|like|parts|main|real|pairs|tries|little|reveal|inland|lie|live|hungry|lone",
    "life|suite|province|provinces|normally|again|merge|beats|use|such|rule|side|sure|pause|dates|reuse|prose",
    "standards|rust|sudden|landmark|more|lines|start|mode|lands|mere|mole|ally|application|resulting|really|rely|ray",
    "hundreds|dedication|indication|condition|alike|alive|unsigned|lets|minister|tour|camel|male",
    "port|ports|fire|unit|line|force|order|land|sort|short|part|must|east|north|mail|cost|cast|wars|prove|floor|freed",
    "square|recruit|veteran|sunk|broke|rock|colon|grand|courier|mars|lang|troop|cross|press|luck|choose|chose|came",
    "marsh|kreuz|nach|grosse|alte|alten|herz|euro",
    "regel|schöne|wieder|genau|dans",
    "werden|alle|hatte|leben|viele|müssen|hätte|sagen|geben|meinen|guten|gefunden|meisten|hält|sachen|kamen|kreis",
    "gründen|lieben|draußen|draussen|schlafen|bauen|halte|halten|schwierig|mitten|schlagen|meistens|passen|haare",
    "posten|schweren|gaben|schwerer|hals|schlag|steuer|kohle|schatz|beratung|wenden|planen|strecken|weinen|messen",
    "geringen|streifen|stellten|zogen|glatt|spielten|streiten|weiten|gebunden|preisen|massen|schlau|gesunden",
    "trauer|friedlich|bauten|gelingen",
)
"""Common words near to which a name of some game is, that are no such name misspelt."""

PLEASE: WordTable = (
    "please|pls|thanks|thank you|thx|cheers",
    "bitte|danke",
    "s'il vous plaît|s'il te plaît|svp|stp|merci",
    "alstublieft|graag|bedankt",
    "per favore|grazie",
    "por favor|gracias",
    "proszę|dzięki",
    "prosím|díky",
    "kérem|köszönöm",
    "пожалуйста|спасибо",
)
"""Courtesies, which order nothing."""


PASS: WordTable = (
    "pass|passes|i pass|we pass|i will pass|pass this turn|i pass this turn|pass this time|i pass this time",
    "nothing this turn|no moves|no moves this turn|no orders|no orders this turn",
    "passe|ich passe|wir passen|passen|gepasst",
    "je passe|on passe|nous passons",
    "ik pas",
    "passo|io passo",
    "paso|yo paso",
    "pas|pasuję",
    "pasuji",
    "passz|passzolok",
    "πάσο",
    "פאס",
    "пас|пасую",
)
"""What someone says who does nothing this time."""


def words_of(table: WordTable) -> tuple[str, ...]:
    """All words of a table."""
    return tuple(word for line in table for word in line.split("|"))


@lru_cache(maxsize=64)
def either(*tables: WordTable) -> str:
    """A regular expression for any word of *tables*, the longest first, to be put into a group."""
    words = {word for table in tables for line in table for word in line.split("|")}
    return "|".join(r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", word))) for word in sorted(words, key=_longest))


def _longest(word: str) -> tuple[int, str]:
    return -len(word), word
