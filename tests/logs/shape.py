"""Whether what was written in one shape, a JSON schema, can be read in another."""

from collections.abc import Collection, Iterator
from typing import Any

KINDS = ("event", "step", "order")
Schema = Any


def harmed(old: Schema, new: Schema, renamed: Collection[str] = ()) -> list[str]:
    """What *new* cannot read of what *old* allows, each with its place; types that are *renamed* are left out."""
    return sorted(set(_Comparison(old, new, renamed).of(old, new, "")))


class _Comparison:
    def __init__(self, old: Schema, new: Schema, renamed: Collection[str]) -> None:
        self.old, self.new, self.renamed = old, new, renamed
        self.seen: set[tuple[str, str]] = set()

    def of(self, old: Schema, new: Schema, place: str) -> Iterator[str]:
        pair = (str(old.get("$ref", "")), str(new.get("$ref", "")))
        if all(pair) and pair in self.seen:
            return
        self.seen.add(pair)
        old, new = _followed(old, self.old), _followed(new, self.new)
        if "discriminator" in old:
            yield from self._of_tags(old, new, place)
        elif "properties" in old:
            yield from self._of_fields(old, new, place)
        else:
            yield from self._of_values(old, new, place)

    def _of_tags(self, old: Schema, new: Schema, place: str) -> Iterator[str]:
        kind = old["discriminator"]["propertyName"]
        known = new.get("discriminator", {}).get("mapping", {})
        for tag, ref in old["discriminator"]["mapping"].items():
            name = f"{kind} {tag}"
            if name in self.renamed:
                continue
            if tag not in known:
                yield f"{place}{name} is not known"
            else:
                yield from self.of({"$ref": ref}, {"$ref": known[tag]}, f"{name}: ")

    def _of_fields(self, old: Schema, new: Schema, place: str) -> Iterator[str]:
        known = new.get("properties", {})
        for name, shape in old["properties"].items():
            if name not in known:
                yield f"{place}{name} is not known"
            else:
                yield from self.of(shape, known[name], f"{place}{name}: ")
        for name in set(new.get("required", ())) - set(old.get("required", ())):
            yield f"{place}{name} was not always written"

    def _of_values(self, old: Schema, new: Schema, place: str) -> Iterator[str]:
        others = new.get("anyOf", [new])
        for one in old.get("anyOf", [old]):
            tried = [list(self._of_value(one, other, place)) for other in others]
            yield from min(tried, key=len)

    def _of_value(self, old: Schema, new: Schema, place: str) -> Iterator[str]:
        if "$ref" in old or "$ref" in new or "anyOf" in old:
            if ("$ref" in old) != ("$ref" in new):
                yield f"{place}is of another type"
            else:
                yield from self.of(old, new, place)
            return
        if old.get("type") != new.get("type") or set(old.get("enum", ())) - set(new.get("enum", old.get("enum", ()))):
            yield f"{place}is of another type"
        if "enum" in new and "enum" not in old:
            yield f"{place}may be anything"
        for part in ("items", "additionalProperties"):
            if isinstance(old.get(part), dict):
                yield from self.of(old[part], new.get(part) if isinstance(new.get(part), dict) else {}, place)
        for one, other in zip(old.get("prefixItems", ()), new.get("prefixItems", ()), strict=False):
            yield from self.of(one, other, place)


def _followed(schema: Schema, whole: Schema) -> Schema:
    """What *schema* refers to, if it does."""
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    return whole["$defs"][name] if name else schema
