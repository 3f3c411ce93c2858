"""The unions of all events, steps and orders, as which the log of a game is read."""

from pbem.engine.event import Event, engine_events, union_of
from pbem.engine.order import Order
from pbem.engine.position import Box
from pbem_maria import chapters, orders, sequence
from pbem_maria.chapters.cards import CardsOfPower
from pbem_maria.chapters.pieces import TakenAsGone, TakenAsMoved
from pbem_maria.orders.standing import InAdvance
from pbem_maria.position.state import State
from pbem_maria.sequence.rulings import Rule
from pbem_maria.sequence.turn import AnyTime

MariaSteps = union_of(Box, sequence, but=(AnyTime, Rule))
MariaOrders = union_of(Order, orders, but=(InAdvance,))
MariaEvents = union_of(Event, chapters, sequence, but=(CardsOfPower, TakenAsGone, TakenAsMoved)) | engine_events(
    State, MariaSteps, MariaOrders
)
