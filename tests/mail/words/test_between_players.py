"""Words of one player to another: each is delivered once, under a seat's name or none, and to no one else."""

from pathlib import Path

import pytest

from pbem.mail.intake import confirmations
from pbem.store.facts import WordsPassed
from tests.kit.world import read
from tests.mail.words.world import World
from tests.referee.sealing.sealed_game import leaks, sealed_game
from tests.referee.sealing.sealed_game import turn as sealed_turn
from tests.toy.game import Clock, send_sheet

NAMED = "words: {between players: named}\n"
ANONYMOUS = "words: {between players: anonymous}\n"
HELLO = "to ben: Shall we bid nothing?\n\nI would.\n"


@pytest.fixture
def named(tmp_path: Path) -> World:
    return World(tmp_path / "game", NAMED)


def facts(world: World) -> list[WordsPassed]:
    with world.game() as game:
        return [one for one in game.facts if isinstance(one, WordsPassed)]


def test_words_are_delivered_in_the_readers_thread_and_told_to_their_writer(named: World) -> None:
    assert named.sends("ann", HELLO) == "command"
    (letter,), (told,) = named.out("ben", "round"), named.out("ben", "fact")
    text = named.texts("ben", "fact")[0]
    assert "> Shall we bid nothing?\n>\n> I would.\n" in text
    assert "WORDS FROM ANN OF THE HILL TO YOU" in text
    assert "`to Ann of the Hill:`" in text
    assert "words from Ann of the Hill" in told["Subject"]
    assert told["In-Reply-To"] == letter["Message-ID"]
    assert told["References"] == letter["Message-ID"]
    receipt = named.texts("ann", "receipt")[0]
    assert "Your words were sent to Ben of the Dale:" in receipt
    assert "> Shall we bid nothing?" in receipt
    assert not named.out("cid", "fact")
    assert len(facts(named)) == 1


def test_the_reader_can_reply_with_a_line_of_the_same_kind_and_the_quotation_stays(named: World) -> None:
    named.sends("ann", HELLO)
    (told,) = named.out("ben", "fact")
    reply = (
        "to Ann of the Hill: Agreed.\n\nOn Sat, 21 Nov 2026 at 09:01, toy <g@e.org> wrote:\n\n> A\n>\n> > Shall we\n"
    )
    assert named.sends("ben", reply, about=f"Re: {told['Subject']}") == "command"
    (answer,) = named.texts("ann", "fact")
    assert "> Agreed." in answer
    assert "Shall we" not in answer
    assert "wrote" not in answer


def test_words_and_a_sheet_in_one_email_both_work(named: World) -> None:
    assert named.sends("ann", f"{HELLO}\n---\nbid: 2\n...\n") == "accepted"
    assert "> I would." in named.texts("ben", "fact")[0]
    assert "bid" not in named.texts("ben", "fact")[0].partition("> I would.")[2].partition("To reply")[0]
    receipt = " ".join(named.texts("ann", "receipt")[0].split())
    assert "Sent to Ben of the Dale: “Shall we bid nothing?” and “I would.”" in receipt
    assert named.sends("cid", "---\nbid: 1\n...\n\nto ann: mine is in\n") == "accepted"
    assert "> mine is in" in named.texts("ann", "fact")[0]


def test_a_sheet_without_marks_above_the_words_works(named: World) -> None:
    assert named.sends("ann", "bid: 2\n\nto ben: hello there\n") == "accepted"
    assert "> hello there" in named.texts("ben", "fact")[0]


@pytest.mark.parametrize("above", ["I should like to bid two.", "---\nbid: 200\n...", "bid: two and a half"])
def test_where_words_are_sent_and_orders_beside_them_do_not_count_the_reply_says_so(named: World, above: str) -> None:
    assert named.sends("ann", f"{above}\n\nto ben: Agreed.\n") in ("words", "refused")
    assert "> Agreed." in named.texts("ben", "fact")[0]
    receipt = " ".join(named.texts("ann", "receipt")[0].split())
    assert "Your words to Ben of the Dale were sent, but nothing else in this email counts." in receipt


