"""What a server's reply says of our account: locked, full, at a limit, or used too much.

Such a reply may have any number, 550 too, which elsewhere refuses a message for good. So its words decide, in the
languages in which servers reply.
"""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress

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
FULL = AccountTrouble(
    "mailbox-full",
    "the game's own mailbox is full; pbem tries again, until then mail waits, and what is sent to the game may bounce",
    ". Delete emails there, or ask the provider for more space",
)
UNAVAILABLE = AccountTrouble("no-answer", "it is not available now; pbem tries again")
_NONE = AccountTrouble("", "")
"""What only sounds like it: it is about a recipient, a message, or a password that is wrong."""

_OVER_TIME = r"(rate|quota|daily|hourly|sending|sent|today|(per|an?) (minute|hour|day))"
_OF_A_MESSAGE = r"(lines?|headers?|subject|attachments?|mime|parts|nesting|hops?|links?|urls?|score|spam\w*)"
_FULL = (
    r"(mailbox|inbox|user|account)>?( \S+){0,3} (full|over (its )?quota|out of storage|quota exceeded)"
    r"|(exceeded|over) (its |the |your )?(storage|mailbox|disk)( \S+){0,2} (quota|limit)"
)
_ANYWHERE = (
    (FULL, rf"\b(your|sender's|sender) (\S+ ){{0,1}}({_FULL})"),
    (LIMIT, r"\b([45]\.4\.5|5\.7\.23[23])\b"),
    # recipients whose own mailboxes are full, busy or closed
    (_NONE, r"you (tried|are trying) to (reach|contact)"),
    (_NONE, r"recipient('s)? (\S+ ){0,4}(full|quota|storage|rate|disabled)|recipient's (mailbox|inbox) limit"),
    (_NONE, _FULL),
    (_NONE, r"size limit|message size"),
    (_NONE, r"too many (hops|recipients)|(user|mailbox) (unknown|not found)"),
    # passwords that are wrong, or of the wrong kind
    (_NONE, r"username and password not accepted|app(lication-specific|lication|) ?password|authori[sz]ation code"),
    (_NONE, r"(basic authentication|smtpclientauthentication) is disabled|credentials were incorrect"),
    # someone has to sign in, or to ask the provider
    (LOCKED, r"unsafe login|web ?login required|(log|sign) ?in (via|with|using|to) (your |a |the )?web"),
    (
        LOCKED,
        r"(your|sender) (\S+ ){0,3}(account|mailbox|access|user)( \S+){0,4} (lock|suspend|block|disabl|restrict)ed",
    ),
    (LOCKED, r"user suspended|user is locked|verdict is( \S+)? suspend|outgoing (\S+ ){0,3}(suspend|block|disabl)ed"),
    (LOCKED, r"outboundspam|bad outbound sender|\b5\.7\.(50[1-3]|70[58])\b"),
    (LOCKED, r"(suspicious|abnormal|unusual) (log|sign)-?in|unusual (\S+ )?activity|verify your (account|identity)"),
    # other connections, and other programs
    (
        CONNECTIONS,
        r"too many (?!messages|e?mail|bad|failed|invalid)(\S+ ){0,3}(connections?|sessions?|clients|logins)\b",
    ),
    (CONNECTIONS, r"(concurrent|simultaneous) (\S+ )?conn"),
    (CONNECTIONS, r"connections? (limit|count|number)|maximum (number of )?(\S+ )?connections|sender thread limit"),
    # limits of what one message may be
    (_NONE, rf"^(?!.*\b{_OVER_TIME}\b).*\b{_OF_A_MESSAGE}\b"),
    # limits of what an account sends or fetches
    (LIMIT, r"\[(overquota|limit|login-delay|tss0\d)\]|\b(hl:icc|hl:ifc|mi:sfq|mi:stc|mi:dmc)\b"),
    (LIMIT, r"(send\w*|sent|relay\w*|submission|messages?|e?mail\w*|recipients?)( \S+){0,3} (limits?|quota|limited)\b"),
    (LIMIT, r"(hourly|daily|rate|bandwidth|frequency|user)( \S+){0,3} (limits?|quota|limited)\b"),
    (LIMIT, r"(limit|quota|rate|threshold|credit)s?:?( \S+){0,5} (exceed|reached)|limitexceeded"),
    (LIMIT, r"\bmax\w* (\S+ ){0,5}per (minute|hour|day)\b"),
    (LIMIT, r"exceed(s|ed|ing)?( \S+){0,6} (limit|quota|rate|threshold|maximum)s?\b"),
    (LIMIT, r"too many (\S+ ){0,2}(attempts|failures|logins|messages?|e?mail\w*|requests|commands|errors|auth\w*)"),
    (LIMIT, r"sent (too many|more than \d+)|too (much mail|frequent|fast|quickly)|throttl|slow down|unusual rate"),
)
_FULL_OF_OURS = rf"^(?!.*\b{_OF_A_MESSAGE}\b).*({_FULL}|\b[45]\.2\.2\b)"
_OF_ALL = (
    (_NONE, r"(command|login) (is )?disabled"),
    (CONNECTIONS, r"\[in-?use\]|already (in use|locked)|(unable|failed) to (\S+ )?lock|can(not| not|'t) (\S+ )?lock"),
    (LOCKED, r"(account|user|mailbox|login|tenant)( \S+){0,4} (locked|suspended|blocked|frozen|disabled|logged out)"),
    (LOCKED, r"(locked|suspended|blocked|frozen|disabled)( \S+){0,2} (account|user|mailbox)\b"),
    (UNAVAILABLE, r"\[(unavailable|sys/temp|serverbug)\]|^4\d\d\b|temporar(y|ily)|try (again|later)|server error"),
    (UNAVAILABLE, r"(system|server|service|backend)( is| too)* (busy|unavailable|down)|shutting down|maintenance"),
    (UNAVAILABLE, r"authenticated but not connected"),
)
"""Of one message or recipient these words would tell something else."""
_LONGEST = 500

