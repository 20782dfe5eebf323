import { startBigSite } from '../test/world/big-site.ts';

// A process of its own, so that serving the pages is not counted as crawling them: prints its address and serves until
// it is told to stop. `node bench/big-site.ts [PAGES] [ADDRESS]`
const [pages, address = '127.0.0.2'] = process.argv.slice(2);
const site = await startBigSite({ pages: Number(pages ?? 5000), address });
process.stdout.write(`${site.origin}\n`);
process.once('SIGTERM', () => void site.close());
