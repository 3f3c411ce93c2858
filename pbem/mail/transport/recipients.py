"""Which addresses are the game's own."""

import re

from pbem.settings.mail_settings import MailSettings


def ours(mail: MailSettings, address: str) -> bool:
    """Whether mail to *address* is the game's: its own, its own with a +detail, or one that bounces go to.

    Without `from` in game.yaml nothing tells, and every address is.
    """
    if not mail.sender:
        return True
    wanted = address.strip().strip("<>").casefold()
    local, _, domain = mail.sender.casefold().rpartition("@")
    patterns = [re.escape(local) + r"(\+[^@]*)?@" + re.escape(domain)]
    if mail.bounces:
        patterns.append(re.escape(mail.bounces.casefold()).replace(r"\*", "[^@]*"))
    return any(re.fullmatch(pattern, wanted) for pattern in patterns)
