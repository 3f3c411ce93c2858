"""Switching to other versions: the moderator's decision, after a trial showed what differs."""

import msgspec

from pbem.engine.playtest import find_playtest
from pbem.engine.ruleset import Unplayable
from pbem.referee.game import Clock, Game
from pbem.referee.guard import differing
from pbem.referee.moderation.trial import EDITION, positions
from pbem.store import editions
from pbem.store.refusal import Refusal


class OtherGame(Refusal):
    """The events of the log lead to other positions than those recorded."""


class NoEdition(Refusal):
    """The game cannot switch to the edition in game.yaml."""


def upgrade(game: Game, clock: Clock, *, anyway: bool = False) -> bool:
    """Record the installed versions in the log of *game*, so that play continues; return whether that was needed.

    Raises `OtherGame` if positions differ, unless the moderator wants it *anyway*.
    """
    if not game.log.entries:
        return False
    wrong = positions(game)
    if wrong and not anyway:
        raise OtherGame(
            f"under the versions installed here the events of {game.name} lead to other positions than were recorded "
            f"(round {', '.join(map(str, wrong))}), so it would be another game; use the version that wrote it "
            f"({game.log.versions}), or `pbem upgrade --anyway {game.folder}` to continue as that other game"
        )
    if not wrong and game.log.versions and not differing(game.log.versions, game.versions):
        return False
    game.keep_edition()
    here = game.digest(len(game.log.entries))
    game.log.append(clock(), versions=game.versions, digest=here, anew=bool(wrong))
    return True


def move(game: Game, clock: Clock) -> bool:
    """Switch *game* to the edition in its game.yaml; return whether it was another.

    What happened so far stays. Everyone is told, by a log entry. Raises `NoEdition` if the position cannot be carried
    over, and what `guard` raises.
    """
    game.guard()
    if not game.log.entries:
        return False
    try:
        paths = editions.chosen(game.ruleset, game.settings.settings)
        digest = editions.digest(paths)
        if digest == game.edition:
            return False
        game.keep_edition()
        editions.keep(game.folder, paths, editions.beside(game.ruleset, game.settings.settings))
        _go_over(game, digest)
    except Unplayable as why:
        raise NoEdition(f"{game.name} cannot switch to the edition that game.yaml names: {why}") from why
    entry = game.table.close(EDITION, {})
    versions = msgspec.structs.replace(game.versions, edition=digest)
    game.log.append(clock(), entry=entry, versions=versions, digest=game.digest(entry.number))
    game.edition, game.versions = digest, versions
    return True


def _go_over(game: Game, digest: str) -> None:
    if game.ruleset.move is None:
        raise Unplayable(f"the rules {game.ruleset.name} cannot switch from one edition to another")
    game.ruleset.move(game.table, editions.own(game.folder, game.settings.settings, digest))
    playtest = find_playtest(game.ruleset.name)
    broken = [str(one) for one in playtest.invariants(game.table.state)] if playtest else []
    if broken:
        raise Unplayable(f"under it something would break: {'; '.join(broken)}")