@pytest.mark.parametrize("below", ["bid: 2", "pass", "  bid: 2\n", "* bid: 2", "Cup: 9 > Cup 4"])
def test_orders_below_words_go_to_nobody(named: World, below: str) -> None:
    named.sends("ann", f"to ben: now\n\n{below}\n")
    assert not named.out("ben", "fact")
    assert not facts(named)
    assert "line 3 of what you sent looks like an order" in " ".join(named.texts("ann", "receipt")[0].split())


def test_a_command_that_only_asks_ends_the_words_above_it(named: World) -> None:
    assert named.sends("ann", "to ben: now or never\n\nhelp players\n\nAnn\n") == "command"
    (said,) = named.texts("ben", "fact")
    assert "> now or never" in said
    assert "> help" not in said


@pytest.mark.parametrize("text", ["to ben: now\nstatus\n", 'to ben: now\n\n"status" is what I sent\n'])
def test_a_command_within_words_ends_nothing(named: World, text: str) -> None:
    named.sends("ann", text)
    assert not any("> now" in said and "status" not in said for said in named.texts("ben", "fact"))


def test_several_parts_go_to_whom_each_is_for(named: World) -> None:
    text = "Hi Mo, is all well with you?\n\nto ben: one\nto Cid of the Shore:\ntwo\nlines\nto all: three\n"
    assert named.sends("ann", text) == "words"
    assert ["> one" in text for text in named.texts("ben", "fact")] == [True, False]
    assert ["> two\n> lines" in text for text in named.texts("cid", "fact")] == [True, False]
    assert sum("> three" in text for seat in ("ben", "cid") for text in named.texts(seat, "fact")) == 2
    assert not any("all well" in text for seat in ("ben", "cid") for text in named.texts(seat, "fact"))


@pytest.mark.parametrize(
    ("start", "to"),
    [
        ("To Ben:", ["ben"]),
        ("TO BEN OF THE DALE:", ["ben"]),
        ("*to ben:*", ["ben"]),
        ("to  Dale :", ["ben"]),
        ("to ben, cid:", ["ben", "cid"]),
        ("to ben and cid:", ["ben", "cid"]),
        ("to everyone:", ["ben", "cid"]),
        ("to Ann [red] Ünsal:", []),
    ],
)
def test_names_are_read_as_players_write_them(named: World, start: str, to: list[str]) -> None:
    named.sends("ann", f"{start} hear me out\n")
    assert [seat for seat in ("ben", "cid") if named.out(seat, "fact")] == to


NOT_DELIVERED = [
    ("to Bne of the Dale: hello you\n", "(perhaps you mean Ben of the Dale)"),
    ("to Wilhelm: hello you\n", "which is not a player's name here"),
    ("to me and ben: hello you\n", "which is not a player's name here"),
    ("to ann: note to self\n", "is you"),
    ("to ben:\n", "there are no words below"),
    ("to ben: " + "x" * 5000 + "\n", "at most 4000"),
    ("to ben: my token is {27iz-ht2r}, use it\n", "they contain a token"),
]
"""Words that are not delivered, and what the receipt says of them."""


@pytest.mark.parametrize(("text", "why"), NOT_DELIVERED)
def test_what_cannot_be_delivered_is_told_with_its_reason(named: World, text: str, why: str) -> None:
    named.sends("ann", text)
    assert why in " ".join(named.texts("ann", "receipt")[0].split())
    assert not facts(named)


@pytest.mark.parametrize("marks", ["---\n{}\n...\n", "{}\n"], ids=["marked", "unmarked"])
@pytest.mark.parametrize(("text", "why"), NOT_DELIVERED)
def test_words_that_cannot_be_delivered_stop_no_sheet_beside_them(
    named: World, text: str, why: str, marks: str
) -> None:
    state = named.sends("ann", f"{marks.format('bid: 2')}\n{text}")

    receipt = " ".join(named.texts("ann", "receipt")[0].split())
    unknown = "not a player's name" in why or "perhaps" in why
    assert state == ("doubted" if unknown and marks.startswith("{") else "accepted")  # it may be a sentence
    assert why in receipt
    assert "bid" in receipt
    if state == "doubted":
        assert named.sends("ann", "yes\n") == "accepted"
    assert not facts(named)


