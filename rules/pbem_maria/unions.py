"""The unions of all events, steps and orders, as which the log of a game is read."""

from pbem.engine.event import (
    AnswerTaken,
    ChanceDrawn,
    Entered,
    Left,
    NotNeeded,
    PlanDropped,
    PlanUsed,
    Rewound,
    WordsOfChance,
)
from pbem_maria.chapters.agreements.events import (
    AgreementAccepted,
    AgreementAnsweredLate,
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
from pbem_maria.chapters.cards.contract_events import (
    ContractEnded,
    ContractEnding,
    ContractMade,
    ContractOffered,
    ContractWithdrawn,
    SubsidyKept,
    SubsidyPaid,
)
from pbem_maria.chapters.cards.events import CardsDrawn, DecksLaidOut, Discarded, Shuffled
from pbem_maria.chapters.cards.orders import SubsidyOrders
from pbem_maria.chapters.cards.steps import ChooseSubsidy, DrawCards
from pbem_maria.chapters.combat.events import (  # fmt: skip
    CannotRetreat,
    CardPlayed,
    CombatEnded,
    FightBegan,
    FightDropped,
    FightEnded,
    FightsDue,
    PlanNotUsed,
    PlansGiven,
)
from pbem_maria.chapters.combat.orders import CombatOrders, PlayOrders
from pbem_maria.chapters.combat.steps import AskPlans, CombatPhase, Duel, NextFight, PlansAgain
from pbem_maria.chapters.conquest.events import Conquered, MarkerLaid, Questioned, QuestionLifted
from pbem_maria.chapters.conquest.steps import RetroactiveConquests
from pbem_maria.chapters.election.events import ElectionCalled, ElectionHeld, Voted
from pbem_maria.chapters.election.orders import ElectionOrders
from pbem_maria.chapters.election.steps import Election
from pbem_maria.chapters.hussars.orders import HussarOrders
from pbem_maria.chapters.hussars.steps import PlaceHussars
from pbem_maria.chapters.pieces.events import (  # fmt: skip
    GeneralRemoved,
    HussarDriven,
    HussarNotPlaced,
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
)
from pbem_maria.chapters.pieces.troop_events import TroopsDivided, TroopsLost
from pbem_maria.chapters.politics.events import (
    CardLeftDown,
    CardPlaced,
    CardShown,
    FaceDownReturned,
    InfluenceSaved,
    InfluenceTakenBack,
    PoliticalCardMissed,
    PoliticalCardRevealed,
    PoliticalCardsDiscarded,
    PoliticalCardTaken,
    PoliticsEnded,
    PoliticsStacked,
    TracksLaid,
    TrumpNamed,
    TrumpTurned,
)
from pbem_maria.chapters.politics.expedition_orders import ExpeditionOrders, GiveWayOrders
from pbem_maria.chapters.politics.expedition_steps import ReturnExpedition, SendExpedition
from pbem_maria.chapters.politics.orders import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.chapters.politics.steps import EndPolitics, NameTrump, PlaceInOrder, Politics, PoliticsSheets
from pbem_maria.chapters.politics.track_events import ExpeditionReturned, ExpeditionSent, GaveWay, TrackMoved
from pbem_maria.chapters.politics.track_steps import MoveMarkers
from pbem_maria.chapters.setup.orders import SetUpOrders
from pbem_maria.chapters.setup.steps import LayOut, SetUp
from pbem_maria.chapters.shifts.events import (
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
from pbem_maria.chapters.shifts.orders import ComebackOrders, PeaceOrders, SaxonyOrders, WithdrawOrders
from pbem_maria.chapters.shifts.reduction_steps import ReduceObjectives
from pbem_maria.chapters.shifts.saxony_steps import MoveSaxony
from pbem_maria.chapters.shifts.silesia_peace_steps import AnswerPeace, OfferPeace, SettleSilesia
from pbem_maria.chapters.shifts.steps import ReturnSaxons, Withdraw
from pbem_maria.chapters.supply.events import HandShown, HandSpent, HussarsPaid, Unsupplied
from pbem_maria.chapters.supply.steps import SupplyPhase
from pbem_maria.chapters.turn.events import (  # fmt: skip
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
)
from pbem_maria.chapters.turn.movement_phase import MovementPhase
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.stage_steps import ActionStage, EndStage, SheetAgain, StageSheet
from pbem_maria.chapters.turn.steps import EndTurn, Turn
from pbem_maria.chapters.victory.events import (
    BoxLeft,
    BoxTaken,
    ElectorHeld,
    MarkersSetAside,
    PointsLost,
    PoolsFilled,
    WinterScored,
)
from pbem_maria.chapters.winter.orders import StandingOrders, WinterOrders
from pbem_maria.chapters.winter.steps import Winter, WinterBusiness
from pbem_maria.position.state import State
from pbem_maria.rulings.events import (
    AgreementRuled,
    AgreementStopped,
    BattleRuled,
    CardsGiven,
    CardsTaken,
    ControlRuled,
    DrawPileRuled,
    HussarPut,
    PieceRuled,
    SetAsideRuled,
    StageRuled,
)
from pbem_maria.rulings.orders import RulingOrders

MariaSteps = (
    LayOut | SetUp | Turn | PlaceHussars | ChooseSubsidy | ActionStage | DrawCards | StageSheet | SupplyPhase
    | MovementPhase | CombatPhase | AskPlans | PlansAgain | NextFight | Duel | RetroactiveConquests | EndStage
    | Winter | WinterBusiness | EndTurn
    | Politics | PoliticsSheets | NameTrump | PlaceInOrder | EndPolitics
    | MoveMarkers | SendExpedition | ReturnExpedition | Election
    | MoveSaxony | Withdraw | ReturnSaxons | SheetAgain | OfferPeace | AnswerPeace | SettleSilesia | ReduceObjectives
)  # fmt: skip

MariaOrders = (
    SetUpOrders | HussarOrders | SubsidyOrders | StageOrders | CombatOrders | PlayOrders | WinterOrders | StandingOrders
    | RulingOrders
    | PoliticsOrders | TrumpOrders | PlacingOrders | ExpeditionOrders | GiveWayOrders | ElectionOrders
    | SaxonyOrders | WithdrawOrders | PeaceOrders | ComebackOrders
)  # fmt: skip

MariaEvents = (
    Entered[MariaSteps, State] | Left | Rewound | WordsOfChance | ChanceDrawn | NotNeeded | PlanUsed | PlanDropped
    | AnswerTaken[State, MariaOrders]
    | GameBegan | EditionChanged | TurnBegan | StageBegan | StageEnded | WinterBegan | WinterEnded | GameEnded
    | Ordered | StandingSet | SubsidySet
    | DecksLaidOut | Shuffled | CardsDrawn | Discarded
    | Placed | Moved | MoveLeftOut | StackFormed | TrainLost | TrainReEntered | GeneralRemoved | TurnedDown | TurnedUp
    | HussarDriven | HussarNotPlaced | HussarPlaced | HussarsPaid | HandShown | HandSpent | Unsupplied
    | TroopsDivided | TroopsLost
    | Conquered | Questioned | QuestionLifted | MarkerLaid
    | PoolsFilled | ElectorHeld | PointsLost | BoxTaken | BoxLeft | MarkersSetAside | WinterScored | PlacedOffMap
    | ContractOffered | ContractWithdrawn | ContractMade | ContractEnding | ContractEnded | SubsidyPaid | SubsidyKept
    | TracksLaid | PoliticsStacked | PoliticalCardRevealed | TrumpTurned | TrumpNamed | CardPlaced | CardShown
    | CardLeftDown | InfluenceSaved | PoliticalCardMissed | PoliticalCardTaken | InfluenceTakenBack | FaceDownReturned
    | PoliticalCardsDiscarded | PoliticsEnded
    | AgreementProposed | AgreementAccepted | AgreementMade | AgreementDeclined | ProposalLapsed | AgreementEnding
    | AgreementEnded | AgreementExpired | AgreementSuspended | AgreementRestored | AgreementAnsweredLate
    | SaxonPointsSpent | SaxonyTurned | PowerHandedOver | MarkersReturned | Withdrew | PeaceOffered | PeaceRefused
    | SilesiaAnnexed | NeutralityEnded | ObjectivesReduced
    | TrackMoved | ExpeditionSent | ExpeditionReturned | GaveWay | ElectionCalled | Voted | ElectionHeld
    | PieceRuled | HussarPut | CardsTaken | CardsGiven | DrawPileRuled | SetAsideRuled | ControlRuled | BattleRuled
    | StageRuled | AgreementRuled | AgreementStopped
    | FightsDue | PlansGiven | FightDropped | FightBegan | CardPlayed | FightEnded | CannotRetreat | PlanNotUsed
    | CombatEnded
)  # fmt: skip
