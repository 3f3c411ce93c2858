"""What forms read and write, for every order type of every game."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, get_args

import pytest

from pbem.engine.menu import TextField
from pbem.engine.order import OrderPath
from pbem.engine.playtest import OrderMaker
from pbem.engine.ruleset import Ruleset
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem.web.forms.choosing import change, put, seen
from pbem.web.forms.fields import NO_HINTS, FilledField, form_of, plain_of, steps_below
from pbem.web.forms.offering import FormOffers
from pbem.web.forms.page import PartForm
from pbem.web.forms.reading import FormReader
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.long import LONG
from tests.toy import TOY
from tests.toy.islands.playtest import guess as islands_guess
from tests.toy.islands.ruleset import ISLANDS
from tests.toy.playtest import guess as toy_guess
from tests.web.forms.building import built, form_for
from tests.web.forms.orders import AskedOrder, asked_orders

GAMES: Mapping[str, tuple[Ruleset, Mapping[str, Any], int]] = {
    "maria": (MARIA, {"scenario": "advanced", "players": "3"}, 90),
    "maria-introductory": (MARIA, {"scenario": "introductory", "players": "3"}, 40),
    "tnw": (TNW, {"players": "3"}, 40),
    "toy": (TOY, {}, 40),
    "islands": (ISLANDS, {}, 40),
}
GUESSES: Mapping[str, OrderMaker] = {"toy": toy_guess, "islands": islands_guess}
RULING = {"RulingOrders", "WarRuling", "Award", "Ruling"}
"""The moderator's orders, for which no seat has a form."""
RARE = {
    "TrumpOrders", "PlacingOrders", "ExpeditionOrders", "GiveWayOrders", "WithdrawOrders", "PeaceOrders",
    "ComebackOrders", "SaxonyOrders", "ElectionOrders", "StandingOrders", "StandingSheet", "PlayOrders", "Standing",
    "ImpulseSheet", "HoldAnswer",
}  # fmt: skip
"""Questions that a short random game need not come to; their forms are tested by what a sheet may say."""


@cache
def asked(game: str) -> tuple[AskedOrder, ...]:
    ruleset, settings, most = GAMES[game]
    return tuple(asked_orders(ruleset, settings, f"forms {game}", most, GUESSES.get(game)))


def reader_for(ruleset: Ruleset, one: AskedOrder) -> FormReader:
    lexicon = ruleset.lexicon(one.view, one.decision.seat)
    return FormReader(one.decision.takes, lexicon, ruleset.forms or NO_HINTS)


def unread(filled: FilledField, path: OrderPath = ()) -> Iterator[tuple[OrderPath, str]]:
    """What of a form is text that no other control is for."""
    if filled.raw:
        yield path, filled.text
    for steps, part in steps_below(filled):
        yield from unread(part, (*path, *steps))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_chosen_key_by_key_is_read_as_the_order(game: str) -> None:
    ruleset = GAMES[game][0]
    for one in asked(game):
        reader = reader_for(ruleset, one)
        form = reader.read(write_sheet(one.order, reader.lexicon))
        assert list(unread(form.filled)) == []
        text = ""
        for key, filled in sorted(form.keys.items(), key=lambda each: each[0] == "passes"):
            made = put(reader, text, reader.read(text), key, filled)
            assert made.refused == "", (key, plain_of(filled), text)
            text = made.text
        if text.strip():
            read = read_sheet(text, one.decision.takes, reader.lexicon, passing=one.decision.default)
            assert read.order == one.order, text


EACH = 2 if LONG else 1
"""So many orders of each type are made by the controls of their form: those that say most and have room in it."""


class Telling(NamedTuple):
    """The form for a question, and the sheet that it is to come to."""

    form: PartForm
    sheet: str
    asked: AskedOrder


def telling(game: str) -> Iterator[Telling]:
    """Some orders of each type."""
    ruleset = GAMES[game][0]
    by_type: dict[type, list[AskedOrder]] = {}
    for one in asked(game):
        by_type.setdefault(type(one.order), []).append(one)
    for found in by_type.values():
        sheets = [write_sheet(one.order, ruleset.lexicon(one.view, one.decision.seat)) for one in found]
        longest = sorted(range(len(found)), key=lambda number: (len(sheets[number]), number), reverse=True)
        every = (
            Telling(form_for(ruleset, one.view, one.decision), sheets[n], one) for n in longest for one in [found[n]]
        )
        roomy = [*islice((each for each in every if has_room(each)), EACH)]
        assert roomy, "no order of a random game has controls"
        yield from roomy


def has_room(one: Telling) -> bool:
    """Whether the form has controls when it says all of the sheet."""
    return not one.form.shown(one.sheet, (), frozenset()).too_long


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_sheet_says_can_be_said_by_the_controls_of_its_form(game: str) -> None:
    for form, sheet, one in telling(game):
        text = built(form, sheet)
        if text.strip():
            read = read_sheet(text, one.decision.takes, form.lexicon, passing=one.decision.default)
            assert read.order == one.order, text


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_form_that_is_sent_as_it_was_shown_changes_no_byte(game: str) -> None:
    ruleset = GAMES[game][0]
    for one in asked(game):
        reader = reader_for(ruleset, one)
        text = "# my orders\n" + write_sheet(one.order, reader.lexicon).replace("\n", "   # so be it\n", 1)
        offers = FormOffers(reader.lexicon, (), {}, ruleset.forms)
        form = reader.read(text)
        for key, filled in form.keys.items():
            made = change(reader, text, {f"{key}/seen": seen(filled)}, offers, f"set:{key}")
            assert (made.text, made.refused) == (text, "")


@pytest.mark.slow
def test_random_games_come_to_every_common_question() -> None:
    met = {type(one.order).__name__ for game in GAMES for one in asked(game)}
    types = {order.__name__ for ruleset in (MARIA, TNW, TOY, ISLANDS) for order in get_args(ruleset.orders)}
    assert types - met <= RULING | RARE


@pytest.mark.parametrize("ruleset", [MARIA, TNW], ids=lambda each: each.name)
def test_no_key_of_an_order_of_a_seat_is_plain_text(ruleset: Ruleset) -> None:
    for order in get_args(ruleset.orders):
        if order.__name__ not in RULING:
            assert ruleset.forms
            keys = form_of(order, ruleset.forms).keys
            assert [key.name for key in keys if key.field == TextField()] == []
