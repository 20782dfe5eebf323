"""Reads the metadata of pages: `read_metadata.py MANIFEST OUTPUT LIBRARY`, with the input of read_pages.py.

LIBRARY is trafilatura or extruct. OUTPUT gets one {id, title, author, published, error} a line; a fact that the library does
not state is null. extruct returns structured data: the facts are those of the first item of schema.org that states them, and
then those of Open Graph.
"""

import json
import sys


def with_trafilatura():
    from trafilatura import extract_metadata

    def read(html, url):
        found = extract_metadata(html, default_url=url)
        return (None, None, None) if found is None else (found.title, found.author, found.date)

    return read


def items_in(value):
    """Yields every item of structured data, outer ones first."""
    if isinstance(value, list):
        for one in value:
            yield from items_in(one)
    elif isinstance(value, dict):
        yield value
        for one in value.values():
            yield from items_in(one)


def first_text(value):
    if isinstance(value, list):
        return next((text for text in map(first_text, value) if text), None)
    if isinstance(value, dict):
        return first_text(value.get("name"))
    return value.strip() if isinstance(value, str) and value.strip() else None


def first_of(items, *names):
    return next((text for name in names for text in (first_text(one.get(name)) for one in items) if text), None)


def with_extruct():
    import extruct

    def read(html, url):
        data = extruct.extract(html, base_url=url, uniform=True)
        items = list(items_in([data.get(name, []) for name in ("json-ld", "microdata", "rdfa")]))
        graph = list(items_in(data.get("opengraph", [])))
        return (
            first_of(items, "headline") or first_of(graph, "og:title"),
            first_of(items, "author") or first_of(graph, "article:author"),
            first_of(items, "datePublished") or first_of(graph, "article:published_time"),
        )

    return read


def main():
    manifest, output, library = sys.argv[1:4]
    read = {"trafilatura": with_trafilatura, "extruct": with_extruct}[library]()
    pages = 0
    with open(manifest, encoding="utf-8") as jobs, open(output, "w", encoding="utf-8") as results:
        for line in jobs:
            job = json.loads(line)
            with open(job["file"], encoding="utf-8") as file:
                html = file.read()
            record = {"id": job["id"], "title": None, "author": None, "published": None, "error": None}
            try:
                record["title"], record["author"], record["published"] = read(html, job["url"])
            except Exception as failure:  # Any failure of the library on a page is one of its results.
                record["error"] = f"{type(failure).__name__}: {failure}"[:300]
            results.write(json.dumps(record) + "\n")
            pages += 1
    print(json.dumps({"pages": pages}), flush=True)
    sys.stdin.read()


main()
