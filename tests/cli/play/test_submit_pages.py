"""`pbem submit` with pages of a forum: whose each post is, and when it came."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.mail.exchange import exchange
from pbem.referee import opening, submissions
from tests.cli.conftest import Pbem
from tests.toy.game import RULESETS, opened

HEAD = "Re: Round 1\nPost by {} » {}\n\n"
FORUM = "forum: {zone: Europe/Berlin}\n"


@pytest.fixture
def toy(pbem: Pbem) -> Pbem:
    """A toy game that waits for three bids of people with names on a forum."""
    file = pbem.folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace('player: "Ann [red] Ünsal"', 'player: "Ann [red] Ünsal", forum: Nordwind').replace(
        "player: Ben,", "player: Ben, forum: pfeil_77,"
    )
    file.write_text(text + FORUM, encoding="utf-8")
    with opening.held(pbem.folder, RULESETS) as game:
        exchange(game, pbem.clock)
    pbem.clock.wind(hours=6)  # 21 November, 15:00 in Berlin
    return pbem


def post(by: str, text: str, at: str = "Sat Nov 21, 2026 1:00 pm") -> str:
    return f"{HEAD.format(by, at)}{text}\nTop\n\n"


def submit(toy: Pbem, tmp_path: Path, text: str, *args: str) -> tuple[int, str]:
    file = tmp_path / "page.txt"
    file.write_text(text, encoding="utf-8")
    host, where = Host(toy.clock, toy.rulesets), {"PBEM_GAME": str(toy.folder)}
    done = CliRunner().invoke(main, ["submit", str(file), *args], obj=host, env=where, catch_exceptions=False)
    return done.exit_code, done.output


def bids(toy: Pbem) -> dict[str, int]:
    game = opened(toy.folder)
    found = {seat: submissions.counting(game, seat, *game.stages(seat)[0].put) for seat in game.titles}
    return {seat: getattr(one.order, "bid", 0) for seat, one in found.items() if one}


def came(toy: Pbem, seat: str) -> datetime | None:
    game = opened(toy.folder)
    one = submissions.counting(game, seat, *game.stages(seat)[0].put)
    return one.received if one else None


def test_a_page_is_submitted_each_post_for_its_own_seat_and_only_once(toy: Pbem, tmp_path: Path) -> None:
    page = post("Nordwind", "bid: 1") + post("pfeil_77", "bid: 2") + post("Zaungast", "good luck") + post("Ben", "hi")
    code, said = submit(toy, tmp_path, page)
    assert bids(toy) == {"ann": 1, "ben": 2}
    assert "Post by Nordwind (ann)" in said
    assert "by Zaungast" in said
    assert code == 0
    code, said = submit(toy, tmp_path, page + post("Cid", "bid: 3"))
    assert bids(toy) == {"ann": 1, "ben": 2, "cid": 3}
    assert said.count("submitted before, accepted") == 2
    assert code == 0


def test_with_a_seat_the_posts_of_others_are_named_and_do_not_count(toy: Pbem, tmp_path: Path) -> None:
    page = post("Nordwind", "bid: 1") + post("pfeil_77", "bid: 2")
    submit(toy, tmp_path, page, "--as", "ben")
    assert bids(toy) == {"ben": 2}
    code, said = submit(toy, tmp_path, post("Nordwind", "bid: 1") + post("pfeil_77", "later!"), "--as", "ben")
    assert code == 1
    assert "Nothing was submitted" in said
    assert "Post by Nordwind (ann)" in said
    assert bids(toy) == {"ben": 2}


@pytest.mark.parametrize("name", ["ann", "nordwind", "Nordwind"])
def test_a_seat_is_called_by_its_players_name_on_the_forum(toy: Pbem, tmp_path: Path, name: str) -> None:
    assert submit(toy, tmp_path, "bid: 3\n", "--as", name)[0] == 0
    assert bids(toy) == {"ann": 3}


def test_a_single_post_says_whose_it_is(toy: Pbem, tmp_path: Path) -> None:
    assert submit(toy, tmp_path, post("pfeil_77", "bid: 2"))[0] == 0
    assert bids(toy) == {"ben": 2}
    code, said = submit(toy, tmp_path, "bid: 3\n")
    assert code == 2
    assert "does not say whose it is" in said


def test_a_form_says_by_its_token_whose_it_is(toy: Pbem, tmp_path: Path) -> None:
    game = opened(toy.folder)
    token = game.token("cid", *game.stages("cid")[0].put)
    form = f"--- # [toy-1] your bid {{{token}}}\nbid: 3\n...\n"
    code, said = submit(toy, tmp_path, form, "--as", "ann")
    assert code == 1
    assert "The form is that of Cid of the Shore, by its token, not of Ann of the Hill" in " ".join(said.split())
    assert submit(toy, tmp_path, form)[0] == 0
    assert bids(toy) == {"cid": 3}
    code, said = submit(toy, tmp_path, form.replace("toy-1", "toy-2"), "--as", "ann")
    assert code == 1
    assert "The form is of the game “toy-2”; this game is “toy-1”" in " ".join(said.split())


def test_a_post_of_another_holder_is_refused_and_a_strangers_is_told(toy: Pbem, tmp_path: Path) -> None:
    code, said = submit(toy, tmp_path, post("Nordwind", "bid: 1"), "--as", "ben")
    assert code == 1
    assert "The post is by “Nordwind”, who holds Ann of the Hill and not Ben of the Dale" in " ".join(said.split())
    code, said = submit(toy, tmp_path, post("Zaungast", "bid: 1"), "--as", "ben")
    assert code == 0
    assert "by “Zaungast”, whom game.yaml does not know" in " ".join(said.split())


def test_the_time_of_the_heading_is_when_a_post_came(toy: Pbem, tmp_path: Path) -> None:
    submit(toy, tmp_path, post("Nordwind", "bid: 1"))
    assert came(toy, "ann") == datetime(2026, 11, 21, 12, tzinfo=UTC)
    submit(toy, tmp_path, "pfeil_77\n2 hours ago\n\nbid: 2\n")
    assert came(toy, "ben") == datetime(2026, 11, 21, 12, tzinfo=UTC)
    submit(toy, tmp_path, "bid: 3\n", "--as", "cid", "--at", "today 14:30")
    assert came(toy, "cid") == datetime(2026, 11, 21, 13, 30, tzinfo=UTC)


def test_an_earlier_post_replaces_nothing(toy: Pbem, tmp_path: Path) -> None:
    submit(toy, tmp_path, post("Nordwind", "bid: 1", "Sat Nov 21, 2026 2:00 pm"))
    code, said = submit(toy, tmp_path, post("Nordwind", "bid: 2", "Sat Nov 21, 2026 1:00 pm"))
    assert code == 1
    assert "it replaces nothing" in " ".join(said.split())
    assert bids(toy) == {"ann": 1}
    assert submit(toy, tmp_path, post("Nordwind", "bid: 3", "Sat Nov 21, 2026 2:30 pm"))[0] == 0
    assert bids(toy) == {"ann": 3}


def test_a_time_to_come_is_not_used(toy: Pbem, tmp_path: Path) -> None:
    _, said = submit(toy, tmp_path, post("Nordwind", "bid: 1", "Sun Nov 22, 2026 1:00 pm"))
    assert "still to come" in said
    assert came(toy, "ann") == toy.clock()
    code, said = submit(toy, tmp_path, "bid: 1\n", "--as", "ben", "--at", "2026-11-22 13:00")
    assert code == 2
    assert "still to come" in said


def test_a_date_that_may_be_two_is_asked_about(toy: Pbem, tmp_path: Path) -> None:
    page = post("Nordwind", "bid: 1", "03/04/2026, 1:00 pm")
    code, said = submit(toy, tmp_path, page)
    assert code != 0
    assert "03 April 2026 or 04 March 2026" in said
    assert bids(toy) == {}
    assert submit(toy, tmp_path, page, "--at", "2026-11-21 13:00")[0] == 0
    assert came(toy, "ann") == datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_an_edit_is_told_and_after_acceptance_asked_about(toy: Pbem, tmp_path: Path) -> None:
    edited = "\n\nLast edited by pfeil_77 on Sat Nov 21, 2026 1:30 pm, edited 7 times in total.\n"
    _, said = submit(toy, tmp_path, HEAD.format("Nordwind", "Sat Nov 21, 2026 1:00 pm") + "bid: 1" + edited)
    told = "edited 7 times, last at “Sat Nov 21, 2026 1:30 pm”, by “pfeil_77”"
    assert told in " ".join(said.split())
    assert came(toy, "ann") == datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
    later = HEAD.format("Nordwind", "Sat Nov 21, 2026 1:00 pm") + "bid: 2" + edited.replace("1:30", "2:30")
    code, said = submit(toy, tmp_path, later)
    assert code == 1
    assert "AWAITING" in said
    assert bids(toy) == {"ann": 1}
    assert submit(toy, tmp_path, later, "--yes")[0] == 0
    assert bids(toy) == {"ann": 2}


def test_a_yes_confirms_what_would_wait_for_it_on_a_page_too(toy: Pbem, tmp_path: Path) -> None:
    page = post("Nordwind", "Provisional, final orders tomorrow.\n\nbid: 1") + post("pfeil_77", "bid: 2")
    submit(toy, tmp_path, page)
    assert bids(toy) == {"ben": 2}
    submit(toy, tmp_path, page.replace("Provisional", "Again provisional"), "--yes")
    assert bids(toy) == {"ann": 1, "ben": 2}


def test_the_same_page_with_a_yes_confirms_the_post_that_waits_for_it_and_no_other(toy: Pbem, tmp_path: Path) -> None:
    waits, later = (
        post("Nordwind", "Provisional, final orders tomorrow.\n\nbid: 1"),
        post("Nordwind", "Still provisional, wait for me.\n\nbid: 3"),
    )
    submit(toy, tmp_path, waits + post("pfeil_77", "bid: 2"))
    submit(toy, tmp_path, later + post("pfeil_77", "bid: 2"))
    _, said = submit(toy, tmp_path, waits + post("pfeil_77", "bid: 2"), "--yes")
    assert bids(toy) == {"ben": 2}
    assert said.count("submitted before") == 2
    _, said = submit(toy, tmp_path, later + post("pfeil_77", "bid: 2"), "--yes")
    assert bids(toy) == {"ann": 3, "ben": 2}, said


def test_of_a_page_the_seats_own_post_is_tried(toy: Pbem, tmp_path: Path) -> None:
    file = tmp_path / "page.txt"
    file.write_text(post("Nordwind", "bid: 1") + post("pfeil_77", "bid: 2"), encoding="utf-8")
    host, where = Host(toy.clock, toy.rulesets), {"PBEM_GAME": str(toy.folder)}
    told = CliRunner().invoke(main, ["try", str(file), "--as", "ben"], obj=host, env=where, catch_exceptions=False)
    assert told.exit_code == 0
    assert "2" in told.output
    assert "bid: 1" not in told.output


def test_a_note_beside_a_submitted_post_is_shown(toy: Pbem, tmp_path: Path) -> None:
    text = post("Nordwind", "---\nbid: 1\n...\nWhen do we play the next round, please?")
    _, said = submit(toy, tmp_path, text)
    assert "passed on to the moderator" in " ".join(said.split())
    number = opened(toy.folder).inbox.items()[-1].number
    assert "When do we play the next round" in toy("mail", str(number)).output


def test_check_shows_how_a_sheet_is_read(toy: Pbem, tmp_path: Path) -> None:
    file = tmp_path / "page.txt"
    file.write_text(post("Nordwind", "bid: 2"), encoding="utf-8")
    assert "You bid 2." in toy("check", str(file), "--as", "Nordwind").output


READINGS = {
    "edited": post(
        "pfeil_77", "bid: 2\n\nLast edited by pfeil_77 on Sat Nov 21, 2026 1:30 pm, edited 7 times in total."
    ),
    "provisional": post("pfeil_77", "Provisional, final orders tomorrow.\n\nbid: 2"),
    "others": post("Nordwind", "bid: 1") + post("Zaungast", "bid: 3"),
    "of another": post("Nordwind", "bid: 1"),
    "illegal": post("Zaungast", "bid: 99"),
    "words": "Good luck to all of you tonight!\n",
    "commands": "hold\n",
}


@pytest.mark.parametrize("name", READINGS)
def test_a_trial_says_what_a_check_says(toy: Pbem, tmp_path: Path, name: str) -> None:
    file = tmp_path / "page.txt"
    file.write_text(READINGS[name], encoding="utf-8")
    checked = toy.json("check", str(file), "--as", "ben", code=0 if name in ("edited", "provisional") else 1)
    told = toy.json("try", str(file), "--as", "ben", code=0 if checked["ok"] else 1)
    assert told.get("notes") == checked.get("notes")
    assert told.get("doubted") == checked.get("doubted")
    shown = toy("check", str(file), "--as", "ben", code=0 if checked["ok"] else 1).output
    tried = " ".join(told["text"].split())
    for problem in checked["problems"]:
        assert " ".join(problem["says"].split()) in " ".join(shown.split())
        assert " ".join(problem["says"].split()) in tried
