from pathlib import Path

from pbem.mail.outgoing import writing
from pbem.report.plain import text
from tests.mail.rounds.transports import begun
from tests.toy.game import opened


def test_a_notice_to_a_seat_names_game_seat_and_matter_in_its_subject(tmp_path: Path) -> None:
    game = opened(begun(tmp_path / "game"))
    assert writing.subject(game, "bounced", "ann") == "[toy-1] Ann of the Hill: mail to you bounces"
    assert writing.subject(game, "dismissed", "ann") == "[toy-1] Ann of the Hill: an email that does not count"
    assert writing.subject(game, "another-address", "ann") == "[toy-1] Ann of the Hill: an email from another address"


def test_a_notice_to_a_stranger_names_no_seat(tmp_path: Path) -> None:
    game = opened(begun(tmp_path / "game"))
    assert writing.subject(game, "stranger") == "[toy-1] Re: your email"
    assert not any(title in text(writing.content(game, "stranger")) for title in game.titles.values())
