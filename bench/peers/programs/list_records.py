"""Finds the records of listing pages: `list_records.py LIBRARY MANIFEST OUTPUT`.

MANIFEST has one {id, url, file} a line, OUTPUT gets one {id, records, error} a line, with {title, url} a record. LIBRARY is
gerapy-auto-extractor or lxparse, which returns URLs only. Neither is told anything about the page.
"""

import json
import sys
from urllib.parse import urljoin


def with_gerapy():
    from gerapy_auto_extractor.extractors.list import extract_list
    from loguru import logger

    logger.remove()
    return lambda html, url: extract_list(html, base_url=url) or []


def with_lxparse():
    from lxparse import LxParse

    parser = LxParse()

    def read(html, url):
        urls = dict.fromkeys(urljoin(url, one.strip()) for one in parser.parse_list(html))
        return [{"title": None, "url": one} for one in urls]

    return read


library, manifest, output = sys.argv[1:]
read = {"gerapy-auto-extractor": with_gerapy, "lxparse": with_lxparse}[library]()
with open(manifest, encoding="utf-8") as lines, open(output, "w", encoding="utf-8") as results:
    for line in lines:
        page = json.loads(line)
        with open(page["file"], encoding="utf-8") as file:
            html = file.read()
        records, error = [], None
        try:
            records = read(html, page["url"])
        except Exception as reason:
            error = f"{type(reason).__name__}: {reason}"[:300]
        print(json.dumps({"id": page["id"], "records": records, "error": error}), file=results)
print(json.dumps({"done": True}), flush=True)
sys.stdin.read()
