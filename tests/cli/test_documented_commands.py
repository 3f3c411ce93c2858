"""What the documentation tells people to type is there."""

import re
import shlex

import click
import pytest

from pbem.cli.main import COMMANDS, main
from tests.pages import told

_TYPED = re.compile(r"(?:^|[;|*] +|bin/)pbem ([a-z]+)((?: +(?!pbem\b)[^\s`;|#&>)]+)*)")


def typed(page: str) -> list[tuple[str, tuple[str, ...]]]:
    """The commands with their options that stand in code on a page."""
    text = told(page)
    code = [*re.findall(r"`([^`\n]+)`", text), *re.findall(r"^ {4}(?!\s)(.+)$", text, re.MULTILINE)]
    found = (match for each in code for match in _TYPED.finditer(each))
    return [(match[1], tuple(re.findall(r"(?<!\S)--[a-z-]+", match[2]))) for match in found]


@pytest.mark.parametrize("page", ["moderators", "players", "editions.md", "cases.md"])
def test_every_command_and_option_that_is_named_exists(page: str) -> None:
    found = typed(page)
    context = click.Context(main)
    unknown = [name for name, _ in found if name not in COMMANDS]
    assert not unknown
    for name, options in found:
        command = main.get_command(context, name)
        assert command
        commands = [command, *(command.commands.values() if isinstance(command, click.Group) else ())]
        parameters = [parameter for one in commands for parameter in one.params]
        known = {option for each in parameters for option in (*each.opts, *each.secondary_opts)}
        assert not set(options) - known - {"--help"}, (name, options)


def test_the_page_for_moderators_names_commands_at_all() -> None:
    found = typed("moderators")
    assert ("send", ("--settled",)) in found
    assert len(found) > 50


def test_every_line_that_is_shown_can_be_typed() -> None:
    shown = re.compile(r"^ {4}pbem +(?!unix )(\S.*)$", re.MULTILINE)  # `pbem unix` is a line for Postfix
    lines = shown.findall(told("moderators"))
    assert len(lines) > 40
    for line in lines:
        command: click.Command | None = main
        words = shlex.split(line, comments=True)
        while command is not None:
            context = click.Context(command)
            words = command.make_parser(context).parse_args(words)[1]
            if not (isinstance(command, click.Group) and words):
                break
            _, command, words = command.resolve_command(context, words)
        assert words == [], line
