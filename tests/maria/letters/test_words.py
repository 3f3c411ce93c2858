"""What players read: every event, problem, decision and key has its words, and a whole game can be told."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import yaml

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.order import Order
from pbem.engine.play import play, policies
from pbem.engine.reading import Lexicon
from pbem.engine.table import Answer, Chance, Table, decisions_of
from pbem.report.letter import Occasion, SheetArrival, SheetFate, letter, part, public_report, receipt
from pbem.report.returned_sheet import explain
from pbem.report.story import past_of
from pbem.report.words import Words, tag
from pbem.sheet.check import check_sheet
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria import unions
from pbem_maria.chapters import winning
from pbem_maria.guess import guess
from pbem_maria.letters import changes
from pbem_maria.orders.plan import CombatPlan
from pbem_maria.orders.ruling import RulingOrders
from pbem_maria.orders.stage import Supply
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.position.state import Agreement, Contract, State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings, seats
from tests.long import tries
from tests.maria.casebook import FILES
from tests.maria.refusals import sheets_of_cases
from tests.pages import told
from tests.problem_codes import codes

ROOT = Path(__file__).parents[3]
RULES = ROOT / "rules" / "pbem_maria"
PLAYERS = told("players", "maria")
WRAPPED = 72
"""Mail programs break longer lines, and a remark broken in two would become an order."""
OWN_PART = {"subsidy": "louis", "hussars": "maria-theresa"}
"""Keys that only one seat can use."""
NOT_ALWAYS = {"contracts", "stacks", "flanders", "peace", "reduce", "accept", "decline", "end", "troops", "supply"}
"""Keys of the advanced game, and those that are in a form only where they can be used."""
ANYWHERE = (*OWN_PART, "passes", "contracts", "propose", "accept", "decline", "end")
"""Keys that players find explained once, not under every sheet that may have them."""


def words(state: State, seat: str) -> Words:
    return Words(MARIA.words, MARIA.lexicon(state, seat), tools=MARIA.tools)


def empty() -> State:
    return start(MariaSettings())


def test_every_event_has_a_phrase_and_no_other_thing_has() -> None:
    tags = {tag(getattr(kind, "__origin__", kind)) for kind in get_args(unions.MariaEvents)}
    assert set(words(empty(), PUBLIC).keys("events")) == tags | set(Words((), Lexicon({})).keys("events"))


def test_every_decision_has_words() -> None:
    known = words(empty(), PUBLIC)
    assert [tag(kind) for kind in get_args(unions.MariaOrders) if not known.has("decisions", tag(kind))] == []


def test_every_phrase_and_template_is_sound() -> None:
    assert words(empty(), PUBLIC).broken() == []


def test_every_language_has_all_phrases() -> None:
    english = [
        yaml.safe_load(path.read_text(encoding="utf-8")) for path in ROOT.glob("templates/[bm]a*/phrases.en.yaml")
    ]
    wanted = [(group, key) for groups in english for group, phrases in groups.items() for key in phrases]
    for path in ROOT.glob("templates/maria/phrases.*.yaml"):
        known = Words(MARIA.words, MARIA.lexicon(empty(), PUBLIC), path.name.split(".")[1], MARIA.tools)
        assert [pair for pair in wanted if not known.has(*pair)] == []


def all_codes(*but: str) -> dict[str, str]:
    return {
        code: path.name
        for path in sorted(RULES.rglob("*.py"))
        if path.relative_to(RULES).parts[0] not in ("edition", *but)
        for code in codes(path.read_text(encoding="utf-8"))
    }


def base() -> set[str]:
    """The problems that the host itself has words for: those of any sheet."""
    return set(Words((), MARIA.lexicon(empty(), PUBLIC)).keys("problems"))


def test_codes_are_found_wherever_they_hide() -> None:
    assert {"too-far", "may-not-stack", "not-a-limit", "not-a-move"} <= all_codes().keys()


def test_every_problem_has_a_phrase() -> None:
    known = words(empty(), PUBLIC)
    assert {c: n for c, n in all_codes().items() if not (known.has("problems", c) or known.has("edition", c))} == {}


def test_no_phrase_is_for_a_problem_that_cannot_be() -> None:
    assert set(words(empty(), PUBLIC).keys("problems")) - base() - all_codes().keys() == set()


SAMPLE: dict[str, Any] = {
    "over": False, "mark": ">", "where": "after", **dict.fromkeys(("general", "attacker", "piece"), "broglie"),
    **dict.fromkeys(("other", "defender", "first", "commander", "under"), "traun"),
    **dict.fromkeys(("city", "start", "voter"), "linz"), **dict.fromkeys(("power", "who"), "france"),
    "generals": ("broglie", "belle-isle"), "own": ("broglie",), "enemy": ("traun",), "on": ("broglie", "traun"),
    "train": "france-t2", "goal": "enns", "cities": ("linz", "enns"), "sites": ("muenchen",), "suit": "hearts",
    "card": "H7", "hand": 12, "playable": ("H7", "R"), "how": "march", "attacking": True,
    "choices": ({"path": ("linz", "enns"), "effects": (("conquers", "linz"),)}, {"path": ("wels",), "effects": ()}),
    "number": 3, "minimum": 1, "maximum": 8, "given": 5, "total": 7, "points": 8, "paid": 9, "price": 4, "troops": 2,
    "rest": {"karl": 4},
    "cost": 6, "hussars": 2, "length": 4, "limit": 3, "distance": 5, "value": 9, "least": 2, "most": 3, "text": "xyz",
    "rule": "ask", "rules": ("lowest", "highest"), "wanted": "text", "got": "list", "problem": None,
    "agreement": Agreement(number=3, kind="no combat", parties=("louis", "frederick"), last=6), "party": "louis",
    "key": "area", "what": "combat", "kind": "no combat", "to": "charles-albert", "turn": 4, "boxes": 2, "last": 12,
    "options": ("enns", "wels"), "answer": "saxony", "open": 6, "standing": 12, "most_open": 6, "box": "electors",
    "place": "draw pile", "giver": "france", "receiver": "bavaria", "seat": "frederick", "turns": 3, "keep": False,
    "contract": Contract("france", "bavaria", 1, 3), "track": "italy", "tracks": ("italy", "russia"),
    "direction": "right", "part": "troops", "stays": True, "powers": ("prussia", "pragmatic"),
    "words": ("Enns", "Wels"), "cards": ("turin", "worms"), "way": ("enns", "wels"), "ends": ("wels",),
    **dict.fromkeys(("moved", "more", "ahead", "several"), True), "offers": "1 and 2",
}  # fmt: skip


OWN_MEANING: dict[str, dict[str, Any]] = {
    "card-not-held": {"hand": ("H7", "R")},
    "other-must-leave": {"may_stack": True, "path": ()},
    "no-supply-ahead": {"face_down": False},
    **{key: {"first": 12} for key in ("contract-beyond", "fixed-subsidy")},
    "not-together": {"other": "linz"},
    "no-such-box": {"first": 1},
    **{key: {"card": "turin"} for key in ("card-not-open", "no-symbol", "no-such-part", "part-twice", "which-track")},
}
"""Arguments that mean something else in one problem."""
RAW_NAME = re.compile(r"\b(?:france|traun|broglie|linz|enns|hearts|muenchen|france-t2|H7|None)\b|  ")


@pytest.mark.parametrize("group", ["problems", "remedies"])
def test_every_problem_is_said_with_names(group: str) -> None:
    known = words(empty(), "louis")
    for code in all_codes().keys() - base():
        if not known.has(group, code):
            continue
        for train in ("broglie", "france-t2"):
            said = known.phrase(group, code, {**SAMPLE, "piece": train, **OWN_MEANING.get(code, {})})
            assert said, code
            assert not RAW_NAME.search(said), (code, said)


@pytest.mark.slow
def test_every_refusal_of_the_cases_is_said() -> None:
    """The arguments of real problems fill their phrases."""
    sheets = [each for path in FILES for each in sheets_of_cases(path)]
    assert sheets
    for each in sheets:
        assert explain(Words(MARIA.words, each.lexicon, tools=MARIA.tools), each.text, each.sheet.faults)


def pauses(players: str, seed: str) -> Iterator[tuple[Table, tuple[Decision, ...], dict[str, Answer]]]:
    """A game of guesses; at each pause the table, the open decisions and their answers."""
    settings = MariaSettings(players=players)  # type: ignore[arg-type]
    table = Table(start(settings), seats(settings), seed)
    chance = Chance(seed, "words")
    answers: dict[str, Answer] = {}

    def sheets(decision: Decision, _view: Any) -> Answer | None:
        return answers.get(decision.seat + decision.key)

    while open_ones := play(table, (sheets, policies(MARIA.policies))):
        answers.clear()
        for decision in open_ones:
            answers[decision.seat + decision.key] = Answer(guess(table.views[decision.seat], decision, chance))
        yield table, open_ones, answers
    yield table, (), {}


def occasion(table: Table, seat: str, decision: Decision | None, since: int) -> Occasion:
    players = "2" if table.state.two_players else "3"
    asked = decision is not None
    if decision is None and seat and (step := MARIA.anytime(table.views[seat], seat)):
        decision = decisions_of(step, table.views[seat])[0]
    view = table.views[seat]
    form = write_sheet(decision.default, MARIA.lexicon(view, seat)) if decision and decision.default else ""
    return Occasion(
        game="vienna",
        round=1,
        seat=seat,
        titles=seats(MariaSettings(players=players)),  # type: ignore[arg-type]
        view=view,
        entries=tuple(table.entries[since:]),
        past=past_of(table),
        changes=changes(table.at(since)[1][seat], view, seat) if seat else None,
        decision=decision,
        asked=asked,
        form=form,
        outcome=MARIA.outcome(table.state),
    )


RAW = re.compile(r"\b[SHDC](?:10|[2-9])\b|\bR\.\d|None|\b[a-z]+-t\d\b|\bmuenchen\b|\bbelle-isle\b|Undefined|\{\{|\(\)")


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [("3", "a"), ("2", "b")])
def test_a_whole_game_is_told_to_everybody(players: str, seed: str) -> None:
    since = 0
    for number, (table, open_ones, answers) in enumerate(pauses(players, seed)):
        if number % tries(8, 1) and open_ones:
            continue
        asked = {decision.seat: decision for decision in open_ones}
        for seat in table.seats:
            told = occasion(table, seat, asked.get(seat), since)
            known = words(table.views[seat], seat)
            text = letter(known, told)
            assert not RAW.search(text), RAW.search(text)
            if told.decision:
                check_form(table, told, part(known, told, "form"))
            if seat in asked:
                said = said_back(table, asked[seat], answers[seat + asked[seat].key].order)
                assert not RAW.search(said), said
        assert public_report(words(table.views[PUBLIC], PUBLIC), occasion(table, PUBLIC, None, since))
        since = len(table.entries)


STANDING_STILL = {"attack-added", "no-plan-yet", "strains-agreement"}
"""Warnings that a sheet cannot help that orders nothing, where enemies stand next to each other."""


def check_form(table: Table, told: Occasion, text: str) -> None:
    """The blank sheet of a letter is legal as it stands and means what the default means."""
    assert told.decision is not None
    form = text[text.index("\n--- #") : text.index("\n...\n")] if "\n--- #" in text else text
    step = table.state.flow[-1] if told.asked else MARIA.anytime(told.view, told.seat)
    assert step is not None
    sheet = check_sheet(form, step, told.decision, told.view, MARIA.lexicon(told.view, told.seat))
    assert sheet.order is not None, (form, sheet.faults)
    assert {fault.problem.code for fault in sheet.faults} <= STANDING_STILL, (form, sheet.faults)
    assert max(map(len, form.splitlines())) <= WRAPPED, form
    for comment in uncommented(form):
        draft = read_sheet(comment, told.decision.takes, MARIA.lexicon(told.view, told.seat))
        assert draft.order is not None, (comment, draft.faults)


def uncommented(form: str) -> Iterator[str]:
    """Each example of a form as a sheet of its own."""
    lines = [line[2:] if line.startswith("# ") else "" for line in form.splitlines()]
    for number, line in enumerate(lines):
        if re.match(r"[a-z][a-z ]*:", line) and not line.startswith("troops: {A"):
            rest = lines[number + 1 :]
            stop = next((n for n, each in enumerate(rest) if not each.startswith(" ")), len(rest))
            yield "\n".join([line, *rest[:stop]])


def said_back(table: Table, decision: Decision, order: Order) -> str:
    view = table.views[decision.seat]
    arrival = SheetArrival(
        game="vienna",
        seat=decision.seat,
        titles=seats(MariaSettings(players="2" if table.state.two_players else "3")),
        fate=SheetFate.accepted,
        view=view,
        decision=decision,
        order=order,
    )
    return receipt(words(view, decision.seat), arrival)


@pytest.fixture(scope="module")
def middle() -> tuple[Table, Decision]:
    """A game at the sheet of France's third stage."""
    for table, open_ones, _ in pauses("3", "middle"):
        for decision in open_ones:
            if decision.key == "3.france":
                return table, decision
    raise AssertionError("the third stage of France was never asked for")


