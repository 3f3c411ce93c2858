"""Letters of whole games: everything is told by name, and every form is legal as it stands and with its examples."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Table, decisions_of
from pbem.report.letter import Occasion, letter, part, public_report
from pbem.report.story import past_of
from pbem.sheet.check import check_sheet
from pbem.sheet.writer import write_sheet
from pbem_tnw.chapters.turn.setup import start
from pbem_tnw.guess import guess
from pbem_tnw.letters import best_for_points
from pbem_tnw.orders.turn import ImpulseSheet, RoundOrders
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwSettings, seats
from tests.long import tries
from tests.tnw.letters.reading import RAW, words

WIDEST = 72
"""Mail programs break longer lines, and a remark broken in two would become an order."""


def pauses(players: Any, seed: str) -> Iterator[tuple[Table, tuple[Decision, ...]]]:
    """A game of guesses; at each pause the table and the open decisions."""
    settings = TnwSettings(players=players)
    table = Table(start(settings), seats(settings), seed)
    chance = Chance(seed, "letters")
    answers: dict[str, Answer] = {}

    def sheets(decision: Decision, _view: Any) -> Answer | None:
        return answers.get(decision.seat + decision.key)

    while open_ones := play(table, (sheets, policies(TNW.policies))):
        answers.clear()
        yield table, open_ones
        for decision in open_ones:
            answers[decision.seat + decision.key] = Answer(guess(table.views[decision.seat], decision, chance))
    yield table, ()


def occasion(table: Table, seat: str, decision: Decision | None, since: int) -> Occasion:
    """What the letter of *seat* is about, with all that happened after the entry *since*."""
    view = table.views[seat]
    asked = decision is not None
    if decision is None and seat and (step := TNW.anytime(view, seat)):
        decision = decisions_of(step, view)[0]
    form = write_sheet(decision.default, TNW.lexicon(view, seat)) if decision and decision.default else ""
    return Occasion(
        game="war",
        round=1,
        seat=seat,
        titles=TNW.seats(TnwSettings(players=str(view.players))),  # type: ignore[arg-type] # one of the four
        view=view,
        entries=tuple(table.entries[since:]),
        past=past_of(table),
        changes=TNW.changes(table.at(since)[1][seat], view, seat) if seat and TNW.changes else None,
        decision=decision,
        asked=asked,
        form=form,
        outcome=TNW.outcome(table.state),
    )


def test_13_5_7_options_name_what_fleets_can_attack_and_what_builds_cost() -> None:
    table, open_ones = next(islice(pauses("4", "e"), 1, None))
    decision = next(one for one in open_ones if one.seat == "britain")
    text = part(words(table.views["britain"], "britain"), occasion(table, "britain", decision, 0), "options")
    options = " ".join(text.split())
    assert (
        "- Squadrons attack, 1 CP: 3 in the Gulf of Cadiz against 4 in the Port of Cadiz (batteries 4 dice), "
        in options
    )
    assert "- Build: a unit 2 CPs, a Squadron 4 CPs" in options
    assert "- A march, also into Friendly duchies, costs 1 CP a step, 1 more over a pass, marsh or strait" in options
    lines = options.partition("- For example, as lines: ")[2]
    assert lines.startswith("`embark: Stuart`, `sail: Malta > "), options
    assert "; `attack: Cadiz`" in lines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "seed"), tries([("2", "a"), ("5", "b")], [("2", "a"), ("3", "c"), ("4", "b"), ("5", "b")])
)
def test_a_whole_game_is_told_to_everybody(players: str, seed: str) -> None:
    tell(pauses(players, seed), every=tries(6, 1))


@pytest.mark.parametrize(("players", "seed"), [("2", "d"), ("4", "e")])
def test_the_first_rounds_are_told_to_everybody(players: str, seed: str) -> None:
    tell(islice(pauses(players, seed), 4))


def tell(game: Iterator[tuple[Table, tuple[Decision, ...]]], every: int = 1) -> None:
    """Write every letter at each of *every* so many pauses of a game and at its end, and look at it."""
    since = 0
    for number, (table, open_ones) in enumerate(game):
        if number % every and open_ones:
            continue
        asked = {decision.seat: decision for decision in open_ones}
        for seat in table.seats:
            told = occasion(table, seat, asked.get(seat), since)
            known = words(table.views[seat], seat)
            text = letter(known, told)
            assert not RAW.search(text.replace("(`resource: britain`)", "")), RAW.search(text)
            if told.decision:
                check_form(table, told, text if told.asked else part(known, told, "form"))
                check_options(table, told, part(known, told, "options"))
        report = public_report(words(table.views[PUBLIC], PUBLIC), occasion(table, PUBLIC, None, since))
        assert not RAW.search(report), RAW.search(report)
        since = len(table.entries)


def check_form(table: Table, told: Occasion, text: str) -> None:
    """The blank sheet is legal as it stands, and with all its examples, of which none is warned of either."""
    assert told.decision is not None
    step = table.state.flow[-1] if told.asked else TNW.anytime(told.view, told.seat)
    assert step is not None
    form = text[text.index("\n--- #") : text.index("\n...\n")] if "\n--- #" in text else text
    assert max(map(len, form.splitlines())) <= WIDEST, form
    for sheet in filter(str.strip, (form, uncommented(form, "#"), uncommented(form, "# ?"))):
        found = check_sheet(sheet, step, told.decision, told.view, TNW.lexicon(told.view, told.seat))
        assert found.order is not None, (sheet, found.faults)
        assert not found.faults, (sheet, found.faults)


def check_options(table: Table, told: Occasion, text: str) -> None:
    """Each line that the options name as an example is legal when it is copied, below the best card of its nation."""
    assert told.decision is not None
    if not told.asked or told.decision.takes not in (RoundOrders, ImpulseSheet):
        return
    for nations, lines in examples(told, text):
        faults = [tuple(wrong_with(table, told, nation, lines)) for nation in nations]
        assert () in faults, (nations, lines, faults, text)


def examples(told: Occasion, text: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The lines that the options show, those that belong together in one, and the nations that they may be for."""
    assert told.decision is not None
    about, nation = told.decision.about, ""
    names = {told_name(told, one): one for one in about.get("nations", (about.get("nation", ""),))}
    for item in re.sub(r"\n +", " ", text).splitlines():
        heads = re.match(r"([\w ]+?)(?: without a card for CPs)?:(?: |$)", item)
        nation = names.get(heads[1], nation) if heads else nation
        head, _, rest = item.partition(": ")
        typed = re.findall(r"`([^`]*)`", rest)
        if head == "- For example, as lines":
            yield from ((tuple(names.values()), tuple(re.findall(r"`([^`]*)`", one))) for one in rest.split("; "))
        elif "leaves a choice" in head or "leave a choice" in head or head.startswith("- Besides the card"):
            yield from (((nation,), (one,)) for one in typed)
        else:
            yield from (((nation,), (one,)) for one in re.findall(r"`([^`]*)`", item) if one.startswith(tuple(names)))


