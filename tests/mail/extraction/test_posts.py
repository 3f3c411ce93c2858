"""A paste from a forum's page is split into posts: whose each is, when it was written, and what its writer wrote."""

from datetime import UTC, date, datetime, time

import pytest

from pbem.mail.extraction.post_times import time_in
from pbem.mail.extraction.posts import Post, split

KEYS = ("bid", "moves")
PEOPLE = ("Nordwind", "pfeil_77", "Graf Egon")
OWN = "bid: 3\n\nsee you all"

HEADINGS = {
    # phpBB, in its languages and styles
    "Post by Nordwind » Mon Jan 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "Re: Round 2\nPost by Nordwind » Mon Jan 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "#17 Post by Nordwind » 12 Jan 2026, 20:14": ("Nordwind", "20:14", 17),
    "Re: Round 2\n#17 Post by Nordwind » 12 Jan 2026, 20:14": ("Nordwind", "20:14", 17),
    "Unread post by Nordwind » Mon Jan 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "Quote\nPost\nby Nordwind » Mon Jan 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "by Nordwind » Mon Jan 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "Re: Runde 2\nZitat\nBeitrag von Nordwind » Mo 12. Jan 2026, 20:14": ("Nordwind", "20:14", 0),
    "Ungelesener Beitrag von Nordwind » Mo 12. Jan 2026, 20:14": ("Nordwind", "20:14", 0),
    "Re: Tour 2\nMessage par Nordwind » lun. 12 janv. 2026 20:14": ("Nordwind", "20:14", 0),
    "Messaggio da Nordwind » lun 12 gen 2026, 20:14": ("Nordwind", "20:14", 0),
    "Mensaje por Nordwind » Lun Ene 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "Mensagem por Nordwind » 12 jan 2026, 20:14": ("Nordwind", "20:14", 0),
    "Příspěvek od Nordwind » 12 led 2026, 20:14": ("Nordwind", "20:14", 0),
    "Post autor: Nordwind » pn sty 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "Bericht door Nordwind » ma jan 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "Inlägg av Nordwind » mån 12 jan 2026, 20:14": ("Nordwind", "20:14", 0),
    "Post subject: Re: Round 2   Posted: Mon Jan 12, 2026 8:14 pm": ("", "8:14 pm", 0),
    "Nordwind\nPost subject: Re: Round 2   Posted: Mon Jan 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "From: Nordwind\nTo: Mo\nSent: Mon Jan 12, 2026 8:14 pm": ("Nordwind", "8:14 pm", 0),
    # vBulletin
    "01-12-2026, 07:00 PM\n#3\nNordwind\nSenior Member\nJoin Date: Mar 2019\nPosts: 204": ("Nordwind", "07:00 PM", 3),
    "Nordwind\nSenior Member\nJoin Date: Mar 2019\nPosts: 204\nShare\nTweet\n#3\n01-12-2026, 07:00 PM": (
        *("Nordwind", "07:00 PM"),
        3,
    ),
    "January 12th, 2026, 07:00 PM #3\nNordwind\nMember": ("Nordwind", "07:00 PM", 3),
    "12.01.2026, 19:00\n#3\nNordwind\nErfahrenes Mitglied\nRegistriert seit: 03.03.2019\nBeiträge: 204": (
        *("Nordwind", "19:00"),
        3,
    ),
    # XenForo
    "Nordwind\nWell-known member\nJoined\nMar 3, 2019\nMessages\n1,204\nReaction score\n877\n\nToday at 9:12 PM\n#3": (
        *("Nordwind", "Today at 9:12 PM"),
        3,
    ),
    "Nordwind\nActive member\n\nJan 12, 2026\n#3": ("Nordwind", "Jan 12, 2026", 3),
    "Nordwind\n\nYesterday at 9:12 PM\nNew\nAdd bookmark\n#12": ("Nordwind", "Yesterday at 9:12 PM", 12),
    "Nordwind\nBekanntes Mitglied\nRegistriert\n3. März 2019\nBeiträge\n1.204\n\nGestern um 21:12\n#3": (
        *("Nordwind", "Gestern um 21:12"),
        3,
    ),
    "Nordwind\nMembre actif\nInscrit le\n3 Mars 2019\nMessages\n204\n\nHier à 21:12\n#3": (
        *("Nordwind", "Hier à 21:12"),
        3,
    ),
    "Tuesday at 9:12 PM\n#4\nNordwind\nMember": ("Nordwind", "Tuesday at 9:12 PM", 4),
    # Discourse
    "Nordwind\nJan 12": ("Nordwind", "Jan 12", 0),
    "Nordwind\n2h": ("Nordwind", "2h", 0),
    "Nordwind\nJan 12, 2026 8:14 pm": ("Nordwind", "Jan 12, 2026 8:14 pm", 0),
    "stranger9\nJan 12": ("stranger9", "Jan 12", 0),
    "Nordwind\nGraf Nord\nLeader\nJan 12": ("Nordwind", "Jan 12", 0),
    # BoardGameGeek
    "Nordwind\n@Nordwind\n2 days ago": ("Nordwind", "2 days ago", 0),
    "Nordwind\n@Nordwind\nJan 12\n#3": ("Nordwind", "Jan 12", 3),
    "Nordwind\n@Nordwind\nPosted Jan 12, 2026": ("Nordwind", "Jan 12, 2026", 0),
    # Discord and chats
    "Nordwind — Today at 9:12 PM": ("Nordwind", "Today at 9:12 PM", 0),
    "Nordwind — 01/12/2026 9:12 PM": ("Nordwind", "9:12 PM", 0),
    "Nordwind\n — \nToday at 9:12 PM": ("Nordwind", "Today at 9:12 PM", 0),
    "Nordwind — Heute um 21:12 Uhr": ("Nordwind", "Heute um 21:12 Uhr", 0),
    "Nordwind, [12.01.2026 21:12]": ("Nordwind", "21:12", 0),
    # Simple Machines
    "Nordwind\nJr. Member\n**\nPosts: 55\n\nRe: Round 2\n« Reply #3 on: January 12, 2026, 07:00:00 PM »": (
        *("Nordwind", "07:00:00 PM"),
        3,
    ),
    "Nordwind\nHero Member\nPosts: 55\nJanuary 12, 2026, 07:00:00 PM #3": ("Nordwind", "07:00:00 PM", 3),
    # MyBB
    "Nordwind Offline\nMember\n***\nPosts: 12\nThreads: 3\nJoined: Mar 2019\nReputation: 4\n#3\n01-12-2026, 07:00 PM": (
        *("Nordwind", "07:00 PM"),
        3,
    ),
    "#3\n01-12-2026, 07:00 PM\nNordwind\nMember": ("Nordwind", "07:00 PM", 3),
    # others
    "Graf Egon\n12 January 2026 20:14": ("Graf Egon", "20:14", 0),
    "Graf Egon • 2 hours ago": ("Graf Egon", "2 hours ago", 0),
    "Graf Egon · vor 3 Stunden": ("Graf Egon", "vor 3 Stunden", 0),
    "Posted by Nordwind on January 12, 2026 at 8:14 pm": ("Nordwind", "8:14 pm", 0),
    "Nordwind\nil y a 2 heures": ("Nordwind", "il y a 2 heures", 0),
    "Nordwind\nhace 3 horas": ("Nordwind", "hace 3 horas", 0),
    "Nordwind (OP)\n5 minutes ago": ("Nordwind", "5 minutes ago", 0),
    "pfeil_77 | 2026-01-12 20:14": ("pfeil_77", "2026-01-12 20:14", 0),
    "Nordwind": ("Nordwind", "", 0),
}
FOOTERS = (
    "Top",
    "Nach oben",
    "1 Like\nReply",
    "Like Quote Reply\nReport",
    "J'aime\nCiter",
    "Last edited by Nordwind on Mon Jan 12, 2026 9:02 pm, edited 7 times in total.\nReason: typo",
    "Zuletzt geändert von Nordwind am Mo 12. Jan 2026, 21:02, insgesamt 2-mal geändert.\nNach oben",
    "Nordwind\nPosts: 34\nJoined: Sat Mar 03, 2019 8:00 am\nTop",
    "---\n\n[Visit Message](https://forum.example.org/t/2/77/3) or reply to this email to respond to Nordwind.",
)


