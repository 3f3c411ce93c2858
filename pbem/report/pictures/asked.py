"""The picture that a person asks for by a word and a name: `map Silesia`, `reach Belle-Isle`."""

from typing import TypeVar

from pbem.engine.drawing import Drawing, Picture
from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.position import Position
from pbem.engine.problem import Problem
from pbem.sheet.names import absent_names_of, names_of

P = TypeVar("P", bound=Position)


def asked_for(
    drawing: Drawing[P], lexicon: Lexicon, view: P, seat: str, word: str, name: str = ""
) -> Picture | Problem:
    """The picture that *seat* asks for: by a word of *drawing*, and a *name* in any spelling that sheets know.

    Without a name it is that of the whole; a name of several kinds is of the first that the word takes. The problem is
    `picture-of-what` with the `word` and the `name`, what is `near` to it, what it is `best` asked of, and `several`
    that it may mean; or `picture-of-absent`; or the game's own.
    """
    if not name.strip():
        return drawing.named(view, seat, word, "")
    kinds, names = drawing.words[word], names_of(lexicon)
    found = next((ids for kind in kinds if (ids := names.find(name, kind))), ())
    if len(found) == 1:
        return drawing.named(view, seat, word, found[0])
    told = {"word": word, "name": name}
    if not found and absent_names_of(lexicon).find(name, *kinds):
        return Problem("picture-of-absent", rule=lexicon.absent_rule, args=told)
    several = tuple(names.name(each, *kinds) for each in found)
    best = tuple(names.name(each, *kinds) for each in drawing.choices(view, seat, word))
    near = names.nearest(name, *kinds) if not several else ()
    return Problem("picture-of-what", args={**told, "near": near, "best": best, "several": several})
