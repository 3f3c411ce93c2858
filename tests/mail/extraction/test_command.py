from datetime import date

import pytest

from pbem.mail.extraction.command import PLAIN, CommandMisread, MailCommand, commands_in, parse
from tests.mail.corpus.posting import quoted
from tests.mail.corpus.surroundings import FAREWELLS, FORM, GREETINGS, INTRODUCTIONS, LETTER, found


def command_in(words: str) -> str:
    """The line of the first command in *words*, empty if there is none."""
    return next(iter(commands_in(words)), "")


@pytest.mark.parametrize("word", PLAIN)
@pytest.mark.parametrize(
    "said",
    [
        *("{}", "{}.", "{}!", "Please {}", "{}, please!", "*{}*", '"{}"', "  {} ", "„{}“", "`{}`", "\u00a0{}"),
        *("{}, thanks!", "{}. Thank you!", "Hi Mo! {}, please. Thanks", "{} \U0001f44d"),
    ],
)
def test_a_command_is_one_word_and_courtesy_is_forgiven(word: str, said: str) -> None:
    for each in (word, word.upper(), word.capitalize()):
        assert parse(command_in(said.format(each))) == MailCommand(word)


@pytest.mark.parametrize(
    "line",
    [
        "absent 2026-12-20 to 2027-01-03",
        "Absent from 2026-12-20 to 2027-01-03.",
        "absent 2026-12-20 - 2027-01-03",
        "absent 2026-12-20–2027-01-03",
        "absent 2026-12-20 until 2027-01-03",
        "ABSENT 2026-12-20 2027-1-3",
        "absent: 2026-12-20 to 2027-01-03",
    ],
)
def test_an_absence_has_a_first_and_a_last_day(line: str) -> None:
    read = parse(command_in(line))
    assert read == MailCommand("absent", "2026-12-20 to 2027-01-03", date(2026, 12, 20), date(2027, 1, 3))


@pytest.mark.parametrize(
    "line",
    [
        "absent 24.12. - 2.1.",
        "Absent from 24 Dec to 2 Jan.",
        "absent vom 24. Dezember bis 2. Januar",
        "absent 24/12 - 2/1, thanks!",
        "absent: 12/24 until 1/2",
        "absent 24.12. - 2.1.2027",
    ],
)
def test_the_days_of_an_absence_need_no_year(line: str) -> None:
    read = parse(command_in(line))
    assert isinstance(read, MailCommand)
    assert read.days is not None
    assert read.days.seen_from(date(2026, 11, 22)) == (date(2026, 12, 24), date(2027, 1, 2))
    if not read.days.last.year:
        assert read.days.seen_from(date(2026, 12, 28)) == (date(2026, 12, 24), date(2027, 1, 2))


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        ("Sorry that I am late!\n\npass\n", ("pass",)),
        ("Hi Mo,\n\npass\n\nI was ill and it is a great game.\n\nCheers\nAnn\n", ("pass",)),
        ("pass. It was a long day at work, sorry!\n", ("pass",)),
        ("Passe!\n\nIch war leider krank und bin müde.\n", ("pass",)),
        ("je passe\n", ("pass",)),
        ("hold\nI am on a train with a bad connection.\n", ()),
        ("status\nWhen is the deadline of this turn, please?\n", ("status",)),
        ("help\nI do not know what I should write here.\n", ("help",)),
        ("absent 24.12. - 2.1.\nWe are going to the mountains, it is a family thing.\n", ("absent",)),
    ],
)
def test_a_friendly_sentence_beside_a_command_does_no_harm(words: str, commands: tuple[str, ...]) -> None:
    read = found(words)
    assert tuple(asked.word for line in read.commands if isinstance(asked := parse(line), MailCommand)) == commands
    assert [note.code for note in read.notes] == ([] if commands else ["command-among-words"])


@pytest.mark.parametrize(
    "said", ["Sorry, I take my sheet back.", "I want to take back my orders", "I withdraw my sheet, sorry!"]
)
def test_a_sentence_may_say_what_the_command_says_too(said: str) -> None:
    assert commands_in(f"{said}\n\nwithdraw\n\nAnna") == ("withdraw",)


@pytest.mark.parametrize(
    "said", ["I do not take my sheet back.", "I take my sheet back if Ben does.", "I take his sheet back."]
)
def test_a_sentence_that_says_otherwise_stops_the_command(said: str) -> None:
    assert commands_in(f"{said}\n\nwithdraw\n\nAnna") == ()


def test_how_far_it_is_asks_for_the_way() -> None:
    said = "How far is it from Ungarisch Hradisch to Wiener Neustadt?"
    assert parse(said, frozenset({"way"})) == MailCommand("way", "ungarisch hradisch > wiener neustadt")
    assert isinstance(parse(said), CommandMisread)


@pytest.mark.parametrize("line", ["absent none", "Absent: back", "absent off"])
def test_an_absence_is_taken_back(line: str) -> None:
    assert parse(command_in(line)) == MailCommand("absent", "none")


