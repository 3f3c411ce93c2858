"""What the nations, generals and cards of a seat can be ordered to do in their next Impulses."""

from collections.abc import Iterator

from pbem.engine.decision import Decision
from pbem.engine.menu import DeskChoice, DeskNote, DeskSign, DeskSubject, Put, Said
from pbem_tnw.chapters.land.formations import enemy_fortress
from pbem_tnw.chapters.land.paths import GeneralReach, ReachedDuchy, reach
from pbem_tnw.letters import hand_of, reach_points, reserves_left
from pbem_tnw.menu.impulses import ImpulseDraft, impulse_draft, line_path, paying, put_card, put_line
from pbem_tnw.orders.choices import CardUse
from pbem_tnw.orders.lines import AssaultLine, BuildLine, MoveLine
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.turn import ImpulseSheet, RoundOrders
from pbem_tnw.position.control import homes
from pbem_tnw.position.forces import besieging, enemies_at
from pbem_tnw.position.state import WarState

USES = ("cp", "event")
BUILT = ("unit", "squadron")
LED = ("army", "army-group", "riders")
"""Kinds of Formations that a choice lets march: the others are written."""


AskedSheet = RoundOrders | ImpulseSheet


def subjects(view: WarState, decision: Decision, order: AskedSheet) -> Iterator[DeskSubject]:
    """The nations that are asked about, their generals on the map, and the cards of their hands."""
    draft = impulse_draft(view, decision, order)
    for nation in draft.nations:
        yield _nation(draft, nation)
        for general in _generals(draft, nation):
            yield _general(draft, nation, general)
        for card in hand_of(view, nation):
            found = draft.first(nation)
            played = found is not None and found.play is not None and found.play.card == card.id
            use = found.play.use if played and found is not None and found.play is not None else ""
            args = {"use": use, "nation": nation} if played else {"nation": nation}
            now = Said("card-played" if played else "card-held", args)
            paths = ((*line_path(nation, 0)[:4], "play"),) if played else ()
            yield DeskSubject(id=card.id, kind="card", paths=paths, now=now)


def choices(view: WarState, decision: Decision, order: AskedSheet, subject: str) -> Iterator[DeskChoice]:
    """What may be ordered of a nation, a general or a card; of none, nothing, so that the lowest card is played."""
    draft = impulse_draft(view, decision, order)
    for nation in draft.nations:
        if not subject and nation in draft.impulses:
            said = Said("no-impulse", {"nation": nation})
            yield DeskChoice(said=said, puts=(Put(("impulses", nation)),), group=Said("besides"))
        elif subject == nation:
            yield from _cards(draft, nation, "")
            yield from _assaults(draft, nation)
            yield from _builds(draft, nation)
        elif subject in _generals(draft, nation):
            yield from _marches(draft, nation, subject)
        elif any(card.id == subject for card in hand_of(view, nation)):
            yield from _cards(draft, nation, subject)


def _generals(draft: ImpulseDraft, nation: str) -> tuple[str, ...]:
    """The generals of *nation* in duchies."""
    view = draft.view
    own = (one.id for one in view.board.leaders.values() if one.nation == nation)
    return tuple(one for one in own if view.generals.get(one, "") in view.board.duchies)


def _nation(draft: ImpulseDraft, nation: str) -> DeskSubject:
    found = draft.first(nation)
    if found is None:
        return DeskSubject(id=nation, kind="nation", now=Said("no-orders"))
    args = {
        "card": found.play.card if found.play is not None else "",
        "use": found.play.use if found.play is not None else "",
        "lines": len(found.do.lines),
    }
    return DeskSubject(id=nation, kind="nation", paths=(("impulses", nation),), now=Said("impulse-now", args))


def _general(draft: ImpulseDraft, nation: str, general: str) -> DeskSubject:
    at, place = draft.marching(nation, general), draft.view.generals[general]
    if at is None:
        return DeskSubject(id=general, kind="general", place=place, now=Said("no-orders"))
    found = draft.first(nation)
    line = found.do.lines[at] if found is not None else None
    path = line.path if isinstance(line, MoveLine) else ()
    way = (*(() if path[:1] == (place,) else (place,)), *path)
    now = Said("marches-now", {"duchy": path[-1] if path else place})
    signs = tuple(note.sign for note in _met(draft.view, nation, path) if note.sign is not None)
    paths = (line_path(nation, at),)
    return DeskSubject(id=general, kind="general", place=place, way=way, paths=paths, now=now, signs=signs)


def notes(view: WarState, decision: Decision, order: AskedSheet, subject: str) -> Iterator[DeskNote]:
    """The enemies at the end of the march of a general."""
    draft = impulse_draft(view, decision, order)
    for nation in draft.nations:
        at, found = draft.marching(nation, subject), draft.first(nation)
        line = found.do.lines[at] if found is not None and at is not None else None
        if isinstance(line, MoveLine):
            yield from _met(view, nation, line.path)


