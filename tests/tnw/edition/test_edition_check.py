# ruff: noqa: E501 - a planted fault is one line of a table
"""Slips of the pen in an edition that somebody types in: each is found, where it is, and said."""

import re
import shutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

from pbem.cli.edition import _as_data
from pbem.cli.main import main
from pbem.engine.edition import EditionType, plain
from pbem.engine.reading import Lexicon
from pbem.report.words import Words
from pbem.sheet import data
from pbem.sheet.data import FileFault, read_edition
from pbem_tnw.edition.edition import STORE, TnwEditionFiles
from pbem_tnw.ruleset import TNW
from tests.long import tries

HISTORICAL = STORE.base / "historical"
CONSCRIPTS = '{do: place, who: self, what: unit, n: 2, where: "home:self"}'

PLANTED = [
    ("map", "[linz, vienna]", "[lintz, vienna]", "no-such-duchy"),
    ("map", "[linz, vienna]", "[linz, linz]", "link-to-itself"),
    ("map", "[linz, vienna]", "[linz, munich]", "link-twice"),
    ("map", "[linz, vienna]", "[linz]", "wrong-length"),
    ("map", "  pass:\n", "  mountain:\n", "unknown-key"),
    ("map", "[naples, palermo, tyrrhenian-sea]", "[naples, palermo, tyrrhenian]", "no-such-zone"),
    ("map", "[naples, palermo, tyrrhenian-sea]", "[naples, palermo, black-sea]", "strait-without-port"),
    ("map", "[naples, palermo, tyrrhenian-sea]", "[naples, palermo]", "wrong-length"),
    ("map", "{id: tours,", "{id: Tours,", "bad-id"),
    ("map", "{id: lille,", "{id: paris,", "id-twice"),
    ("map", "{id: tyrrhenian-sea,", "{id: paris,", "id-twice"),
    ("map", "aliases: [Rijsel, Lilla, Ryssel]", "aliases: [Rijsel, Lilla, Koln]", "name-of-two"),
    ("map", "aliases: [Rijsel, Lilla, Ryssel]", "aliases: [Rijsel, Lilla, Blücher]", "name-of-two"),
    ("map", "aliases: [Rijsel, Lilla, Ryssel]", "aliases: [Rijsel, Lilla, Nordsee]", "name-of-two"),
    ("map", "nation: france, upper: britain, tie: double, kind: open, port: [bay-of-biscay]", "nation: france, tie: double, kind: open, port: [bay-of-biscay]", "upper-of-double"),
    ("map", "nation: france, upper: britain, tie: double, kind: open, port: [bay-of-biscay]", "nation: france, upper: britain, tie: home, kind: open, port: [bay-of-biscay]", "upper-of-double"),
    ("map", "nation: france, upper: britain, tie: double, kind: open, port: [bay-of-biscay]", "nation: france, tie: associated, kind: open, port: [bay-of-biscay]", "number-of-double"),
    ("map", "x: 486, y: 753, nation: france, tie: home, kind: open", "x: 486, y: 753, nation: france, tie: home, kind: open, key: true", "key-of-fortress"),
    ("map", "x: 486, y: 753, nation: france, tie: home, kind: open", "x: 486, y: 753, nation: france, tie: home, kind: open, strength: 2", "strength-of-fortress"),
    ("map", "x: 486, y: 753, nation: france, tie: home, kind: open", "x: 486, y: 753, nation: france, tie: home, kind: fortress", "strength-of-fortress"),
    ("map", "x: 486, y: 753, nation: france, tie: home, kind: open", "x: 486, y: 753, nation: france, tie: home, kind: village", "not-a-choice"),
    ("map", "x: 486, y: 753, nation: france", "x: 486, y: 753, nation: franc", "not-a-choice"),
    ("map", "x: 486, y: 753, nation: france", "x: 2486, y: 753, nation: france", "off-the-board"),
    ("map", "x: 486, y: 753, nation: france", "x: far, y: 753, nation: france", "not-a-number"),
    ("map", "kind: fortress, strength: 2, key: true", "kind: fortress, strength: 3, key: true", "fortress-strength"),
    ("map", "kind: fortress, strength: 4", "kind: fortress, strength: 2", "fortress-strength"),
    ("map", "tie: home, kind: key, capital: true", "tie: home, kind: open, capital: true", "capital-no-home-key"),
    ("map", "tie: home, kind: key, capital: true", "tie: home, kind: key", "number-of-capitals"),
    ("map", "kind: open, port: [english-channel]", "kind: open, port: [english-chanel]", "no-such-zone"),
    ("map", "kind: open, port: [english-channel]", "kind: open, port: [english-channel, english-channel]", "port-zones"),
    ("map", "kind: open, port: [english-channel]", "kind: open, port: [english-channel, black-sea]", "port-of-zones-apart"),
    ("map", "kind: open, port: [english-channel]", "kind: open", "port-elsewhere"),
    ("map", "ports: [boulogne, london, plymouth]", "ports: [london, plymouth]", "ports-not-listed"),
    ("map", "ports: [boulogne, london, plymouth]", "ports: [boulogn, london, plymouth]", "no-such-duchy"),
    ("map", "adjacent: [north-sea, western-approaches], ports", "adjacent: [north-sea], ports", "one-sided-zone"),
    ("map", "adjacent: [north-sea, western-approaches], ports", "adjacent: [north-sea, western-aproaches], ports", "no-such-zone"),
    ("map", "adjacent: [ionian-sea], ports", "adjacent: [ionian-sea, adriatic-sea], ports", "one-sided-zone"),
    ("map", "zones: [kattegat, western-baltic], guarded_by: copenhagen", "zones: [kattegat, western-baltic], guarded_by: malmo", "guard-elsewhere"),
    ("map", "zones: [kattegat, western-baltic], guarded_by: copenhagen", "zones: [kattegat, western-baltic], guarded_by: elsinore", "no-such-duchy"),
    ("map", "  - {id: yard,", "  - {id: yards,", "not-a-choice"),
    ("map", "  - {id: killed, name: Out of the game, holds: \"leaders killed by an event; Bernadotte and Poniatowski once eliminated (7.2)\"}\n", "", "box-missing"),
    ("armies", "sequence: [france, austria,", "sequence: [austria, france,", "sequence-ends"),
    ("armies", "sequence: [france, austria,", "sequence: [france, france,", "sequence-of-all"),
    ("armies", "sequence: {start: france}", "sequence: {start: austria}", "sequence-start"),
    ("armies", "  - id: turkey\n", "  - id: spain\n", "nation-twice"),
    ("armies", "  - id: turkey\n", "  - id: spain\n", "nation-missing"),
    ("armies", "    hand: 6\n", "    hand: 5\n", "of-a-nation"),
    ("armies", "    kind: minor\n    camp: imperial", "    kind: minor\n    camp: coalition", "of-a-nation"),
    ("armies", "    kind: minor\n    camp: imperial", "    kind: power\n    camp: imperial", "of-a-nation"),
    ("armies", "    capitals: [paris]", "    capitals: [lyon]", "capitals-of-the-map"),
    ("armies", "keys: {own: 14, start: 13}", "keys: {own: 13, start: 13}", "keys"),
    ("armies", "keys: {own: 14, start: 13}", "keys: {own: 14, start: 14}", "keys"),
    ("armies", "flags: {placed: [munich, ulm]}", "flags: {placed: [ulm]}", "french-keys"),
    ("armies", "flags: {placed: [munich, ulm]}", "flags: {placed: [munich, ulm, ulm]}", "two-flags"),
    ("armies", "flags: {placed: [munich, ulm]}", "flags: {placed: [munich, ulm, vienna]}", "flag-on-a-friend"),
    ("armies", "flags: {placed: [munich, ulm]}", "flags: {placed: [munich, ulm, tours]}", "flag-not-won"),
    ("armies", "flags: {placed: [munich, ulm]}", "flags: {placed: [munich, ulms]}", "no-such-duchy"),
    ("armies", "      - {slot: france-1, name: Napoleon}\n      - {slot: france-2}\n", "      - {slot: france-1, name: Napoleon}\n", "number-of-reserves"),
    ("armies", "      - {slot: france-2}", "      - {slot: france-3}", "slot"),
    ("armies", "      - {slot: austria-1}", "      []", "reserves-of-a-nation"),
    ("armies", "{at: strasbourg, strength: 6}", "{at: strasburg, strength: 7}", "no-such-duchy"),
    ("armies", "{at: strasbourg, strength: 6}", "{at: strasbourg, strength: 0}", "strength-of-units"),
    ("armies", "{at: strasbourg, strength: 6}", "{at: strasbourg, strength: 27}", "more-than-there-are"),
    ("armies", "{at: mainz, strength: 4}", "{at: strasbourg, strength: 4}", "units-twice"),
    ("armies", "{at: amsterdam, strength: 1}", "{at: vienna, strength: 1}", "units-abroad"),
    ("armies", "{at: amsterdam, strength: 1}", "{at: vienna, strength: 1}", "two-camps"),
    ("armies", "      - {at: cadiz, number: 2}          # Villeneuve", "      - {at: cadiz, number: 0}", "number-of-squadrons"),
    ("armies", "      - {at: cadiz, number: 2}          # Villeneuve", "      - {at: paris, number: 2}", "squadrons-without-port"),
    ("armies", "      - {at: cadiz, number: 2}          # Villeneuve", "      - {at: london, number: 2}", "squadrons-without-port"),
    ("armies", "      - {at: cadiz, number: 2}          # Villeneuve", "      - {at: cadix, number: 2}", "no-such-place"),
    ("armies", "      - {at: cadiz, number: 2}          # Villeneuve", "      - {at: black-sea, number: 2}", "squadrons-far-from-home"),
    ("armies", "      - {at: cadiz, number: 2}          # Villeneuve", "      - {at: gulf-of-cadiz, number: 2}", "two-camps"),
    ("armies", "name: Lannes, command: 4, battle: 3", "name: Lannes, command: 5, battle: 3", "command"),
    ("armies", "name: Lannes, command: 4, battle: 3", "name: Lannes, command: 4, battle: 5", "rating"),
    ("armies", "command: 4, battle: 3, at: strasbourg", "command: 4, battle: 3", "one-way-into-play"),
    ("armies", "command: 4, battle: 3, at: strasbourg", "command: 4, battle: 3, at: strasbourg, not_before: 1807", "one-way-into-play"),
    ("armies", "command: 4, battle: 3, at: strasbourg", "command: 4, battle: 3, at: tours", "leader-alone"),
    ("armies", "command: 4, battle: 3, at: strasbourg", "command: 4, battle: 3, at: strassbourg", "no-such-duchy"),
    ("armies", "command: 4, battle: 3, at: strasbourg", "command: 4, battle: 3, card: true", "leader-by-card"),
    ("armies", "command: 4, battle: 2, card: true", "command: 4, battle: 2, at: yard", "leader-by-card"),
    ("armies", "command: 4, battle: 3, not_before: 1807", "command: 4, battle: 3, not_before: 1809", "late-leaders"),
    ("armies", "{id: lannes, name: Lannes,", "{id: ney, name: Lannes,", "id-twice"),
    ("armies", "{id: napoleon,", "{id: bonaparte-n,", "no-napoleon"),
    ("armies", "{id: lannes, name: Lannes,", "{id: lannes, nation: france, name: Lannes,", "worked-out"),
    ("armies", "      - {id: frederick, name: Frederick, aliases: [Crown Prince Frederick, Frederik], command: 4, battle: 1, at: kiel}", "      []", "no-leader"),
    ("armies", "boxes: [1805, 1807, 1809, 1811, 1813, 1815]", "boxes: [1805, 1807, 1809, 1811, 1815]", "turns"),
    ("armies", "boxes: [1805, 1807, 1809, 1811, 1813, 1815]", "boxes: [1805, 1807, 1809, 1813, 1811, 1815]", "turns"),
    ("armies", "resource: {from: 0, to: 6, start: 0}", "resource: {from: 0, to: 5, start: 0}", "resource-track"),
    ("armies", "rows: [france, austria, britain, russia, prussia]", "rows: [france, austria, britain, russia]", "rows"),
    ("armies", "{id: client, name: Client, cost: 3}", "{id: clients, name: Client, cost: 3}", "columns"),
    ("armies", "{id: client, name: Client, cost: 3}", "{id: client, name: Client, cost: 0}", "cost-of-column"),
    ("armies", "{id: client, name: Client, cost: 3}", "{id: client, name: Client, cost: 3, shared: true}", "shared-column"),
    ("armies", "      denmark: {row: france, column: client}\n", "", "consul-missing"),
    ("armies", "denmark: {row: france, column: client}", "denmark: {row: france, column: clients}", "no-such-column"),
    ("armies", "denmark: {row: france, column: client}", "denmark: {column: client}", "row-of-consul"),
    ("armies", "denmark: {row: france, column: client}", "denmark: {row: france, column: ally}", "neutral-at-the-start"),
    ("armies", "denmark: {row: france, column: client}", "norway: {row: france, column: client}", "not-a-choice"),
    ("armies", "spain: {row: france, column: ally}", "spain: {row: france, column: client}", "consul-of-the-start"),
    ("cards", "  - id: metternich\n", "  - id: talleyrand\n", "id-twice"),
    ("cards", "  - id: res-napoleon\n", "  - id: talleyrand\n", "id-twice"),
    ("cards", "    number: 2\n", "    number: 1\n", "number-of-card"),
    ("cards", "    number: 2\n", "    number: 0\n", "number-of-card"),
    ("cards", "    cp: 6\n", "    cp: 7\n", "points-of-card"),
    ("cards", "title: \"Metternich Spins His Web\"", "title: \"Talleyrand\"", "name-of-two"),
    ("cards", "    kind: response\n    marks: []\n    timing: \"step:enemy\"\n", "    kind: response\n    marks: []\n", "response-without-timing"),
    ("cards", "    timing: \"step:enemy\"\n", "    timing: \"march:enemy\"\n", "not-a-choice"),
    ("cards", "    kind: diplomatic\n    marks: []\n    effects:", "    kind: diplomatic\n    marks: []\n    timing: \"step:own\"\n    effects:", "timing-of-response"),
    ("cards", "marks: [not_1805, discard_red]", "marks: [not_1805, not_1805]", "mark-twice"),
    ("cards", "marks: [not_1805, discard_red]", "marks: [discard_green, discard_red]", "one-discard"),
    ("cards", "marks: [not_1805, discard_red]", "marks: [not_1805, plus]", "plus-of-reserves"),
    ("cards", "marks: [not_1805, discard_red]", "marks: [not_1806]", "not-a-choice"),
    ("cards", "    discard_when: {resources: 2}", "    # discard_when", "discard-when"),
    ("cards", "    marks: []\n    effects:\n      - {do: consul, who: any, steps: 2, way: either", "    marks: [red]\n    effects:\n      - {do: consul, who: any, steps: 2, way: either", "red-leaves-a-choice"),
    ("cards", "marks: [red]\n    effects:\n      - {do: consul, who: turkey, steps: 2, way: left, rows: any", "marks: [red]\n    effects:\n      - {do: consul, who: turkey, steps: 2, way: right, rows: [russia, france]", "red-leaves-a-choice"),
    ("cards", "marks: [red]\n    effects:\n      - {do: consul, who: turkey, steps: 2, way: left, rows: any", "marks: [red]\n    effects:\n      - {do: consul, who: turkey, steps: 2, way: either, rows: any", "red-leaves-a-choice"),
    ("cards", "    effects:\n      - {do: draw, who: self, n: 1}\n    text", "    effects: []\n    text", "card-without-effects"),
    ("cards", "    kind: foreign_war\n", "    kind: event\n", "foreign-war-card"),
    ("cards", "    kind: lasting\n", "    kind: event\n", "until"),
    ("cards", "    kind: lasting\n", "    kind: temporary\n", "until"),
    ("cards", "    kind: event\n", "    kind: lasting\n", "changes-nothing"),
    ("cards", "    slot: france-2\n", "    slot: france-4\n", "no-slot"),
    ("cards", "    slot: france-2\n", "    slot: france-4\n", "empty-slot"),
    ("cards", "    nation: austria\n    slot: austria-1", "    nation: russia\n    slot: austria-1", "slot-of-another"),
    ("cards", "title: \"Parliament\"", "title: \"The Parliament\"", "name-of-slot"),
    ("cards", "rhine: [stuttgart, ulm", "rhine: [stutgart, ulm", "no-such-place"),
    ("cards", "{camp: coalition}", "{camp: coalition, role: attacker}", "one-word"),
    ("cards", "{camp: coalition}", "{below: 3}", "one-word"),
    ("cards", "{camp: coalition}", "{camp: coalition, below: 3}", "bounds"),
    ("cards", "{camp: coalition}", "{camp: allied}", "not-a-choice"),
    ("cards", "{camp: coalition}", "{weather: fine}", "unknown-key"),
    ("cards", "{camp: coalition}", "{with: [prussia, portugal]}", "not-a-choice"),
    ("cards", "{camp: coalition}", "{general_not_at: [napoleon, pari]}", "no-such-place"),
    ("cards", "{camp: coalition}", "{general_not_at: [napoleo, paris]}", "no-such-general"),
    ("cards", "{in_battle: napoleon}", "{in_battle: bonaparte}", "no-such-general"),
    ("cards", "{controls: [france, warsaw]}", "{controls: [france, warszawa]}", "no-such-duchy"),
    ("cards", "{target_in: \"home:self\"}", "{target_in: \"home:everywhere\"}", "no-word-for-places"),
    ("cards", "{target_in: \"home:self\"}", "{target_in: \"anywhere\"}", "no-word-for-places"),
    ("cards", "{turn_from: 1811}", "{turn_from: 1812}", "no-such-turn"),
    ("cards", "{zones: britain, at_least: 4}", "{zones: britain, below: 4}", "bounds"),
    ("cards", "{camp_zones: britain, below: 6}", "{camp_zones: britain}", "bounds"),
    ("cards", "ends_if: {camp_zones: britain, at_least: 6}", "ends_if: {camp_zones: britain}", "bounds"),
    ("cards", CONSCRIPTS, "{do: places, who: self, what: unit, n: 2, where: \"home:self\"}", "not-a-choice"),
    ("cards", CONSCRIPTS, "{who: self, what: unit, n: 2, where: \"home:self\"}", "missing-key"),
    ("cards", CONSCRIPTS, "{do: place, who: self, what: unit, where: \"home:self\"}", "missing-key"),
    ("cards", CONSCRIPTS, "{do: place, who: self, what: unit, n: 2, where: \"home:self\", at: paris}", "unknown-key"),
    ("cards", CONSCRIPTS, "{do: place, who: everyone, what: unit, n: 2, where: \"home:self\"}", "not-a-choice"),
    ("cards", CONSCRIPTS, "{do: place, who: self, what: unit, n: 0, where: \"home:self\"}", "at-least-one"),
    ("cards", CONSCRIPTS, "{do: place, who: self, what: unit, n: two, where: \"home:self\"}", "not-a-number"),
    ("cards", CONSCRIPTS, "{do: place, who: self, what: unit, n: 2, where: home}", "no-word-for-places"),
    ("cards", CONSCRIPTS, "{do: place, who: self, what: unit, n: 2, where: [vienna, pari]}", "no-such-place"),
    ("cards", CONSCRIPTS, "{do: place, who: self, what: unit, n: 2, where: \"list:elbe\"}", "no-such-list"),
    ("cards", CONSCRIPTS, "{do: place, who: self, what: unit, n: 2, where: \"with:nelson\"}", "no-such-general"),
    ("cards", CONSCRIPTS, "{do: place, who: chosen, what: unit, n: 2, where: \"home:chosen\"}", "refers-to-nothing"),
    ("cards", CONSCRIPTS, "{do: place, who: receiver, what: unit, n: 2, where: \"home:france\"}", "refers-to-nothing"),
    ("cards", CONSCRIPTS, "{do: consul, who: other, steps: 1, way: left}", "refers-to-nothing"),
    ("cards", CONSCRIPTS, "{do: stop, force: target}", "refers-to-nothing"),
    ("cards", CONSCRIPTS, "{do: attrition, lost_on: 2}", "force-or-where"),
    ("cards", CONSCRIPTS, "{do: attrition, lost_on: 7, where: [paris]}", "number-of-a-die"),
    ("cards", CONSCRIPTS, "{do: take, who: france, what: unit, n: all, where: anywhere, to: eliminated}", "all-of-a-force"),
    ("cards", CONSCRIPTS, "{do: take, who: france, what: unit, n: some, where: anywhere, to: eliminated}", "not-a-number"),
    ("cards", CONSCRIPTS, "{do: leader, who: france, name: ney, fate: killed, roll: 4}", "roll-and-else"),
    ("cards", CONSCRIPTS, "{do: leader, who: france, name: grouchy, fate: killed}", "no-such-general"),
    ("cards", CONSCRIPTS, "{do: regroup, who: france, n: 1, name: grouchy}", "no-such-general"),
    ("cards", CONSCRIPTS, "{do: end_event, what: lasting, which: talleyrand}", "ends-another-kind"),
    ("cards", CONSCRIPTS, "{do: end_event, what: lasting, which: the-code}", "no-such-card"),
    ("cards", CONSCRIPTS, "{do: off_map, who: france, what: squadron, n: [3, 1], box: fleets}", "from-to"),
    ("cards", CONSCRIPTS, "{do: rally, side: own}", "rally-number"),
    ("cards", CONSCRIPTS, "{do: rally, side: own, faces: [9], of: these_dice}", "number-of-a-die"),
    ("cards", CONSCRIPTS, "{do: cp, who: self, n: 1, use: []}", "each-once"),
    ("cards", CONSCRIPTS, "{do: cp, who: self, n: 1, use: [land, land]}", "each-once"),
    ("cards", CONSCRIPTS, "{do: one_of, options: [[{do: refit, who: self, n: 1}]]}", "several-options"),
    ("cards", CONSCRIPTS, "{do: one_of, options: [[{do: refit, who: self, n: 0}], [{do: sixth_turn}]]}", "at-least-one"),
    ("cards", "what: rout_margin, who: both, n: -1", "what: draw_number, who: both, n: never", "never-a-rout"),
    ("cards", "what: rout_margin, who: both, n: -1", "what: rout_margin, who: both, n: always", "not-a-number"),
    ("cards", "what: rout_margin, who: both, n: -1", "what: rout_margin, links: [pass], who: both, n: -1", "links-of-steps"),
    ("cards", "demand: {unit: 2}", "demand: {}", "demands-nothing"),
    ("cards", "demand: {unit: 2}", "demand: {units: 2}", "unknown-key"),
    ("cards", "round: 1, arena: land", "round: 3, arena: land", "not-a-choice"),
    ("cards", "round: 1, arena: land", "round: '1', arena: land", "not-a-number"),
    ("cards", "round: 1, arena: land", "round: first, arena: land", "not-a-choice"),
]  # fmt: skip

