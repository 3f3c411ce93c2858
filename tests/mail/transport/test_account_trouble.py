"""What real servers reply when an account is in trouble, and what only sounds like it."""

import pytest

from pbem.mail.transport.account import CONNECTIONS, FULL, LIMIT, LOCKED, UNAVAILABLE, AccountTrouble, account_trouble

AT_LOGIN = {
    # Gmail
    "534-5.7.14 <https://accounts.google.com/signin/continue> Please log in via your web browser and then try": LOCKED,
    "[ALERT] Please log in via your web browser: https://support.google.com/mail/accounts/answer/78754": LOCKED,
    "[WEBALERT https://accounts.google.com/] Web login required. (Failure)": LOCKED,
    "454 4.7.0 Too many login attempts, please try again later. abc-123 - gsmtp": LIMIT,
    "421 4.7.0 Too many login attempts, please try again later": LIMIT,
    "[ALERT] Too many simultaneous connections. (Failure)": CONNECTIONS,
    "[OVERQUOTA] Account exceeded command or bandwidth limits. (Failure)": LIMIT,
    "Account exceeded command or bandwidth limits. xa1sm": LIMIT,
    "[UNAVAILABLE] Temporary System Error": UNAVAILABLE,
    "-ERR [SYS/TEMP] Temporary system problem. Please try again later.": UNAVAILABLE,
    "-ERR [IN-USE] Unable to lock maildrop: Mailbox is locked by POP server": CONNECTIONS,
    "-ERR [LOGIN-DELAY] minimum time between mail checks violation": LIMIT,
    "-ERR [SYS/PERM] Your account is not enabled for POP access.": None,
    "535-5.7.8 Username and Password not accepted. For more information, go to https://support.google.com": None,
    "534-5.7.9 Application-specific password required. Learn more at https://support.google.com": None,
    "[ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833": None,
    "[AUTHENTICATIONFAILED] Invalid credentials (Failure)": None,
    # Outlook, Exchange Online
    "535 5.7.139 Authentication unsuccessful, the user account is locked. Contact your administrator.": LOCKED,
    "535 5.7.139 Authentication unsuccessful, user is locked by your organization's security defaults policy": LOCKED,
    "421 4.3.2 The maximum number of concurrent server connections has exceeded a per-source limit": CONNECTIONS,
    "432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending": CONNECTIONS,
    "User is authenticated but not connected.": UNAVAILABLE,
    "BYE Connection is closed. 13": None,
    "Server Unavailable. 15": UNAVAILABLE,
    "451 4.7.0 Temporary server error. Please try again later. PRX2": UNAVAILABLE,
    "535 5.7.139 Authentication unsuccessful, basic authentication is disabled.": None,
    "535 5.7.3 Authentication unsuccessful [VI1PR0102CA0001.eurprd01.prod.exchangelabs.com]": None,
    "535 5.7.139 Authentication unsuccessful, the user credentials were incorrect.": None,
    "LOGIN failed.": None,
    # Yahoo, AOL
    "[LIMIT] LOGIN Rate limit hit": LIMIT,
    "[UNAVAILABLE] LOGIN Server error - Please try again later": UNAVAILABLE,
    "-ERR [SYS/TEMP] Server error - Please try again later.": UNAVAILABLE,
    "535 5.7.0 (#AUTH005) Too many bad auth attempts.": LIMIT,
    "[AUTHENTICATIONFAILED] LOGIN Invalid credentials": None,
    # GMX, web.de, mail.com
    "421 gmx.net Service not available, too many connections from your IP": CONNECTIONS,
    "535 Authentication credentials invalid": None,
    "account temporarily locked, please login at https://www.gmx.net": LOCKED,
    # QQ, 163, 126
    "Unsafe Login. Please contact kefu@188.com for help": LOCKED,
    "EXAMINE Unsafe Login. Please contact kefu@163.com for help": LOCKED,
    "550 User suspended, http://mail.163.com/help/help_spam_16.htm": LOCKED,
    "535 Login Fail. Account is abnormal, service is not open, password is incorrect, login frequency limited": LIMIT,
    "550 Login fail. Suspicious login": LOCKED,
    "535 Login Fail. Please enter your authorization code to login.": None,
    "535 Error: authentication failed": None,
    "-ERR Login frequency limit": LIMIT,
    "535 Error: authentication failed, system busy": UNAVAILABLE,
    # Postfix, Dovecot, Courier, Exim, Cyrus
    "454 4.7.0 Temporary authentication failure: Connection lost to authentication server": UNAVAILABLE,
    "421 4.7.0 mail.example.org Error: too many connections from 192.0.2.1": CONNECTIONS,
    "421 4.7.0 mx.example.org Error: too many errors": LIMIT,
    "[LIMIT] Maximum number of connections from user+IP exceeded (mail_max_userip_connections=10)": CONNECTIONS,
    "[UNAVAILABLE] Maximum number of connections from user+IP exceeded": CONNECTIONS,
    "[UNAVAILABLE] Temporary authentication failure. [mail:2026-11-28 16:00:00]": UNAVAILABLE,
    "[UNAVAILABLE] Internal error occurred. Refer to server log for more information.": UNAVAILABLE,
    "-ERR [IN-USE] Timeout while waiting for lock": CONNECTIONS,
    "-ERR [SYS/TEMP] Internal error occurred. Refer to server log for more information.": UNAVAILABLE,
    "-ERR Maximum connection limit reached for ::ffff:192.0.2.1": CONNECTIONS,
    "421 Too many concurrent SMTP connections from this IP address; please try again later": CONNECTIONS,
    "435 Unable to authenticate at present: database down": UNAVAILABLE,
    "Too many open connections": CONNECTIONS,
    "[INUSE] Mailbox in use": CONNECTIONS,
    "[INUSE] Mailbox is already locked by another session": CONNECTIONS,
    "-ERR [IN-USE] Unable to lock maildrop": CONNECTIONS,
    "-ERR Can't get lock. Mailbox in use": CONNECTIONS,
    "535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6": None,
    "535 Incorrect authentication data": None,
    "[AUTHENTICATIONFAILED] Authentication failed.": None,
    "[NOPERM] Permission denied": None,
    "[PRIVACYREQUIRED] Plaintext authentication disallowed on non-secure (SSL/TLS) connections.": None,
    # iCloud, Proton Bridge, Zoho, Fastmail
    "554 5.7.0 Your account has been locked. Unlock it at https://iforgot.apple.com": LOCKED,
    "[AUTHENTICATIONFAILED] Authentication Failed": None,
    "account is logged out": LOCKED,
    "too many login attempts, please try again later": LIMIT,
    "too many bad logins": LIMIT,
    "LOGIN command error: BAD [b'Command disabled: LOGIN']": None,
    "[AUTHENTICATIONFAILED] Too many login failures, try again in 15 minutes": LIMIT,
    "no such user": None,
    "[ALERT] Your account is currently restricted: too many IMAP sessions": LOCKED,
    "535 5.7.8 Your account has been temporarily blocked due to unusual activity": LOCKED,
}
"""Replies to a login, or to the choice of a mailbox."""

