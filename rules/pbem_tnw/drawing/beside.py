"""The Turn and Sequence tracks, a row for each nation, the Diplomatic Track (5, 5.2, 8.1, 16)."""

from collections.abc import Iterator

from pbem.drawing import svg
from pbem.drawing.geometry import WIDTH, Point, Rect
from pbem.engine.picture import Face, Measure
from pbem_tnw.drawing.pieces import general_said, panel
from pbem_tnw.drawing.theme import look_of, said, theme
from pbem_tnw.edition.board import CAPTURED, FLEETS, KILLED, REGROUP, war_box
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.control import camp_of, is_proxy, keys_held
from pbem_tnw.position.forces import generals_at, squadrons_at, units_at
from pbem_tnw.position.state import Consul, LastingCard, WarState

LEFT, TEXT, ROW = 16, 20, 32


class Sheet:
    """What is drawn so far, and where the next row begins."""

    def __init__(self, top: float, width: float, measure: Measure) -> None:
        self.y, self.width, self.measure = top, width, measure
        self.drawn: list[str] = []

    def heading(self, text: str) -> None:
        """A heading with a rule above it."""
        rule = svg.line([(LEFT, self.y + 4), (self.width - LEFT, self.y + 4)])
        self.drawn.append(svg.stroke(rule, theme().link, 1.2))
        self.drawn.append(svg.words((LEFT, self.y + 28), text, TEXT + 1, Face.serif_bold))
        self.y += 38

    def words(self, x: float, text: str, face: Face = Face.serif, *, anchor: str = "", fill: str = svg.INK) -> None:
        """Words in the row that begins here."""
        self.drawn.append(svg.words((x, self.y + 22), text, TEXT, face, anchor=anchor, fill=fill))

    def paragraph(self, first: str, text: str) -> None:
        """*text* after a *first* word in bold, in as many rows as it needs."""
        x = LEFT + self.measure(first, TEXT, Face.serif_bold) + 8
        self.words(LEFT, first, Face.serif_bold)
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}".strip()
            if line and x + self.measure(longer, TEXT, Face.serif) > self.width - LEFT:
                self.words(x, line)
                self.y, x, line = self.y + 26, LEFT + 20, word
            else:
                line = longer
        self.words(x, line)
        self.y += 30


def nation_panel(edition: TnwEdition, nation: str, box: Rect, camp: str = "", text: str = "") -> str:
    """The letter of a nation, or another text, on its colour, in the form of its Camp."""
    look = look_of(edition, nation)
    size = box.height * 0.74
    return svg.path(
        panel(camp, box), fill=look.ground, stroke=theme().ink, stroke_width=1.5, stroke_linejoin="round"
    ) + svg.words(
        (box.middle[0] + 1, box.middle[1] + size * 0.36), text or look.letter, size, Face.sans_bold, fill=look.text,
        anchor="middle",
    )  # fmt: skip


def pointer(tip: Point, colour: str) -> str:
    """A marker that points down at *tip*."""
    x, y = tip
    return svg.path(
        svg.line([(x, y), (x - 9, y - 13), (x + 9, y - 13)], closed=True),
        fill=colour,
        stroke=theme().ink,
        stroke_width=1.3,
    )


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


_KEYS, _RESOURCES, _CARDS, _RESERVES = 190, 470, 640, 712
_PIP = 21


def tracks(view: WarState, top: float, width: float, measure: Measure) -> tuple[str, float]:
    """Everything beside the map, below *top*: what to draw, and where it ends; in two columns where there is room."""
    left = right = Sheet(top, min(width, WIDTH), measure)
    if width >= 2 * WIDTH:
        right = Sheet(top, WIDTH, measure)
    _turns(view, left)
    _sequence(view, left)
    _nations(view, left)
    _diplomacy(view, right)
    boxes(view, right)
    if left is right:
        return "".join(left.drawn), left.y
    return "".join(left.drawn) + svg.shifted((width - WIDTH, 0), *right.drawn), max(left.y, right.y)


