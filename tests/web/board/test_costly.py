"""What is drawn and told of the board costs no more than a sheet may."""

from pathlib import Path

import pytest

from pbem.errors import extra
from pbem.referee.game import Game
from pbem.web.server.serving import DeskServer, ServedGames
from tests.mail.rounds.transports import begun
from tests.toy.game import RULESETS, Clock

with extra("web"):
    from starlette.exceptions import HTTPException


def for_ever(_game: Game, _about: str) -> str:
    while True:
        pass


def the_name(game: Game, about: str) -> str:
    return f"{about} {game.name}"


def test_work_for_a_page_that_never_ends_is_answered_and_the_next_is_done(tmp_path: Path) -> None:
    begun(tmp_path / "toy-1", ("deadlines:", "limits: {seconds: 1}\ndeadlines:"))
    died: list[str] = []
    server = DeskServer(games=ServedGames(tmp_path, RULESETS), clock=Clock(), rulesets=RULESETS, failed=died.append)
    server.begin_processes()
    try:
        with pytest.raises(HTTPException) as costly:
            server.of_game(for_ever, "", "toy-1", "ann")
        assert costly.value.status_code == 503
        assert not died, "it ended by the limits of its game"
        assert server.of_game(the_name, "This is", "toy-1", "ann") == "This is toy-1"
        assert server.of_game(the_name, "This is", "toy-2", "ann") is None
    finally:
        server.end_processes()


def what_is_known(server: DeskServer, _about: str) -> list[Path]:
    """The folders of games that a process has read before it is asked for anything of them."""
    known = server.games
    return [one.folder for one in map(known._find, known.names()) if one is not None and one.read is not None]


def test_processes_know_a_game_of_the_rules_before_the_first_page(tmp_path: Path) -> None:
    for name in ("toy-1", "toy-2"):
        begun(tmp_path / name, ("game: toy-1", f"game: {name}"))
    server = DeskServer(games=ServedGames(tmp_path, RULESETS), clock=Clock(), rulesets=RULESETS)
    server.begin_processes()
    try:
        assert server.apart(what_is_known, "", "toy-1 ann") == [tmp_path / "toy-1"]
    finally:
        server.end_processes()


def test_a_game_that_cannot_be_read_keeps_no_desk_from_starting(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1")
    (folder / "log.jsonl").write_text("damaged\n")
    told: list[Path] = []
    games = ServedGames(tmp_path, RULESETS)
    games.unread = lambda damaged, _why: told.append(damaged)
    server = DeskServer(games=games, clock=Clock(), rulesets=RULESETS)
    server.begin_processes()
    try:
        assert told == [folder]
        assert server.apart(what_is_known, "", "toy-1 ann") == []
    finally:
        server.end_processes()
