import { startBigSite } from '../test/world/big-site.ts';

// Separate process, so that the time for serving pages is not counted as crawling: prints its URL and serves until it
// is stopped. `node bench/big-site.ts [PAGES] [ADDRESS]`
const [pages, address = '127.0.0.2'] = process.argv.slice(2);
const site = await startBigSite({ pages: Number(pages ?? 5000), address });
process.stdout.write(`${site.origin}\n`);
process.once('SIGTERM', () => void site.close());
