"""What waits for the moderator, as a terminal shows it: one line each, with the command that settles it."""

from collections.abc import Iterable

from pbem.referee.needs.need import Need

WAITS = 3
"""The exit code of a turn that was done, but leaves something for the moderator."""


def told(found: Iterable[Need]) -> list[str]:
    """The lines that report it, under their heading; none if nothing waits."""
    lines = [f"  {one.says}{'' if one.says.endswith('?') else ':'} {one.run}" for one in found]
    return ["Waiting for you:", *lines] if lines else []
