"""A real SMTP server for tests, in a process of its own: `python -m tests.servers.sink FOLDER`.

It prints its port, stores what it takes in FOLDER, and treats recipients as their names say:
busy@ (451 at once), gone@ (550 at once), full@ (452 after the text), spam@ (554 after the text),
drop@ (stores the mail, then breaks the line without an answer), hang-up@ (breaks it before the text).
"""

import asyncio
import sys
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session


class Handler:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    async def handle_RCPT(  # noqa: N802 - the server's name for it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        name = address.partition("@")[0]
        if name == "hang-up":
            break_line(server)
        answer = {"busy": "451 come again", "gone": "550 nobody here"}.get(name, "250 OK")
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


async def serve(folder: Path) -> None:
    handler = Handler(folder)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(handler, hostname="test.invalid"), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
