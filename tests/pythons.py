"""What can differ between Pythons: the tests that `.ci/run` runs with each Python on a machine, and why.

All other tests are run with the first Python alone. `scripts/tests --differing` runs those that are named here with the
Python of its environment. Every test is below a path that is named in DIFFERS or in ALIKE; the longest one counts.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIFFERS = {
    "case": "YAML of cases",
    "cli/look": "dates and zones, columns of text",
    "cli/mail/test_listen.py": "sockets",
    "cli/play/test_demo.py": "the demo as a whole",
    "cli/test_commands.py": "every command starts",
    "cli/test_hostile_output.py": "text: what a terminal may be shown",
    "cli/test_start_up.py": "what is imported at the start",
    "cli/time": "dates and zones on the command line",
    "campaign/test_calendar_files.py": "dates and zones in calendars",
    "campaign/test_rules_of_time.py": "dates and zones of a game",
    "campaign/weeks": "dates and zones, letters and replies of ten weeks",
    "club/test_jobs.py": "emails and times of what a job plays and sends",
    "engine": "records, lookups of words, chance",
    "forum": "sockets, TLS, times; what HTTP brings",
    "logs": "logs of releases are read back",
    "mail": "the standard library reads emails differently from one patch release to the next; sockets, too",
    "mail/posts/test_html_mails.py": "HTML emails of mail programs",
    "mail/posts/test_times_of_posts.py": "dates and zones of forums",
    "maria/test_cases.py": "every rule runs; YAML of cases",
    "playtest": "chance, and games read back",
    "referee/transfer": "archives",
    "report": "text: widths, breaks, marks",
    "settings": "YAML, dates and zones",
    "sheet": "YAML and text that players write",
    "store": "logs and records are read back",
    "test_dependencies.py": "what is installed",
    "test_packaging.py": "installation",
    "test_pythons.py": "this choice",
    "tnw/replay/test_golden.py": "whole games from their sheets: the same events, the same text",
    "tnw/test_cases.py": "every rule runs; YAML of cases",
    "web/server": "the desk's server: sockets, threads, what HTTP brings",
}
"""What of Python the tests below a path depend on."""
ALIKE = {
    "audit": "what the log has is told by templates; the log is read back in store",
    "campaign": "time is reckoned in settings and told in report",
    "cli": "commands call what is tested elsewhere",
    "club": "it moves folders, which store and referee/transfer test, by way of a database",
    "forum/test_month.py": "a month is counted; its posts are made in forum/test_posts.py",
    "forum/test_round_in_spirit.py": "a real forum takes minutes to install; pages are read in forum/test_phpbb.py",
    "forum/test_spirit.py": "as the round in it",
    "mail/commands/test_commands_repeated.py": "commands are found in lines, as test_commands.py does with each Python",
    "mail/intake/test_judging_killed.py": "kills at writes, which store makes",
    "mail/mime/test_own_characters.py": "how long a pattern may take follows from what it is made of",
    "mail/outgoing/test_killed_sending.py": "kills at writes and bytes; what is sent is tested beside it",
    "mail/outgoing/test_whom_letters_go_to.py": "who is written to follows from the log and game.yaml",
    "mail/posts": "pages of forums are lines of text",
    "mail/rounds/test_daily_allowance.py": "replies are counted; the emails are read in mail/intake",
    "mail/seats": "who holds a seat follows from the log; the emails are read in mail/intake",
    "mail/transport/test_killed_fetching.py": "kills at writes; what is fetched is tested beside it",
    "mail/several": "decisions are told apart by their keys; the emails are read in mail/intake",
    "mail/words": "words are passed on as mail/extraction finds them",
    "maria": "rules are integers and tables; with each Python all its cases are run, and the letters of kept logs made",
    "referee": "it moves records, which store and engine test",
    "report/browser": "browsers judge letters that are the same, by the golden games",
    "servers": "they belong to tests",
    "test_architecture.py": "it reads this project alone",
    "test_changelog.py": "it reads this project alone",
    "test_decisions.py": "it reads this project alone",
    "test_derived.py": "it reads this project alone",
    "test_differences.py": "it belongs to tests",
    "test_glossary.py": "it reads this project alone",
    "test_links.py": "it reads this project alone",
    "test_quick.py": "it belongs to scripts",
    "test_scripts.py": "it belongs to scripts",
    "test_style.py": "it reads this project alone",
    "tnw": "rules are integers and tables",
    "toy": "rules are integers and tables",
    "web": "pages are templates; browsers judge them",
}
"""Why the tests below a path need not be run with each Python."""


def path_of(test: Path) -> str | None:
    """The longest path that is named and holds a file of tests, if one does."""
    below = test.relative_to(ROOT / "tests")
    return next((name for part in (below, *below.parents) if (name := part.as_posix()) in DIFFERS | ALIKE), None)


def every_test() -> list[Path]:
    """The files of tests."""
    return sorted((ROOT / "tests").rglob("test_*.py"))


def differing(tests: Iterable[Path]) -> Iterator[str]:
    """Those of *tests* that are run with each Python, as paths below the project."""
    return (test.relative_to(ROOT).as_posix() for test in tests if path_of(test) in DIFFERS)


if __name__ == "__main__":
    sys.stdout.writelines(f"{test}\n" for test in differing(every_test()))
