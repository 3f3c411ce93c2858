"""The unions of all events, steps and orders, as which the log of a game is read."""

from pbem.engine.event import Entered, Left, Rewound, WordsOfChance
from pbem_maria.events.agreements import (
    AgreementAccepted,
    AgreementDeclined,
    AgreementEnded,
    AgreementEnding,
    AgreementExpired,
    AgreementMade,
    AgreementProposed,
    AgreementRestored,
    AgreementSuspended,
    ProposalLapsed,
)
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
from pbem_maria.events.election import ElectionCalled, ElectionHeld, Voted
from pbem_maria.events.pieces import (
    GeneralRemoved,
    HussarDriven,
    HussarPlaced,
    Moved,
    MoveLeftOut,
    Placed,
    PlacedOffMap,
    StackFormed,
    TrainLost,
    TrainReEntered,
    TurnedDown,
    TurnedUp,
)  # fmt: skip
from pbem_maria.events.politics import (
    CardLeftDown,
    CardPlaced,
    CardShown,
    FaceDownReturned,
    InfluenceSaved,
    InfluenceTakenBack,
    PoliticalCardRevealed,
    PoliticalCardsDiscarded,
    PoliticalCardTaken,
    PoliticsEnded,
    PoliticsStacked,
    TracksLaid,
    TrumpNamed,
    TrumpTurned,
)
from pbem_maria.events.shifts import (
    MarkersReturned,
    NeutralityEnded,
    ObjectivesReduced,
    PeaceOffered,
    PeaceRefused,
    PowerHandedOver,
    SaxonPointsSpent,
    SaxonyTurned,
    SilesiaAnnexed,
    Withdrew,
)
from pbem_maria.events.subsidies import (
    ContractEnded,
    ContractEnding,
    ContractMade,
    ContractOffered,
    ContractWithdrawn,
    SubsidyKept,
    SubsidyPaid,
)
from pbem_maria.events.supply import HandShown, HandSpent, HussarsPaid, Unsupplied
from pbem_maria.events.tracks import ExpeditionReturned, ExpeditionSent, GaveWay, TrackMoved
from pbem_maria.events.troops import TroopsDivided, TroopsLost
from pbem_maria.events.turn import (
    EditionChanged,
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
from pbem_maria.orders.decree import DecreeOrders
from pbem_maria.orders.election import ElectionOrders
from pbem_maria.orders.expedition import ExpeditionOrders, GiveWayOrders
from pbem_maria.orders.hussars import HussarOrders
from pbem_maria.orders.politics import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.orders.setup import SetUpOrders
from pbem_maria.orders.shifts import ComebackOrders, PeaceOrders, SaxonyOrders, WithdrawOrders
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.subsidy import SubsidyOrders
from pbem_maria.orders.winter import StandingOrders, WinterOrders
from pbem_maria.state import State
from pbem_maria.steps.annexation import AnswerPeace, OfferPeace, SettleSilesia
from pbem_maria.steps.combat import AskPlans, CombatPhase, Duel, NextFight, PlansAgain
from pbem_maria.steps.draw import ChooseSubsidy, DrawCards
from pbem_maria.steps.election import Election
from pbem_maria.steps.expedition import ReturnExpedition, SendExpedition
from pbem_maria.steps.hussars import PlaceHussars
from pbem_maria.steps.movement import MovementPhase
from pbem_maria.steps.politics import EndPolitics, NameTrump, PlaceInOrder, Politics, PoliticsSheets
from pbem_maria.steps.reduction import ReduceObjectives
from pbem_maria.steps.retroactive import RetroactiveConquests
from pbem_maria.steps.saxony import MoveSaxony
from pbem_maria.steps.setup import LayOut, SetUp
from pbem_maria.steps.shifts import ReturnSaxons, Withdraw
from pbem_maria.steps.stage import EndStage, SheetAgain, Stage, StageSheet
from pbem_maria.steps.supply import SupplyPhase
from pbem_maria.steps.tracks import MoveMarkers
from pbem_maria.steps.turn import EndTurn, Turn
from pbem_maria.steps.winter import Winter, WinterBusiness

Steps = (
    LayOut | SetUp | Turn | PlaceHussars | ChooseSubsidy | Stage | DrawCards | StageSheet | SupplyPhase | MovementPhase
    | CombatPhase | AskPlans | PlansAgain | NextFight | Duel | RetroactiveConquests | EndStage
    | Winter | WinterBusiness | EndTurn
    | Politics | PoliticsSheets | NameTrump | PlaceInOrder | EndPolitics
    | MoveMarkers | SendExpedition | ReturnExpedition | Election
    | MoveSaxony | Withdraw | ReturnSaxons | SheetAgain | OfferPeace | AnswerPeace | SettleSilesia | ReduceObjectives
)  # fmt: skip

Events = (
    Entered[Steps, State] | Left | Rewound | WordsOfChance
    | GameBegan | EditionChanged | TurnBegan | StageBegan | StageEnded | WinterBegan | WinterEnded | GameEnded
    | Ordered | StandingSet | SubsidySet
    | DecksLaidOut | Shuffled | Drawn | Discarded
    | Placed | Moved | MoveLeftOut | StackFormed | TrainLost | TrainReEntered | GeneralRemoved | TurnedDown | TurnedUp
    | HussarDriven | HussarPlaced | HussarsPaid | HandShown | HandSpent | Unsupplied | TroopsDivided | TroopsLost
    | Conquered | Questioned | QuestionLifted | MarkerLaid
    | PoolsFilled | ElectorHeld | PointsLost | BoxTaken | BoxLeft | MarkersSetAside | WinterScored | PlacedOffMap
    | ContractOffered | ContractWithdrawn | ContractMade | ContractEnding | ContractEnded | SubsidyPaid | SubsidyKept
    | TracksLaid | PoliticsStacked | PoliticalCardRevealed | TrumpTurned | TrumpNamed | CardPlaced | CardShown
    | CardLeftDown | InfluenceSaved | PoliticalCardTaken | InfluenceTakenBack | FaceDownReturned
    | PoliticalCardsDiscarded | PoliticsEnded
    | AgreementProposed | AgreementAccepted | AgreementMade | AgreementDeclined | ProposalLapsed | AgreementEnding
    | AgreementEnded | AgreementExpired | AgreementSuspended | AgreementRestored
    | SaxonPointsSpent | SaxonyTurned | PowerHandedOver | MarkersReturned | Withdrew | PeaceOffered | PeaceRefused
    | SilesiaAnnexed | NeutralityEnded | ObjectivesReduced
    | TrackMoved | ExpeditionSent | ExpeditionReturned | GaveWay | ElectionCalled | Voted | ElectionHeld
    | FightsDue | PlansGiven | FightDropped | FightBegan | CardPlayed | FightEnded | CannotRetreat | CombatEnded
)  # fmt: skip

Orders = (
    SetUpOrders | HussarOrders | SubsidyOrders | StageOrders | CombatOrders | PlayOrders | WinterOrders | StandingOrders
    | DecreeOrders
    | PoliticsOrders | TrumpOrders | PlacingOrders | ExpeditionOrders | GiveWayOrders | ElectionOrders
    | SaxonyOrders | WithdrawOrders | PeaceOrders | ComebackOrders
)  # fmt: skip
