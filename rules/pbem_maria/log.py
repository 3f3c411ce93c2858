"""The unions of all events, steps and orders, as which the log of a game is read."""

from pbem.engine.event import Entered, Left, Rewound
from pbem_maria.events.boxes import (
    BoxLeft,
    BoxTaken,
    ElectorHeld,
    MarkersSetAside,
    PointsLost,
    PoolsFilled,
    WinterScored,
)
from pbem_maria.events.cards import DecksLaidOut, Discarded, Drawn, Shuffled
from pbem_maria.events.combat import (
    CannotRetreat,
    CardPlayed,
    CombatEnded,
    FightBegan,
    FightDropped,
    FightEnded,
    FightsDue,
    PlansGiven,
)  # fmt: skip
from pbem_maria.events.control import Conquered, MarkerLaid, Questioned, QuestionLifted
from pbem_maria.events.pieces import (
    GeneralRemoved,
    HussarDriven,
    HussarPlaced,
    Moved,
    Placed,
    PlacedOffMap,
    StackFormed,
    TrainLost,
    TrainReEntered,
    TurnedDown,
    TurnedUp,
)  # fmt: skip
from pbem_maria.events.politics import PoliticsStacked, TracksLaid
from pbem_maria.events.supply import HandSpent, HussarsPaid, Unsupplied
from pbem_maria.events.troops import TroopsDivided, TroopsLost
from pbem_maria.events.turn import (
    GameBegan,
    GameEnded,
    Ordered,
    StageBegan,
    StageEnded,
    StandingSet,
    SubsidySet,
    TurnBegan,
    WinterBegan,
    WinterEnded,
)  # fmt: skip
from pbem_maria.orders.combat import CombatOrders, PlayOrders
from pbem_maria.orders.hussars import HussarOrders
from pbem_maria.orders.setup import SetUpOrders
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.subsidy import SubsidyOrders
from pbem_maria.orders.winter import StandingOrders, WinterOrders
from pbem_maria.steps.combat import AskPlans, CombatPhase, Duel, NextFight
from pbem_maria.steps.draw import ChooseSubsidy, DrawCards
from pbem_maria.steps.hussars import PlaceHussars
from pbem_maria.steps.movement import MovementPhase
from pbem_maria.steps.retroactive import RetroactiveConquests
from pbem_maria.steps.setup import LayOut, SetUp
from pbem_maria.steps.stage import EndStage, Stage, StageSheet
from pbem_maria.steps.supply import SupplyPhase
from pbem_maria.steps.turn import EndTurn, Turn
from pbem_maria.steps.winter import Winter, WinterBusiness

Steps = (
    LayOut | SetUp | Turn | PlaceHussars | ChooseSubsidy | Stage | DrawCards | StageSheet | SupplyPhase | MovementPhase
    | CombatPhase | AskPlans | NextFight | Duel | RetroactiveConquests | EndStage | Winter | WinterBusiness | EndTurn
)  # fmt: skip

Events = (
    Entered[Steps] | Left | Rewound
    | GameBegan | TurnBegan | StageBegan | StageEnded | WinterBegan | WinterEnded | GameEnded
    | Ordered | StandingSet | SubsidySet
    | DecksLaidOut | Shuffled | Drawn | Discarded
    | Placed | Moved | StackFormed | TrainLost | TrainReEntered | GeneralRemoved | TurnedDown | TurnedUp
    | HussarDriven | HussarPlaced | HussarsPaid | HandSpent | Unsupplied | TroopsDivided | TroopsLost
    | Conquered | Questioned | QuestionLifted | MarkerLaid
    | PoolsFilled | ElectorHeld | PointsLost | BoxTaken | BoxLeft | MarkersSetAside | WinterScored | PlacedOffMap
    | TracksLaid | PoliticsStacked
    | FightsDue | PlansGiven | FightDropped | FightBegan | CardPlayed | FightEnded | CannotRetreat | CombatEnded
)  # fmt: skip

Orders = (
    SetUpOrders | HussarOrders | SubsidyOrders | StageOrders | CombatOrders | PlayOrders | WinterOrders | StandingOrders
)
