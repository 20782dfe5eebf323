// Crawls sites with Crawlee and converts each page to Markdown with Turndown: `crawl-with-crawlee.mjs ORDER PEER_FOLDER`.
// ORDER is a JSON file {urls, limit, concurrency, output, state, browser}. OUTPUT gets one {url, characters} a line; with
// `keepsText`, also the Markdown. With a state folder, a crawl that was killed goes on. Prints {"pages": N} at the end.
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [orderFile, folder] = process.argv.slice(2);
const order = JSON.parse(readFileSync(orderFile, 'utf8'));
if (order.state) process.env.CRAWLEE_STORAGE_DIR = order.state;
const require = createRequire(join(folder, 'package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const { CheerioCrawler, PlaywrightCrawler, Configuration, log } = await load('crawlee');
const TurndownService = require('turndown');
log.setLevel(log.LEVELS.ERROR);

const turndown = new TurndownService();
let pages = 0;
function keep(url, html) {
  const markdown = turndown.turndown(html);
  pages += 1;
  const line = { url, characters: markdown.length, ...(order.keepsText && { markdown }) };
  appendFileSync(order.output, `${JSON.stringify(line)}\n`);
}

const configuration = new Configuration({ persistStorage: Boolean(order.state), purgeOnStart: false });
const common = {
  maxConcurrency: order.concurrency,
  minConcurrency: Math.min(order.concurrency, 16),
  maxRequestsPerCrawl: order.limit ?? undefined,
  maxRequestRetries: 2,
};
const crawler = order.browser
  ? new PlaywrightCrawler(
      {
        ...common,
        minConcurrency: 1,
        launchContext: { launchOptions: { executablePath: order.browser, args: ['--no-sandbox'] } },
        async requestHandler({ page, request, enqueueLinks }) {
          await page.waitForLoadState('networkidle');
          const html = await page.evaluate(() => {
            for (const one of document.querySelectorAll('script, style, nav, footer')) one.remove();
            return document.body.innerHTML;
          });
          // Listed pages are found by their address in the list; an application may change the shown one.
          keep(order.follows === false ? request.url : (request.loadedUrl ?? request.url), html);
          if (order.follows !== false) await enqueueLinks({ strategy: 'same-hostname' });
        },
      },
      configuration,
    )
  : new CheerioCrawler(
      {
        ...common,
        async requestHandler({ $, request, enqueueLinks }) {
          if (order.follows !== false) await enqueueLinks({ strategy: 'same-hostname' });
          $('script, style, nav, footer').remove();
          keep(request.loadedUrl ?? request.url, $('body').html() ?? '');
        },
      },
      configuration,
    );
await crawler.run(order.urls);
process.stdout.write(`${JSON.stringify({ pages })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
