"""Moves and their words (10).

Belle-Isle: Passau > Schärding > Linz     the whole path, or only the destination; also: march to Linz
Belle-Isle: from Passau to Linz           only if it is in Passau then
Belle-Isle + Broglie: Linz                both generals of a stack leave together
Broglie: force march to Regensburg        also: force march
Törring: join Broglie                     to where that general is then; also: follow Broglie
Törring: join Broglie in Ingolstadt       only if it is there then
Törring: stay                             no move
Rutowski: join Friedrich, Rutowski commands
train 2: re-enter München with ♥4 + ♣2
Belle-Isle: Tabor (takes Prag)            by the route that does so
Belle-Isle: Tabor (attacks Traun)         only if it must attack Traun from there; also: (joins Broglie)
Belle-Isle: Tabor via Prag                by a route through Prag
"""

import re
from functools import partial
from typing import Any, Final

import msgspec

from pbem.engine import languages
from pbem.engine.languages import either
from pbem.engine.reading import (
    AND,
    ARROW,
    ARROWS,
    ListNode,
    Misread,
    NameSpeller,
    Node,
    Reader,
    TextNode,
    bare,
    heads,
    late_pattern,
    names_in,
    pair,
    tried,
    with_words,
)
from pbem_maria.orders.cards import TOGETHER
from pbem_maria.orders.names import between, read_cities, spell_cities

MARCH: Final = "march"
FORCE_MARCH: Final = "force-march"
JOIN: Final = "join"
RE_ENTER: Final = "re-enter"
STAY: Final = "stay"

