"""What a refusal says to type, for who writes emails: the line that does what a command does."""

import re

_COMMAND = re.compile(r"`pbem ([^`]{1,300})`")
_LINES = tuple(
    (re.compile(command), line)
    for command, line in (
        (r"seat replace(?: .*)?", "replace SEAT: NAME <ADDRESS>"),
        (r"seat invite (\S+) --withdraw", r"withdraw \1"),
        (r"seat stand-in (\S+) --player .*", r"stand-in \1: NAME <ADDRESS>"),
        (r"play --default (\S+) .*", r"default \1 because ..."),
        (r"submit FILE --as (\S+)", r"submit \1"),
        (r"ladder decline (\S+) --wait", r"no \1 wait"),
        (r"ladder decline (\S+)", r"no \1"),
        (r"deadline resume", "go on"),
        (r"deadline set(?: .*)?", "set Fri 20:00"),
        (r"deadline extend (.+) --as (\S+)", r"extend \1 for \2"),
        (r"deadline extend (.+)", r"extend \1"),
        (r"dismiss (\S+)", r"dismiss \1"),
        (r"(?:status|ladder|mail|appeal)(?: .*)?", "status"),
    )
)


def in_lines(text: str) -> str:
    """*text* with the line in place of each command that has one."""
    return _COMMAND.sub(_line, text)


def _line(command: re.Match[str]) -> str:
    for pattern, line in _LINES:
        if found := pattern.fullmatch(command[1]):
            return f"`{found.expand(line)}`"
    return command[0]