def test_a_letter_counts_the_aims_and_shows_ones_own_hand_and_troops_and_nobody_elses(
    middle: tuple[Table, Decision],
) -> None:
    table, decision = middle
    text = letter(words(table.views["louis"], "louis"), occasion(table, "louis", decision, 0))
    view: State = table.views["louis"]
    for general in view.generals_of("france"):
        rank = view.theatre.generals[general].rank
        named = MARIA.lexicon(view, "louis").name("general", general)
        assert f"{named} (rank {rank}, {view.troops[general]} troop" in text
    for seat in ("frederick", "maria-theresa"):
        other = letter(words(table.views[seat], seat), occasion(table, seat, None, 0))
        assert "France: ♠" not in other.split("YOUR HAND")[1]

    held = len(winning.conquests(table.state, "louis"))
    assert f"Louis XV holds {held} of the 9 fortresses in Austria" in text


def test_the_form_offers_every_key_that_its_seat_can_use(middle: tuple[Table, Decision]) -> None:
    table, decision = middle
    text = letter(words(table.views["louis"], "louis"), occasion(table, "louis", decision, 0))
    form = text[text.index("\n--- #") :]
    for key in keys(decision.takes):
        if OWN_PART.get(key, "louis") == "louis" and key not in NOT_ALWAYS:
            assert re.search(rf"^(# )?{key}:", form, re.MULTILINE), key