_MARK = late_pattern(
    rf"(?:^|(?<=\s))(?:(?P<toward>{either(languages.TOWARD)})|(?P<to>(?:(?:{either(languages.THEN)})\s+)?(?:{either(languages.TO)}))"
    rf"|(?P<via>{either(languages.VIA)})|(?P<origin>{either(languages.FROM)})|(?P<then>{either(languages.THEN)}))(?=\s|$)",
    re.IGNORECASE,
)
"""What parts a way in words: `from` is called *origin*, as it is what the way begins with."""
_BACK = "goes back|go back|falls back|fall back|pulls back|retreats|retreat|withdraws|returns|return|back"
_GO = late_pattern(rf"(?:{_BACK}|{either(languages.GO)})(?=\s|$)(?!{ARROW.pattern})\s*", re.IGNORECASE)
_FORCED = late_pattern(rf"(?:{either(languages.FORCED)})(?=[\s:]|$)[\s:]*", re.IGNORECASE)
_FORCED_BEHIND = late_pattern(rf"(?<![\s,(])[\s,(]++(?:{either(languages.FORCED)}|forced)\)?$", re.IGNORECASE)
"""What says behind the cities that it is a force march: `Ingolstadt (force march)`."""
_STAY = late_pattern(
    rf"(?:{either(languages.STAY)})(?=\s|$)\s*(?:(?:{either(languages.HERE)})(?=\s|$)\s*)?", re.IGNORECASE
)
_NOTHING = ("none", "nothing")
"""Read as no move below `moves`; behind a general alone it may as well say that no card is played."""
_JOIN = late_pattern(rf"(?:{either(languages.JOIN)})\s+", re.IGNORECASE)
_BY_ROAD = late_pattern(
    r"(?<![\s,(])[\s,(]++(?:(?:on|by|via|along)\s+)?(?:the\s+)?main\s+roads?(?:\s+only)?\)?$", re.IGNORECASE
)
"""What is said behind the cities of the roads to them, which the rules choose: `Wien, main roads`."""
_COMPANY = late_pattern(
    rf"(?<![\s,>→-])[\s,>→-]++(?:(?:and|und|et)\s+)?(?:to\s+)?"
    rf"(?:{either(languages.JOIN)}|(?:stack|(?:stay|remain)(?:s|ing)?(?:\s+together)?)\s+with|meets?)\s+(?P<other>\S.*)$",
    re.IGNORECASE,
)
"""Whom a general will find in the city that is named before: `Ingolstadt, joining Broglie`."""
_JOINED = late_pattern(
    r"(?:,|(?<=\s)\()\s*(?P<other>[^\s,()]+(?:\s[^\s,()]+){0,3}?)\s+(?:will\s+|is\s+to\s+)?(?:joins?|comes?|follows?)"
    r"(?:\s+(?:it|him|her|them|there|too|later|up|as\s+well)){0,2}\)?$",
    re.IGNORECASE,
)
"""Who will find it there: `Tournai, Cumberland will join`."""
_BEHIND = late_pattern(
    r"(?<![\s,(])[\s,(]++(?:right\s+)?after\s+(?P<other>[^\s,()]+(?:\s[^\s,()]+){0,3}?)"
    r"(?:['’]s?(?:\s+move)?)?(?:\s+(?:has\s+|is\s+)?(?:moves|moved|leaves|left|goes|gone))?\)?$",
    re.IGNORECASE,
)
"""Which piece moves before it: `Zittau, after Rutowski`."""
_NEXT_TO = late_pattern(
    r"(?:,|(?<=\s)\()\s*(?:(?:right|just|close)\s+)?(?:next\s+to|close\s+to|beside|near|alongside)\s+(?P<other>[^,()]{1,60}?)\)?$",
    re.IGNORECASE,
)
"""What lies beside the city that is named before, which orders nothing: `Trier, next to Luxemburg`."""
_ASSAILED = late_pattern(
    r"(?<![\s,>→-])[\s,>→-]++(?:(?:and|then|to)\s+)?attack(?:s|ing)?\s+(?P<other>\S.*?)(?:\s+with\s+\S{1,12})?$",
    re.IGNORECASE,
)
"""Whom a general must attack from the city that is named before, as letters say it: `Reichenbach, attack Schwerin`."""
_MET = late_pattern(
    rf"(?:{either(languages.JOIN)}|meets?)\s+(?P<other>\S+(?:\s\S+){{0,3}}?)\s+(?:in|at|to)\s+(?P<city>\S.*)",
    re.IGNORECASE,
)
"""Whom it joins, who must be in the city that is named: `joins Broglie in Ingolstadt`, `follows Broglie to Linz`."""
_NEAR = late_pattern(
    r"(?:goes\s+|go\s+|moves?\s+)?as\s+(?:near|close|far)\s+(?:to|towards?)\s+(?P<goal>[^,;:]{1,60}?)"
    r"(?:\s+as\s+(?:(?:it|he|she|they)\s+(?:can|may)(?:\s+(?:go|get|come))?|possible))?",
    re.IGNORECASE,
)
"""A place that may be out of reach: `as near to Breslau as it can`."""
_NEARED = ("city", "general")
_JOINT = late_pattern(rf"{ARROW.pattern}|:")
_STOPS = late_pattern(
    r"(?<![\s,;])[\s,;]++(?:(?:and|then|and then)\s+)(?:stops?|halts?|stays?|ends?)(?:\s+(?:there|here))?$",
    re.IGNORECASE,
)
"""What every move does at its end: `Eger, then stop`."""
_STEPS = late_pattern(r"(?:\d{1,2}\s+steps?|(?:(?:by|on|along)\s+)?(?:the\s+)?main\s+roads?)\s+to\s+", re.IGNORECASE)
_LEAD = r"(?:(?:and|then|to|while|by)\s+){0,2}"
_TAKE = r"takes?|taking|conquers?|conquering|captures?|capturing"
_DESTROY = r"destroys?|destroying|kills?|killing"
_DEEDS = late_pattern(rf"(?<!\S){_LEAD}(?:{_TAKE}|{_DESTROY})(?=\s)", re.IGNORECASE)
"""Where it begins to be said what a move takes or destroys."""
_TAKES = late_pattern(rf"{_LEAD}(?:{_TAKE})\s+(?P<city>\S.*)", re.IGNORECASE)
_DESTROYS = late_pattern(
    rf"{_LEAD}(?:{_DESTROY})\s+(?:(?:the|a|an|its|his|her|their)\s+)?"
    r"(?:enemy\s+|(?P<whose>\w{1,10}ian\s+|french\s+|saxon\s+))?(?:supply\s+)?train(?P<which>\s+\d)?(?:\s+(?:in|on|at)\s+(?P<city>\S.*))?",
    re.IGNORECASE,
)
_MARKED = late_pattern(r"\?\s+on\s+(?P<city>\S.*)", re.IGNORECASE)
_ATTACKED = late_pattern(r"(?:attacks?|attacking)\s+(?P<other>\S.*?)(?:\s+with\s+\S{1,12})?", re.IGNORECASE)
ATTACKS: Final = "attacks"
JOINS: Final = "joins"
AFTER: Final = "after"
_ASIDE = late_pattern(
    r"\d{1,2}(?:\s+steps?)?(?:\s+on\s+main\s+roads?)?|(?:on\s+|by\s+)?main\s+roads?|breaks\s+agreements?\s+\d{1,4}"
    r"|on\s+(?:the|its|his|her)\s+way",
    re.IGNORECASE,
)
"""What letters add to a city and orders nothing."""
_ON_THE_WAY = late_pattern(r"\s+(?:on|along)\s+(?:the|its|his|her)\s+way$", re.IGNORECASE)
_ONWARD = late_pattern(
    r",?\s(?:and\s+)?(?:then(?:\s+(?:on\s+)?to)?|(?:then\s+)?(?:goes|go|moves?|marches|march|continues?)(?:\s+on)?\s+to|on\s+to|to"
    r"|(?:then\s+)?(?:ends|stops|halts)(?:\s+up)?\s+(?:in|at))\s",
    re.IGNORECASE,
)
"""What leads from what is taken to where the move ends: `takes Prag and goes on to Tabor`."""
_MOST_SAID = 160
"""Characters; what is said of a move beside its cities is shorter."""
_ATTACK_FROM = late_pattern(
    r"(?:to\s+)?attacks?\s+(?P<other>\S+(?:\s\S+){0,3}?)\s+(?:out\s+of|from)\s+(?P<city>\S.*)", re.IGNORECASE
)
"""Whom a general must attack from where it goes: `attacks Traun from Iglau`."""
_JOINTLY = r"(?:together|jointly|(?:as|in)\s+(?:one|a)\s+stack)"
_TOGETHER = late_pattern(rf"(?:both\s+)?{_JOINTLY}\s+(?=\S)", re.IGNORECASE)
_TOGETHER_BEHIND = late_pattern(rf",?\s{_JOINTLY}$", re.IGNORECASE)
"""What is said of two generals that leave together anyway."""
_NEXT = late_pattern(r"(?:(?:and\s+)?then|next|after\s+that|afterwards|finally|lastly)\b[,:]?\s+(?=\S)", re.IGNORECASE)
"""Before a move that comes after the one above it, as all do."""
_PAID_BACK = late_pattern(
    r"(?:(?:comes?|goes|is)\s+)?(?:back|returns?|re-?turning)\s+(?:in(?:to)?|to|on|at)\s+(?=\S)", re.IGNORECASE
)
"""A train that comes back to the map, if what it pays is said."""
_BRACKET = late_pattern(r"\s*\(([^()]+)\)$")
_RE_ENTER = late_pattern(
    r"(?:(?:is\s+)?(?:picks?|picked)\s+up,?\s+(?:and|then|to)\s+)?re-?enters?\b\s*(?:in\b|on\b|at\b|to\b)?\s*",
    re.IGNORECASE,
)
_COMMANDS = late_pattern(r"\s*,\s*([^,]+?)\s+commands\s*$", re.IGNORECASE)
_WITH = late_pattern(
    r",?\s(?:and\s+)?(?:(?:pay|pays|paying|paid)(?:\s+(?:with|by|for\s+(?:it\s+)?(?:with|by)))?|with|for)\s+",
    re.IGNORECASE,
)
_OR = late_pattern(
    r"(?<![\s,(])[\s,(]++(?:or\s+)?(?:else|otherwise|or|if\s+not(?:\s+possible)?,?)\s+(?=\S)", re.IGNORECASE
)
"""Before a second city to go to, of which a move has none."""