def posts(page: str) -> tuple[Post, ...]:
    found = split(page, PEOPLE, KEYS)
    assert "\n".join(post.source for post in found) == page
    assert all(post.text.count("\n") == post.source.count("\n") for post in found)
    return found


def test_there_are_fifty_headings() -> None:
    assert len(HEADINGS) >= 50


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_heading_tells_whose_post_it_is_and_when_it_was_written(heading: str) -> None:
    writer, at, number = HEADINGS[heading]
    (post,) = posts(f"{heading}\n\n{OWN}")
    assert (post.writer, post.number) == (writer, number)
    assert at in (post.at.text if post.at else "")
    assert post.text.strip() == OWN


@pytest.mark.parametrize("heading", [one for one in HEADINGS if HEADINGS[one][0] and HEADINGS[one][1]])
def test_a_post_is_the_same_alone_and_within_a_page(heading: str) -> None:
    other = "Re: Round 2\nPost by pfeil_77 » Mon Jan 12, 2026 7:00 pm\n\nbid: 1\nTop"
    (alone,) = posts(f"{heading}\n\n{OWN}")
    first, second, third = posts(f"{other}\n\n{heading}\n\n{OWN}\n\n{other}")
    assert (first.writer, second.writer, third.writer) == ("pfeil_77", alone.writer, "pfeil_77")
    assert (second.at, second.number, second.text.strip()) == (alone.at, alone.number, alone.text.strip())
    assert first.text.strip() == third.text.strip() == "bid: 1"