_MANY = (
    "zu viele?|trop (de|d'|nombre)|demasiad[oa]s|muit[oa]s|tropp[ei]|te veel|zbyt (wiele|duzo|czesto)|prilis mnoho|"
    "слишком|забагато|надто|过多|太多|過多|过高|過高|频繁|頻繁|多すぎ|너무 많|cok fazla|for man[gk][ea]|liian mon|"
    "tul sok|prea mult|παρα πολλ"
)
_ATTEMPTS = (
    "versuch|tentativ|intento|poging|prob logo|proby|pokus|попыт|спроб|尝试|嘗試|次数|次數|試行|횟수|시도|deneme|"
    "forsok|forsog|yrity|kiserlet|incercar|προσπαθει"
)
_LINES = (
    "verbindung|connex|conexi|conexo|ligaco|connession|verbinding|polacz|pripojen|spojen|соединен|подключен|з.єднан|"
    "连接|連線|連接|并发|接続|연결|접속|baglant|anslutning|forbindelse|tilkobling|yhtey|kapcsolat|συνδεσ"
)
_LIMITS = (
    "limi[te]|quota|cuota|kvot|kota|[ck]ontingent|grens|grans|graense|grense|raja|лимит|ліміт|квот|上限|限额|限額|"
    "限制|配额|配額|频率|頻率|制限|한도|제한|ορι[οα]|grenze|hochstzahl"
)
_PASSED = (
    "schritten|erreicht|schopft|depass|attein|superad|exced|alcanzad|ultrapassad|atingid|superat|raggiunt|overschred|"
    "bereikt|przekrocz|osiagn|wyczerpan|prekrocen|dosazen|vycerpan|превыш|исчерпан|достигнут|перевищ|вичерпан|超|达到|"
    "達到|频率|頻率|制限|초과|asil|doldu|overskr|uppnadd|nadd|ylit|tullep|depasi|atins|υπερβ|prevysh"
)
_BOXES = (
    "postfach|boite|buzon|casella|caixa|postvak|skrzynk|schrank|ящик|скриньк|邮箱|郵箱|信箱|メールボックス|편지함|"
    "메일함|posta kutu|brevlad|indbakke|postkass|innboks|postilaatik|postafiok|casut|speicher|espace|espacio|almacen|"
    "spazio|opslag|miejsc|место|місц|空间|空間|容量|용량"
)
_BRIM = (
    "voll|plein|satur|llen[oa]|chei[oa]|pien[oa]|esaurit|pelna|vol\\b|przepeln|pln[ay]|переполн|нет места|已满|已滿|"
    "不足|一杯|いっぱい|가득|dolu|full|fuld|taynna|megtel|plin|quota|cuota|kvot|kota|квот|超|초과"
)
_ONE = (
    "empfanger|destinata|ontvanger|odbiorc|adresat|prijemc|получател|адресат|отримувач|收件人|收信人|受信者|宛先|"
    "수신자|받는 사람|alici|mottagar|modtager|mottaker|vastaanottaj|cimzett|παραληπτ|grosse|taille|tamano|tamanho|"
    "dimension|grootte|rozmiar|velikost|размер|розмір|大小|サイズ|크기|boyut|storlek|storrelse|meret|μεγεθ"
)
_A_DAY = (
    "tag|stund|jour|heure|diari|hora|giorn|dag|uur|dzien|godzin|hodin|сут|день|час|每|小时|小時|1日|하루|시간|gunluk|"
    "saat"
)
_CLOSED = (
    "gesperrt|bloqu|bloccat|blocat|blokk|blokee|zablok|заблок|suspen[ds]|sospes|opgeschort|zawieszon|pozastav|"
    "приостанов|призупин|verrouill|deshabilitad|desativad|disattivat|deaktiv|desactiv|отключ|锁|鎖|冻结|凍結|停用|"
    "异常|異常|封禁|ロック|停止|잠겼|잠금|정지|차단|kilit|askiya|\\b(ar|er) last\\b|sparra|sperret|spaerret|zarol|"
    "lukit|κλειδω|ανασταλ"
)
_ACCOUNTS = (
    "konto|compte|cuenta|\\bconta\\b|account|utente|utenza|zugang|benutzer|usuari|gebruiker|uzytkowni|ucet|uzivatel|"
    "учетн|аккаунт|пользовател|обліков|帐|账|帳|用户|用戶|アカウント|계정|아이디|hesa[bp]|tili|fiok|contul|λογαριασμ|"
    + _BOXES
)
_YOURS = (
    "\\b(ihre?[nms]?|votre|vous|sua?|vuestr|suo|vostr|uw|twoje|vase|dit|din|az on|σας)\\b|ваш|您|你|お客様|귀하|회원"
)
_LATER = (
    "spater|plus tard|mas tarde|mais tarde|piu tardi|pozniej|pozdeji|позже|позднее|пізніше|稍后|稍後|後ほど|後で|"
    "나중에|잠시 후|daha sonra|senare|senere|myohemmin|kesobb|mai tarziu|αργοτερα|vorubergehend|temporaire|temporal"
)
"""Beginnings of words without accents, in the languages in which providers reply."""
_ENCODINGS = ("utf-8", "gb18030", "cp1251", "koi8-r", "shift_jis", "euc-kr", "latin-1")
_LETTERS = str.maketrans("łŁøØıæ", "lLoOia")


