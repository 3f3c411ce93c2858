"""Any order of a type, for tests that write it and read it back: names of the historical edition, small numbers."""

from functools import cache
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect as types
from msgspec.structs import replace

from pbem_tnw.orders.choices import NextCard, PlusMoment, PlusUse
from pbem_tnw.orders.condition import WORDS, Amount, Asked, Comparison, NotSo, OneOf, Truth
from pbem_tnw.orders.condition_parser import HandCondition, OrderCondition
from pbem_tnw.orders.lines import FlagPlaces, MoveLine, RestItem
from pbem_tnw.orders.names import HERE, AtPlaces, ByWhom, InZones
from pbem_tnw.orders.pieces import FleetSpot, OddsLimit, PieceNames, PiecesWanted, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import LOWEST_CARDS, RESERVES, RESOURCES, LendAnswer, PeaceLine, PlaceAnswers, Sacrifices
from pbem_tnw.orders.turn import DeployLine, HandRule, HandRules
from tests.tnw.orders.spellings import LEXICON

SMALL = st.integers(1, 9)
Anything = st.SearchStrategy[Any]


def names(*kinds: str) -> st.SearchStrategy[str]:
    return st.sampled_from([each for kind in kinds for each in LEXICON.kinds[kind]])


def some(each: Anything, least: int = 0) -> Anything:
    return st.lists(each, min_size=least, max_size=2, unique=True).map(tuple)


def conditions(wanted: type[OrderCondition]) -> Anything:
    numbers = sorted(word for word in wanted.MAY_ASK if WORDS[word].kind == "number" and not WORDS[word].takes)
    if {"where"} <= wanted.MAY_ASK:
        extra: Anything = st.builds(OneOf, st.just(Asked("where")), some(names("place"), 1))
    elif {"turn"} <= wanted.MAY_ASK:
        extra = st.builds(lambda nation, duchy: Asked("controls", (nation, duchy)), names("nation"), names("duchy"))
    else:
        extra = st.nothing()
    compared = st.builds(
        lambda word, n, sign: Comparison(Amount(Asked(word)), sign, Amount(plus=n)),
        st.sampled_from(numbers),
        st.decimals(0, 9, places=1),
        st.sampled_from(["<", "<=", "=", ">"]),
    )
    tests = st.one_of(st.builds(Truth, yes=st.booleans()), compared, compared.map(NotSo), extra)
    return tests.map(wanted)


@cache
def of_type(wanted: type[Any]) -> Anything:
    """Values of a type that reads itself; of any other struct, all that its keys allow."""
    strengths = st.one_of(
        st.just(Strengths(every=True)),
        st.builds(Strengths, st.dictionaries(st.one_of(st.just(""), names("nation")), SMALL, min_size=1, max_size=2)),
    )
    piece = st.one_of(
        st.builds(PiecesWanted, what=st.sampled_from(["unit", "squadron"]), n=SMALL, at=st.none() | names("place")),
        st.builds(PiecesWanted, what=st.just("general"), general=names("general"), at=st.none() | names("duchy")),
    )
    rule = st.booleans()
    plus = {"option": st.none() | SMALL, "when": st.sampled_from([0, 2, None]).map(PlusMoment)}
    made: dict[type[Any], Anything] = {
        Strengths: strengths,
        PiecesWanted: piece,
        FleetSpot: st.builds(FleetSpot, names("place"), st.none() | SMALL),
        PieceNames: st.one_of(
            st.sampled_from([PieceNames(), PieceNames("never")]),
            some(names("general"), 1).map(lambda found: PieceNames("named", found)),
        ),
        OddsLimit: st.builds(OddsLimit, st.decimals(0, 9, places=1), st.decimals(1, 9, places=1)),
        FlagPlaces: some(st.one_of(st.just(HERE), names("duchy")), 1).map(FlagPlaces),
        AtPlaces: some(names("place")).map(AtPlaces),
        InZones: some(names("zone")).map(InZones),
        ByWhom: some(names("nation")).map(ByWhom),
        PlusMoment: plus["when"],
        RestItem: st.one_of(
            st.builds(RestItem, use=st.sampled_from(["unit", "flag", "refit", "end_war"]), at=some(names("place"))),
            st.builds(RestItem, use=st.just("general"), general=names("general"), n=st.none() | SMALL),
        ),
        PlusUse: st.one_of(
            st.builds(PlusUse, resource=st.just(value=True), when=plus["when"]),
            st.builds(PlusUse, card=names("card"), use=st.sampled_from(["event", "cp"]), **plus),
        ),
        PeaceLine: st.builds(
            PeaceLine, condition=conditions(PeaceLine.__annotations__["condition"]), add=st.integers(-1, 1)
        ),
        Sacrifices: some(st.one_of(st.sampled_from([RESERVES, LOWEST_CARDS, RESOURCES]), names("card")), 1).map(
            Sacrifices
        ),
        PlaceAnswers: st.builds(
            PlaceAnswers, st.dictionaries(names("place"), rule, min_size=1, max_size=2), st.none() | rule
        ),
    }
    if wanted is NextCard:  # which may hold another
        return st.builds(NextCard, card=st.none() | names("card"), use=st.sampled_from(["event", "cp"]), option=SMALL)
    if issubclass(wanted, OrderCondition):
        return conditions(wanted)
    if wanted is LendAnswer:
        return st.one_of(
            st.builds(LendAnswer, condition=_field(LendAnswer, "condition")),
            st.builds(LendAnswer, _field(LendAnswer, "condition"), some(names("general")), st.none() | SMALL),
        )
    if wanted is HandRules:
        rules = of_type(HandRule).map(lambda rule: HandRule() if rule.keep_if == HandCondition() else rule)
        return st.builds(HandRules, st.dictionaries(names("nation"), rules, max_size=2), st.none() | rules)
    if wanted is OrderLines:
        return _field(OrderLines, "lines").map(OrderLines)
    if wanted is MoveLine:
        return _struct(wanted).map(_led_by_someone)
    if wanted is DeployLine:
        return _struct(wanted).map(_from_somewhere)
    return made[wanted] if wanted in made else _struct(wanted)


