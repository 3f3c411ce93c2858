"""The unions of all events, steps and orders, as which the log of a game is read."""

from pbem.engine.event import (
    AnswerTaken,
    ChanceDrawn,
    Entered,
    Left,
    NotNeeded,
    PlanDropped,
    PlanKept,
    PlanUsed,
    PowerPassed,
    Rewound,
    WordsOfChance,
)
from pbem_tnw.chapters.attrition.events import AttritionPhaseBegan, AttritionSuffered
from pbem_tnw.chapters.attrition.steps import AttritionPhase, Shipbuilding
from pbem_tnw.chapters.attrition.suffering import Attrition, ReckonAttrition
from pbem_tnw.chapters.battle.aftermath import EndBattle, SettleBattle
from pbem_tnw.chapters.battle.cards import PlannedAnswers, PlannedCards
from pbem_tnw.chapters.battle.events import (
    BattleBegan,
    BattleCardCounted,
    BattleDecided,
    BattleEnded,
    BattleModified,
    BattleRoundDue,
    BattleRoundOver,
    GeneralFell,
    RetreatMade,
    RoutPaid,
)
from pbem_tnw.chapters.battle.steps import Battle, BattleRound, ReckonRound
from pbem_tnw.chapters.builds.foreign_wars import WarRoll
from pbem_tnw.chapters.cards.effects.families import EffectSteps
from pbem_tnw.chapters.cards.events import (
    CardCancelled,
    CardDone,
    CardOnTable,
    ConsulByCard,
    EffectIdle,
    ForceStopped,
    ForeignWarOpened,
    HoldAnswered,
    HoldQuestioned,
    HoldUsed,
    NationChosen,
    OptionTaken,
    PiecesForced,
    RollBonusUsed,
    RollPromised,
    SeaBattleModified,
    SixthTurnOpened,
    SurrenderForced,
)
from pbem_tnw.chapters.cards.windows import (
    CarryOutCard,
    HoldQuestion,
    InImpulse,
    PlayFurther,
    PlayHeldCards,
    ResponseWindow,
)
from pbem_tnw.chapters.conquest.events import (
    ConquestRolled,
    KeysCounted,
    MadeSubject,
    NationConquered,
    SurrenderRefused,
)
from pbem_tnw.chapters.conquest.steps import ConquestPhase
from pbem_tnw.chapters.dice.events import DiceChanged, DiceCleared, DicePutAside, DiceRolled
from pbem_tnw.chapters.dice.rolls import RollDice
from pbem_tnw.chapters.diplomacy.events import (
    AllianceEnded,
    AllianceMade,
    AllianceRestored,
    ArmisticeEnded,
    ArmisticeMade,
    ArmisticeRefused,
    CampJoined,
    ConsulMoved,
    ConsulTurned,
    JoiningRefused,
    ResourceMoved,
    WarDeclared,
)
from pbem_tnw.chapters.diplomacy.lost import AllianceBreaks
from pbem_tnw.chapters.diplomacy.war_brings import Survivors, WarBrings
from pbem_tnw.chapters.fortresses.events import AssaultBegan, AssaultEnded, AssaultRoundDue, AssaultRoundOver
from pbem_tnw.chapters.fortresses.steps import AssaultFortress, AssaultRound, ReckonAssault
from pbem_tnw.chapters.interception.contact import Arrive, MeetEnemy
from pbem_tnw.chapters.interception.evasion import EvasionDone, RollEvasion, TryEvasion
from pbem_tnw.chapters.interception.events import EvasionRolled, EvasionTried, InterceptionRolled, InterceptionTried
from pbem_tnw.chapters.interception.interception import InterceptionDone, NextInterceptor, RollInterception
from pbem_tnw.chapters.interphase.events import Reinforced, TurnReset, WishSkipped
from pbem_tnw.chapters.interphase.politics import ArmisticeTalks, CampRequests, InterphaseWars, Surrenders
from pbem_tnw.chapters.interphase.steps import AskTurnEnds, CaptiveReturns, DrawHands, Interphase, Reinforcements
from pbem_tnw.chapters.movement.events import (
    ContactMade,
    ForcesHalted,
    FormationFormed,
    FormationFreed,
    FormationMoved,
    FormationStopped,
    FormationTurnedBack,
    MarchEnded,
    WaypointPassed,
)
from pbem_tnw.chapters.movement.march import March
from pbem_tnw.chapters.naval.battle import FleetDice, ReckonGuns, ReckonSeaRound, SeaFight, SeaRound
from pbem_tnw.chapters.naval.encounters import (
    AttackAtSea,
    NextSeaInterceptor,
    PassNarrows,
    SeaEvasionDone,
    SeaInterceptionDone,
)
from pbem_tnw.chapters.naval.events import (
    BatteriesFired,
    FleetMoved,
    PortGunsFired,
    SailEnded,
    SeaBattleBegan,
    SeaBattleEnded,
    SeaEvasionRolled,
    SeaEvasionTried,
    SeaInterceptionRolled,
    SeaInterceptionTried,
    SeaRoundDue,
    SeaRoundOver,
    SeaWaypointPassed,
    VoyageBegan,
    VoyageEnded,
)
from pbem_tnw.chapters.naval.home import Homeward
from pbem_tnw.chapters.naval.put_to_sea import PutToSea
from pbem_tnw.chapters.naval.sailing import EndVoyage, SailOn
from pbem_tnw.chapters.peace.events import BonusGiven, PeaceModified, PeaceRolled, SixPointsCounted, WarEnded
from pbem_tnw.chapters.peace.steps import AutomaticPeace, Capitulation, PeacePhase
from pbem_tnw.chapters.pieces.card_events import (
    CardGiven,
    CardLaid,
    CardPutAway,
    DeckLaid,
    HandReplaced,
    LastingLaid,
    WarCardsDrawn,
)
from pbem_tnw.chapters.pieces.events import FlagChanged, PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sequence.events import (
    CardBought,
    CardChosen,
    ImpulseBegan,
    ImpulseLost,
    ImpulseOver,
    ImpulsesOver,
    LeaderMoved,
    MarkerMoved,
    NationPassed,
    PreemptionAsked,
    RoundBegan,
    SheetsCalled,
    WarTurnBegan,
)
from pbem_tnw.chapters.sequence.impulse_steps import AskImpulse, BeginRound, NextBox, NextImpulse, TakeImpulse
from pbem_tnw.chapters.sequence.line_steps import CloseImpulse, EndImpulse, NextLine, NextRest, WearOff
from pbem_tnw.chapters.sequence.order_events import (
    AlternativeSkipped,
    CardsKept,
    LineReached,
    LineSkipped,
    NotPreempted,
    OrdersTaken,
    PlusReached,
    RestReached,
    SheetKept,
    TurnEndSet,
    WarStandingSet,
)
from pbem_tnw.chapters.sequence.points import PointsGained, PointsSpent
from pbem_tnw.chapters.sequence.turn_steps import BeginTurn, MoveTurnMarker
from pbem_tnw.chapters.setup.entry_steps import EntrySheets, LayOutBoard
from pbem_tnw.chapters.setup.events import (
    BidsOpened,
    HandKept,
    MarkersLaidOut,
    PiecesLaidOut,
    SeatsTaken,
    WarBegan,
)
from pbem_tnw.chapters.sheets.chances import EvasionPossible, InterceptionPossible, LandingFireAhead
from pbem_tnw.chapters.sheets.steps import RoundSheets
from pbem_tnw.chapters.transport.events import ForcesLanded, LandingFired, PiecesEmbarked, StayedAboard
from pbem_tnw.chapters.transport.landing import AfterLanding, FireOnLanding, ReckonLanding
from pbem_tnw.orders.entry import EntryOrders
from pbem_tnw.orders.hold import HoldAnswer
from pbem_tnw.orders.round_orders import ImpulseSheet, RoundOrders, StandingSheet
from pbem_tnw.orders.turn_end import TurnEndOrders
from pbem_tnw.position.hands import CardHand
from pbem_tnw.position.state import WarState
from pbem_tnw.rulings.events import CampSet, CardShifted, DiceRuled, PointsRuled
from pbem_tnw.rulings.orders import WarRuling

