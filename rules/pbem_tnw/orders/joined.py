"""Lines that say what two lines say, and moves to what is not one duchy.

Charles: Mantua and assault it        a move, and the assault at its end
move: 1 unit from Mainz to Paris      a Detachment that is formed, and its move
Charles: Mantua, then Milan if won    a move, and one under a condition

The problems and their arguments:

    two-goals          goal, other, test   a move to one place or another, the first under a test
    general-as-place   general        a move to where a general is
    lone-units-go-on                  a line behind a move of lone units that does not say who acts
    after-joined-line  number         a plus after so many lines, of which one stands for two
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pbem.engine.languages import FROM, STAY, THEN, TO, VIA, either
from pbem.engine.languages import HERE as IN_PLACE
from pbem.engine.reading import (
    AND,
    ARROW,
    ListNode,
    MappingNode,
    Node,
    Reader,
    TextNode,
    along,
    fold,
    heads,
    late_pattern,
    pair,
)
from pbem_tnw.orders.lines import AssaultLine, DropLine, FlagLine, MoveLine, OrderLine, RegroupLine, TakeLine
from pbem_tnw.orders.marching import marchers, marchers_first
from pbem_tnw.orders.names import HERE, mapping, without_condition
from pbem_tnw.orders.verbs import BY_WORD, verb_first

_ASSAULT = late_pattern(
    r"\s*(?:[,;]\s*(?:(?:and\s+then|and|then)\s+)?|\s(?:and\s+then|and|then|&|\+)\s+)"
    r"(?P<said>(?:assaults?|storms?|fights?|(?:(?:plac|plant|put|rais)e?s?\s+(?:an?|the|our|its|my)\s+)?flags?)"
    r"(?:\s+(?:it|there|here|the\s+(?:fortress|city|place)))?(?:\s+at\s+once)?)\.?$",
    re.IGNORECASE,
)
_BESIEGES = late_pattern(r"(?:assault|besiege|siege|storm)s?\b", re.IGNORECASE)
_ARRIVES = late_pattern(r"(?:land|disembark|move|march|go|advance|step)(?:s|es)?(?:\s|$)", re.IGNORECASE)
_VIA = late_pattern(rf"\s(?:{either(VIA)})\s", re.IGNORECASE)
_THEN = late_pattern(rf"(?<![\s,])[\s,]{{1,9}}(?:{either(THEN)})\s+(?:(?:{either(TO)})\s+)?(?=\S)", re.IGNORECASE)
_COUNT = r"(?:an?|one|two|three|four|five|six|\d{1,2})"
_LONE = late_pattern(
    rf"(?:(?:moves?|march|sends?)\s+)?(?P<who>{_COUNT}\s*(?:u|units?|sp)),?\s+(?:{either(FROM)})\s+"
    rf"(?P<start>\S.*?)(?:\s+(?:{either(TO)})\s+|{ARROW.pattern})(?P<way>\S.*)",
    re.IGNORECASE,
)
_BOX: Final = ("regroup box", "the regroup box")
_SHIPS: Final = r"(?:sails?|go(?:es)?|moves?|attacks?|to|into)"
_FLEET = late_pattern(
    r"(?:the\s+)?(?:(?P<n>all(?:\s+the)?|an?|one|two|three|\d{1,2})\s+)?(?P<kind>squadrons?)\s+(?:of|in|at|from)\s+"
    rf"(?P<start>\S.*?)\s+(?P<verb>{_SHIPS})\s+(?:(?:to|into)\s+)?(?P<goal>\S.*)",
    re.IGNORECASE,
)
_FLEET_OF = late_pattern(
    rf"(?:the\s+)?(?P<n>)(?P<start>\S.*?)\s+(?P<kind>squadrons?)\s+(?P<verb>{_SHIPS})\s+(?:(?:to|into)\s+)?(?P<goal>\S.*)",
    re.IGNORECASE,
)
_FLEET_SENT = late_pattern(
    r"(?P<verb>sails?|moves?|sends?)\s+(?:the|our)\s+(?P<n>)(?P<start>\S.*?)\s+(?P<kind>squadrons?)\s+(?:in)?to\s+(?P<goal>\S.*)",
    re.IGNORECASE,
)
_TAKES = late_pattern(
    r"(?P<who>\S.{0,40}?)\s+(?:takes|brings|leads)\s+(?P<what>\S.*?)\s+(?:to|into)\s+(?P<goal>\S.*)", re.IGNORECASE
)
_TOGETHER = late_pattern(r",?\s+together(?=\s)", re.IGNORECASE)
_UNITS_GO = late_pattern(rf"{_COUNT}\s*(?:u|units?|sp)\s+(?:{either(TO)}|{ARROW.pattern})\s*\S", re.IGNORECASE)
_JOINS_AT = late_pattern(
    rf"(?:^|\s)(?:joins?|{either(TO)}\s+join|{either(TO)})\s+(?P<whom>\S.{{0,60}}?)\s+(?:at|in)\s+(?P<at>\S.*)",
    re.IGNORECASE,
)
_OR: Final = ("or", "else", "otherwise", "or else")
_OTHER = late_pattern(r"[\s,;]+(?:or\s+else|or|else|otherwise)\s*:?\s+(?:to\s+)?(?=\S)", re.IGNORECASE)
_OF_BATTLE = late_pattern(r"\b(?:odds|margin|need)\b", re.IGNORECASE)
_MEETS = late_pattern(
    rf"(?:^|(?<![\s,;])[\s,;]{{1,9}})(?:(?:and|then)\s+)?(?:joins?|to\s+join|joining|links?\s+up\s+with"
    rf"|stacks?\s+with|{either(TO)}|{ARROW.pattern})\s*(?P<whom>\S.*)",
    re.IGNORECASE,
)


_ONWARD = late_pattern(r"(?:,\s*(?:and\s+)?|\s+and\s+)(?:then\s+)?on\s+to\s+(?P<goal>\S.*)", re.IGNORECASE)
_THERE = late_pattern(r"\s+(?:(?:is|are|stands)\s+)?(?P<no>not\s+)?there(?=\s*(?:$|[,;)\]]|and\s|or\s))", re.IGNORECASE)
_LINK = late_pattern(rf"(?:(?<!\s)\s+(?:{either(TO)})|(?<!\s)\s*(?::|{ARROW.pattern}))?\s*$", re.IGNORECASE)
_STARTS = late_pattern(rf"\s(?:{either(FROM)})\s+$", re.IGNORECASE)
_LEFT_BEHIND = late_pattern(
    rf"(?<=\w),\s+(?:and\s+)?(?:{_COUNT}|the\s+(?:rest|others?))(?:\s+units?)?\s+(?:stays?|remains?)(?:\s+(?:behind|(?:in|at)\s+(?P<at>[^,;]+)))?$",
    re.IGNORECASE,
)
_COUNTED = late_pattern(rf"\s(?:with|takes|brings|leads)\s+{_COUNT}\s*(?:u|units?|sp)\s", re.IGNORECASE)
_WISH = late_pattern(r"(?P<key>evade|intercept)s?\b", re.IGNORECASE)
_BEATEN = late_pattern(r"\b(?:beaten|defeated|loses|lost)\b", re.IGNORECASE)
_FALLS_BACK = late_pattern(
    r"\b(?:retreats?|withdraws?|falls?\s+back|goes\s+back)\s+to\s+(?P<goal>[^,;.]+)", re.IGNORECASE
)
_USES = late_pattern(r"(?:always\s+)?(?:use|play)s?\s+", re.IGNORECASE)
_AS = late_pattern(r"(?:as|for)\s", re.IGNORECASE)
_AT_PLACE = late_pattern(r"(?P<who>\S.{0,60}?)\s+(?:(?P<back>back\s+(?:at|in|to))|at|in)\s+(?P<at>\S.*)", re.IGNORECASE)
_NOTHING = late_pattern(
    r"(?:none|nothing|nobody|no\s+(?:one|units?|squadrons?|ships?|generals?))(?:\s+(?:at|in|from|to|into)\s[^,;]+)?\.?",
    re.IGNORECASE,
)
_STAYS = late_pattern(rf"(?:{either(STAY)})(?:\s+(?:{either(IN_PLACE)})(?:\s+(?P<place>\S.*))?)?", re.IGNORECASE)


def orders_nothing(node: Node, reader: Reader) -> bool:
    """Whether *node* is a line such as `Moore stays` or `embark no units at Malta`."""
    parted = pair(node)
    ways = (parted,) if parted else tuple(heads(node)) if isinstance(node, TextNode) else ()
    if any(
        isinstance(rest, TextNode)
        and (verb := BY_WORD.get(fold(head.text)))
        and _NOTHING.fullmatch(rest.text)
        and verb.word != "rest"  # which says so of what is left
        for head, rest in ways
    ):
        return True
    return any(
        isinstance(rest, TextNode)
        and (said := _STAYS.fullmatch(rest.text.rstrip(".")))
        and (said["place"] is None or reader.knows(rest.part(said.start("place"), said.end("place")), "duchy"))
        and all(part.text and reader.knows(part, "general") for part in head.split(*AND, ","))
        for head, rest in ways
    )


def lines_in(node: Node, reader: Reader) -> tuple[Node, ...]:
    """*node* as the lines that it stands for, which is noted where it stands for two."""
    lines, said, meant = _read_as(node, reader)
    if said is not None:
        reader.tell(said, "read-as", text=said.text, meant=meant)
    return lines


def stands_for_two(node: Node, reader: Reader) -> bool:
    """Whether a line in *node*, a list, stands for two."""
    items = node.items if isinstance(node, ListNode) else (node,)
    return any(len(_read_as(item, reader)[0]) > 1 for item in items)


_Reading = tuple[tuple[Node, ...], TextNode | None, str]
"""Lines, the text for which they stand, None if it says just that, and what it was read as."""


def _read_as(node: Node, reader: Reader) -> _Reading:
    key, said = _parted(node)
    if key is None and said is not None and (left := _left_behind(said, reader)) is not None:
        lines, _, meant = _read_as(said.part(0, left.start()), reader)  # who is left is what the number leaves
        return lines, said, meant or said.text[: left.start()]
    if key is None and said is not None and (line := _in_order(said, reader)) is not None:
        return (_with_assault(line, reader) or ((line,),))[0], said, line.text
    if said is not None and (onward := _onward(node, reader)):
        return onward, said, ", ".join(each.text for each in onward if isinstance(each, TextNode))
    if said is None or without_condition(said)[1]:
        return _then_if(node, reader) or ((node,), None, "")
    arrives = key is None or _ARRIVES.match(key.text)
    if arrives and (found := _LONE.fullmatch(said.text)) and fold(found["start"]) not in _BOX:
        form = TextNode(said.place, f"form {found['who']} at {found['start']}")
        way = said.part(*found.span("way"))
        return (form, TextNode(way.place, f"move {way.text}")), said, f"{form.text}, move {way.text}"
    if (found := _JOINS_AT.search(said.text)) and reader.may_name(said.part(*found.span("whom")), "general"):
        goal = said.part(*found.span("at"))
        to = "" if not said.part(0, found.start()).text else "to "
        way = TextNode(said.place, f"{said.part(0, found.start()).text} {to}{goal.text}".strip())
        return (mapping(node, ((key, way),)) if key is not None else way,), said, way.text
    return _with_assault(node, reader) or ((node,), None, "")


def _left_behind(text: TextNode, reader: Reader) -> re.Match[str] | None:
    """Who is said to stay of a counted march, and not where it goes, which would be a Detachment there."""
    left = _LEFT_BEHIND.search(text.text)
    if left is None or not _COUNTED.search(text.text):
        return None
    at = text.part(*left.span("at")) if left["at"] else None
    gone = at is not None and fold(at.text) in fold(text.text[: left.start()]).replace(f"from {fold(at.text)}", "")
    return None if gone or (at is not None and not reader.knows(at, "duchy")) else left


def _then_if(node: Node, reader: Reader) -> _Reading | None:
    """A move and the one behind `then`, of which the condition is; None if there is none."""
    key, whole = _parted(node)
    said = without_condition(whole)[0] if whole is not None else None
    found = [*_THEN.finditer(said.text)][-1:] if said is not None else []
    if not found or whole is None or said is None or not _is_move(key, said, reader):
        return None
    first, goal = said.part(0, found[0].start()), said.part(found[0].end())
    if without_condition(first)[1] or not all(reader.knows(each, "duchy") for each in along(goal, reader, "duchy")):
        return None
    behind = TextNode(goal.place, f"move {whole.text[found[0].end() :]}")
    return (mapping(node, ((key, first),)) if key is not None else first, behind), whole, f"{first.text}, {behind.text}"


def _in_order(text: TextNode, reader: Reader) -> TextNode | None:
    """Squadrons with the verb first, `the Brest squadron sails to Cadiz`, and `Ney takes 2 units to Ulm` as a march."""
    said, _ = without_condition(text)
    if (found := _TOGETHER.search(text.text)) and marchers(text.part(0, found.start()), reader):
        return TextNode(text.place, f"{text.text[: found.start()]}{text.text[found.end() :]}")
    more = _ASSAULT.search(said.text)
    if (found := _TAKES.fullmatch(said.text[: more.start() if more else None])) and text.text.startswith(said.text):
        who, goal = said.part(*found.span("who")), said.part(*found.span("goal"))
        if reader.knows(who, "general") and reader.knows(goal, "duchy"):
            march = f"{who.text} with {found['what']} to {goal.text}"
            return TextNode(text.place, march + text.text[more.start() if more else len(said.text) :])
    if not text.text.startswith(said.text):
        return None
    for form in (_FLEET, _FLEET_OF, _FLEET_SENT):
        if (found := form.fullmatch(said.text)) and all(
            reader.knows(said.part(*found.span(end)), "place") for end in ("start", "goal")
        ):
            return TextNode(text.place, _fleet_line(found) + text.text[len(said.text) :])
    return None


def _fleet_line(found: re.Match[str]) -> str:
    """The line of Squadrons of which it is *found* how many go or attack, from where and where."""
    start, goal = found["start"], found["goal"]
    number = "1" if not found["n"] and fold(found["kind"]) == "squadron" else found["n"] or "all"
    ships = "" if fold(number).startswith("all") else f"{number} squadrons "
    if fold(number) in ("1", "a", "an", "one"):
        ships = "1 squadron "
    if fold(found["verb"]).startswith("attack"):
        return f"attack {ships}from {start} at {goal}" if ships else f"attack {goal} from {start}"
    return f"sail {ships}from {start} to {goal}"


def _onward(node: Node, reader: Reader) -> tuple[Node, ...]:
    """A march and the next one of the same Formation, of which alone a condition is: `Ney to Ulm, and on to Linz`."""
    key, said = _parted(node)
    found = _ONWARD.search(said.text) if said is not None else None
    first = said.part(0, found.start()) if said is not None and found is not None else None
    if (
        said is None
        or found is None
        or first is None
        or without_condition(first)[1]
        or not _is_move(key, first, reader)
    ):
        return ()
    goal = said.part(*found.span("goal"))
    if not (_goal(first, reader) and reader.knows(without_condition(goal)[0], "duchy")):
        return ()
    line = mapping(node, ((key, first),)) if key is not None else first
    return line, TextNode(goal.place, f"move {goal.text}")


def with_place_named(node: Node, reader: Reader) -> Node:
    """*node* with the goal of its line in place of `there` in its condition: `Ney to Ulm if Mack is there`."""
    key, said = _parted(node)
    line, condition = without_condition(said) if said is not None else (None, ())
    found = _THERE.search(said.text, len(line.text)) if said is not None and line is not None and condition else None
    goal = _goal(line, reader) if line is not None and found is not None else None
    if said is None or line is None or found is None or goal is None or _VIA.search(line.text):
        return node
    there = f"{'is not' if found['no'] else 'is'} in {re.sub(r'^move ', '', goal.text)}"
    whole = TextNode(said.place, f"{said.text[: found.start()]} {there}{said.text[found.end() :]}")
    reader.tell(said, "read-as", text=said.text, meant=whole.text)
    return mapping(node, ((key, whole),)) if key is not None else whole


def with_other_goal(line: TextNode, other: TextNode, test: TextNode, reader: Reader) -> TextNode:
    """`Ney to Linz`, of the *line* `Ney to Ulm` and *other*, `to Linz`; no more than its one place may be other."""
    goal, verb = _goal(line, reader), verb_first(line)
    goes = verb is None or verb[0].line in (MoveLine, RegroupLine)
    if goal is None or not goes or {",", ";"} & set(line.text):
        raise reader.blame(other, "else-of-line")
    who = _LINK.sub("", line.text[: goal.place.column - line.place.column])
    way = line.part(0, len(who))
    before = _goal(way, reader)
    if not line.text.endswith(goal.text) or (before is not None and not _STARTS.search(who[: -len(before.text)])):
        raise reader.blame(other, "two-goals", goal=line.text, other=other.text, test=test.text)
    return TextNode(other.place, f"{who} {other.text}")


def is_lone(nodes: tuple[Node, ...]) -> bool:
    """Whether the lines that one stands for are of units without a general."""
    first = nodes[0]
    return len(nodes) > 1 and isinstance(first, TextNode) and first.text.startswith("form ")


def names_no_one(lines: Iterable[OrderLine]) -> bool:
    """Whether the next of *lines* that leads or follows a Formation leaves open which."""
    for line in lines:
        if isinstance(line, MoveLine):
            return not line.commander
        if isinstance(line, DropLine | TakeLine):
            return True
        if isinstance(line, AssaultLine) and line.at == HERE:
            return True
        if isinstance(line, FlagLine) and HERE in line.at.names:
            return True
    return False


def _parted(node: Node) -> tuple[TextNode | None, TextNode | None]:
    """The key of a line, if it has one, and its text; no text if there is more than a text below or beside the key."""
    if isinstance(node, TextNode):
        return None, node
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    if len(pairs) != 1 or not isinstance(pairs[0][1], TextNode):
        return None, None
    return pairs[0][0], pairs[0][1]


def _with_assault(node: Node, reader: Reader) -> _Reading | None:
    """A line and the assault that is said behind it; None if none is, or it is not sure where."""
    key, said = _parted(node)
    found = _ASSAULT.search(said.text) if said is not None else None
    if said is None or found is None:
        return None
    first, behind = said.part(0, found.start()), said.part(*found.span("said"))
    goal = _goal(first, reader)
    verb = key if key is not None else first
    arrives = _ARRIVES.match(verb.text) or (marchers(key, reader) if key is not None else marchers_first(first, reader))
    if goal is None or not (arrives or _BESIEGES.match(verb.text)):
        return None
    whole = mapping(node, ((key, first),)) if key is not None else first
    flags = "flag" in behind.text.casefold()
    if not arrives and flags:
        return None
    if not arrives or behind.text.casefold().startswith("fight"):  # `siege Mantua and assault it`, `Ulm and fight`
        return (whole,), said, first.text
    assault = TextNode(behind.place, f"{'flag' if flags else 'assault'} {goal.text}")
    return (whole, assault), behind, assault.text


def _goal(text: TextNode, reader: Reader) -> TextNode | None:
    """The duchy at the end of *text*, or before what is said there of the way."""
    if found := _VIA.search(text.text):
        text = text.part(0, found.start())
    return next((end for end in _ends(text) if reader.knows(end, "duchy")), None)


def _ends(text: TextNode) -> Iterator[TextNode]:
    yield text
    yield from (rest for _, rest in reversed(list(heads(text))))


def refuse_other_goals(node: Node, reader: Reader) -> None:
    """Refuse a move to one place or another, and one to where a general is, which no line can say."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    if other := next((pair for pair in pairs if fold(pair[0].text) in _OR), None):
        goal = next((value for key, value in pairs if key is not other[0]), None)
        if isinstance(goal, TextNode) and isinstance(other[1], TextNode) and _goal(goal, reader):
            raise reader.blame(other[0], "two-goals", goal=goal.text, other=other[1].text, test="")
    key, said = _parted(node)
    if said is None or not said.text:
        return
    if key is None and (parts := pair(said)) and isinstance(parts[1], TextNode) and marchers(parts[0], reader):
        key, said = parts[0], parts[1]
    for found in _OTHER.finditer(said.text):
        before, condition = without_condition(said.part(0, found.start()))
        first, second = _goal(before, reader), said.part(found.end())
        if first is not None and reader.knows(second, "duchy") and _is_move(key, said, reader):
            test = next((value.text for _, value in condition if isinstance(value, TextNode)), "")
            test = "" if _OF_BATTLE.search(test) else test  # which is another at another place
            raise reader.blame(second, "two-goals", goal=first.text, other=second.text, test=test)
    _refuse_general(key, said, reader)
    if key is not None and _ARRIVES.fullmatch(key.text):
        _refuse_without_goal(said, reader)


