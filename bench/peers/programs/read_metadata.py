"""Reads the metadata of pages with Trafilatura: `read_metadata.py MANIFEST OUTPUT`, as read_pages.py reads content.

OUTPUT gets one {id, title, author, published, error} a line; a fact that the library does not state is null.
"""

import json
import sys

from trafilatura import extract_metadata


def main():
    manifest, output = sys.argv[1:3]
    pages = 0
    with open(manifest, encoding="utf-8") as jobs, open(output, "w", encoding="utf-8") as results:
        for line in jobs:
            job = json.loads(line)
            with open(job["file"], encoding="utf-8") as file:
                html = file.read()
            record = {"id": job["id"], "title": None, "author": None, "published": None, "error": None}
            try:
                found = extract_metadata(html, default_url=job["url"])
                if found is not None:
                    record.update(title=found.title, author=found.author, published=found.date)
            except Exception as failure:  # Any failure of the library on a page is one of its results.
                record["error"] = f"{type(failure).__name__}: {failure}"[:300]
            results.write(json.dumps(record) + "\n")
            pages += 1
    print(json.dumps({"pages": pages}), flush=True)
    sys.stdin.read()


main()
