"""Pieces beside the map, events in play, piles and Armistices, in words (6.11, 6.13, 6.19, 7.7, 17.2)."""

from collections.abc import Iterator

from pbem_tnw.drawing.beside.sheet import Sheet
from pbem_tnw.drawing.layers.tags import general_said
from pbem_tnw.drawing.words import said
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.forces import generals_at, squadrons_at, units_at
from pbem_tnw.position.places import CAPTURED, FLEETS, KILLED, REGROUP, war_box
from pbem_tnw.position.state import LastingCard, WarState


def boxes(view: WarState, sheet: Sheet) -> None:
    """Everything that is in a box or lies on the table; what is empty is left out, but for the Regroup box."""
    sheet.heading(said("tracks.boxes"))
    names = lexicon(view, "")
    sheet.paragraph(said("tracks.regroup"), _pieces(view, REGROUP) or said("tracks.nothing"))
    for war in view.wars:
        text = _pieces(view, war_box(war.card)) or said("tracks.nothing")
        sheet.paragraph(names.name("card", war.card), text)
    for box in (FLEETS, CAPTURED, KILLED):
        if text := _pieces(view, box):
            sheet.paragraph(said(f"tracks.{box}"), text)
    for temporary, word in ((False, "lasting"), (True, "temporary")):
        cards = ", ".join(_event(view, one) for one in view.lasting if one.temporary == temporary)
        if cards:
            sheet.paragraph(said(f"tracks.{word}"), cards)
    for each in view.armistices:
        powers = said("and").join(names.name("nation", power) for power in each.powers)
        sheet.paragraph(said("tracks.armistice"), powers)
    piles = {"deck": len(view.deck), "played": len(view.played), "removed": len(view.removed)}
    sheet.paragraph(said("tracks.piles"), said("tracks.deck", **piles))


def _pieces(view: WarState, box: str) -> str:
    """The pieces in a box, by nation."""
    return ", ".join(_parts(view, box))


def _parts(view: WarState, box: str) -> Iterator[str]:
    names, units, generals = lexicon(view, ""), units_at(view, box), generals_at(view, box)
    for nation in view.board.sequence:
        name = names.name("nation", nation)
        if number := units.get(nation, 0):
            yield said("tracks.unit" if number == 1 else "tracks.units", nation=name, n=number)
        if ships := len(squadrons_at(view, box, (nation,))):
            yield said("tracks.squadron" if ships == 1 else "tracks.squadrons", nation=name, n=ships)
        yield from (general_said(view, one) for one in generals if view.board.leaders[one].nation == nation)


def _event(view: WarState, one: LastingCard) -> str:
    names = lexicon(view, "")
    card, nation = names.name("card", one.card), names.name("nation", one.nation)
    if one.chosen and one.chosen != one.nation:
        return said("tracks.card-of", card=card, nation=nation, chosen=names.name("nation", one.chosen))
    return said("tracks.played-by", card=card, nation=nation)
