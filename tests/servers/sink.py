"""A real SMTP server for tests, in a process of its own: `python -m tests.servers.sink FOLDER [OPTIONS]`.

OPTIONS is a JSON object: `security` (tls or starttls) with `certificate` (a PEM file), `login` (user:password),
`size` (the most bytes it takes).

It prints its port, stores what it takes in FOLDER, and treats recipients as their names say:
busy@ (451 at once), gone@ (550 at once), full@ (452 after the text), spam@ (554 after the text),
drop@ (stores the mail, then breaks the line without an answer), hang-up@ (breaks it before the text),
closing@ (421 at once, and breaks it). From no one@ it takes nothing.
"""

import asyncio
import json
import ssl
import sys
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session


class Handler:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.startswith("nobody@"):
            return "553 not yours"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 - the server's name for it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        name = address.partition("@")[0]
        if name == "hang-up":
            break_line(server)
        answers = {"busy": "451 come again", "gone": "550 nobody here", "closing": "421 closing"}
        answer = answers.get(name, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        name = envelope.rcpt_tos[0].partition("@")[0]
        answer = {"full": "452 no room", "spam": "554 no thanks"}.get(name, "250 taken")
        if answer.startswith("250"):
            self.count += 1
            content = envelope.content if isinstance(envelope.content, bytes) else b""
            (self.folder / f"{self.count:04d}-{name}.eml").write_bytes(content)
        if name == "drop":
            break_line(server)
        return answer


def break_line(server: SMTP) -> None:
    if isinstance(server.transport, asyncio.WriteTransport):
        server.transport.abort()


def trusted(login: str, data: object) -> AuthResult:
    given = data.login + b":" + data.password if isinstance(data, LoginPassword) else b""
    return AuthResult(success=given == login.encode(), handled=False)


async def serve(folder: Path, options: dict[str, Any]) -> None:
    handler = Handler(folder)
    security, login = options.get("security"), options.get("login")
    context = None
    if security:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options["certificate"])
    more: dict[str, Any] = {"data_size_limit": options.get("size", 33554432)}
    if security == "starttls":
        more |= {"tls_context": context, "require_starttls": True}
    if login:
        more |= {
            "authenticator": lambda server, session, envelope, mechanism, data: trusted(login, data),
            "auth_required": True,
            "auth_require_tls": security == "starttls",
        }

    def made() -> SMTP:
        return SMTP(handler, hostname="test.invalid", **more)

    loop = asyncio.get_running_loop()
    server = await loop.create_server(made, "127.0.0.1", 0, ssl=context if security == "tls" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), json.loads(sys.argv[2]) if sys.argv[2:] else {}))
