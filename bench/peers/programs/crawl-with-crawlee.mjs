// Crawls sites with Crawlee and writes each page as Markdown: `crawl-with-crawlee.mjs ORDER PEER_FOLDER`.
// ORDER is a JSON file {urls, limit, concurrency, output, state, browser, follows, pipeline, settleMs}. The pipelines `readability` and
// `defuddle` select the main content in a linkedom document; otherwise Turndown converts the body. With `settleMs`, a browser
// waits so long after the last request. OUTPUT gets one {url, markdown} a line. With a state folder, a crawl that was killed goes on.
// Prints {"pages": N} at the end.
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [orderFile, folder] = process.argv.slice(2);
const order = JSON.parse(readFileSync(orderFile, 'utf8'));
if (order.state) process.env.CRAWLEE_STORAGE_DIR = order.state;
const require = createRequire(join(folder, 'package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const { CheerioCrawler, PlaywrightCrawler, RequestQueue, Configuration, log } = await load('crawlee');
const TurndownService = require('turndown');
log.setLevel(log.LEVELS.ERROR);

const turndown = new TurndownService();
const toMarkdown = (html) => turndown.turndown(html ?? '');
/** Converts the HTML of a whole page to the Markdown of its main content. */
const mainContent = {
  async readability() {
    const { Readability } = require('@mozilla/readability');
    const { parseHTML } = await load('linkedom');
    return (html) => toMarkdown(new Readability(parseHTML(html).document).parse()?.content);
  },
  async defuddle() {
    const { Defuddle } = await import(
      pathToFileURL(join(folder, 'node_modules', 'defuddle', 'dist', 'node.js')).href
    );
    const { parseHTML } = await load('linkedom');
    return async (html, url) => {
      const { content } = await Defuddle(parseHTML(html).document, url, { useAsync: false });
      return toMarkdown(content);
    };
  },
}[order.pipeline];
const selectMain = mainContent === undefined ? null : await mainContent();

let pages = 0;
function keep(url, markdown) {
  pages += 1;
  appendFileSync(order.output, `${JSON.stringify({ url, markdown })}\n`);
}

const configuration = new Configuration({ persistStorage: Boolean(order.state), purgeOnStart: false });
const common = {
  maxConcurrency: order.concurrency,
  minConcurrency: Math.min(order.concurrency, 16),
  maxRequestsPerCrawl: order.limit ?? undefined,
  maxRequestRetries: 2,
  // The lease of a request of a queue that is given lasts as long as the limits of its page, and at least a minute.
  ...(order.state && {
    requestQueue: await RequestQueue.open(null, { config: configuration }),
    requestHandlerTimeoutSecs: 10,
    navigationTimeoutSecs: 10,
  }),
};
const crawler = order.browser
  ? new PlaywrightCrawler(
      {
        ...common,
        minConcurrency: 1,
        launchContext: { launchOptions: { executablePath: order.browser, args: ['--no-sandbox'] } },
        async requestHandler({ page, request, enqueueLinks, parseWithCheerio }) {
          await page.waitForLoadState('networkidle');
          if (order.settleMs) await page.waitForTimeout(order.settleMs);
          // With the content of shadow roots and frames.
          const $ = await parseWithCheerio();
          $('script, style, nav, footer').remove();
          // Listed pages are found by their address in the list; an application may change the shown one.
          const url = order.follows === false ? request.url : (request.loadedUrl ?? request.url);
          keep(url, toMarkdown($('body').html()));
          if (order.follows !== false) await enqueueLinks({ strategy: 'same-hostname' });
        },
      },
      configuration,
    )
  : new CheerioCrawler(
      {
        ...common,
        async requestHandler({ $, body, request, enqueueLinks }) {
          if (order.follows !== false) await enqueueLinks({ strategy: 'same-hostname' });
          const url = request.loadedUrl ?? request.url;
          if (selectMain !== null) return keep(url, await selectMain(String(body), url));
          $('script, style, nav, footer').remove();
          keep(url, toMarkdown($('body').html()));
        },
      },
      configuration,
    );
await crawler.run(order.urls);
process.stdout.write(`${JSON.stringify({ pages })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
