"""Property: an edit of a sheet in any layout changes what it says and leaves every other line as it is."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.sheet.edit import Edit, edit_sheet, reordered
from pbem.sheet.pieces import Wanted
from pbem.sheet.reader import read_sheet
from tests.sheet.orders import LEXICON, Move, Turn

WANTED = Wanted(takes=Turn, lexicon=LEXICON)
CITIES = {"prag": "Prag", "wien": "Wien", "linz": "linz", "strassburg": "Strassburg"}
GENERALS = {"belle-isle": "Belle Isle", "arenberg": "d'Arenberg", "karl": "Karl von Lothringen"}
moves: st.SearchStrategy[tuple[str, ...]] = st.lists(st.sampled_from(sorted(CITIES)), min_size=1, max_size=3).map(tuple)


class Sheet:
    """A sheet in some layout, with the order that it is read as."""

    def __init__(self, text: str, order: Turn) -> None:
        self.text, self.order = text, order

    def __repr__(self) -> str:
        return f"Sheet({self.text!r})"


def path(cities: tuple[str, ...]) -> str:
    return " > ".join(CITIES[each] for each in cities)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Any keys in any order, lists with hyphens or in brackets, comments and empty lines anywhere."""
    paths: list[tuple[str, ...]] = draw(st.lists(moves, max_size=4))
    troops: dict[str, int] = draw(st.dictionaries(st.sampled_from(sorted(GENERALS)), st.integers(1, 8), max_size=3))
    tags: list[str] = draw(st.lists(st.sampled_from("abc"), max_size=3))
    parts = list[list[str]]()
    noise = st.sampled_from(["", "", "  # moves: [Linz]", " # so"])
    lead = draw(st.sampled_from(["", "  ", "   "]))
    empty_key: bool = draw(st.booleans())
    if paths or empty_key:
        key = draw(st.sampled_from(["moves", "Moves", "MOVES "]))
        if not paths or draw(st.booleans()):
            flow = ", ".join(map(path, paths))
            empty = "" if not paths and draw(st.booleans()) else f"[{flow}]"
            parts.append([f"{key}: {empty}{draw(noise)}"])
        else:
            dash = draw(st.sampled_from(["-", "•"]))
            rows = [[f"{lead}{dash} {path(each)}{draw(noise)}", *draw(comments(lead))] for each in paths]
            parts.append([f"{key}:{draw(noise)}", *(line for row in rows for line in row)])
    if troops:
        if draw(st.booleans()):
            pairs = ", ".join(f"{GENERALS[who]}: {count}" for who, count in troops.items())
            parts.append([f"troops: {{{pairs}}}{draw(noise)}"])
        else:
            lines = [
                [f"  {GENERALS[who]}:  {count}{draw(noise)}", *draw(comments("  "))] for who, count in troops.items()
            ]
            parts.append(["troops:", *(line for each in lines for line in each)])
    if tags:
        parts.append([f"tags: [{', '.join(tags)}]{draw(noise)}"])
    if draw(st.booleans()):
        parts.append(["note: 'as you like'"])
    chosen: list[list[str]] = draw(st.permutations(parts))
    every = [line for part in chosen for line in (*part, *draw(comments("")))]
    head, tail = draw(st.sampled_from([("", ""), ("---\n", "...\n"), ("# my sheet\n", "# end\n")]))
    text = head + "".join(f"{line}\n" for line in every) + tail
    note = "as you like" if any(part == ["note: 'as you like'"] for part in parts) else ""
    order = Turn(moves=tuple(map(Move, paths)), troops=troops, tags=tuple(tags), note=note)
    return Sheet(text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))), order)


def comments(lead: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from([f"{lead}# moves:", f"{lead}#   - Prag", f"{lead}# say: it", ""]), max_size=2)


def checked(sheet: Sheet, edits: list[Edit], expected: Turn, gone: tuple[str, ...] = ()) -> None:
    """Make *edits*; what is read then must be *expected*, and no line be lost but those that hold one of *gone*."""
    found = edit_sheet(sheet.text, edits, WANTED)
    assert not found.unmade, found
    assert not found.rewritten, found
    read = read_sheet(found.text, Turn, LEXICON)
    assert (read.draft or Turn()) == expected, found.text
    new = iter(found.text.splitlines())
    kept = [line for line in sheet.text.splitlines() if not any(word in line for word in gone)]
    for line in kept:
        assert any(line == other for other in new), (line, found.text)


