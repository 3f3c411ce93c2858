"""The lines of an Impulse, in the order in which they are carried out (house rules, 2.2).

Each is one struct; what a player may write for it is in `reading`. A line that is illegal when its time comes is
skipped. Ids are those of the edition; `HERE` in place of a place is where the Formation stands.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec

from pbem.engine.order import slug
from pbem.engine.reading import MappingNode, Named, Node, Reader, Speller, TextNode, Ways, fold, heads
from pbem_tnw.orders.choices import BattleWish
from pbem_tnw.orders.condition_parser import ImpulseCondition
from pbem_tnw.orders.names import (
    HERE,
    CampName,
    ColumnName,
    DuchyName,
    KeyedNode,
    LeaderName,
    NationName,
    SpotName,
    WarCardName,
    clauses,
    keyed,
    mapping,
    names_or_here,
    number_first,
)
from pbem_tnw.orders.pieces import AT, Counted, FleetSpot, OddsLimit, PiecesWanted, Strengths


def _tag(name: str) -> str:
    return slug(name.removesuffix("Line"))


class OrderLine(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="line",
    tag=_tag,
    forbid_unknown_fields=True,
    rename={"condition": "if", "origin": "from", "riders": "with"},
):
    """What all lines have: a condition, looked at when the line is reached."""

    BESIDE: ClassVar[tuple[str, ...]] = ("condition",)
    """Fields that are written beside the line's word and not below it."""
    condition: ImpulseCondition = ImpulseCondition()


class FormLine(OrderLine, frozen=True, kw_only=True):
    """Form an Army, Army Group, Detachment (no general) or Riders (no units) in a duchy (9.1)."""

    at: DuchyName | None = None
    """Without it, where the commander is."""
    commander: LeaderName | None = None
    riders: tuple[LeaderName, ...] = ()
    """The generals that come along: subordinates of an Army Group first."""
    units: Strengths = Strengths()


class DropLine(OrderLine, frozen=True, kw_only=True):
    """Leave pieces of the Formation where it stands (9.3)."""

    units: Strengths = Strengths()
    generals: tuple[LeaderName, ...] = ()


class TakeLine(OrderLine, frozen=True, kw_only=True):
    """Take up pieces where the Formation stands (9.3)."""

    units: Strengths = Strengths()
    generals: tuple[LeaderName, ...] = ()


class MoveLine(OrderLine, frozen=True, kw_only=True):
    """Move the Formation step by step (9.2); each step is made only while the condition holds.

    With a *commander* that leads no Formation yet, it is formed first: with the *riders*, and as many *units* as they
    may lead if it is not said how many. *Alone* the generals leave all units behind (Riders).
    """

    BESIDE = ("condition", "if_intercepted", "only_if_odds", "battle")
    commander: LeaderName | None = None
    riders: tuple[LeaderName, ...] = ()
    units: Strengths = Strengths()
    alone: bool = False
    path: tuple[DuchyName, ...]
    """The duchies as written; the first may be the one where it is, one that is not adjacent is reached by the
    cheapest way."""
    start: DuchyName | None = None
    """Where the commander must be as it begins: the first of the path, if the sheet was sent while it was there."""
    if_intercepted: Literal["fight", "halt"] = "fight"
    only_if_odds: OddsLimit | None = None
    """Halt before a battle at worse odds than this."""
    battle: BattleWish = BattleWish()


class AssaultLine(OrderLine, frozen=True, kw_only=True):
    """Assault a Fortress (12)."""

    at: DuchyName = HERE
    rounds: Counted | None = None
    """The most rounds; without it as many as 12.3 allows."""


class SailLine(OrderLine, frozen=True, kw_only=True):
    """Sail with a Fleet or Armada (13.2): *origin* is the Port or zone where it is, *path* up to three steps.

    Without an *origin* the first place of the path may be the one where it is.
    """

    BESIDE = ("condition", "if_met", "only_if_odds", "battle")
    origin: SpotName | None = None
    path: tuple[SpotName, ...]
    squadrons: Strengths = Strengths()
    if_met: Literal["pass", "stay", "attack"] = "pass"
    """What to do in a zone with enemies that do not stop it (13.4)."""
    only_if_odds: OddsLimit | None = None
    """Attack only at such odds."""
    battle: BattleWish = BattleWish()


class EmbarkLine(OrderLine, frozen=True, kw_only=True):
    """Take pieces aboard in a Port; they are paid for when the Fleet sails (13.6)."""

    BESIDE = ("condition", "stay_aboard")
    at: DuchyName | None = None
    units: Strengths = Strengths()
    generals: tuple[LeaderName, ...] = ()
    stay_aboard: bool = False
    """Whether they stay aboard if they do not land in this Impulse."""


