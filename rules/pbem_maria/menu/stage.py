"""The desk of an action stage: the pieces that act, and what can be ordered of them."""

from collections.abc import Iterator

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.menu import PASS, DeskBar, DeskChoice, DeskNote, DeskSign, DeskSubject, Put, Said
from pbem_maria.chapters import movement, shifts, supply
from pbem_maria.chapters.duel import FightSide, pairs, parts, plan_for
from pbem_maria.menu.draft import StageDraft, stage_draft
from pbem_maria.menu.moves import move_bars, move_choices
from pbem_maria.orders.movement import STAY, UNREAD
from pbem_maria.orders.stage import CombatOrders, StageOrders
from pbem_maria.position.state import State


class StageOutlook(msgspec.Struct, frozen=True):
    """The position *after* the moves of a draft, as if its seat were alone, and the *fights* in which it attacks."""

    draft: StageDraft
    after: State
    fights: tuple[FightSide, ...]

    def signs(self, piece: str) -> tuple[DeskSign, ...]:
        """What *piece* comes to: a fight, or no supply."""
        return tuple(note.sign for note in self.notes(piece) if note.sign is not None)

    def notes(self, piece: str) -> Iterator[DeskNote]:
        """What there is to say of it."""
        if not self.after.theatre.is_general(piece) or piece not in self.after.at:
            return
        for fight in self.fights:
            if piece in fight.own:
                city = self.after.at[fight.enemy[0]]
                yield DeskNote(said=Said("will-attack", {"generals": fight.enemy, "city": city}), sign="fight")
                if plan_for(self.after, self.draft.seat, fight, self._plans) is None:
                    yield DeskNote(said=Said("without-plan", {"generals": fight.enemy}), key="combat")
        if not supply.is_supplied(self.after, piece):
            distance = supply.nearest_train(self.after, piece)
            yield DeskNote(said=Said("no-supply", {"distance": distance}), sign="no-supply")

    @property
    def _plans(self) -> CombatOrders:
        return CombatOrders(combat=self.draft.order.combat, standing=self.draft.order.standing)


def stage_outlook(draft: StageDraft, after: State) -> StageOutlook:
    """The outlook of a draft whose moves lead to the position *after* them."""
    seat = draft.seat
    due = tuple(pair for pair in pairs(after, after.stage_powers()) if _of(after, pair.attackers[0]) == seat)
    return StageOutlook(draft, after, tuple(part for part in parts(after, seat, due) if part.attacking))


def _of(state: State, general: str) -> str:
    return state.seat_of(state.power_of(general))


def subjects(view: State, decision: Decision, order: StageOrders) -> Iterator[DeskSubject]:
    """The pieces of the stage: generals by power and rank, then trains, also those that may enter the map again."""
    draft = stage_draft(view, decision, order)
    after, ways = draft.end()
    outlook = stage_outlook(draft, after)
    for piece in _pieces(draft):
        lines = draft.lines(piece)
        way = ways.get(piece, ()) if lines else ()
        yield DeskSubject(
            id=piece,
            kind="general" if view.theatre.is_general(piece) else "train",
            place=view.at.get(piece, ""),
            way=way,
            paths=tuple(("moves", line) for line in lines),
            now=_now(draft, piece, lines, way),
            signs=outlook.signs(piece),
        )


def choices(view: State, decision: Decision, order: StageOrders, subject: str) -> Iterator[DeskChoice]:
    """What the piece *subject* can be ordered to do; what is about none."""
    draft = stage_draft(view, decision, order)
    if not subject:
        yield from _others(draft, decision)
    elif view.result is None and subject in _pieces(draft):
        yield from move_choices(draft, subject)


def bars(view: State, decision: Decision, order: StageOrders, subject: str) -> Iterator[DeskBar]:
    """The pieces in the way of an ordinary march of *subject*, where it cannot go in any other way."""
    draft = stage_draft(view, decision, order)
    if view.result is None and subject in _pieces(draft):
        yield from move_bars(draft, subject)


def notes(view: State, decision: Decision, order: StageOrders, subject: str) -> Iterator[DeskNote]:
    """The fights of *subject*, plans that are missing for them, and whether it will be supplied."""
    draft = stage_draft(view, decision, order)
    yield from stage_outlook(draft, draft.end()[0]).notes(subject)


def _others(draft: StageDraft, decision: Decision) -> Iterator[DeskChoice]:
    """To pass; France: to reduce its objectives."""
    group = Said("besides")
    if getattr(decision.default, "passes", False):
        yield DeskChoice(said=Said("pass"), puts=(Put(("moves",)), Put(("attacks",)), PASS), group=group)
    if draft.order.reduce:
        yield DeskChoice(said=Said("reduce-not"), puts=(Put(("reduce",)),), group=group)
        return
    wrong = shifts.check_stage(draft.view, draft.end()[0], StageOrders(reduce=True))
    if not any(problem.stops for problem in wrong):
        yield DeskChoice(said=Said("reduce"), puts=(Put(("reduce",), value=True),), group=group, signs=("risk",))


def _pieces(draft: StageDraft) -> tuple[str, ...]:
    """The pieces that act, and the trains that may enter the map."""
    view = draft.view
    generals = [general for power in draft.powers for general in view.generals_of(power)]
    own = [train for train in view.theatre.trains.values() if train.power in draft.powers]
    away = {train.id for train in own if train.id not in view.at}
    lost = {train for train in away if not draft.lines(train) and not _may_enter(view, train)}
    return (*generals, *(train.id for train in own if train.id not in lost))


def _may_enter(view: State, train: str) -> bool:
    """Whether there is a city on which a train that is off the map could enter it."""
    sites = movement.sites(view, view.power_of(train))
    return any(not any(movement.wrong_with_site(view, train, city)) for city in sites)


def _now(draft: StageDraft, piece: str, lines: tuple[int, ...], way: tuple[str, ...]) -> Said:
    """What the sheet says of a piece, in a few words."""
    if not lines:
        return Said("waits")
    move = draft.order.moves[lines[0]]
    if move.how == UNREAD:
        return Said("unread")
    if move.how == STAY:
        return Said("stays")
    goal = way[-1] if way else move.path[-1] if move.path else ""
    mates = tuple(other for other in move.pieces if other != piece)
    steps = max(0, len(way) - 1)
    return Said("moves", {"how": move.how, "city": goal, "joins": move.joins or "", "mates": mates, "steps": steps})
