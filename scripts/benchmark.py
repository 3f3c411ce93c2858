"""Measure pbem, and print every figure as a ratio: to another from the same machine, or to its goal.

Times are processor times, which other programs hardly change. `scripts/benchmark` runs it in an environment of its own.
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from unittest import mock

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.picture import Picture
from pbem.engine.play import waiting
from pbem.engine.table import Chance, Table
from pbem.mail import judges
from pbem.mail.extraction.posts import split
from pbem.mail.fetch import fetch
from pbem.mail.intake.sender import claim_mail
from pbem.mail.message.received import first_look, opened
from pbem.mail.outgoing.letters import make_letters
from pbem.playtest.fuzz import fuzz
from pbem.playtest.recorded import replay, table_for
from pbem.referee import opening
from pbem.referee.game import Game, now
from pbem.referee.opening import create
from pbem.referee.play import apply_default, play_on
from pbem.referee.status import status
from pbem.report.pictures import forget_parts, painted
from pbem.sheet.check import check_sheet
from pbem.sheet.writer import write_sheet
from pbem.store.kept import kept
from pbem_maria.drawing import DRAWING
from pbem_maria.guess import guess
from pbem_maria.playtest import PLAYTEST
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.club.figures import print_club
from tests.club.many import print_many
from tests.forum.month import print_month
from tests.instructions import print_instructions
from tests.mail.corpus import games
from tests.mail.corpus.mails import Mail, corpus
from tests.maria import refusals
from tests.maria.desk.times import print_times
from tests.maria.lengths.sizes import print_sizes
from tests.maria.robustness.hostile import sheets
from tests.web.load import print_desk, print_pages_beside_long_sheets
from tests.web.long_sheets import print_long_sheets

sys.path[:0] = [str(Path(__file__).parents[1])]


GAME_YAML = """\
game: benchmark
rules: maria
moderator: {name: Mo, address: mo@example.org}
seats:
  maria-theresa: {player: Anna, address: anna@example.org}
  frederick: {player: Ben, address: ben@example.org}
  louis: {player: Chloe, address: chloe@example.org}
mail: {from: game@example.org}
pictures: none
deadlines: {zone: Europe/Vienna, at: ["Sunday 20:00"], notice: 48 hours}
"""


COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment of a program that is installed: Python keeps its modules compiled."""


def seconds(work: Callable[[], object], times: int) -> float:
    """The median time of *work*."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return statistics.median(taken)


def against_goal(what: str, taken: float, goal: float, unit: str) -> None:
    """Print a figure, its goal, and the ratio of the two."""
    reached = "reached" if taken <= goal else "MISSED"
    print(f"{what}: {taken:.2f} {unit}; {taken / goal:.2f} of the goal of {goal:g} {unit}, {reached}")


def yardstick() -> float:
    """A fixed piece of plain Python: the time of a million additions, to compare machines."""

    def add() -> int:
        total = 0
        for number in range(1_000_000):
            total += number
        return total

    return seconds(add, 5)


def applying_events(unit: float) -> None:
    """Events folded into the state and all views, read back from the log's JSON."""
    tally = fuzz(MARIA, PLAYTEST, {}, "benchmark")
    played = replay(MARIA, tally.recorded)
    decode = msgspec.json.Decoder(tuple[MARIA.events, ...])
    lines = [(entry, msgspec.json.encode(entry.events)) for entry in played.entries]
    count = sum(len(entry.events) for entry in played.entries)

    def apply() -> None:
        again = table_for(MARIA, {}, "benchmark")
        for entry, raw in lines:
            again.replay(msgspec.structs.replace(entry, events=decode.decode(raw)))

    taken = seconds(apply, 5)
    each = taken / count
    print(
        f"events read and applied: {count / taken:,.0f} a second "
        f"(one takes as long as {each / unit * 1e6:.0f} additions)"
    )


def sheets_of(game: Game, chance: Chance) -> list[tuple[str, bytes]]:
    """Sheets at random for all that a game asks now, with their seats."""
    sheets = []
    for seat, stage in [(s, stage) for s in game.titles if (stage := game.stage(s)) and stage.pending]:
        view = game.table.views[seat]
        order = guess(view, stage.decision, chance)
        sheets.append((seat, write_sheet(order, MARIA.lexicon(view, seat)).encode()))
    return sheets


