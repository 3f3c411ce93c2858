"""The Turn and Sequence tracks, a row for each nation, the Diplomatic Track (5, 5.2, 8.1, 16)."""

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.crop import WIDTH
from pbem.engine.kit.drawing.rect import Point, Rect
from pbem_tnw.drawing.beside.boxes import boxes
from pbem_tnw.drawing.beside.sheet import LEFT, ROW, Sheet, nation_panel, pointer
from pbem_tnw.drawing.theme import look_of, theme
from pbem_tnw.drawing.words import said
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.control import camp_of, is_proxy, keys_held
from pbem_tnw.position.state import Consul, WarState

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
