"""Errors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class WebdataError(Exception):
    """Base class of all errors of this package."""


class UnreachableError(WebdataError):
    """The service cannot be reached, or the connection was lost."""


class ResponseTimeoutError(UnreachableError):
    """The service did not respond in time."""


class WaitTimeoutError(WebdataError):
    """The work has not ended within the `timeout` of the wait."""


class ResultError(WebdataError):
    """A job, run or page ended without the result that the method returns."""


class UnexpectedResponseError(WebdataError):
    """The response does not have the form that this version of the client knows."""


@dataclass(frozen=True)
class FieldError:
    """Validation error of one field."""

    pointer: str
    """JSON Pointer into the body, or `/query/NAME`, `/path/NAME`."""
    detail: str


class ApiError(WebdataError):
    """Error response of the service (RFC 9457). The outcome of a page is not an error: it is the
    `status` of the page.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: str | None = None,
        errors: tuple[FieldError, ...] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """HTTP status."""
        self.code = code
        """Code of the problem; `unknown` if the response is not from the service, but from a proxy,
        for example.
        """
        self.request_id = request_id
        """Id of the request in the request history."""
        self.errors = errors
        """Validation errors of the request."""
        self.retry_after = retry_after
        """Seconds to wait before the next attempt; None if the service did not state a time."""

    def __str__(self) -> str:
        place = f" ({self.request_id})" if self.request_id else ""
        return f"{self.code}: {self.message}{place}"


class UnauthorizedError(ApiError):
    """No key, or an unknown, expired or revoked key."""


class InsufficientCreditsError(ApiError):
    """The account cannot pay for the request."""


class ForbiddenError(ApiError):
    """The key lacks the scope."""


class NotFoundError(ApiError):
    """The resource does not exist in this account."""


class ConflictError(ApiError):
    """The action does not fit the state of the resource, or the Idempotency-Key is in use."""


class ExpiredError(ApiError):
    """The retention time of the resource is over."""


class InvalidRequestError(ApiError):
    """The request is not valid; `errors` names each field."""


class RateLimitedError(ApiError):
    """Too many requests."""


class InternalError(ApiError):
    """A defect of the service. Report it with its `request_id`."""


class NotConfiguredError(ApiError):
    """A part of the service is not configured; a repetition fails again."""


class UnavailableError(ApiError):
    """A part of the service cannot be used now."""


_CLASSES: Mapping[str, type[ApiError]] = {
    "unauthorized": UnauthorizedError,
    "insufficient_credits": InsufficientCreditsError,
    "forbidden": ForbiddenError,
    "not_found": NotFoundError,
    "conflict": ConflictError,
    "expired": ExpiredError,
    "invalid": InvalidRequestError,
    "malformed_json": InvalidRequestError,
    "too_large": InvalidRequestError,
    "unsupported_media_type": InvalidRequestError,
    "rate_limited": RateLimitedError,
    "internal": InternalError,
    "not_configured": NotConfiguredError,
    "unavailable": UnavailableError,
}

_GATEWAY_STATUSES = (502, 503, 504)


def is_unanswered(error: WebdataError) -> bool:
    """True if the call had no response of the service, or the service could not handle it then."""
    if isinstance(error, ApiError):
        return error.status in _GATEWAY_STATUSES
    return isinstance(error, UnreachableError)


def _problem(body: bytes) -> Mapping[str, Any]:
    try:
        problem = json.loads(body)
    except ValueError:
        return {}  # The response of a proxy is not JSON; its status is still known.
    return problem if isinstance(problem, dict) else {}


def _seconds(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None  # A date; the service sends seconds.


def api_error(status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    """Creates the error of a response with a status other than 2xx."""
    problem = _problem(body)
    code = str(problem.get("code") or "unknown")
    errors = problem.get("errors") or []
    return _CLASSES.get(code, ApiError)(
        str(problem.get("detail") or f"The response has the HTTP status {status}."),
        status=status,
        code=code,
        request_id=problem.get("request_id") or headers.get("x-request-id"),
        errors=tuple(FieldError(str(one["pointer"]), str(one["detail"])) for one in errors),
        retry_after=_seconds(headers.get("retry-after")),
    )
