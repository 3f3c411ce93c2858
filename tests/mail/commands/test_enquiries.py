"""What players ask before they order, by mail."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest

from pbem.engine.picture import Drawing, Drawn, Picture
from pbem.mail.exchange import exchange, take_in
from pbem.mail.extraction.command import CommandMisread, MailCommand, commands_in, parse
from pbem.mail.extraction.find import find
from pbem.mail.judges import HandledMail
from pbem.mail.mime.text import FoundOrders, MailContents, MailText
from pbem.referee import opening
from pbem.referee.game import Game, NoRules
from pbem.referee.opening import create
from tests.mail.commands.commanding import counting, files, plain, tell, to_end, to_impulse
from tests.toy.game import GAME_YAML, RULESETS, Clock, drop, mail, new_game, opened, send_sheet
from tests.toy.ruleset import TOY
from tests.toy.state import Toy, worth

ASKS = frozenset({"beats", "position"})


def test_a_line_that_begins_with_a_word_of_the_game_is_a_command_with_what_is_asked() -> None:
    assert parse("beats Cup 7", ASKS) == MailCommand("beats", "cup 7")
    assert parse("Beats: Cup 7?", ASKS) == MailCommand("beats", "cup 7")
    assert parse("position", ASKS) == MailCommand("position")
    assert isinstance(parse("beats Cup 7"), CommandMisread)


def test_a_sentence_that_begins_with_a_word_of_the_game_is_none() -> None:
    said = "beats me how you could ever hope to win this with the cards that you hold"
    assert commands_in(said, asks=ASKS) == ()


def test_several_enquiries_and_courtesies_may_be_in_one_mail() -> None:
    said = "Hello,\n\nbeats Cup 7\nbeats Cup 9\n\nThanks!\nAnna"
    assert commands_in(said, asks=ASKS) == ("beats cup 7", "beats cup 9")
    assert commands_in("", "beats Cup 7", ASKS) == ("beats cup 7",)


def test_each_of_several_names_is_answered_where_one_is_asked_for(game: Game) -> None:
    said = plain(tell(game, "beats Cup 6 and Cup 7"))
    assert said.count("Cup 6 is beaten by") == said.count("Cup 7 is beaten by") == 1


def test_an_enquiry_between_the_marks_of_a_sheet_is_a_command_but_not_beside_an_order() -> None:
    def found(sheet: str) -> FoundOrders:
        text = MailText(text=f"Hello!\n\n---\n{sheet}\n...\n\nAnna\n", source="plain")
        return find(MailContents((text,)), keys=frozenset({"bid"}), asks=ASKS)

    assert found("beats Cup 6").commands == ("beats cup 6",)
    assert found("beats Cup 6\nbid: 2").what == "orders"
    assert found("withdraw").what == "orders"


@pytest.mark.parametrize("seat", ["ann", "ben"])
def test_an_enquiry_is_answered_from_the_view_of_its_seat(game: Game, seat: str) -> None:
    known = game.view(seat).hands[seat].known
    better = [card for card in known if int(card[1:]) > 6]

    said = plain(tell(game, "beats cup 6", seat=seat))

    assert "Cup 6 is beaten by" in said
    assert all(f"Cup {card[1:]}" in said for card in better)


def test_a_wrong_name_is_told_what_would_be_right(game: Game) -> None:
    assert "Did you mean Cup 7" in plain(tell(game, "beats cip 7"))
    assert "`beats` needs a name after it" in plain(tell(game, "beats"))


def test_enquiries_change_nothing_and_are_answered_at_any_time(game: Game) -> None:
    before = files(game)
    tell(game, "beats cup 6", "position")
    assert files(game) == before

    to_impulse(game)
    assert "Cup 6 is beaten by" in plain(tell(game, "beats cup 6", seat="cid"))
    assert "Cup 6 is beaten by" in plain(tell(to_end(game), "beats cup 6"))


def test_the_same_enquiry_gets_the_same_answer(game: Game) -> None:
    assert tell(game, "beats cup 6", number=8) == tell(game, "beats cup 6", number=8)


def test_position_sends_the_whole_position(game: Game) -> None:
    to_impulse(game)
    from pbem.referee import letter
    from pbem.report.letter import Occasion, part

    view = game.view("ben")
    occasion = Occasion(game=game.name, round=1, seat="ben", titles=game.titles, view=view, title="Toy")
    position = part(letter.words_for(game, view, "ben"), occasion, "position")
    assert plain(tell(game, "position", seat="ben")).count(" ".join(position.split())) == 1


def test_help_lists_what_can_be_asked(game: Game) -> None:
    said = plain(tell(game, "help"))
    assert "beats Cup 7: which of your cards beat another" in said
    assert "position: the whole position" in said
    assert "try: on a line above a sheet" in said


def test_try_alone_says_what_it_needs(game: Game) -> None:
    assert "Put `try` on a line above a sheet." in plain(tell(game, "try"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A toy game that waits for three bids."""
    new_game(tmp_path / "mailed")
    with opening.held(tmp_path / "mailed", RULESETS) as game:
        exchange(game, Clock())
    return tmp_path / "mailed"


def fetched(folder: Path) -> HandledMail:
    with opening.held(folder, RULESETS) as game:
        (handled,) = take_in(game, Clock()).handled
        return handled


TRIALS = (
    "try\n\n--- # my bid\nbid: 2\n...\n",
    "Try:\n--- # my bid\nbid: 2\n...\n",
    "Hello,\n\ntry this please\n\nbid: 2\n\nAnna\n",
    "try\nbid: 2\n",
    "--- # my bid\ntry\nbid: 2\n...\n",
)


