import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { startHostileServer } from '../world/hostile-server.ts';
import { hostileOutcomes } from './hostile-outcomes.ts';

const grownAtMost = 150 * 2 ** 20;
/** Timeouts of pages that end by themselves, ample for any machine, and of pages that never end. */
const [amplyMs, timeoutMs] = [30_000, 2_000];

/** Returns the resident memory of a process in bytes, or null if the system does not report it. */
function residentBytes(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return null;
  }
}

async function scrape({ url, key }: ServiceProcess, page: string, withinMs = amplyMs) {
  const answer = await fetch(`${url}/v1/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: page, timeout_ms: withinMs }),
    signal: AbortSignal.timeout(2 * amplyMs),
  });
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  const json = (await answer.json()) as any;
  assert.equal(answer.status, 200, `${page}: ${JSON.stringify(json)}`);
  return json;
}

test('every hostile page has its status and error code, and the service is unaffected', async (t) => {
  const hostile = await startHostileServer('127.0.0.34');
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await hostile.close();
  });
  const service = await home.start();
  for (let warm = 0; warm < 20; warm += 1) await scrape(service, hostile.url('/gzip'));
  const before = residentBytes(service.pid);

  const seen: Record<string, string> = {};
  const expected: Record<string, string> = {};
  const entries = hostileOutcomes(hostile);
  const next = entries.values();
  async function client(): Promise<void> {
    for (const { name, address, outcome } of next) {
      const page = await scrape(service, address, outcome === 'failed timeout' ? timeoutMs : amplyMs);
      expected[name] = outcome;
      seen[name] = page.error === undefined ? page.status : `${page.status} ${page.error.code}`;
      const isCharged = /^(ok|not_found http|failed http)/.test(seen[name] ?? '') || name === '/no-location';
      assert.equal(page.receipt.credits, isCharged ? 1 : 0, name);
    }
  }
  await Promise.all(Array.from({ length: 4 }, client));
  assert.deepEqual(seen, expected);

  const after = residentBytes(service.pid);
  if (before !== null && after !== null) {
    const grown = after - before;
    t.diagnostic(`${entries.length} pages, ${Math.round(grown / 2 ** 20)} MB more memory`);
    assert.ok(grown < grownAtMost, `${Math.round(grown / 2 ** 20)} MB`);
  }
  assert.equal((await scrape(service, hostile.url('/gzip'))).status, 'ok');
  const health = await (await fetch(`${service.url}/v1/health`)).json();
  assert.equal((health as { checks: { database: { status: string } } }).checks.database.status, 'ok');
  const ended = await service.stop();
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
});