def test_a_name_of_two_players_is_sent_to_neither(tmp_path: Path) -> None:
    world = World(tmp_path / "game", NAMED)
    file = world.folder / "game.yaml"
    file.write_text(file.read_text().replace("player: Cid", "player: Ben"))
    world.sends("ann", HELLO.replace("to ben", "to Ben"))
    assert "“Ben” may be Ben of the Dale and Cid of the Shore" in " ".join(world.texts("ann", "receipt")[0].split())
    assert not world.out("ben", "fact")


def test_a_sentence_that_begins_with_to_goes_to_the_moderator(named: World) -> None:
    assert named.sends("ann", "To be clear: I am not sure about rule 4, dear Mo.\n") == "words"
    assert "not a player" not in named.texts("ann", "receipt")[0]


def test_where_it_is_not_allowed_the_moderator_gets_the_words_and_the_receipt_says_so(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "press: none\n")
    assert world.sends("ann", HELLO) == "words"
    receipt = " ".join(world.texts("ann", "receipt")[0].split())
    assert "players do not write to each other through this game. The moderator will read it." in receipt
    assert not world.out("ben", "fact")
    assert world.sends("ann", f"{HELLO}\n---\nbid: 2\n...\n") == "accepted"
    assert not world.out("ben", "fact")


def test_anonymous_words_name_no_one(tmp_path: Path) -> None:
    world = World(tmp_path / "game", ANONYMOUS)
    assert world.sends("ann", HELLO, X_Mailer="Apple Mail", Date="Sat, 21 Nov 2026 04:01:00 -0500") == "command"
    (told,) = world.out("ben", "fact")
    assert "WORDS FROM ANOTHER PLAYER TO YOU" in world.texts("ben", "fact")[0]
    whole = told.as_bytes().decode("ascii", "replace") + world.texts("ben", "fact")[0]
    for sign in ("Ann", "Hill", "ann@", "Apple", "-0500", "Ünsal"):
        assert sign not in whole


@pytest.mark.parametrize("settings", [NAMED, ANONYMOUS], ids=["named", "anonymous"])
@pytest.mark.parametrize("name", ["Zoë", "Aunt Zoë", "Van Dyck", "**Zoë**"])
def test_words_to_someone_who_does_not_play_reach_no_other_player(tmp_path: Path, settings: str, name: str) -> None:
    world = World(tmp_path / "game", settings)
    world.sends(
        "ann", f"to ben: Shall we bid nothing?\nTo be honest: I would.\nto {name}: do not tell Ben\nthat I bid 3\n"
    )
    (told,) = world.texts("ben", "fact")
    assert "I would." in told
    assert "that I bid" not in told
    assert "do not tell" not in told
    assert "is not a player's name here" in " ".join(world.texts("ann", "receipt")[0].split())


def test_anonymous_words_to_a_player_by_name_reach_no_other_player(tmp_path: Path) -> None:
    world = World(tmp_path / "game", ANONYMOUS)
    world.sends("cid", "to ben: Shall we bid nothing?\nto ann ünsal: do not tell Ben\n")
    (told,) = world.texts("ben", "fact")
    assert "do not tell" not in told


def test_anonymous_words_that_say_who_writes_are_not_sent(tmp_path: Path) -> None:
    world = World(tmp_path / "game", ANONYMOUS)
    for text in ("to ben: write to ann@example.org please\n", "to ben: Ann [red] Ünsal is me, hello\n"):
        world.sends("ann", text)
    assert not world.out("ben", "fact")
    assert all("says who you are" in " ".join(text.split()) for text in world.texts("ann", "receipt"))


