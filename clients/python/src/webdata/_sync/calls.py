# Generated from _async/calls.py by scripts/write-python-client.ts. Do not edit.
"""What the methods of all operations have in common."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .._errors import UnexpectedResponseError
from .._request import Operation, Request, continued_fields, create_request
from .download import Download
from .transport import Transport


@functools.lru_cache(maxsize=512)
def _adapter(answer_type: Any) -> TypeAdapter[Any]:
    return TypeAdapter(answer_type)


def parse(answer_type: Any, body: bytes | Mapping[str, Any]) -> Any:
    """Returns a body as a model."""
    adapter = _adapter(answer_type)
    try:
        if isinstance(body, bytes):
            return adapter.validate_json(body)
        return adapter.validate_python(body)
    except ValidationError as cause:
        message = f"The response is not as described by this version of the client: {cause}"
        raise UnexpectedResponseError(message) from cause


class Calls:
    """Sends operations and reads their responses."""

    def __init__(self, transport: Transport, *, sends_keys: bool) -> None:
        self._transport = transport
        self._sends_keys = sends_keys

    def _request(
        self, operation: Operation, path: Mapping[str, str], fields: Mapping[str, Any]
    ) -> Request:
        return create_request(operation, path, fields, sends_keys=self._sends_keys)

    def _json(
        self,
        operation: Operation,
        path: Mapping[str, str],
        fields: Mapping[str, Any],
        answer_type: Any,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        request = self._request(operation, path, {**fields, **(query or {})})
        return parse(answer_type, self._transport.read(request))

    def _download(
        self, operation: Operation, path: Mapping[str, str], fields: Mapping[str, Any]
    ) -> Download:
        return Download(self._transport.stream(self._request(operation, path, fields)))

    def _events(
        self,
        operation: Operation,
        path: Mapping[str, str],
        fields: Mapping[str, Any],
        event_type: Any,
    ) -> Iterator[Any]:
        request = self._request(operation, path, fields)
        with closing(self._transport.events(request)) as events:
            for event in events:
                if event is not None:
                    yield parse(event_type, event)

    def _iterate(
        self,
        operation: Operation,
        path: Mapping[str, str],
        fields: Mapping[str, Any],
        answer_type: Any,
        rows: str,
        following: str,
    ) -> Iterator[Any]:
        parameter = following.removeprefix("next_")
        place: dict[str, Any] = {}
        while True:
            answer = self._json(operation, path, {**fields, **place}, answer_type)
            for row in getattr(answer, rows):
                yield row
            position = getattr(answer, following)
            # The changes of a dataset have no last page, because more can follow.
            if position is None or (following == "next_since" and position == answer.last_seq):
                return
            place = {parameter: position}

    def _parts(
        self,
        operation: Operation,
        path: Mapping[str, str],
        fields: Mapping[str, Any],
        answer_type: Any,
    ) -> Iterator[Any]:
        token: str | None = None
        call = 0
        while True:
            given = continued_fields(fields, call)
            if token is not None:
                given["continue_"] = token
            answer = self._json(operation, path, given, answer_type)
            yield answer
            token = getattr(answer, "continue_", None)
            call += 1
            if token is None:
                return
