"""Each button does what its command does: the same lines of the log, the same emails, the same words; and once."""

import re
import shlex
import shutil
import threading
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from pbem.mail.moderating.deeds import DEEDS
from pbem.mail.outgoing.letters import make_dossiers
from pbem.mail.outgoing.told import tell_facts
from pbem.mail.turn import turn
from pbem.referee import moderator, opening
from pbem.referee.records.package import pack
from pbem.store import files as store_files
from pbem.store.facts import DeadlineMoved, Fact
from pbem.web.moderator import asking, rehearsal
from pbem.web.moderator.asking import AskedDeed, DoneDeed, HasChanged
from pbem.web.server.serving import DeskServer, ServedGames
from tests.campaign.moderator.world import ModeratedWorld
from tests.campaign.world import unwrapped
from tests.cli.conftest import Pbem
from tests.referee.killer import deaths
from tests.toy.game import GAME_YAML, RULESETS
from tests.web.moderator.visiting import situation

DAN = {"player": "Dan", "address": "dan@example.org"}
WAYS: list[tuple[str, Mapping[str, str], tuple[tuple[str, ...], ...]]] = [
    ("announce", {"text": "I am away until Friday."}, ()),
    ("tell", {"seat": "ann", "text": "Your king is well."}, ()),
    ("extend", {"length": "24h"}, ()),
    ("extend", {"length": "2 days", "seat": "ben", "reason": "exams"}, ()),
    ("set", {"when": "Fri 20:00", "reason": "as agreed"}, ()),
    ("pause", {"reason": "a feast"}, ()),
    ("resume", {}, (("deadline", "pause"),)),
    ("hold", {"seat": "ann"}, ()),
    ("hold", {"seat": "ann", "when": "10 minutes"}, ()),
    ("release", {"seat": "ann"}, (("hold", "--as", "ann"),)),
    ("absent", {"seat": "ann", "first": "2026-11-23", "last": "2026-11-24"}, ()),
    ("back", {"seat": "ann"}, (("absent", "2026-11-23", "2026-11-24", "--as", "ann"),)),
    ("default", {"seat": "ben", "reason": "ill"}, ()),
    ("replace", {"seat": "cid", **DAN}, ()),
    ("vacate", {"seat": "cid", "reason": "he left"}, ()),
    ("invite", {"seat": "cid", **DAN}, ()),
    ("withdraw", {"seat": "cid"}, (("seat", "invite", "cid", "--player", "Dan", "--address", "dan@example.org"),)),
    ("stand-in", {"seat": "cid", "until": "2026-11-30", **DAN}, ()),
    (
        "end-stand-in",
        {"seat": "cid"},
        (("seat", "stand-in", "cid", "--player", "Dan", "--address", "dan@example.org"),),
    ),
    ("watch", DAN, ()),
    ("unwatch", {"address": "dan@example.org"}, (("watchers", "add", "Dan", "dan@example.org"),)),
    ("send", {}, ()),
    ("play", {}, ()),
    ("turn", {}, ()),
]


@pytest.fixture
def world(tmp_path: Path) -> ModeratedWorld:
    return ModeratedWorld(tmp_path / "games" / "toy-1", text=GAME_YAML)


def asked(world: ModeratedWorld, deed: str, given: Mapping[str, str], nonce: str = "1" * 32) -> AskedDeed:
    stamp = rehearsal.stamp(world.look(), world.clock())
    return AskedDeed(game="toy-1", deed=deed, given=dict(given), stamp=stamp, at=world.clock(), nonce=nonce)


def do(world: ModeratedWorld, one: AskedDeed) -> DoneDeed:
    return asking.do(world.folder, world.folder.parent, one, world.clock, RULESETS)


def rehearsed(world: ModeratedWorld, deed: str, given: Mapping[str, str]) -> rehearsal.Rehearsal:
    top = world.folder.parent
    host = DeskServer(games=ServedGames(top, RULESETS), clock=world.clock, rulesets=RULESETS)
    every = {"seat": "", "item": "", **given}
    return rehearsal.rehearse(world.folder, top, deed, every, host)


def plain(facts: list[Fact]) -> list[Fact]:
    """The facts without what tells one request from another."""
    return [msgspec.structs.replace(one, cause="") if hasattr(one, "cause") else one for one in facts]


def sent(folder: Path) -> set[str]:
    """The names of the emails that went out, without what depends on the cause of a fact."""
    return {re.sub(r"-[0-9a-f]{8}-", "-", path.name) for path in folder.glob("out/*")}


def files(world: ModeratedWorld) -> dict[str, bytes]:
    paths = (path for path in world.folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(world.folder)): path.read_bytes() for path in paths}


@pytest.mark.parametrize(("deed", "given", "before"), WAYS)
def test_a_button_does_what_its_command_does(
    deed: str, given: Mapping[str, str], before: tuple[tuple[str, ...], ...], world: ModeratedWorld, tmp_path: Path
) -> None:
    for command in before:
        Pbem(world.folder, world.clock)(*command)
    shutil.copytree(world.folder, tmp_path / "other")
    there = files(world)

    plan = rehearsed(world, deed, given)
    assert (plan.refused, files(world)) == ("", there)
    one = asked(world, deed, given)
    assert plan.stamp == one.stamp
    done = do(world, one)
    assert not done.refused

    typed = shlex.split(DEEDS[deed].typed(given))
    assert typed.pop(0) == "pbem"
    printed = Pbem(tmp_path / "other", world.clock)(*typed).stdout
    assert plain(list(world.facts())) == plain(list(opening.look(tmp_path / "other", RULESETS).facts))
    assert sent(world.folder) == sent(tmp_path / "other")
    for line in done.says:
        assert unwrapped(line).replace(str(world.folder), "") in unwrapped(printed).replace(str(tmp_path / "other"), "")
    if not DEEDS[deed].plays:
        assert done.page[: len(plan.says)] == plan.says


