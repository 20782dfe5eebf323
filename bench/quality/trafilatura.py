"""Extracts main content with Trafilatura: one JSON object {html, url} per line in, one {content} per line out."""

import json
import sys

import trafilatura


def main() -> None:
    for line in sys.stdin:
        page = json.loads(line)
        try:
            content = trafilatura.extract(
                page["html"], url=page["url"], output_format="html", include_comments=False
            )
        except Exception:  # A page on which the library fails has no content.
            content = None
        print(json.dumps({"content": content or ""}), flush=True)


main()
