import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const words = (subject: string) =>
  Array.from({ length: 30 }, (_, at) => `${subject} has part ${at} of ${at * 7} in row ${at + 3}.`).join(' ');
const page = (title: string, head = '', rest = ''): Answer => ({
  body: `<!doctype html><title>${title}</title>${head}<main><h1>${title}</h1><p>${words(title)}</p>${rest}</main>`,
});
const meta = (value: string) => `<meta http-equiv="refresh" content="${value}">`;
const header = (value: string): Answer => ({ ...page('Hall'), headers: { refresh: value } });

const links = ['/moved', '/closed-door', '/turn/0', '/goal', '/notes', '/clock'];
const routes = (elsewhere: string): [string, Route][] => [
  ['/robots.txt', { body: 'User-agent: *\nDisallow: /closed/', headers: { 'content-type': 'text/plain' } }],
  ['/', page('Start', '', links.map((link) => `<a href="${link}">${link}</a>`).join(' '))],
  ['/moved', { body: `<title>Moved</title>${meta('0; url=/hop')}` }],
  ['/hop', { ...header('3;url=goal'), headers: { refresh: '3;url=goal', 'set-cookie': 'seen=1' } }],
  ['/goal', ({ headers: { cookie = '' } }) => page(`Goal ${cookie}`)],
  ['/notes', page('Notes', meta('30; url=/goal'))],
  ['/clock', page('Clock', meta('2; url=/clock#now'))],
  ['/reads-itself', header('5')],
  ['/download', page('Your download starts', meta('3; url=/files/tool-2.1.zip'))],
  ['/missing', { ...page('Missing', meta('0; url=/goal')), status: 404 }],
  ['/without-scripts', page('With scripts', `<noscript>${meta('0; url=/goal')}</noscript>`)],
  // Pages that take turns, and two that nobody can read.
  ['/turn/0', page('Turn zero', meta('4; url=/turn/1'))],
  ['/turn/1', page('Turn one', meta('4; url=/turn/0'))],
  ['/whirl/0', page('Whirl', meta('0; url=/whirl/1'))],
  ['/whirl/1', page('Whirl', meta('0; url=/whirl/0'))],
  ['/closed-door', { body: `<title>Door</title>${meta('0; url=/closed/room')}` }],
  ['/closed/room', page('Room')],
  ['/leaves', { body: `<title>Leaves</title>${meta(`0; url=${elsewhere}/outside`)}` }],
  ['/secret', { body: `<title>Secret</title>${meta('0; url=http://127.0.0.1:8080/')}` }],
  ['/runs-code', { ...page('Code', meta('0; url=javascript:alert(1)')) }],
  ['/shy', { ...page('Shy', meta('0; url=/goal')), headers: { 'content-type': 'text/plain' } }],
];

test('a refresh leads to the next page like a redirect', async (t) => {
  const elsewhere = await startLoopbackServer(
    '127.0.0.12',
    () => new Map<string, Route>([['/outside', page('Outside')]]),
  );
  const site = await startLoopbackServer('127.0.0.11', () => new Map(routes(elsewhere.origin)));
  t.after(() => Promise.all([site.close(), elsewhere.close()]));
  const service = await startTestService(t);
  const scrape = async (path: string, options: object = {}): Promise<Json> =>
    (await service.post('/v1/scrape', { url: site.url(path), ...options })).json;

  await t.test('through several pages, with the cookies that they set', async () => {
    const read = await scrape('/moved');
    assert.deepEqual([read.status, read.title, read.final_url], ['ok', 'Goal seen=1', site.url('/goal')]);
    assert.deepEqual([read.receipt.final_url, read.receipt.credits], [site.url('/goal'), 1]);
    assert.equal(read.receipt.route, 'http');
    assert.equal((await scrape('/leaves')).title, 'Outside');
  });

  await t.test(
    'but not after more than five seconds, to itself, to a file, from an error, or without scripts',
    async () => {
      for (const [path, title] of [
        ['/notes', 'Notes'],
        ['/clock', 'Clock'],
        ['/reads-itself', 'Hall'],
        ['/download', 'Your download starts'],
        ['/missing', 'Missing'],
        ['/without-scripts', 'With scripts'],
        ['/runs-code', 'Code'],
      ] as const) {
        const read = await scrape(path);
        assert.deepEqual([read.title, read.final_url], [title, site.url(path)]);
      }
      assert.equal((await scrape('/missing')).status, 'not_found');
      assert.match((await scrape('/shy')).markdown, /Shy has part/);
    },
  );

  await t.test('not endlessly', async () => {
    const turn = await scrape('/turn/0');
    assert.deepEqual([turn.status, turn.title], ['ok', 'Turn one']);
    assert.equal((await scrape('/whirl/0')).error.code, 'redirects');
  });

  await t.test(
    'not to private addresses, and with `robots: respect` not where robots.txt forbids it',
    async () => {
      const secret = await scrape('/secret');
      assert.deepEqual(
        [secret.status, secret.error.code, secret.receipt.credits],
        ['invalid', 'private_address', 0],
      );
      assert.equal((await scrape('/closed-door')).title, 'Room');
      site.reset();
      const closed = await scrape('/closed-door', { robots: 'respect' });
      assert.equal(closed.error?.code, 'robots', JSON.stringify(closed));
      assert.match(closed.error.message, /leads to .*\/closed\/room/);
      assert.equal(site.requests('/closed/room'), 0);
    },
  );

  await t.test('in a crawl, which delivers each page once', async () => {
    site.reset();
    const { jid } = (await service.post('/v1/crawl', { url: site.url('/'), use_sitemap: false })).json;
    const job = await endedJob(service, jid);
    const { results } = (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json;
    const titles = results.map(({ title }: Json) => title.replace(' seen=1', '').trim());
    assert.deepEqual(titles.toSorted(), ['Clock', 'Goal', 'Notes', 'Start', 'Turn one']);
    assert.equal(job.credits.charged, 5);
    assert.deepEqual(job.robots_blocked, [site.url('/closed-door')]);
    assert.equal(site.requests('/closed/room'), 0);
  });
});
