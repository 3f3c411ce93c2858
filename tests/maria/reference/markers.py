"""The book-keeping of markers (10.3, 15, 16), redone from the bare events of a game."""

from collections import Counter

from pbem.engine.event import Event
from pbem_maria.chapters.combat import FightEnded
from pbem_maria.chapters.conquest import Conquered, MarkerLaid, MarkersReturned, Questioned, QuestionLifted
from pbem_maria.chapters.pieces import GeneralRemoved, TroopsLost
from pbem_maria.chapters.shifts import SaxonyTurned, SilesiaAnnexed
from pbem_maria.chapters.victory import BoxLeft, BoxTaken, ElectorHeld, MarkersSetAside, PoolsFilled
from pbem_maria.position.state import State
from tests.maria.reference import allied, country, enemies, major, owner

POOLS = {"prussia": 13, "france": 11, "pragmatic": 8, "austria": 8}
"""Markers at the start (4)."""


class Ledger:
    """Where every marker lies; of an event it believes who did what where, not what that did to the markers."""

    def __init__(self, start: State) -> None:
        self._start = start
        self.pools: dict[str, int] = {}
        self.markers: dict[str, str] = {}
        self.electors: dict[str, str] = {}
        self.questions: dict[str, str] = {}
        self.battle: Counter[str] = Counter()
        self.boxes: dict[str, str] = {}
        self.aside: Counter[str] = Counter()
        self.saxony, self.annexed = "prussian-ally", False
        self._fighting: tuple[str, str] | None = None
        self._destroyed, self._removed = 0, False

    def controller(self, city: str) -> str | None:
        """Who controls a fortress (3)."""
        home = country(self._start.board, city, annexed=self.annexed)
        return self.electors.get(city, self.markers.get(city, home))

    def take(self, events: tuple[Event, ...]) -> None:
        """Book all that happened in one entry of the log."""
        for event in events:
            self._book_sides(event)
            self._book_fortresses(event)
            self._book_boxes(event)
            self._book_losses(event)
        self._settle_combat()

    def _book_sides(self, event: Event) -> None:
        match event:
            case SaxonyTurned():
                self.saxony = event.standing
            case SilesiaAnnexed():
                self.annexed = True

    def _book_fortresses(self, event: Event) -> None:
        match event:
            case MarkerLaid():
                self.markers[event.city] = event.power
                self._spend(event.power, 0 if event.extra else 1)
            case ElectorHeld():
                self.electors[event.city] = event.power
            case Questioned():
                self.questions[event.city] = major(self.saxony, event.power)
                self._spend(self.questions[event.city], 1)
            case QuestionLifted():
                self._spend(self.questions.pop(event.city), -1)
            case Conquered():
                self._conquer(event.city, event.power)
            case MarkersReturned():
                for city in event.cities:
                    self._take_off(city)

    def _book_boxes(self, event: Event) -> None:
        match event:
            case PoolsFilled():
                self.pools = dict(POOLS)
            case MarkersSetAside():
                self.aside[event.power] += event.number
                self._spend(event.power, event.number)
            case BoxTaken() if event.box != "electors":
                self._put(event.box, event.power)
            case BoxLeft() if event.box != "electors":
                self._put(event.box, None)

    def _book_losses(self, event: Event) -> None:
        match event:
            case FightEnded() if event.loser is not None:
                pair = event.pair
                stacks = (
                    (pair.attackers, pair.defenders) if event.loser == "defender" else (pair.defenders, pair.attackers)
                )
                self._fighting = owner(self._start, stacks[0][0]), owner(self._start, stacks[1][0])
            case TroopsLost() if event.why != "supply":
                self._destroyed += event.number
            case GeneralRemoved() if event.why == "supply":
                self._lose(owner(self._start, event.general), 1)
            case GeneralRemoved():
                self._removed = True

    def _spend(self, power: str, number: int) -> None:
        if power in self.pools:
            self.pools[power] -= number

    def _take_off(self, city: str) -> None:
        if city in self.markers:
            self._spend(self.markers.pop(city), -1)

    def _conquer(self, city: str, power: str) -> None:
        if city in self.questions:
            self._spend(self.questions.pop(city), -1)
        if city in self.electors:
            self.electors[city] = "france" if allied(self.saxony, power, "france") else "pragmatic"
            held = Counter(self.electors.values())
            self._put("electors", next((side for side in held if held[side] >= 3), None))
            return
        self._take_off(city)
        home = country(self._start.board, city, annexed=self.annexed)
        foreign = home is not None and (home in ("bavaria", "saxony") or enemies(self.saxony, home, power))
        if foreign or self._start.board.cities[city].region == "silesia":
            self.markers[city] = major(self.saxony, power)
            self._spend(self.markers[city], 1)

    def _put(self, box: str, power: str | None) -> None:
        if box in self.boxes:
            self._spend(self.boxes.pop(box), -1)
        if power is not None:
            self.boxes[box] = power
            self._spend(power, 1)

    def _settle_combat(self) -> None:
        """One point for every full three troops destroyed; one if it was fewer and a general was removed (16)."""
        if self._fighting is not None:
            winner, loser = self._fighting
            points = self._destroyed // 3 if self._destroyed >= 3 else int(self._removed)
            first = major(self.saxony, winner)
            self._lose(loser, points)
            for _ in range(points):
                if self.pools and self.battle[first] < 2:
                    self.battle[first] += 1
                    self._spend(first, 1)
        self._fighting, self._destroyed, self._removed = None, 0, False

    def _lose(self, loser: str, points: int) -> None:
        power = major(self.saxony, loser)
        for _ in range(points):
            if self.battle[power]:
                self.battle[power] -= 1
                self._spend(power, -1)