_MEETING: Final = {
    ATTACKS: _ATTACKED,
    JOINS: late_pattern(rf"(?:{either(languages.JOIN)})\s+(?P<other>\S.*)", re.IGNORECASE),
}
_SAID_BESIDE = late_pattern(
    rf"(?<!\S)(?:{_TAKE}|{_DESTROY}|attack(?:s|ing)?|{either(languages.JOIN)})(?=\s)|\? on", re.IGNORECASE
)
"""What is said in brackets of what a move does or whom it meets."""

MoveFields = dict[str, Any]
"""The fields of a move that say where it goes."""
Deeds = tuple[tuple[str, str], ...]
"""What a move is to do on its way: what it `conquers`, `destroys` or `flags`, and in which city, or any.

Also whom its pieces `attacks` or `joins` from where it ends, and `after` which piece they move.
"""


def read_way(value: TextNode, reader: Reader) -> MoveFields:
    """How a piece moves, as *value* says it; otherwise the problem is noted."""
    if (found := _NEAR.fullmatch(value.text)) and reader.may_name(goal := value.part(*found.span("goal")), *_NEARED):
        value = TextNode(goal.place, f"toward {goal.text}")
    said, deeds, met = _deeds(bare(value), reader)
    if (other := _OR.search(said.text)) and reader.knows(said.part(other.end()), "city"):
        ways = (said.part(0, other.start()), said.part(other.end()))
        raise reader.blame(value, "move-has-one-end", words=tuple(way.text for way in ways))
    if (behind := _WITH.search(said.text)) and not _RE_ENTER.match(said.text):
        place, cards = said.part(0, behind.start()), said.part(behind.end())
        if reader.knows(place, "city") and all(reader.knows(each, "card") for each in cards.split(*TOGETHER)):
            said = TextNode(said.place, f"re-enter {said.text}")
    if (paid := _BRACKET.search(said.text)) and reader.knows(said.part(*paid.span(1)), "card"):
        said = TextNode(said.place, f"re-enter {said.text[: paid.start()]} with {paid[1]}")
    said, also_met = _without_remarks(said, reader)
    fields = _way(said, reader)
    if met := (*met, *also_met):
        fields = {**fields, "meets": met}
    if fields.get("how") in (STAY, RE_ENTER) and (deeds is not None or (met and fields["how"] == RE_ENTER)):
        raise reader.blame(value, "unclear-way")
    if deeds is None:
        return fields
    ends = tuple(fields.get("path", ()))[-1:]
    kept = tuple(
        deed for deed in deeds if deed != ("conquers", *ends)
    )  # it is conquered when it is left, says a warning
    return {**fields, "deeds": kept if kept or not deeds else None}


