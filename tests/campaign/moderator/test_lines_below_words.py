"""Lines below `tell all:` in both games: what may be meant for the program is held, and what is for players is not."""

from functools import partial
from types import SimpleNamespace
from typing import cast

import pytest

from pbem.mail.deeds import lines as moderator_lines
from pbem.mail.deeds.lines import ModeratorLine
from pbem.referee.game import Game
from pbem.store.facts import ClockStopped, WordsAnnounced
from tests.campaign.moderator.announced import COMMANDS, PROSE
from tests.campaign.moderator.world import ModeratedWorld

TABLES = (
    {"maria-theresa": ("Maria Theresa", "Anna"), "frederick": ("Frederick II", "Ben"), "louis": ("Louis XV", "Chloé")},
    {"france": ("France", "Camille"), "emperors": ("The Emperors", "Franz"), "britain": ("Britain", "Harriet")},
    {"france": ("France", "Camille"), "austria": ("Austria", "Franz"), "britain": ("Britain", "Harriet"),
     "russia": ("Russia", "Ivan"), "prussia": ("Prussia", "Otto")},
)  # fmt: skip


def games() -> list[Game]:
    settings = [
        SimpleNamespace(seats={seat: SimpleNamespace(player=player) for seat, (_, player) in one.items()})
        for one in TABLES
    ]
    titles = [{seat: title for seat, (title, _) in one.items()} for one in TABLES]
    return [cast("Game", SimpleNamespace(titles=t, settings=s)) for t, s in zip(titles, settings, strict=True)]


def held(line: str) -> bool:
    """Whether in one of the games *line* is held, or done, instead of being sent."""
    names, nearly = moderator_lines.names_a_seat, moderator_lines.nearly_names_a_seat
    lines = ["tell all:", "This is the news.", line, "That is all."]
    found = [moderator_lines.read(lines, partial(names, game), partial(nearly, game)) for game in games()]
    firsts = [one[0] for one in found]
    assert all(isinstance(one, ModeratorLine) for one in firsts)
    return any(len(one) > 1 for one in found) or any(isinstance(one, ModeratorLine) and one.doubt for one in firsts)


def test_what_is_meant_for_the_program_is_held_though_it_is_misspelt_or_half_right() -> None:
    assert [line for line in COMMANDS if not held(line)] == []


def test_what_moderators_write_to_players_is_sent() -> None:
    assert [line for line in PROSE if held(line)] == []


@pytest.mark.parametrize("line", ["Pause: 24 Dec to 2 Jan.", "Hold: Friday is a holiday.", "Rule: no card is kept."])
def test_a_label_above_words_for_players_stops_no_clock(one: ModeratedWorld, line: str) -> None:
    assert one.mo(f"tell all:\nThis is the news.\n{line}\nThat is all.\n").problems == ("asked-text",)
    assert not [fact for fact in one.facts() if isinstance(fact, ClockStopped)]
    one.clock.wind(minutes=1)
    assert one.mo("yes\n").problems == ("answered-yes",)
    (said,) = [fact for fact in one.facts() if isinstance(fact, WordsAnnounced)]
    assert said.text == f"This is the news.\n{line}\nThat is all."


def test_a_sentence_about_no_time_does_not_end_an_announcement(one: ModeratedWorld) -> None:
    text = "This is the news.\nSet 2 of the cards begins in 1745.\nExtend a hand to our 3 new players.\nThat is all."
    assert one.mo(f"tell all:\n{text}\n").problems == ("announce",)
    (said,) = [fact for fact in one.facts() if isinstance(fact, WordsAnnounced)]
    assert said.text == text


@pytest.mark.parametrize("line", ["Hold!", "Go on!", "help", "Status"])
def test_a_word_within_a_paragraph_is_held_and_not_done(one: ModeratedWorld, line: str) -> None:
    assert one.mo(f"tell all: Dear all,\n{line}\nthe feast is on Friday.\n").problems == ("asked-text",)
    assert not [fact for fact in one.facts() if isinstance(fact, ClockStopped | WordsAnnounced)]
    one.clock.wind(minutes=1)
    *_, last = one.mo(f"tell all: Dear all, the feast is on Friday.\n{line}\n").problems
    assert last in {"pause", "resume", "help", "status"}, "a line of its own"
