"""Lines about who holds the stage, extensions and messages: what commands do to the present stage, by email."""

import shutil
from pathlib import Path

import pytest

from pbem.mail.turn import turn
from pbem.referee import submissions
from pbem.store.facts import ExtensionRefused, PlayAnyway
from tests.campaign.moderator.world import MO, ModeratedWorld
from tests.referee.killer import deaths
from tests.toy.game import RULESETS, Clock, drop, mail


def held(world: ModeratedWorld, seat: str) -> submissions.HoldRequest | None:
    game = world.look()
    return submissions.hold_of(game, game.stages(seat)[0], world.clock())


@pytest.mark.parametrize("line", ["hold ann", "Hold the stage for Ann of the Hill because she asked."])
def test_a_seat_holds_the_stage_and_lets_it_go(one: ModeratedWorld, line: str) -> None:
    assert one.mo(f"{line}\n").problems == ("hold",)
    assert "Ann of the Hill holds the stage: the game does not continue before the deadline." in one.reply()
    one.bid("ann", "ben", "cid")
    one.turn()
    assert one.pause.round == 1
    assert one.mo("release ann\n").problems == ("release",)
    assert one.pause.round == 2


@pytest.mark.parametrize(
    "line", ["hold ann for 10 minutes", "hold ann 10 minutes", "hold for ann until Tue 10:10", "hold ann, until 10:10"]
)
def test_a_hold_ends_when_the_line_says(one: ModeratedWorld, line: str) -> None:
    one.at("2026-11-24 09:00")
    assert one.mo(f"{line}\n").problems == ("hold",)
    assert "before Tuesday 24 November 2026, 10:10 (Europe/Berlin)" in one.reply()
    found = held(one, "ann")
    assert found
    assert str(found.until) == "2026-11-24 09:10:00+00:00"


def test_a_hold_needs_a_seat_that_is_asked_and_a_time_to_come(one: ModeratedWorld) -> None:
    assert one.mo("hold nobody\nhold ann until Mars\nrelease eve\nhold ann until 2026-11-01\n").problems == ("refused",)
    assert "there is no seat nobody" in one.reply()
    assert "'Mars' is neither a length nor a time; write it like `24h`" in one.reply()
    assert "'2026-11-01' is over already" in one.reply()


def test_play_continues_anyway(one: ModeratedWorld) -> None:
    assert one.mo("play anyway\n").problems == ("refused",)
    assert "the game waits for a sheet of Ann of the Hill and Ben" in one.reply()
    one.send("ben", "hold\n")
    one.bid("ann", "ben", "cid")
    one.turn()
    assert one.pause.round == 1
    assert one.mo("Play anyway.\n").problems == ("play",)
    assert one.pause.round == 2
    one.send("ben", "hold\n")
    one.bid("ann", "ben", "cid")
    one.turn()
    assert one.pause.round == 2, "it is said of one stage"


def test_an_extension_is_granted_or_refused_by_its_own_name(tmp_path: Path) -> None:
    for line, code in (("grant ann", "grant"), ("refuse ann because all wait", "refuse")):
        world = ModeratedWorld(tmp_path / code, "extensions: {times: 2, granted: by the moderator}\n")
        world.send("ann", "extend 24h\n")
        for _ in range(25):
            world.clock.wind(hours=1)
            world.turn()
        assert world.mo(f"{line}\n").problems == (code,)
        world.clock.wind(minutes=1)
        assert world.mo(f"{line}\n").problems == ("refused",)
        assert "ann asks for no extension now" in world.reply()
        refused = [fact for fact in world.facts() if isinstance(fact, ExtensionRefused)]
        assert len(refused) == (code == "refuse")


def test_an_appeal_is_dismissed_by_its_name(one: ModeratedWorld) -> None:
    one.send("ann", "appeal: my card was played twice\n")
    one.turn()
    number = next(need.item for need in one.turn().needs if need.kind == "appeal")
    assert one.mo(f"dismiss appeal {number} because it was not\n").problems == ("dismiss-appeal",)
    assert one.turn().needs[0].kind != "appeal"


@pytest.mark.parametrize("ident", ["round-0009-ann", "receipt-0007.2"])
def test_what_is_no_such_message_is_refused(one: ModeratedWorld, ident: str) -> None:
    assert one.mo(f"send again {ident}\nsettled {ident}.\n").problems == ("refused",)
    assert f"there is no unsettled message {ident}" in one.reply()


def test_lines_with_other_words_are_words_to_players(one: ModeratedWorld) -> None:
    text = "tell all: Hear me.\nSend again your sheets.\nHold on.\nSettled is the field.\nRefuse nothing.\n"
    assert one.mo(text).problems == ("announce",)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["play anyway\n", "hold ann for 3 hours\nrelease cid\n"])
def test_a_kill_at_any_instant_does_it_once(one: ModeratedWorld, text: str) -> None:
    one.send("cid", "hold\n")
    one.bid("ann", "ben", "cid")
    one.turn()
    folder, clock = one.folder, one.clock.at
    drop(folder, "mo.eml", mail(MO, f"Re: {one.inbox()[-1]['Subject']}", text), clock)

    def work(place: Path) -> None:
        turn(place, Clock(clock), RULESETS)

    def state(place: Path) -> object:
        one.folder = place
        game = one.look()
        holds = [submissions.holding(game, clock), submissions.hold_ends(game, clock)]
        return (
            one.facts(),
            len(game.log.entries),
            one.replies(),
            holds,
            sorted(path.name for path in place.glob("sent/*")),
        )

    whole = folder.with_name("whole")
    shutil.copytree(folder, whole)
    work(whole)
    wanted, instant = state(whole), 0
    assert (PlayAnyway(round=1) in one.facts()) == text.startswith("play")
    for instant, killed in deaths(folder, folder.parent, work):
        work(killed)
        assert state(killed) == wanted, instant
    assert instant > 30, "it was killed at many instants"