def _turns(view: WarState, sheet: Sheet) -> None:
    """The boxes of the Turn Track, that of now dark."""
    sheet.y += 6
    sheet.words(LEFT, said("tracks.turns"), Face.serif_bold)
    for number, year in enumerate(view.board.tracks.turn.boxes, 1):
        box, now = Rect(60 + 88 * number, sheet.y, 78, 30), number == view.turn
        last = number == len(view.board.tracks.turn.boxes)
        dash: svg.Style = {"stroke_dasharray": "5 4"} if last and not view.sixth_turn else {}
        fill, text = (theme().alarm, "#ffffff") if now else (theme().white, theme().ink)
        sheet.drawn.append(svg.rectangle(box, fill=fill, stroke=theme().ink, stroke_width=1.5, **dash))
        sheet.drawn.append(
            svg.words((box.middle[0], box.y + 22), str(year), 20, Face.sans_bold, fill=text, anchor="middle")
        )
    if view.round:
        sheet.words(sheet.width - LEFT, said("tracks.round", round=view.round), anchor="end")
    sheet.y += 38


def _sequence(view: WarState, sheet: Sheet) -> None:
    """The Sequence Track, with the Impulse marker above and the Preemption marker below it."""
    sheet.y += 14
    sheet.words(LEFT, said("tracks.sequence"), Face.serif_bold)
    order = view.board.sequence
    room = (sheet.width - 132) / max(1, len(order))
    for number, nation in enumerate(order):
        box = Rect(120 + room * number, sheet.y, room - 12, 30)
        sheet.drawn.append(nation_panel(view.board, nation, box, camp_of(view, nation)))
        if view.turn and number == view.marker:
            sheet.drawn.append(pointer((box.middle[0], box.y - 1), theme().alarm))
        if nation == view.leader:
            sheet.drawn.append(_preemption((box.middle[0], box.bottom + 5)))
    sheet.y += 46
    x = LEFT + 9
    sheet.drawn.append(pointer((x, sheet.y + 24), theme().alarm))
    sheet.words(x + 18, said("tracks.impulse"))
    sheet.drawn.append(_preemption((x + 250, sheet.y + 16)))
    sheet.words(x + 266, said("tracks.preemption"))
    sheet.y += 30


def _preemption(middle: Point) -> str:
    return svg.path(svg.star(middle, 9, 5), fill=theme().gold, stroke=theme().ink, stroke_width=1.3)


def _nations(view: WarState, sheet: Sheet) -> None:
    """A row for each nation: Keys, Resources, cards in hand, Reserves left."""
    sheet.heading(said("tracks.nations"))
    sheet.y -= 36
    for x, word in ((_KEYS, "keys"), (_RESOURCES, "resources"), (_CARDS, "cards"), (_RESERVES, "reserves")):
        sheet.words(x, said(f"tracks.{word}"), Face.serif_italic)
    sheet.y += 36
    for nation in view.board.sequence:
        _nation(view, sheet, nation)
    sheet.y += 6


def _nation(view: WarState, sheet: Sheet, nation: str) -> None:
    board, y = view.board, sheet.y
    sheet.drawn.append(nation_panel(board, nation, Rect(LEFT, y + 3, 36, 25), camp_of(view, nation)))
    sheet.words(60, lexicon(view, "").name("nation", nation))
    held, start = len(keys_held(view, nation)), view.keys_at_start.get(nation, board.nations[nation].keys.start)
    sheet.drawn.append(_keys(view, nation, held, start, y))
    if nation in view.subjects:
        sheet.words(_RESOURCES, said("tracks.subject"), Face.serif_italic)
    else:
        number = view.resources.get(nation, 0)
        for n in range(board.tracks.resource.last):
            box = Rect(_RESOURCES + _PIP * n, y + 7, _PIP - 4, _PIP - 4)
            fill = theme().gold if n < number else theme().white
            sheet.drawn.append(svg.rectangle(box, fill=fill, stroke=theme().ink, stroke_width=1.3))
    cards = len(view.holdings(nation))
    sheet.drawn.append(_card(_CARDS + 8, y, cards))
    every = board.reserves.get(nation, ())
    if every:
        left = sum(card not in view.used for card in every)
        sheet.words(_RESERVES + 4, said("tracks.left", left=left, all=len(every)))
    sheet.y += ROW


