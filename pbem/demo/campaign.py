"""Play a demonstration: the same steps as `pbem turn`, one email at a time, at the moments its script sets."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.demo.script import DemoRound, Sample, Script, read_script, samples
from pbem.engine.table import Entry
from pbem.errors import Refusal
from pbem.mail.exchange import exchange, take_in
from pbem.mail.judges import HandledMail
from pbem.mail.outgoing.letters import MadeLetter
from pbem.referee import opening
from pbem.referee.game import Game, Rulesets
from pbem.referee.opening import create
from pbem.settings.game import NAME
from pbem.store import files


class NotAsTold(Refusal):
    """A round of the demonstration did not come out as its script says."""


class CampaignAnswer(msgspec.Struct, frozen=True):
    """A sample mail and what became of it."""

    sample: Sample
    handled: HandledMail


class CampaignRound(msgspec.Struct, frozen=True):
    """What was played when a round's sheets were opened, and the letters that told it."""

    entries: tuple[Entry, ...]
    letters: tuple[MadeLetter, ...]


def must_be_as_told(part: DemoRound, events: Iterable[CampaignAnswer | CampaignRound]) -> None:
    """Raise `NotAsTold` unless each email of a round got the verdict that the script gives it, and play continued."""
    heard: dict[str, str] = dict.fromkeys(part.verdicts, "not there")
    played = 0
    for event in events:
        if isinstance(event, CampaignAnswer):
            heard[event.sample.path.name] = event.handled.verdict.state
        else:
            played += len(event.entries)
    wrong = [
        f"{name} is {came}, but should be {part.verdicts.get(name, 'left out')}"
        for name, came in heard.items()
        if part.verdicts.get(name) != came
    ]
    if not played:
        wrong.append("nothing was played")
    if wrong:
        raise NotAsTold(f"round {part.mails} of the demonstration did not come out as described: {'; '.join(wrong)}")


class Campaign:
    """A demonstration at play: samples are read from *source*, the game is begun in *folder*."""

    def __init__(self, source: Path, folder: Path, rulesets: Rulesets | None = None) -> None:
        self.source = source
        self.folder = folder
        self.script: Script = read_script(source)
        self._rulesets = rulesets
        self._now = self.script.begins

    def clock(self) -> datetime:
        """The moment in the demonstration."""
        return self._now

    def open(self) -> Game:
        """The game, to look at."""
        return opening.look(self.folder, self._rulesets)

    def settings(self) -> str:
        """The game.yaml with which the game begins."""
        return (self.source / NAME).read_text(encoding="utf-8")

    def begin(self, settings: str = "") -> CampaignRound:
        """Begin the game and write its first letters; more *settings* are lines of its game.yaml."""
        create(self.folder, self.settings() + settings, self._rulesets, self.script.secret)
        return self._play()

    def play_round(self, part: DemoRound) -> Iterator[CampaignAnswer | CampaignRound]:
        """Each email of a round as it is answered, and then the round as it is played."""
        for sample in self.mails(part):
            yield self._receive(sample)
        self._now = part.opened
        yield self._play()

    def mails(self, part: DemoRound) -> list[Sample]:
        """The emails of a round."""
        return samples(self.source, part)

    def _receive(self, sample: Sample) -> CampaignAnswer:
        self._now = sample.arrives
        game = self.open()
        path = self.folder / game.settings.mail.intake.folder / sample.path.name
        files.write(path, sample.raw, arrived=sample.arrives)
        with opening.held(self.folder, self._rulesets) as game:
            (handled,) = take_in(game, self.clock).handled
        return CampaignAnswer(sample, handled)

    def _play(self) -> CampaignRound:
        with opening.held(self.folder, self._rulesets) as game:
            before = len(game.table.entries)
            letters = exchange(game, self.clock).made
            entries = tuple(game.table.entries[before:])
        return CampaignRound(entries, letters)
