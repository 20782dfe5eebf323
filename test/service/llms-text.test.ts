import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const index = `# Crane school

> Courses for the drivers of cranes.

- [Courses](/courses.md): all courses
- [Prices](/prices)
- [Elsewhere](https://other.example/page)
`;
const page = (title: string): Answer => ({
  body: `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${'All about cranes. '.repeat(20)}</p></main>`,
});
const plain = (body: string): Answer => ({ body, headers: { 'content-type': 'text/plain; charset=utf-8' } });
/** A PDF of one page with a link. */
function pdfWithLink(uri: string): Buffer {
  const content = 'BT /F1 18 Tf 72 700 Td (The timetable of all courses) Tj ET';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R]>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Annot/Subtype/Link/Rect[72 690 400 720]/Border[0 0 0]/A<</S/URI/URI(${uri})>>>>`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj${object}endobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n${table}\ntrailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

test('the texts of a site for language models', async (t) => {
  let routes = new Map<string, Route>();
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        [
          '/*',
          (request, url, ...rest) => {
            const route = routes.get(url.pathname) ?? routes.get('*') ?? { status: 404, body: 'Not found' };
            return typeof route === 'function' ? route(request, url, ...rest) : route;
          },
        ],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const map = async (body: object = {}): Promise<Json> =>
    (await service.post('/v1/map', { url: site.url('/'), ...body })).json;
  const inspect = async (): Promise<Json> => (await service.post('/v1/inspect', { url: site.url('/') })).json;

  await t.test('are named by map and inspect, and map lists the pages of llms.txt', async () => {
    routes = new Map<string, Route>([
      ['/', page('School')],
      ['/llms.txt', plain(index)],
      [
        '/llms-full.txt',
        { body: `${index}\n## Courses\n\nA course.`, headers: { 'content-type': 'text/markdown' } },
      ],
    ]);
    const texts = [site.url('/llms.txt'), site.url('/llms-full.txt')];
    const mapped = await map();
    assert.deepEqual(mapped.llms_txt, texts);
    const listed = mapped.links.filter(({ source }: Json) => source === 'llms_txt');
    assert.deepEqual(listed, [
      { url: site.url('/courses.md'), title: 'Courses', source: 'llms_txt' },
      { url: site.url('/prices'), title: 'Prices', source: 'llms_txt' },
    ]);
    assert.equal(mapped.receipt.credits, 1);
    assert.deepEqual((await inspect()).llms_txt, texts);
    site.reset();
    assert.equal((await map({ sitemap: 'only' })).llms_txt, undefined);
    assert.equal(site.requests('/llms.txt'), 0);
  });

  await t.test('are not named where something else is served under their names', async () => {
    const others: Answer[] = [
      page('Every path shows this page'),
      plain('<!DOCTYPE html><html><head><title>School</title></head><body># School</body></html>'),
      { ...plain('{"error": "Not found"}'), headers: { 'content-type': 'application/json' } },
      plain('Not found'),
      { status: 302, headers: { location: '/' } },
      { ...plain(index), status: 404 },
      plain('# School\0'),
    ];
    for (const other of others) {
      routes = new Map<string, Route>([
        ['/', page('School')],
        ['/llms.txt', other],
        ['/llms-full.txt', other],
      ]);
      assert.equal((await map()).llms_txt, undefined, JSON.stringify(other));
      assert.deepEqual((await inspect()).llms_txt, [], JSON.stringify(other));
    }
  });

  await t.test('start a crawl, as a PDF does', async () => {
    routes = new Map<string, Route>([
      ['/llms.txt', plain(index)],
      ['/courses.md', plain('# Courses\n\nThe course for tower cranes takes three days.')],
      ['/prices', page('Prices')],
      [
        '/timetable.pdf',
        { body: pdfWithLink(site.url('/prices')), headers: { 'content-type': 'application/pdf' } },
      ],
    ]);
    const crawl = async (path: string): Promise<string[]> => {
      const { jid } = (await service.post('/v1/crawl', { url: site.url(path), use_sitemap: false })).json;
      assert.equal((await endedJob(service, jid)).status, 'completed');
      const { results } = (await service.get(`/v1/jobs/${jid}/results`)).json;
      for (const { status } of results) assert.equal(status, 'ok');
      return results.map(({ url }: Json) => new URL(url).pathname).sort();
    };
    assert.deepEqual(await crawl('/llms.txt'), ['/courses.md', '/llms.txt', '/prices']);
    assert.deepEqual(await crawl('/timetable.pdf'), ['/prices', '/timetable.pdf']);
  });
});

test('texts for language models that robots.txt forbids are not requested', async (t) => {
  const site = await startLoopbackServer(
    '127.0.0.12',
    () =>
      new Map<string, Route>([
        ['/', page('School')],
        ['/robots.txt', plain('User-agent: *\nDisallow: /llms')],
        ['/*', plain(index)],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  assert.equal((await service.post('/v1/map', { url: site.url('/') })).json.llms_txt, undefined);
  assert.deepEqual((await service.post('/v1/inspect', { url: site.url('/') })).json.llms_txt, []);
  assert.equal(site.requests('/llms.txt') + site.requests('/llms-full.txt'), 0);
});
