"""Agreements (21) where a case file does not reach: words, letters, spellings, the moderator's rulings."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.mail import judges
from pbem.mail.intake import commands
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.enquiries import tried
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.rulings import RulingResult, rule
from pbem.report.words import Words
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem.store.inbox import Verdict
from pbem_maria.chapters.agreements import powers_of, seats_of
from pbem_maria.chapters.breach import Bond, bonds, check_votes, promised_vote
from pbem_maria.chapters.election import Vote, free_votes
from pbem_maria.drawing.areas import areas
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.stage import StandingOrders
from pbem_maria.orders.statecraft import CHARLES, FRANCIS, NO_COMBAT, NumberOfTurns, Proposal, Until, Votes
from pbem_maria.position.state import Agreement, State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings
from tests.mail.commands.commanding import asked
from tests.toy.game import Clock

pytestmark = pytest.mark.usefixtures("unpainted")

CLOCK = Clock()
GAME = """\
game: vienna
rules: maria
settings: {players: 3, scenario: introductory}
seats:
  maria-theresa: {player: Anna}
  frederick: {player: Ben}
  louis: {player: Chloe}
"""


def introductory() -> State:
    return start(MariaSettings(scenario="introductory"))


def advanced(*agreements: Agreement) -> State:
    return replace(start(MariaSettings(scenario="advanced")), turn=4, agreements=agreements)


def read(text: str, state: State | None = None) -> StandingOrders:
    sheet = read_sheet(text, StandingOrders, lexicon(state or introductory(), "louis"))
    assert sheet.order is not None, sheet.faults
    order: StandingOrders = sheet.order
    return order


@pytest.mark.parametrize("text", [
    "propose:\n  - with: Frederick\n    kind: No Combat\n    until: 6",
    "propose:\n  with: frederick\n  kind: no combat\n  until: turn 6",
    "propose: [{with: [Frederick], kind: no combat, until: Turn 6}]",
])  # fmt: skip
def test_21_a_proposal_is_read_however_it_is_written(text: str) -> None:
    assert read(text).propose == (Proposal(with_=("frederick",), kind="no combat", until=Until(6)),)


@pytest.mark.parametrize(("text", "number"), [("3 turns", 3), ("1 turn", 1), ("2", 2)])
def test_21_for_so_many_turns(text: str, number: int) -> None:
    assert read(f"propose: [{{with: Frederick, for: {text}}}]").propose[0].for_ == NumberOfTurns(number)


@pytest.mark.parametrize(("key", "text", "code"), [
    ("for", "no turns", "not-turns"), ("for", "0 turns", "not-turns"), ("for", "[1]", "not-turns"),
    ("until", "Easter", "not-a-turn"), ("until", "[1]", "not-a-turn"), ("kind", "peace", "not-a-choice"),
    ("with", "Napoleon", "unknown-name"),
])  # fmt: skip
def test_21_what_cannot_be_read_is_refused(key: str, text: str, code: str) -> None:
    given = {"with": "Frederick", "kind": "no combat"} | {key: text}
    line = ", ".join(f"{name}: {value}" for name, value in given.items())
    sheet = read_sheet(f"propose: [{{{line}}}]", StandingOrders, lexicon(introductory(), "louis"))
    assert [fault.problem.code for fault in sheet.faults] == [code]


def test_21_louis_is_the_player_and_france_the_power() -> None:
    order = read("propose: [{with: [Louis, Maria Theresa, France, Bavaria], text: x}]")
    assert order.propose[0].with_ == ("louis", "maria-theresa", "france", "bavaria")


def test_21_areas_are_cities_regions_and_home_countries() -> None:
    order = read("propose: [{with: Frederick, text: x, area: [Linz, Silesia, Böhmen, Austria, the Empire]}]")
    assert order.propose[0].area == ("linz", "silesia", "bohemia", "austria", "empire")


def test_21_every_region_and_map_is_an_area_by_each_name_that_letters_use() -> None:
    state = advanced()
    names = lexicon(state, "louis")
    for each in areas(state.theatre).values():
        for name in (each.name, names.kinds["area"][each.id][0]):
            sheet = read_sheet(f"propose: [{{with: Frederick, text: x, area: {name}}}]", StandingOrders, names)
            if each.id == "hanover":
                assert sheet.faults[0].problem.args["candidates"] == ("Hannover", "the Electorate of Hanover")
            else:
                assert sheet.order is not None, (name, sheet.faults)
                assert sheet.order.propose[0].area == (each.id,), name


@pytest.mark.parametrize(
    ("area", "city", "covered"),
    [
        ("flanders-map", "paris", True),
        ("flanders-map", "wien", False),
        ("bohemia-map", "wien", True),
        ("silesia", "breslau", True),
        ("france-west", "paris", True),
        ("france-east", "paris", False),
    ],
)
def test_21_an_agreement_holds_in_the_area_that_it_names(area: str, city: str, *, covered: bool) -> None:
    state = advanced()
    bond = Bond(pact(areas=(area,)), frozenset({"france"}), frozenset({"prussia"}))
    assert bond.covers(state, city) == covered


def test_21_an_order_is_written_as_it_is_read() -> None:
    order = StandingOrders(
        propose=(
            Proposal(
                with_=("frederick", "austria"), kind="keep out", who=("frederick",), area=("silesia", "linz"),
                except_=("schwerin", "glatz", "saxony"), for_=NumberOfTurns(2), text="“now”: and # then",
            ),
            Proposal(with_=("maria-theresa",), kind="vote", to=CHARLES, until=Until(7)),
        ),
        accept=(1, 2), decline=(3,), end=(4,),
    )  # fmt: skip
    names = lexicon(advanced(), "louis")
    sheet = read_sheet(write_sheet(order, names), StandingOrders, names)
    assert sheet.order == order


def pact(**given: object) -> Agreement:
    made = Agreement(number=1, kind=NO_COMBAT, parties=("louis", "austria"), status="in force")
    return replace(made, **given)


def bond(state: State, seat: str) -> Bond | None:
    return next(bonds(state, seat, NO_COMBAT), None)


def test_21_a_seat_stands_for_all_its_powers_and_a_power_for_itself() -> None:
    state = advanced(pact(parties=("louis", "saxony")))
    assert set(powers_of(state, "louis")) == {"france", "bavaria"}
    assert seats_of(state, state.agreements[0]) == ("louis", "frederick")
    found = bond(state, "frederick")
    assert found is not None
    assert set(found.own) == {"saxony"}
    assert set(found.others) == {"france", "bavaria"}
    assert bond(state, "maria-theresa") is None


def test_21_who_runs_a_power_later_is_bound_by_its_agreements() -> None:
    state = advanced(pact(parties=("louis", "saxony")))
    moved = replace(state, seats={**state.seats, "saxony": "maria-theresa"})
    assert bond(moved, "frederick") is None
    found = bond(moved, "maria-theresa")
    assert found is not None
    assert set(found.own) == {"saxony"}


@pytest.mark.parametrize("status", ["proposed", "declined", "lapsed", "ended", "expired"])
def test_21_only_what_is_in_force_binds(status: str) -> None:
    assert bond(advanced(pact(status=status)), "louis") is None
    assert bond(advanced(pact(suspended=True)), "louis") is None


def test_21_a_promised_vote_is_the_default_and_no_other_may_be_cast() -> None:
    state = advanced(pact(kind="vote", who=("louis",), to=FRANCIS))
    seat = "louis"
    votes = free_votes(state, seat)
    assert votes
    found = promised_vote(state, votes[0])
    assert found is not None
    assert found[1] == FRANCIS
    assert list(check_votes(state, seat, Votes(all=FRANCIS))) == []
    problems = list(check_votes(state, seat, Votes(each={votes[0].city: CHARLES})))
    assert [(problem.code, problem.path) for problem in problems] == [("breaks-agreement", ("vote", votes[0].city))]
    assert not list(check_votes(advanced(), seat, Votes(all=CHARLES)))


def test_21_of_two_promises_the_older_holds() -> None:
    older, newer = pact(kind="vote", to=FRANCIS), pact(number=2, kind="vote", to=CHARLES)
    found = promised_vote(advanced(older, newer), Vote("trier", "france", "louis", bound=False))
    assert found is not None
    assert found[1] == FRANCIS
    excepted = replace(older, except_for=("trier",))
    found = promised_vote(advanced(excepted, newer), Vote("trier", "france", "louis", bound=False))
    assert found is not None
    assert found[1] == CHARLES


def handed_in(folder: Path, seat: str, text: str) -> Verdict:
    with opening.held(folder) as game:
        item, _ = game.inbox.keep(text.encode(), CLOCK(), seat=seat, source=str(len(game.inbox.items())))
        return judges.handle(game, item, CLOCK).verdict


def receipt(folder: Path, verdict: Verdict) -> str:
    (path,) = (folder / "inbox").glob(f"{verdict.item:04d}-*.txt")
    return " ".join(path.read_text(encoding="utf-8").split())


def told(folder: Path) -> dict[str, str]:
    with opening.held(folder) as game:
        play_on(game, CLOCK)
        return {made.seat: " ".join(made.path.read_text(encoding="utf-8").split()) for made in make_letters(game)}


def commanded(folder: Path, line: str) -> str:
    """What Louis XV reads after *line* in an email."""
    with opening.held(folder) as game:
        request = asked(game, "louis", 90, CLOCK())
        return " ".join(commands.run_commands(game, request, (line,), CLOCK).text.split())


def ruled(folder: Path, text: str, reason: str) -> RulingResult:
    with opening.held(folder) as game:
        return rule(game, text, reason, CLOCK)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game at the first stage of France, with a proposal of Frederick to Louis made at the set-up."""
    folder = tmp_path_factory.mktemp("vienna")
    create(folder, GAME, secret="00" * 32)
    told(folder)
    with opening.held(folder) as game:
        for seat in game.titles:
            stage = game.stage(seat)
            assert stage
            assert stage.decision.default
            text = write_sheet(stage.decision.default, MARIA.lexicon(game.view(seat), seat))
            if seat == "frederick":
                text += "propose: {with: Louis, kind: keep out, area: Silesia, who: Louis, text: 'Silesia is\\nmine'}\n"
            item, _ = game.inbox.keep(text.encode(), CLOCK(), seat=seat)
            assert judges.handle(game, item, CLOCK).verdict.state == "accepted"
    told(folder)
    assert handed_in(folder, "maria-theresa", "hussars: [stay, stay]").state == "accepted"
    return folder


