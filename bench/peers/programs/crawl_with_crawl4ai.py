"""Crawls sites with Crawl4AI, which returns Markdown: `crawl_with_crawl4ai.py ORDER`.

ORDER is a JSON file {urls, limit, concurrency, output, state, browser, follows, pipeline, settleMs}. Without `browser`, pages are read
by its HTTP strategy. With the pipeline `main`, its own filter selects the main content (fit Markdown). OUTPUT gets one
{url, markdown} a line. With a state folder, a crawl that was killed goes on from the last state that the library
reported. Prints {"pages": N} at the end.
"""

import asyncio
import json
import os
import sys

from crawl4ai import AsyncWebCrawler, BrowserConfig, CacheMode, CrawlerRunConfig
from crawl4ai.async_configs import HTTPCrawlerConfig
from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy
from crawl4ai.async_dispatcher import MemoryAdaptiveDispatcher
from crawl4ai.content_filter_strategy import PruningContentFilter
from crawl4ai.deep_crawling import BFSDeepCrawlStrategy
from crawl4ai.markdown_generation_strategy import DefaultMarkdownGenerator
from playwright.async_api import BrowserType

with open(sys.argv[1], encoding="utf-8") as file:
    ORDER = json.load(file)
SELECTS_MAIN = ORDER.get("pipeline") == "main"
PAGES = 0


def keep(result, output):
    global PAGES
    if not result.success:
        print(f"{result.url}: {result.error_message}", file=sys.stderr)
        return
    made = result.markdown
    markdown = "" if made is None else made.fit_markdown if SELECTS_MAIN else made.raw_markdown
    # Listed pages are found by their address in the list; an application may change the shown one.
    url = result.url if ORDER.get("follows") is False else result.redirected_url or result.url
    line = {"url": url, "markdown": markdown or ""}
    output.write(json.dumps(line) + "\n")
    output.flush()
    PAGES += 1


def main_content_options():
    if not SELECTS_MAIN:
        return {}
    # The filter and threshold of its documentation.
    content_filter = PruningContentFilter(threshold=0.48, threshold_type="fixed")
    return {"markdown_generator": DefaultMarkdownGenerator(content_filter=content_filter)}


def strategy():
    if not ORDER.get("state"):
        return BFSDeepCrawlStrategy(max_depth=20, max_pages=ORDER.get("limit") or 1_000_000)
    os.makedirs(ORDER["state"], exist_ok=True)
    path = os.path.join(ORDER["state"], "state.json")
    resumed = None
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            resumed = json.load(file)

    async def save(state):
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(state, file)
        os.replace(path + ".new", path)

    return BFSDeepCrawlStrategy(
        max_depth=20, max_pages=ORDER.get("limit") or 1_000_000, resume_state=resumed, on_state_change=save
    )


def use_browser(path):
    """Lets the library start this browser: it has no option for the path of one."""
    launch = BrowserType.launch

    async def launch_path(self, **options):
        return await launch(self, **{**options, "channel": None, "executable_path": path})

    BrowserType.launch = launch_path


def open_crawler():
    if ORDER.get("browser"):
        use_browser(ORDER["browser"])
        return AsyncWebCrawler(config=BrowserConfig(headless=True, verbose=False))
    http = AsyncHTTPCrawlerStrategy(browser_config=HTTPCrawlerConfig())
    return AsyncWebCrawler(crawler_strategy=http, config=BrowserConfig(verbose=False))


async def crawl_site(crawler, url, output):
    config = CrawlerRunConfig(
        cache_mode=CacheMode.BYPASS,
        verbose=False,
        stream=True,
        deep_crawl_strategy=strategy(),
        semaphore_count=min(16, ORDER["concurrency"]),
        **main_content_options(),
    )
    async for result in await crawler.arun(url, config=config):
        keep(result, output)


async def read_pages(crawler, urls, output):
    config = CrawlerRunConfig(
        cache_mode=CacheMode.BYPASS,
        verbose=False,
        stream=True,
        excluded_tags=["script", "style", "nav", "footer"],
        flatten_shadow_dom=True,
        process_iframes=True,
        wait_until="networkidle",
        delay_before_return_html=ORDER.get("settleMs", 0) / 1000 or 0.1,
    )
    dispatcher = MemoryAdaptiveDispatcher(max_session_permit=ORDER["concurrency"])
    async for result in await crawler.arun_many(urls, config=config, dispatcher=dispatcher):
        keep(result, output)


async def main():
    with open(ORDER["output"], "a", encoding="utf-8") as output:
        async with open_crawler() as crawler:
            if ORDER.get("follows") is False:
                await read_pages(crawler, ORDER["urls"], output)
            else:
                await asyncio.gather(*(crawl_site(crawler, url, output) for url in ORDER["urls"]))


# The library prints its progress on the standard output.
result_output = os.fdopen(os.dup(1), "w")
sys.stdout = sys.stderr
asyncio.run(main())
print(json.dumps({"pages": PAGES}), file=result_output, flush=True)
sys.stdin.read()