def hand_in(game: Game, sheets: list[tuple[str, bytes]]) -> None:
    """Check sheets and reply, play, and write the letters."""
    for seat, text in sheets:
        item, _ = game.inbox.keep(text, now(), seat=seat, source=f"{seat}{time.time()}")
        judges.handle(game, item, now)
    play_on(game, now)
    make_letters(game)


def one_stage(unit: float) -> None:
    """The sheets of a stage from their text to all letters, in a folder on this disk."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "game"
        create(
            folder, GAME_YAML.replace("seats:", "settings: {scenario: advanced}\nseats:"), {"maria": MARIA}, "22" * 32
        )
        chance = Chance("benchmark", "players")
        taken: list[float] = []
        on_disk: list[float] = []
        flushes: list[int] = []
        with (
            opening.held(folder, {"maria": MARIA}) as game,
            mock.patch("os.fsync", wraps=os.fsync) as flush,
        ):
            play_on(game, now)
            make_letters(game)
            while len(taken) < 12 and game.outcome is None:
                sheets = sheets_of(game, chance)
                flush.reset_mock()
                begun = time.perf_counter()
                each = seconds(lambda sheets=sheets: hand_in(game, sheets), 1)
                if len(sheets) == len(game.titles):
                    taken.append(each)
                    on_disk.append(time.perf_counter() - begun)
                    flushes.append(flush.call_count)
    middle = statistics.median(taken)
    against_goal("one stage, from all its sheets to four letters", middle * 1000, 100, "ms")
    waiting = statistics.median(on_disk) - middle
    print(f"  {middle / unit:.1f} x a million additions; and {waiting * 1000:.0f} ms of waiting for this disk")
    print(f"  {statistics.median(flushes):.0f} times it waits until a file or folder is on the disk")


def random_games(unit: float) -> None:
    """Whole random games through their sheets."""
    for name, settings in (("introductory", {}), ("advanced", {"scenario": "advanced"})):
        number = 7
        begun = time.process_time()
        for game in range(number):
            fuzz(MARIA, PLAYTEST, settings, f"benchmark/{game}")
        each = (time.process_time() - begun) / number
        against_goal(f"one {name} random game", each, 1, "s")
        print(f"  {each / unit:.0f} x a million additions")


def mails(unit: float) -> None:
    """The mail corpus, from the bytes to the check of the orders, for Maria and the toy."""
    with tempfile.TemporaryDirectory() as place:
        board = games.maria(Path(place) / "maria")
        game = board.game()
        costs: list[tuple[float, int, str]] = []

        def road(mail: Mail) -> None:
            incoming = opened(mail.raw, mail.expected.form)
            first_look(incoming)
            claim_mail(game, incoming)
            if incoming.found.sheet:
                stage, view = game.stage("louis"), game.view("louis")
                lexicon = game.ruleset.lexicon(view, "louis")
                check_sheet(incoming.found.sheet, stage.step, stage.decision, view, lexicon)

        for mail in corpus():
            taken = seconds(lambda mail=mail: road(mail), 5)
            tracemalloc.start()
            road(mail)
            costs.append((taken, tracemalloc.get_traced_memory()[1], mail.name))
            tracemalloc.stop()
    each = sum(taken for taken, _, _ in costs) / len(costs)
    slowest, largest = max(costs), max(costs, key=lambda cost: cost[1])
    print(
        f"emails of the corpus, to the check: {1 / each:.0f} a second (one is {each / unit:.2f} x a million additions)"
    )
    print(f"  the slowest: {slowest[0] / unit:.2f} x a million additions, {slowest[2]}")
    print(f"  the largest: {largest[1] / 1e6:.1f} MB, {largest[2]}")


def many_mails(unit: float) -> None:
    """One new email among many old ones against one among few, and many new ones at once.

    Each command reads every result once; apart from that, no email costs more because there are others.
    """
    with tempfile.TemporaryDirectory() as place:
        few, many = (games.maria(Path(place) / name) for name in ("few", "many"))
        for board, number in ((few, 30), (many, 3000)):
            board.receive(stranger(0))
            crowd(board, number)
        first, second = (
            statistics.median(fetching(board, [stranger(number)]) for number in range(1, 8)) for board in (few, many)
        )
        each = fetching(many, [stranger(number) for number in range(10, 510)]) / 500
    print(f"one new email among 3,000, with opening the game: {second / first:.1f} x one among 30")
    print(f"500 emails from unknown senders at once among 3,000: one is {each / unit:.2f} x a million additions")


def stranger(number: int) -> bytes:
    """An email from someone whom the game does not know."""
    text = f"<p>Buy our thing number {number}. It is <b>cheap</b>.</p>" * 20
    head = f"From: eve{number}@spam.example\nSubject: Offer {number}\nMessage-ID: <{number}@spam.example>\n"
    return f"{head}MIME-Version: 1.0\nContent-Type: text/html\n\n{text}\n".encode()


def crowd(board: games.Board, number: int) -> None:
    """Put *number* copies of the last email of a game and its result beside it, as if as many others had come."""
    inbox = board.game().inbox
    last = inbox.items()[-1]
    raw, verdict = last.path.read_bytes(), inbox.verdict(last)
    for copy in range(last.number + 1, last.number + number + 1):
        name = last.path.with_name(f"{copy:04d}-{copy:08x}.eml")
        name.write_bytes(raw)
        other = msgspec.structs.replace(verdict, item=copy, fingerprint=f"{copy:032x}", receipt="", answered="")
        name.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(other)))


def fetching(board: games.Board, mails: list[bytes]) -> float:
    """How long it takes to open a game and to process the raw emails that have come in."""
    for number, raw in enumerate(mails):
        (board.folder / "in" / f"{number:04d}.eml").write_bytes(raw)
    begun = time.process_time()
    with opening.held(board.folder, games.ALL) as game:
        fetch(game)
        judges.judge_all(game, now)
    return time.process_time() - begun


def pages_of_posts(_unit: float) -> None:
    """How the time to split a forum's page into posts grows when it is four times as long; 4 is linear."""
    units = ("Post by Nordwind » Mon Jan 12, 2026 8:14 pm\n", "x 1 y 2 · z 3\n", "Nordwind\n2h\n", "Last edited by a\n")
    for unit in units:
        short, long = (splitting(unit * (number // unit.count("\n"))) for number in (3500, 14000))
        print(f"splitting a page of {unit.splitlines()[0]!r}: {long / short:.1f} for 4 times the lines")


def splitting(page: str) -> float:
    """How long it takes to split *page*."""
    begun = time.process_time()
    split(page, ("Nordwind",), ("moves",))
    return time.process_time() - begun


def hostile_sheets(unit: float) -> None:
    """Sheets as large as they may be, made to cost time, from their text to the reply."""
    taken: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "game"
        create(folder, GAME_YAML, {"maria": MARIA}, "22" * 32)
        with opening.held(folder, {"maria": MARIA}) as game:
            play_on(game, now)
            while not ((stage := game.stage("louis")) and stage.decision.key.endswith(".france")):
                for seat in (decision.seat for decision in waiting(game.table)):
                    apply_default(game, seat, "", now)
                play_on(game, now)
            for name, text in sheets(game.view("louis"), "louis").items():
                item, _ = game.inbox.keep(text.encode(), now(), seat="louis", source=name)
                begun = time.process_time()
                judges.handle(game, item, now)
                taken[name] = time.process_time() - begun
    worst = max(taken, key=lambda name: taken[name])
    each = taken[worst]
    print(f"the slowest hostile sheet ({worst}): {each * 1000:.0f} ms ({each / unit:.1f} x a million additions)")


def long_games(_: float) -> None:
    """What a command pays for the length of the log: a game of sixty rounds of letters against one of six."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "game"
        create(folder, GAME_YAML, {"maria": MARIA}, "22" * 32)
        chance = Chance("benchmark", "a long game")
        costs: dict[int, tuple[float, int]] = {}
        with opening.held(folder, {"maria": MARIA}) as game:
            play_on(game, now)
            for rounds in (6, 60):
                while len(game.log.pauses) < rounds and game.outcome is None:
                    hand_in(game, sheets_of(game, chance))
                looking = seconds(lambda: status(opening.look(folder, {"maria": MARIA}), now), 7)
                costs[rounds] = looking, len(game.log.lines)
    (short, few), (long, many) = costs[6], costs[60]
    print(f"`pbem status` after 60 rounds: {long / short:.1f} x that after 6; the log has {many / few:.1f} x the lines")


def cold_commands(_: float) -> None:
    """`pbem check` and others from a cold start against importing its two oldest libraries."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "game"
        create(folder, GAME_YAML, {"maria": MARIA}, "22" * 32)
        with opening.held(folder, {"maria": MARIA}) as game:
            play_on(game, now)
        sheet = Path(place) / "sheet.yaml"
        sheet.write_text("troops: {Moritz: 7, Belle-Isle: 7, Broglie: 6, Maillebois: 3, Noailles: 3, Törring: 5}\n")
        pbem = str(Path(sys.executable).with_name("pbem"))
        where = ("--game", str(folder))
        subprocess.run([pbem, "turn", *where], check=True, capture_output=True, env=COMPILED)
        time.sleep(4)  # the snapshot of a game in which something changed a moment ago is not used
        subprocess.run([pbem, "turn", *where], check=True, capture_output=True, env=COMPILED)
        times = "x `python -c 'import click, yaml'`"
        against_goal(
            "cold `pbem check`", against_bare(pbem, "check", str(sheet), *where, "--seat", "louis"), 2.5, times
        )
        for name, *arguments in (("--help",), ("status", *where), ("turn", *where)):
            print(f"cold `pbem {name}`, nothing new: {against_bare(pbem, name, *arguments):.2f} {times}")


def against_bare(*command: str) -> float:
    """The time of a process that runs *command*, by that of Python with click and yaml; each in turn."""
    both: tuple[list[float], list[float]] = ([], [])
    for _ in range(11):
        for taken, words in zip(both, (command, (sys.executable, "-c", "import click, yaml")), strict=True):
            before = _of_children()
            subprocess.run(words, check=True, capture_output=True, env=COMPILED)
            taken.append(_of_children() - before)
    ours, bare = map(statistics.median, both)
    return ours / bare


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def many_games(_: float) -> None:
    """`pbem status DIR...` and `pbem turn DIR...` over games in which nothing is new."""
    number = 1000
    with tempfile.TemporaryDirectory() as place:
        first = Path(place) / "0000"
        create(first, GAME_YAML, {"maria": MARIA}, "22" * 32)
        with opening.held(first, {"maria": MARIA}) as game:
            hand_in(game, [])
        folders = [str(first), *(f"{place}/{copy:04d}" for copy in range(1, number))]
        for folder in folders[1:]:
            shutil.copytree(first, folder)
        time.sleep(4)  # see above
        pbem = str(Path(sys.executable).with_name("pbem"))
        for name, what, goal in (
            ("turn", "which looks at all of them", 0.0),
            ("turn", "idle", 5.0),
            ("status", "", 2.0),
        ):
            before, begun = _of_children(), time.perf_counter()
            subprocess.run([pbem, name, *folders], check=True, capture_output=True, env=COMPILED)
            taken, waited = _of_children() - before, time.perf_counter() - begun
            said = f"`pbem {name} DIR...` over {number:,} games{f', {what}' if what else ''}"
            if goal:
                against_goal(said, taken, goal, "s")
            else:
                print(f"{said}: {taken:.1f} s")
            print(f"  by the clock {waited:.1f} s")
        for folder in folders[:2]:
            spool = Path(folder) / "spool" / "new"
            spool.mkdir(parents=True, exist_ok=True)
            (spool / "1.x").write_bytes(b"From: x@example.org\n\nhello\n")
        before, begun = _of_children(), time.perf_counter()
        subprocess.run([pbem, "games", place], check=True, capture_output=True, env=COMPILED)
        taken, waited = _of_children() - before, time.perf_counter() - begun
        against_goal(f"`pbem games DIR` over {number:,} games, two of them with mail", taken, 2.0, "s")
        print(f"  by the clock {waited:.1f} s")


def pictures(_: float) -> None:
    """The pictures of the letters of one advanced game, with nothing kept, and by what was kept on disk."""
    tally = fuzz(MARIA, PLAYTEST, {"scenario": "advanced"}, "benchmark")
    shown: list[tuple[str, State, str, Picture]] = []

    def pause(table: Table[State], asked: tuple[Decision, ...]) -> None:
        for seat in table.seats:
            seen = [event for entry in table.entries[-30:] for each in entry.events if (event := each.seen_by(seat))]
            view, own = table.views[seat], [each for each in asked if each.seat == seat]
            shown.extend((each.kind, view, seat, each) for each in DRAWING.pictures(view, seat, seen, own))

    replay(MARIA, tally.recorded, pause=pause)
    chosen = shown[:: max(1, len(shown) // 60)]
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CACHE_HOME"] = place
        anew, sizes = times_of(chosen)
        forget_parts()
        again, _ = times_of(chosen)
    against_goal("the slowest picture with nothing kept", max(map(max, anew.values())) * 1000, 1500, "ms")
    every = [each for some in again.values() for each in some]
    against_goal("a picture when the ground is kept on disk", statistics.median(every) * 1000, 120, "ms")
    for kind, some in again.items():
        middle, before, largest = (*(statistics.median(each) * 1000 for each in (some, anew[kind])), max(sizes[kind]))
        print(f"  {kind}: {len(some)} pictures, {middle:.0f} ms, before {before:.0f}, {largest / 1000:.0f} kB at most")
    against_goal("the largest picture", max(max(some) for some in sizes.values()) / 1000, 150, "kB")


def times_of(
    shown: Sequence[tuple[str, State, str, Picture]],
) -> tuple[dict[str, list[float]], dict[str, list[int]]]:
    """What pictures take and how large they are, by their kinds."""
    taken: dict[str, list[float]] = {}
    sizes: dict[str, list[int]] = {}
    for kind, view, seat, picture in shown:
        begun = time.process_time()
        made = painted(DRAWING, view, seat, picture, kept)
        taken.setdefault(kind, []).append(time.process_time() - begun)
        sizes.setdefault(kind, []).append(len(made.png))
    return taken, sizes


def refusals_that_help(_: float) -> None:
    """How many refusals of faulty sheets name what is missing; all should."""
    for what, told in (("of the case files", list(refusals.of_cases())), ("at random", list(refusals.at_random("b")))):
        named = sum(each.names_what_is_missing for each in told)
        reached = "reached" if named == len(told) else "MISSED"
        print(f"refusals that name what is missing, {what}: {named} of {len(told)}; the goal of all {reached}")


FIGURES: Mapping[str, Callable[[float], None]] = {
    "check": cold_commands,
    "stage": one_stage,
    "games": random_games,
    "folders": many_games,
    "events": applying_events,
    "mails": mails,
    "many-mails": many_mails,
    "hostile-sheets": hostile_sheets,
    "long-games": long_games,
    "pictures": pictures,
    "refusals": refusals_that_help,
    "letters": print_sizes,
    "choices": print_times,
    "desk": print_desk,
    "long-sheets": print_long_sheets,
    "beside-long-sheets": print_pages_beside_long_sheets,
    "pages-of-posts": pages_of_posts,
    "forum": print_month,
    "club": print_club,
    "many-tables": print_many,
}
GOALS = ("check", "stage", "games", "folders", "pictures", "refusals", "letters", "choices")


def main() -> None:
    """Print the figures that are named, or all; with --count those that are counted and not timed."""
    if sys.argv[1:] == ["--count"]:
        print_instructions()
        return
    named = sys.argv[1:] or list(FIGURES)
    if unknown := [name for name in named if name not in FIGURES and named != ["goals"]]:
        sys.exit(f"There is no figure {', '.join(unknown)}; there are goals, {', '.join(FIGURES)}.")
    unit = yardstick()
    print(f"yardstick, a million additions: {unit * 1000:.0f} ms")
    for name in GOALS if named == ["goals"] else named:
        FIGURES[name](unit)


if __name__ == "__main__":
    main()
