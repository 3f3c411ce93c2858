"""Pages of many forums and messengers, as a browser copies them: one template of a post for each, and its quotations.

`{by}` is who wrote the post, `{H}` and `{P}` the time of day in 24 and in 12 hours, `{n}` its number, `{text}` what it
says. In a quotation `{by}` and `{text}` are of what is quoted; where that is empty, a copy does not show its end.
"""

from pathlib import Path

import msgspec


class Forum(msgspec.Struct, frozen=True):
    """How one forum shows a post, a quotation within one, below which line that it was edited, code, and a spoiler."""

    name: str
    post: str
    quote: str = ""
    edited: str = ""
    code: str = ""
    spoiler: str = ""

    def shown(self, by: str, text: str, hour: int = 19, number: int = 17, *, edited: bool = False) -> str:
        """A post of *by* at so many minutes past *hour*."""
        if edited:
            text = f"{text.rstrip()}\n{self._filled(self.edited, by, '', hour + 1, number)}\n"
        return self._filled(self.post, by, text, hour, number)

    def quoting(self, by: str, text: str) -> str:
        return self._filled(self.quote, by, text, 18, 16)

    @staticmethod
    def _filled(template: str, by: str, text: str, hour: int, number: int) -> str:
        shown = template.replace("{H}", f"{hour}:14").replace("{P}", f"{hour - 12}:14")
        shown = shown.replace("{by}", by).replace("{n}", str(number))
        return shown.replace("{text}\n", text if text.endswith("\n") else f"{text}\n").replace("{text}", text.strip())


FORUMS = msgspec.yaml.decode(Path(__file__).with_name("forums.yaml").read_bytes(), type=tuple[Forum, ...])
