"""What a report has in short: for each combat one sentence that says who won and what it cost, as its events do."""

import zipfile
from pathlib import Path

import pytest

from pbem.engine.event import PUBLIC
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.web.public.moments import moment_text, moments
from pbem_maria.chapters.combat import CombatEnded, FightBegan, FightEnded
from pbem_maria.chapters.pieces import GeneralRemoved, TroopsLost
from tests.logs.keep import LOGS, RULES
from tests.web.public.pages_of import ISLANDS_YAML, begun, pages

FOUGHT = "0.2.0/advanced.zip"


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A whole game with many combats."""
    folder = tmp_path_factory.mktemp("fought")
    with zipfile.ZipFile(LOGS / FOUGHT) as archive:
        archive.extractall(folder)
    return opening.look(folder / Path(FOUGHT).stem, RULES)


def costs(game: Game, since: int, until: int) -> list[tuple[bool, int, list[str]]]:
    """Of each combat in some entries: whether it was a tie, how many troops were lost, and who was removed."""
    found: list[tuple[bool, int, list[str]]] = []
    follows = False
    for entry in game.table.entries[since:until]:
        for event in filter(None, (one.seen_by(PUBLIC) for one in entry.events)):
            if isinstance(event, FightEnded):
                found.append((event.loser is None, 0, []))
                follows = True
            elif isinstance(event, FightBegan | CombatEnded):
                follows = False
            elif isinstance(event, TroopsLost) and follows:
                tie, lost, gone = found[-1]
                found[-1] = (tie, lost + event.number, gone)
            elif isinstance(event, GeneralRemoved) and follows:
                found[-1][2].append(event.general)
    return found


@pytest.mark.slow
def test_each_combat_of_maria_has_one_sentence_with_its_winner_and_its_cost(fought: Game) -> None:
    several = removed = 0
    for one in moments(fought):
        told = moment_text(fought, one).in_short
        expected = costs(fought, one.since, one.pause.entry)
        assert len(told) == len(expected)
        several = max(several, len(told))
        for sentence, (tie, lost, gone) in zip(told, expected, strict=True):
            assert (" fought to a tie at " in sentence) == tie
            assert (" beat " in sentence) == (not tie)
            assert f"lost {lost} troop{'s' if lost != 1 else ''}" in sentence or tie
            assert ("removed" in sentence) == bool(gone)
            assert sentence.endswith(".")
            assert sentence.count(".") == 1 + sentence.count("II.")
            removed += len(gone)
    assert several > 1
    assert removed


def test_a_game_without_phrases_for_it_has_nothing_in_short(tmp_path: Path) -> None:
    game = begun(tmp_path / "isles", ISLANDS_YAML)
    assert b"In short" not in pages(game)["index.html"]
