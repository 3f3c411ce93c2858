"""Sentences of commands as HTML: what is to be typed, between backticks, is shown as code."""

from html import escape

from pbem.web.rendering import SafeHtml


def with_commands(text: str) -> SafeHtml:
    """*text* as HTML, in which everything else is escaped."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:  # one of them is only a sign
        return SafeHtml(escape(text))
    return SafeHtml("".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts)))
