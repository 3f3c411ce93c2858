"""How mail comes in and goes out: IMAP, POP3, SMTP, LMTP, Maildir, folders."""
