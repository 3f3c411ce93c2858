"""How mail comes in and goes out: IMAP, SMTP, LMTP, Maildir, folders."""
