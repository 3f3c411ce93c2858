"""The names of places, nations, generals and cards as players write them."""

import unicodedata

import pytest

from pbem.engine.reading import Lexicon
from pbem.sheet.names import Names, names_of
from pbem_tnw.edition.edition import named
from pbem_tnw.lexicon import lexicon, seat_names
from pbem_tnw.position.state import WarState

VIEW = WarState(
    edition=named("historical").key, players=2, control={"france": "france", "spain": "france", "russia": "coalition"}
)
WORDS = lexicon(VIEW, "france")
NAMES = names_of(WORDS)
TOGETHER = (
    ("place", "nation", "general", "box"),
    ("nation", "camp", "column"),
    ("seat", "nation", "camp"),
    ("card",),
)
"""Kinds of things of which one or another may stand in one place."""


def spelled(kind: str) -> list[tuple[str, str]]:
    return [(spelling, each) for each, spellings in WORDS.kinds[kind].items() for spelling in spellings]


@pytest.mark.parametrize("kind", WORDS.kinds)
def test_no_spelling_means_two_things_of_a_kind(kind: str) -> None:
    assert [clash for clash in NAMES.clashes() if clash.kind == kind] == []


@pytest.mark.parametrize("kinds", TOGETHER)
def test_no_spelling_means_two_things_that_may_stand_in_one_place(kinds: tuple[str, ...]) -> None:
    everything: dict[str, tuple[str, ...]] = {}  # a seat may bear the name of its nation or Camp
    for each, said in ((each, said) for kind in kinds for each, said in WORDS.kinds[kind].items()):
        everything[each] = (*everything.get(each, ()), *said)
    assert Names(Lexicon({"thing": everything})).clashes() == ()
    for kind in kinds:
        wrong = {said: NAMES.find(said, *kinds) for said, each in spelled(kind) if NAMES.find(said, *kinds) != (each,)}
        assert wrong == {}


def bare(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


@pytest.mark.parametrize("kind", WORDS.kinds)
def test_every_spelling_is_found_without_accents_and_capitals(kind: str) -> None:
    for spelling, each in spelled(kind):
        for written in (spelling, spelling.upper(), spelling.casefold(), bare(spelling), f" {spelling} "):
            assert NAMES.find(written, kind) == (each,), written


@pytest.mark.parametrize(
    ("written", "kind", "wanted"),
    [
        ("Köln", "duchy", "cologne"),
        ("Koeln", "duchy", "cologne"),
        ("koln", "place", "cologne"),
        ("Straßburg", "place", "strasbourg"),
        ("St Petersburg", "duchy", "st-petersburg"),
        ("Marseille", "duchy", "toulon"),
        ("Mer du Nord", "zone", "north-sea"),
        ("Ärmelkanal", "place", "english-channel"),
        ("la manche", "place", "english-channel"),
        ("Blücher", "general", "blucher"),
        ("bluecher", "general", "blucher"),
        ("Кутузов", "general", "kutuzov"),
        ("Erzherzog Karl", "general", "charles"),
        ("Massena", "general", "massena"),
        ("Österreich", "nation", "austria"),
        ("Ottomans", "nation", "turkey"),
        ("French", "nation", "france"),
        ("British", "nation", "britain"),
        ("Kaiserliches Lager", "camp", "imperial"),
        ("The Civil Code", "card", "code-civil"),
        ("civil code", "card", "code-civil"),
        ("code-civil", "card", "code-civil"),
        ("no. 31", "card", "grand-battery"),
        ("No 31", "card", "grand-battery"),
        ("31", "card", "grand-battery"),
        ("#31", "card", "grand-battery"),
        ("Nr.31", "card", "grand-battery"),
        ("card 31", "card", "grand-battery"),
        ("Gallant Danes", "card", "res-gallant-danes"),
        ("Verbündeter", "column", "ally"),
        ("regroup", "box", "regroup"),
        ("Coalition", "seat", "coalition"),
        ("Frankreich", "seat", "france"),
        ("the coalition", "seat", "coalition"),
    ],
)
def test_players_write_names_in_their_own_way(written: str, kind: str, wanted: str) -> None:
    assert NAMES.find(written, kind) == (wanted,)


def test_letters_use_the_first_spelling() -> None:
    assert [WORDS.name(*each) for each in (("duchy", "cologne"), ("nation", "britain"), ("card", "code-civil"))] == [
        "Cologne", "Britain", "The Civil Code",
    ]  # fmt: skip


def test_a_reserve_has_no_number() -> None:
    assert WORDS.kinds["card"]["res-senate"] == ("Decree of the Senate", "res-senate")
    assert NAMES.find("no. 0", "card") == ()


def test_a_seat_answers_to_the_names_of_its_nations() -> None:
    found = seat_names(VIEW)
    assert {"France", "Spain", "España"} <= set(found["france"])
    assert "Russland" in found["coalition"]


def test_seats_that_are_drawn_have_numbers() -> None:
    drawn = WarState(edition=VIEW.edition, players=3, control={"france": "player-2"})
    assert names_of(lexicon(drawn, "player-2")).find("player 2", "seat") == ("player-2",)
    assert lexicon(drawn, "player-1").kinds["seat"].keys() == {"player-1", "player-2", "player-3"}


def test_with_three_players_one_seat_has_two_emperors() -> None:
    three = WarState(edition=VIEW.edition, players=3, control={"austria": "emperors", "russia": "emperors"})
    assert names_of(lexicon(three, "emperors")).find("emperors", "seat") == ("emperors",)


@pytest.mark.parametrize(
    "word", ["turn", "here", "like", "again", "use", "such", "more", "lines", "ally", "condition", "wieder", "Genau"]
)
def test_an_ordinary_word_is_no_misspelt_name(word: str) -> None:
    kinds = ("duchy", "zone", "nation", "general", "card", "seat", "camp", "column", "box")
    assert [kind for kind in kinds if NAMES.slip(word, kind)] == []


@pytest.mark.parametrize("kind", ["general", "place", "nation"])
def test_no_name_of_several_words_is_made_of_other_names(kind: str) -> None:
    for spelling, each in spelled(kind):
        words = spelling.replace("-", " ").split()
        ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        for found in ([NAMES.find(part, kind) for part in way] for way in ways):
            assert not all(len(ids) == 1 and ids != (each,) for ids in found), spelling
