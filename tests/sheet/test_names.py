import pytest

from pbem.engine.reading import Lexicon
from pbem.sheet.names import Clash, Names, names_of
from tests.sheet.orders import LEXICON

NAMES = Names(LEXICON)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Prag", "prag"),
        ("PRAHA", "prag"),
        ("Koniggratz", "hradec"),
        ("KOENIGGRAETZ", "hradec"),
        ("Königgra\u0308tz", "hradec"),
        ("Hradec Kralove", "hradec"),
        ("hradec", "hradec"),
        ("Strassburg", "strassburg"),
        ("STRASSBURG", "strassburg"),
        ("wiener-neustadt", "wiener-neustadt"),
        ("Neuhäus", "neuhaeus"),
        ("  Linz ", "linz"),
    ],
)
def test_any_usual_spelling_of_a_city_is_found(written: str, meant: str) -> None:
    assert NAMES.find(written, "city") == (meant,)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("Lothringen", "karl"), ("Karl Lothringen", "karl"), ("d’Arenberg", "arenberg"), ("belle isle", "belle-isle")],
)
def test_a_general_is_found_by_part_of_the_name(written: str, meant: str) -> None:
    assert NAMES.find(written, "general") == (meant,)


def test_a_whole_name_wins_over_part_of_another() -> None:
    assert NAMES.find("Neustadt", "city") == ("neustadt",)


def test_an_unclear_name_gives_all_that_it_may_mean() -> None:
    assert NAMES.find("Frankfurt", "city") == ("frankfurt-main", "frankfurt-oder")
    assert NAMES.find("Linz", "city", "general") == ("linz", "linz-general")


def test_a_particle_is_no_name() -> None:
    assert NAMES.find("von", "general") == ()


def test_a_near_name_is_offered_and_never_taken() -> None:
    assert NAMES.find("Prga", "city") == ()
    assert NAMES.nearest("Prga", "city") == ("Prag",)
    assert NAMES.nearest("Koenigsgraetz", "city") == ("Königgrätz",)
    assert NAMES.nearest("xyz", "city") == ()


CARDS = Names(
    Lexicon(
        {
            "card": {
                "council-of-war": ("A Council of War", "council-of-war"),
                "res-vienna": ("Council of War in Vienna", "res-vienna"),
                "gift": ("An Ambassador's Gift", "gift"),
            },
            "general": {"liechtenstein": ("Liechtenstein",), "john": ("John",), "johnson": ("Johnson",)},
        }
    )
)


@pytest.mark.parametrize(
    ("written", "kind", "meant"),
    [
        ("Ambassador", "card", ("gift",)),
        ("Council of War", "card", ("council-of-war", "res-vienna")),
        ("A Council of War", "card", ("council-of-war",)),
        ("council-of-war", "card", ("council-of-war",)),
        ("Liechtenst.", "general", ("liechtenstein",)),
        ("Liech.", "general", ("liechtenstein",)),
        ("Liechtenst", "general", ("liechtenstein",)),
        ("Liech", "general", ("liechtenstein",)),
        ("Lie.", "general", ()),
        ("Lie", "general", ()),
        ("Joh", "general", ("john", "johnson")),
        ("Ambas", "card", ()),
        ("Liechtenst. with", "general", ()),
        ("John", "general", ("john",)),
    ],
)
def test_a_short_or_begun_name_is_all_that_it_may_be(written: str, kind: str, meant: tuple[str, ...]) -> None:
    assert CARDS.find(written, kind) == meant


@pytest.mark.parametrize("written", ["Traun.", "Leopold", "troop.", "Such."])
def test_a_common_word_or_the_name_of_something_else_begins_no_name(written: str) -> None:
    places = {"traunstein": ("Traunstein",), "leopoldstadt": ("Leopoldstadt",), "troppau": ("Troppau",)}
    people = {"traun": ("Traun",), "leopold": ("Erbprinz Leopold",), "suchet": ("Suchet",)}
    names = Names(Lexicon({"city": places, "general": people}))
    assert not set(names.find(written, "city", "general")) & {*places, "suchet"}
    assert names.find("Traunst.", "city") == ("traunstein",)


TOWNS = {
    "nuremberg": ("Nuremberg", "Nürnberg"),
    "stuttgart": ("Stuttgart", "Württemberg"),
    "mainz": ("Mainz",),
    "linz": ("Linz",),
    "malta": ("Malta",),
    "toulon": ("Toulon",),
    "toulouse": ("Toulouse",),
}


@pytest.mark.parametrize(
    ("written", "meant"),
    [("Nuremburg", "nuremberg"), ("Malt", "malta"), ("Maiz", "mainz"), ("Minz", ""), ("Lnz", ""), ("Toulo", "")],
)
def test_a_slip_counts_where_no_second_name_is_as_close(written: str, meant: str) -> None:
    assert Names(Lexicon(kinds={"city": TOWNS})).slip(written, "city") == meant


