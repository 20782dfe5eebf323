# Generated from _async/download.py by scripts/write-python-client.ts. Do not edit.
"""Downloads of files."""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from urllib.parse import unquote

import httpx

from .._errors import UnreachableError


def _file_name(disposition: str) -> str:
    """Returns the name in a Content-Disposition header (RFC 6266), without folders."""
    encoded = re.search(r"filename\*=UTF-8''([^;\s]{1,600})", disposition, re.IGNORECASE)
    plain = re.search(r'filename="([^"]{1,200})"', disposition, re.IGNORECASE)
    name = unquote(encoded[1]) if encoded else plain[1] if plain else ""
    name = re.split(r"[\\/]", name)[-1].strip(". ")
    return "".join(character for character in name if character.isprintable()) or "download"


class Download:
    """A file whose content is not read yet. `read` and `save` close it; otherwise use it in a
    `with` statement.
    """

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    @property
    def filename(self) -> str:
        """Name that the service suggests."""
        return _file_name(self._response.headers.get("content-disposition", ""))

    @property
    def content_type(self) -> str:
        """Media type."""
        return str(self._response.headers.get("content-type", "application/octet-stream"))

    def iter_bytes(self) -> Generator[bytes, None, None]:
        """Yields the content in chunks."""
        try:
            for chunk in self._response.iter_bytes():
                yield chunk
        except httpx.TransportError as cause:
            raise UnreachableError("The download was interrupted.") from cause
        finally:
            self.close()

    def read(self) -> bytes:
        """Returns the content."""
        with closing(self.iter_bytes()) as chunks:
            return b"".join([chunk for chunk in chunks])

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the content to a file, or under its suggested name to a folder, and returns the
        path. A file that exists is replaced when the download is complete.
        """
        target = Path(path)
        if target.is_dir():
            target = target / self.filename
        partial = target.with_name(f"{target.name}.part")
        try:
            with partial.open("wb") as file, closing(self.iter_bytes()) as chunks:
                for chunk in chunks:
                    file.write(chunk)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        return Path(target)

    def close(self) -> None:
        """Closes the connection."""
        self._response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
