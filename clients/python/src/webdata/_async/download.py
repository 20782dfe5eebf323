"""Downloads of files."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from types import TracebackType
from urllib.parse import unquote

import anyio
import httpx

from .._errors import UnreachableError


def _file_name(disposition: str) -> str:
    """Returns the name in a Content-Disposition header (RFC 6266), without folders."""
    encoded = re.search(r"filename\*=UTF-8''([^;\s]{1,600})", disposition, re.IGNORECASE)
    plain = re.search(r'filename="([^"]{1,200})"', disposition, re.IGNORECASE)
    name = unquote(encoded[1]) if encoded else plain[1] if plain else ""
    name = re.split(r"[\\/]", name)[-1].strip(". ")
    return "".join(character for character in name if character.isprintable()) or "download"


class AsyncDownload:
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

    async def aiter_bytes(self) -> AsyncGenerator[bytes, None]:
        """Yields the content in chunks."""
        try:
            async for chunk in self._response.aiter_bytes():
                yield chunk
        except httpx.TransportError as cause:
            raise UnreachableError("The download was interrupted.") from cause
        finally:
            await self.aclose()

    async def read(self) -> bytes:
        """Returns the content."""
        async with aclosing(self.aiter_bytes()) as chunks:
            return b"".join([chunk async for chunk in chunks])

    async def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the content to a file, or under its suggested name to a folder, and returns the
        path. A file that exists is replaced when the download is complete.
        """
        target = anyio.Path(path)
        if await target.is_dir():
            target = target / self.filename
        partial = target.with_name(f"{target.name}.part")
        try:
            async with await partial.open("wb") as file, aclosing(self.aiter_bytes()) as chunks:
                async for chunk in chunks:
                    await file.write(chunk)
            await partial.replace(target)
        finally:
            await partial.unlink(missing_ok=True)
        return Path(target)

    async def aclose(self) -> None:
        """Closes the connection."""
        await self._response.aclose()

    async def __aenter__(self) -> AsyncDownload:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()