@pytest.mark.parametrize(
    ("written", "misheard"),
    [("Stutgart", True), ("Toullon", True), ("Stuttgart", False), ("nuernberg", False), ("Wurttemberg", False)],
)
def test_a_letter_doubled_or_not_is_heard_but_known_from_another_alphabet(written: str, misheard: bool) -> None:
    names = Names(Lexicon(kinds={"city": TOWNS}))
    (found,) = names.find(written, "city")
    assert names.misheard([written], found, "city") is misheard


def test_a_suit_is_part_of_a_name() -> None:
    names = Names(Lexicon(kinds={"card": {"h7": ("♥7",), "c7": ("♣7",)}}))
    assert names.find("♣7", "card") == ("c7",)
    assert names.find("♠7", "card") == ()


def test_a_name_is_spelled_so_that_it_is_clear() -> None:
    assert NAMES.spell("linz", "city") == "Linz"
    for city in LEXICON.kinds["city"]:
        assert NAMES.find(NAMES.spell(city, "city"), "city") == (city,)


def test_the_names_of_a_lexicon_are_made_once_and_those_of_another_apart() -> None:
    one, other = (Lexicon(kinds={"city": {city: (city.title(),)}}) for city in ("prag", "wien"))
    assert names_of(one) is names_of(one)
    assert [names_of(lexicon).find("Prag", "city") for lexicon in (one, other, one)] == [("prag",), (), ("prag",)]


def test_ids_that_sound_alike_are_told() -> None:
    names = Names(Lexicon(kinds={"city": {"a": ("Neuhaus",), "b": ("Neuhaeus",), "c": ("Neuhaaus",)}}))
    assert Clash("city", "Neuhaus", ("a", "b")) not in names.clashes()
    assert Names(Lexicon(kinds={"city": {"a": ("Müller",), "b": ("Mueler",)}})).clashes() == (
        Clash("city", "Müller", ("a", "b")),
    )
    assert Names(Lexicon(kinds={"city": {"a": ("Prag",), "b": ("Wien",)}})).clashes() == ()


def test_a_slip_in_a_name_of_several_things_is_none_of_them() -> None:
    names = names_of(Lexicon({"train": {"one": ("Austrian train 1", "Austrian train"), "two": ("Austrian train",)}}))
    assert names.find("Austrian train", "train") == ("one", "two")
    assert names.slip("Austrian trian", "train") == ""
    assert names.slip("Austrian trian 1", "train") == "one"


def test_a_word_of_orders_is_no_name_misspelt() -> None:
    assert Names(Lexicon(kinds={"city": {"wohlau": ("Wohlau", "Wolow")}})).slip("follow", "city") == ""
    assert Names(Lexicon(kinds={"city": {"wohlau": ("Wohlau", "Wolow")}})).slip("Wohlua", "city") == "wohlau"


@pytest.mark.parametrize(
    ("word", "city"), [("flees", "Pleß"), ("halt", "Halle"), ("Crossing", "Crossen"), ("halts", "Halle")]
)
def test_a_common_word_is_no_name_misspelt(word: str, city: str) -> None:
    assert Names(Lexicon(kinds={"city": {"there": (city,)}})).slip(word, "city") == ""


@pytest.mark.parametrize("word", ["Toulon no", "Toulon not", "no Toulon", "Toulon or"])
def test_a_word_beside_a_name_is_no_slip(word: str) -> None:
    assert Names(Lexicon(kinds={"city": {"toulon": ("Toulon",)}})).slip(word, "city") == ""


def test_a_word_beside_a_name_is_no_slip_in_a_longer_one() -> None:
    names = Names(Lexicon(kinds={"nation": {"austria": ("Austria", "Austrians")}}))
    assert names.slip("Austria ends", "nation") == ""
    assert names.slip("Austriens", "nation") == "austria"


@pytest.mark.parametrize(
    ("slip", "city"), [("Plesz", "Pleß"), ("lPess", "Pleß"), ("Croszen", "Crossen"), ("Wresden", "Dresden")]
)
def test_a_short_name_misspelt_keeps_its_first_letter(slip: str, city: str) -> None:
    found = Names(Lexicon(kinds={"city": {"there": (city,)}})).slip(slip, "city")
    assert found == ("" if slip == "Wresden" else "there")


@pytest.mark.parametrize(
    "written", ["Charles, John", "Charles,John", "Karl. Johan", "charles - john", "Charles – John"]
)
def test_a_name_never_runs_over_a_mark_between_two_others(written: str) -> None:
    own = {"charles": ("Charles", "Karl"), "john": ("John", "Johann"), "bernadotte": ("Charles John", "Karl Johan")}
    names = Names(Lexicon({"general": own, "card": {"squares": ("Steady, the Squares",)}}))
    assert names.find(written, "general") == ()
    assert names.find("Charles John", "general") == ("bernadotte",)
    assert names.find("Steady, the Squares", "card") == ("squares",)
