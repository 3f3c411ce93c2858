"""The month that the benchmark plays in a forum: what it counts, and what of it is said where."""

import re
import shutil
from copy import copy
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from pbem.mail import judges
from pbem.mail.exchange import exchange
from pbem.mail.outgoing import first_post, posts
from pbem.mail.turn import turn
from pbem.referee import opening, snapshot
from pbem.referee.game import Game
from pbem.store import editions
from pbem_maria.ruleset import MARIA
from tests.forum.month import GOALS, ForumMonth, figures
from tests.referee.killer import deaths
from tests.toy.game import Clock

_RULES = {"maria": MARIA}
POLITICS = 5
"""So many days until the politics of the second turn are asked."""


def test_every_post_paste_and_turn_is_an_action_of_the_moderator(tmp_path: Path) -> None:
    month = ForumMonth(tmp_path / "game")
    month.play(2)
    begun, first = month.spent[0], month.spent[1]
    assert first["private messages"] >= 3
    assert first["posts in the thread"] == 2
    told = sum(spent[what] for spent in (begun, first) for what in ("private messages", "posts in the thread"))
    assert told == len(month.sent)
    pastes_and_turns = sum(spent["actions of the moderator"] for spent in (begun, first)) - told
    assert 3 <= pastes_and_turns <= 5  # a turn, a paste a day, and one more where sheets were wrong


class _Watched(ForumMonth):
    """Looks, whenever all is posted, at what is held."""

    def _post(self, game: Game) -> None:
        super()._post(game)
        for post in posts.listed(game, self.clock()):
            stage = game.stage(post.seat)
            assert post.held
            if stage and stage.pending:
                assert "letter" not in post.text  # only receipts wait for one who is asked


@pytest.mark.slow
def test_in_a_month_each_text_is_posted_once_and_none_is_left(tmp_path: Path) -> None:
    month = _Watched(tmp_path / "game")
    month.play(30)
    game = opening.look(month.folder, _RULES)
    assert game.outcome is not None
    posted = [ident for record, _ in first_post.links(game) for ident in record.messages]
    assert len(posted) == len(set(posted))
    assert {*posted} == {one for one in game.outbox.idents() if not one.endswith("moderator")}
    assert not game.outbox.listed("post")
    assert not any("{" in post.title or "news" in post.title for _, post in month.sent)
    most = {**GOALS, "private messages": 10, "actions of the moderator": 22}
    assert {what: number for what, number in figures(month.spent) if number > most[what]} == {}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> ForumMonth:
    month = ForumMonth(tmp_path_factory.mktemp("politics") / "game")
    month.play(POLITICS)
    return month


@pytest.fixture
def politics(played: ForumMonth, tmp_path: Path) -> ForumMonth:
    month = copy(played)
    month.folder, month.clock = tmp_path / "game", Clock(played.clock())
    shutil.copytree(played.folder, month.folder)
    return month


def test_what_all_are_asked_is_asked_in_the_thread_alone(politics: ForumMonth) -> None:
    _, report = politics.sent[-1]
    assert report.seat == ""
    assert "Asked of all" in report.text
    assert "The Hungarian Diet" in report.text
    assert not [post for _, post in politics.sent if "politics, turn 2" in post.title]


def test_the_sheet_in_the_thread_orders_nothing_and_its_lines_do_what_they_say(politics: ForumMonth) -> None:
    sheet = re.findall(r"\[code\]---\n(.*?)\.\.\.\[/code\]", politics.sent[-1][1].text, re.DOTALL)[-1]
    filled = re.sub(r"^# (?!Delete)", "", sheet.replace("passes: yes\n", ""), flags=re.MULTILINE)
    with opening.held(politics.folder, _RULES) as game:
        for text, says in ((sheet, "nothing taken"), (filled.replace("♠9", "Reserve"), "They replace")):
            politics.clock.wind(minutes=1)
            handled, _ = judges.submit_sheet(game, "louis", text.encode(), politics.clock)
            assert handled.verdict.state == "accepted", handled.answer
            assert says in handled.answer