def test_21_a_wrong_number_is_refused_alone_and_the_receipt_says_so(tmp_path: Path) -> None:
    """The rest counts; what was refused, by which rule and what would be right stands in receipts and trials."""
    create(tmp_path / "vienna", GAME, secret="00" * 32)
    told(tmp_path / "vienna")
    with opening.held(tmp_path / "vienna") as game:
        stage = game.stage("frederick")
        assert stage
        assert stage.decision.default
        text = write_sheet(stage.decision.default, MARIA.lexicon(game.view("frederick"), "frederick"))
        text += "decline: [8]\npropose: {with: Louis, kind: no combat, for: 2 turns}\n"
        trial = tried(game, "frederick", text)
    assert trial.heading == "Trial: only a part is valid"
    assert "There is no agreement 8" in trial.text

    verdict = handed_in(tmp_path / "vienna", "frederick", text)
    assert (verdict.state, verdict.problems) == ("partly", ("no-such-agreement",))
    says = receipt(tmp_path / "vienna", verdict)
    assert says.startswith("SHEET ACCEPTED IN PART: 1 LINE TO CORRECT")
    assert "nothing else depends on it, and the rest counts" in says
    assert "You propose an agreement, Frederick and Louis XV: no combat, for 2 turns." in says
    assert "✗ Refused: There is no agreement 8" in says
    assert "[rule 21]" in says
    copy = says.rpartition("--- #")[2]
    assert "decline: [8] # ✗ Refused" in copy
    assert "propose: {with: Louis, kind: no combat, for: 2 turns}" in copy

    verdict = handed_in(tmp_path / "vienna", "frederick", text.replace("decline: [8]\n", ""))
    assert verdict.state == "accepted"


