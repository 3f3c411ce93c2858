"""What the moderator rules in Maria: what is then so, what is refused, and who learns what of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.engine.event import PUBLIC
from pbem.referee import opening
from pbem.referee.play import rewind
from pbem.referee.records.chance import audit_game
from pbem.referee.rulings import rule_answer
from pbem_maria.invariants import broken
from pbem_maria.position.cards import face
from pbem_maria.position.state import State
from tests.maria.rulings.table import REASON, RuledGame


@pytest.fixture
def game(tmp_path: Path) -> RuledGame:
    return RuledGame(tmp_path / "vienna")


@pytest.fixture
def advanced(tmp_path: Path) -> RuledGame:
    return RuledGame(tmp_path / "vienna", "advanced")


def hand(state: State, power: str) -> list[str]:
    return [face(card) for card in state.hands[power].known]


def control(state: State) -> bool:
    return state.markers.get("linz") == "france"


RULED: dict[str, Callable[[State], bool]] = {
    "pieces: {Neipperg: Linz}": lambda s: s.at["neipperg"] == "linz",
    "pieces: {Neipperg: Linz with 2 face down}": lambda s: (
        (s.troops["neipperg"], s.face_down) == (2, frozenset({"neipperg"}))
    ),
    "pieces: {Neipperg: removed}": lambda s: s.is_removed("neipperg") and s.totals["austria"] == 4,
    "pieces: {Traun: Linz with 3}": lambda s: (s.at["traun"], s.totals["austria"]) == ("linz", 12),
    "pieces: {French train 2: removed}": lambda s: s.trains_of("france") == (),
    "pieces: {French train 2: Straubing}": lambda s: s.at["france-t2"] == "straubing",
    "troops: {Neipperg: 4, Khevenhüller: 5}": lambda s: (s.troops["neipperg"], s.troops["khevenhueller"]) == (4, 5),
    "hussars: {1: Tabor, 2: removed}": lambda s: s.hussars == ("tabor", None),
    "cards: [♦7 from Austria to France]": lambda s: (hand(s, "austria"), "D7" in hand(s, "france")) == (["H3"], True),
    "cards: [♥5 from France to the draw pile]": lambda s: face(s.draw.known[-1]) == "H5",
    "cards: [♥5 from France to set aside]": lambda s: "H5" in [face(card) for card in s.used[1]],
    "control: {Linz: France}": control,
    "players: {Bavaria: Frederick}": lambda s: s.seats["bavaria"] == "frederick",
    "stage: Prussia": lambda s: s.flow[-1].__struct_config__.tag == "stage",
}


@pytest.mark.parametrize("text", RULED)
def test_what_is_ruled_is_so_then_and_breaks_nothing(game: RuledGame, text: str) -> None:
    before = list(broken(game.state))
    done = game.rule(text)
    assert done.sheet.faults == ()
    assert done.broken == ()
    assert done.entry is not None
    assert RULED[text](game.state)
    assert list(broken(game.state)) == before
    for letter in game.letters().values():
        assert f"The moderator made a ruling: {REASON}." in letter
    assert audit_game(opening.look(game.folder)).wrong == ()


REFUSED = {
    "{}": "rules-nothing",
    "pieces: {Traun: Linz}": "needs-troops",
    "pieces: {French train 2: Linz with 3}": "only-generals",
    "pieces: {Neipperg: nowhere at all}": "unknown-name",
    "pieces: {Neipperg: {Linz: 3}}": "no-place",
    "pieces: {Neipperg: removed}\ntroops: {Neipperg: 3}": "troops-of-removed",
    "pieces: {Neipperg: Linz with 3}\ntroops: {Neipperg: 3}": "troops-twice",
    "hussars: {3: Prag}": "no-such-hussar",
    "cards: [♦8 from Austria to France]": "card-not-there",
    "cards: [♦7 from Austria to Austria]": "card-stays",
    "cards: [♦7]": "no-card-ruled",
    "cards: [♦7 from Austria to France, ♦7 from Austria to France]": "card-not-there",
    "control: {Enns: France}": "not-a-fortress",
    "battle: {France: 1}": "no-victory-markers",
    "boxes: {electors: France}": "no-victory-boxes",
    "tracks: {Italy: 3}": "no-tracks",
    "stage: Bavaria": "leads-no-stage",
    "end: [4]": "no-such-agreement",
    "agree: {with: Louis, kind: no combat}": "agrees-with-oneself",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_ruled_is_refused_with_its_line(game: RuledGame, text: str) -> None:
    before = opening.look(game.folder).log.lines
    assert REFUSED[text] in [fault.problem.code for fault in game.rule(text).sheet.faults]
    assert opening.look(game.folder).log.lines == before


BROKEN = {
    "pieces: {Broglie: Wels}": "pieces",
    "pieces: {French train 2: Wels}": "pieces",
    "pieces: {Neipperg: Budweis}": "hussars",
    "troops: {Neipperg: 9}": "troops",
    "troops: {Neipperg: 0}": "troops",
    "hussars: {1: Enns}": "hussars",
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_would_break_is_refused_unless_it_is_overruled_by_name(game: RuledGame, text: str) -> None:
    done = game.rule(text)
    assert (done.entry, {one.invariant for one in done.broken}) == (None, {BROKEN[text]})
    done = game.rule(text, [BROKEN[text]])
    assert done.entry is not None
    assert done.entry.answers[0].overruled == (BROKEN[text],)
    assert set(game.letters()) == {"louis", "maria-theresa", "frederick", "public"}


SECRET = {
    "troops: {Neipperg: 4, Khevenhüller: 5}": ("troops: {Neipperg: 6, Khevenhüller: 3}", {"maria-theresa"}),
    "cards: [♦7 from Austria to France]": ("cards: [♥3 from Austria to France]", {"maria-theresa", "louis"}),
    "cards: [♥5 from France to draw pile]": ("cards: [♠4 from France to draw pile]", {"louis"}),
    "pieces: {Neipperg: Linz with 6, Khevenhüller: Wels with 2}": (
        "pieces: {Neipperg: Linz with 3, Khevenhüller: Wels with 5}", {"maria-theresa"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", SECRET)
def test_a_secret_ruling_shows_others_nothing_but_whom_it_concerns(tmp_path: Path, text: str) -> None:
    other, knowing = SECRET[text]
    told, views = [], []
    for number, sheet in enumerate((text, other)):
        (tmp_path / str(number)).mkdir()
        game = RuledGame(tmp_path / str(number) / "vienna")
        assert game.rule(sheet).entry is not None
        told.append(game.letters())
        views.append({seat: game.view(seat) for seat in (*told[0], PUBLIC) if seat != "public"})
    assert {seat for seat in told[0] if told[0][seat] != told[1][seat]} == knowing
    assert {seat for seat in views[0] if views[0][seat] != views[1][seat]} == knowing


def test_a_card_ruled_away_is_known_to_its_players_alone(game: RuledGame) -> None:
    found = game.tried("cards: [♦7 from Austria to France]")
    assert found.told[PUBLIC] == (
        f"The moderator made a ruling: {REASON}.", "Austria loses 1 card.", "France gets 1 card.",
    )  # fmt: skip
    assert found.told["maria-theresa"] == ("Austria loses ♦7.",)
    assert found.told["louis"] == ("France gets ♦7.",)
    assert found.told["frederick"] == ()


def test_a_trial_says_whose_sheet_would_not_stand_and_changes_nothing(game: RuledGame) -> None:
    assert game.send("louis", "moves: {Belle-Isle: Schärding}\n") == "accepted"
    before = opening.look(game.folder).log.lines
    assert game.tried("pieces: {Belle-Isle: Straubing}").unsound == ("louis",)
    assert game.tried("pieces: {Neipperg: Linz}").unsound == ()
    found = game.tried("stage: Austria")
    assert [seat for seat, _ in found.asked] == ["maria-theresa"]
    assert [seat for seat, _ in found.dropped] == ["louis"]
    assert opening.look(game.folder).log.lines == before


def test_the_stage_ruled_is_played_and_draws_no_second_income(game: RuledGame) -> None:
    game.rule("stage: Austria")
    letters = game.letters()
    hands = {power: len(pile) for power, pile in game.state.hands.items()}
    assert "The action stage of Austria begins anew." in letters["public"]
    assert opening.look(game.folder).stages("maria-theresa")[0].pending
    assert not opening.look(game.folder).stages("louis")[0].pending
    game.rule("stage: France")
    game.letters()
    assert {power: len(pile) for power, pile in game.state.hands.items()} == hands
    assert opening.look(game.folder).stages("louis")[0].pending


def test_a_rewind_undoes_a_ruling(game: RuledGame) -> None:
    before = game.state
    game.rule("pieces: {Neipperg: removed}\ncards: [♦7 from Austria to France]\nstage: Prussia")
    with opening.held(game.folder) as held:
        rewind(held, len(held.table.entries) - 1, "a slip", game.clock)
    assert game.state == before


def test_an_answer_is_ruled_for_a_seat(game: RuledGame) -> None:
    with opening.held(game.folder) as held:
        done = rule_answer(held, "louis", "moves: {Belle-Isle: Schärding}\n", REASON, game.clock)
    assert done.entry is not None
    letters = game.letters()
    assert f"The moderator ruled what Louis XV answers: {REASON}." in letters["frederick"]
    assert game.state.at["belle-isle"] == "schaerding"


def test_an_agreement_is_ruled(game: RuledGame) -> None:
    game.rule("agree: {with: [Louis, Frederick], kind: no combat, for: 2 turns}")
    assert "Agreement 1 is in force: Louis XV and Frederick: no combat" in game.letters()["maria-theresa"]
    assert [(one.status, one.first, one.last) for one in game.state.agreements] == [("in force", 2, 3)]
    game.rule("end: [1]")
    assert "is over" in game.letters()["maria-theresa"]
    assert game.state.agreements[0].status == "ended"


ADVANCED: dict[str, Callable[[State], bool]] = {
    "battle: {France: 1}": lambda s: s.battle["france"] == 1,
    "boxes: {electors: France}": lambda s: s.boxes["electors"] == "france",
    "set aside: {Prussia: 2}": lambda s: s.aside["prussia"] == 2,
    "tracks: {Russia: 2}": lambda s: s.tracks["russia"] == 2,
    "control: {Linz: France}": control,
    "players: {Saxony: Maria Theresa}": lambda s: s.seats["saxony"] == "maria-theresa",
    "pieces: {Neipperg: Linz with 2}\nstage: Austria": lambda s: s.troops["neipperg"] == 2,
}


@pytest.mark.parametrize("text", ADVANCED)
def test_15_what_the_advanced_game_adds_can_be_ruled(advanced: RuledGame, text: str) -> None:
    before = list(broken(advanced.state))
    done = advanced.rule(text)
    assert done.sheet.faults == ()
    assert done.broken == ()
    assert ADVANCED[text](advanced.state)
    assert list(broken(advanced.state)) == before
    assert set(advanced.letters()) == {"louis", "maria-theresa", "frederick", "public"}


def test_17_a_track_ruled_to_no_box_is_refused(advanced: RuledGame) -> None:
    codes = [fault.problem.code for fault in advanced.rule("tracks: {Italy: 40}").sheet.faults]
    assert codes == ["no-such-box"]


def test_16_too_many_markers_in_battle_boxes_break(advanced: RuledGame) -> None:
    assert {one.invariant for one in advanced.rule("battle: {France: 3}").broken} == {"markers"}