WHILE_SENDING = {
    # Gmail
    "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to https://x": LIMIT,
    "550-5.4.5 Daily user sending quota exceeded.": LIMIT,
    "550 5.4.5 Daily sending quota exceeded. Learn more at https://support.google.com": LIMIT,
    "550-5.4.5 Daily SMTP relay sending limit exceeded for customer.": LIMIT,
    "421-4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP": LIMIT,
    "421 4.3.0 Temporary System Problem.  Try again later": None,
    "450-4.2.1 The user you are trying to contact is receiving mail too quickly.": None,
    "550-5.2.1 The email account that you tried to reach is disabled.": None,
    "452-4.2.2 The recipient's inbox is out of storage space.": None,
    "552-5.2.2 The email account that you tried to reach is over quota and inactive.": None,
    "550-5.1.1 The email account that you tried to reach does not exist.": None,
    "552-5.2.3 Your message exceeded Google's message size limits.": None,
    "550-5.7.1 Our system has detected that this message is likely unsolicited mail.": None,
    # Outlook, Exchange Online
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients": LIMIT,
    "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; message quota exceeded": LIMIT,
    "550 5.7.233 Your tenant exceeded its daily limit for sending email (tenant external recipient rate limit)": LIMIT,
    "450 4.2.1 The recipient's daily receiving quota is used up": None,
    "554 5.2.0 STOREDRV.Submission.Exception:SendLimitExceededException": LIMIT,
    "554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message due to a": LOCKED,
    "550 5.1.8 Access denied, bad outbound sender AS(42004)": LOCKED,
    "550 5.7.705 Access denied, tenant has exceeded threshold": LOCKED,
    "550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP": LOCKED,
    "550 5.7.501 Access denied, spam abuse detected": LOCKED,
    "550 5.7.502 Access denied, banned sender": LOCKED,
    "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded [Hostname=VI1PR01MB1234]": CONNECTIONS,
    "554 5.2.252 SendAsDenied; ann@example.org not allowed to send as game@example.org": None,
    "550 5.5.0 Requested action not taken: mailbox unavailable": None,
    "452 4.5.3 Too many recipients (AS780090)": None,
    "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException": None,
    # Yahoo, GMX, QQ, 163
    "421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints": LIMIT,
    "554 Message not accepted for policy reasons.": None,
    "554 30 Sorry, your message to ann@example.org cannot be delivered. This mailbox is disabled (554.30).": None,
    "450 Requested mail action not taken: mailbox unavailable. Mail send limit exceeded": LIMIT,
    "550 Requested action not taken: mailbox unavailable. Reject due to policy restrictions.": None,
    "550 User suspended": LOCKED,
    "550 Domain frequency limited.": LIMIT,
    "550 Ip frequency limited": LIMIT,
    "550 Mail sending frequency limited": LIMIT,
    "451 MI:SFQ 163 smtp14 too many emails from this sender": LIMIT,
    "550 MI:DMC 126 smtp8 too many mails sent in one connection": LIMIT,
    "554 DT:SPM 163 smtp1 the message looks like spam": None,
    "550 Mailbox not found. http://service.mail.qq.com": None,
    # Zoho, SendGrid
    "550 5.4.6 Unusual sending activity detected. Please try after sometime": LOCKED,
    "550 Request denied: you have sent more than 500 mails in 24 hours": LIMIT,
    "550 User's outgoing mail is suspended": LOCKED,
    "550 Maximum credits exceeded": LIMIT,
    # Postfix, Exim, Courier, hosts
    "452 4.2.2 <ann@example.org>: mailbox full": None,
    "552 5.2.2 <ann@example.org>: user is over quota": None,
    "550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown in virtual mailbox table": None,
    "450 4.2.0 <ann@example.org>: Recipient address rejected: Greylisted, try again later": None,
    "450 4.7.1 Error: too much mail from 192.0.2.1": LIMIT,
    "554 5.7.1 <game@example.org>: Sender address rejected: Sending rate limit exceeded": LIMIT,
    "550 Domain example.org has exceeded the max emails per hour (150/150) allowed. Message discarded.": LIMIT,
    "550 Your account has been suspended for sending spam": LOCKED,
    "550 5.7.1 Sender account has been suspended, contact support": LOCKED,
    "550 5.7.1 Sender address blocked by the recipient": None,
    "554 5.7.1 You've reached the max number of messages allowed per day (400)": LIMIT,
    "450 4.7.0 Free plan limit: 100 emails per day reached": LIMIT,
    "421 too many messages in this connection": LIMIT,
    "550 5.2.2 Recipient's mailbox limit exceeded": None,
    "552 5.2.2 User's mailbox quota exceeded": None,
    "550 5.2.2 <ann@example.org> account storage quota exceeded": None,
    "451 4.7.1 Sorry, the service is currently unavailable. Please come back later.": None,
    "554 5.4.6 Too many hops": None,
    "550 5.7.1 You have sent too many messages, come back in an hour": LIMIT,
    "550 mailbox disabled, not accepting messages": None,
    "552 5.3.4 Message size exceeds fixed limit": None,
    "552 Message size exceeds maximum permitted": None,
    "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org": None,
    "554 5.6.0 Line length exceeds limit": None,
    "552 5.2.3 Line length limit 2048 bytes exceeded": None,
    "550 5.6.11 Message header size exceeds limit": None,
    "554 5.6.0 Header section exceeds maximum": None,
    "550 Subject length limit exceeded": None,
    "552 5.3.4 Number of attachments exceeds maximum": None,
    "550 Too many MIME parts: limit of 100 exceeded": None,
    "554 5.6.0 Message nesting depth exceeds limit": None,
    "550 Message has too many Received headers, hop limit reached": None,
    "554 5.7.1 message content rejected: URL count limit exceeded": None,
    "550 rejected as spam, exceeded score limit": None,
    "554 5.7.1 Spam score 8.2 exceeds threshold 5.0": None,
    "550 5.7.1 SpamAssassin threshold exceeded": None,
    "550 5.7.1 Outgoing spam rate limit exceeded for this account": LIMIT,
    "550 Daily limit of spam-like messages exceeded": LIMIT,
    "550 You have exceeded your sending limit (spam protection)": LIMIT,
    # iCloud, Proton Bridge
    "550 5.7.0 From address is not one of your addresses": None,
    "550 5.7.1 Your sending limit has been reached for today": LIMIT,
    "554 5.0.0 Error: transaction failed, sending quota exceeded for this account": LIMIT,
    "554 5.0.0 Error: transaction failed, blame it on the weather: failed to send message": None,
}
"""Replies to a sender, a recipient or a text."""

