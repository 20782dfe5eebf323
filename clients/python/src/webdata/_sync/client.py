# Generated from _async/client.py by scripts/write-python-client.ts. Do not edit.
"""The client."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import httpx
from typing_extensions import Unpack

from .. import inputs, models
from .._errors import ResultError
from .._request import Operation, continued_fields
from ..receipts import ReceiptKey
from ..tools import (
    DEFAULT_MAX_TOKENS,
    ToolAnswer,
    parse_arguments,
    read_answer,
    tool_request,
)
from .download import Download
from .transport import Transport
from .waiting import Waiting

_MAX_URLS = 100
_READ_LENGTH = 100_000
_DEFAULT_URL = "http://127.0.0.1:8787"


class Client(Waiting):
    """The synchronous client of a webdata service.

    `url` and `key` default to the environment variables `WEBDATA_URL` and `WEBDATA_KEY`. `timeout`
    is the maximum time in seconds to wait for the connection, and for each part of a response.
    `retries` is the number of retries of a call that failed for a temporary reason. With
    `send_idempotency_keys`, every POST has an `Idempotency-Key`, so that it can be retried; the
    service then stores each response for 24 hours. `http_client` replaces the HTTP client, for
    proxies or certificates of your own.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        timeout: float = 150.0,
        retries: int = 2,
        send_idempotency_keys: bool = True,
        http_client: httpx.Client | None = None,
    ) -> None:
        address = url or os.environ.get("WEBDATA_URL") or _DEFAULT_URL
        token = key or os.environ.get("WEBDATA_KEY") or ""
        transport = Transport(
            address, token, timeout=timeout, retries=retries, http=http_client
        )
        super().__init__(transport, sends_keys=send_idempotency_keys and retries > 0)

    def close(self) -> None:
        """Closes all connections."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def call_tool(
        self,
        name: str,
        arguments: str | Mapping[str, Any],
        *,
        max_tokens: int = DEFAULT_MAX_TOKENS,
        timeout: float | None = None,
    ) -> ToolAnswer:
        """Calls a tool of the MCP endpoint: the functions of `list_functions`. `arguments` are
        those that the model wrote, as text or as a mapping; arguments that are None count as not
        given. `max_tokens` limits the text of the answer, also if the arguments ask for more.
        """
        given = parse_arguments(arguments)
        if given is None:
            message = "malformed_json: The arguments are not the JSON of an object."
            return ToolAnswer(text=message, is_error=True)
        request = tool_request(name, given, max_tokens, timeout)
        return read_answer(self._transport.read(request))

    def scrape_page(self, url: str, **fields: Unpack[inputs.PageFields]) -> models.PageResult:
        """Reads one page. Its outcome is its `status`."""
        answer = self.scrape(url=url, **fields)
        if isinstance(answer, models.PageResult):
            return answer
        raise ResultError("The response has no page.")

    def scrape_pages(
        self, urls: Sequence[str], **fields: Unpack[inputs.PageFields]
    ) -> Iterator[models.PageResult]:
        """Reads any number of pages, 100 at a time, and yields them in the order of the URLs."""
        for start in range(0, len(urls), _MAX_URLS):
            chunk = list(urls[start : start + _MAX_URLS])
            given: Any = {**continued_fields(fields, start), "urls": chunk}
            results: dict[str, list[models.PageResult]] = {}
            for answer in self.scrape_parts(**given):
                if isinstance(answer, models.PageResults):
                    for page in answer.results:
                        results.setdefault(page.url, []).append(page)
            for url in chunk:
                if results.get(url):
                    yield results[url].pop(0)

    def job_pages(self, jid: str, offset: int = 0) -> Iterator[models.PageResult]:
        """Yields the pages that a job has delivered, in order of completion, from `offset`."""
        for result in self.iter_job_results(jid, offset=offset, limit=100):
            if isinstance(result, models.PageResult):
                yield result

    def collect_records(
        self, **fields: Unpack[inputs.CollectFields]
    ) -> Iterator[dict[str, Any]]:
        """Yields the records of a listing, with as many requests as are needed. `limit` and
        `max_pages` apply to each request. Raises ResultError if the listing cannot be read.
        """
        answer = self.collect(**fields)
        shared = ("limit", "max_pages", "country", "idempotency_key", "timeout")
        rest: dict[str, Any] = {name: value for name, value in fields.items() if name in shared}
        call = 0
        while True:
            if answer.error is not None and not answer.records:
                raise ResultError(f"{answer.url} is {answer.status}: {answer.error.message}")
            for record in answer.records:
                yield record
            if answer.continue_ is None or answer.rid is None:
                return
            call += 1
            given: Any = {**continued_fields(rest, call), "continue_": answer.continue_}
            answer = self.run_recipe(answer.rid, **given)

    def download(self, link: str) -> Download:
        """Downloads a file that a response links to: `url` of exports and files, `screenshot`. The
        request goes to the URL of the client, so that the key is never sent to another host.
        """
        parts = urlsplit(link)
        start = parts.path.find("/v1/")
        if start < 0:
            raise ValueError(f"{link} is not a link to a file of the service.")
        path = parts.path[start:] + (f"?{parts.query}" if parts.query else "")
        return self._download(Operation("GET", path, frozenset(), False), {}, {})

    def read_all(self, ref: str) -> str:
        """Returns the complete text of a long page: the `ref` of its result."""
        text = ""
        offset: int | None = 0
        while offset is not None:
            part = self.read(ref=ref, offset=offset, length=_READ_LENGTH)
            text += part.content
            offset = part.next_offset
        return text

    def receipt_keys(self) -> list[ReceiptKey]:
        """Returns the current and the retired public keys, for `verify_receipt`."""
        keys: Mapping[str, list[ReceiptKey]] = self._json(
            Operation("GET", "/.well-known/jwks.json", frozenset(), False), {}, {}, Any
        )
        return keys["keys"]