def test_signatures_and_what_clients_add_are_not_delivered(named: World) -> None:
    text = "to ben: Hold on.\n\nBest wishes,\nAnn\n\nVon meinem iPhone gesendet\n\n-- \nAnn Ünsal\n+49 331 1234\n"
    named.sends("ann", text)
    text = named.texts("ben", "fact")[0]
    quoted = [line for line in text.split("\n") if line.startswith(">")]
    assert quoted == ["> Hold on."]


def test_a_forged_email_delivers_nothing(named: World) -> None:
    named.sends("ann", HELLO, about="hello")
    assert not named.out("ben", "fact")
    assert "did not prove that it is yours" in " ".join(named.texts("ann", "receipt")[0].split())


def test_where_the_moderator_confirms_words_wait(tmp_path: Path) -> None:
    world = World(tmp_path / "game", NAMED)
    file = world.folder / "game.yaml"
    file.write_text(
        file.read_text().replace(
            "  in: {folder: in}", "  in: {folder: in}\n  trust: {policy: [token, moderator confirms]}"
        )
    )
    assert world.sends("ann", HELLO) == "held"
    assert not world.out("ben", "fact")
    with world.game() as game:
        confirmations.confirm(game, 1, "", world.clock)
    world.turn()
    assert len(world.out("ben", "fact")) == 1


def test_a_day_has_so_many_messages_and_no_more(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "words: {between players: named, a day: 2}\n")
    for number in range(3):
        world.sends("ann", f"to ben: number {number}\n")
    assert len(world.out("ben", "fact")) == 2
    assert "each player may send 2 messages a day" in " ".join(world.texts("ann", "receipt")[-1].split())
    world.clock.wind(days=1)
    world.sends("ann", "to ben: number 4\n")
    assert len(world.out("ben", "fact")) == 3


def test_a_seat_that_only_a_bot_plays_is_named_to_the_writer(tmp_path: Path) -> None:
    world = World(tmp_path / "game", NAMED)
    file = world.folder / "game.yaml"
    file.write_text(file.read_text().replace("ben: {player: Ben, address: ben@example.org}", "ben: {bot: yes}"))
    world.sends("ann", HELLO)
    assert "has no player now, and no one could read them" in " ".join(world.texts("ann", "receipt")[0].split())


def test_the_same_email_twice_is_delivered_once(named: World) -> None:
    named.post("ann", HELLO)
    raw = (named.folder / "in" / "0001-ann.eml").read_bytes()
    named.turn()
    (named.folder / "in" / "again.eml").write_bytes(raw)
    named.turn()
    assert len(named.out("ben", "fact")) == 1


def test_what_the_moderator_does_not_read_is_in_no_log_and_shown_by_no_command(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "words: {between players: named, moderator reads: no}\n")
    world.sends("ann", HELLO)
    assert "> Shall we bid nothing?" in world.texts("ben", "fact")[0]
    assert "Shall we" not in (world.folder / "log.jsonl").read_text()
    assert "and not what" in " ".join(world.texts("ben", "fact")[0].split())
    assert world.sends("ann", f"Dear Mo, may I bid zero?\n\n{HELLO}") == "words"
    world.clock.wind(days=1)
    world.turn()
    (digest,) = world.texts("mo", "fact")
    assert "> Dear Mo, may I bid zero?" in digest
    assert "Shall we" not in digest
    with world.game() as game:
        assert "Shall" not in " ".join(str(one) for one in game.inbox.verdicts())