def _way(value: TextNode, reader: Reader) -> MoveFields:
    """How a piece moves, as *value* says it without remarks."""
    commander: str | None = None
    if found := _COMMANDS.search(value.text):
        name = value.part(found.start(1), found.end(1))
        reader.mark(name, "commander")
        commander = reader.name(name, "general")
        value = value.part(0, found.start())
    back = _PAID_BACK.match(value.text)
    if found := _RE_ENTER.match(value.text) or (back if back and _WITH.search(value.text) else None):
        way = value.part(found.end())
        if not way.text:
            raise reader.blame(value, "no-goal")
        return _read_re_entry(way, reader)
    if (found := _MET.fullmatch(value.text)) and reader.knows(other := value.part(*found.span("other")), "general"):
        city = value.part(*found.span("city"))
        reader.mark(other, "joins")
        reader.mark(city, "path", 0)
        joined, met = reader.name(other, "general"), reader.name(city, "city")
        return {"how": JOIN, "joins": joined, "path": (met,), "commander": commander}
    joining = _joining(value, reader)
    if joining is not None:
        reader.mark(joining, "joins")
        return {"how": JOIN, "joins": reader.name(joining, "general"), "commander": commander}
    if commander is None and (staying := _staying(value, reader)) is not None:
        return staying
    how, way = MARCH, value
    if found := _FORCED_BEHIND.search(value.text):
        return {"how": FORCE_MARCH, "commander": commander, **_read_path(value.part(0, found.start()), value, reader)}
    if _is_plain(value, reader):  # a city may be called like a word: Marche
        return {"commander": commander, "path": read_cities(between(value, reader), reader, "path")}
    if found := _FORCED.match(value.text):
        how, way = FORCE_MARCH, value.part(found.end())
    elif going := _going(value, reader):
        way = going
    if not way.text:
        raise reader.blame(value, "no-goal")
    return {"how": how, "commander": commander, **_read_path(way, value, reader)}


def _deeds(value: TextNode, reader: Reader) -> tuple[TextNode, Deeds | None, Deeds]:
    """*value* without what it says that the move takes and destroys, that, and whom it meets; None if nothing."""
    if len(value.text) > _MOST_SAID:
        return value, None, ()
    if (found := _BRACKET.search(value.text)) and _SAID_BESIDE.search(found[1]):
        said = _deeds_in(value.part(*found.span(1)), reader)
        return (value.part(0, found.start()), *said) if said is not None else (value, None, ())
    for found in _DEEDS.finditer(value.text):
        onward = _ONWARD.search(value.text, found.end()) if found.start() == 0 else None
        said = _deeds_in(value.part(found.start(), onward.start() if onward else None), reader)
        rest = value.part(onward.end()) if onward else value.part(0, found.start())
        if said is not None and rest.text.rstrip(" ,;"):
            return rest.part(0, len(rest.text.rstrip(" ,;"))), *said
    return value, None, ()


