"""The way of an email to its verdict and receipt, and of a stage to its letters, as it is walked in a demonstration."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import ParamSpec, TypeVar

import pytest

import pbem
from pbem.demo.campaign import Campaign, CampaignAnswer
from pbem.mail import exchange, judges
from pbem.mail.extraction.find import find
from pbem.mail.extraction.texts import contents
from pbem.mail.intake.forms import sent_sheet
from pbem.mail.intake.sender import claim_mail, credibility_of, letter_answered, standing_of
from pbem.mail.judges import HandledMail
from pbem.mail.outgoing.letters import make_letters
from pbem.referee.deadlines.agenda import tick
from pbem.referee.game import Game
from pbem.referee.play import play_on

P = ParamSpec("P")
R = TypeVar("R")
DEMO = Path(__file__).parents[3] / "games" / "demo"
HOST = str(Path(pbem.__file__).parent)
PLAYED_BY = f"{HOST}/demo/"
"""The demonstration's own modules, which give the program its clock."""
MOST_OF_A_MAIL, MOST_OF_A_STAGE = 60, 50
"""The most modules of the host that an accepted email passes, and a stage."""
MOST_LOOKS = 4
"""How often the stages of its seat are looked up for an email."""


class Walk:
    """What was called: the modules of the host, and how often each of its functions."""

    def __init__(self) -> None:
        self.modules: Counter[str] = Counter()
        self.calls: Counter[object] = Counter()

    def times(self, function: Callable[..., object]) -> int:
        """How often *function* was called."""
        return self.calls[function.__code__]

    @contextmanager
    def traced(self) -> Iterator[None]:
        """Note all that is called meanwhile, but for generators of others that the collector of garbage closes."""
        before = sys.getprofile()
        gc.disable()
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(before)
            gc.enable()

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        begins = event == "call" and frame.f_code.co_name != "<module>"  # an import comes once in a process
        if begins and frame.f_code.co_filename.startswith(HOST) and not frame.f_code.co_filename.startswith(PLAYED_BY):
            self.modules[frame.f_code.co_filename.removeprefix(HOST).removesuffix(".py").strip("/")] += 1
            self.calls[frame.f_code] += 1


def tracing(function: Callable[P, R], walks: list[tuple[object, Walk]]) -> Callable[P, R]:
    """*function*, of which each call adds to *walks*."""

    def traced(*args: P.args, **more: P.kwargs) -> R:
        walk = Walk()
        with walk.traced():
            done = function(*args, **more)
        walks.append((done, walk))
        return done

    return traced


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Walk], Walk]:
    """The walks of the emails that were accepted in the first round of a demonstration, and of its stage."""
    campaign = Campaign(DEMO, tmp_path_factory.mktemp("way") / "game")
    campaign.begin()
    mails, stages = list[tuple[object, Walk]](), list[tuple[object, Walk]]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judges, "judge", tracing(judges.judge, mails))
        patch.setattr(exchange, "tick", tracing(tick, stages))
        patch.setattr(exchange, "play_on", tracing(play_on, stages))
        patch.setattr(exchange, "make_letters", tracing(make_letters, stages))
        for event in campaign.play_round(campaign.script.rounds[0]):
            assert isinstance(event, CampaignAnswer) or (event.entries and event.letters)
    stage = Walk()
    for _, walk in stages:
        stage.modules += walk.modules
        stage.calls += walk.calls
    return [walk for done, walk in mails if isinstance(done, HandledMail) and done.verdict.state == "accepted"], stage


def test_an_email_passes_few_modules(walks: tuple[list[Walk], Walk]) -> None:
    passed = [len(walk.modules) for walk in walks[0]]
    print(f"an accepted email passes {max(passed)} modules: {', '.join(sorted(walks[0][0].modules))}")
    assert max(passed) <= MOST_OF_A_MAIL


def test_a_stage_passes_few_modules(walks: tuple[list[Walk], Walk]) -> None:
    passed = len(walks[1].modules)
    print(f"a stage passes {passed} modules: {', '.join(sorted(walks[1].modules))}")
    assert passed <= MOST_OF_A_STAGE


def test_an_email_is_taken_apart_once(walks: tuple[list[Walk], Walk]) -> None:
    once = (contents, claim_mail, standing_of, letter_answered, credibility_of, Game.guard, sent_sheet)
    for walk in walks[0]:
        assert {function.__name__: walk.times(function) for function in once} == {
            function.__name__: 1 for function in once
        }
        assert walk.times(find) == 2, "without what its seat was sent, to know it again, and with that"
        assert walk.times(Game.stages) <= MOST_LOOKS


def test_a_stage_is_played_without_opening_the_game_anew(walks: tuple[list[Walk], Walk]) -> None:
    assert walks[1].times(Game.__init__) == 0
