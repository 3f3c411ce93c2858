"""The month that the benchmark plays in a forum: what it counts."""

from pathlib import Path

from tests.forum.month import ForumMonth


def test_every_post_paste_and_turn_is_an_action_of_the_moderator(tmp_path: Path) -> None:
    month = ForumMonth(tmp_path / "game")
    month.play(2)
    begun, first = month.spent[0], month.spent[1]
    assert first["private messages"] >= 3
    assert first["posts in the thread"] == 1
    told = sum(spent[what] for spent in (begun, first) for what in ("private messages", "posts in the thread"))
    assert told == len(month.sent)
    pastes_and_turns = sum(spent["actions of the moderator"] for spent in (begun, first)) - told
    assert 4 <= pastes_and_turns <= 6  # two turns, a paste for each, and one for each with sheets that were wrong
