"""What real servers reply when an account is in trouble, and what only sounds like it."""

import pytest

from pbem.mail.transport.server import CONNECTIONS, LIMIT, LOCKED, UNAVAILABLE, AccountTrouble, account_trouble

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
    # iCloud, Proton Bridge
    "550 5.7.0 From address is not one of your addresses": None,
    "550 5.7.1 Your sending limit has been reached for today": LIMIT,
    "554 5.0.0 Error: transaction failed, sending quota exceeded for this account": LIMIT,
    "554 5.0.0 Error: transaction failed, blame it on the weather: failed to send message": None,
}
"""Replies to a sender, a recipient or a text."""


@pytest.mark.parametrize(("reply", "meant"), AT_LOGIN.items())
def test_a_login_that_is_refused(reply: str, meant: AccountTrouble | None) -> None:
    assert account_trouble(reply) == meant


@pytest.mark.parametrize(("reply", "meant"), WHILE_SENDING.items())
def test_a_message_that_is_refused(reply: str, meant: AccountTrouble | None) -> None:
    assert account_trouble(reply, of_one=True) == meant
