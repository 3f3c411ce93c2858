"""Words of chance in a sheet: a key of any game's sheets, which no order has.

The faults and their arguments:

    words-too-long   number, most   so many letters and digits
    no-such-words                   neither a letter nor a digit in them
    words-are-late                  they came when they could change nothing any more
"""

import re
import unicodedata

from pbem.engine.kit.reading import MappingNode, Node, Place, TextNode
from pbem.engine.problem import Weight
from pbem.sheet.fault import SheetFault, WordsRead, fault
from pbem.sheet.nodes import Colons, NothingNode

KEY = "chance"
MOST = 100
_OTHER = re.compile(r"[\W_]+")


def taken_out(root: Node | None) -> tuple[Node | None, WordsRead]:
    """The sheet *root* without its words of chance, and these."""
    if not isinstance(root, MappingNode):
        return root, WordsRead()
    rest = tuple(pair for pair in root.pairs if pair[0].text.strip().casefold() != KEY)
    pairs = [pair for pair in root.pairs if pair not in rest]
    if not pairs:
        return root, WordsRead()
    return MappingNode(root.place, rest), _spoken(*pairs)


def plain_words(text: str) -> str:
    """The letters and digits of *text*, a space for whatever is between them: what every email leaves as it is."""
    return _OTHER.sub(" ", unicodedata.normalize("NFC", text)).strip()


def late(spoken: WordsRead) -> SheetFault:
    """The problem of words that no longer change anything."""
    return fault(spoken.place or Place(1, 1), "words-are-late", weight=Weight.unwise, path=(KEY,))


def _spoken(first: tuple[TextNode, Node], *more: tuple[TextNode, Node]) -> WordsRead:
    key, value = first
    if more:
        twice = fault(more[0][0].place, "named-twice", path=(KEY,), text=KEY, line=key.place.line)
        return WordsRead("", key.place, (twice,))
    if isinstance(value, NothingNode):
        return WordsRead("", key.place)
    if not isinstance(value, TextNode):
        return WordsRead(
            "", key.place, (fault(value.place, "wrong-shape", path=(KEY,), wanted="text", got=value.kind),)
        )
    if isinstance(value, Colons):
        return WordsRead("", key.place, (fault(value.place, "colon-unexpected", path=(KEY,)),))
    words = plain_words(value.text)
    if not words:
        return WordsRead("", key.place, (fault(value.place, "no-such-words", path=(KEY,)),))
    if len(words) > MOST:
        wrong = fault(value.place, "words-too-long", path=(KEY,), number=len(words), most=MOST)
        return WordsRead("", key.place, (wrong,))
    return WordsRead(words, key.place)
