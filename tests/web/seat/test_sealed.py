"""A game with sealed sheets on the desk: judged, then sealed as mail is, and no draft is on the disk."""

import re
from pathlib import Path

from pbem.mail.exchange import judge_and_play
from pbem.referee import opening
from pbem.referee.game import now
from tests.referee.sealing.sealed_game import leaks, sealed_game
from tests.toy.game import RULESETS
from tests.web.seats import ADDRESS, come_in, link_in
from tests.web.serving import serving


def test_nothing_of_a_sealed_sheet_is_left_on_the_disk(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "toy-1"
    folder.parent.mkdir()
    sealed_game(folder, tmp_path / "stick" / "key")
    settings = folder / "game.yaml"
    settings.write_text(settings.read_text("utf-8") + f"desk: {ADDRESS}\n", "utf-8")
    with opening.held(folder, RULESETS) as game:
        judge_and_play(game, now)
    with serving(folder.parent, module="tests.cli.toy_pbem") as desk:
        ann = come_in(desk, link_in(folder, "ann"))
        text = "# quokka\nbid: 3\n"
        checked = ann.act("check", {**ann.fields(), "text": text})
        assert "quokka" in checked.text
        assert "You can replace it until the sheets are opened." in checked.text
        assert "quokka" not in ann.page().text, "the server has kept the draft"
        fields = {**ann.fields(), "text": text}
        got = ann.act("send", fields)
        again = ann.act("send", fields)

    assert "It counts" in got.text
    assert re.search(r"Sent, \w{3} \d+ \w{3} \d\d:\d\d: counts", got.text), (
        "the page has just sent it, and the disk does not say so"
    )
    assert "It counts" in again.text
    assert not (folder / "drafts").exists()
    assert leaks(folder) == []
    states = [one.state for one in opening.look(folder, RULESETS).inbox.verdicts()]
    assert states in (["accepted"], ["accepted", "doubled"])