def test_in_a_sealed_game_words_are_plain_nowhere_before_the_stage_is_over(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    key = sealed_game(folder)
    file = folder / "game.yaml"
    file.write_text(file.read_text() + NAMED + "pictures: none\n")
    clock = Clock()
    sealed_turn(folder, clock)
    send_sheet(folder, "ann", "to ben: the quokka marches\n\nto mo: dear Mo, is it zanzibar?\n", "1.eml")
    sealed_turn(folder, clock)
    (told,) = (tmp_path / "game-out").glob("fact-*ben*.eml")
    assert b"quokka" in told.read_bytes()
    assert leaks(folder) == []
    for seat in ("ann", "ben", "cid"):
        send_sheet(folder, seat, "---\nbid: 1\n...\n", f"{seat}.eml")
    sealed_turn(folder, clock, key)
    sealed_turn(folder, clock, key)
    assert any("words.json" in name for name in leaks(folder)), "readable again"
    sealed_turn(folder, clock)
    assert len(list((tmp_path / "game-out").glob("fact-*.eml"))) == 1


def test_words_to_all_go_to_those_who_can_read_them(tmp_path: Path) -> None:
    world = World(tmp_path / "game", NAMED)
    file = world.folder / "game.yaml"
    file.write_text(file.read_text().replace("ben: {player: Ben, address: ben@example.org}", "ben: {bot: yes}"))
    world.sends("ann", "to all: Happy New Year\n")
    assert "> Happy New Year" in world.texts("cid", "fact")[0]
    told = " ".join(world.texts("ann", "receipt")[0].split())
    assert "Ben of the Dale has no player now. Your words were sent to Cid of the Shore:" in told


def test_what_was_not_sent_is_told_even_after_the_replies_of_a_day(tmp_path: Path) -> None:
    world = World(tmp_path / "game", NAMED)
    file = world.folder / "game.yaml"
    file.write_text(file.read_text().replace("  in: {folder: in}", "  in: {folder: in}\n  answers: {a day: 1}"))
    world.sends("ann", "status\n")
    world.sends("ann", "to ben: one\n")
    assert not world.out("ann", "digest")
    world.sends("ann", "to ben:\n")
    assert "there are no words below" in " ".join(world.texts("ann", "digest")[0].split())


def test_help_tells_how_to_write_to_players_where_that_is_allowed(named: World, tmp_path: Path) -> None:
    named.sends("ann", "help\n")
    assert "begin a line with `to NAME:`" in " ".join(named.texts("ann", "receipt")[0].split())
    silent = World(tmp_path / "silent", "press: none\n")
    silent.sends("ann", "help\n")
    assert "to NAME" not in silent.texts("ann", "receipt")[0]


def _to_end(world: World) -> None:
    for _ in range(40):
        game = world.look()
        if not game.table.state.flow:
            return
        for seat in game.titles:
            if (stage := game.stage(seat)) and stage.pending:
                world.post(seat, "pass\n")
        world.turn()
    pytest.fail("the game goes on")


def test_after_the_end_the_last_letter_can_be_replied_to_with_words(named: World) -> None:
    _to_end(named)
    last = named.out("ann", "round")[-1]["Subject"]
    assert "The game is over" in last
    assert named.sends("ann", "to ben: Well played!\n", about=f"Re: {last}") == "command"
    (told,) = named.out("ben", "fact")[-1:]
    assert "> Well played!" in read(told)
    assert named.sends("ben", "to ann: So did you.\n", about=f"Re: {told['Subject']}") == "command"
    assert "> So did you." in named.texts("ann", "fact")[-1]
    assert named.sends("ben", "to ann: It was fun.\n", about="Re: Toy") == "command"
    receipt = named.out("ben", "receipt")[-1]
    assert "did not prove" in " ".join(read(receipt).split())
    assert named.sends("ben", "to ann: It was fun.\n", about=receipt["Subject"]) == "command"
    assert "> It was fun." in named.texts("ann", "fact")[-1]


def test_a_late_sheet_after_the_end_is_told_so(named: World) -> None:
    _to_end(named)
    for late in ("---\nbid: 2\n...\n", "bid 2 please, for the mill"):
        named.sends("ann", late, about=f"Re: {named.out('ann', 'round')[-1]['Subject']}")
        said = " ".join(named.texts("ann", "receipt")[-1].split())
        assert "THE GAME IS OVER" in said
        assert "No sheet was found" not in said
        assert "To send another sheet" not in said
