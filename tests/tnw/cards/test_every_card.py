"""Every card of the deck and every Reserve is carried out: as an event, in answer or in battle, and for its CPs."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.events import CardDone, EffectIdle
from pbem_tnw.chapters.cards.play_rules import answer_problems, battle_card_problems, event_problems
from pbem_tnw.chapters.cards.windows import play_answer, play_battle_card, play_event, play_for_points
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.edition.edition import named
from pbem_tnw.orders.choices import ConsulChoice, EventChoices, MarchChoice
from pbem_tnw.position.impulse import BattleSide, DiceRoll, LandBattle, Pieces, Siege, Squadron, WarFormation
from pbem_tnw.position.state import Consul, ForeignWar, WarState
from tests.tnw.cards.playing import holding, in_impulse
from tests.tnw.positions import DiceTable, codes, with_forces

BOARD = named("historical")
EVENTS = [card.id for card in BOARD.cards.values() if card.timing is None and card.kind != "battle"]
CANCEL = ("event", "battle_card")  # what these answer must be on the table: the tests of windows and answers play them
ANSWERS = [each.id for each in BOARD.cards.values() if each.timing is not None and each.timing.trigger not in CANCEL]
BATTLE = [card.id for card in BOARD.cards.values() if card.timing is None and card.kind == "battle"]
PLAYERS: Mapping[str, str] = {
    "hundred-days": "france", "class-of-next-year": "france", "continental-system": "france",
    "guerre-de-course": "france", "orders-in-council": "britain", "pitts-guineas": "britain", "chouans": "britain",
    "subsidy-treaty": "britain", "poniatowski": "france", "rhine-league": "france", "bank-of-france": "france",
    "malet": "austria", "kruemper": "france", "tilsit": "france", "french-armistice": "france", "code-civil": "france",
    "capital-plundered": "france", "tyrol-rises": "russia", "papal-bull": "austria", "guerrilla": "spain",
}  # fmt: skip
"""Who plays an event that is not for everyone; all others Russia."""
CONSULS = {
    "talleyrand": ("turkey right in france",), "metternich": ("turkey right in france", "denmark left in france"),
    "pitts-guineas": ("turkey right in britain",), "ambassadors-gift": ("turkey right in france",),
    "secret-envoy": ("turkey right in france",), "cabinet-falls": ("denmark left in france",),
    "crown-prince": ("sweden left in russia",), "swedish-hatred": ("sweden right in russia",),
    "peace-of-bucharest": (), "potsdam-oath": ("prussia right in austria",), "sebastiani": (), "godoy": (),
}  # fmt: skip


def crisis(nation: str, card: str) -> WarState:
    """1811 in an Impulse of *nation*: a position in which the events of all cards are possible, with four players."""
    state = in_impulse(nation, turn=4, players=4)
    spain = Consul(column="client", row="france") if card == "godoy" else Consul(column="ally", row="france")
    consuls = {
        "spain": spain, "turkey": Consul(column="unaligned"), "sweden": Consul(column="client", row="russia"),
        "denmark": Consul(column="client", row="france"), "prussia": Consul(column="ally", row="france"),
    }  # fmt: skip
    if card in ("bait-of-hanover", "potsdam-oath", "armed-neutrality"):
        consuls["prussia"] = Consul(column="unaligned" if card != "armed-neutrality" else "client", row="")
        if card == "armed-neutrality":
            consuls["prussia"] = Consul(column="client", row="austria")
    if card == "janissaries":
        consuls["turkey"] = Consul(column="client", row="france")
    napoleon = {"hundred-days": REGROUP, "tyrol-rises": "paris"}.get(card, "innsbruck")
    regroup = {REGROUP: {"austria": 2, "russia": 2, "france": 2, "prussia": 2}}
    forces = {"innsbruck": {"france": 3}, "madrid": {"france": 4}, "burgos": {"britain": 2}, "prague": {"austria": 3}}
    state = with_forces(
        state, units={**regroup, **forces}, generals={"napoleon": napoleon, "ney": "paris", "charles": "prague"},
        flags={
            "innsbruck": "france", "venice": "france", "warsaw": "france", "munich": "france",
            **({} if card == "tilsit" else {"vienna": "france"}),
        },
    )  # fmt: skip
    worn = Squadron(nation="russia", refit=1)
    squadrons = {**state.squadrons, "st-petersburg": (worn, worn), "london": (Squadron(nation="britain", refit=1),)}
    squadrons = {
        place: there for place, there in squadrons.items() if place in state.board.duchies or place in state.board.zones
    }
    assert state.impulse is not None
    impulse = replace(state.impulse, zones_held={"britain": 6})
    control = {**state.control, "prussia": "france", "spain": "" if card == "godoy" else "france"}
    return replace(
        state, consuls=consuls, control=control, squadrons=squadrons, impulse=impulse,
        wars=(ForeignWar(card="danube-war", nation="russia", turkish=True),) if card != "danube-war" else (),
    )  # fmt: skip


def choices(card: str) -> EventChoices:
    words = [each.split() for each in CONSULS.get(card, ())]
    consul = tuple(ConsulChoice(who=who, way=way, row=row) for who, way, _, row in words)  # type: ignore[arg-type] # read as written
    march = MarchChoice(at="prague", to=("dresden",), general="charles") if card == "papal-bull" else None
    return EventChoices(consul=consul, march=march)


def events_of(table: DiceTable) -> set[str]:
    return {type(event).__name__ for entry in table.entries for event in entry.events}


def player_of(card: WarCard) -> str:
    return card.nation or PLAYERS.get(card.id, "russia")


@pytest.mark.parametrize("card", EVENTS)
def test_every_event_is_carried_out(card: str) -> None:
    printed = BOARD.cards[card]
    nation = player_of(printed)
    state = crisis(nation, card)
    hand = () if printed.is_reserve else (card,)
    others = ("rally", "rockets", "squares")
    held = {"france": others, "britain": others[:1], "russia": (), nation: (*hand, "no-rest", "morning-fog")}
    state = holding(state, **held)
    assert codes(event_problems(state, nation, card, choices(card))) == []
    faces = [1, 1, 1, 6] if card == "tyrol-rises" else [5] * 60  # all of its forces, not their Flag
    table = DiceTable(state, faces)
    play_event(table, nation, card, choices(card))
    table.play()
    assert not table.told(EffectIdle), table.told(EffectIdle)
    assert len(table.told(CardDone)) == 1 + ("PlayFurther" in card)
    beside = {*(each.card for each in table.state.lasting), *(each.card for each in table.state.wars)}
    there = [card in table.state.removed, card in table.state.played.cards, card in beside, card in table.state.used]
    assert there.count(True) == 1, there
    assert events_of(table) - {"CardLaid", "CardOnTable", "CardDone", "CardPutAway", "Entered", "Left"}


@pytest.mark.parametrize("card", [card.id for card in BOARD.cards.values()])
def test_every_card_is_played_for_its_points(card: str) -> None:
    printed = BOARD.cards[card]
    nation = player_of(printed)
    table = DiceTable(holding(in_impulse(nation), **{nation: () if printed.is_reserve else (card,)}))
    play_for_points(table, nation, card)
    assert left(table.state, nation) == printed.cp
    assert (card in table.state.used) if printed.is_reserve else table.state.played.top == card


def fighting(card: str) -> tuple[WarState, ResponseOccasion, str]:
    """A position, an occasion that the card answers, and who holds it."""
    printed = BOARD.cards[card]
    timing = printed.timing
    assert timing is not None
    place = {"res-depth": "smolensk", "res-junta": "madrid", "burnt-earth": "linz", "bridges-blown": "linz"}.get(
        card, "linz"
    )
    holder = printed.nation or "austria"
    state = in_impulse("france", turn=4, flags={**in_impulse("france").flags})
    units = {place: {"france": 6, **({"russia": 4} if card == "res-depth" else {})}}
    state = with_forces(state, units=units, generals={"napoleon": place})
    if card == "res-junta":
        state = replace(
            state,
            consuls={**state.consuls, "spain": Consul(column="ally", row="britain")},
            control={**state.control, "spain": "britain"},
        )
    formation = WarFormation(
        kind="army", nation="france", place=place, commander="napoleon", origin="munich",
        pieces=Pieces(units={"france": 6}, generals=("napoleon",)),
    )  # fmt: skip
    acting = "france" if timing.whose != "own" else holder
    shown = {"black-cabinet": "rally", "couriers-taken": "rally", "spy-at-headquarters": "rockets"}.get(card, "")
    shown = "conscripts" if timing.trigger == "event" else shown
    occasion = ResponseOccasion(
        trigger=timing.trigger, nation=acting, place=place, origin="munich", card=shown, target=acting
    )
    assert state.impulse is not None
    impulse = replace(state.impulse, formation=formation)
    side = {
        "attacker": BattleSide(
            nations=("france",), lead="france", commander="napoleon", rating=4, generals=("napoleon",)
        ),
        "defender": BattleSide(
            nations=("austria", "russia"), lead="austria", commander="charles", rating=3, generals=("charles",)
        ),
    }
    rolls = (
        DiceRoll(purpose="battle", nation="france", side="attacker", faces=(6, 5, 4, 2, 1)),
        DiceRoll(purpose="battle", nation="austria", side="defender", faces=(6, 4, 3, 2)),
    )
    if timing.trigger in ("battle_rolled", "battle_card"):
        battle = LandBattle(place=place, origin="munich", round=1, attacker=side["attacker"], defender=side["defender"])
        impulse = replace(impulse, battle=battle, rolled=rolls if timing.trigger == "battle_rolled" else ())
        if card == "res-napoleon":
            holder = "france"
    if timing.trigger in ("interception", "evasion"):
        roll = DiceRoll(purpose=timing.trigger, nation=acting, faces=(3, 3), need=7)
        occasion = replace(occasion, when="before" if card == "forced-march" else "after")
        impulse = replace(impulse, rolled=(roll,))
    if timing.trigger == "roll":
        impulse = replace(impulse, rolled=(DiceRoll(purpose="evasion", nation="france", faces=(3, 3), need=6),))
    if timing.trigger == "siege":
        besieger = BattleSide(nations=(acting,), lead=acting)
        siege = Siege(place=place, nation=acting, besieger=besieger, units={acting: 3}, command=3, strength=2)
        impulse = replace(impulse, siege=siege)
    if timing.trigger == "sea_battle":
        occasion = replace(occasion, place="north-sea", nation="france", target="france")
        fleet = tuple(Squadron(nation=one) for one in ("france", holder))
        state = replace(state, squadrons={"north-sea": fleet}, camps={**state.camps})
        if printed.nation:
            state = replace(
                state, consuls={**state.consuls, printed.nation: Consul(column="ally", row="britain")},
                control={**state.control, printed.nation: "britain"},
            )  # fmt: skip
    if timing.trigger == "sail":
        occasion = replace(occasion, place="north-sea")
        state = replace(state, squadrons={"north-sea": (Squadron(nation="france"),) * 3})
    state = replace(state, impulse=impulse)
    hands = {holder: () if printed.is_reserve else (card,)}
    return holding(state, **hands), occasion, holder


@pytest.mark.parametrize("card", ANSWERS)
def test_every_response_is_carried_out(card: str) -> None:
    state, occasion, nation = fighting(card)
    assert codes(answer_problems(state, nation, card, occasion)) == []
    table = DiceTable(state, [6] * 40)
    play_answer(table, nation, card, occasion)
    table.play()
    assert not table.told(EffectIdle)
    assert card in table.state.played.cards or card in table.state.used
    assert events_of(table) - {"CardLaid", "CardOnTable", "CardDone", "CardPutAway", "Entered", "Left"}


@pytest.mark.parametrize("card", BATTLE)
def test_every_battle_card_is_carried_out(card: str) -> None:
    state, _, _ = fighting("rally")
    assert state.impulse is not None
    assert state.impulse.battle is not None
    role = (
        "attacker"
        if any(getattr(each, "role", "") == "attacker" for each in BOARD.cards[card].conditions)
        else "defender"
    )
    nation = "france" if role == "attacker" else "austria"
    state = holding(replace(state, impulse=replace(state.impulse, rolled=())), **{nation: (card,)})
    assert codes(battle_card_problems(state, nation, card)) == []
    table = DiceTable(state)
    play_battle_card(table, nation, card)
    table.play()
    assert table.state.impulse is not None
    assert table.state.impulse.battle is not None
    assert table.state.impulse.battle.modifiers
    assert table.state.played.top == card
