"""Reads dates with dateparser: `parse_dates.py INPUT OUTPUT`, with the input and output of parse-dates.mjs.

The language of each text is given to it, as a page states it.
"""

import json
import sys
import time

import dateparser


def read(case):
    language, region = case["locale"].split("-")
    settings = {"PREFER_DATES_FROM": "past"}
    try:
        found = dateparser.parse(case["text"], languages=[language], region=region, settings=settings)
    except ValueError:  # A language that it does not know.
        found = None
    return None if found is None else found.date().isoformat()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    for case in cases:
        read(case)
    since = time.process_time()
    found = [read(case) for case in cases]
    ms = (time.process_time() - since) * 1000
    with open(sys.argv[2], "w", encoding="utf-8") as output:
        json.dump(found, output)
    print(json.dumps({"ms": ms}), flush=True)
    sys.stdin.read()


main()
