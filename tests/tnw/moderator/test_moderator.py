"""What a moderator does with a game of four players: absent players, seats that change hands, watchers, the archive."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.referee import opening
from pbem_tnw.chapters.land.events import EvasionTried
from tests.tnw.moderator.game import PLAYERS, ModeratedGame

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def game(tmp_path: Path) -> ModeratedGame:
    return ModeratedGame(tmp_path / "europe")


def pbem(game: ModeratedGame, *args: str) -> str:
    result = CliRunner().invoke(main, [*args, "--game", str(game.folder)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def best_card(game: ModeratedGame, nation: str) -> str:
    """The card of most CPs that a nation holds."""
    cards = game.state.board.cards
    return max(game.state.hands[nation].known, key=lambda card: cards[card].cp)


def march_to_ulm(game: ModeratedGame) -> str:
    return f"impulses:\n  France:\n    play: {best_card(game, 'france')} as cp\n    do: [Napoleon > Ulm]\n"


def evasions(game: ModeratedGame) -> list[EvasionTried]:
    entries = opening.look(game.folder).table.entries
    return [event for entry in entries for event in entry.events if isinstance(event, EvasionTried)]


@pytest.mark.parametrize(("standing", "tries"), [("{evade: if odds < 9}", 1), ("{evade: no}", 0)])
def test_2_6_standing_orders_of_a_player_without_a_sheet_answer_others(
    tmp_path: Path, standing: str, tries: int
) -> None:
    """They came before the first Turn, and the Round is played with the default for Austria."""
    game = ModeratedGame(tmp_path / "europe", begun=False)
    for seat in PLAYERS:
        assert game.send(seat, f"standing: {standing}\n" if seat == "austria" else "pass\n") == "accepted"
    game.letters()
    assert game.send("france", march_to_ulm(game)) == "accepted"
    for seat in ("britain", "russia"):
        game.send(seat, "pass\n")
    pbem(game, "play", "--default", "austria", "--reason", "on holiday")
    assert len(evasions(game)) == tries
    letters = game.letters()
    assert "Austria had no valid sheet; the moderator applied the default (on holiday)." in letters["public"]
    assert "Battle of Ulm" in letters["public"] or tries


def test_the_ladder_says_what_silence_leads_to(game: ModeratedGame) -> None:
    path = game.folder / "game.yaml"
    ladder = "ladder: {nothing: {deadline: default}}\ndeadlines: {zone: UTC, at: [Sunday 20:00]}\n"
    path.write_text(path.read_text(encoding="utf-8") + ladder, encoding="utf-8")
    assert "default" in pbem(game, "ladder")
    assert "france" in pbem(game, "deadline")


def test_who_takes_a_seat_over_is_told_how_it_stands(game: ModeratedGame) -> None:
    dossier = pbem(game, "seat", "dossier", "austria")
    titles = [game.state.board.cards[card].title for card in game.state.hands["austria"].known]
    said = " ".join(dossier.split())
    assert all(title in said for title in titles)
    hidden = [game.state.board.cards[card].title for card in game.state.hands["france"].known]
    assert not [title for title in hidden if title in said]


def test_watchers_get_the_public_report(game: ModeratedGame) -> None:
    pbem(game, "watchers", "add", "Fan", "fan@x.example")
    report = " ".join(pbem(game, "report").split())
    assert "Strasbourg" in report
    hands = [card for hand in game.state.hands.values() for card in hand.known]
    assert not [card for card in hands if game.state.board.cards[card].title in report]


@pytest.mark.parametrize("what", ["board", "hands", "log"])
def test_the_moderator_sees_everything_and_seats_their_own(game: ModeratedGame, what: str) -> None:
    card = game.state.board.cards[game.state.hands["austria"].known[0]].title

    def shown(*who: str) -> str:
        return " ".join(pbem(game, "show", what, *who).split())

    assert card in shown("--moderator") or what == "board"
    assert card in shown("--as", "austria") or what == "board"
    assert card not in shown("--as", "france")
    assert what == "hands" or card not in shown("--public")
    assert json.loads(pbem(game, "show", what, "--as", "france", "--json"))


def test_an_answer_is_ruled_for_a_seat(game: ModeratedGame, tmp_path: Path) -> None:
    sheet = tmp_path / "france.yaml"
    sheet.write_text(march_to_ulm(game), encoding="utf-8")
    pbem(game, "rule", str(sheet), "--as", "france", "--reason", "by telephone")
    for seat in ("austria", "britain", "russia"):
        game.send(seat, "pass\n")
    assert "The moderator ruled what France answers: by telephone." in game.letters()["austria"]
    assert game.state.generals["napoleon"] == "ulm"


def test_a_rewind_takes_a_round_back(game: ModeratedGame) -> None:
    before = game.state
    for seat in PLAYERS:
        game.send(seat, "pass\n")
    game.letters()
    assert game.state.round == 2
    pbem(game, "rewind", "r2", "--reason", "the wrong card")
    assert game.state == before


@pytest.mark.slow
def test_a_finished_game_can_be_audited(tmp_path: Path) -> None:
    """All pass until the war is over; every draw can be repeated."""
    game = ModeratedGame(tmp_path / "europe", players=2)
    rounds = 0
    while (waiting := game.waiting()) and rounds < 60:
        for seat in {decision.seat for decision in waiting}:
            assert game.send(seat, "pass\n") == "accepted"
        game.letters()
        rounds += 1
    assert game.state.result is not None
    last = max((game.folder / "letters").iterdir(), key=lambda folder: folder.name)
    report = (last / "public.txt").read_text(encoding="utf-8")
    assert "HOW THE GAME ENDED" in report
    assert "Points of the Powers" in report
    pbem(game, "audit")
