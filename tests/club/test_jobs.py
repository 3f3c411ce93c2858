"""Jobs: what waits is one job, a worker in a process of its own plays and sends, failures put one game aside."""

import signal
import time
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.club import jobs, sending, upkeep
from pbem.club.copies import GameCopy, changes
from pbem.club.database import connected
from pbem.club.games import bring, commit, stored
from pbem.club.intake import receive
from pbem.club.playing import play
from pbem.club.queue import put_play
from pbem.club.sending import send
from pbem.club.settings import Club, open_club
from pbem.club.transfer import export, import_folder
from tests.club.test_games import begun, sheet
from tests.club.working import one, until, worker
from tests.toy.game import RULESETS, START, new_game


def test_ten_emails_wait_as_one_job(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    for number in range(10):
        receive(club, b"Subject: %d\n\nx\n" % number, "toy-1")

    assert one(club, "select count(*) from procrastinate_jobs where task_name = 'play'") == 1
    assert play(club, "toy-1", RULESETS).mails == 10


def test_mail_that_comes_while_a_job_begins_is_not_forgotten(club: Club, tmp_path: Path) -> None:
    """A job that is taken up while mail is being kept waits until it is there."""
    import threading

    from pbem.club.intake import keep

    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    done: list[int] = []
    with connected(club.database) as connection, connection.transaction():
        keep(connection, club, b"Subject: late\n\nx\n", "toy-1", START)
        thread = threading.Thread(target=lambda: done.append(play(club, "toy-1", RULESETS).mails))
        thread.start()
        time.sleep(0.5)
        assert not done
    thread.join()
    assert done == [1]


def test_a_worker_plays_and_sends(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    with worker(club):
        until(lambda: len(list((club.folder / "out").iterdir())) == 3)
        until(lambda: one(club, "select count(*) from club_messages where place = 'sent'") == 3)
        export(club, "toy-1", tmp_path / "now")
        receive(club, sheet(tmp_path / "now", "ann", 1), "toy-1", START)
        until(lambda: len(list((club.folder / "out").iterdir())) == 4)
    export(club, "toy-1", tmp_path / "end")
    assert len(list((tmp_path / "end" / "sent").iterdir())) >= 3
    assert not list((tmp_path / "end" / "outbox").glob("round*"))


def test_a_worker_that_is_asked_to_stop_finishes(club: Club) -> None:
    with worker(club) as process:
        until(lambda: one(club, "select count(*) from procrastinate_workers") == 1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    assert one(club, "select count(*) from procrastinate_workers") == 0


def test_a_stopped_workers_job_goes_to_another_and_counts_once(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "now")
    with worker(club, "one") as first:
        until(lambda: one(club, "select count(*) from procrastinate_workers") == 1)
        for seat in ("ann", "ben", "cid"):
            receive(club, sheet(tmp_path / "now", seat, 1), "toy-1", START)
        until(
            lambda: (
                one(club, "select count(*) from procrastinate_jobs where status = 'doing' and task_name = 'play'") == 1
            )
        )
        first.send_signal(signal.SIGSTOP)
        with worker(club, "two"):
            until(lambda: one(club, "select count(*) from club_mails where taken is null") == 0)
            first.send_signal(signal.SIGCONT)
            until(lambda: one(club, "select count(*) from procrastinate_jobs where task_name = 'play'") == 0)
    assert one(club, "select count(distinct taken) from club_mails") in (1, 2)
    assert one(club, "select count(*) from club_messages") == one(
        club, "select count(distinct ident) from club_messages"
    )


def test_a_game_that_fails_five_times_is_put_aside_and_no_other(club: Club, tmp_path: Path) -> None:
    file = club.folder / "club.yaml"
    file.write_text(f"{file.read_text()}from: club@example.org\noperator: op@example.org\n")
    club = open_club(file, club.clock)
    begun(tmp_path, club)
    other = tmp_path / "other"
    new_game(other)
    import_folder(club, other, "other", RULESETS)
    for number in range(5):
        assert one(club, "select count(*) from club_games where aside_since is null") == 2, number
        jobs.failed(club, "toy-1", ValueError("of the game"))

    assert one(club, "select count(*) from club_messages where content is not null") == 2
    numbers = one(club, "select array_agg(id order by id) from club_messages where content is not null")
    assert isinstance(numbers, list)
    assert [send(club, number) for number in numbers] == ["taken", "taken"]
    letters = [path.read_text() for path in (club.folder / "out").iterdir()]
    assert any("To: mo@example.org" in letter for letter in letters)
    assert any("To: op@example.org" in letter for letter in letters)
    assert all("pbem club resume toy-1" in letter for letter in letters)
    assert one(club, "select aside_why from club_games where name = 'toy-1'") == "ValueError"
    assert play(club, "toy-1", RULESETS).left == "aside"
    assert play(club, "other", RULESETS).turns == 1
    assert upkeep.resume(club, "toy-1")
    assert play(club, "toy-1", RULESETS).turns == 1


def test_trouble_of_the_machine_puts_no_game_aside(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    for _ in range(9):
        jobs.failed(club, "toy-1", OSError(28, "No space left on device"))
    assert one(club, "select failures from club_games") == 0


def test_an_older_worker_leaves_a_game_of_a_newer_alone(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    with connected(club.database) as connection:
        connection.execute("update club_games set program = '99.0.0'")

    assert play(club, "toy-1", RULESETS).left == "newer"
    assert one(club, "select version from club_games") == 1
    assert one(club, "select scheduled_at > now() from procrastinate_jobs where task_name = 'play'") is True


def test_the_tick_asks_only_what_is_due(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    with connected(club.database) as connection:
        connection.execute("delete from procrastinate_jobs")
        assert upkeep.tick(club) == 0
        connection.execute("update club_games set due = %s", (START,))
        assert upkeep.tick(club) == 1
        assert upkeep.tick(club) == 0
        connection.execute(
            "insert into club_games (name, key, moderator) select 'x' || n, '', '' from generate_series(1, 5000) n"
        )
        connection.execute("analyze club_games")
        plan = connection.execute(
            "explain select name from club_games where due <= now() and aside_since is null"
        ).fetchall()
    assert "club_games_due" in str(plan)


def test_whoever_wrote_goes_before_what_is_only_due(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    other = tmp_path / "other"
    new_game(other)
    import_folder(club, other, "other", RULESETS)
    upkeep.tick(club)
    play(club, "toy-1", RULESETS)
    with connected(club.database) as connection:
        connection.execute("delete from procrastinate_jobs where args->>'game' = 'toy-1'")
    receive(club, b"Subject: x\n\nx\n", "toy-1")

    line = (
        "select array_agg(task_name || coalesce(args->>'game', '') order by priority desc, id) from procrastinate_jobs"
    )
    assert one(club, line) == ["send", "send", "send", "playtoy-1", "playother"]


def test_whoever_writes_to_a_game_that_is_due_goes_first_too(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    upkeep.tick(club)
    assert one(club, "select priority from procrastinate_jobs") == 0
    receive(club, b"Subject: x\n\nx\n", "toy-1")
    assert one(club, "select array_agg(priority) from procrastinate_jobs") == [1]


@pytest.mark.parametrize("place", ["trying", "queued"])
def test_a_message_whose_worker_was_killed(club: Club, tmp_path: Path, place: str) -> None:
    """One whose end was going over is of uncertain delivery; any other just goes."""
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    number = one(club, "select min(id) from club_messages")
    assert isinstance(number, int)
    with connected(club.database) as connection:
        connection.execute("update club_messages set place = %s, attempt = 1 where id = %s", (place, number))

    assert send(club, number) == ("uncertain" if place == "trying" else "taken")
    assert len([*(club.folder / "out").iterdir()]) == (0 if place == "trying" else 1)
    assert one(club, f"select place from club_messages where id = {number}") == (
        "trying" if place == "trying" else "sent"
    )


def test_a_job_of_which_another_waits_is_not_given_back(club: Club, tmp_path: Path) -> None:
    import asyncio

    begun(tmp_path, club)
    with connected(club.database) as connection, connection.transaction():
        put_play(connection, "toy-1")
    with connected(club.database) as connection:
        connection.execute("update procrastinate_jobs set status = 'doing'")
        with connection.transaction():
            assert put_play(connection, "toy-1")

    async def swept() -> int:
        app = jobs.make_app(club)
        async with app.open_async():
            return await jobs.sweep(app, 20)

    assert asyncio.run(swept()) == 1
    assert one(club, "select count(*) from procrastinate_jobs") == 1


def test_what_is_due_waits_for_emails_that_came_before(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where more emails wait than one job takes, nothing that is due after them is done before them."""
    monkeypatch.setattr("pbem.club.playing._MOST", 2)
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "now")
    for seat in ("ann", "ben", "cid"):
        receive(club, sheet(tmp_path / "now", seat, 1), "toy-1", START)
    late = open_club(club.folder / "club.yaml", lambda: START + timedelta(days=30))

    first, second = play(late, "toy-1", RULESETS), play(late, "toy-1", RULESETS)

    assert (first.mails, second.mails) == (2, 1)
    assert first.turns == 2


def test_a_message_whose_job_was_lost_gets_another(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    with connected(club.database) as connection:
        connection.execute("delete from procrastinate_jobs")
        assert upkeep.unsent(club) == 0
        connection.execute("update club_messages set changed = now() - interval '1 hour'")
    assert upkeep.unsent(club) == 3
    assert one(club, "select count(*) from procrastinate_jobs where task_name = 'send'") == 3


def test_a_message_that_is_being_sent_goes_once_though_its_game_is_played(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    with connected(club.database) as connection:
        connection.execute("update club_messages set place = 'trying', attempt = 1")
        connection.execute("delete from procrastinate_jobs")
    receive(club, b"Subject: x\n\nx\n", "toy-1", START)

    play(club, "toy-1", RULESETS)

    assert one(club, "select count(*) from club_messages where place = 'trying'") == 3
    assert one(club, "select count(*) from procrastinate_jobs where task_name = 'send'") == 0


def test_a_message_that_the_moderator_lets_go_again_goes_again(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    with connected(club.database) as connection:
        connection.execute("update club_messages set place = 'refused', told = false")
        connection.execute("delete from procrastinate_jobs")
        assert upkeep.tick(club) == 0
    receive(club, b"Subject: x\n\nx\n", "toy-1", START)
    play(club, "toy-1", RULESETS)
    assert one(club, "select count(*) from club_messages where place = 'refused' and told") == 3
    copy = GameCopy(club.cache, "toy-1")
    with connected(club.database) as connection, copy.held():
        game = stored(connection, club.key, "toy-1")
        before = bring(connection, game, copy)
        for path in (copy.folder / "outbox").glob("*.refused"):
            path.rename(path.with_suffix(".eml"))
        with connection.transaction():
            commit(connection, game, changes(copy.folder, before), at=START, due=START)
        copy.throw_away()
    play(club, "toy-1", RULESETS)
    number = one(club, "select min(id) from club_messages where place = 'queued'")
    assert isinstance(number, int)
    assert send(club, number) == "taken"


def test_messages_to_a_domain_go_at_its_pace_whoever_sends_them(club: Club, tmp_path: Path) -> None:
    """Each has a time of its own, which it keeps; other domains do not wait for it."""
    file = club.folder / "club.yaml"
    file.write_text(f"{file.read_text()}domains: {{example.org: 2}}\n")
    numbers = queued(club, tmp_path)
    with connected(club.database) as connection:
        connection.execute("update club_messages set domain = 'elsewhere.example' where id = %s", (numbers[2],))
    others = [open_club(file, club.clock).for_worker(name) for name in ("one", "two")]

    assert send(others[0], numbers[0]) == "taken"
    assert send(others[1], numbers[1]) == "waits"
    assert send(others[0], numbers[1]) == "waits"
    assert send(others[1], numbers[2]) == "taken"
    between = "select round(extract(epoch from max(slot) - min(slot))) from club_messages where domain = 'example.org'"
    assert one(club, between) == 30
    later = "procrastinate_jobs where task_name = 'send' and scheduled_at > now() + interval '20 seconds'"
    assert one(club, f"select count(*) from {later}") == 2


def test_no_more_connections_at_a_time_than_the_club_may_have(club: Club, tmp_path: Path) -> None:
    """A message waits for a free one, and a connection that is lost with its worker is free again."""
    numbers = queued(club, tmp_path)
    club = open_club(club.folder / "club.yaml", club.clock)
    with connected(club.database) as first, connected(club.database) as second:
        for slot, other in enumerate((first, second)):
            with sending._line(other, club) as free:
                assert free
            other.execute("select pg_advisory_lock(%s, %s)", (sending._CONNECTIONS, slot))
        assert send(club, numbers[0]) == "waits"
        assert one(club, f"select place from club_messages where id = {numbers[0]}") == "queued"
        second.close()
        until(lambda: send(club, numbers[0]) == "taken")


def queued(club: Club, tmp_path: Path) -> list[int]:
    """The numbers of the first letters of a game."""
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    numbers = one(club, "select array_agg(id order by id) from club_messages")
    assert isinstance(numbers, list)
    return numbers
