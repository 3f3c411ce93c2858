"""One sheet for several decisions of a seat: a part for each below its heading.

All plans of a sheet count together or not at all: without the first of three the others would be for other turns.

The faults beside those of reading an order, and their arguments:

    unknown-plan    text, nearest, words    `for` names nothing that may be planned
    no-condition    text                    `when` for a decision that knows no conditions
    plans-sealed                            the game's sheets are sealed, and a log would hold plans in clear

A heading may be missing where a key can belong to one decision only. With one decision a sheet has no parts.

The faults beside those of each part, and their arguments:

    unknown-heading  key, nearest, headings   neither a heading nor a key of what is asked
    unclear-heading  key, headings            a key that several decisions have, below none of their headings
    settled          key                      an answer to a decision that is not open any more
    named-twice      text, line               a decision that is answered twice
    empty-sheet                               nothing below any heading
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order, Weight
from pbem.engine.play import PLANS_STEP, Coming
from pbem.engine.position import KeptOrder, Position
from pbem.engine.reading import Lexicon, ListNode, MappingNode, Misread, Node, Place, TextNode
from pbem.engine.table import Step
from pbem.sheet.check import WordsWanted, check_sheet, judged, keys_of, with_names_settled
from pbem.sheet.fault import MOST_PLANS, ReadSheet, SheetFault, WordsRead, bounded, fault, first, tidy
from pbem.sheet.names import folded, near
from pbem.sheet.nodes import NothingNode, SheetTree, compose, parsed
from pbem.sheet.reader import SheetReader, late, taken_out
from pbem.sheet.repair import RepairedText, looked_at_again
from pbem.sheet.words import PASS_WORDS, Settled, says_pass

FOR, WHEN = "for", "when"


class PlansWanted(msgspec.Struct, frozen=True):
    """What a seat may plan, by the names that people write after `for`; nothing may be kept where sheets are *sealed*.

    A name that stands for two of them stands for none.
    """

    seat: str = ""
    coming: Mapping[str, Coming] = {}
    sealed: bool = False


class PlansRead(msgspec.Struct, frozen=True):
    """The *plans* of a sheet, none if a fault stops them; they are `there` if the sheet has the key."""

    plans: tuple[KeptOrder, ...] | None = None
    faults: tuple[SheetFault, ...] = ()
    place: Place | None = None


def names_plans(key: TextNode, wanted: PlansWanted) -> bool:
    """Whether *key* is the one that plans are below."""
    return bool(wanted.coming) and folded(key.text) == PLANS_STEP


def has_plans(text: str, wanted: PlansWanted) -> bool:
    """Whether there are plans in a sheet."""
    root = parsed(text)[1].root if wanted.coming else None
    return isinstance(root, MappingNode) and any(names_plans(key, wanted) for key, _ in root.pairs)


def read_plans(key: TextNode, node: Node, wanted: PlansWanted, lexicon: Lexicon, *, broken: bool) -> PlansRead:
    """Read the plans at *node*; a sheet that is *broken* lacks lines."""
    if wanted.sealed:
        return PlansRead(None, (fault(key.place, "plans-sealed", path=(PLANS_STEP,)),), key.place)
    reading = _PlansReading(wanted, lexicon, broken=broken)
    plans = reading.plans(node)
    faults = tuple(reading.reader.faults)
    stops = broken or any(each.problem.stops for each in faults)
    return PlansRead(None if stops else plans, faults, key.place)


class _PlansReading:
    """The plans of one sheet as they are read."""

    def __init__(self, wanted: PlansWanted, lexicon: Lexicon, *, broken: bool) -> None:
        self.wanted, self.reader = wanted, SheetReader(lexicon, broken=broken)
        self.counts: dict[str, int] = {}

    def plans(self, node: Node) -> tuple[KeptOrder, ...]:
        if isinstance(node, NothingNode):
            self.reader.blame(node, "no-value", key=PLANS_STEP)
            return ()
        items = node.items if isinstance(node, ListNode) else (node,)
        found: list[KeptOrder] = []
        for item in first(node, items, MOST_PLANS, self.reader.blame):
            with suppress(Misread):  # it is noted; the rest can still be checked
                found.append(self.plan(bounded(item, self.reader.blame), len(found) + 1))
        return tuple(found)

    def plan(self, item: Node, number: int) -> KeptOrder:
        if not isinstance(item, MappingNode):
            raise self.reader.blame(item, "wrong-shape", wanted="mapping", got=item.kind)
        own = {folded(key.text): (key, value) for key, value in item.pairs if folded(key.text) in (FOR, WHEN)}
        rest = tuple(pair for pair in item.pairs if folded(pair[0].text) not in (FOR, WHEN))
        if len(rest) + len(own) < len(item.pairs):
            again = [key for key, _ in item.pairs if folded(key.text) in (FOR, WHEN)][-1]
            raise self.reader.blame(again, "named-twice", text=again.text, line=item.place.line)
        if FOR not in own:
            raise self.reader.blame(item, "missing-key", key=FOR)
        coming = self.coming(own[FOR][1])
        order: Any = self.reader.read(MappingNode(item.place, rest), coming.takes, PLANS_STEP, number - 1)
        return KeptOrder(
            number=number,
            seat=self.wanted.seat,
            on=coming.label,
            order=order,
            power=coming.power,
            when=self.condition(coming, *own[WHEN]) if WHEN in own else None,
        )

    def coming(self, node: Node) -> Coming:
        """What the value of `for` names."""
        if isinstance(node, NothingNode):
            raise self.reader.blame(node, "no-value", key=FOR)
        if not isinstance(node, TextNode):
            raise self.reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
        named = next((name for name in self.wanted.coming if _same(name, node.text)), None)
        if named is None:
            labels = tuple(self.wanted.coming)
            raise self.reader.blame(node, "unknown-plan", text=node.text, nearest=near(node.text, labels), words=labels)
        self.counts[named] = self.counts.get(named, 0) + 1
        coming = self.wanted.coming[named]
        if self.counts[named] == coming.most + 1:
            self.reader.blame(node, "too-many", count=self.counts[named], limit=coming.most)
        return coming

    def condition(self, coming: Coming, key: TextNode, node: Node) -> Any:
        if coming.when is None:
            raise self.reader.blame(key, "no-condition", text=coming.label)
        if isinstance(node, NothingNode):
            raise self.reader.blame(node, "no-value", key=WHEN)
        return self.reader.read(node, coming.when, PLANS_STEP, WHEN)


def _same(name: str, said: str) -> bool:
    """Whether *said* is *name*, in either order of its words."""
    return sorted(map(folded, name.split())) == sorted(map(folded, said.split()))


_INDENT = "  "


class Part(msgspec.Struct, frozen=True):
    """A decision that a sheet may answer below *heading*, and the step that puts it.

    An older letter may have had another heading for it.
    """

    heading: str
    step: Step
    decision: Decision
    older: str = ""

    @property
    def keys(self) -> frozenset[str]:
        """The keys of its sheet, as they are compared."""
        return frozenset(map(folded, keys_of(self.decision.takes)))


class Parts(msgspec.Struct, frozen=True):
    """What a sheet says: a sheet for each *part* that it speaks of, in the order of the decisions.

    *faults* are those of no part. *settled* are the headings in it of decisions that are not open any more. The words
    of chance are those of the whole. *plans* are orders for coming decisions.
    """

    text: str
    answers: tuple[tuple[Part, ReadSheet[Order]], ...] = ()
    faults: tuple[SheetFault, ...] = ()
    spoken: WordsRead = WordsRead()
    settled: tuple[str, ...] = ()
    plans: PlansRead = PlansRead()

    @property
    def good(self) -> tuple[tuple[Part, ReadSheet[Order]], ...]:
        """The parts that can be carried out."""
        return tuple(pair for pair in self.answers if pair[1].order is not None)

    @property
    def counts(self) -> bool:
        """Whether some of it can be carried out."""
        return bool(self.good) or self.plans.plans is not None

    @property
    def every_fault(self) -> tuple[SheetFault, ...]:
        """All faults, those of the parts too, in the order of the sheet."""
        return tidy([*self.faults, *self.plans.faults, *(each for _, sheet in self.answers for each in sheet.faults)])

    @property
    def unjudged(self) -> tuple[Place, ...]:
        """Where something cannot be judged before a fault elsewhere is corrected."""
        return tuple(sorted(place for _, sheet in self.answers for place in sheet.unjudged))

    @property
    def faults_of_bad(self) -> tuple[SheetFault, ...]:
        """The faults of what cannot be carried out, in the order of the sheet."""
        bad = (each for _, sheet in self.answers for each in sheet.faults if sheet.order is None or each.problem.stops)
        plans = self.plans.faults if self.plans.plans is None else ()
        stopping = (each for each in self.faults if each.problem.stops)
        return tidy([*stopping, *plans, *bad])

    @property
    def order(self) -> Any:
        """The order of a sheet for one decision, if it is good."""
        return self.good[0][1].order if len(self.answers) == 1 and self.good else None

    @property
    def faultless(self) -> bool:
        """Whether something was answered or planned and nothing stops any of it."""
        return self.counts and not any(each.problem.stops for each in self.every_fault)


def check_parts(
    text: str,
    parts: Sequence[Part],
    view: Position,
    lexicon: Lexicon,
    words: WordsWanted = "never",
    settled: Sequence[str] = (),
    plans: PlansWanted = PlansWanted(),  # noqa: B008  # it cannot be changed
) -> Parts:
    """Read *text* as the answer to the decisions of *parts*, of one seat, and check each answer by itself.

    *settled* are headings of decisions that were asked together with them and are not open any more.
    *plans* may be beside the answers; a sheet for no decision has nothing else.
    """
    if len(parts) == 1 and not settled and not has_plans(text, plans):
        sheet = check_sheet(text, parts[0].step, parts[0].decision, view, lexicon, words)
        return Parts(text, ((parts[0], sheet),), (), sheet.spoken)
    repaired, tree = parsed(text)

    def read(bare: RepairedText, tree: SheetTree) -> Parts:
        reading = _Reading(text, (bare, tree), parts, view, lexicon, words=words, settled=settled, plans=plans)
        return reading.parts()

    first = read(repaired, tree)
    return looked_at_again(first, repaired, lambda bare: read(bare, compose(bare)), lambda other: other.every_fault)


def joined(parts: Iterable[tuple[str, str]], empty: str = "{}") -> str:
    """One sheet of the sheets for single decisions, each below its heading; *empty* stands for one without a key.

    Of a decision without a sheet only the heading is there, as a remark.
    """
    lines: list[str] = []
    for heading, text in parts:
        own = [line for line in text.strip("\n").splitlines() if line.strip()]
        bare = [line for line in own if not line.startswith("#")]
        if not own:
            lines.append(f"# {heading}:")
        elif bare in (["{}"], [PASS_WORDS[0]]):
            lines += [f"{heading}: {empty if bare == ['{}'] else bare[0]}"]
            lines += [f"{_INDENT}{line}" for line in own if line.startswith("#")]
        else:
            lines += [f"{heading}:", *(f"{_INDENT}{line}" for line in own)]
    return "\n".join(lines) + "\n"


class _Reading:
    """A sheet of several parts that is being read."""

    def __init__(
        self,
        text: str,
        parsed_as: tuple[RepairedText, SheetTree],
        parts: Sequence[Part],
        view: Position,
        lexicon: Lexicon,
        *,
        words: WordsWanted,
        settled: Sequence[str],
        plans: PlansWanted,
    ) -> None:
        self.text, self.wanted, self.view, self.lexicon = text, parts, view, lexicon
        self.repaired, self.tree = parsed_as
        root, self.spoken = taken_out(self.tree.root) if words != "never" else (self.tree.root, WordsRead())
        self.root = root
        self.late = words == "late" and self.spoken.place is not None
        self.faults: list[SheetFault] = []
        self.nodes: dict[str, Node] = {}
        self.closed, self.settled = {folded(each): each for each in settled}, list[str]()
        self.begins: list[tuple[Place, str]] = []
        self.own: dict[str, list[SheetFault]] = {part.heading: [] for part in parts}
        self.plans, self.planned = plans, list[tuple[TextNode, Node]]()
        if plans.coming:
            self.own[PLANS_STEP] = []

    def parts(self) -> Parts:
        self.share_out()
        for each in (*self.repaired.faults, *self.tree.faults):
            self.own.get(self.whose(each), self.faults).append(each)
        whole = any(
            each.problem.stops and each.problem.code not in _OF_ONE_KEY for each in (*self.faults, *self.spoken.faults)
        )
        answers = [
            (part, self.read(part, self.nodes[part.heading], whole=whole))
            for part in self.wanted
            if part.heading in self.nodes
        ]
        spoken = self.spoken
        if self.late:
            self.faults.append(late(spoken))
            spoken = WordsRead()
        planned = self.read_plans(whole=whole)
        if not (self.nodes or self.faults or self.settled or self.planned or any(self.own.values())):
            self.faults.append(fault(Place(1, 1), "empty-sheet"))
        return Parts(
            self.text, tuple(answers), tidy([*self.faults, *spoken.faults]), spoken, tuple(self.settled), planned
        )

    def read(self, part: Part, node: Node, *, whole: bool) -> ReadSheet[Order]:
        """The sheet of *part* at *node*; none can be carried out if the *whole* is at fault."""

        def reading(settled: Settled) -> ReadSheet[Order]:
            return self._checked(part, node, settled)

        read = with_names_settled(reading({}), reading)
        return msgspec.structs.replace(read, order=None) if whole else read

    def _checked(self, part: Part, node: Node, settled: Settled) -> ReadSheet[Order]:
        """The sheet of *part* at *node* if its names mean what is *settled*."""
        faults = self.own[part.heading]
        meant = part.step.meant(self.view, part.decision)
        reader = SheetReader(self.lexicon, broken=self.tree.broken and bool(faults), meant=meant, settled=settled)
        if isinstance(node, NothingNode):
            draft = None
            if not faults:
                reader.blame(node, "no-value", key=part.heading)
        else:
            draft = reader.whole(node, part.decision.takes, part.decision.default)
        told = tidy(reader.told(faults))
        order = None if any(each.problem.stops for each in told) else draft
        torn, unclear = frozenset(reader.torn), tuple(reader.unclear.items())
        sheet = ReadSheet(self.text, order, told, reader.places, draft, torn=torn, unclear=unclear)
        return judged(sheet, part.step, part.decision, self.view)

    def read_plans(self, *, whole: bool) -> PlansRead:
        """The plans of the sheet; none can be kept if the *whole* is at fault."""
        if not self.planned:
            return PlansRead()
        faults = self.own[PLANS_STEP]
        stopped = whole or any(each.problem.stops for each in faults)
        (key, node), *_ = self.planned
        read = read_plans(key, node, self.plans, self.lexicon, broken=self.tree.broken and bool(faults))
        told = tidy([*faults, *read.faults])
        return msgspec.structs.replace(read, plans=None if stopped else read.plans, faults=told)

    def take_plans_out(self, root: Node | None) -> Node | None:
        """*root* without the plans in it."""
        if not isinstance(root, MappingNode):
            return root
        rest = list[tuple[TextNode, Node]]()
        for key, value in root.pairs:
            if not names_plans(key, self.plans):
                rest.append((key, value))
                continue
            if self.planned:
                line = self.planned[0][0].place.line
                self.own[PLANS_STEP].append(fault(key.place, "named-twice", text=key.text, line=line))
            self.planned.append((key, value))
            self.begins.append((key.place, PLANS_STEP))
        return MappingNode(root.place, tuple(rest)) if self.planned else root

    def share_out(self) -> None:
        """Assign every piece of the sheet to its part."""
        root = self.take_plans_out(self.root)
        if self.planned and isinstance(root, MappingNode) and not root.pairs:
            return
        if [part.heading for part in self.wanted] == [""]:
            self.share_with_one(root)
            return
        if root is not None and says_pass(root):
            self.nodes = {part.heading: root for part in self.wanted}
        elif isinstance(root, MappingNode):
            loose: dict[str, list[tuple[TextNode, Node]]] = {}
            for key, value in root.pairs:
                self.take(key, value, loose)
            for heading, pairs in loose.items():
                if heading in self.nodes:
                    self.twice(heading, pairs[0][0])
                else:
                    self.nodes[heading] = MappingNode(pairs[0][0].place, tuple(pairs))
        elif root is not None:
            self.faults.append(fault(root.place, "wrong-shape", wanted="mapping", got=root.kind))

    def share_with_one(self, root: Node | None) -> None:
        """Give all but the plans to the only part, which needs no heading."""
        if root is not None:
            self.nodes[""] = root
        if isinstance(root, MappingNode):
            self.begins += [(key.place, "") for key, _ in root.pairs]

    def take(self, key: TextNode, value: Node, loose: dict[str, list[tuple[TextNode, Node]]]) -> None:
        """Give a pair of the sheet to its part: *value* is a part whole, or one of the *loose* keys of one."""
        part, owners = self.headed(key, value), self.owners(key)
        if part is None and folded(key.text) in self.closed:
            owners = []
            self.settled.append(self.closed[folded(key.text)])
            self.faults.append(fault(key.place, "settled", weight=Weight.illegal, key=key.text))
        elif part is not None and part.heading in self.nodes:
            self.twice(part.heading, key)
        elif part is not None:
            self.nodes[part.heading] = value
        elif len(owners) == 1:
            loose.setdefault(owners[0].heading, []).append((key, value))
        elif owners:
            names = tuple(each.heading for each in owners)
            self.faults.append(fault(key.place, "unclear-heading", key=key.text, headings=names))
        else:
            names = tuple(each.heading for each in self.wanted)
            alike = near(key.text, names)
            self.faults.append(fault(key.place, "unknown-heading", key=key.text, nearest=alike, headings=names))
        whose = part or (owners[0] if len(owners) == 1 else None)
        self.begins.append((key.place, whose.heading if whose else ""))

    def twice(self, heading: str, again: TextNode) -> None:
        """Note that a part is there *again*: it is unclear which one is meant."""
        line = self.nodes[heading].place.line
        self.own[heading].append(fault(again.place, "named-twice", text=again.text, line=line))

    def headed(self, key: TextNode, value: Node) -> Part | None:
        """The part whose heading *key* is; not if it is a key of the same part, with a value that no part can be."""
        said = folded(key.text)
        part = next((each for each in self.wanted if said in (folded(each.heading), folded(each.older))), None)
        if part is None or said not in part.keys or isinstance(value, NothingNode):
            return part
        if isinstance(value, MappingNode):
            return part if any(folded(inner.text) in part.keys for inner, _ in value.pairs) else None
        return part if says_pass(value) else None

    def owners(self, key: TextNode) -> list[Part]:
        """The parts that know *key*."""
        return [part for part in self.wanted if folded(key.text) in part.keys]

    def whose(self, each: SheetFault) -> str:
        """The part in whose lines a fault of the syntax lies; empty if it is of none, or of the whole sheet."""
        if each.problem.code in _OF_ALL:
            return ""
        if each.problem.code == "doubled-key" and (doubled := self.doubled(each)):
            return doubled
        before = [heading for place, heading in sorted(self.begins) if place <= each.place]
        return before[-1] if before else ""

    def doubled(self, each: SheetFault) -> str:
        """The part whose heading, or loose key, stands a second time where *each* says."""
        first = (each.problem.args["line"], folded(str(each.problem.args["key"])))
        pairs = self.root.pairs if isinstance(self.root, MappingNode) else ()
        texts = {key.place: folded(key.text) for key, _ in pairs}
        for place, heading in self.begins:
            if (place.line, texts[place]) == first and place.column == each.place.column:
                return heading
        return ""


_OF_ONE_KEY = frozenset({"unknown-heading", "unclear-heading", "settled"})
"""Faults beside which the parts of a sheet can be read all the same."""
_OF_ALL = frozenset({"second-document", "too-large", "too-deep", "too-long", "too-many-parts"})
"""Problems after which the rest of the sheet is unclear."""