FULL_ANYWHERE = {
    "552 5.2.2 mailbox full": FULL,
    "554 5.2.2 STOREDRV.Submission.Exception:QuotaExceededException; mailbox over quota": FULL,
    "552 5.2.2 User's mailbox quota exceeded": FULL,
    "550 5.2.2 account storage quota exceeded": FULL,
    "552 5.3.4 Message size exceeds fixed limit": None,
    "552 message size exceeds fixed maximum message size": None,
    "550 5.1.8 Sender address rejected: Domain not found": None,
}
"""Replies to the name of the sender."""

OTHER_LANGUAGES = {
    LIMIT: (
        "550 5.7.1 Sendelimit überschritten",
        "554 Das Tageslimit für den Versand ist erreicht",
        "535 Zu viele Anmeldeversuche, bitte warten",
        "550 Zu viele E-Mails in kurzer Zeit versendet",
        "450 Ihr Kontingent von 500 E-Mails pro Tag ist ausgeschöpft",
        "550 Tageslimit für Empfänger überschritten",
        "550 5.7.1 Quota d'envoi dépassé",
        "421 Trop de messages envoyés",
        "550 Limite d'envoi quotidienne atteinte",
        "535 Trop de tentatives de connexion",
        "550 Ha superado el límite de envío diario",
        "535 Demasiados intentos fallidos",
        "550 Cuota de envío superada",
        "554 Demasiados correos enviados",
        "550 Limite de envio excedido",
        "535 Muitas tentativas de login",
        "550 Limite di invio superato",
        "550 Troppi messaggi inviati",
        "550 Verzendlimiet bereikt",
        "535 Te veel aanmeldpogingen",
        "550 Przekroczono limit wysyłanych wiadomości",
        "535 Zbyt wiele nieudanych prób logowania",
        "550 Překročen limit odeslaných zpráv",
        "550 Превышен лимит отправки писем",
        "535 Слишком много попыток входа",
        "550 Prevyshen limit otpravki",
        "550 Перевищено ліміт надсилання",
        "550 发送频率过高",
        "535 Error: 登录频率限制",
        "550 超过每日发信限制",
        "554 發信數量超過上限",
        "535 登录失败次数过多",
        "550 送信数の上限を超えました",
        "535 ログイン試行回数が多すぎます",
        "550 발송 한도를 초과했습니다",
        "550 Gönderim limiti aşıldı",
        "550 Sändningsgränsen har överskridits",
        "535 For mange forsøk",
        "550 Lähetysraja ylitetty",
        "550 Túllépte a küldési limitet",
        "550 Υπέρβαση ορίου αποστολής",
    ),
    LOCKED: (
        "535 Ihr Konto ist gesperrt",
        "535 Das Postfach wurde vorübergehend gesperrt",
        "535 Votre compte est bloqué",
        "535 compte suspendu",
        "535 compte verrouillé",
        "535 Cuenta bloqueada",
        "535 Su cuenta ha sido deshabilitada",
        "535 Conta suspensa",
        "535 Account bloccato",
        "535 casella sospesa",
        "535 Uw account is geblokkeerd",
        "535 Konto zablokowane",
        "535 Účet je zablokován",
        "535 Учётная запись заблокирована",
        "535 Ваш аккаунт приостановлен",
        "535 帐号已被锁定",
        "535 账户被冻结",
        "535 帳號已停用",
        "535 您的账号异常",
        "535 アカウントがロックされています",
        "535 계정이 잠겼습니다",
        "535 Hesabınız kilitlendi",
        "535 Kontot är låst",
        "535 Kontoen er sperret",
        "535 Tili on lukittu",
        "535 A fiók zárolva",
        "535 Contul este blocat",
        "535 Ο λογαριασμός έχει κλειδωθεί",
    ),
    CONNECTIONS: (
        "Zu viele gleichzeitige Verbindungen",
        "Höchstzahl der Verbindungen erreicht",
        "421 Trop de connexions, veuillez verifier votre configuration",
        "Demasiadas conexiones",
        "Muitas conexões",
        "Troppe connessioni",
        "Te veel verbindingen",
        "Zbyt wiele połączeń",
        "Příliš mnoho připojení",
        "Слишком много соединений",
        "Превышен лимит одновременных подключений",
        "连接数过多",
        "連線數超過上限",
        "接続数が多すぎます",
        "연결이 너무 많습니다",
        "Çok fazla bağlantı",
        "För många anslutningar",
        "For mange forbindelser",
    ),
    UNAVAILABLE: (
        "Bitte versuchen Sie es später noch einmal",
        "Service indisponible, veuillez réessayer plus tard",
        "Inténtelo más tarde",
        "Повторите попытку позже",
        "系统忙，请稍后再试",
        "後でもう一度お試しください",
        "나중에 다시 시도하세요",
    ),
    FULL: (
        "[OVERQUOTA] Quota exceeded (mailbox for user is full)",
        "NO Mailbox is full",
        "Das Postfach ist voll",
        "Boîte aux lettres pleine",
        "Espace de stockage saturé",
        "Buzón lleno",
        "Casella piena",
        "Caixa postal cheia",
        "Skrzynka jest przepełniona",
        "Почтовый ящик переполнен",
        "邮箱空间已满",
        "信箱容量不足",
        "メールボックスがいっぱいです",
        "메일함 용량 초과",
        "Posta kutusu dolu",
    ),
    None: (
        "535 Falsches Passwort",
        "535 Anmeldung fehlgeschlagen: Benutzername oder Passwort falsch",
        "535 Identifiants incorrects",
        "535 Usuario o contraseña incorrectos",
        "535 Credenziali non valide",
        "535 Неверный логин или пароль",
        "535 5.7.0 NEOBHODIM parol prilozheniya https://help.mail.ru/mail/security/protection/external",
        "535 用户名或密码错误",
        "535 请使用授权码登录",
        "535 ユーザー名またはパスワードが違います",
        "535 아이디 또는 비밀번호가 올바르지 않습니다",
        "535 Last login failed for this account",
    ),
}
"""The same at a login; where a number stands for all that an account sends, to a message too."""