TYPED = {"not-a-choice", "not-a-number", "unknown-key", "missing-key", "wrong-length"}
"""What types find: told alone, for all else may follow from it."""
ODD = ("null", "yes", "3", "0x1f", "010", "1e3", "1_000", "2001-01-01", "~", "''", "!!str 3", "&a", "1:30", ".inf", "-")
ROUNDS = tries(12, 40)


PARSED = lru_cache(maxsize=6)(data._nodes)


@pytest.fixture(autouse=True)
def _parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that a slip does not change, which are most, are parsed once for all tests."""
    monkeypatch.setattr(data, "_nodes", PARSED)


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    shutil.copytree(HISTORICAL, tmp_path / "printed")
    return tmp_path / "printed"


@pytest.fixture
def plant(edition: Path) -> Callable[[str, str, str], int]:
    """Change a file of the edition once; give the line of the change."""

    def change(name: str, old: str, new: str) -> int:
        path = edition / f"{name}.yaml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    return change


def check(folder: Path) -> tuple[FileFault, ...]:
    """The faults of the edition in *folder*."""
    assert TNW.edition_type is not None
    files = {name: folder / f"{name}.yaml" for name in (*STORE.names, "labels")}
    return read_edition({name: file.read_bytes() for name, file in files.items()}, TNW.edition_type()).faults


def test_the_historical_edition_is_sound() -> None:
    assert check(HISTORICAL) == ()


@pytest.mark.parametrize(("name", "old", "new", "code"), PLANTED, ids=[f"{p[3]}-{n}" for n, p in enumerate(PLANTED)])
def test_a_slip_of_the_pen_is_found_and_said(
    edition: Path, plant: Callable[[str, str, str], int], name: str, old: str, new: str, code: str
) -> None:
    line = plant(name, old, new)

    faults = check(edition)

    assert code in {found.fault.problem.code for found in faults}
    if code in TYPED:
        lines = range(line, line + new.count("\n") + 1)
        assert [(found.file, found.fault.place.line in lines) for found in faults] == [(f"{name}.yaml", True)]
    words = Words(TNW.words, Lexicon({}), tools=TNW.tools)
    for found in faults:
        said = _as_data(words, found)["says"]
        assert said
        assert "{" not in said


def test_a_deck_of_fewer_cards_than_the_first_hands_is_too_small(edition: Path) -> None:
    path = edition / "cards.yaml"
    head, *cards = path.read_text(encoding="utf-8").split("  - id: ")
    reserves = [at for at, card in enumerate(cards) if card.startswith("res-")]
    path.write_text(
        "  - id: ".join((head, *cards[:25], *cards[reserves[0] :])).replace(
            "  - id: res-napoleon", "reserves:\n  - id: res-napoleon", 1
        ),
        encoding="utf-8",
    )

    assert "deck-too-small" in {found.fault.problem.code for found in check(edition)}


def test_an_island_without_a_port_is_out_of_reach(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    line = plant("map", "kind: fortress, strength: 2, port: [ionian-sea]}", "kind: fortress, strength: 2}")  # Malta
    plant("map", "ports: [malta, palermo, corfu]", "ports: [palermo, corfu]")

    found = {each.fault.problem.code: each.fault.place.line for each in check(edition)}
    assert found["out-of-reach"] == line


def test_every_problem_is_planted() -> None:
    (folder,) = TNW.words
    said = plain((folder / "phrases.en.yaml").read_bytes())["edition"]

    of_labels = {"labels-missing", "labels-unreadable", "labels-outdated", "labels-overlap"}  # drawing/test_placement
    assert set(said) - {code for *_, code in PLANTED} == {"deck-too-small", "out-of-reach"} | of_labels


def test_a_fault_names_file_and_line_and_what_was_expected(
    edition: Path, plant: Callable[[str, str, str], int]
) -> None:
    line = plant("map", "[linz, vienna]", "[lintz, vienna]")

    shown = CliRunner().invoke(main, ["edition", "check", str(edition)])

    assert shown.exit_code == 1
    assert f"map.yaml:{line}: there is no duchy `lintz`; did you mean linz" in shown.output


def test_all_faults_are_told_at_once(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    plant("map", "[linz, vienna]", "[lintz, vienna]")
    plant("armies", "    hand: 6\n", "    hand: 5\n")
    plant("cards", "{turn_from: 1811}", "{turn_from: 1812}")

    assert [found.fault.problem.code for found in check(edition)] == ["of-a-nation", "no-such-turn", "no-such-duchy"]


def test_what_follows_from_an_unreadable_duchy_is_not_told(
    edition: Path, plant: Callable[[str, str, str], int]
) -> None:
    plant("map", "x: 765, y: 690, nation: france", "x: 765, y: 690, nation: alsace")  # Strasbourg, a Key with an army

    assert [found.fault.problem.code for found in check(edition)] == ["not-a-choice"]


def test_what_the_check_can_read_can_be_played_with() -> None:
    """The check reads for faults and a game for speed: the check must not take what a game cannot."""
    chance = Random("edition of a war")
    texts = {name: (HISTORICAL / f"{name}.yaml").read_text(encoding="utf-8") for name in STORE.names}
    readable = 0
    for _ in range(ROUNDS):
        name = chance.choice(STORE.names)
        words = list(re.finditer(r"[^\s,:\[\]{}#]+|[,:\[\]{}]", texts[name]))
        spot = chance.choice(words)
        other = chance.choice([*(word.group() for word in words), *ODD])
        raw = {each: text.encode() for each, text in texts.items()}
        raw[name] = f"{texts[name][: spot.start()]}{other}{texts[name][spot.end() :]}".encode()
        if read_edition(raw, EditionType(files=TnwEditionFiles, check=lambda files, unread: ())).faults:
            continue
        readable += 1
        data = {each: plain(text) for each, text in raw.items()}
        assert isinstance(msgspec.convert(data, TnwEditionFiles), TnwEditionFiles)
    assert readable
