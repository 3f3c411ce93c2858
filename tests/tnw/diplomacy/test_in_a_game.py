"""Lines of builds and diplomacy as sheets order them, in a game from its set-up."""

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_tnw.chapters.politics.conquest import SurrenderRefused
from pbem_tnw.chapters.politics.track import ConsulMoved, WarDeclared
from pbem_tnw.chapters.turn.reinforcement import Reinforced
from pbem_tnw.invariants import broken
from pbem_tnw.orders.choices import CardUse
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import BuildLine, ConsulLine
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.turn import InterphaseWar, RoundOrders, SurrenderOffer, TurnEndOrders, TurnEndWish
from pbem_tnw.position.state import WarState
from tests.tnw.tables import new_table, play_on


def sheets(decision: Decision, view: WarState) -> Order | None:
    """Russia moves the consul of Turkey and builds; at the end France declares war on Prussia, and asks in vain."""
    if decision.takes is RoundOrders and decision.seat == "russia" and view.round == 2:
        lines = (ConsulLine(who="turkey", way="left"), BuildLine(pieces=(PiecesWanted(at="riga"),)))
        return RoundOrders(impulses={"russia": _played(view, "russia", lines)})
    if decision.takes is TurnEndOrders and decision.seat == "france":
        wish = TurnEndWish(declare=(InterphaseWar(on="prussia"),), surrender=(SurrenderOffer(receiver="austria"),))
        return TurnEndOrders(turn_end=wish)
    return None


def _played(view: WarState, nation: str, lines: tuple[ConsulLine | BuildLine, ...]) -> ImpulseOrders:
    known = [card for card in view.holdings(nation).known if not view.board.cards[card].has("must_be_event")]
    best = max(known, key=lambda card: view.board.cards[card].cp)
    return ImpulseOrders(alternatives=(Alternative(play=CardUse(card=best, use="cp"), do=OrderLines(lines)),))


def test_a_turn_with_diplomacy_builds_and_an_interphase_of_wishes() -> None:
    table = new_table(5, seats="assigned", faces=[1] * 400)
    play_on(table, sheets, until="2.1")
    events = [event for entry in table.entries for event in entry.events]
    moved = [event for event in events if isinstance(event, ConsulMoved)]
    assert [(event.proxy, event.points) for event in moved[:1]] == [("turkey", 1)]
    wars = [event for event in events if isinstance(event, WarDeclared)]
    assert ("france", "prussia") in [(event.nation, event.on) for event in wars]
    assert table.state.camps["prussia"] == "coalition"
    assert {event.nation for event in events if isinstance(event, Reinforced)} >= {"france", "spain", "russia"}
    assert not [event for event in events if isinstance(event, SurrenderRefused)]
    assert [str(each) for each in broken(table.state)] == []
