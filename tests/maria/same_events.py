"""Show what two revisions make of the golden games: whether what happens is the same, and which words differ.

`python -m tests.maria.same_events OLD [NEW]` compares the kept events and letters, of the working tree where NEW is not
given; that the program plays them so is what test_golden.py tests in each revision. Events of the kinds given by
`--but KIND` are left out. The exit code is 1 if other events differ.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any

import click

from tests.differences import changes, summary

ROOT = Path(__file__).parents[2]
EVENTS = "events.jsonl"
DRAWN = "chance-drawn"
"""A draw is an event; older logs have the draws of a step beside its events."""
Files = dict[tuple[str, str], str]
"""Texts by game and name of the file."""


def git(*arguments: str) -> str:
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True).stdout


def kept(revision: str) -> Files:
    """The events and letters of golden games in a revision, wherever its tests keep them; "" is the working tree."""
    listed = git("ls-tree", "-r", "--name-only", revision) if revision else git("ls-files", "-co", "--exclude-standard")
    paths = [path for each in listed.splitlines() if "golden" in (path := PurePosixPath(each)).parts]
    paths = [path for path in paths if revision or (ROOT / path).exists()]
    found = [path for path in paths if path.name == EVENTS or path.suffix == ".txt"]
    if not any(path.name == EVENTS for path in found):
        raise click.UsageError(f"{revision} keeps no events of golden games")
    return {
        (path.parent.name, path.name): git("show", f"{revision}:{path}")
        if revision
        else (ROOT / path).read_text(encoding="utf-8")
        for path in found
    }


def comparable(text: str, kinds: tuple[str, ...]) -> str:
    """The lines of a file of events but those of some *kinds*; its draws come last, wherever the log has them."""
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    beside = [{"event": DRAWN, **draw} for line in lines for draw in line.pop("draws", ())]
    among = [line for line in lines if line.get("event") == DRAWN]
    events = [line for line in lines if line.get("event") != DRAWN]
    wanted = [line for line in (*events, *beside, *among) if line.get("event") not in kinds]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in wanted)


def kinds_of(text: str) -> Counter[str]:
    """How many events of each kind there are."""
    return Counter(event for line in text.splitlines() if (event := json.loads(line).get("event")))


@click.command()
@click.argument("old")
@click.argument("new", default="")
@click.option("--but", "kinds", multiple=True, metavar="KIND", help="Leave out the events of this kind.")
def main(old: str, new: str, kinds: tuple[str, ...]) -> None:
    """Compare the golden games of two revisions."""
    before, after = kept(old), kept(new)
    games = {name: {path for path in (*before, *after) if path[0] == name} for name, _ in sorted({*before, *after})}
    count, letters, differing = 0, [], False
    for name, paths in games.items():
        was, now = (comparable(files.get((name, EVENTS), ""), kinds) for files in (before, after))
        count += sum(kinds_of(now).values())
        if was != now:
            differing = True
            more, fewer = (
                ", ".join(f"{number} {kind}" for kind, number in (one - other).most_common()) or "none"
                for one, other in ((kinds_of(now), kinds_of(was)), (kinds_of(was), kinds_of(now)))
            )
            click.echo(f"{name}: the events differ; new: {more}; gone: {fewer}")
            click.echo(summary(changes(EVENTS, was, now), most=5))
        for path in sorted(paths - {(name, EVENTS)}):
            if path in before and path in after:
                letters += changes("/".join(path), before[path], after[path])
    if not differing:
        click.echo(f"events: all {count:,} of {len(games)} games are the same")
    pages = {(change.file, change.page) for change in letters}
    click.echo(f"letters: {len(pages):,} differ")
    click.echo(summary(letters))
    sys.exit(differing)


if __name__ == "__main__":
    main()