def test_21_a_game_by_mail(folder: Path) -> None:
    """Proposed in a sheet, accepted out of turn, listed in letters, suspended by the moderator."""
    letters = told(folder)
    listed = "1. Frederick and Louis XV: to keep out of Silesia, binding Louis XV: “Silesia is\\nmine”"
    assert listed.removeprefix("1. ") in letters["louis"]
    assert [seat for seat, text in letters.items() if "- Awaiting your answer: agreement 1" in text] == ["louis"]
    assert "Agreements proposed" not in letters["louis"]
    line = "Reply `accept: [1]` or `decline: [1]`"
    lists = {"letter": letters["louis"], "status": commanded(folder, "status"), "board": commanded(folder, "board")}
    assert {name: text.count(line) for name, text in lists.items()} == {"letter": 1, "status": 1, "board": 1}

    verdict = handed_in(folder, "maria-theresa", "accept: 1\npropose: {with: Louis, kind: no combat, for: 2 turns}")
    assert (verdict.state, verdict.problems) == ("partly", ("not-your-agreement",))
    assert "You propose an agreement, Maria Theresa and Louis XV: no combat, for 2 turns." in receipt(folder, verdict)
    verdict = handed_in(folder, "maria-theresa", "propose: {with: Louis, kind: no combat, for: 2 turns}")
    assert (verdict.state, verdict.problems) == ("accepted", ("proposed-already",))
    verdict = handed_in(folder, "louis", "passes: yes\naccept: [1, 2]")
    assert "- You accept agreement 2 (Maria Theresa and Louis XV: no combat, for 2 turns)." in receipt(folder, verdict)

    letters = told(folder)
    for text in letters.values():
        assert "Louis XV accepted agreement 1. " in text.replace("- ", "")
        assert "Agreement 2 (Maria Theresa and Louis XV: no combat, for 2 turns) is in force to the end of" in text
        assert "Agreements proposed" not in text
    assert "2. Maria Theresa and Louis XV: no combat, to the end of turn 2" in letters["frederick"]
    assert "The moderator" not in letters["louis"]

    assert ruled(folder, "suspend: [3]", "x").sheet.faults[0].problem.code == "no-such-agreement"
    assert ruled(folder, "restore: [2]", "x").sheet.faults[0].problem.code == "agreement-not-suspended"
    assert ruled(folder, "{}", "x").sheet.faults[0].problem.code == "rules-nothing"
    done = ruled(folder, "suspend: [2]", "both asked for it")
    assert done.entry is not None
    for text in told(folder).values():
        assert "The moderator made a ruling: both asked for it." in text
        assert "Agreement 2 (Maria Theresa and Louis XV: no combat, to the end of turn 2) is suspended" in text
    assert ruled(folder, "suspend: [2]", "again").sheet.faults[0].problem.code == "agreement-suspended-already"
    assert ruled(folder, "restore: [2]", "they do not any more").entry is not None
    with opening.held(folder) as game:
        assert not any(each.suspended for each in game.table.state.agreements)
        assert game.table.views[PUBLIC].agreements == game.table.state.agreements
    assert handed_in(folder, "maria-theresa", "end: [2]").state == "accepted"
    told(folder)
    status = " ".join(commanded(folder, "status").split())
    assert "- Awaiting your answer: Maria Theresa wishes to end agreement 2, Maria Theresa and Louis XV:" in status
    assert "If you agree, write `end: [2]`" in status