def refuse_what_is_no_line(text: TextNode, reader: Reader) -> None:
    """Refuse a standing wish by the key that it is about, and a general at a place, who may be built or come back."""
    said, _ = without_condition(text)
    if found := _WISH.match(said.text):
        raise reader.blame(text, "of-standing", key=found["key"].casefold(), text=text.text)
    if _BEATEN.search(text.text) and (found := _FALLS_BACK.search(text.text)):
        raise reader.blame(text, "retreat-of-battle", goal=found["goal"])
    if (found := _AT_PLACE.fullmatch(said.text)) and reader.knows(said.part(*found.span("at")), "duchy"):
        who, at = said.part(*found.span("who")), found["at"]
        if all(part.text and reader.knows(part, "general") for part in who.split(*AND, ",")):
            other = f"{who.text}: {at}" if found["back"] else f"build {who.text} at {at}"
            raise reader.blame(text, "two-meanings", meanings=(f"regroup {who.text} at {at}", other))


def refuse_cards(text: TextNode, reader: Reader) -> None:
    """Refuse a line that begins with a card, by which another may be answered, or one that is for battles."""
    use = _USES.match(text.text)
    said = text.part(use.end()) if use else text
    for card, rest in ((said, said.part(len(said.text))), *heads(said)):
        if " " in card.text and not _AS.match(rest.text) and reader.knows(card, "card"):
            key = "battle" if "battle" in rest.text.casefold() else "respond"
            raise reader.blame(text, "of-standing", key=key, text=text.text, card=card.text)


def _is_move(key: TextNode | None, said: TextNode, reader: Reader) -> bool:
    first = key if key is not None else said
    return bool(
        _ARRIVES.match(first.text) or _MEETS.match(first.text) or marchers(first, reader)
        or any(marchers(head, reader) for head, _ in heads(first))
    )  # fmt: skip


def _refuse_general(key: TextNode | None, said: TextNode, reader: Reader) -> None:
    ways = [said] if key is not None and not _ARRIVES.match(key.text) else []
    ways += [said.part(*found.span("whom")) for found in _MEETS.finditer(said.text)]
    for whom in ways:
        if reader.may_name(whom, "general") and not reader.may_name(whom, "place") and _is_move(key, said, reader):
            raise reader.blame(whom, "general-as-place", general=whom.text)


def _refuse_without_goal(said: TextNode, reader: Reader) -> None:
    """Refuse `move: Ney with Davout` and `move: 3 units to Munich`."""
    who = () if reader.may_name(said, "duchy") else marchers(said, reader)
    if who and all(key.text != "at" for key, _ in who):
        raise reader.blame(said, "no-goal")
    if _UNITS_GO.match(said.text):
        raise reader.blame(said, "move-without-commander")
