// npm run bench -- fairness [--hanging 100] [--heavy 60]: how long one account waits for the requests of another one.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openHome } from '../test/service-process.ts';
import { quantile, report } from './report.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** Number of requests of the first account for a page that answers slowly. */
    hanging: { type: 'string', default: '100' },
    /** Milliseconds after which that page answers. */
    delay: { type: 'string', default: '3000' },
    /** Number of large pages that the first account reads. */
    heavy: { type: 'string', default: '60' },
    /** Rows of the table of a large page. */
    rows: { type: 'string', default: '2000' },
  },
});

const paragraph = '<p>Some words of a page that says a little about its subject, enough to be read.</p>';
const small = `<!doctype html><title>Small</title><main><h1>Small</h1>${paragraph.repeat(5)}</main>`;
const rows = Array.from(
  { length: Number(values.rows) },
  (_, at) => `<tr><td>Row ${at}</td><td>${at * 7} pieces</td><td><a href="/row/${at}">more</a></td></tr>`,
);
const heavy = `<!doctype html><title>Heavy</title><main><h1>Heavy</h1>${paragraph.repeat(20)}<table>${rows.join('')}</table></main>`;

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?', 1)[0];
  const answer = () =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(path === '/heavy' ? heavy : small);
  if (path === '/hanging') setTimeout(answer, Number(values.delay));
  else answer();
});
server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 });
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
/** Each account reads another site, except where both read the same one. */
const siteOf = (host: string) => `http://${host}:${port}`;

const home = await openHome();
try {
  const service = await home.start();
  const post = async (key: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const other = await post(service.key, '/v1/admin/accounts', { name: 'other', plan_credits: 10_000 });
  const scrape = async (key: string, url: string) => {
    const since = performance.now();
    const page = await post(key, '/v1/scrape', { url, timeout_ms: 300_000 });
    if (page.status !== 'ok') throw new Error(`${url}: ${JSON.stringify(page)}`);
    return performance.now() - since;
  };
  let at = 0;
  /** Returns the milliseconds of ten small pages of the other account, one after another. */
  async function measure(host: string): Promise<number[]> {
    const ms: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      at += 1;
      ms.push(await scrape(other.key as string, `${siteOf(host)}/small?${at}`));
    }
    return ms;
  }
  /** Runs requests of the first account, and the small pages of the other one while they run. */
  async function measureBeside(count: number, url: string, host: string) {
    const startedAt = performance.now();
    const own = Array.from({ length: count }, (_, index) => scrape(service.key, `${url}?${index}`));
    await delay(500);
    const [first = 0, ...further] = await measure(host);
    await Promise.all(own);
    return { first, median: quantile(further, 0.5), total: performance.now() - startedAt };
  }
  await measure('127.1.0.1');
  const alone = quantile(await measure('127.1.0.1'), 0.5);
  const hanging = await measureBeside(Number(values.hanging), `${siteOf('127.1.0.2')}/hanging`, '127.1.0.2');
  const heavyPages = await measureBeside(Number(values.heavy), `${siteOf('127.1.0.3')}/heavy`, '127.1.0.4');
  const heavyAlone = heavyPages.total / Number(values.heavy);
  await report('fairness', [
    { name: 'small page of an account, alone', value: alone, unit: 'ms' },
    {
      name: `first one beside ${values.hanging} requests of another account for a page of the site that takes ${values.delay} ms`,
      value: hanging.first,
      unit: 'ms',
      wanted: { below: Number(values.delay) + 500 },
    },
    {
      name: 'further ones, median',
      value: hanging.median,
      unit: 'ms',
      wanted: { below: Number(values.delay) },
    },
    { name: 'all requests of the other account', value: hanging.total, unit: 'ms' },
    {
      name: `first one beside ${values.heavy} large pages of another account on another site`,
      value: heavyPages.first,
      unit: 'ms',
      wanted: { below: 4 * heavyAlone + 500 },
    },
    { name: 'further ones, median', value: heavyPages.median, unit: 'ms', wanted: { below: 4 * heavyAlone } },
    { name: 'all large pages', value: heavyPages.total, unit: 'ms' },
  ]);
  await service.stop();
} finally {
  await home.close();
  server.close();
  server.closeAllConnections();
}
