"""A game.yaml with the deadlines that a test writes."""

from pathlib import Path

from pbem.engine.ruleset import Ruleset
from pbem.settings.game import BadSettings, GameSettings, read_settings
from pbem.settings.rules_of_time import Deadlines
from tests.toy.game import GAME_YAML
from tests.toy.ruleset import TOY


def read(folder: Path, deadlines: str, rules: Ruleset = TOY) -> GameSettings:
    """The settings of a toy game with *deadlines*, the lines below that key."""
    lines = [line for line in GAME_YAML.splitlines() if not line.startswith("deadlines")]
    path = folder / "game.yaml"
    path.write_text("\n".join(lines).replace("OUT", "{folder: out}") + "\ndeadlines:\n" + deadlines)
    return read_settings(path, rules)


def deadlines(folder: Path, text: str, rules: Ruleset = TOY) -> Deadlines:
    """The deadlines in a game.yaml that has *text* below that key."""
    return read(folder, text, rules).deadlines


def refused(folder: Path, text: str, rules: Ruleset = TOY) -> list[tuple[str, str]]:
    """The codes of all that is wrong with *text*, each with the line that it is told at."""
    try:
        read(folder, text, rules)
    except BadSettings as wrong:
        lines = wrong.text.splitlines()
        return [(fault.problem.code, lines[fault.place.line - 1].strip()) for fault in wrong.faults]
    return []
