"""What a picture is called and how it is described, in words."""

from pbem.engine.drawing import Picture
from pbem.engine.event import PUBLIC
from pbem_tnw.chapters.movement.reach import GeneralReach
from pbem_tnw.drawing.areas import areas
from pbem_tnw.drawing.choice import AREA, MOVES, PLACE, REACH
from pbem_tnw.drawing.words import said
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.state import WarState


def name(view: WarState, kind: str, identifier: str) -> str:
    """The name of a duchy, zone, general, nation or card."""
    return lexicon(view, "").name(kind, identifier)


def title(view: WarState, seat: str, picture: Picture) -> str:
    """The heading of a picture."""
    area = picture.shows.get("area", "") if picture.kind == MOVES else ""
    if area:
        public = "-of-all" if seat == PUBLIC else ""
        return said(f"title.moves-in{public}", name=areas(view.board)[area].name)
    if picture.kind == MOVES and seat == PUBLIC:
        return said("title.moves-of-all")
    text = said(f"title.{picture.kind}", **_args(view, picture))
    return text[0].upper() + text[1:]


def subtitle(view: WarState, picture: Picture, found: GeneralReach | None) -> str:
    """What is beside the heading: the Turn, or of a reach what moves, and for how many CPs."""
    if picture.kind == REACH:
        if found is None:
            return said("subtitle.nowhere")
        strength, points = _counted("unit", found.pieces.strength), _counted("point", picture.shows["points"])
        kind = said(f"kind.{found.kind}")
        return said(
            "subtitle.reach" if found.pieces.strength else "subtitle.reach-alone",
            kind=kind,
            strength=strength,
            points=points,
        )
    if not view.turn:
        return said("set-up")
    number = said("round", round=view.round) if view.round else ""
    return said("turn", year=view.year, turn=view.turn, round=number)


def _counted(what: str, number: int) -> str:
    return said(f"subtitle.{what}" if number == 1 else f"subtitle.{what}s", n=number)


def alt(view: WarState, seat: str, picture: Picture) -> str:
    """The description of a picture, for those who do not see it."""
    when = said("alt.when", year=view.year) if view.turn else ""
    kind = "moves-of-all" if picture.kind == MOVES and seat == PUBLIC else picture.kind
    return f"{said(f'alt.{kind}', when=when, **_args(view, picture))} {said('alt.same')}"


def _args(view: WarState, picture: Picture) -> dict[str, object]:
    if picture.kind == AREA:
        return {"name": areas(view.board)[picture.of].name}
    if picture.kind == PLACE:
        kind = "general" if picture.of in view.board.leaders else "place"
        return {"name": name(view, kind, picture.of)}
    if picture.kind == REACH:
        place = name(view, "place", view.generals[picture.of])
        return {"general": name(view, "general", picture.of), "place": place, "points": picture.shows["points"]}
    return {}
