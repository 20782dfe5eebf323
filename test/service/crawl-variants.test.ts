import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const words = (subject: string) =>
  Array.from({ length: 40 }, (_, at) => `${subject} has part ${at} of ${at * 7} in row ${at + 3}.`).join(' ');
const page = (title: string, head = '', links: readonly string[] = []): Answer => ({
  body: `<!doctype html><title>${title}</title>${head}<main><h1>${title}</h1><p>${words(title)}</p>
    ${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`,
});

const unlike = 'Boats need tar, rope and a dry week in May before anybody sails them out again. '.repeat(9);

test('URLs of one page that are read at the same time are delivered once', async (t) => {
  const links = [
    '/post?ref=5',
    '/post',
    '/post?ref=6',
    '/dir/',
    '/dir/index.html',
    '/other/',
    '/other',
    '/wrong',
  ];
  const all = Promise.withResolvers<void>();
  let open = 0;
  /** No page is answered before all of them were requested. */
  const together =
    (answer: (url: URL) => Answer): Route =>
    (_request, url) => {
      open += 1;
      if (open === links.length) all.resolve();
      return { ...answer(url), heldUntil: all.promise };
    };
  const canonical = '<link rel="canonical" href="/post">';
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        ['/', page('Start', '', links)],
        ['/post', together(() => page('Post', canonical))],
        ['/dir/', together(() => page('Folder'))],
        ['/dir/index.html', together(() => page('Folder'))],
        ['/other/', together(() => page('Other'))],
        ['/other', together(() => page('Other'))],
        // Other content with a wrong canonical URL, which is a common mistake.
        [
          '/wrong',
          together(() => ({
            body: `<title>Else</title>${canonical}<main><h1>Else</h1><p>${unlike}</p></main>`,
          })),
        ],
      ]),
  );
  const service = await startTestService(t);
  t.after(() => site.close());
  const { jid } = (await service.post('/v1/crawl', { url: site.url('/'), use_sitemap: false })).json;
  const job = await endedJob(service, jid);
  const { results } = (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json;
  const titles = results.map(({ title }: Json) => title);
  assert.deepEqual(titles.toSorted(), ['Else', 'Folder', 'Other', 'Post', 'Start']);
  assert.deepEqual([job.status, job.credits.charged, job.progress.done], ['completed', 5, 5]);
  assert.ok(job.skipped.duplicate >= 3, JSON.stringify(job.skipped));
});

test('a page is compared with one that named its URL as canonical long before', async (t) => {
  const canonical = '<link rel="canonical" href="/post">';
  const isStored = Promise.withResolvers<void>();
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        ['/', page('Start', '', ['/first', '/post?ref=5', '/wrong'])],
        // Links to the canonical page, which the crawl does not know when it reads its copies.
        ['/first', () => ({ ...page('First', '', ['/post']), heldUntil: isStored.promise })],
        ['/post', page('Post', canonical)],
        ['/wrong', { body: `<title>Else</title>${canonical}<main><h1>Else</h1><p>${unlike}</p></main>` }],
      ]),
  );
  const service = await startTestService(t);
  t.after(() => site.close());
  const { jid } = (await service.post('/v1/crawl', { url: site.url('/'), use_sitemap: false })).json;
  const results = async () => (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json.results;
  await until(async () => (await results()).length === 3);
  isStored.resolve();
  const job = await endedJob(service, jid);
  const titles = (await results()).map(({ title }: Json) => title);
  assert.deepEqual(titles.toSorted(), ['Else', 'First', 'Post', 'Start']);
  assert.deepEqual([job.credits.charged, job.skipped.duplicate], [4, 1]);
});

/** Number of concurrent fetches of a site, by all processes together. */
const slotsOfSite = 16;
const numbers = Array.from({ length: 30 }, (_, at) => at);

/**
 * Returns the pages of a site below a path. They wait until two workers have asked for some, or one worker has taken all
 * fetches that the site allows.
 */
function sharedPages(path: string, agents: Set<string>): [string, Route][] {
  const links = numbers.flatMap((at) => [`${path}/p${at}?ref=1`, `${path}/p${at}`, `${path}/p${at}?ref=2`]);
  const released = Promise.withResolvers<void>();
  let held = 0;
  const hold = (userAgent: string): Promise<void> => {
    agents.add(userAgent);
    held++;
    if (agents.size === 2 || held === slotsOfSite) released.resolve();
    return released.promise;
  };
  return [
    [path, page('Start', '', links)],
    ...numbers.map((at): [string, Route] => [
      `${path}/p${at}`,
      ({ headers }) => ({
        ...page(`Page ${at}`, `<link rel="canonical" href="${path}/p${at}">`),
        heldUntil: hold(headers['user-agent'] ?? ''),
      }),
    ]),
  ];
}

test('two workers on one database deliver each page once', async (t) => {
  // One worker may be quicker than the other one by a whole crawl.
  const crawls = Array.from({ length: 8 }, (_, at) => ({ path: `/s${at}`, agents: new Set<string>() }));
  const site = await startLoopbackServer(
    '127.0.0.11',
    () => new Map(crawls.flatMap(({ path, agents }) => sharedPages(path, agents))),
  );
  const service = await startTestService(t, { WEBDATA_CONTACT: 'first@x.test' });
  await startTestService(t, {
    DATABASE_URL: service.connectionString,
    WEBDATA_ROLE: 'worker',
    WEBDATA_CONTACT: 'second@x.test',
  });
  t.after(() => site.close());
  let isShared = false;
  for (const { path, agents } of crawls) {
    const { jid } = (await service.post('/v1/crawl', { url: site.url(path), use_sitemap: false })).json;
    const job = await endedJob(service, jid);
    const { results } = (await service.get(`/v1/jobs/${jid}/results?limit=200`)).json;
    const titles = results.map(({ title }: Json) => title);
    assert.deepEqual(titles.toSorted(), ['Start', ...numbers.map((at) => `Page ${at}`)].toSorted());
    assert.deepEqual([job.status, job.credits.charged], ['completed', 31]);
    isShared = agents.size === 2;
    if (isShared) break;
  }
  assert.ok(isShared);
});
