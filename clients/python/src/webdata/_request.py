"""Requests of operations."""

from __future__ import annotations

import json
import keyword
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel

OPTIONS = ("idempotency_key", "timeout")


@dataclass(frozen=True)
class Operation:
    """How an operation is sent."""

    method: str
    path: str
    """Path with `{name}` for its fields."""
    query: frozenset[str]
    """Names of the query parameters."""
    has_body: bool
    """True if all other fields form the body."""

    @property
    def path_fields(self) -> list[str]:
        """Names of the fields in the path."""
        return re.findall(r"\{(\w+)\}", self.path)


@dataclass(frozen=True)
class Request:
    """A request with everything that its attempts share."""

    method: str
    path: str
    query: dict[str, str]
    body: dict[str, Any] | None
    idempotency_key: str | None
    timeout: float | None
    accept: str | None = None
    """Accepted media types; None for all."""
    file: bytes | None = None
    """A file that is sent in a form with the body; None to send the body as JSON."""

    @property
    def form(self) -> dict[str, str]:
        """The fields of the form beside its file: texts as they are, other values as JSON."""
        fields = {"filename": "", **(self.body or {})}
        return {
            name: value if isinstance(value, str) else json.dumps(value)
            for name, value in fields.items()
            if value is not None
        }

    @property
    def is_repeatable(self) -> bool:
        """True if a repetition cannot have a second effect."""
        return (
            self.method in ("GET", "PUT")
            or self.query.get("dry_run") == "true"
            or (self.method == "POST" and self.idempotency_key is not None)
        )


def to_json(value: Any) -> Any:
    """Returns a value with its models as JSON objects, to send parts of responses back."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return {str(name): to_json(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(member) for member in value]
    return value


def _wire_name(name: str) -> str:
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name


def _query_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, Mapping)):
        return json.dumps(value)
    return str(value)


def new_idempotency_key() -> str:
    """Returns a random key."""
    return secrets.token_hex(16)


def continued_fields(fields: Mapping[str, Any], call: int) -> dict[str, Any]:
    """Returns the fields of a later call: each call needs an Idempotency-Key of its own."""
    key = fields.get("idempotency_key")
    if key is None or call == 0:
        return dict(fields)
    return {**fields, "idempotency_key": f"{key}-{call}"}


def create_request(
    operation: Operation,
    path_fields: Mapping[str, str],
    fields: Mapping[str, Any],
    *,
    sends_keys: bool,
) -> Request:
    """Creates the request of an operation."""
    path = operation.path
    for name, text in path_fields.items():
        path = path.replace(f"{{{name}}}", quote(str(text), safe=""))
    values = {_wire_name(name): value for name, value in fields.items() if name not in OPTIONS}
    query = {
        name: _query_value(value)
        for name, value in values.items()
        if value is not None and (name in operation.query or not operation.has_body)
    }
    content = values.get("file")
    file = None
    if operation.has_body and isinstance(content, (bytes, bytearray)):
        file = bytes(content)
    body = None
    if operation.has_body:
        body = {
            name: to_json(value)
            for name, value in values.items()
            if name not in operation.query and not (name == "file" and file is not None)
        }
    key = fields.get("idempotency_key")
    if key is None and sends_keys and operation.method == "POST" and query.get("dry_run") != "true":
        key = new_idempotency_key()
    return Request(
        operation.method,
        path,
        query,
        body,
        key,
        fields.get("timeout"),
        file=file,
    )
