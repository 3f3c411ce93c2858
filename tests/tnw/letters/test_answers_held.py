"""What a letter says of the cards that answer something: those that no order plays, and orders for cards not held."""

from msgspec.structs import replace

from pbem_tnw.letters import idle_answers, unordered_answers
from pbem_tnw.orders.choices import BattleCardWish
from pbem_tnw.orders.standing import BattleLine, RespondLine, WarStanding
from tests.tnw.letters.reading import in_round


def test_cards_without_an_order_and_orders_without_a_card_are_found() -> None:
    view = in_round(france=("black-cabinet", "grand-battery", "conscripts"))
    reserves = {"res-napoleon", "res-junta"}
    assert {card.id for card in unordered_answers(view, "france")} == {"black-cabinet", "grand-battery"} | reserves
    orders = WarStanding(
        respond=(RespondLine(card="black-cabinet"), RespondLine(card="storm-at-sea")),
        battle=(BattleLine(cards=(BattleCardWish(card="grand-battery"),)),),
    )
    told = replace(view, standing={"france": orders})
    assert {card.id for card in unordered_answers(told, "france")} == reserves
    assert idle_answers(told, "france") == ("storm-at-sea",)


def test_a_reserve_that_was_used_is_not_held() -> None:
    view = replace(in_round(), used=("res-napoleon", "res-junta"))
    assert unordered_answers(view, "france") == ()