def keys(order: type[msgspec.Struct]) -> list[str]:
    return [name.replace("_", " ") for name in order.__struct_encode_fields__]


def blocks() -> list[tuple[str, str]]:
    return re.findall(r"^```yaml sheet=([a-z-]+)\n(.*?)^```", PLAYERS, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("order", [each for each in get_args(unions.MariaOrders) if each is not RulingOrders])
def test_players_find_every_key_with_an_example(order: type[Order]) -> None:
    documented = "".join(re.findall(r"^\| (`.*?) \|", PLAYERS, re.MULTILINE))
    own = "\n".join(text for kind, text in blocks() if kind == tag(order))
    every = "\n".join(text for _, text in blocks())
    for key in keys(order):
        assert f"`{key}`" in documented, key
        assert re.search(rf"^{key}:", every if key in ANYWHERE else own, re.MULTILINE), key


def test_players_find_every_key_of_the_parts() -> None:
    rows = "".join(re.findall(r"^\| (`.*?) \|", PLAYERS, re.MULTILINE))
    headings = re.findall(r"^### (.*)$", PLAYERS, re.MULTILINE)
    documented = rows + "".join(f"`{key}`" for heading in headings for key in heading.split(", "))
    for key in (*CombatPlan.KEYS, *keys(StandingAnswers), *keys(Supply)):
        assert f"`{key}`" in documented, key
        assert any(re.search(rf"\b{key}:", text) for _, text in blocks()), key


@pytest.mark.parametrize(("kind", "text"), blocks())
def test_the_examples_can_be_read(kind: str, text: str) -> None:
    order = next(each for each in get_args(unions.MariaOrders) if tag(each) == kind)
    sheet = read_sheet(text, order, MARIA.lexicon(start(MariaSettings(scenario="advanced")), "louis"))
    assert sheet.order is not None, sheet.faults
    assert not sheet.faults


@pytest.mark.parametrize(
    ("piece", "how", "distance", "barred"),
    [
        ("france-t2", "move", 2, True),
        ("france-t2", "move", 3, False),
        ("broglie", "move", 3, True),
        ("broglie", "move", 4, False),
        ("broglie", "force-march", 3, False),
    ],
)
def test_a_destination_that_is_near_enough_is_said_to_be_blocked(
    piece: str, how: str, distance: int, barred: bool
) -> None:
    known = words(empty(), "louis")
    said = known.phrase("problems", "no-way", {"piece": piece, "goal": "linz", "how": how, "distance": distance})
    assert ("every route short enough is blocked" in said) is barred
    assert said.endswith((" blocked.", " main roads only).", " by force march."))
    assert (f"the shortest route is {distance} steps, and" in said) is (how != "force-march" and not barred)
