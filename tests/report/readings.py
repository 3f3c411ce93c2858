"""What letters say of how a game reads the rules."""

from typing import Any

from pbem.engine.ruleset import Ruleset
from pbem.report.context import LetterContext
from pbem.report.words import Words


def readings_told(ruleset: Ruleset, view: Any, name: str, value: str, *, usual: bool) -> str:
    """See that the first letter says of an option what is not as usual; return what `readings` answers."""
    words = Words(ruleset.words, ruleset.lexicon(view, ""), tools=ruleset.tools)
    context = LetterContext(me="", view=view, titles={})
    said = words.phrase("readings", f"{name}-{value}".replace("_", "-"))
    first, listed = (
        " ".join(words.render(f"{page}.txt.j2", context).split()) for page in ("summary", "enquiries/readings")
    )
    assert (said in first) is not usual
    assert ("this game follows the usual reading" in first) is usual
    assert f"{said}{'' if usual else ' (not the usual reading)'}" in listed
    assert listed.count("not the usual reading") == (not usual)
    return listed
