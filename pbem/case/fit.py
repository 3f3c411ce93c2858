"""Which game a case file is of: the one whose words it uses."""

from collections.abc import Iterable

import msgspec

from pbem.case.file import RuleCase
from pbem.engine.playtest import find_playtest
from pbem.engine.ruleset import Ruleset
from pbem.sheet.reader import SheetReader


def fit(ruleset: Ruleset, cases: Iterable[RuleCase]) -> int:
    """How many keys of the given positions of *cases*, and how many names of seats, *ruleset* knows."""
    playtest = find_playtest(ruleset.name)
    if playtest is None or playtest.fixture is None:
        return -1
    keys = {SheetReader.key_for(field.encode_name) for field in msgspec.structs.fields(playtest.fixture)}
    seats = set(ruleset.seats(msgspec.convert({}, ruleset.settings)))
    return sum(
        sum(SheetReader.key_for(key.text) in keys for key, _ in case.given.pairs)
        + sum(seat in seats for stretch in case.course for seat in stretch.seats)
        for case in cases
    )
