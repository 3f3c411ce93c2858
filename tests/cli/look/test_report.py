from pathlib import Path

from tests.cli.conftest import Pbem
from tests.mail.outgoing.test_whom_letters_go_to import World
from tests.toy.duel import RULESETS


def test_the_public_report_is_printed_as_it_was_written(pbem: Pbem) -> None:
    pbem("turn")
    written = (pbem.folder / "letters" / "0001" / "public.txt").read_text(encoding="utf-8")
    assert pbem("report").stdout.strip() == written.strip()


def test_the_public_report_is_ready_to_paste(pbem: Pbem) -> None:
    pbem("turn")
    assert "[list]\n[*]Ann of the Hill is dealt 4 cards." in pbem("report", "--format", "bbcode").stdout
    assert "## The position" in pbem("report", "--format", "markdown", "--round", "1").stdout
    found = pbem.json("report", "--format", "markdown", "--most", "500")
    assert (found["round"], found["format"]) == (1, "markdown")
    assert len(found["posts"]) > 1
    assert all(len(post) <= 500 for post in found["posts"])
    assert "(2/" in pbem("report", "--most", "500").stdout


def test_the_report_of_a_round_that_has_no_letters_on_disk_is_made_again(pbem: Pbem) -> None:
    pbem("turn")
    path = pbem.folder / "letters" / "0001" / "public.txt"
    written = path.read_text(encoding="utf-8")
    path.unlink()
    assert pbem("report").stdout.strip() == written.strip()


def test_a_round_that_is_not_there_is_said_so(pbem: Pbem) -> None:
    assert "no report yet" in pbem("report", code=2).output
    pbem("turn")
    assert "no round 7" in pbem("report", "--round", "7", code=2).output


def test_the_report_tells_nothing_that_only_a_seat_knows(pbem: Pbem) -> None:
    pbem("turn")
    private = (pbem.folder / "letters" / "0001" / "ann.txt").read_text(encoding="utf-8")
    token = private.split("{", 1)[1].split("}", 1)[0]
    assert token not in pbem("report").stdout


def test_a_post_of_the_forum_is_handed_in_as_it_was_pasted(pbem: Pbem) -> None:
    pbem("turn")
    post = "[quote=Mo]bid: 3[/quote]\nHere you go :)\n\n[b]bid[/b]: 1\n\nLast edited by Ann on Sun"
    found = pbem.json("submit", "-", "--as", "ann", typed=post)
    assert found["verdict"]["state"] == "accepted"
    assert "You bid 1." in found["answer"]
    kept = next(path for path in (pbem.folder / "inbox").iterdir() if path.suffix == ".yaml")
    assert kept.read_text(encoding="utf-8") == post


def test_a_report_that_is_printed_again_is_said_to_be_no_new_one(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    pbem = Pbem(world.folder, world.clock)
    pbem.rulesets = dict(RULESETS)
    assert pbem("report").stderr == ""
    world.bids()
    world.sends("ann", "pass\n")  # brings letters to two seats alone
    again = pbem("report")
    assert again.stdout.startswith("toy-1 - Toy, report 2")
    assert "still the report of round 2" in again.stderr
    assert pbem("report", "--round", "2").stderr == ""
