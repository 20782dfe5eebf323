"""Times of responses."""

from __future__ import annotations

from datetime import datetime, timezone


def parse_time(text: str) -> datetime:
    """Returns a time of a response, such as `2026-11-22T18:22:03.175Z`, as a datetime in UTC."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