OF_OTHERS = (
    "550 Postfach des Empfängers ist voll",
    "550 Boîte du destinataire pleine",
    "552 Das Postfach ist voll",
    "550 Empfänger unbekannt",
    "550 5.1.1 Utilisateur inconnu",
    "550 Usuario desconocido",
    "550 El buzón del destinatario está lleno",
    "550 Пользователь не найден",
    "550 Почтовый ящик переполнен",
    "550 收件人不存在",
    "552 邮箱空间已满",
    "550 Konto gesperrt",
    "550 Compte désactivé",
    "550 Аккаунт заблокирован",
    "552 Nachricht überschreitet die maximale Größe",
    "552 Taille du message : limite dépassée",
    "550 Превышен размер письма",
    "554 邮件大小超过限制",
    "550 宛先が見つかりません",
    "550 Spam détecté",
    "554 垃圾邮件",
)
"""What in reply to a recipient or a text is of that alone."""


@pytest.mark.parametrize(("reply", "meant"), AT_LOGIN.items())
def test_a_login_that_is_refused(reply: str, meant: AccountTrouble | None) -> None:
    assert account_trouble(reply) == meant


@pytest.mark.parametrize(("reply", "meant"), WHILE_SENDING.items())
def test_a_message_that_is_refused(reply: str, meant: AccountTrouble | None) -> None:
    assert account_trouble(reply, of_one=True) == meant


