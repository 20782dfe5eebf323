"""Options of calls."""

from __future__ import annotations

from typing_extensions import TypedDict


class CallOptions(TypedDict, total=False):
    """Options that every method accepts as keyword arguments."""

    idempotency_key: str
    """Unique value for a POST: the call takes effect once, however often it is sent within 24
    hours. Default: a random value.
    """
    timeout: float
    """Maximum time in seconds to wait for the connection, and for each part of the response.
    Default: the `timeout` of the client.
    """


class WaitOptions(TypedDict, total=False):
    """Options of the methods that wait."""

    timeout: float | None
    """Maximum time to wait in seconds; then `WaitTimeoutError` is raised. Default: no limit."""
    cancel_on_exit: bool
    """Cancels the work if the wait ends early: by its timeout, a cancelled task, or Ctrl-C.
    Default: False, the work continues.
    """
