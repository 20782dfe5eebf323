"""Verification of webhook messages (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ._errors import WebdataError
from ._model import Model

_PREFIX = "whsec_"
_MAX_SIGNATURES = 16


class WebhookSignatureError(WebdataError):
    """The message is not signed with the secret, is too old, or is not complete."""


class WebhookEvent(Model):
    """Event that a webhook receives."""

    type: str
    """Such as `job.completed` or `monitor.changed`."""
    timestamp: str
    """Time of the event."""
    data: dict[str, Any]


class Headers(Protocol):
    """Headers of a message: a dictionary, or the headers of an HTTP server."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Returns names and values."""
        ...


def _header(headers: Headers, name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name and value:
            return value
    raise WebhookSignatureError(f"The message has no header {name}.")


def _key(secret: str) -> bytes:
    try:
        if secret.startswith(_PREFIX):
            return base64.b64decode(secret[len(_PREFIX) :], validate=True)
    except binascii.Error:
        pass  # The error below explains the form.
    raise ValueError("A webhook secret is `whsec_` and base64 text.")


def _check_time(timestamp: str, tolerance: float, now: float) -> None:
    seconds = (
        int(timestamp)
        if timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
        else None
    )
    if seconds is None or abs(now - seconds) > tolerance:
        raise WebhookSignatureError(
            f"The time of the message, {timestamp!r}, differs from the clock by more than"
            f" {tolerance:g} seconds."
        )


def verify_webhook(
    secret: str | Sequence[str],
    headers: Headers,
    body: bytes | str,
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies a message and returns its event.

    `secret` is the value of `client.webhook_secret().secret`, or several secrets. `body` is the raw
    body, before it is parsed. `tolerance` is the maximum difference in seconds between the time of
    the message and the clock of this machine. Raises WebhookSignatureError.
    """
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature").split(" ", _MAX_SIGNATURES)[:_MAX_SIGNATURES]
    _check_time(timestamp, tolerance, time.time() if now is None else now)
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    for one in [secret] if isinstance(secret, str) else secret:
        digest = hmac.new(_key(one), signed, hashlib.sha256).digest()
        expected = f"v1,{base64.b64encode(digest).decode()}".encode()
        if any(hmac.compare_digest(expected, signature.encode()) for signature in signatures):
            return WebhookEvent.model_validate_json(content)
    raise WebhookSignatureError("No signature of the message matches the secret.")
