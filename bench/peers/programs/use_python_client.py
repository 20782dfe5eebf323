"""Calls /v2 with the third party's Python client: `use_python_client.py API_URL KEY PAGE_URL SITE_URL OUTPUT`.

OUTPUT gets one {name, error} a line; `error` is null if the call did what the client's documentation says.
Prints {"calls": N} at the end.
"""

import json
import sys

from firecrawl import Firecrawl

API_URL, KEY, PAGE_URL, SITE_URL, OUTPUT = sys.argv[1:6]
CLIENT = Firecrawl(api_key=KEY, api_url=API_URL)


def scrape():
    document = CLIENT.scrape(PAGE_URL)
    assert document.markdown and len(document.markdown) > 100
    assert document.metadata.status_code == 200


def scrape_formats():
    document = CLIENT.scrape(PAGE_URL, formats=["markdown", "html", "rawHtml", "links"])
    assert document.markdown and document.html and document.raw_html and document.links


def scrape_json():
    schema = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
    document = CLIENT.scrape(PAGE_URL, formats=[{"type": "json", "schema": schema}])
    assert document.json["title"]


def scrape_missing():
    document = CLIENT.scrape(PAGE_URL + "-that-does-not-exist")
    assert document.metadata.status_code == 404


def map_site():
    assert len(CLIENT.map(SITE_URL, limit=50).links) > 10


def crawl():
    job = CLIENT.crawl(SITE_URL, limit=8, poll_interval=1, timeout=120)
    assert job.status == "completed" and len(job.data) == 8


def start_crawl_and_status():
    started = CLIENT.start_crawl(SITE_URL, limit=3)
    assert started.id
    assert CLIENT.get_crawl_status(started.id).status in ("scraping", "completed")


def cancel_crawl():
    started = CLIENT.start_crawl(SITE_URL, limit=500)
    assert CLIENT.cancel_crawl(started.id)


def crawl_errors():
    started = CLIENT.start_crawl(SITE_URL, limit=2)
    assert CLIENT.get_crawl_errors(started.id).errors == []


def batch_scrape():
    job = CLIENT.batch_scrape([PAGE_URL, SITE_URL], formats=["markdown"], poll_interval=1, wait_timeout=120)
    assert job.status == "completed" and len(job.data) == 2


def extract():
    schema = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
    assert CLIENT.extract(urls=[PAGE_URL], schema=schema).data["title"]


def usage():
    assert CLIENT.get_credit_usage().remaining_credits >= 0
    assert CLIENT.get_concurrency().max_concurrency > 0


def queue_status():
    assert CLIENT.get_queue_status() is not None


CALLS = [
    scrape,
    scrape_formats,
    scrape_json,
    scrape_missing,
    map_site,
    crawl,
    start_crawl_and_status,
    cancel_crawl,
    crawl_errors,
    batch_scrape,
    extract,
    usage,
    queue_status,
]

with open(OUTPUT, "w", encoding="utf-8") as output:
    for call in CALLS:
        error = None
        try:
            call()
        except Exception as failure:  # The result of the call is what is reported.
            error = f"{type(failure).__name__}: {failure}"[:400]
        output.write(json.dumps({"name": call.__name__, "error": error}) + "\n")
print(json.dumps({"calls": len(CALLS)}), flush=True)
sys.stdin.read()
