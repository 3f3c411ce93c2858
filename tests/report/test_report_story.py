import pytest

from pbem.engine.event import PUBLIC
from pbem.engine.order import Order
from pbem.engine.table import Answered, Entry, Table
from pbem.report.context import Paragraph
from pbem.report.story import paragraphs, past_of, private, story, undone_entries
from pbem.report.words import MissingPhrase
from tests.report.game import HiddenDealt, Marched, played, words

BLUE = "Blue [green] {{ me }}"


def test_the_public_story_tells_the_public_copies() -> None:
    assert story(words(), played().entries, PUBLIC) == [
        "Dealing",
        "Red draws 1 card.",
        f"{BLUE} draws 2 cards.",
        "Red's stage, turn 1st",
        "Red marches Linz > Enns.",
    ]


def test_a_seat_is_told_apart_what_only_it_saw() -> None:
    assert private(words(), played().entries, "red") == ["Dealing", "You draw ♥7."]
    assert private(words(), played().entries, "blue") == ["Dealing", "You draw ♠3 and ♣9."]
    assert private(words(), played().entries, PUBLIC) == []


def test_a_seat_s_whole_story_is_in_the_order_of_the_log() -> None:
    assert story(words(), played().entries, "red")[1:3] == ["You draw ♥7.", f"{BLUE} draws 2 cards."]


def test_paragraphs_follow_the_steps_of_play() -> None:
    march = Entry(3, (Marched(seat="blue", way=("steyr", "enns")),), "unheaded")
    assert paragraphs(words(), [*played().entries, march], PUBLIC) == [
        Paragraph("Dealing", ("Red draws 1 card.", f"{BLUE} draws 2 cards.")),
        Paragraph("Red's stage, turn 1st", ("Red marches Linz > Enns.", f"{BLUE} marches Steyr > Enns.")),
    ]


def test_a_letter_that_begins_below_a_heading_of_second_rank_says_where_it_is() -> None:
    table = played()
    marches = [
        Entry(3, (Marched(seat="red", way=("enns", "steyr")),), "skirmish"),
        Entry(4, (Marched(seat="red", way=("steyr", "linz")),), "unheaded"),
    ]
    for march in marches:
        table.replay(march)
    assert paragraphs(words(), table.entries[3:], PUBLIC, past_of(table)) == [
        Paragraph("Red's stage, turn 1st"),
        Paragraph("A skirmish", ("Red marches Steyr > Linz.",), level=2),
    ]
    table.rewind(3, "")
    table.replay(Entry(6, (Marched(seat="red", way=("steyr", "enns")),), "unheaded"))
    assert [each.heading for each in paragraphs(words(), table.entries[5:], PUBLIC, past_of(table))] == [
        "Red's stage, turn 1st",
        "A skirmish",
    ]
    table.rewind(2, "")
    table.replay(Entry(8, (Marched(seat="red", way=("enns", "linz")),), "unheaded"))
    assert [each.heading for each in paragraphs(words(), table.entries[7:], PUBLIC, past_of(table))] == [
        "Red's stage, turn 1st"
    ]


def test_an_event_without_a_key_is_an_error() -> None:
    class Unsung(HiddenDealt, frozen=True):
        pass

    with pytest.raises(MissingPhrase, match="events: unsung"):
        story(words(), [Entry(1, (Unsung(seat="red", count=1),))], PUBLIC)


def test_what_was_undone_is_marked_and_the_notice_is_told_to_all() -> None:
    table = played()
    table.rewind(1, "a\nwrong sheet")
    table.replay(Entry(4, (Marched(seat="blue", way=("steyr", "enns")),)))
    notice = "The moderator has rewound the game to its beginning (“Dealing”), for this reason: a wrong sheet."
    for seat in (PUBLIC, "red", "blue"):
        assert story(words(), table.entries, seat)[3:] == [
            "[undone] Red's stage, turn 1st",
            "[undone] Red marches Linz > Enns.",
            "The game is rewound",
            f"{notice} Everything after that is undone.",
            "Dealing",
            f"{BLUE} marches Steyr > Enns.",
        ]


def test_after_a_rewind_the_story_goes_on_under_the_heading_it_came_to() -> None:
    table = played()
    table.rewind(1, "")
    table.replay(Entry(4, (Marched(seat="blue", way=("steyr", "enns")),)))
    told = paragraphs(words(), table.entries, PUBLIC)
    assert [(paragraph.heading, paragraph.undone) for paragraph in told] == [
        ("Dealing", False),
        ("Red's stage, turn 1st", True),
        ("The game is rewound", False),
        ("Dealing", False),
    ]


def rewound(*steps: int) -> Table:
    """Entries as numbered: 0 plays on, another number goes back (or forth) to it."""
    table = Table(played().state, ("red", "blue"), "")
    for to in steps:
        if to:
            table.rewind(to, "")
        else:
            table.replay(Entry(len(table.entries) + 1, (HiddenDealt(seat="red", count=1),)))
    return table


@pytest.mark.parametrize(
    ("steps", "undone"),
    [
        ((0, 0, 0), set()),
        ((0, 0, 0, 1), {2, 3}),
        ((0, 0, 0, 1, 0), {2, 3}),
        ((0, 0, 0, 1, 3), set()),
        ((0, 0, 0, 1, 0, 3), {5}),
        ((0, 0, 0, 1, 0, 2, 0), {3, 5}),
    ],
)
def test_what_stands_is_what_leads_to_the_last_entry(steps: tuple[int, ...], undone: set[int]) -> None:
    assert undone_entries(rewound(*steps).entries) == undone


def test_a_rewind_past_the_first_entry_at_hand_undoes_all_before_it() -> None:
    assert undone_entries(rewound(0, 0, 0, 0, 1, 0).entries[2:]) == {3, 4}
    assert undone_entries([]) == set()


def test_a_default_is_told_to_everybody_with_its_reason() -> None:
    table = played()
    answers = (
        Answered(Order(), "default", "no sheet by [Sunday]", seat="red"),
        Answered(Order(), "sheet", seat="blue"),
    )
    entry = Entry(1, table.entries[0].events, "x", answers)

    for seat in ("blue", "red", PUBLIC):
        told = [sentence for sentence in story(words(), [entry], seat) if "default" in sentence]
        assert told == ["Red had no valid sheet; the moderator applied the default (no sheet by [Sunday])."]
    assert not any("default" in sentence for sentence in private(words(), [entry], "red"))
