"""The unions of all events, steps and orders, as which the log of a game is read."""

from pbem.engine.event import Event, engine_events, union_of
from pbem.engine.order import Order
from pbem.engine.position import Box
from pbem_tnw import chapters, orders
from pbem_tnw.chapters.cards.windows import InImpulse
from pbem_tnw.chapters.rulings import RuleWar
from pbem_tnw.chapters.turn.sheets import AnyTimeSheet
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import WarState

TnwSteps = union_of(Box, chapters, but=(AnyTimeSheet, RuleWar))
TnwOrders = union_of(Order, orders)
TnwEvents = union_of(Event, chapters) | engine_events(WarState, TnwSteps, TnwOrders, when=InImpulse, holdings=CardHand)