@pytest.mark.parametrize("footer", FOOTERS)
def test_what_a_page_shows_below_a_post_is_not_its_writers(footer: str) -> None:
    (post,) = posts(f"Post by Nordwind » Mon Jan 12, 2026 8:14 pm\n\n{OWN}\n\n{footer}")
    assert post.text.strip() == OWN


@pytest.mark.parametrize(
    "text",
    [
        "bid: 3",
        "hello\n\nbid: 3\n\nyours\nNordwind",
        "Nordwind wrote:\nbid: 1",
        "[quote]\nPost by Nordwind » Mon Jan 12, 2026 8:14 pm\nbid: 1\n[/quote]\nbid: 3",
        "```\nNordwind\nJan 12\nbid: 1\n```",
        "Quote from: Nordwind on January 12, 2026, 07:00:00 PM\nbid: 1",
        "> Nordwind\n> Jan 12\n> bid: 1",
        "Originally posted by Nordwind\nbid: 1",
        "moves:\n- Nordwind: Jan\n- Jan 12",
    ],
)
def test_what_is_no_heading_leaves_a_text_as_it_is(text: str) -> None:
    (post,) = posts(text)
    assert post.text == text
    assert post.at is None


@pytest.mark.parametrize(
    ("line", "by", "times"),
    [
        ("Last edited by pfeil_77 on Mon Jan 12, 2026 9:02 pm, edited 7 times in total.", "pfeil_77", 7),
        ("Last edited: Today at 9:02 PM", "", 0),
        ("Zuletzt geändert von Nordwind am Mo 12. Jan 2026, 21:02, insgesamt 2-mal geändert.", "Nordwind", 2),
        ("Dernière modification par Nordwind le lun. 12 janv. 2026 21:02, modifié 2 fois.", "Nordwind", 2),
        ("Ultima modifica di Nordwind il lun 12 gen 2026, 21:02, modificato 2 volte in totale.", "Nordwind", 2),
        ("Última edición por Nordwind el Lun Ene 12, 2026 9:02 pm, editado 2 veces en total.", "Nordwind", 2),
        ("Naposledy upravil Nordwind dne 12 led 2026, 21:02, celkem upraveno 2 x.", "Nordwind", 2),
        ("Ostatnio zmieniony pn sty 12, 2026 9:02 pm przez Nordwind, łącznie zmieniany 2 razy.", "Nordwind", 2),
        ("Laatst gewijzigd door Nordwind op ma jan 12, 2026 9:02 pm, 2 keer totaal gewijzigd.", "Nordwind", 2),
        ("Senast redigerad av Nordwind den mån 12 jan 2026, 21:02, redigerad totalt 2 gånger.", "Nordwind", 2),
    ],
)
def test_a_line_tells_who_edited_a_post_and_when(line: str, by: str, times: int) -> None:
    (post,) = posts(f"Post by Nordwind » Mon Jan 12, 2026 8:14 pm\n\n{OWN}\n\n{line}")
    assert post.edit is not None
    assert (post.edit.by, post.edit.times) == (by, times)
    assert post.edit.at is not None
    assert post.edit.at.at == time(21, 2)
    assert post.text.strip() == OWN