def _met(view: WarState, nation: str, path: tuple[str, ...]) -> Iterator[DeskNote]:
    """What a march of *nation* meets where it ends."""
    duchy = path[-1] if path else ""
    if duchy not in view.board.duchies:
        return
    if units := enemies_at(view, nation, duchy).strength:
        yield DeskNote(said=Said("meets-units", {"units": units, "duchy": duchy}), sign="fight")
    if enemy_fortress(view, nation, duchy):
        yield DeskNote(said=Said("meets-fortress", {"duchy": duchy}), sign="fortress")


def _cards(draft: ImpulseDraft, nation: str, only: str) -> Iterator[DeskChoice]:
    """The cards to play in the Impulse of *nation*, or the uses of one."""
    for card in (*hand_of(draft.view, nation), *reserves_left(draft.view, nation)):
        for use in USES if only in ("", card.id) else ():
            played = CardUse(card=card.id, use="cp" if use == "cp" else "event")
            said = Said("play-card", {"card": card.id, "use": use, "cp": card.cp})
            group = Said("cards-to-play", {"nation": nation})
            yield DeskChoice(said=said, puts=(put_card(draft, nation, played),), group=group, sure=False)


def _marches(draft: ImpulseDraft, nation: str, general: str) -> Iterator[DeskChoice]:
    """The duchies to which a general can march, with the most units it may lead, or as head of an Army Group."""
    at, points = draft.marching(nation, general), _points(draft, nation, general)
    for each in reach(draft.view, nation, general, points):
        if each.kind in LED:
            for duchy in each.duchies.values():
                yield from _march(draft, nation, general, each, duchy, at)
    if at is not None:
        group = Said("staying", {"nation": nation})
        yield DeskChoice(said=Said("stay"), puts=(Put(line_path(nation, at)),), group=group, clears=True)


def _march(
    draft: ImpulseDraft, nation: str, general: str, led: GeneralReach, to: ReachedDuchy, at: int | None
) -> Iterator[DeskChoice]:
    riders = tuple(one for one in led.pieces.generals if one != general)
    alone = led.kind == "riders"
    line = MoveLine(commander=general, riders=riders if led.kind == "army-group" else (), alone=alone, path=to.path)
    play = _card_for(draft, nation, to.cost)
    args = {
        "duchy": to.duchy,
        "cost": to.cost,
        "enemies": to.enemies.strength,
        "fortress": to.fortress,
        "intercepted": to.intercepted,
        "card": play.card if play is not None else "",
    }
    group = Said("march-of", {"kind": led.kind, "generals": (general, *line.riders), "units": led.pieces.strength})
    yield DeskChoice(
        said=Said("march", args),
        puts=put_line(draft, nation, line, at, play),
        group=group,
        place=to.duchy,
        steps=to.steps,
        signs=_signs(to),
        sure=False,
    )


def _signs(to: ReachedDuchy) -> tuple[DeskSign, ...]:
    """What a march to a duchy leads to."""
    found: dict[DeskSign, bool] = {
        "fight": bool(to.enemies.strength), "fortress": to.fortress, "risk": bool(to.intercepted),
    }  # fmt: skip
    return tuple(sign for sign, so in found.items() if so)


def _points(draft: ImpulseDraft, nation: str, general: str) -> int:
    """The CPs for a march: of the card that is to be played for them, or of the best card."""
    found = draft.first(nation)
    if found is not None and found.play is not None and found.play.use == "cp":
        return draft.view.board.cards[found.play.card].cp
    return reach_points(draft.view, general)


def _card_for(draft: ImpulseDraft, nation: str, cost: int) -> CardUse | None:
    """The card that pays for a line, if the sheet has none to play yet."""
    found = draft.first(nation)
    return paying(draft, nation, cost) if found is None or (found.play is None and found.plus is None) else None


def _assaults(draft: ImpulseDraft, nation: str) -> Iterator[DeskChoice]:
    """The enemy Fortresses that units of *nation* stand before."""
    play = _card_for(draft, nation, 1)
    for duchy in besieging(draft.view, nation):
        puts = put_line(draft, nation, AssaultLine(at=duchy), None, play)
        said, group = Said("assault", {"duchy": duchy}), Said("assaults", {"nation": nation})
        yield DeskChoice(said=said, puts=puts, group=group, place=duchy, signs=("fight",), sure=False)


def _builds(draft: ImpulseDraft, nation: str) -> Iterator[DeskChoice]:
    """A unit or a Squadron in each Home duchy where one can be built."""
    play = _card_for(draft, nation, 1)
    for duchy in homes(draft.view, nation):
        for what in BUILT:
            pieces = PiecesWanted(what="squadron" if what == "squadron" else "unit", at=duchy)
            puts = put_line(draft, nation, BuildLine(pieces=(pieces,)), None, play)
            said, group = Said("build", {"what": what, "duchy": duchy}), Said("builds", {"nation": nation})
            yield DeskChoice(said=said, puts=puts, group=group, place=duchy, sure=False)
