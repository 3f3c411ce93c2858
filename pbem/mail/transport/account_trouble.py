"""What servers say when an account is in trouble, although user, password and message are right.

Such a reply may have any number, 550 too, which elsewhere refuses a message for good. So its words decide.
"""

import re

import msgspec


class AccountTrouble(msgspec.Struct, frozen=True):
    """Why an account cannot be used now: a word for programs, what that means, and what helps if anything does."""

    code: str
    says: str
    helps: str = ""

    def told(self, reply: str) -> str:
        """What it means, with the server's own words."""
        return f"{self.says}: {reply}{self.helps}"


LIMIT = AccountTrouble(
    "account-limit", "the account has reached a limit of its provider; pbem tries again, until then mail waits"
)
LOCKED = AccountTrouble(
    "account-locked",
    "the provider has locked the account; pbem tries again, until then mail waits",
    ". Sign in to its web page and follow what it says there, or ask the provider",
)
CONNECTIONS = AccountTrouble(
    "too-many-connections",
    "the account has too many connections; pbem tries again",
    ". Other mail programs with this account may have to be closed",
)
UNAVAILABLE = AccountTrouble("no-answer", "it is not available now; pbem tries again")
_NONE = AccountTrouble("", "")
"""What only sounds like it: it is about a recipient, a message, or a password that is wrong."""

_ANYWHERE = (
    # recipients whose own mailboxes are full, busy or closed
    (_NONE, r"you (tried|are trying) to (reach|contact)"),
    (_NONE, r"recipient('s)? (\S+ ){0,4}(full|quota|storage|rate|disabled)"),
    (_NONE, r"(mailbox|inbox|user|account)>?( \S+){0,2} (full|over (its )?quota|out of storage|quota exceeded)"),
    (_NONE, r"(exceeded|over) (its |the )?(storage|mailbox|disk)( \S+){0,2} (quota|limit)|size limit|message size"),
    (_NONE, r"too many (hops|recipients)|(user|mailbox) (unknown|not found)"),
    # passwords that are wrong, or of the wrong kind
    (_NONE, r"username and password not accepted|app(lication-specific|lication|) ?password|authori[sz]ation code"),
    (_NONE, r"(basic authentication|smtpclientauthentication) is disabled|credentials were incorrect"),
    # someone has to sign in, or to ask the provider
    (LOCKED, r"unsafe login|web ?login required|(log|sign) ?in (via|with|using|to) (your |a |the )?web"),
    (
        LOCKED,
        r"your (\S+ ){0,3}(account|mailbox|access|user)( \S+){0,4} (locked|suspended|blocked|disabled|restricted)",
    ),
    (LOCKED, r"user suspended|user is locked|verdict is( \S+)? suspend"),
    (LOCKED, r"outboundspam|bad outbound sender|\b5\.7\.70[58]\b"),
    (LOCKED, r"(suspicious|abnormal|unusual) (log|sign)-?in|unusual activity|verify your (account|identity)"),
    # other connections, and other programs
    (
        CONNECTIONS,
        r"too many (\S+ ){0,3}(connections?|sessions?|clients|logins)\b|(concurrent|simultaneous) (\S+ )?conn",
    ),
    (CONNECTIONS, r"connections? (limit|count|number)|maximum (number of )?(\S+ )?connections|sender thread limit"),
    # limits of what an account sends or fetches
    (LIMIT, r"\b[45]\.4\.5\b|\[(overquota|limit|login-delay|tss0\d)\]|\b(hl:icc|hl:ifc|mi:sfq|mi:stc|mi:dmc)\b"),
    (LIMIT, r"(send\w*|sent|relay\w*|submission|messages?|e?mail\w*|recipients?)( \S+){0,3} (limits?|quota|limited)\b"),
    (LIMIT, r"(hourly|daily|rate|bandwidth|frequency|user)( \S+){0,3} (limits?|quota|limited)\b"),
    (LIMIT, r"(limit|quota|rate|threshold)s?( \S+){0,5} (exceed|reached)"),
    (LIMIT, r"\bmax\w* (\S+ ){0,3}per (minute|hour|day)\b"),
    (LIMIT, r"exceed(s|ed|ing)?( \S+){0,6} (limit|quota|rate|threshold|maximum)s?\b"),
    (LIMIT, r"too many (\S+ ){0,2}(attempts|messages?|e?mail\w*|requests|commands|errors|auth\w*)|sent too many"),
    (LIMIT, r"too (much mail|frequent|fast|quickly)|throttl|slow down|unusual rate"),
)
_OF_ALL = (
    (CONNECTIONS, r"\[in-?use\]|already (in use|locked)|(unable|failed) to (\S+ )?lock|can(not| not|'t) (\S+ )?lock"),
    (LOCKED, r"(account|user|mailbox|login|tenant)( \S+){0,4} (locked|suspended|blocked|frozen|disabled|logged out)"),
    (LOCKED, r"(locked|suspended|blocked|frozen|disabled)( \S+){0,2} (account|user|mailbox)\b"),
    (UNAVAILABLE, r"\[(unavailable|sys/temp|serverbug)\]|^4\d\d\b|temporar(y|ily)|try (again|later)|server error"),
    (UNAVAILABLE, r"(system|server|service|backend)( is| too)* (busy|unavailable|down)|shutting down|maintenance"),
    (UNAVAILABLE, r"authenticated but not connected"),
)
"""Of one message or recipient these words would tell something else."""
_LONGEST = 500


def account_trouble(reply: str, *, of_one: bool = False) -> AccountTrouble | None:
    """What *reply*, with its number if it has one, says of our account; None if that is not in trouble.

    A reply to what was asked *of one* message may also tell something of that or of its recipient.
    """
    text = " ".join(reply[:_LONGEST].split())
    rows = _ANYWHERE if of_one else _ANYWHERE + _OF_ALL
    found = next((meant for meant, words in rows if re.search(words, text, re.IGNORECASE)), _NONE)
    return None if found is _NONE else found