TnwSteps = (
    AskImpulse | AskTurnEnds | AutomaticPeace | BeginRound | BeginTurn | Capitulation | CloseImpulse | DrawHands
    | EndImpulse | EntrySheets | Interphase | LayOutBoard | MoveTurnMarker | NextBox | NextImpulse | NextLine | NextRest
    | PeacePhase | ResponseWindow | RollDice | RoundSheets | TakeImpulse | WearOff
    | Battle | BattleRound | EndBattle | PlannedAnswers | PlannedCards | ReckonRound | SettleBattle
    | Arrive | EvasionDone | InterceptionDone | March | MeetEnemy | NextInterceptor | RollEvasion | RollInterception
    | TryEvasion
    | AssaultFortress | AssaultRound | ReckonAssault
    | Attrition | AttritionPhase | ReckonAttrition | Shipbuilding
    | AfterLanding | FireOnLanding | ReckonLanding
    | AttackAtSea | EndVoyage | FleetDice | Homeward | NextSeaInterceptor | PassNarrows | PutToSea | ReckonGuns
    | ReckonSeaRound | SailOn | SeaEvasionDone | SeaFight | SeaInterceptionDone | SeaRound
    | CarryOutCard | HoldQuestion | PlayFurther | PlayHeldCards | EffectSteps
    | AllianceBreaks | ArmisticeTalks | CampRequests | CaptiveReturns | ConquestPhase | InterphaseWars | Reinforcements
    | Surrenders | Survivors | WarBrings | WarRoll
)  # fmt: skip

