"""A letter that came back, as most mail servers say it (RFC 3464)."""

REPORT = """\
From: MAILER-DAEMON@mx.example
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <1@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

No such user.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; {recipient}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b--
"""
