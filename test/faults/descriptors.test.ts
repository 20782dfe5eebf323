import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { leaveDescriptors } from '../descriptor-limit.ts';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';

/** Number of free descriptors when the shortage starts. */
const left = 8;
const clients = 24;
const shortMs = 6_000;

/** Response without static types; null if the connection was refused or cut, as happens without descriptors. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Answer = { status: number; retryAfter: string | null; json: any } | null;

async function ask(service: ServiceProcess, method: string, path: string, body?: object): Promise<Answer> {
  try {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(300_000),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      json: text.startsWith('{') ? JSON.parse(text) : text,
    };
  } catch (error) {
    if (error instanceof DOMException) throw error;
    return null;
  }
}

test('without file descriptors requests are 503 with Retry-After, and everything continues when there are some again', {
  timeout: 1_200_000,
}, async (t: TestContext) => {
  const home = await openHome();
  t.after(() => home.close());
  const world = await startWorld();
  t.after(() => world.close());
  const service = await home.start({
    WEBDATA_BROWSER: 'none',
    WEBDATA_SEARCH: 'local',
    WEBDATA_RATES_URL: 'http://127.0.0.1:9',
  });
  const page = world.site.url('/articles/notes-on-harbour-cranes');
  const records = Array.from({ length: 300 }, (_, id) => ({ id, text: 'x'.repeat(500) }));
  const dataset = await ask(service, 'POST', '/v1/datasets', {
    name: 'kept',
    source: { kind: 'records', records },
  });
  const did: string = dataset?.json.did;
  const requests: [string, string, object?][] = [
    ['POST', '/v1/scrape', { url: page }],
    ['POST', '/v1/scrape', { url: page, max_length: 10 }],
    ['POST', '/v1/crawl', { url: world.site.url('/'), limit: 5 }],
    ['POST', '/v1/map', { url: world.site.url('/') }],
    ['POST', '/v1/search', { query: 'cranes' }],
    ['POST', `/v1/datasets/${did}/export`, { format: 'xlsx' }],
    ['GET', '/v1/requests'],
    ['GET', '/v1/jobs'],
  ];
  const restore = leaveDescriptors(service.pid, left);
  if (restore === null) return t.skip('the limit of a running process cannot be set here');

  const answers: NonNullable<Answer>[] = [];
  const end = performance.now() + shortMs;
  const client = async (first: number) => {
    for (let turn = first; performance.now() < end; turn += 1) {
      const [method, path, body] = requests[turn % requests.length] as (typeof requests)[number];
      const answer = await ask(service, method, path, body);
      if (answer !== null) answers.push(answer);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));

  const broken = answers.filter(({ status }) => status === 500);
  assert.deepEqual(broken.slice(0, 3), []);
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0, 'the shortage was felt');
  for (const { retryAfter, json } of refused) {
    assert.equal(json.code, 'unavailable');
    assert.match(retryAfter ?? '', /^\d+$/, json.detail);
  }
  for (const { json } of answers.filter(({ json }) => json.receipt !== undefined && json.status !== 'ok')) {
    // A page that could not be requested is not an error of its site and costs nothing.
    assert.deepEqual([json.status, json.error?.code, json.receipt.credits], ['unavailable', 'dependency', 0]);
  }

  restore();
  await until(async () => {
    const answer = await ask(service, 'POST', '/v1/scrape', { url: page });
    return answer?.json.status === 'ok';
  });
  for (const status of ['queued', 'running']) {
    // The jobs that never end are in the error.
    await until(
      async () => (await ask(service, 'GET', `/v1/jobs?status=${status}&limit=3`))?.json,
      (jobs) => jobs?.total === 0,
    );
  }
  assert.equal((await ask(service, 'POST', `/v1/datasets/${did}/export`, { format: 'xlsx' }))?.status, 200);
  assert.equal((await ask(service, 'GET', '/readyz'))?.status, 200);
});