def _deeds_in(text: TextNode, reader: Reader) -> tuple[Deeds | None, Deeds] | None:
    """What *text* says that a move does on its way, and whom it meets; None if anything in it says something else."""
    found: dict[tuple[str, str], None] = {}
    met: dict[tuple[str, str], None] = {}
    kind, does = "", False
    text = text.part(0, len(text.text.rstrip("!. ")))
    for each in text.split(";", ",", " and "):
        bit = each.part(0, end.start() if (end := _ON_THE_WAY.search(each.text)) else None)
        took, marked = _TAKES.fullmatch(bit.text), _MARKED.fullmatch(bit.text)
        if _ASIDE.fullmatch(bit.text):
            kind = ""
            continue
        if met_there := next(((k, m) for k, way in _MEETING.items() if (m := way.fullmatch(bit.text))), None):
            kind, named = met_there[0], bit.part(*met_there[1].span("other"))
        elif destroyed := _DESTROYS.fullmatch(bit.text):
            if (destroyed["whose"] or destroyed["which"]) and not destroyed["city"]:
                return None
            kind, named = "destroys", bit.part(*destroyed.span("city"))
        elif said := took or marked:
            kind, named = "conquers" if took else "flags", bit.part(*said.span("city"))
        elif kind:
            named = bit
        else:
            return None
        does = does or kind not in _MEETING
        if named.text.casefold() == "nothing" and took:
            continue
        what = "general" if kind in _MEETING else "city"
        if named.text and not reader.knows(named, what):
            return None
        (met if kind in _MEETING else found)[kind, reader.name(named, what) if named.text else ""] = None
    return tuple(found) if does else None, tuple(met)


def _without_remarks(value: TextNode, reader: Reader) -> tuple[TextNode, Deeds]:
    """*value* without what is said behind its cities and orders nothing, which is noted, and whom it meets there.

    `(via Passau)` is the way.
    """
    if (found := _BRACKET.search(value.text)) and (mark := _MARK.match(found[1])) and mark["via"]:
        value = TextNode(value.place, f"{value.text[: found.start()]} {found[1]}")
    if (found := _ATTACK_FROM.fullmatch(value.text)) and reader.knows(
        other := value.part(*found.span("other")), "general"
    ):
        return value.part(*found.span("city")), ((ATTACKS, reader.name(other, "general")),)
    said = value
    if found := _STOPS.search(said.text):
        said = said.part(0, found.start())
    if found := _STEPS.match(said.text):
        said = said.part(found.end())
    if found := _BY_ROAD.search(said.text):
        before = said.part(0, found.start())
        whole = before.text.count("(") == before.text.count(")")  # of `Brieg (4 steps on main roads)` it is a part
        said = before if whole or _FORCED_BEHIND.search(before.text) else said
    if (found := _NEXT_TO.search(said.text)) and reader.knows(said.part(*found.span("other")), "city", *_PIECES):
        said = said.part(0, found.start())
    noted, met = said, Deeds()
    for kind, beside in ((JOINS, _COMPANY), (JOINS, _JOINED), (ATTACKS, _ASSAILED), (AFTER, _BEHIND)):
        if (found := beside.search(said.text)) and not _GO.fullmatch(said.text, 0, found.start()):
            others = said.part(*found.span("other")).split(*AND)
            kinds = _PIECES if kind == AFTER else ("general",)
            if all(reader.knows(other, *kinds) for other in others):
                met += tuple((kind, reader.name(other, *kinds)) for other in others)
                said = said.part(0, found.start())
    if not said.text:
        return value, ()
    if noted is not value:
        reader.tell(value, "read-as", text=value.text, meant=noted.text)
    return said, met


def _going(value: TextNode, reader: Reader) -> TextNode | None:
    """What follows a word for going, unless it is the name of a city where the way begins: `Marche to Givet`."""
    found = _GO.match(value.text)
    named = found is not None and reader.knows(value.part(0, found.end()), "city")
    return value.part(found.end()) if found and not named else None