def is_flow(sheet: Sheet, key: str) -> bool:
    line = next((one for one in sheet.text.splitlines() if one.casefold().startswith(key)), "")
    return "[" in line.split("#")[0] or "{" in line.split("#")[0]


def own_lines(sheet: Sheet, key: str) -> tuple[str, ...]:
    """What may change: the line of a key whose value is in brackets."""
    found = next((one for one in sheet.text.splitlines() if one.casefold().startswith(key)), "")
    return (found,) if found and (is_flow(sheet, key) or key == "note") else ()


@given(sheets(), moves)
def test_a_move_is_added_at_the_end(sheet: Sheet, added: tuple[str, ...]) -> None:
    edits = [Edit(path=("moves", len(sheet.order.moves)), text=path(added))]
    expected = Turn(
        moves=(*sheet.order.moves, Move(added)), troops=sheet.order.troops, tags=sheet.order.tags, note=sheet.order.note
    )
    checked(sheet, edits, expected, own_lines(sheet, "moves"))


@given(sheets(), moves, st.data())
def test_a_move_is_replaced_inserted_removed_moved(sheet: Sheet, other: tuple[str, ...], data: st.DataObject) -> None:
    if not (held := sheet.order.moves):
        return
    number = data.draw(st.integers(0, len(held) - 1))

    def with_moves(made: tuple[Move, ...]) -> Turn:
        return Turn(moves=made, troops=sheet.order.troops, tags=sheet.order.tags, note=sheet.order.note)

    own = own_lines(sheet, "moves")
    line = (path(held[number].path),)
    replaced = with_moves((*held[:number], Move(other), *held[number + 1 :]))
    checked(sheet, [Edit(path=("moves", number), text=path(other))], replaced, own or line)
    inserted = with_moves((*held[:number], Move(other), *held[number:]))
    checked(sheet, [Edit(path=("moves", number), text=path(other), how="insert")], inserted, own)
    removed = with_moves((*held[:number], *held[number + 1 :]))
    key = () if len(held) > 1 else ("oves", "OVES")
    checked(sheet, [Edit(path=("moves", number), how="remove")], removed, (*(own or line), *key))
    to = data.draw(st.integers(0, len(held) - 1))
    rest = [*held[:number], *held[number + 1 :]]
    moved = reordered(sheet.text, ("moves",), number, to, WANTED)
    expected = with_moves((*rest[:to], held[number], *rest[to:]))
    assert read_sheet(moved, Turn, LEXICON).draft == expected, moved
    assert sorted(moved.split()) == sorted(sheet.text.split()) or own


@given(sheets(), st.sampled_from(sorted(GENERALS)), st.integers(1, 8))
def test_troops_are_set_and_removed(sheet: Sheet, who: str, count: int) -> None:
    own = (*own_lines(sheet, "troops"), GENERALS[who])
    troops = {**sheet.order.troops, who: count}
    rest = {name: number for name, number in troops.items() if name != who}
    for edits, left in (
        ([Edit(path=("troops", who), text=str(count))], troops),
        ([Edit(path=("troops", who), how="remove")], rest),
    ):
        expected = Turn(moves=sheet.order.moves, troops=left, tags=sheet.order.tags, note=sheet.order.note)
        checked(sheet, edits, expected, own if left else (*own, "troops:"))


@given(st.text(alphabet="moves:troops -[]{}#\n'\"PragWien>,0;• ", max_size=80), moves)
def test_any_text_is_edited_as_far_as_it_can_be(text: str, added: tuple[str, ...]) -> None:
    """Whatever the text is, nothing is raised, and what is said to be made is in the text."""
    for edit in (
        Edit(path=("moves", 0), text=path(added)),
        Edit(path=("moves", 9), text=path(added)),
        Edit(path=("troops", "karl"), text="3"),
        Edit(path=("moves", 0), how="remove"),
        Edit(path=("moves", 0), text=path(added), how="insert"),
    ):
        found = edit_sheet(text, [edit], WANTED)
        assert found.text == text if found.unmade else True
        if not found.unmade and edit.how == "put" and edit.path == ("moves", 9):
            read = read_sheet(found.text, Turn, LEXICON)
            assert read.draft is not None
            assert read.draft.moves[-1] == Move(added), found.text
        reordered(text, ("moves",), 0, 1, WANTED)
