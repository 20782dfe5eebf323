// npm run bench -- paging: how many of 14 ways from one part of a listing to the next are followed to the end.
import { findBrowser } from '../src/web/browser/find/find-browser.ts';
import { openHome } from '../test/service-process.ts';
import {
  type PagedListing,
  pagedFields,
  pagedListings,
  routesOf,
} from '../test/world/listings/paged-listings.ts';
import { startLoopbackServer } from '../test/world/loopback-server.ts';
import { report } from './report.ts';

interface Answer {
  records?: unknown[];
  complete?: boolean;
  warnings?: { message: string }[];
}

const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
const listings = pagedListings().filter(({ isScripted }) => browser !== null || !isScripted);
const site = await startLoopbackServer('127.0.0.12', () => routesOf(listings));
const home = await openHome();

async function isFollowed(url: string, key: string, { name, path, count }: PagedListing): Promise<boolean> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/v1/collect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.url(path), fields: pagedFields, limit: 1_000, max_pages: 50 }),
  });
  const { records = [], complete = false, warnings = [] } = (await response.json()) as Answer;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const reasons = warnings.map(({ message }) => message).join(' ');
  console.log(`${name}: ${records.length} of ${count}, complete ${complete}, ${seconds} s ${reasons}`);
  return records.length === count && complete;
}

try {
  const service = await home.start(
    browser?.program == null ? {} : { WEBDATA_BROWSER: browser.program.executable },
  );
  const results: boolean[] = [];
  for (const listing of listings) results.push(await isFollowed(service.url, service.key, listing));
  const value = results.filter(Boolean).length;
  await report('paging', [
    { name: `ways followed to the end, of ${listings.length}`, value, unit: '', wanted: { atLeast: 13 } },
  ]);
} finally {
  await home.close();
  await site.close();
}
