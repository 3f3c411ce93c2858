"""A solo game on a screen: what became of the sheet, the letter, and what to do next."""

import re
import shlex
import sys
from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from pbem.demo.show import gist
from pbem.report.layout import printable
from pbem.solo.game import SoloRound

_WIDTH = 82
_COLOURS = {"accepted": "green", "refused": "red"}


def show(played: SoloRound, colours: Mapping[str, str]) -> None:
    """Print it, where there are colours in colours: those that the game has for its signs are in *colours*."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)
    if played.answer:
        colour = _COLOURS[played.fate]
        console.print(Panel(_plain(gist(played.answer)), title="your sheet", title_align="left", border_style=colour))
    if played.fate != "refused":
        console.print(_rule(f"{played.game}: you are {played.title}"))
        console.print(_letter(played.letter, colours))
        console.print()
    console.print(_rule("now"))
    console.print(_plain("\n".join(_next(played))), soft_wrap=True)


def _next(played: SoloRound) -> Iterator[str]:
    """What the player may do now; every command is on a line of its own."""
    folder = shlex.quote(played.folder)
    again = f"pbem solo {folder}"
    if played.fate == "untouched":
        yield "You have not changed the sheet, so nothing was played. To play it as it is:"
        yield f"  {again} --as-it-is"
    elif played.fate == "outdated":
        yield "The sheet in the file was for a stage that is over; it has been replaced by a new one."
    if played.over:
        yield f"The game is over, and stays in {played.folder} for you to look at. For another game name a new folder."
    elif played.corrected:
        yield f"{played.sheet} is corrected as shown. To accept it:"
        yield f"  {again}"
    elif played.fate == "refused":
        yield f"Fix {played.sheet}, then:"
        yield f"  {again}"
    elif played.sheet:
        yield f"Write your orders in {played.sheet}, then:"
        yield f"  {again}"
        yield "To look at the board (or `hands`, or `log`):"
        yield f"  pbem show board --seat {played.seat} --game {folder}"
        if played.round > 1:
            yield "To take your last sheet back:"
            yield f'  pbem rewind r{played.round - 1} --reason "taken back" --game {folder} && {again}'
    for one in played.stuck:
        yield f"The bot of {one.title} does not answer {one.asked}: {one.trouble}. To continue without it:"
        yield f'  pbem play --default {one.seat} --reason "stuck" --game {folder} && {again}'


def _rule(title: str) -> Rule:
    return Rule(_plain(title), align="left", characters="═")


def _letter(text: str, colours: Mapping[str, str]) -> Text:
    """A letter with its headings and the signs of its game in colours."""
    shown = _plain(text)
    for heading in re.finditer(r"^[^\n]+\n=+$", shown.plain, re.MULTILINE):
        shown.stylize("bold cyan", *heading.span())
    for sign, colour in colours.items():
        shown.highlight_words([sign], colour)
    return shown


def _plain(text: str) -> Text:
    return Text("\n".join(printable(line) for line in text.strip("\n").splitlines()))
