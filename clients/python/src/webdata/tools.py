"""Tool calls of language models."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ._errors import UnexpectedResponseError
from ._events import EventDecoder
from ._request import Request, to_json

DEFAULT_MAX_TOKENS = 6_000


@dataclass(frozen=True)
class ToolAnswer:
    """Answer of a tool for a language model."""

    text: str
    """The text for the model. Text from the web stands between `untrusted-web-content` marks, and a
    text that was cut ends with the call that continues it.
    """
    is_error: bool = False
    """True if the call failed. The text then says why, and what to do next."""
    data: dict[str, Any] = field(default_factory=dict)
    """The fields that a program needs: status, final URL, ids and refs, numbers."""
    receipts: list[str] = field(default_factory=list)
    """Ids of the signed receipts of the answer, which `get_receipt` returns."""
    request_id: str | None = None
    """Id of the request in the request history; None if the call failed."""


def parse_arguments(arguments: str | Mapping[str, Any]) -> dict[str, Any] | None:
    """Returns the arguments of a call; None if the text is not the JSON of an object."""
    if not isinstance(arguments, str):
        return dict(arguments)
    if not arguments.strip():
        return {}
    try:
        value = json.loads(arguments)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def tool_request(
    name: str, arguments: dict[str, Any], max_tokens: int, timeout: float | None
) -> Request:
    """Returns the request of a tool call (MCP over HTTP, JSON-RPC 2.0)."""
    wanted = arguments.get("max_tokens")
    limit = min(wanted, max_tokens) if isinstance(wanted, int) else max_tokens
    params = {"name": name, "arguments": {**to_json(arguments), "max_tokens": limit}}
    return Request(
        method="POST",
        path="/mcp",
        query={},
        body={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params},
        idempotency_key=None,
        timeout=timeout,
        accept="application/json, text/event-stream",
    )


def _messages(body: bytes) -> list[Any]:
    if body.lstrip().startswith(b"{"):
        return [json.loads(body)]
    return [event["data"] for event in EventDecoder().feed(body)]


def _receipts(data: Mapping[str, Any]) -> list[str]:
    pages = data.get("pages")
    listed = [page.get("receipt") for page in pages] if isinstance(pages, list) else []
    ids = [one for one in [*listed, data.get("receipt")] if isinstance(one, str)]
    return list(dict.fromkeys(ids))


def read_answer(body: bytes) -> ToolAnswer:
    """Returns the answer in the body of a response: JSON, or a stream with one event."""
    for message in _messages(body):
        if "error" in message:
            return ToolAnswer(text=str(message["error"].get("message", "")), is_error=True)
        if "result" in message:
            result = message["result"]
            data = result.get("structuredContent") or {}
            texts = [part["text"] for part in result.get("content", []) if "text" in part]
            return ToolAnswer(
                text="\n".join(texts),
                is_error=bool(result.get("isError")),
                data=data,
                receipts=_receipts(data),
                request_id=(result.get("_meta") or {}).get("webdata/request_id"),
            )
    raise UnexpectedResponseError("The response holds no answer of the tool.")
