"""The armour that PGP writes around a signed or encrypted text (RFC 9580, 6 and 7)."""

_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_SEALED = "-----BEGIN PGP MESSAGE-----"
_SEALED_END = "-----END PGP MESSAGE-----"


def is_sealed(text: str) -> bool:
    """Whether *text* is encrypted, with only spaces around it."""
    return text.lstrip().startswith(_SEALED) and not text.partition(_SEALED_END)[2].strip()


def unarmoured(text: str) -> str:
    """A signed text without its signature; any other text unchanged."""
    if _BEGIN not in text:
        return text
    lines = text.split("\n")
    bare = [line.rstrip() for line in lines]
    if _BEGIN not in bare:
        return text
    begin = bare.index(_BEGIN)
    if _SIGNATURE not in bare[begin:]:
        return text
    signature = bare.index(_SIGNATURE, begin)
    end = bare.index(_END, signature) if _END in bare[signature:] else len(bare) - 1
    blank = next((number for number in range(begin + 1, signature) if not bare[number]), begin)
    return "\n".join([*lines[:begin], *_unescaped(lines[blank + 1 : signature]), *lines[end + 1 :]])


def _unescaped(lines: list[str]) -> list[str]:
    """Lines without dash-escaping; an unescaped bullet stays."""
    return [line[2:] if line.startswith(("- -", "- From ")) else line for line in lines]