def account_trouble(reply: str, *, of_one: bool = False, of_sender: bool = False) -> AccountTrouble | None:
    """What *reply*, with its number if it has one, says of our account; None if that is not in trouble.

    A reply to what was asked *of one* message may also tell something of that or of its recipient; where it is only
    the name *of the sender* that was said, no recipient is meant.
    """
    text = " ".join(reply[:_LONGEST].split())
    rows = _ANYWHERE if of_one else _ANYWHERE + _OF_ALL
    if of_sender or not of_one:
        rows = ((FULL, _FULL_OF_OURS), *rows)
    found = next((meant for meant, words in rows if re.search(words, text, re.IGNORECASE)), None)
    if found in (None, UNAVAILABLE):  # a number alone may have told that
        of_recipient = of_one and not of_sender
        other = (_in_another_language(one, of_recipient=of_recipient) for one in _spelt(text))
        found = next((meant for meant in other if meant and not (of_one and meant is UNAVAILABLE)), found)
    return None if found is _NONE else found


def _spelt(text: str) -> Iterator[str]:
    """*text* without accents; where bytes of it were not in UTF-8, as they may have been meant."""
    raw = re.sub(rb"\\x([0-9a-f]{2})", lambda one: bytes.fromhex(one[1].decode()), text.encode())
    for encoding in _ENCODINGS if b"\\x" in text.encode() else _ENCODINGS[:1]:
        with suppress(UnicodeDecodeError):
            parted = unicodedata.normalize("NFKD", raw.decode(encoding).translate(_LETTERS).casefold())
            yield unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", parted))


def _in_another_language(text: str, *, of_recipient: bool) -> AccountTrouble | None:
    """What words of other languages say, where it may be *of the recipient* that they speak."""

    def has(*sets: str) -> bool:
        return all(re.search(words, text) for words in sets)

    if has(_ONE) and not has(_A_DAY):
        return None
    ours = not of_recipient or has(_YOURS)
    if has(_BOXES, _BRIM):
        return FULL if ours else None
    if has(_MANY) or has(_LIMITS, _PASSED):
        return CONNECTIONS if has(_LINES) and not has(_ATTEMPTS) else LIMIT
    if has(_CLOSED, _ACCOUNTS) and ours:
        return LOCKED
    return UNAVAILABLE if has(_LATER) else None
