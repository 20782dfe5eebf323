"""Reads robots.txt files or sitemaps with a library: `read_site_files.py LIBRARY INPUT OUTPUT`, with the lines of CrawlerCommons.java.

LIBRARY is protego or urllib for robots.txt, or usp for sitemaps.
"""

import base64
import contextlib
import gzip
import io
import json
import logging
import sys
import urllib.robotparser


def text(field):
    return base64.b64decode(field).decode("utf-8", "replace")


def received_text(body):
    """Returns the text of a file as a fetcher hands it over: decompressed, and decoded by its byte order mark."""
    plain = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
    return plain.decode("utf-16" if plain[:2] == b"\xff\xfe" else "utf-8-sig", "replace")


def with_protego():
    from protego import Protego

    return lambda fields: str(Protego.parse(text(fields[0])).can_fetch(text(fields[2]), text(fields[1]))).lower()


def with_urllib():
    def read(fields):
        rules = urllib.robotparser.RobotFileParser()
        rules.parse(text(fields[0]).splitlines())
        return str(rules.can_fetch(text(fields[1]), text(fields[2]))).lower()

    return read


def with_usp():
    from usp.fetch_parse import SitemapStrParser
    from usp.objects.sitemap import AbstractIndexSitemap

    logging.disable()

    def read(fields):
        found = SitemapStrParser(received_text(base64.b64decode(fields[0]))).sitemap()
        if isinstance(found, AbstractIndexSitemap):
            urls = [one.url for one in found.sub_sitemaps]
        else:
            urls = [page.url for page in found.all_pages()]
        return " ".join(base64.b64encode(url.encode()).decode() for url in urls)

    return read


def main():
    library, input_file, output_file = sys.argv[1:4]
    read = {"protego": with_protego, "urllib": with_urllib, "usp": with_usp}[library]()
    answers = []
    with open(input_file, encoding="ascii") as lines:
        for line in lines:
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    answers.append(read(line.rstrip("\n").split(" ")))
            except Exception as failure:  # Any failure of the library on a file is one of its results.
                print(f"{type(failure).__name__}: {failure}", file=sys.stderr)
                answers.append("")
    with open(output_file, "w", encoding="ascii") as output:
        output.write("".join(f"{answer}\n" for answer in answers))
    print(json.dumps({"cases": len(answers)}), flush=True)
    sys.stdin.read()


main()