@pytest.mark.parametrize("text", TRIALS)
def test_a_trial_is_said_back_and_counts_for_nothing(folder: Path, text: str) -> None:
    send_sheet(folder, "ann", text)

    handled = fetched(folder)

    assert (handled.verdict.state, handled.verdict.problems) == ("command", ("tried",))
    said = " ".join(handled.answer.split())
    assert "TRIAL: THE SHEET IS VALID" in said
    assert "counts for nothing" in said
    assert "You bid 2." in said
    assert counting(opened(folder)) is None


def test_a_trial_leaves_the_sheet_that_counts(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 1\n", "one.eml")
    fetched(folder)
    send_sheet(folder, "ann", "try\n\nbid: 3\n", "two.eml")
    assert fetched(folder).verdict.state == "command"

    found = counting(opened(folder))
    assert found is not None
    assert found.item == 1


def test_a_trial_says_what_would_be_refused(folder: Path) -> None:
    send_sheet(folder, "ann", "try\n\nbid: 9\n")

    said = " ".join(fetched(folder).answer.split())

    assert "TRIAL: THE SHEET WOULD BE REFUSED" in said
    assert "A bid is from 0 to 4" in said
    assert counting(opened(folder)) is None


def test_what_is_asked_beside_a_trial_is_answered_and_the_rest_is_told(folder: Path) -> None:
    send_sheet(folder, "ann", "beats Cup 6\nwithdraw\nI am away on Friday.\ntry\n\n---\nbid: 3\n...\n")

    handled = fetched(folder)

    assert handled.verdict.problems == ("tried", "asked", "notes")
    said = " ".join(handled.answer.split())
    assert "Cup 6 is beaten by" in said
    assert "The command “withdraw” was ignored" in said
    assert "passed on to the moderator: “withdraw” and “I am away on Friday.”" in said
    assert counting(opened(folder)) is None


def test_a_word_beside_a_sheet_that_only_contains_try_makes_no_trial(folder: Path) -> None:
    send_sheet(folder, "ann", "I will try to win.\n\n---\nbid: 2\n...\n")

    assert fetched(folder).verdict.state == "accepted"


def test_a_trial_and_an_enquiry_need_no_proof_and_are_answered_to_the_seat(folder: Path) -> None:
    drop(folder, "a.eml", mail("ann@example.org", "a question", "beats Cup 7\n"))
    first = fetched(folder)
    drop(folder, "b.eml", mail("ann@example.org", "another", "try\n\nbid: 2\n"))
    second = fetched(folder)

    assert [each.verdict.state for each in (first, second)] == ["command", "command"]
    assert "Cup 7 is beaten by" in first.answer
    assert "You bid 2." in second.answer
    assert {each.verdict.answered for each in (first, second)} == {"ann@example.org"}


def test_a_trial_of_a_seat_that_may_send_nothing_says_so(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        to_end(game)
    drop(folder, "a.eml", mail("ann@example.org", "a question", "try\n\nbid: 2\n"))

    assert "there is nothing to try it against" in " ".join(fetched(folder).answer.split())


def draw(view: Toy, seat: str, picture: Picture, _measure: object) -> Drawn:
    """A picture that shows the cards of its seat, as its view has them."""
    rows = "".join(f'<rect y="{worth(card)}" width="80" height="1"/>' for card in view.hands[seat].known)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60">{rows}</svg>'
    return Drawn(svg=svg, width=80, height=60, title="Table", alt=f"The table, seen by {seat}.", colours=())


def test_a_reply_has_the_picture_of_what_was_asked(tmp_path: Path) -> None:
    table = Picture(name="table", kind="table")
    drawing = Drawing(pictures=lambda *_: (), named=lambda *_: table, words={"map": (), "beats": ("card",)}, draw=draw)
    rules = {"toy": msgspec.structs.replace(TOY, drawing=drawing)}
    create(tmp_path / "drawn", GAME_YAML.replace("OUT", "{folder: out}"), rules, "00" * 32)
    with opening.held(tmp_path / "drawn", rules) as game:
        exchange(game, Clock())
    drop(tmp_path / "drawn", "a.eml", mail("ann@example.org", "look", "map\nbeats cup 7\nposition\n"))

    with opening.held(tmp_path / "drawn", rules) as game:
        (handled,) = take_in(game, Clock()).handled
        raw = game.outbox.read(handled.verdict.receipt)[1]

    sent = message_from_bytes(raw, policy=policy.default)
    shown = [part.get_filename() for part in sent.walk() if part.get_content_maintype() == "image"]
    (page,) = (part for part in sent.walk() if part.get_content_type() == "text/html")
    assert isinstance(page, EmailMessage)
    assert shown == ["table.png"]
    assert 'alt="The table, seen by ann."' in page.get_content()
    assert "The picture shows it." in handled.answer


def test_rules_without_the_words_of_an_answer_are_refused_before_a_game_begins(tmp_path: Path) -> None:
    enquiries = {**TOY.enquiries, "odds": TOY.enquiries["beats"]}
    rules = {"toy": msgspec.structs.replace(TOY, enquiries=enquiries)}
    with pytest.raises(NoRules, match=r"lacks enquiries/odds\.txt\.j2"):
        create(tmp_path / "odd", GAME_YAML.replace("OUT", "{folder: out}"), rules, "00" * 32)
