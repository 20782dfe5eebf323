import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { type Answer, type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';

/** Maximum response time, far above the normal one on a busy machine. */
const answerWithinMs = 120_000;

let home: Home;
let service: ServiceProcess;
let site: LoopbackServer;

const page = (body: string): Answer => ({
  body: `<!DOCTYPE html><html lang="en"><head><title>Tables</title></head><body><main><h1>Tables</h1>${body}</main></body></html>`,
});
const dashes = '-'.repeat(70);
/** Session of psql as shown in the PostgreSQL manual. */
const session = `mydb=> SELECT * FROM weather;
     city      | temp_lo | temp_hi | prcp |    date
---------------+---------+---------+------+------------
 San Francisco |      46 |      50 | 0.25 | 1994-11-27
(1 row)

${dashes}+${dashes} x`;
const links = Array.from(
  { length: 50_000 },
  (_, at) => `<a href="/dir${at % 97}/page-${at}?a=${at}">${at}</a>`,
);
/** Matching these rules step by step takes time proportional to their length times the length of the URL. */
const wildcards = Array.from({ length: 16 }, (_, at) => `Disallow: /${'*a'.repeat(500)}${at}`);
const longPath = `/${'a'.repeat(7_900)}`;

before(async () => {
  site = await startLoopbackServer(
    '127.0.0.12',
    () =>
      new Map<string, Answer>([
        [
          '/robots.txt',
          { headers: { 'content-type': 'text/plain' }, body: `User-agent: *\n${wildcards.join('\n')}\n` },
        ],
        ['/dashes', page(`<p>A line of dashes stands in the next element.</p><pre>${dashes} x</pre>`)],
        ['/psql', page(`<p>A session of psql.</p><pre>${session}</pre>`)],
        ['/links', page(links.join('\n'))],
        [
          longPath,
          page('<p>A page with a very long address, which the rules of robots.txt are held against.</p>'),
        ],
      ]),
  );
  home = await openHome();
  service = await home.start({ WEBDATA_SEARCH: 'local' });
});
after(async () => {
  await home?.close();
  await site?.close();
});

/** The checked fields of responses. */
interface Answered {
  status: string;
  jid: string;
  results: Array<{ url: string }>;
}

async function post(path: string, body: object) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, json: (await response.json()) as Answered };
}

/** Polls `/livez` until `work` is done; throws if the process does not respond in time. */
async function whileAlive<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  while (!isDone) {
    const response = await fetch(`${service.url}/livez`, { signal: AbortSignal.timeout(answerWithinMs) });
    assert.equal(response.status, 200);
    await response.body?.cancel();
    await pause(50);
  }
  return done;
}

for (const [name, path, words] of [
  ['a line of dashes', '/dashes', 'dashes element'],
  ['a session of psql', '/psql', 'prcp temp_lo'],
  ['a page of 50,000 links', '/links', null],
  ['robots.txt with many wildcards', longPath, 'very long address'],
] as const) {
  test(`the service answers while it reads ${name}`, async () => {
    const { status, json } = await whileAlive(post('/v1/scrape', { url: site.url(path) }));
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(json.status, 'ok');
    if (words === null) return;
    const found = await whileAlive(post('/v1/search', { query: words }));
    assert.deepEqual(
      found.json.results.map(({ url }) => url),
      [site.url(path)],
    );
  });
}

test('the service answers while it crawls such pages', async () => {
  const { json } = await post('/v1/crawl', { url: site.url('/links'), limit: 3 });
  const ended = async () => {
    for (;;) {
      const response = await fetch(`${service.url}/v1/jobs/${json.jid}`, {
        headers: { authorization: `Bearer ${service.key}` },
      });
      const { status } = (await response.json()) as { status: string };
      if (status !== 'running' && status !== 'queued') return status;
      await pause(100);
    }
  };
  assert.equal(await whileAlive(ended()), 'completed');
});
