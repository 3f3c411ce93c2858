"""A dossier says what the seat knows, and nothing that it does not."""

import re
from pathlib import Path

import pytest

from pbem.mail.outgoing.letters import make_dossiers
from pbem.referee import opening
from pbem.referee.letter import dossier
from pbem.referee.people import changes
from pbem.report.plain import text
from tests.mail.seats.world import World
from tests.toy.game import RULESETS, opened, send_sheet, subject


def led(folder: Path) -> World:
    """A game in which Ann is to lead a card."""
    world = World(folder)
    for seat in ("ann", "ben", "cid"):
        send_sheet(folder, seat, "bid: 1\n", f"bid-{seat}.eml")
    world.turn()
    return world


def masked(said: str) -> str:
    return re.sub(r"\{\w{4}-\w{4}\}", "{token}", said)


def of(world: World) -> tuple[str, ...]:
    with opening.held(world.folder, RULESETS) as game:
        changes.take(game, "ann", "Dora", "dora@example.org", world.clock)
        make_dossiers(game)
        made = dossier(game, "ann")
    assert made
    sent = sorted((world.folder / "outbox").glob("dossier-*.eml"))
    assert len(sent) == 1
    return masked(made.subject), masked(text(made.content)), made.story


def test_two_games_that_differ_in_what_the_seat_cannot_know_have_the_same_dossier(tmp_path: Path) -> None:
    plain = led(tmp_path / "plain" / "toy-1")
    other = led(tmp_path / "other" / "toy-1")
    assert other.comes("ben", "reactions: never\n", f"Re: {subject(other.folder, 'ben')}") == "accepted"
    about = f"Re: {subject(other.folder, 'ann')}"
    assert other.comes("ann", "I promised Ben the Sword 3; do not tell Cid.\n", about) == "words"
    assert other.comes("ann", "card: Sword 99\n", about) == "refused"
    plain.clock.at = other.clock.at
    assert of(plain) == of(other)


def test_the_old_players_words_and_address_are_nowhere_in_it(tmp_path: Path) -> None:
    world = led(tmp_path / "toy-1")
    assert world.comes("ann", "I promised Ben the Sword 3.\n", f"Re: {subject(world.folder, 'ann')}") == "words"
    said = "".join(of(world))
    raw = next((world.folder / "outbox").glob("dossier-*.eml")).read_text()
    for secret in ("promised", "ann@example.org", "Ünsal"):
        assert secret not in said
        assert secret not in raw


@pytest.mark.parametrize("others", ["ben", "cid"])
def test_it_has_the_seats_own_hand_and_no_other(tmp_path: Path, others: str) -> None:
    world = led(tmp_path / "toy-1")
    hands = opened(world.folder).table.state.hands
    said = " ".join("".join(of(world)).split())
    for card in hands[others].known:
        suit = {"c": "Cup", "s": "Sword", "b": "Coin"}.get(card[0], "?")
        assert f"{suit} {card[1:]}," not in said or card in hands["ann"].known


def test_a_seat_without_an_address_gets_its_dossier_as_a_file_once(tmp_path: Path) -> None:
    world = led(tmp_path / "toy-1")
    of(world)
    (file,) = (world.folder / "letters").glob("*/ann-dossier-1.txt")
    assert "You hold Ann of the Hill" in file.read_text()
    assert "You are dealt" in file.with_name("ann-dossier-1-story.txt").read_text()
    before = file.stat().st_mtime_ns
    world.turn()
    assert file.stat().st_mtime_ns == before


def test_a_resent_letter_is_the_dossier_until_the_next_one(tmp_path: Path) -> None:
    world = led(tmp_path / "toy-1")
    of(world)
    world.turn()
    about = next(one for one in world.mails("dora") if "{" in one["Subject"])["Subject"]
    assert world.comes("dora", "resend\n", f"Re: {about}") == "command"
    assert world.said("dora").count("You hold Ann of the Hill in this game from now on.") == 2