@pytest.mark.parametrize("token", ["k7f2-rxqm", "K7F2-RXQM", "{k7f2-rxqm}", "k7f2rxqm"])
def test_a_word_is_confirmed(token: str) -> None:
    assert parse(command_in(f"confirm {token}")) == MailCommand("confirm", "k7f2-rxqm")


@pytest.mark.parametrize(
    ("line", "misread"),
    [
        ("staus", CommandMisread("unknown-command", {"text": "staus", "nearest": ("status",)})),
        ("witdraw please", CommandMisread("unknown-command", {"text": "witdraw", "nearest": ("withdraw",)})),
        ("absent next week", CommandMisread("absent-dates", {"text": "next week"})),
        (
            "absent 3/4 - 5/6",
            CommandMisread(
                "absent-two-ways",
                {"text": "3/4 - 5/6", "meanings": ["3 April to 5 June", "4 March to 6 May"]},
            ),
        ),
        ("absent 2026-02-30 to 2026-03-01", CommandMisread("absent-dates", {"text": "2026-02-30 to 2026-03-01"})),
        (
            "absent 2027-01-03 to 2026-12-20",
            CommandMisread("absent-reversed", {"start": "2027-01-03", "end": "2026-12-20"}),
        ),
        ("absent", CommandMisread("absent-dates", {"text": ""})),
        ("hold the line", CommandMisread("hold-time", {"text": "the line"})),
        ("confirm me 1", CommandMisread("confirm-word", {"text": "me 1"})),
        ("status now", CommandMisread("command-extra", {"word": "status", "text": "now"})),
        ("pass, Prag", CommandMisread("unknown-command", {"text": "pass, prag", "nearest": ("pass",)})),
        ("Pass. Attack Prag", CommandMisread("unknown-command", {"text": "pass. attack prag", "nearest": ("pass",)})),
        ("Hold; Leopold Prag", CommandMisread("unknown-command", {"text": "hold; leopold prag", "nearest": ("hold",)})),
    ],
)
def test_what_comes_near_to_a_command_is_told_what_would_be_right(line: str, misread: CommandMisread) -> None:
    assert parse(command_in(line)) == misread
    assert found(f"Hi Mo,\n\n{line}\n\nThanks\nAnn\n").what == "command"


@pytest.mark.parametrize(
    "words",
    [
        "I will pass on that.",
        "The status is unclear to me",
        "Hello Mo",
        "Please hold the line, Ann",
        "pass or not?\nI am not sure about it",
        "Pass. But only if Ben attacks.",
        "pass, unless Ben attacks",
        "pass\n\nUnless Ben attacks\nAnn",
        "pass\n\nUnless Ben attacks,\nAnn",
        "pass\n\nSauf si Ben attaque,\nAnn",
        "Falls Ben angreift,\n\npass",
        "Not this time!\n\npass",
        "My iPhone died, please wait.",
        "Ann",
        "Thanks!",
        "helpful",
        "What is the status?",
        "the form is fine\n\npass",
        "pass\n\nBest regards\nAnn\nonly if Ben passes",
        "pass\n\nBest regards\nAnn\n- Belle-Isle > Traun",
        "Best regards\nAnn Smith\nSenior Consultant",
        "Wait!\n\npass",
        "Attack Prag!\n\npass",
        "hold\nFriedrich Breslau\nSchwerin Prag\nLeopold Dresden",
    ],
)
def test_words_are_no_command(words: str) -> None:
    assert command_in(words) == ""
    assert found(words).what == "words"


def test_a_command_among_words_is_named() -> None:
    (note,) = found("Sorry, I would rather wait.\n\npass\n").notes
    assert (note.code, note.args) == ("command-among-words", {"command": "pass"})
    assert found("May I pass?\n").notes == ()


@pytest.mark.parametrize("greeting", ["", "Hi Mo,\n\n", "Lieber Mo,\n\n", "Hello,\n", "Mo,\n\n"])
@pytest.mark.parametrize(
    "farewell",
    [
        "",
        "\nThanks\nAnn\n",
        "\nAnn\n",
        "\n-- \nAnn Smith\n",
        "\nSent from my iPhone\n",
        "\nBest regards,\n\nAnn\n",
        "\nBest regards\nAnn Smith\nSenior Consultant, ACME GmbH & Co. KG\nTel.: +49 123 456\nann@example.org\n",
        "\nAnn Smith\nSenior Consultant\nPhone +49 123 456\n",
    ],
)
@pytest.mark.parametrize("intro", ["", *INTRODUCTIONS[:4]])
def test_a_command_stands_alone_among_courtesies_and_quotations(greeting: str, farewell: str, intro: str) -> None:
    letter = f"\n{intro}\n\n{quoted(LETTER)}" if intro else ""
    read = found(f"{greeting}Pass.\n{farewell}{letter}", FORM)
    assert (read.what, read.commands, read.notes) == ("command", ("pass",), ())


