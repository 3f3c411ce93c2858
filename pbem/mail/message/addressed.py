"""Whether an email was sent to the game."""

from pbem.mail.mime.headers import addresses_in, headers_of
from pbem.mail.transport.recipients import ours
from pbem.settings.mail_settings import MailSettings


def to_the_game(mail: MailSettings, raw: bytes, *, copies: bool) -> bool:
    """Whether the header To names the game among others or alone, or Cc does where *copies* are to be looked at."""
    headers = headers_of(raw)
    names = ("To", "Cc") if copies else ("To",)
    return any(ours(mail, address) for name in names for address in addresses_in(headers, name))