@pytest.mark.parametrize(("deed", "given", "before"), WAYS)
def test_what_is_shown_before_is_what_goes_out(
    deed: str, given: Mapping[str, str], before: tuple[tuple[str, ...], ...], world: ModeratedWorld
) -> None:
    for command in before:
        Pbem(world.folder, world.clock)(*command)
    with world.game() as game:
        make_dossiers(game)
        tell_facts(game)
    world.turn()
    there = set(files(world))
    plan = rehearsed(world, deed, given)
    do(world, asked(world, deed, given))
    with world.game() as game:
        make_dossiers(game)
        tell_facts(game)
        found = [name for name in game.outbox.idents() if not {f"sent/{name}.eml", f"outbox/{name}.eml"} & there]
        envelopes = [game.outbox.envelope(name) for name in found]
    new = sorted(one.recipient for one in envelopes if one)
    assert sorted(one.to for one in plan.messages) == new


@pytest.mark.slow
@pytest.mark.parametrize(("deed", "given"), [("extend", {"length": "2 days", "reason": "exams"}), ("pause", {})])
def test_killed_at_any_write_it_is_done_once_and_told_once(
    deed: str, given: Mapping[str, str], world: ModeratedWorld, tmp_path: Path
) -> None:
    one = asked(world, deed, given)
    told: set[str] = set()

    def work(top: Path) -> None:
        asking.do(top / "toy-1", top, one, world.clock, RULESETS)

    base = world.folder.parent
    instant, whole = 0, Path(shutil.copytree(base, tmp_path / "whole"))
    for instant, top in chain([(0, whole)], deaths(base, tmp_path, work)):
        with suppress(HasChanged):
            work(top)
        folder = top / "toy-1"
        turn(folder, world.clock, RULESETS)
        assert len(list(opening.look(folder, RULESETS).facts)) == 1, instant
        names = {path.name for path in folder.glob("out/*")}
        told = told or names
        assert names == told, instant
    assert instant > 5


def test_a_button_waits_for_another_program_and_then_says_that_nothing_was_changed(
    world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "PATIENCE", 0.1)
    held, done = threading.Event(), threading.Event()

    def works() -> None:
        with store_files.held(world.folder):
            held.set()
            done.wait(60)

    other = threading.Thread(target=works)
    other.start()
    held.wait(60)
    try:
        with pytest.raises(store_files.Busy):
            rehearsed(world, "pause", {})
    finally:
        done.set()
        other.join()
    assert not rehearsed(world, "pause", {}).refused


def test_a_deadline_is_shown_on_the_clock_of_each_player(tmp_path: Path) -> None:
    text = GAME_YAML.replace("ben@example.org}", "ben@example.org, zone: America/New_York}")
    found = rehearsed(ModeratedWorld(tmp_path / "games" / "toy-1", text=text), "extend", {"length": "24h"})
    assert [(one.seat, one.zone) for one in found.moved] == [
        ("ann", "Europe/Berlin"),
        ("ben", "America/New_York"),
        ("cid", "Europe/Berlin"),
    ]
    assert {one.to for one in found.messages} == {f"{seat}@example.org" for seat in ("ann", "ben", "cid")}
    assert all("Thu" in one.text for one in found.messages)


def test_what_cannot_be_done_is_said_before_it_is_tried(world: ModeratedWorld) -> None:
    assert "there is no unsettled message x" in rehearsed(world, "again", {"ident": "x"}).refused
    assert "the ladder proposes nothing" in rehearsed(world, "approve", {"seat": "ann"}).refused
    assert "does not wait for you" in rehearsed(world, "dismiss", {"item": "7"}).refused
    assert "is not the number of an email" in rehearsed(world, "dismiss", {"item": "x"}).refused
    assert "there is no seat" in rehearsed(world, "hold", {"seat": "eve"}).refused
    assert world.facts() == []


def test_a_message_that_was_refused_is_sent_again_or_dropped(tmp_path: Path) -> None:
    for deed, place in (("again", "queued"), ("settled", "sent")):
        world = situation("refused", tmp_path / deed)
        (ident,) = world.look().outbox.listed("refused")
        assert not rehearsed(world, deed, {"ident": ident}).refused
        do(world, asked(world, deed, {"ident": ident}))
        assert ident in world.look().outbox.listed("queued" if place == "queued" else "sent")


def test_what_is_done_differently_meanwhile_is_not_done(world: ModeratedWorld) -> None:
    one = asked(world, "extend", {"length": "24h"})
    Pbem(world.folder, world.clock)("deadline", "extend", "24h")
    with pytest.raises(HasChanged):
        do(world, one)
    assert sum(isinstance(fact, DeadlineMoved) for fact in world.facts()) == 1


def test_what_the_desk_keeps_is_packed_with_no_game(world: ModeratedWorld, tmp_path: Path) -> None:
    moderator.begin(world.folder)
    pack(world.folder, tmp_path / "game.zip", world.clock, RULESETS, copy=True)
    assert b".desk" not in (tmp_path / "game.zip").read_bytes()
    moderator.link_word(world.folder, moderator.EVERYONE)
    assert not rehearsed(world, "pause", {}).refused