def test_several_commands_come_in_their_order() -> None:
    read = found("status\n\nabsent 2026-12-20 to 2027-01-03\nhold\n")
    assert read.commands == ("status", "absent 2026-12-20 to 2027-01-03", "hold")
    assert read.command == "status"


def test_the_subject_counts_only_if_nothing_else_was_written() -> None:
    assert found("\n", subject="Re: [vienna-1741] status {k7f2-rxqm}").command == "status"
    assert found("", subject="AW: help!").command == "help"
    assert found("Hello\n", subject="status").what == "words"
    assert found("", subject="Re: [vienna-1741] The action stage {k7f2-rxqm}").what == "nothing"
    assert found("", subject="staus").what == "nothing"
    assert found(f"{INTRODUCTIONS[0]}\n\n{quoted(LETTER)}", FORM, "Re: [x] pass").command == "pass"


def test_greetings_and_farewells_of_the_tests_are_known() -> None:
    for greeting in GREETINGS:
        assert found(f"{greeting}hold\n").sheet == ""
    for farewell in FAREWELLS:
        assert found(f"hold\n{farewell}").sheet == ""


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        ("status\nfoo\nhelp moves\n", ("status", "foo", "help moves")),
        ("statsu\nform\n", ("statsu", "form")),
        ("hold\nabstent 3.12. - 5.12.\nstatus\n", ("hold", "abstent 3.12. - 5.12", "status")),
        ("reach Wien\nway\nblargh Prag\n\nAnn\n", ("reach wien", "way", "blargh prag")),
        ("help words to other players\n", ("help words to other players",)),
        ("status\nhelp words to other players\n", ("status", "help words to other players")),
        ("hold\nfoo bar\nstatus\n", ("hold", "foo bar", "status")),
        ("- foo\n- absent 3.12. - 5.12.\n- form\n", ("foo", "absent 3.12. - 5.12", "form")),
    ],
)
def test_a_line_that_is_no_command_does_not_stop_the_others(words: str, commands: tuple[str, ...]) -> None:
    asks = frozenset({"reach", "way", "help words to other players"})
    assert commands_in(words, asks=asks) == commands


@pytest.mark.parametrize(
    "words",
    [
        "pass\nwait\n",
        "pass\nfoo bar\n",
        "hold\nKarl: Prag\n",
        "status\nKarl > Prag\n",
        "foo\nbar\n",
        "pass\nfoo bar\nstatus\n",
        "- hold\n- Karl Prag\n",
        "- pass\n- Karl > Prag\n- status\n",
        "help me to understand this please\n",
    ],
)
def test_what_may_be_about_orders_still_stops_them(words: str) -> None:
    assert commands_in(words, asks=frozenset({"reach", "way", "map"})) == ()


@pytest.mark.parametrize(
    "mark", ["-", "*", "•", "–", "—", "◦", "▪", "+", "1.", "12)", "(1)", "a)", "  -", "\u00a0•\u00a0"]
)
def test_a_command_may_be_an_item_of_a_list(mark: str) -> None:
    assert commands_in(f"{mark} status") == ("status",)
    assert commands_in(f"Hi Mo,\n\n{mark} Status, please.\n{mark} help moves\n\nAnn") == ("status", "help moves")
    assert commands_in(f"{mark} pass\n\nThanks\nAnn") == ("pass",)
    assert parse(command_in(f"{mark} staus")) == CommandMisread(
        "unknown-command", {"text": "staus", "nearest": ("status",)}
    )


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("help assault | siege | fleets", ("help assault", "help siege", "help fleets")),
        ("Help siege, fleets, thanks!", ("help siege", "help fleets")),
        ("help siege; help fleets", ("help siege", "help fleets")),
        ("help siege/fleets & ranks", ("help siege", "help fleets", "help ranks")),
        ("help sieges and assaults", ("help sieges and assaults",)),
        ("status, form, help", ("status", "form", "help")),
        ("status and form", ("status", "form")),
        ("status / reach Wien, thanks", ("status", "reach wien")),
        ("reach Wien, Prag", ("reach wien, prag",)),
        ("status; form; frobnicate", ("status", "form", "frobnicate")),
        ("foo bar | status", ("foo bar", "status")),
    ],
)
def test_several_commands_that_only_ask_may_be_on_one_line(line: str, commands: tuple[str, ...]) -> None:
    assert commands_in(line, asks=frozenset({"reach", "help sieges and assaults"})) == commands


@pytest.mark.parametrize(
    "line", ["pass | hold", "pass/withdraw", "hold and pass", "yes/no", "status or pass", "foo; pass"]
)
def test_a_line_that_leaves_a_choice_is_not_carried_out(line: str) -> None:
    assert not any(isinstance(parse(each), MailCommand) for each in commands_in(line))
