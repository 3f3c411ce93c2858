"""`pbem seat`: what it says, and what it does to mail."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.submissions import counting
from tests.cli.conftest import Pbem
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, drop, mail, opened, send_sheet, subject

DORA = ("--player", "Dora", "--address", "dora@example.org")


def mails(folder: Path, to: str) -> dict[str, EmailMessage]:
    """What was sent to an address, by its ids."""
    paths = sorted((folder / "out").glob("*.eml"))
    found = {path.stem: message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths}
    return {name: one for name, one in found.items() if f"{to}@example.org" in one["To"]}


def body(one: EmailMessage) -> str:
    part = one.get_body(preferencelist=("plain",))
    assert part is not None
    return " ".join(str(part.get_content()).split())


def story(one: EmailMessage) -> str:
    (file,) = one.iter_attachments()
    return str(file.get_content())


def counts(game: Game, seat: str) -> bool:
    stage = game.stage(seat)
    assert stage
    return counting(game, seat, *stage.put) is not None


@pytest.fixture
def played(pbem: Pbem) -> Pbem:
    """A game in which Ann is to lead a card, and has sent one."""
    pbem("turn")
    for seat in ("ann", "ben", "cid"):
        send_sheet(pbem.folder, seat, "bid: 1\n", f"{seat}1.eml")
    pbem.clock.wind(hours=1)
    pbem("turn", code=0)
    return pbem


def reply(pbem: Pbem, sender: str, about: str, text: str, **headers: str) -> str:
    """Let an email come in; the state of its result."""
    pbem.clock.wind(minutes=1)
    count = len(opened(pbem.folder).inbox.items())
    drop(pbem.folder, f"{count}.eml", mail(f"{sender}@example.org", about, text, **headers), pbem.clock.at)
    pbem("fetch")
    return str(opened(pbem.folder).inbox.verdicts()[-1].state)


def test_the_new_player_gets_one_letter_with_all_that_the_seat_knows(played: Pbem) -> None:
    hand = opened(played.folder).view("ann").hands["ann"].known
    told = played("seat", "replace", "ann", *DORA).output
    assert "Dora holds ann" in told
    played("turn")
    sent = mails(played.folder, "dora")
    assert [name.partition("-")[0] for name in sent] == ["dossier"]
    (one,) = sent.values()
    said = body(one)
    assert "You hold Ann of the Hill in this game from now on." in said
    assert "You need nothing but this email." in said
    for card in hand:
        assert f"Cup {card[1:]}" in said
    assert "You are dealt" in story(one)
    assert "ann@example.org" not in one.as_string()
    assert "Ünsal" not in said
    played("turn")
    assert mails(played.folder, "dora").keys() == sent.keys(), "once"


def test_the_old_player_and_the_others_are_told_once_and_no_names(played: Pbem) -> None:
    played("seat", "replace", "ann", *DORA)
    before = {who: set(mails(played.folder, who)) for who in ("ann", "ben", "cid")}
    played("turn")
    played("turn")
    for who in ("ben", "cid"):
        (new,) = set(mails(played.folder, who)) - before[who]
        said = body(mails(played.folder, who)[new])
        assert "has a new player" in said.casefold()
        assert "Dora" not in said
        assert "Ünsal" not in said
    (new,) = set(mails(played.folder, "ann")) - before["ann"]
    assert "You no longer hold Ann of the Hill" in body(mails(played.folder, "ann")[new])


def test_the_old_players_letters_and_sheets_are_worth_nothing(played: Pbem) -> None:
    about = f"Re: {subject(played.folder, 'ann')}"
    card = opened(played.folder).view("ann").hands["ann"].known[0]
    sheet = f"---\ncard: Cup {card[1:]}\n...\n"
    assert reply(played, "ann", about, "hold\n") == "command"
    assert reply(played, "ann", about, sheet) == "accepted"
    played("seat", "replace", "ann", *DORA)
    assert not counts(opened(played.folder), "ann")
    assert played.json("status")["seats"][0]["received"] == "nothing"
    assert not played.json("status")["seats"][0]["holds"]
    assert reply(played, "ann", about, f"{sheet} ") == "unclaimed"
    assert "Someone else plays Ann of the Hill" in body([*mails_after_send(played, "ann").values()][-1])
    assert reply(played, "dora", about, f"{sheet}  ") == "refused"
    assert opened(played.folder).inbox.verdicts()[-1].problems == ("former-token",)
    played("turn", code=3)
    assert "is from a letter to someone who held your seat before you" in body(
        next(one for name, one in mails(played.folder, "dora").items() if name.startswith("receipt"))
    )
    own = mails(played.folder, "dora")
    (dossier,) = (one for name, one in own.items() if name.startswith("dossier"))
    assert reply(played, "dora", f"Re: {dossier['Subject']}", sheet) == "accepted"


def mails_after_send(pbem: Pbem, who: str) -> dict[str, EmailMessage]:
    pbem("send")
    return {name: one for name, one in mails(pbem.folder, who).items() if name.startswith("stranger")}


def test_the_sheet_of_the_old_player_is_kept_if_the_moderator_says_so(played: Pbem) -> None:
    card = opened(played.folder).view("ann").hands["ann"].known[0]
    assert reply(played, "ann", f"Re: {subject(played.folder, 'ann')}", f"card: Cup {card[1:]}\n") == "accepted"
    played("seat", "replace", "ann", *DORA, "--keep-orders")
    assert counts(opened(played.folder), "ann")


def test_a_reply_to_an_old_letter_without_a_token_claims_nothing(played: Pbem) -> None:
    letter = mails(played.folder, "ann")["round-0002-ann"]["Message-ID"]
    assert reply(played, "ann", "Re: our game", "status\n", In_Reply_To=letter) == "command"
    played("seat", "replace", "ann", *DORA)
    played("turn")
    sheet = "---\n{}\n...\n"
    assert reply(played, "dora", "Re: our game", sheet, In_Reply_To=letter) == "refused"
    assert opened(played.folder).inbox.verdicts()[-1].problems == ("no-token",)
    own = next(one for name, one in mails(played.folder, "dora").items() if name.startswith("dossier"))
    assert reply(played, "dora", "Re: our game", f"{sheet} ", In_Reply_To=own["Message-ID"]) == "accepted"


def test_messages_that_wait_for_the_old_player_go_to_no_one(pbem: Pbem) -> None:
    pbem("fetch")
    pbem("play")
    pbem("letters")
    assert "round-0001-ben" in opened(pbem.folder).outbox.listed("queued")
    pbem("seat", "replace", "ben", *DORA)
    pbem("turn")
    assert [name.partition("-")[0] for name in mails(pbem.folder, "dora")] == ["dossier"]
    assert [name for name in mails(pbem.folder, "ben") if name.startswith("round")] == []
    assert (pbem.folder / "outbox" / "round-0001-ben.dropped").exists()
    assert opened(pbem.folder).outbox.listed("refused") == []


def test_the_deadline_moves_for_the_seat_so_that_the_new_player_has_the_notice(played: Pbem) -> None:
    pause = opened(played.folder).pause
    assert pause
    assert pause.deadline
    played.clock.at = pause.deadline
    played.clock.wind(hours=-1)
    played("seat", "replace", "ann", *DORA)
    moved = opened(played.folder).pause
    assert moved
    assert moved.due_for("ann") is not None
    assert str(moved.due_for("ann")) == "2026-11-29 19:00:00+00:00"
    assert moved.deadline == pause.deadline
    lines = len(opened(played.folder).log.lines)
    played("turn")
    played("turn")
    assert len(opened(played.folder).log.lines) == lines
    ((name, one),) = mails(played.folder, "dora").items()
    assert name.startswith("dossier")
    assert "Sunday 29 November 2026, 20:00" in body(one)


def test_from_a_turn_on_the_letters_of_that_turn_go_to_the_new_player(tmp_path: Path) -> None:
    pbem = Pbem(tmp_path / "toy-1", Clock())
    text = GAME_YAML.replace("OUT", "{folder: out}").replace("rounds: 1", "rounds: 2")
    create(pbem.folder, text, RULESETS, SEED)
    pbem("turn")
    told = pbem("seat", "replace", "ben", *DORA, "--from", "2").output
    assert "Dora will hold ben when turn 2 begins." in told
    assert "Dora is known to hold ben" in pbem("seat", "replace", "ben", *DORA, "--from", "2").output
    assert "Dora from turn 2" in " ".join(pbem("seats").output.split())
    while opened(pbem.folder).turn() == 1:
        assert opened(pbem.folder).settings.seats["ben"].player == "Ben"
        for asked in pbem.json("status")["seats"]:
            if asked["received"] == "nothing":
                pbem("submit", "-", "--as", asked["seat"], typed="bid: 1\n" if "bid" in asked["asked"] else "pass\n")
        pbem("turn")
    assert opened(pbem.folder).settings.seats["ben"].player == "Dora"
    last = opened(pbem.folder).pause
    assert last
    assert f"round-{last.round:04d}-ben" in mails(pbem.folder, "dora")
    assert f"round-{last.round:04d}-ben" not in mails(pbem.folder, "ben")
    assert f"round-{last.round - 1:04d}-ben" in mails(pbem.folder, "ben")
    assert f"round-{last.round - 1:04d}-ben" not in mails(pbem.folder, "dora")
    assert "Turn 2 has begun already" in pbem("seat", "replace", "cid", *DORA, "--from", "2", code=1).output


def test_a_vacant_seat_is_sent_nothing_and_its_letters_are_files(played: Pbem) -> None:
    assert "The game waits for it." in played("seat", "vacate", "ann", "--reason", "moved to the sea").output
    assert "nothing has changed" in played("seat", "vacate", "ann").output
    before = set(mails(played.folder, "ann"))
    played("turn", code=3)
    (new,) = set(mails(played.folder, "ann")) - before
    assert "moved to the sea" in body(mails(played.folder, "ann")[new])
    assert "moved to the sea" not in "".join(body(one) for one in mails(played.folder, "ben").values())
    assert "vacant" in played("seats").output
    card = opened(played.folder).view("ann").hands["ann"].known[0]
    file = played.folder.parent / "sheet.yaml"
    file.write_text(f"card: Cup {card[1:]}\n")
    played("submit", str(file), "--as", "ann")
    played("turn", code=3)
    assert (played.folder / "letters" / "0003" / "ann.txt").exists()
    assert set(mails(played.folder, "ann")) == {*before, new}
    played("seat", "replace", "ann", *DORA)
    played("turn")
    assert [name.partition("-")[0] for name in mails(played.folder, "dora")] == ["dossier"]


def test_a_vacant_seat_is_played_by_a_bot_if_the_settings_say_so(played: Pbem) -> None:
    file = played.folder / "game.yaml"
    file.write_text(file.read_text() + "vacant seats: bot\n")
    assert "A bot plays it." in played("seat", "vacate", "ann").output
    before = len(opened(played.folder).table.entries)
    played("turn")
    assert len(opened(played.folder).table.entries) > before
    played("seat", "replace", "ann", *DORA)
    assert not opened(played.folder).settings.seats["ann"].bot


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--player", "Dora", "--address", "dora"), "is not an email address"),
        (("--player", "Dora", "--address", "game@example.org"), "is the game's own address"),
        (("--player", "Dora", "--address", "Cid@example.org"), "is the address of Cid, who holds cid"),
        (("--player", "Dora", "--address", "ben@example.org"), "is the address of Ben, who holds ben now"),
        (("--player", " ", "--address", "dora@example.org"), "a player needs a name"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_right(played: Pbem, more: tuple[str, ...], says: str) -> None:
    lines = len(opened(played.folder).log.lines)
    assert says.casefold() in played("seat", "replace", "ben", *more, code=1).output.casefold()
    assert len(opened(played.folder).log.lines) == lines


def test_an_unknown_seat_is_refused_and_the_same_replacement_again_says_so(played: Pbem) -> None:
    assert "There is no seat 'dan'; there are: ann, ben, cid." in played("seat", "replace", "dan", *DORA, code=2).output
    played("seat", "replace", "ben", *DORA)
    assert "Dora holds ben already; nothing has changed." in played("seat", "replace", "ben", *DORA).output


def test_one_person_may_hold_two_seats(played: Pbem) -> None:
    played("seat", "replace", "ben", "--player", "Cid", "--address", "cid@example.org")
    assert opened(played.folder).settings.seats_of("cid@example.org") == ("ben", "cid")


def test_a_held_email_of_the_old_player_cannot_be_confirmed_for_the_new_one(pbem: Pbem) -> None:
    file = pbem.folder / "game.yaml"
    file.write_text(file.read_text().replace("  from:", "  trust: {policy: [token, moderator confirms]}\n  from:"))
    pbem("turn")
    assert reply(pbem, "ben", f"Re: {subject(pbem.folder, 'ben')}", "bid: 1\n") == "held"
    pbem("seat", "replace", "ben", *DORA)
    assert "came before ben changed hands" in pbem("confirm", "1", code=1).output
    (waits,) = pbem.json("status")["needs"]
    assert (waits["kind"], waits["run"], waits["reply"]) == ("former", "`pbem dismiss 1`", ["dismiss 1"])
    pbem("dismiss", "1")
    assert "came before ben changed hands" in pbem("confirm", "1", "--as", "ben", code=1).output
    pbem("turn")
    assert [name.partition("-")[0] for name in mails(pbem.folder, "dora")] == ["dossier"]


def test_a_stand_in_plays_for_a_time_and_the_player_gets_the_seat_back(played: Pbem) -> None:
    assert "has no stand-in; name one" in played("seat", "stand-in", "ann", code=1).output.replace("\n", " ")
    told = played("seat", "stand-in", "ann", "--player", "Sue", "--address", "sue@example.org", "--until", "2026-11-24")
    assert "Sue plays ann until 2026-11-24" in told.output
    played("turn")
    (first,) = mails(played.folder, "sue").values()
    assert "You play Ann of the Hill in this game for its player, until" in body(first)
    assert any("A stand-in plays Ann of the Hill for you" in body(one) for one in mails(played.folder, "ann").values())
    assert "Sue (stand-in for Ann" in " ".join(played("seats").output.split())
    played.clock.at = played.clock.at.replace(day=24, hour=23)
    played("turn")
    assert opened(played.folder).settings.seats["ann"].address == "ann@example.org"
    back = [one for name, one in mails(played.folder, "ann").items() if name.startswith("dossier")]
    assert len(back) == 1
    assert "is yours again" in body(back[0])
    assert back[0]["Subject"] != first["Subject"], "the tokens are others"
    assert reply(played, "sue", f"Re: {first['Subject']}", "status\n") == "unclaimed"
    assert reply(played, "ann", f"Re: {back[0]['Subject']}", "status\n") == "command"