@pytest.mark.parametrize("line", ["Edited on second thoughts: moves: nobody", "EDIT: bid: 4", "Edited: bid: 4"])
def test_a_writers_own_line_about_an_edit_stays(line: str) -> None:
    (post,) = posts(f"Post by Nordwind » Mon Jan 12, 2026 8:14 pm\n\n{OWN}\n\n{line}")
    assert post.edit is None
    assert post.text.strip().endswith(line)


def test_lines_of_a_chat_have_their_writers() -> None:
    found = posts("[9:12 PM]Nordwind: bid: 3\n[9:14 PM]pfeil_77: nice\n[9:15 PM] Nordwind: thanks")
    assert [(post.writer, post.text) for post in found] == [
        ("Nordwind", "bid: 3"),
        ("pfeil_77", "nice"),
        ("Nordwind", "thanks"),
    ]


NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Mon Jan 12, 2026 8:14 pm", datetime(2026, 1, 12, 19, 14, tzinfo=UTC)),
        ("Yesterday, 9:02 pm", datetime(2026, 1, 14, 20, 2, tzinfo=UTC)),
        ("Tuesday at 9:12 PM", datetime(2026, 1, 13, 20, 12, tzinfo=UTC)),
        ("2 hours ago", datetime(2026, 1, 15, 10, tzinfo=UTC)),
        ("vor 3 Stunden", datetime(2026, 1, 15, 9, tzinfo=UTC)),
        ("mar 13 jan 2026, 20:14", datetime(2026, 1, 13, 19, 14, tzinfo=UTC)),
        ("Dec 30, 8:14 pm", datetime(2025, 12, 30, 19, 14, tzinfo=UTC)),
        ("Jan 12", None),
        ("2 days ago", None),
        ("12:14 am, Jan 12 2026", datetime(2026, 1, 11, 23, 14, tzinfo=UTC)),
    ],
)
def test_a_shown_time_is_a_moment_on_the_forums_clocks(text: str, at: datetime | None) -> None:
    time_found = time_in(text)
    assert time_found is not None
    assert time_found.instant("Europe/Vienna", NOW) == at


def test_a_date_in_numbers_may_be_two_days_unless_something_tells() -> None:
    both, by_weekday, by_points = (
        time_in("03/04/2026 20:00"),
        time_in("Tue 03/04/2026, 20:00"),
        time_in("03.04.2026, 20:00"),
    )
    assert both
    assert by_weekday
    assert by_points
    assert (both.day, both.other) == (date(2026, 4, 3), date(2026, 3, 4))
    assert by_points.other is None


@pytest.mark.parametrize("text", ["moves:", "3", "1,204", "May", "Mo", "all 12 May", "Jan", "hello", "bid: 12", "a m"])
def test_other_words_are_no_time(text: str) -> None:
    assert time_in(text) is None


def test_a_long_page_is_split_in_bounded_time() -> None:
    heading = "Nordwind\nMember\nJoined\nMar 3, 2019\n\nToday at 9:12 PM\n#3\n"
    for page in (
        heading * 2000,
        "Re: " * 50_000,
        "Posts: 3\n" * 14_000,
        "edited " * 20_000,
        ("on " * 50 + "\n") * 3000,
    ):
        assert "\n".join(post.source for post in split(page, PEOPLE, KEYS)) == page


def test_a_line_of_a_sheet_with_the_name_of_a_player_is_no_heading() -> None:
    sheet = "standing:\n  - preempt: card\n    by: Austria\n    first: 1\n"
    (post,) = split(sheet, ["Austria", "France"])
    assert (post.writer, post.text) == ("", sheet)