def _joining(value: TextNode, reader: Reader) -> TextNode | None:
    """The general to be joined: behind a word for that, or where the goal would be, if no city is called so."""
    if found := _JOIN.match(value.text):
        other = value.part(found.end())
        leads = _MARK.match(value.text) and reader.knows(other, "city")  # German "zu" is said of both
        return None if leads and not reader.knows(other, "general") else other
    rest = _going(value, reader) or value
    if rest is not value and (found := re.match(r"to\s+", rest.text)) and (met := _JOIN.match(rest.text, found.end())):
        return rest.part(met.end())  # `moves to join Broglie`
    if (mark := _MARK.match(rest.text)) and (mark["to"] or mark["toward"]):
        other = rest.part(mark.end())
        return other if reader.knows(other, "general") and not reader.knows(other, "city") else None
    return None


def _staying(value: TextNode, reader: Reader) -> MoveFields | None:
    """No move, if that is what *value* says; the city named is the one where the piece is."""
    if reader.chooses(value, STAY, under=STAY) or value.text.casefold() in _NOTHING:
        return {"how": STAY}
    found = _STAY.match(value.text)
    if found is None:
        return None
    city = value.part(found.end())
    if not city.text:
        return {"how": STAY}
    reader.mark(city, "path", 0)
    return {"how": STAY, "path": (reader.name(city, "city"),), "starts": True}


def _is_plain(way: TextNode, reader: Reader) -> bool:
    """Whether *way* is cities with arrows between them and no other word."""
    return all(reader.knows(part, "city") for part in way.split(*ARROWS))


def _read_path(way: TextNode, value: TextNode, reader: Reader) -> MoveFields:
    """The cities of a way with arrows or words between them, in the order in which they are passed."""
    if not _MARK.search(way.text) or reader.knows(way, "city"):
        return {"path": read_cities(between(way, reader), reader, "path")}
    marks = list(_MARK.finditer(way.text))
    starts = bool(marks[0]["origin"]) and marks[0].start() == 0
    ends = [*(mark.start() for mark in marks[1:]), len(way.text)]
    legs = [(str(mark.lastgroup), way.part(mark.end(), end)) for mark, end in zip(marks, ends, strict=True)]
    if before := way.part(0, marks[0].start()).text:
        starts = starts or legs[0][0] in ("to", "toward")
        legs.insert(0, ("start", way.part(0, marks[0].start())))
    elif starts and len(legs) == 1 and len(between(legs[0][1], reader)) == 1:
        raise reader.blame(value, "no-goal")
    if any(kind == "origin" for kind, _ in legs[1:]) or (before and legs[1][0] == "origin"):
        raise reader.blame(value, "unclear-way")
    legs = [*((kind, _without_end_mark(text)) for kind, text in legs[:-1]), legs[-1]]
    parts = _in_order([(kind, _places(kind, text, reader)) for kind, text in legs], value, reader)
    for kind, text in legs:
        if kind == "toward":
            reader.tell(text, "toward-read-as-to", text=text.text)
    path = read_cities(parts, reader, "path")
    return {"path": path, "starts": starts, "via": len(path) > 1 + starts and any(kind == "via" for kind, _ in legs)}


