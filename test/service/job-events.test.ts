import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

/** Title with everything that could be mistaken for JSON. */
const oddTitle = 'Say "title":"no" \\ {"a":[1]} — Zürich';

const pageOf = (title: string, words: number, rest = '') =>
  `<!doctype html>${title && `<title>${title.replaceAll('"', '&quot;')}</title>`}<main>${
    title && `<h1>${title}</h1>`
  }<p>${'Words of a page that nobody else has. '.repeat(words)}</p>${rest}</main>`;

interface PageEvent {
  url: string;
  title: string | null;
  depth: number | null;
  bytes: number | null;
  ms: number | null;
}

test('the events of a job state what a list of its pages shows', async (t) => {
  const routes = () =>
    new Map<string, Route>([
      ['/', { body: pageOf('Start', 20, '<a href="/odd">odd</a> <a href="/missing">missing</a>') }],
      ['/odd', { body: pageOf(oddTitle, 20, '<a href="/long">long</a>') }],
      ['/long', { body: pageOf('A long page', 20_000) }],
    ]);
  const site = await startLoopbackServer('127.0.0.22', routes);
  t.after(() => site.close());
  const service = await startTestService(t);

  async function readEvents(jid: string): Promise<Map<string, PageEvent>> {
    const response = await fetch(`${service.url}/v1/jobs/${jid}/events`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    // The stream ends with the job.
    const text = await response.text();
    const pages = text
      .split('\n\n')
      .filter((event) => event.includes('event: job.page'))
      .map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '') as PageEvent);
    return new Map(pages.map((page) => [URL.parse(page.url)?.pathname ?? '', page]));
  }

  const crawl = await service.post('/v1/crawl', { url: site.url('/'), limit: 10, use_sitemap: false });
  const events = await readEvents(crawl.json.jid);
  const seen = [...events].map(([path, { title, depth }]) => [path, title, depth]);
  assert.deepEqual(
    seen.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    [
      ['/', 'Start', 0],
      ['/long', 'A long page', 2],
      ['/missing', 'Not found', 1],
      ['/odd', oddTitle, 1],
    ],
  );
  assert.ok((events.get('/long')?.bytes ?? 0) > 100_000);
  assert.ok((events.get('/')?.ms ?? -1) >= 0);
  const { results } = (await service.get(`/v1/jobs/${crawl.json.jid}/results`)).json;
  for (const { url, receipt } of results as { url: string; receipt: { ms: number; bytes: number } }[]) {
    const event = events.get(new URL(url).pathname);
    assert.deepEqual([event?.ms, event?.bytes], [receipt.ms, receipt.bytes], url);
  }
});