def test_21_a_refusal_quotes_the_agreement() -> None:
    state = introductory()
    words = Words(MARIA.words, MARIA.lexicon(state, "louis"), tools=MARIA.tools)
    agreement = pact(last=6, except_for=("traun",), areas=("silesia",), text="our\nway")
    args = {"number": 1, "agreement": agreement, "what": "combat", "piece": "broglie", "city": "linz", "other": "karl"}
    said = words.phrase("problems", "breaks-agreement", args)
    assert said == (
        "Here Broglie would have to fight Karl von Lothringen in Linz. That breaks agreement 1 "
        "(Louis XV and Austria: no combat in Silesia, except for Traun, to the end of turn 6: “our way”)."
    )


def test_21_all_that_others_propose_is_declined_at_once() -> None:
    parties = ("louis", "frederick")
    state = advanced(
        Agreement(number=1, kind=NO_COMBAT, parties=parties, status="proposed", proposed_by="frederick"),
        Agreement(number=2, kind=NO_COMBAT, parties=parties, status="proposed", proposed_by="louis"),
        Agreement(number=3, kind=NO_COMBAT, parties=parties, status="in force", proposed_by="frederick"),
        Agreement(number=4, kind=NO_COMBAT, parties=parties, status="proposed", proposed_by="frederick"),
    )
    assert read("decline: all", state).decline == (1, 4)
    assert read_sheet("accept: all", StandingOrders, lexicon(state, "louis")).order is None
    assert read_sheet("decline: all", StandingOrders, lexicon(introductory(), "louis")).order is None