@pytest.mark.parametrize(("reply", "meant"), FULL_ANYWHERE.items())
def test_a_sender_who_is_refused(reply: str, meant: AccountTrouble | None) -> None:
    assert account_trouble(reply, of_one=True, of_sender=True) == meant


def test_one_s_own_full_mailbox_is_told_from_that_of_a_recipient() -> None:
    for says in ("550 Your mailbox is full", "552 5.2.2 The sender's mailbox is full"):
        assert account_trouble(says, of_one=True) == FULL


@pytest.mark.parametrize(("meant", "reply"), [(meant, one) for meant, all_ in OTHER_LANGUAGES.items() for one in all_])
def test_a_login_refused_in_another_language(meant: AccountTrouble | None, reply: str) -> None:
    assert account_trouble(reply) == meant
    if meant in (LIMIT, CONNECTIONS) and reply.startswith("5"):
        assert account_trouble(reply, of_one=True) == meant


@pytest.mark.parametrize("reply", OF_OTHERS)
def test_a_message_refused_in_another_language(reply: str) -> None:
    assert account_trouble(reply, of_one=True) is None


@pytest.mark.parametrize("encoding", ["gb18030", "cp1251", "koi8-r", "latin-1"])
def test_words_in_an_old_encoding_are_understood(encoding: str) -> None:
    words = {"gb18030": "登录频率过高", "latin-1": "Das Sendelimit ist überschritten"}
    raw = words.get(encoding, "Превышен лимит").encode(encoding)
    assert account_trouble("535 Error: " + raw.decode("ascii", "backslashreplace")) == LIMIT
