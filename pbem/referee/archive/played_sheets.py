"""The sheets of a game as its archive has them: every answer that was played, whatever else its email said."""

from collections.abc import Iterator

from pbem.engine.table import Answered, Entry
from pbem.referee.game import Game
from pbem.sheet.writer import write_sheet


def played_sheets(game: Game) -> Iterator[tuple[str, str]]:
    """Every answer that was played, as a sheet with the name of its file."""
    for line in game.log.lines:
        if line.entry is None:
            continue
        seen: list[str] = []
        for answer in line.entry.answers:
            again = seen.count(answer.seat)
            seen.append(answer.seat)
            name = f"{line.entry.number:04d}-{answer.seat}{f'-{again + 1}' if again else ''}.yaml"
            about = f"# Entry {line.entry.number}, {line.at:%Y-%m-%d %H:%M} UTC: {answer.seat}, {answer.key}"
            yield name, f"{about}\n{sheet_of(game, line.entry, answer)}"


def sheet_of(game: Game, entry: Entry, answer: Answered) -> str:
    """An *answer* that *entry* was played with, in the names that its seat used."""
    state, views = game.table.at(entry.number - 1)
    return write_sheet(answer.order, game.ruleset.lexicon(views.get(answer.seat, state), answer.seat))