def told_name(told: Occasion, nation: str) -> str:
    return TNW.lexicon(told.view, told.seat).name("nation", nation)


def wrong_with(table: Table, told: Occasion, nation: str, lines: tuple[str, ...]) -> Iterator[Any]:
    """What is wrong with an example, in a sheet around it."""
    assert told.decision is not None
    assert isinstance(told.view, WarState)
    name, use = told_name(told, nation), best_for_points(told.view, nation)
    if lines[0].startswith(f"{name}:"):
        said = f"  {lines[0]}"
    elif lines[0].startswith("play:"):
        said = f"  {name}:\n    {lines[0]}"
    elif use is None:
        yield "no card"
        return
    else:
        card = told.view.board.cards[use.card].title
        said = f"  {name}:\n    play: {card} as cp\n"
        besides = lines[0].startswith("plus:")
        said += f"    {lines[0]}" if besides else "    do:\n" + "".join(f"      - {one}\n" for one in lines)
    sheet = f"impulses:\n{said}\n"
    found = check_sheet(sheet, table.state.flow[-1], told.decision, told.view, TNW.lexicon(told.view, told.seat))
    yield from found.faults


def uncommented(form: str, mark: str) -> str:
    """A form with every example in it in use, after a player has taken off the *mark* before each line."""
    lines = [line for line in form.splitlines() if not re.match(r"# (?:Text after|In place|chance)|--- ", line)]
    return "\n".join(re.sub(f"^{mark}", "", line) for line in lines)


def test_the_example_of_the_first_letter_is_a_legal_sheet() -> None:
    for players in ("2", "5"):
        table, open_ones = next(pauses(players, "worked"))
        for decision in open_ones:
            view = table.views[decision.seat]
            told = replace(occasion(table, decision.seat, decision, 0), subject="[war] Your orders")
            page = letter(words(view, decision.seat), told).partition("\nFor example")[2].partition("\n\n\n")[0]
            lines = re.findall(r"^- `([^`]*)`: ", page, re.MULTILINE)
            assert [line.partition(":")[0] for line in lines] == ["resource", "hand", "standing"], page
            found = check_sheet(
                "\n".join(lines), table.state.flow[-1], decision, view, TNW.lexicon(view, decision.seat)
            )
            assert not found.faults, (lines, found.faults)