def _led_by_someone(move: MoveLine) -> MoveLine:
    """*move* without the pieces that no one leads: the generals that ride alone lead no units."""
    if not move.commander:
        return replace(move, riders=(), units=Strengths(), alone=False)
    return replace(move, units=Strengths()) if move.alone else move


def _from_somewhere(line: DeployLine) -> DeployLine:
    """*line* with a start, unless it has a general who is somewhere and no Squadrons."""
    led = bool(line.leaders) and line.squadrons is None
    return line if line.origin or led else replace(line, origin="paris")


def _field(wanted: type[Any], name: str) -> Anything:
    info = types.type_info(wanted)
    assert isinstance(info, types.StructType)
    return of_info(next(field.type for field in info.fields if field.name == name))


def _struct(wanted: type[Any]) -> Anything:
    info = types.type_info(wanted)
    assert isinstance(info, types.StructType)
    needed = {
        field.name: of_info(field.type).filter(lambda found: found != ()) for field in info.fields if field.required
    }
    free = {field.name: of_info(field.type) for field in info.fields if not field.required}

    def chosen(names: list[str]) -> Anything:
        return st.builds(wanted, **needed, **{name: free[name] for name in names})

    if not free:
        return st.builds(wanted, **needed)
    return st.lists(st.sampled_from(sorted(free)), max_size=3, unique=True).flatmap(chosen)


def _is_something(found: Any) -> bool:
    return found not in ((), "")


def _each_once(found: list[Any]) -> tuple[Any, ...]:
    return tuple(each for number, each in enumerate(found) if each not in found[:number])


def of_info(wanted: types.Type) -> Anything:
    """Values of a type as msgspec describes it."""
    match wanted:
        case types.Metadata(extra={"kinds": kinds}):
            return names(*kinds.split())
        case types.Metadata(type=inner):
            return of_info(inner)
        case types.UnionType(types=members):
            return st.one_of(*map(of_info, members))
        case types.StructType(cls=cls):
            return of_type(cls)
        case types.VarTupleType(item_type=item):
            return st.lists(of_info(item), max_size=2).map(_each_once)
        case types.DictType(key_type=key, value_type=value):
            return st.dictionaries(of_info(key), of_info(value), max_size=2)
        case types.LiteralType(values=values):
            return st.sampled_from(values)
        case types.BoolType():
            return st.booleans()
        case types.IntType():
            return SMALL
        case types.NoneType():
            return st.none()
    raise TypeError(wanted)
