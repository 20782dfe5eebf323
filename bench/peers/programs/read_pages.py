"""Reads the main content of pages with one library: `read_pages.py LIBRARY MANIFEST OUTPUT`.

MANIFEST has one JSON object {id, file, url} a line; OUTPUT gets one {id, form, content, ms, error} a line. `ms` is the
processor time of the call alone. Prints {"pages": N} at the end and waits for the end of the standard input.
"""

import json
import sys
import time


def with_trafilatura(**options):
    import trafilatura

    def read(html, url):
        return "html", trafilatura.extract(html, url=url, output_format="html", **options)

    return read


def with_rs_trafilatura():
    import rs_trafilatura

    def read(html, url):
        result = rs_trafilatura.extract(html, url=url)
        return "text", result.main_content

    return read


def with_magic_html():
    from magic_html import GeneralExtractor

    extractor = GeneralExtractor()

    def read(html, url):
        return "html", extractor.extract(html, base_url=url).get("html")

    return read


def with_resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    def read(html, url):
        return "text", extract_plain_text(html, main_content=True)

    return read


LIBRARIES = {
    "trafilatura": lambda: with_trafilatura(),
    "trafilatura-no-comments": lambda: with_trafilatura(include_comments=False),
    "rs-trafilatura": with_rs_trafilatura,
    "magic-html": with_magic_html,
    "resiliparse": with_resiliparse,
}


def main():
    library, manifest, output = sys.argv[1:4]
    read = LIBRARIES[library]()
    pages = 0
    with open(manifest, encoding="utf-8") as jobs, open(output, "w", encoding="utf-8") as results:
        for line in jobs:
            job = json.loads(line)
            with open(job["file"], encoding="utf-8") as file:
                html = file.read()
            form, content, error = "text", None, None
            since = time.process_time()
            try:
                form, content = read(html, job["url"])
            except Exception as failure:  # Any failure of a library on a page is one of its results.
                error = f"{type(failure).__name__}: {failure}"[:300]
            ms = (time.process_time() - since) * 1000
            record = {"id": job["id"], "form": form, "content": content or "", "ms": ms, "error": error}
            results.write(json.dumps(record) + "\n")
            pages += 1
    print(json.dumps({"pages": pages}), flush=True)
    sys.stdin.read()


main()