TnwOrders = EntryOrders | HoldAnswer | ImpulseSheet | RoundOrders | StandingSheet | TurnEndOrders | WarRuling

TnwEvents = (
    Entered[TnwSteps, WarState] | Left | Rewound | WordsOfChance | ChanceDrawn | NotNeeded | PlanUsed | PlanDropped
    | PlanKept[WarState, TnwOrders, InImpulse]
    | AnswerTaken[WarState, TnwOrders] | PowerPassed[CardHand, WarState]
    | AlternativeSkipped | CardsKept | LineReached | LineSkipped | NotPreempted | OrdersTaken | PlusReached
    | RestReached | SheetKept | TurnEndSet | WarStandingSet
    | SixPointsCounted | EvasionPossible | InterceptionPossible | LandingFireAhead
    | BattleBegan | BattleCardCounted | BattleDecided | BattleEnded | BattleModified | BattleRoundDue | BattleRoundOver
    | GeneralFell | RetreatMade | RoutPaid
    | ContactMade | ForcesHalted | FormationFormed | FormationFreed | FormationMoved | FormationStopped
    | FormationTurnedBack | MarchEnded | WaypointPassed
    | EvasionRolled | EvasionTried | InterceptionRolled | InterceptionTried
    | BidsOpened | HandKept | MarkersLaidOut | PiecesLaidOut | SeatsTaken | WarBegan
    | AllianceEnded | AllianceMade | AllianceRestored | ArmisticeEnded | ArmisticeMade | ArmisticeRefused | CampJoined
    | ConquestRolled | KeysCounted | MadeSubject | NationConquered | SurrenderRefused
    | ConsulMoved | ConsulTurned | JoiningRefused | WarDeclared
    | AssaultBegan | AssaultEnded | AssaultRoundDue | AssaultRoundOver
    | AttritionPhaseBegan | AttritionSuffered
    | BonusGiven | PeaceModified | PeaceRolled | WarEnded
    | CardBought | CardChosen | ImpulseBegan | ImpulseLost | ImpulseOver | ImpulsesOver | LeaderMoved | MarkerMoved
    | NationPassed | PreemptionAsked | RoundBegan | SheetsCalled | WarTurnBegan
    | CardGiven | CardLaid | CardPutAway | DeckLaid | HandReplaced | LastingLaid | WarCardsDrawn
    | CardCancelled | CardDone | CardOnTable | ConsulByCard | EffectIdle | ForceStopped | ForeignWarOpened
    | HoldAnswered | HoldQuestioned | HoldUsed | NationChosen | OptionTaken | PiecesForced
    | RollBonusUsed | RollPromised | SeaBattleModified | SixthTurnOpened | SurrenderForced
    | ForcesLanded | LandingFired | PiecesEmbarked | StayedAboard
    | BatteriesFired | FleetMoved | PortGunsFired | SailEnded | SeaBattleBegan | SeaBattleEnded | SeaEvasionRolled
    | SeaEvasionTried | SeaInterceptionRolled | SeaInterceptionTried | SeaRoundDue | SeaRoundOver | SeaWaypointPassed
    | VoyageBegan | VoyageEnded
    | DiceChanged | DiceCleared | DicePutAside | DiceRolled
    | FlagChanged | PiecesMoved | SquadronsMoved
    | PointsGained | PointsSpent
    | ResourceMoved
    | Reinforced | TurnReset | WishSkipped
    | CampSet | CardShifted | DiceRuled | PointsRuled
)  # fmt: skip
