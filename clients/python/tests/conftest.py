"""What the tests share: the running service, and scripted servers."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from webdata import Client


@pytest.fixture(scope="session")
def service_url() -> str:
    """URL of the running service."""
    return os.environ["WEBDATA_URL"]


@pytest.fixture(scope="session")
def site_url() -> str:
    """URL of the site of the test world."""
    return os.environ["SITE_URL"]


@pytest.fixture
def client(service_url: str) -> Iterator[Client]:
    """A client of the running service."""
    with Client() as opened:
        yield opened


Connect = Callable[..., Client]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Creates clients of a server, which are closed after the test."""
    with ExitStack() as clients:

        def create(url: str, **options: Any) -> Client:
            return clients.enter_context(Client(url, "key", **options))

        yield create


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    """The event loops that the asynchronous client supports."""
    return str(request.param)


@dataclass
class ScriptedServer:
    """A server whose responses a test chooses."""

    url: str
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    arrived: threading.Event = field(default_factory=threading.Event)


Answer = Callable[[int, BaseHTTPRequestHandler], None]


@pytest.fixture
def scripted() -> Iterator[Callable[[Answer], ScriptedServer]]:
    """Starts a server that calls a function with the number of each request, from 1."""
    servers: list[ThreadingHTTPServer] = []

    def start(answer: Answer) -> ScriptedServer:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:
                pass

            def _any(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                headers = {name.lower(): value for name, value in self.headers.items()}
                state.requests.append(
                    (f"{self.command} {self.path}", headers, self.rfile.read(length))
                )
                state.arrived.set()
                answer(len(state.requests), self)

            do_GET = do_POST = do_DELETE = _any

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        state = ScriptedServer(f"http://127.0.0.1:{server.server_address[1]}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return state

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def respond(handler: BaseHTTPRequestHandler, status: int, body: str, **headers: str) -> None:
    """Sends a JSON response."""
    content = body.encode()
    handler.send_response(status)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", str(len(content)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(content)