def _places(kind: str, text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The names of cities in a part of a way; of those that it goes *via*, the last may follow an `and`."""
    texts = text.split(*AND) if kind == "via" else (text,)
    return tuple(part for each in texts for part in between(each, reader))


def _without_end_mark(text: TextNode) -> TextNode:
    """*text* without a comma or an arrow that only leads to the next word: `Enns, then Linz`."""
    mark = next((mark for mark in ARROWS if text.text.endswith(mark)), "")
    return text.part(0, len(text.text) - len(mark)) if mark else text


def _in_order(legs: list[tuple[str, tuple[TextNode, ...]]], value: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The parts of a way as they are passed: what is said to be on the way comes before where it leads."""
    goals = [number for number, (kind, _) in enumerate(legs) if kind in ("to", "toward")]
    late = [number for number, (kind, _) in enumerate(legs) if kind == "via" and goals and number > goals[-1]]
    if late:
        goal = legs[goals[-1]][1]
        if len(goal) > 1 or late[-1] != len(legs) - 1:
            raise reader.blame(value, "unclear-way")
        legs = [*legs[: goals[-1]], *legs[goals[-1] + 1 :], ("to", goal)]
    if [kind for kind, _ in legs] == ["start", "via"] and len(legs[0][1]) == 1:
        legs = [legs[1], legs[0]]  # `Grottkau via Breslau`
    if legs[-1][0] == "via" and len(legs[-1][1]) == 1:
        raise reader.blame(value, "no-goal")
    return tuple(part for _, parts in legs for part in parts)


def _read_re_entry(value: TextNode, reader: Reader) -> MoveFields:
    cards: tuple[str, ...] = ()
    if found := _WITH.search(value.text):
        paid = value.part(found.end())
        reader.mark(paid, "cards")
        cards = names_in(paid, reader, TOGETHER, "card")
        value = value.part(0, found.start())
    elif (parted := _city_and_cards(value, reader)) is not None:
        value, paid = parted
        reader.mark(paid, "cards")
        cards = names_in(paid, reader, TOGETHER, "card")
    reader.mark(value, "path", 0)
    return {"how": RE_ENTER, "path": (reader.name(value, "city"),), "cards": cards}


def _city_and_cards(value: TextNode, reader: Reader) -> tuple[TextNode, TextNode] | None:
    """The city in *value* and the cards behind it with no word between: `München ♥4`; None if there are none."""
    if reader.knows(value, "city"):
        return None
    spaces = [found.span() for found in re.finditer(r"[\s,:]+", value.text[:_MOST_SAID])]
    parted = ((value.part(0, start), value.part(end)) for start, end in spaces)
    found = (each for each in parted if reader.knows(each[0], "city"))
    return next((each for each in found if reader.attempt(partial(names_in, each[1], reader, TOGETHER, "card"))), None)


UNREAD = "unread"
"""In a draft: how the pieces move could not be read, but perhaps where to. It is never carried out."""


_FIRST = late_pattern(r"first,?\s+(?=\S)", re.IGNORECASE)
_REST_STAYS = late_pattern(
    r"(?:and\s+)?(?:(?:all|the)\s+(?:the\s+)?(?:others?|rest)|every(?:one|body|thing)\s+else)\s+"
    r"(?:stays?|remains?|holds?|do(?:es)?\s+not\s+move)(?:\s+(?:put|in\s+place|where\s+they\s+are))?",
    re.IGNORECASE,
)
"""What is so of all pieces that are not named."""
_PIECES = ("general", "train")
_MOST_HEAD, _MOST_TOGETHER = 100, 400
"""Characters; the names of two pieces are shorter."""


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One move of one piece, or of two generals that leave together."""

    pieces: tuple[str, ...]
    how: str = MARCH
    path: tuple[str, ...] = ()
    """The cities as written: the whole path or only the destination."""
    starts: bool = False
    """Whether the first city of the path is given as the one where the pieces are."""
    via: bool = False
    """Whether the path leads through its cities in their order, perhaps through others between them as well."""
    joins: str | None = None
    cards: tuple[str, ...] = ()
    """The faces of the cards that pay for a re-entry; none: the engine takes the cheapest."""
    commander: str | None = None
    """The general that commands the stack that the move forms, if the ranks are equal (6)."""
    deeds: Deeds | None = None
    """What it is to do on its way, which decides between routes."""
    meets: Deeds = ()
    """The generals that its pieces are to attack, or be with, after all moves."""

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* with the moves of one item apart: `Karl to Linz, train 2 stays`."""
        if isinstance(node, TextNode) and node.rows == (node,) and ";" in node.text:
            parts = node.split(";")
            if all(reader.attempt(partial(Move.read, part, reader)) for part in parts):
                return ListNode(node.place, parts)
        if not isinstance(node, ListNode):
            return node
        items = [item for item in node.items if not (isinstance(item, TextNode) and _REST_STAYS.fullmatch(item.text))]
        return ListNode(node.place, tuple(each for item in items for each in _moves_in(item, reader)))

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Move":
        if (found := pair(node)) is not None:
            key, value = found
            if not isinstance(value, TextNode):
                raise reader.blame(value, "not-a-move")
            return _move(key, value, reader)
        if isinstance(node, TextNode):
            return _in_one_text(node, reader)
        raise reader.blame(node, "not-a-move")

    def spell(self, speller: NameSpeller) -> dict[str, str]:
        key = " + ".join(speller.name("general train", piece) for piece in self.pieces)
        return {key: self._way(speller) + self._deeds(speller) + self._command(speller)}

    def _way(self, speller: NameSpeller) -> str:
        if self.how == STAY:
            return STAY
        if self.joins:
            where = f" in {spell_cities(self.path, speller)}" if self.path else ""
            return f"join {speller.name('general', self.joins)}{where}"
        cities = ("from " if self.starts else "") + spell_cities(self.path, speller)
        if self.via:
            first, between = (
                self.path[: self.starts],
                ", ".join(speller.name("city", city) for city in self.path[self.starts : -1]),
            )
            start = f"from {spell_cities(first, speller)} " if first else ""
            cities = f"{start}via {between} to {speller.name('city', self.path[-1])}"
        if self.how == RE_ENTER:
            paid = " + ".join(speller.name("card", card) for card in self.cards)
            return f"re-enter {cities} with {paid}" if paid else f"re-enter {cities}"
        if self.how == FORCE_MARCH:
            return f"force march {'to ' if len(self.path) == 1 else ''}{cities}"
        return cities

    def _deeds(self, speller: NameSpeller) -> str:
        words = {"conquers": "takes", "destroys": "destroys the train in", "flags": "? on"}
        deeds = self.deeds or ()
        said = [f"{words[kind]} {speller.name('city', c)}" if c else "destroys the train" for kind, c in deeds]
        said += ["takes nothing"] if self.deeds == () else []
        said += [f"{kind} {speller.name('general train', piece)}" for kind, piece in self.meets]
        return f" ({', '.join(said)})" if said else ""

    def _command(self, speller: NameSpeller) -> str:
        return f", {speller.name('general', self.commander)} commands" if self.commander else ""


def _moves_in(item: Node, reader: Reader) -> tuple[Node, ...]:
    """The moves in *item*, which is one if it can be read as one."""
    if not isinstance(item, TextNode) or len(item.text) > _MOST_TOGETHER:
        return (item,)
    first = _FIRST.match(item.text)
    parts = item.part(first.end() if first else 0).split(",", ";")
    each = (partial(Move.read, part, reader) for part in parts)
    alone = len(parts) == 1 or reader.attempt(partial(Move.read, item, reader)) or not all(map(reader.attempt, each))
    return (item,) if alone else parts


def _move(key: TextNode, value: TextNode, reader: Reader) -> Move:
    """The move of the pieces that *key* names."""
    if found := _NEXT.match(key.text):
        key = key.part(found.end())
    reader.mark(key, "pieces")
    if len(key.split(*AND)) > 1:
        value = value.part(found.end() if (found := _TOGETHER.match(value.text)) else 0)
        value = value.part(0, found.start() if (found := _TOGETHER_BEHIND.search(value.text)) else None)
        key = key.part(0, found.start() if (found := _TOGETHER_BEHIND.search(key.text)) else None)
    apart = ((each,) if reader.knows(each, *_PIECES) else each.split(",") for each in key.split(*AND))
    named = with_words(tuple(part for parts in apart for part in parts), reader, *_PIECES)
    pieces = [tried(part, reader, *_PIECES) for part in named]
    try:
        way = read_way(value, reader)
    except Misread:
        if None in pieces:
            raise
        way = {"how": UNREAD, "path": _goal(value, reader)}
    if None in pieces:
        raise Misread
    return Move(pieces=tuple(piece or "" for piece in pieces), **way)


def _goal(value: TextNode, reader: Reader) -> tuple[str, ...]:
    """The city that a move which cannot be read ends in, if that is clear."""
    last = value.split(*ARROWS)[-1]
    return (reader.name(last, "city"),) if last.text and reader.knows(last, "city") else ()


def _in_one_text(text: TextNode, reader: Reader) -> Move:
    """A move without a colon: `Broglie > Linz`, `Train 1 to Paris`, `Broglie Linz`."""
    if found := _NEXT.match(text.text):
        text = text.part(found.end())
    arrows = ((text.part(0, found.start()), text.part(found.end())) for found in _JOINT.finditer(text.text))
    parted = [
        (head, rest)
        for head, rest in (*arrows, *heads(text))
        if 0 < len(head.text) <= _MOST_HEAD
        and all(reader.may_name(part, "general", "train") for part in with_words(head.split(*AND), reader, *_PIECES))
    ]
    if not parted:
        raise reader.blame(text, "not-a-move")
    readings = {f"{head.text}: {rest.text}": partial(_move, head, rest, reader) for head, rest in parted}
    for move in reader.agreed(text, readings):
        return move
    return _move(*parted[0], reader)
