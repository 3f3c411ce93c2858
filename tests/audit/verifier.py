"""Repeats every draw of a record, as docs/chance.md says: `python verifier.py RECORD COMMITMENT`."""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any


def hmac_of(key: str, text: bytes) -> bytes:
    return hmac.new(key.encode(), text, hashlib.sha256).digest()


def fours(key: str, name: str) -> Iterator[int]:
    for n in range(2**32):
        block = hmac_of(key, name.encode() + b"\0" + n.to_bytes(4, "big"))
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))


def below(b: int, stream: Iterator[int]) -> int:
    return next(x for x in stream if x < 2**32 - 2**32 % b) % b


def repeated(kind: str, of: Any, stream: Iterator[int]) -> Any:
    if kind == "number":
        return below(of, stream)
    if kind == "one":
        return of[below(len(of), stream)]
    items = list(of)
    for i in range(len(items) - 1, 0, -1):
        j = below(i + 1, stream)
        items[i], items[j] = items[j], items[i]
    return items


record = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
assert record["method"] == 1
keys = [each["key"] for each in record["keys"]]
assert hashlib.sha256(keys[0].encode()).hexdigest() == sys.argv[2], "another key than in the first letter"
if any(record["words"].values()):
    said = "words of chance\n" + "".join(f"{seat}={words}\n" for seat, words in record["words"].items())
    keys = [hmac_of(key, said.encode()).hex() for key in keys]
for (_, key, name), draws in groupby(record["draws"], lambda d: (d["entry"], d["key"], d["draw"])):
    stream = fours(keys[key], name)
    for draw in draws:
        assert repeated(draw["kind"], draw["of"], stream) == draw["result"], draw
sys.stdout.write(f"{len(record['draws'])} draws come out as recorded\n")