class LandLine(OrderLine, frozen=True, kw_only=True):
    """Land what is aboard in a Port duchy (13.6, 13.7)."""

    BESIDE = ("condition", "only_if_odds", "battle")
    at: DuchyName = HERE
    units: Strengths = Strengths()
    generals: tuple[LeaderName, ...] = ()
    only_if_odds: OddsLimit | None = None
    battle: BattleWish = BattleWish()


class AttackLine(OrderLine, frozen=True, kw_only=True):
    """Attack enemy Squadrons in the zone where the Fleet is (13.4), or in a Port next to it (13.5).

    Or those *off the map*, from anywhere (part 3, `off_map`); then *origin* is where the Fleet is.
    """

    BESIDE = ("condition", "only_if_odds", "battle")
    at: SpotName = HERE
    origin: SpotName | None = None
    squadrons: Strengths = Strengths()
    off_map: bool = False
    only_if_odds: OddsLimit | None = None
    battle: BattleWish = BattleWish()


class FlagPlaces(msgspec.Struct, frozen=True, omit_defaults=True):
    """Duchies in order, `HERE` among them."""

    names: tuple[Annotated[str, Named("duchy")], ...] = (HERE,)
    WAYS: ClassVar[Ways] = ("{names}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "FlagPlaces":
        return cls(names_or_here(node, reader, "duchy"))


class FlagLine(OrderLine, frozen=True, kw_only=True):
    """Place the nation's Flag in duchies, or only remove the enemy's (7.4)."""

    at: FlagPlaces = FlagPlaces()
    remove: bool = False


class BuildLine(OrderLine, frozen=True, kw_only=True):
    """Build units, generals and Squadrons (7.1 to 7.3)."""

    pieces: tuple[PiecesWanted, ...]


class RegroupLine(OrderLine, frozen=True, kw_only=True):
    """Bring pieces out of the Regroup box (7.7); none named: generals, units, Squadrons, as far as the CPs go."""

    pieces: tuple[PiecesWanted, ...] = ()


class RefitLine(OrderLine, frozen=True, kw_only=True):
    """Take Refit markers off Squadrons (5.62, 7.7); no place: all, as far as the CPs go."""

    at: tuple[FleetSpot, ...] = ()


class ConsulLine(OrderLine, frozen=True, kw_only=True, rename={"condition": "if", "row": "in"}):
    """Move a Proxy's consul by CPs (8.1): so many boxes *way*, or *to* a column."""

    who: NationName
    way: Literal["left", "right"] | None = None
    steps: Counted = 1
    to: ColumnName | None = None
    row: NationName | None = None


class FlipLine(OrderLine, frozen=True, kw_only=True):
    """Turn a consul to its +1 side, or back (8.1)."""

    who: NationName


class EndWarLine(OrderLine, frozen=True, kw_only=True):
    """Try to end a Foreign War (7.6), once for each CP, until it ends."""

    war: WarCardName
    cp: Counted = 1


class DeclareLine(OrderLine, frozen=True, kw_only=True):
    """Declare war (8.33), by which the nation may change Camp; an Armistice with that nation ends (17.2)."""

    on: NationName
    camp: CampName | None = None


class SurrenderLine(OrderLine, frozen=True, kw_only=True):
    """Offer the nation's surrender to an enemy Power, at the start of its Impulse (15.4)."""

    to: NationName


class CapitulateLine(OrderLine, frozen=True, kw_only=True):
    """France capitulates while an enemy controls Paris (17.1)."""


class RestItem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One use of CPs, as often as they allow; *at* are places in order, none: the default of 2.6."""

    use: Literal["unit", "squadron", "general", "flag", "regroup", "refit", "end_war", "assault"]
    at: tuple[SpotName, ...] = ()
    general: LeaderName | None = None
    n: Counted | None = None
    """The most times."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "RestItem":
        if isinstance(node, TextNode):
            node = mapping(node, _rest_in_words(node, reader))
        elif isinstance(node, MappingNode) and len(node.pairs) == 1 and fold(node.pairs[0][0].text) in _USES:
            key, where = node.pairs[0]
            node = mapping(node, (*_rest_in_words(key, reader), keyed(where, "at")))
        found = reader.fields(node, cls)
        return msgspec.structs.replace(found, use="general") if found.general else found

    def spell(self, speller: Speller) -> str:
        said = speller.name("general", self.general) if self.general else self.use.replace("_", " ")
        where = f" at {', '.join(speller.name('place', name) for name in self.at)}" if self.at else ""
        return f"{f'{self.n} ' if self.n else ''}{said}{where}"


_USES: Final[Mapping[str, str]] = {
    "refitting": "refit", "regrouping": "regroup",
    "unit": "unit", "units": "unit", "squadron": "squadron", "squadrons": "squadron", "general": "general",
    "generals": "general", "flag": "flag", "flags": "flag", "regroup": "regroup", "refit": "refit",
    "end war": "end_war", "end the war": "end_war", "assault": "assault", "siege": "assault", "build": "unit",
}  # fmt: skip


def _rest_in_words(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `regroup`, `2 units at Paris, Lyon`, `Davout at Paris`."""
    parts = clauses(text, AT)
    number, said = number_first(parts.get("", text.part(len(text.text))), reader)
    if found := re.match(r"build\s+", said.text, re.IGNORECASE):
        number, said = number_first(said.part(found.end()), reader)
    if "at" not in parts and fold(said.text) not in _USES:
        parts, said = _place_behind(said, parts, reader)
    pairs = [keyed(number, "n")] if number is not None else []
    if fold(said.text) in _USES:
        pairs.append(keyed(TextNode(said.place, _USES[fold(said.text)]), "use"))
    elif reader.may_name(said, "general"):
        pairs += [keyed(TextNode(said.place, "general"), "use"), keyed(said, "general")]
    else:
        pairs.append(keyed(said if said.text else text, "use"))
    return (*pairs, *((keyed(parts["at"], "at"),) if "at" in parts else ()))


def _place_behind(text: TextNode, parts: dict[str, TextNode], reader: Reader) -> tuple[dict[str, TextNode], TextNode]:
    """*parts* with the place of `unit Venice`, and *text* without it."""
    for head, rest in heads(text):
        if fold(head.text) in _USES and reader.may_name(rest, "place"):
            return {**parts, "at": rest}, head
    return parts, text


class RestLine(OrderLine, frozen=True, kw_only=True):
    """What to do, in this order, with the CPs that are left."""

    items: tuple[RestItem, ...] = (RestItem(use="refit"), RestItem(use="unit"))
    """Without any, what a silent seat does with them (2.6)."""


ImpulseLine = (
    FormLine
    | DropLine
    | TakeLine
    | MoveLine
    | AssaultLine
    | SailLine
    | EmbarkLine
    | LandLine
    | AttackLine
    | FlagLine
    | BuildLine
    | RegroupLine
    | RefitLine
    | ConsulLine
    | FlipLine
    | EndWarLine
    | DeclareLine
    | SurrenderLine
    | CapitulateLine
    | RestLine
)


def spelled_line(line: ImpulseLine, speller: Speller) -> Any:
    """*line* as text, if that says it all, else with its keys."""
    keys = speller.fields(line)
    names = {name: line.__struct_encode_fields__[n].replace("_", " ") for n, name in enumerate(line.__struct_fields__)}
    beside = {names[name]: keys.pop(names[name]) for name in line.BESIDE if names[name] in keys}
    word = _word(line)
    said = _short(line, speller, keys)
    if isinstance(line, MoveLine) and line.commander and isinstance(said, str):
        return {_marchers(line, speller): said, **beside}
    if said == "" and not beside:
        return word
    return {word: said, **beside}


def _marchers(line: MoveLine, speller: Speller) -> str:
    """`Napoleon + Lannes`, `Napoleon with Lannes, 7 units`."""
    first, *others = (speller.name("general", name) for name in (line.commander or "", *line.riders))
    said = line.units
    numbers = [f"{n} {speller.name('nation', each) if each else 'units'}" for each, n in said.numbers.items()]
    units = ["all units"] if said.every else numbers
    said_of = f"{first} with {', '.join((*others, *units))}" if units else " + ".join((first, *others))
    return f"{said_of} alone" if line.alone else said_of


def _word(line: OrderLine) -> str:
    return str(line.__struct_config__.tag).replace("-", " ")


def _short(line: ImpulseLine, speller: Speller, keys: dict[str, Any]) -> Any:
    """What is written behind the word of *line*: a text or a list, or its *keys*."""
    said: Any = keys or ""
    match line:
        case MoveLine(path=path, start=None) if line.commander or not line.riders:
            said = " > ".join(speller.name("duchy", place) for place in path)
        case SailLine(path=path) if set(keys) == {"path"} and len(path) == 1:
            said = speller.name("place", path[0])
        case BuildLine() | RegroupLine():
            said = _one_or_more([speller.struct(piece) for piece in line.pieces])
        case RefitLine(at=spots):
            said = _one_or_more([speller.struct(spot) for spot in spots])
        case RestLine(items=items):
            said = _one_or_more([speller.struct(item) for item in items]) or []
        case ConsulLine(to=None, way=way) if way:
            row = f" in {keys['in']}" if line.row else ""
            said = f"{keys['who']} {way}{f' {line.steps}' if line.steps != 1 else ''}{row}"
        case AssaultLine() | AttackLine() | FlagLine() | FlipLine() | EndWarLine() | DeclareLine() | SurrenderLine():
            said = (
                next(iter(keys.values()))
                if len(keys) == 1 and not keys.keys() & {"remove", "rounds", "squadrons", "from", "off map"}
                else said
            )
    return HERE if isinstance(line, FlagLine) and not keys else said


def _one_or_more(said: list[str]) -> Any:
    return said[0] if len(said) == 1 else said or ""