def _keys(view: WarState, nation: str, held: int, start: int, y: float) -> str:
    """The Keys that a nation holds: a number, and a bar with a mark where it began."""
    x, step = _KEYS + 34, 8.4
    bar = Rect(x, y + 8, step * held, 15)
    mark = svg.line([(x + step * start, y + 4), (x + step * start, y + 27)])
    return (
        svg.words((_KEYS + 26, y + 22), str(held), 20, Face.sans_bold, anchor="end")
        + svg.rectangle(bar, fill=look_of(view.board, nation).ground, stroke=theme().ink, stroke_width=1.3)
        + svg.stroke(mark, theme().ink, 3)
    )


def _card(x: float, y: float, number: int) -> str:
    box = Rect(x, y + 2, 26, 28)
    return svg.rectangle(box, rx=4, fill=theme().white, stroke=theme().ink, stroke_width=1.6) + svg.words(
        (box.middle[0], y + 23), str(number), 19, Face.sans_bold, anchor="middle"
    )


def _diplomacy(view: WarState, sheet: Sheet) -> None:
    """The Diplomatic Track: a row for each Power, a column for each kind of tie, with the consuls of the Proxies."""
    track = view.board.tracks.diplomatic
    rows = [row for row in track.rows if not is_proxy(view, row)]
    sheet.heading(said("tracks.diplomacy"))
    room = (sheet.width - 150 - LEFT) / len(track.columns)
    for number, column in enumerate(track.columns):
        name = f"{column.name} {column.cost}"
        sheet.words(150 + room * (number + 0.5), name, Face.serif_italic, anchor="middle")
    sheet.y += 30
    top = sheet.y
    for row in rows:
        sheet.drawn.append(nation_panel(view.board, row, Rect(LEFT, sheet.y + 6, 36, 25), camp_of(view, row)))
        sheet.words(60, lexicon(view, "").name("nation", row))
        for number, column in enumerate(track.columns):
            box = Rect(150 + room * number, sheet.y, room, 38)
            if not column.shared:
                sheet.drawn.append(svg.rectangle(box, fill=theme().white, stroke=theme().faint, stroke_width=1.2))
                there = [one for one, each in view.consuls.items() if (each.row, each.column) == (row, column.id)]
                sheet.drawn.append(_consuls(view, box, there))
        sheet.y += 38
    for number, column in enumerate(track.columns):
        if column.shared:
            box = Rect(150 + room * number, top, room, sheet.y - top)
            sheet.drawn.append(svg.rectangle(box, fill=theme().white, stroke=theme().faint, stroke_width=1.2))
            there = [one for one, each in view.consuls.items() if each.column == column.id]
            for n in range(0, len(there), 3):
                sheet.drawn.append(_consuls(view, Rect(box.x, top + 4 + 13 * n, room, 36), there[n : n + 3]))
    sheet.y += 8


def _consuls(view: WarState, box: Rect, proxies: list[str]) -> str:
    """The consuls of *proxies* in a box of the track, each on its +1 side with that sign."""
    return "".join(
        _consul(view, proxy, view.consuls[proxy], Rect(box.x + 8 + 50 * n, box.y + 5, 46, 28))
        for n, proxy in enumerate(proxies)
    )


def _consul(view: WarState, proxy: str, consul: Consul, box: Rect) -> str:
    look = look_of(view.board, proxy)
    text = f"{look.letter}+1" if consul.plus else look.letter
    return svg.rectangle(box, rx=14, fill=look.ground, stroke=theme().ink, stroke_width=1.6) + svg.words(
        (box.middle[0], box.y + 21), text, 19, Face.sans_bold, fill=look.text, anchor="middle"
    )
