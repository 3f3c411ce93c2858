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
from pbem_tnw.chapters.cards import effects_on_dice, effects_on_hands, effects_on_pieces, effects_on_politics
from pbem_tnw.chapters.cards.effects_on_dice import CancelOnDie
from pbem_tnw.chapters.cards.effects_on_hands import EndOnDie
from pbem_tnw.chapters.cards.effects_on_pieces import RefitOnDice, StrikeOnDie, TakeOnDie
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
    RollDice,
)
from pbem_tnw.chapters.land.battle import (
    Battle,
    BattleRound,
    EndBattle,
    PlannedAnswers,
    PlannedCards,
    ReckonRound,
    SettleBattle,
)
from pbem_tnw.chapters.land.battle_events import (
    AssaultBegan,
    AssaultEnded,
    AssaultRoundDue,
    AssaultRoundOver,
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
from pbem_tnw.chapters.land.events import (
    ContactMade,
    EvasionRolled,
    EvasionTried,
    ForcesHalted,
    FormationFormed,
    FormationFreed,
    FormationMoved,
    FormationStopped,
    FormationTurnedBack,
    InterceptionRolled,
    InterceptionTried,
    MarchEnded,
    WaypointPassed,
)
from pbem_tnw.chapters.land.interception import (
    EvasionDone,
    InterceptionDone,
    NextInterceptor,
    RollEvasion,
    RollInterception,
    TryEvasion,
)
from pbem_tnw.chapters.land.movement import Arrive, March, MeetEnemy
from pbem_tnw.chapters.land.sieges import AssaultFortress, AssaultRound, ReckonAssault
from pbem_tnw.chapters.nation.attrition import (
    Attrition,
    AttritionPhase,
    AttritionPhaseBegan,
    AttritionSuffered,
    ReckonAttrition,
    Shipbuilding,
)
from pbem_tnw.chapters.nation.pieces import (
    CardGiven,
    CardLaid,
    CardPutAway,
    DeckLaid,
    DiceChanged,
    DiceCleared,
    DicePutAside,
    DiceRolled,
    FlagChanged,
    HandReplaced,
    LastingLaid,
    PiecesMoved,
    SquadronsMoved,
    WarCardsDrawn,
)
from pbem_tnw.chapters.nation.returning import WarRoll
from pbem_tnw.chapters.politics.camps import AllianceBreaks
from pbem_tnw.chapters.politics.conquest import (
    ConquestPhase,
    ConquestRolled,
    KeysCounted,
    MadeSubject,
    NationConquered,
    SurrenderRefused,
)
from pbem_tnw.chapters.politics.peace import (
    AutomaticPeace,
    BonusGiven,
    Capitulation,
    PeaceModified,
    PeacePhase,
    PeaceRolled,
    SixPointsCounted,
    WarEnded,
)
from pbem_tnw.chapters.politics.track import (
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
from pbem_tnw.chapters.politics.wars import Survivors, WarBrings
from pbem_tnw.chapters.rulings import CampSet, CardShifted, DiceRuled, PointsRuled
from pbem_tnw.chapters.sea.battle import FleetDice, Homeward, ReckonGuns, ReckonSeaRound, SeaFight, SeaRound
from pbem_tnw.chapters.sea.encounters import (
    AttackAtSea,
    NextSeaInterceptor,
    PassNarrows,
    SeaEvasionDone,
    SeaInterceptionDone,
)
from pbem_tnw.chapters.sea.events import (
    BatteriesFired,
    FleetMoved,
    ForcesLanded,
    LandingFired,
    PiecesEmbarked,
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
    StayedAboard,
    VoyageBegan,
    VoyageEnded,
)
from pbem_tnw.chapters.sea.sailing import EndVoyage, PutToSea, SailOn
from pbem_tnw.chapters.sea.transport import AfterLanding, FireOnLanding, ReckonLanding
from pbem_tnw.chapters.turn.events import (
    AlternativeSkipped,
    CardBought,
    CardChosen,
    CardsKept,
    ImpulseBegan,
    ImpulseLost,
    ImpulseOver,
    ImpulsesOver,
    LeaderMoved,
    LineReached,
    LineSkipped,
    MarkerMoved,
    NationPassed,
    NotPreempted,
    OrdersNotReached,
    OrdersTaken,
    PlusReached,
    PreemptionAsked,
    RestReached,
    RoundBegan,
    SheetKept,
    SheetsCalled,
    TurnEndSet,
    WarStandingSet,
    WarTurnBegan,
)
from pbem_tnw.chapters.turn.facts import PointsGained, PointsSpent
from pbem_tnw.chapters.turn.impulse import (
    AskImpulse,
    BeginRound,
    BeginTurn,
    MoveTurnMarker,
    NextBox,
    NextImpulse,
    TakeImpulse,
)
from pbem_tnw.chapters.turn.interphase import AskTurnEnds, CaptiveReturns, DrawHands, Interphase, Reinforcements
from pbem_tnw.chapters.turn.interphase_politics import ArmisticeTalks, CampRequests, InterphaseWars, Surrenders
from pbem_tnw.chapters.turn.line_steps import CloseImpulse, EndImpulse, NextLine, NextRest, WearOff
from pbem_tnw.chapters.turn.reinforcement import Reinforced, TurnReset, WishSkipped
from pbem_tnw.chapters.turn.setup import (
    BidsOpened,
    EntrySheets,
    HandKept,
    LayOutBoard,
    MarkersLaidOut,
    PiecesLaidOut,
    SeatsTaken,
    WarBegan,
)
from pbem_tnw.chapters.turn.sheet_checks import EvasionPossible, InterceptionPossible, LandingFireAhead
from pbem_tnw.chapters.turn.sheets import RoundSheets
from pbem_tnw.orders.choices import HoldAnswer
from pbem_tnw.orders.ruling import WarRuling
from pbem_tnw.orders.turn import EntryOrders, ImpulseSheet, RoundOrders, StandingSheet, TurnEndOrders
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import WarState

FAMILIES = (
    effects_on_dice,
    effects_on_dice,
    effects_on_hands,
    effects_on_politics,
    effects_on_dice,
    effects_on_hands,
    effects_on_pieces,
    effects_on_politics,
    effects_on_politics,
    effects_on_pieces,
    effects_on_politics,
    effects_on_pieces,
)
EffectSteps = CancelOnDie | EndOnDie | RefitOnDice | StrikeOnDie | TakeOnDie


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
    | AlternativeSkipped | CardsKept | LineReached | LineSkipped | NotPreempted | OrdersNotReached | OrdersTaken
    | PlusReached | RestReached | SheetKept | TurnEndSet | WarStandingSet
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
