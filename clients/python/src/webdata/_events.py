"""Event streams (HTML standard, section 9.2.6)."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any

_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


class EventDecoder:
    """Decodes the bytes of a stream. Only LF, CRLF and CR end a line: `str.splitlines` would also
    split texts at U+2028 and other characters.
    """

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._rest = ""
        self._id = ""
        self._type = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[dict[str, Any]]:
        """Returns the events that are complete with this chunk."""
        *lines, self._rest = _LINE_END.split(self._rest + self._decode(chunk))
        return [event for line in lines if (event := self._line(line)) is not None]

    def _line(self, line: str) -> dict[str, Any] | None:
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "id":
                self._id = value
            elif name == "event":
                self._type = value
            elif name == "data":
                self._data.append(value)
            return None
        event = None
        if self._data:
            data = json.loads("\n".join(self._data))
            event = {"id": self._id, "type": self._type or "message", "data": data}
        self._type, self._data = "", []
        return event
