import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const pageCount = 12;

test('a crawl says that it ended at its limit, and is continued without reading its pages again', async (t) => {
  const reads = new Map<string, number>();
  const routes = () =>
    new Map<string, Route>(
      Array.from({ length: pageCount }, (_, at): [string, Route] => {
        const path = at === 0 ? '/' : `/page-${at}`;
        const links = Array.from({ length: pageCount - 1 }, (_, to) => `<a href="/page-${to + 1}">${to}</a>`);
        const body = `<!doctype html><title>Page ${at}</title><main><h1>Page ${at}</h1><p>${`Page ${at} has words of its own. `.repeat(20)}</p>${links.join(' ')}</main>`;
        return [
          path,
          () => {
            reads.set(path, (reads.get(path) ?? 0) + 1);
            return { body };
          },
        ];
      }),
    );
  const site = await startLoopbackServer('127.0.0.22', routes);
  t.after(() => site.close());
  const service = await startTestService(t);

  async function finished(jid: string): Promise<Json> {
    for (let tries = 0; tries < 600; tries += 1) {
      const { json } = await service.get(`/v1/jobs/${jid}`);
      if (!['queued', 'running'].includes(json.status)) return json;
      await pause(50);
    }
    throw new Error('the job never ended');
  }

  const { jid } = (
    await service.post('/v1/crawl', { url: site.url('/?token=abc123secret'), limit: 5, use_sitemap: false })
  ).json;
  const limited = await finished(jid);
  assert.equal(limited.status, 'completed');
  const [warning] = limited.warnings;
  assert.equal(warning?.code, 'limit_reached');
  const left = Number(/(\d+) known URLs were not read/.exec(warning.message)?.[1]);
  assert.ok(left >= pageCount - 5 && left <= pageCount - 4, warning.message);
  assert.match(warning.message, new RegExp(`/v1/jobs/${jid}/continue`));

  const tooLow = await service.post(`/v1/jobs/${jid}/continue`, { limit: 5 });
  assert.deepEqual([tooLow.status, tooLow.json.errors[0].pointer], [422, '/limit']);
  const readBefore = [...reads.values()].reduce((sum, one) => sum + one, 0);
  const continued = await service.post(`/v1/jobs/${jid}/continue`, { limit: 100 });
  assert.equal(continued.json.params.limit, 100);
  assert.equal(continued.status, 200, JSON.stringify(continued.json));
  const whole = await finished(jid);
  assert.deepEqual([whole.status, whole.warnings], ['completed', []]);
  const { results } = (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json;
  const urls = new Set(results.map((page: Json) => page.final_url));
  assert.equal(urls.size, results.length, 'a page was delivered twice');
  const readAfter = [...reads.values()].reduce((sum, one) => sum + one, 0);
  assert.equal(readAfter - readBefore, results.length - 5, 'a page was read again');
  for (let at = 1; at < pageCount; at += 1) assert.ok(urls.has(site.url(`/page-${at}`)), `page ${at}`);
  assert.equal((await service.post(`/v1/jobs/${jid}/continue`, { limit: 200 })).status, 409);
});
