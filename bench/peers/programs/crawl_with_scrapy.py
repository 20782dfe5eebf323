"""Crawls sites with Scrapy and writes each page as Markdown: `crawl_with_scrapy.py ORDER`.

ORDER is a JSON file {urls, limit, concurrency, output, state, pipeline}. With the pipeline `main`, Trafilatura selects the main
content; otherwise markdownify converts the body. OUTPUT gets one {url, markdown} a line. With a state folder, a crawl that was killed goes on (Scrapy's JOBDIR). Prints {"pages": N} at the end.
"""

import json
import sys
from urllib.parse import urlsplit

import scrapy
import trafilatura
from lxml import etree
from markdownify import MarkdownConverter
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

with open(sys.argv[1], encoding="utf-8") as file:
    ORDER = json.load(file)

OUTPUT = open(ORDER["output"], "a", encoding="utf-8")
SELECTS_MAIN = ORDER.get("pipeline") == "main"
CONVERTER = MarkdownConverter(heading_style="ATX")


def markdown_of(html, url):
    if not SELECTS_MAIN:
        return CONVERTER.convert(html)
    return trafilatura.extract(html, url=url, output_format="markdown", include_links=True, include_formatting=True) or ""


class MarkdownPipeline:
    def process_item(self, item, spider=None):
        line = {"url": item["url"], "markdown": markdown_of(item["html"], item["url"])}
        OUTPUT.write(json.dumps(line) + "\n")
        OUTPUT.flush()
        return item


class SiteSpider(scrapy.Spider):
    name = "site"
    start_urls = ORDER["urls"]
    hosts = {urlsplit(url).netloc for url in ORDER["urls"]}
    links = LinkExtractor(allow_domains=list(hosts))
    read = 0

    async def start(self):
        # Unlike Scrapy's own start requests, these are filtered, so that a start page is read once.
        for url in ORDER["urls"]:
            yield scrapy.Request(url)

    def parse(self, response):
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        SiteSpider.read += 1
        # Before the navigation is removed.
        links = self.links.extract_links(response)
        body = response.xpath("//body")
        if SELECTS_MAIN:
            yield {"url": response.url, "html": response.text}
        elif body:
            root = body[0].root
            for node in root.xpath(".//script | .//style | .//nav | .//footer"):
                node.drop_tree()
            yield {"url": response.url, "html": etree.tostring(root, encoding="unicode", method="html")}
        for link in links:
            yield response.follow(link, callback=self.parse)


settings = {
    "LOG_LEVEL": "ERROR",
    "ROBOTSTXT_OBEY": True,
    "CONCURRENT_REQUESTS": ORDER["concurrency"],
    "CONCURRENT_REQUESTS_PER_DOMAIN": min(16, ORDER["concurrency"]),
    "DOWNLOAD_DELAY": 0,
    "ITEM_PIPELINES": {MarkdownPipeline: 100},
    "TELNETCONSOLE_ENABLED": False,
}
if ORDER.get("state"):
    settings["JOBDIR"] = ORDER["state"]
process = CrawlerProcess(settings)
process.crawl(SiteSpider)
process.start()
OUTPUT.close()
print(json.dumps({"pages": SiteSpider.read}), flush=True)
sys.stdin.read()
