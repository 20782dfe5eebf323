"""Sends requests, and retries them."""

from __future__ import annotations

import random
import time as clock
from collections.abc import AsyncGenerator
from typing import Any

import anyio
import httpx

from .._errors import (
    ApiError,
    ConflictError,
    RateLimitedError,
    ResponseTimeoutError,
    UnreachableError,
    WebdataError,
    api_error,
    is_unanswered,
)
from .._events import EventDecoder
from .._request import Request

_FIRST_PAUSE = 0.5
_MAX_PAUSE = 60.0
_MAX_SILENCE = 60.0
"""The service sends a comment every 15 seconds, so a longer silence means a lost connection."""


def _is_in_progress(error: WebdataError, request: Request) -> bool:
    """True if the service still works on the first request with this Idempotency-Key."""
    return (
        isinstance(error, ConflictError)
        and error.retry_after is not None
        and request.idempotency_key is not None
    )


def _retry_pause(error: WebdataError, attempt: int) -> float:
    stated = error.retry_after if isinstance(error, ApiError) else None
    # Clients that failed together must not return together.
    growing = _FIRST_PAUSE * 2**attempt * random.uniform(1, 1.25)
    return min(growing if stated is None else stated, _MAX_PAUSE)


class AsyncTransport:
    """Sends the requests of a client."""

    def __init__(
        self, url: str, key: str, *, timeout: float, retries: int, http: httpx.AsyncClient | None
    ) -> None:
        self.url = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient(follow_redirects=False)

    async def aclose(self) -> None:
        """Closes the connections, except those of an `http_client` of the caller."""
        if self._owns_http:
            await self._http.aclose()

    async def _open(
        self, request: Request, timeout: httpx.Timeout, last_event_id: str | None
    ) -> httpx.Response:
        headers = {"authorization": f"Bearer {self._key}"}
        if request.accept is not None:
            headers["accept"] = request.accept
        if request.idempotency_key is not None:
            headers["idempotency-key"] = request.idempotency_key
        if last_event_id is not None:
            headers["last-event-id"] = last_event_id
        sent = self._http.build_request(
            request.method,
            self.url + request.path,
            params=request.query or None,
            json=request.body if request.file is None else None,
            data=request.form if request.file is not None else None,
            files={"file": ("file", request.file)} if request.file is not None else None,
            headers=headers,
            timeout=timeout,
        )
        response = await self._http.send(sent, stream=True)
        if response.is_success:
            return response
        try:
            body = await response.aread()
        finally:
            await response.aclose()
        raise api_error(response.status_code, response.headers, body)

    async def _open_with_retries(
        self, request: Request, timeout: httpx.Timeout, last_event_id: str | None, *, reads: bool
    ) -> httpx.Response:
        started = clock.monotonic()
        attempt = 0
        while True:
            try:
                response = await self._open(request, timeout, last_event_id)
                if reads:
                    try:
                        await response.aread()
                    finally:
                        await response.aclose()
                return response
            except httpx.TransportError as cause:
                error = self._unreachable(cause)
            except ApiError as cause:
                error = cause
            waited = clock.monotonic() - started
            if _is_in_progress(error, request) and waited < (request.timeout or self._timeout):
                await anyio.sleep(_retry_pause(error, 0))
                continue
            may_retry = isinstance(error, RateLimitedError) or (
                is_unanswered(error) and request.is_repeatable
            )
            if not may_retry or attempt >= self._retries:
                raise error
            await anyio.sleep(_retry_pause(error, attempt))
            attempt += 1

    def _unreachable(self, cause: httpx.TransportError) -> WebdataError:
        if isinstance(cause, httpx.TimeoutException):
            error: WebdataError = ResponseTimeoutError(f"{self.url} did not respond in time.")
        else:
            error = UnreachableError(f"{self.url} cannot be reached, or the connection was lost.")
        error.__cause__ = cause
        return error

    async def read(self, request: Request) -> bytes:
        """Returns the body of the response."""
        timeout = httpx.Timeout(request.timeout or self._timeout)
        response = await self._open_with_retries(request, timeout, None, reads=True)
        return response.content

    async def stream(self, request: Request) -> httpx.Response:
        """Returns a response whose body is not read yet; the caller closes it."""
        timeout = httpx.Timeout(request.timeout or self._timeout)
        return await self._open_with_retries(request, timeout, None, reads=False)

    async def events(
        self, request: Request, last_event_id: str | None = None, deadline: float | None = None
    ) -> AsyncGenerator[dict[str, Any] | None, None]:
        """Yields the events of a stream, and None for other signs of life. An interrupted stream
        continues after its last event. `deadline` is a time of the monotonic clock after which the
        iteration ends.
        """
        last = last_event_id
        interruptions = 0
        while True:
            left = _MAX_SILENCE if deadline is None else deadline - clock.monotonic()
            if left <= 0:
                return
            silence = min(_MAX_SILENCE, left)
            timeout = httpx.Timeout(self._timeout, read=silence)
            response = await self._open_with_retries(request, timeout, last, reads=False)
            decoder = EventDecoder()
            try:
                async for chunk in response.aiter_bytes():
                    for event in decoder.feed(chunk):
                        last = event["id"] or last
                        interruptions = 0
                        yield event
                    yield None
                    # The next read must not last longer than the time that is left.
                    if deadline is not None and deadline - clock.monotonic() < silence - 1:
                        break
                else:
                    return
            except httpx.TransportError as cause:
                if deadline is not None and clock.monotonic() >= deadline:
                    return
                if interruptions >= self._retries:
                    raise self._unreachable(cause) from cause
                await anyio.sleep(_retry_pause(self._unreachable(cause), interruptions))
                interruptions += 1
            finally:
                await response.aclose()