def test_a_turn_that_has_nothing_to_do_sees_that_a_deadline_is_near(
    politics: ForumMonth, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editions, "SETTLED", 0)
    politics.clock.wind(minutes=1)
    with opening.held(politics.folder, _RULES) as game:
        judges.submit_sheet(game, "louis", b"passes: yes\n", politics.clock)
        due = game.pause.due_for("louis") if game.pause else None
    assert due is not None
    for hours, count in ((8, 0), (7, 0), (5, 2)):  # that of now, and an older one with it
        politics.clock.at = due - timedelta(hours=hours)
        assert (snapshot.trusted(politics.folder, politics.clock()) is not None) == (hours == 7)
        for _ in range(2):
            found = turn(politics.folder, politics.clock, _RULES).status.to_post
        assert sum(ident.startswith("receipt") for ident in found) == count


def test_a_receipt_with_a_remark_waits_only_once_its_stage_is_over(politics: ForumMonth) -> None:
    def of_frederick(*, held: bool) -> list[posts.WaitingPost]:
        return [one for one in posts.listed(game, politics.clock()) if one.seat == "frederick" and one.held == held]

    def submit(seat: str, text: str) -> str:
        politics.clock.wind(minutes=1)
        return judges.submit_sheet(game, seat, text.encode(), politics.clock)[0].verdict.state

    with opening.held(politics.folder, _RULES) as game:
        assert submit("frederick", "place: {Prussia: ♣3}\ntake: {Prussia: [save]}\n") == "accepted"
        (receipt,) = of_frederick(held=False)
        assert "♣3 is not ♠" in receipt.text
        assert [submit(seat, "passes: yes\n") for seat in ("maria-theresa", "louis")] == ["accepted"] * 2
        exchange(game, politics.clock)
        (waits,) = of_frederick(held=True)
        assert not of_frederick(held=False)
        assert waits.text.count("letter 7, to Frederick") == 1
        assert submit("frederick", "defence: 7\n") == "refused"
        (post,) = of_frederick(held=False)
        assert not of_frederick(held=True)
        refused, older = post.text.split(posts.BETWEEN, 1)
        assert "defence: 7" in refused
        assert older.startswith("Older than this")
        assert older.endswith(waits.text)
        assert "refused" in post.title


@pytest.mark.slow
def test_a_kill_while_letters_are_written_loses_none_and_asks_none_twice(politics: ForumMonth, tmp_path: Path) -> None:
    def go_on(folder: Path) -> None:
        with opening.held(folder, _RULES) as game:
            exchange(game, politics.clock)
            while found := posts.waiting(game, politics.clock()):
                posts.take(game, found[0].number, politics.clock())
                posts.done(game, found[0].number, politics.clock())

    def said(folder: Path) -> tuple[list[tuple[str, tuple[str, ...]]], list[posts.WaitingPost]]:
        with opening.held(folder, _RULES) as game:
            posted = [(record.seat, record.messages) for record, _ in first_post.links(game)]
            return sorted(posted), posts.listed(game, politics.clock())

    with opening.held(politics.folder, _RULES) as game:
        for seat in game.titles:
            politics.clock.wind(minutes=1)
            judges.submit_sheet(game, seat, b"passes: yes\n", politics.clock)
    politics.clock.wind(minutes=1)
    whole = tmp_path / "whole"
    shutil.copytree(politics.folder, whole)
    go_on(whole)
    for _, killed in deaths(politics.folder, tmp_path / "killed", go_on):
        go_on(killed)
        (posted, listed), (all_posted, all_listed) = said(killed), said(whole)
        assert posted == all_posted
        assert [(one.seat, one.text, one.held) for one in listed] == [
            (one.seat, one.text, one.held) for one in all_listed
        ]


def test_news_waits_only_in_a_game_whose_players_need_none_before_they_are_asked(politics: ForumMonth) -> None:
    rules = {"maria": msgspec.structs.replace(MARIA, news_waits=False)}
    with opening.held(politics.folder, rules) as game:
        for seat in game.titles:
            politics.clock.wind(minutes=1)
            sheet = b"place: {Prussia: \xe2\x99\xa33}\n" if seat == "frederick" else b"passes: yes\n"
            judges.submit_sheet(game, seat, sheet, politics.clock)
        exchange(game, politics.clock)
        assert "letter 7, to Frederick" in next(
            one.text for one in posts.waiting(game, politics.clock()) if one.seat == "frederick"
        )
