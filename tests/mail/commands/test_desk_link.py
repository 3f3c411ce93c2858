"""The command `desk`: a new link comes by email, and older ones open nothing."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.mail.exchange import judge_and_play, take_in
from pbem.referee import letter, opening
from pbem.referee.letter import present_context
from pbem.referee.opening import create
from pbem.referee.people import changes
from pbem.store.facts import DeskLinkRenewed
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, drop, mail

LINK = re.compile(r"^  https://desk\.example\.org/l/([a-z2-7]+)$", re.MULTILINE)


def begun(folder: Path, desk: str = "desk: https://desk.example.org\n") -> Path:
    create(folder, GAME_YAML.replace("OUT", "{folder: out}") + desk, RULESETS, SEED)
    with opening.held(folder, RULESETS) as game:
        judge_and_play(game, Clock())
    return folder


def commanded(folder: Path) -> str:
    """The reply to the email `desk` of Ann."""
    subject = re.search(r"^  (\[toy-1\].*)$", (folder / "letters/0001/ann.txt").read_text("utf-8"), re.MULTILINE)
    assert subject
    drop(folder, "one.eml", mail("ann@example.org", f"Re: {subject[1]}", "desk\n"), Clock()())
    with opening.held(folder, RULESETS) as game:
        (handled,) = take_in(game, Clock()).handled
    assert handled.verdict.state == "command"
    return handled.answer


def secret(link: str) -> str:
    found = changes.read_link(link)
    assert found
    return found.secret


def test_a_letter_has_the_link_of_its_seat_with_the_token_of_the_letter(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1")
    game = opening.look(folder, RULESETS)
    for seat in ("ann", "ben"):
        letter = (folder / "letters/0001" / f"{seat}.txt").read_text("utf-8")
        (link,) = LINK.findall(letter)
        found = changes.read_link(link)
        assert found
        assert found.secret == changes.link_key(game, seat, "link")
        assert f"{{{found.token}}}" in letter
        page = (folder / "letters/0001" / f"{seat}.html").read_text("utf-8")
        assert f'<a href="https://desk.example.org/l/{link}">' in page
    assert not LINK.search((folder / "letters/0001/public.txt").read_text("utf-8"))


def test_the_command_makes_older_links_void_and_is_carried_out_once(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1")
    (before,) = LINK.findall((folder / "letters/0001/ann.txt").read_text("utf-8"))
    ben = changes.link_key(opening.look(folder, RULESETS), "ben", "link")

    (link,) = LINK.findall(commanded(folder))
    game = opening.look(folder, RULESETS)

    assert secret(link) == changes.link_key(game, "ann", "link") != secret(before)
    assert changes.link_key(game, "ben", "link") == ben
    with opening.held(folder, RULESETS) as held:
        changes.renew_link(held, "ann", 1, Clock()())
    assert sum(isinstance(fact, DeskLinkRenewed) for fact in opening.look(folder, RULESETS).facts) == 1


def test_a_new_holder_has_other_links_and_the_old_letter_is_made_as_it_was(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1")
    before = opening.look(folder, RULESETS)
    with opening.held(folder, RULESETS) as game:
        changes.take(game, "ann", "Dora", "dora@example.org", Clock())
    after = opening.look(folder, RULESETS)

    assert before.pause
    for purpose in ("link", "cookie", "form"):
        was = changes.link_key(before, "ann", purpose)
        assert changes.link_key(after, "ann", purpose) != was
        assert changes.link_key(after, "ann", purpose, before.pause) == was


def test_each_purpose_has_a_key_of_its_own(tmp_path: Path) -> None:
    game = opening.look(begun(tmp_path / "toy-1"), RULESETS)
    keys = {changes.link_key(game, seat, purpose) for seat in game.titles for purpose in ("link", "cookie", "form")}
    assert len(keys) == 3 * len(game.titles)


def test_a_game_without_a_desk_says_so_and_its_letters_have_no_link(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1", "")

    assert "This game has no order desk" in commanded(folder)
    assert "/l/" not in (folder / "letters/0001/ann.txt").read_text("utf-8")


@pytest.mark.parametrize("text", ["", "x" * 30, "A" * 30, "a" * 29, "a" * 34, "a" * 39, "a" * 37 + "1"])
def test_what_is_not_a_link_is_not_read_as_one(text: str) -> None:
    assert (changes.read_link(text) is None) == (text != "x" * 30)


def test_a_reminder_has_the_link_too_and_other_replies_have_not(tmp_path: Path) -> None:
    game = opening.look(begun(tmp_path / "toy-1"), RULESETS)
    view = game.view("ann")
    words = letter.words_for(game, view, "ann")
    context = present_context(game, words, "ann", game.stages("ann"), view, Clock()())
    assert context.desk == changes.desk_link(game, "ann", game.stages("ann"))
    context = replace(context, left="1 day", received="nothing", newest_at=None, doubted_at=None, wrong="")
    assert f"\n  {context.desk}\n" in words.render("letters/reminder.txt.j2", context)
