"""Represents pages as browser-use does for its model: `represent_pages.py BROWSER URLS OUTPUT`.

URLS is a JSON list. OUTPUT gets one {url, text, error} a line. Prints {"pages": N} at the end.
"""

import asyncio
import json
import os
import sys

os.environ.setdefault("ANONYMIZED_TELEMETRY", "false")
os.environ.setdefault("BROWSER_USE_LOGGING_LEVEL", "error")

from browser_use import BrowserProfile, BrowserSession


async def main():
    browser, urls, output = sys.argv[1:4]
    profile = BrowserProfile(
        executable_path=browser,
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        user_data_dir=None,
        keep_alive=False,
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    with open(output, "w", encoding="utf-8") as results:
        for url in json.loads(urls):
            text, error = "", None
            try:
                await session.navigate_to(url)
                await asyncio.sleep(0.5)
                state = await session.get_browser_state_summary(include_screenshot=False)
                text = state.dom_state.llm_representation()
            except Exception as failure:  # Any failure of a library on a page is one of its results.
                error = f"{type(failure).__name__}: {failure}"[:300]
            results.write(json.dumps({"url": url, "text": text, "error": error}) + "\n")
            results.flush()
    await session.kill()


printed = os.fdopen(os.dup(1), "w")
sys.stdout = sys.stderr
asyncio.run(main())
print(json.dumps({"pages": len(json.loads(sys.argv[2]))}), file=printed, flush=True)
sys.stdin.read()
