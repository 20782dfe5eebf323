// Crawlee (Cheerio) with Turndown over one site: `node crawlee-turndown.mjs URL PAGES CONCURRENCY`. Prints its
// measurements as JSON and waits to be killed, so that its processor time can be read.
import { CheerioCrawler, Configuration, log } from 'crawlee';
import TurndownService from 'turndown';

const [url, pages, concurrency] = process.argv.slice(2);
log.setLevel(log.LEVELS.ERROR);
const turndown = new TurndownService();
let read = 0;
let characters = 0;
const configuration = new Configuration({ persistStorage: false });
const crawler = new CheerioCrawler(
  {
    maxRequestsPerCrawl: Number(pages),
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    async requestHandler({ $, enqueueLinks }) {
      $('script, style, nav, footer').remove();
      characters += turndown.turndown($('body').html() ?? '').length;
      read += 1;
      await enqueueLinks({ strategy: 'same-hostname' });
    },
  },
  configuration,
);
const since = performance.now();
await crawler.run([url]);
process.stdout.write(`${JSON.stringify({ pages: read, ms: performance.now() - since, characters })}\n`);
setInterval(() => {}, 60_000);
