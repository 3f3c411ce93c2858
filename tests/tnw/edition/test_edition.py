"""The historical edition as the rules see it."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from pbem.engine.edition import Unplayable
from pbem_tnw.edition import edition
from pbem_tnw.edition.card_conditions import CardCondition, IfCampZones, IfPlayer, IfWith, PrintedCondition, ZonesLimit
from pbem_tnw.edition.card_words import ConsulEffect, OneOfEffect, PlaceEffect, PointsEffect, SimpleEffect
from pbem_tnw.edition.cards import Spots, Timing, spots

HISTORICAL = edition.named("historical")


def test_the_historical_edition_has_its_pieces() -> None:
    assert (len(HISTORICAL.duchies), len(HISTORICAL.zones)) == (117, 15)
    assert HISTORICAL.powers == ("france", "austria", "britain", "russia", "prussia")
    assert HISTORICAL.minors == ("turkey", "spain", "sweden", "denmark")
    assert tuple(HISTORICAL.nations) == HISTORICAL.sequence == (*HISTORICAL.powers, *HISTORICAL.minors)
    numbers = sorted(card.number for card in HISTORICAL.cards.values() if not card.is_reserve)
    assert numbers == [*range(1, len(HISTORICAL.deck) + 1)]
    assert len(numbers) + sum(map(len, HISTORICAL.reserves.values())) == len(HISTORICAL.cards)
    assert HISTORICAL.leaders["napoleon"].nation == "france"
    assert HISTORICAL.leaders["wellington"].not_before == 1807


def test_a_duchy_is_a_key_whether_open_or_a_fortress() -> None:
    keys = {each: HISTORICAL.duchies[each].key for each in ("paris", "lille", "metz", "tours")}
    assert keys == {"paris": True, "lille": True, "metz": False, "tours": False}


def test_links_hold_both_ways_and_a_strait_names_its_zone() -> None:
    assert HISTORICAL.links["linz"]["prague"] == HISTORICAL.links["prague"]["linz"]
    assert HISTORICAL.links["prague"]["linz"].kind == "pass"
    assert HISTORICAL.links["malmo"]["copenhagen"].zone == "western-baltic"
    assert HISTORICAL.links["malta"] == {}


def test_a_running_game_finds_its_edition_by_the_key(tmp_path: Path) -> None:
    assert edition.known(HISTORICAL.key) is HISTORICAL
    with pytest.raises(Unplayable, match=r"cannot be read: No such file or directory: map\.yaml"):
        edition.load(tmp_path)


def test_conditions_and_effects_are_structs_of_their_words() -> None:
    card = HISTORICAL.cards["continental-system"]
    assert card.conditions == (IfPlayer(("france",)), IfCampZones(ZonesLimit("britain", below=6)))
    assert HISTORICAL.cards["res-skerries"].conditions == (IfWith(("sweden",)),)
    assert HISTORICAL.cards["marshal-forwards"].conditions == (IfWith(("prussia", "russia")),)
    assert HISTORICAL.cards["godoy"].effects == (
        OneOfEffect(
            options=(
                (ConsulEffect(who="spain", steps=2, way="right", rows=("france",)),),
                (PointsEffect(who="spain", n=3, use=("unit", "refit", "regroup")),),
            )
        ),
    )
    assert HISTORICAL.cards["burnt-earth"].timing == Timing("step", "enemy")
    assert HISTORICAL.cards["res-senate"].is_reserve
    assert HISTORICAL.cards["dos-de-mayo"].has("discard_red")


def test_every_condition_has_one_word() -> None:
    with pytest.raises(ValueError, match="one word, not 2: camp, role"):
        _ = PrintedCondition(camp="imperial", role="attacker").typed
    with pytest.raises(ValueError, match="one word, not 0"):
        _ = PrintedCondition().typed


def test_words_for_places_are_taken_apart() -> None:
    (effect,) = HISTORICAL.cards["hungarian-insurrection"].effects
    assert isinstance(effect, PlaceEffect)
    assert spots(effect.where) == Spots("places", ids=("buda", "temesvar"))
    assert spots("home:self") == Spots("home", "self")
    assert spots("friendly:self") == Spots("friendly", "self")
    assert spots("anywhere") == Spots("anywhere")
    for wrong in ("home", "anywhere:self", "vienna", "places", "list:"):
        with pytest.raises(ValueError, match=f"no word for places: {wrong}"):
            spots(wrong)


def test_the_page_for_authors_has_every_word_of_the_cards_with_its_keys() -> None:
    page = (Path(__file__).parents[3] / "docs" / "napoleonic-wars-editions.md").read_text(encoding="utf-8")
    for word in (*get_args(SimpleEffect), OneOfEffect):
        keys = ", ".join(f"`{field.encode_name}`" for field in msgspec.structs.fields(word))
        assert f"| `{word.__struct_config__.tag}` | {keys} |" in page
    for word in get_args(CardCondition):
        assert f"| `{word.__struct_config__.tag}` | " in page


def test_the_coast_is_there_for_pictures() -> None:
    assert len(HISTORICAL.coast.land) == 59
    assert all(path.startswith("M") and path.endswith("Z") for path in HISTORICAL.coast.land)
