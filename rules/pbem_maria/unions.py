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
from pbem_maria.chapters.agreements import (
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
from pbem_maria.chapters.cards import CardsDrawn, DecksLaidOut, Discarded, Shuffled
from pbem_maria.chapters.combat import (
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
from pbem_maria.chapters.conquest import (
    Conquered,
    MarkerLaid,
    MarkersReturned,
    ObjectivesReduced,
    Questioned,
    QuestionLifted,
)
from pbem_maria.chapters.contracts import (
    ContractEnded,
    ContractEnding,
    ContractMade,
    ContractOffered,
    ContractWithdrawn,
    SubsidyKept,
    SubsidyPaid,
)
from pbem_maria.chapters.election import ElectionCalled, ElectionHeld, Voted
from pbem_maria.chapters.pieces import (
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
    TroopsDivided,
    TroopsLost,
    TurnedDown,
    TurnedUp,
)
from pbem_maria.chapters.politics import (
    CardLeftDown,
    CardPlaced,
    CardShown,
    ExpeditionReturned,
    ExpeditionSent,
    FaceDownReturned,
    GaveWay,
    InfluenceSaved,
    InfluenceTakenBack,
    PoliticalCardMissed,
    PoliticalCardRevealed,
    PoliticalCardsDiscarded,
    PoliticalCardTaken,
    PoliticsEnded,
    PoliticsStacked,
    TrackMoved,
    TracksLaid,
    TrumpNamed,
    TrumpTurned,
)
from pbem_maria.chapters.shifts import (
    NeutralityEnded,
    PeaceOffered,
    PeaceRefused,
    PowerHandedOver,
    SaxonPointsSpent,
    SaxonyTurned,
    SilesiaAnnexed,
    Withdrew,
)
from pbem_maria.chapters.supply import HandShown, HandSpent, HussarsPaid, Unsupplied
from pbem_maria.chapters.turn import (
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
from pbem_maria.chapters.victory import (
    BoxLeft,
    BoxTaken,
    ElectorHeld,
    MarkersSetAside,
    PointsLost,
    PoolsFilled,
    WinterScored,
)
from pbem_maria.orders.cards import SubsidyOrders
from pbem_maria.orders.politics import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.orders.ruling import RulingOrders
from pbem_maria.orders.stage import CombatOrders, PlayOrders, SetUpOrders, StageOrders, StandingOrders, WinterOrders
from pbem_maria.orders.standing import HussarOrders
from pbem_maria.orders.statecraft import (
    ComebackOrders,
    ElectionOrders,
    ExpeditionOrders,
    GiveWayOrders,
    PeaceOrders,
    SaxonyOrders,
    WithdrawOrders,
)
from pbem_maria.position.state import State
from pbem_maria.sequence.combat import AskPlans, CombatPhase, Duel, NextFight, PlansAgain
from pbem_maria.sequence.politics import Election, EndPolitics, NameTrump, PlaceInOrder, Politics, PoliticsSheets
from pbem_maria.sequence.rulings import (
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
from pbem_maria.sequence.setup import LayOut, SetUp
from pbem_maria.sequence.supply import ChooseSubsidy, DrawCards, PlaceHussars, RetroactiveConquests, SupplyPhase
from pbem_maria.sequence.tracks import (
    AnswerPeace,
    MoveMarkers,
    MoveSaxony,
    OfferPeace,
    ReduceObjectives,
    ReturnExpedition,
    SendExpedition,
    SettleSilesia,
)
from pbem_maria.sequence.turn import ActionStage, EndStage, EndTurn, MovementPhase, SheetAgain, StageSheet, Turn
from pbem_maria.sequence.winter import Winter, WinterBusiness
from pbem_maria.sequence.withdrawals import ReturnSaxons, Withdraw

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
