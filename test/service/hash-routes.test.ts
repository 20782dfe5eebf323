import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import {
  type Answer,
  type LoopbackServer,
  type Route,
  startLoopbackServer,
} from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const words = (subject: string) =>
  Array.from({ length: 30 }, (_, at) => `${subject} has part ${at} of ${at * 7} in row ${at + 3}.`).join(' ');

/** An application: a small hash router whose views link to further ones. */
function application(sign: '#' | '#!', views: Record<string, string[]>, text = words): Answer {
  const pages = Object.fromEntries(
    Object.entries(views).map(([path, links]) => [
      path,
      `<h1>View ${path}</h1><p>${text(`The view ${path}`)}</p>${links.map((link) => `<a href="${sign}${link}">${link}</a>`).join(' ')}`,
    ]),
  );
  return {
    body: `<!doctype html><title>Depot</title><div id="app"></div><script>
const views = ${JSON.stringify(pages)};
function show() {
  const path = location.hash.slice(${sign.length}).split('?')[0] || '/';
  document.getElementById('app').innerHTML = '<main>' + (views[path] ?? '<h1>No such view</h1>') + '</main>';
}
addEventListener('hashchange', show);
show();
</script>`,
  };
}

async function crawl(service: TestService, url: string, options: object = {}) {
  const { jid } = (await service.post('/v1/crawl', { url, use_sitemap: false, ...options })).json;
  const job = await endedJob(service, jid);
  const { results } = (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json;
  const shown = results
    .map(({ url: address, markdown }: Json) => [new URL(address).hash, /View (\S+)/.exec(markdown)?.[1]])
    .toSorted();
  return { job, results, shown, codes: job.warnings.map(({ code }: Json) => code) };
}

async function startSite(t: TestContext, routes: Record<string, Route>): Promise<LoopbackServer> {
  const site = await startLoopbackServer('127.0.0.11', () => new Map(Object.entries(routes)));
  t.after(() => site.close());
  return site;
}

test('applications whose pages differ in the fragment of their URL', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (!browser?.program) return t.skip(`no browser on this machine (${detail}): test skipped`);
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program.executable });

  const hashes = ({ shown }: { shown: string[][] }) => shown.map(([hash]) => hash).toSorted();

  await t.test('each view is a page of a crawl, once', async (t) => {
    const site = await startSite(t, {
      '/': application('#', {
        '/': ['/', '/cranes', '/ropes', '/hooks?from=start', '/missing'],
        '/cranes': ['/', '/ropes', '/cranes/tower'],
        '/ropes': ['/', '/cranes'],
        '/cranes/tower': ['/'],
        '/hooks': ['/', '/cranes'],
      }),
      '/desk/': application('#!', { '/': ['/in', '/out'], '/in': ['/out'], '/out': ['/in'] }),
    });
    const { shown, codes, job } = await crawl(service, site.url('/'));
    const expected = [
      ['', '/'],
      ['#/cranes', '/cranes'],
      ['#/cranes/tower', '/cranes/tower'],
      ['#/hooks?from=start', '/hooks'],
      ['#/missing', undefined],
      ['#/ropes', '/ropes'],
    ];
    assert.deepEqual(shown, expected.toSorted());
    assert.deepEqual(codes, ['hash_routes']);
    assert.deepEqual([job.status, job.credits.charged, job.progress.done], ['completed', 6, 6]);
    const desk = await crawl(service, site.url('/desk/'));
    assert.deepEqual(hashes(desk), ['', '#!/in', '#!/out']);
  });

  await t.test('limit, depth and path rules hold for them', async (t) => {
    const site = await startSite(t, {
      '/': application('#', {
        '/': ['/a', '/b', '/c', '/docs/d'],
        '/a': ['/a/deep'],
        '/b': [],
        '/c': [],
        '/docs/d': [],
        '/a/deep': [],
      }),
    });
    assert.equal((await crawl(service, site.url('/'), { limit: 3 })).shown.length, 3);
    const near = await crawl(service, site.url('/'), { max_depth: 1 });
    assert.deepEqual(hashes(near), ['', '#/a', '#/b', '#/c', '#/docs/d']);
    const some = await crawl(service, site.url('/'), { exclude_paths: ['/docs/', '/c$'] });
    assert.deepEqual(hashes(some), ['', '#/a', '#/a/deep', '#/b']);
  });

  await t.test('anchors of a page are none', async (t) => {
    const section = (name: string) => `<h2 id="/${name}">${name}</h2><p>${words(name)}</p>`;
    const anchors = ['one', 'two', 'three', 'four'];
    const site = await startSite(t, {
      '/': {
        body: `<!doctype html><title>Guide</title><main><h1>View guide</h1>${anchors.map((name) => `<a href="#/${name}">${name}</a>`).join(' ')}
          ${anchors.map(section).join('')}<a href="/next">Next</a></main>`,
      },
      '/next': {
        body: `<title>Next</title><main><h1>View next</h1><p>${words('Next')}</p><a href="/#/two">Two</a></main>`,
      },
    });
    const { shown, codes, job } = await crawl(service, site.url('/'));
    assert.deepEqual(shown, [
      ['', 'guide'],
      ['', 'next'],
    ]);
    assert.deepEqual([codes, job.credits.charged], [[], 2]);
  });

  await t.test('routes that all show the same are one page, also if a time differs', async (t) => {
    const all = Object.fromEntries(['/', '/a', '/b', '/c'].map((path) => [path, ['/a', '/b', '/c']]));
    const answer = application('#', all, () => `${words('Everything')} `);
    const body = String(answer.body)
      .replaceAll(/View [^<]*/g, 'View all')
      .replace("+ '</main>'", "+ '<p>Seen ' + Math.random() + '</p></main>'");
    const site = await startSite(t, { '/': { body } });
    const { shown, codes, job } = await crawl(service, site.url('/'));
    assert.deepEqual(shown, [['', 'all']]);
    assert.deepEqual([codes, job.credits.charged], [[], 1]);
    assert.ok(site.requests('/') <= 4, `${site.requests('/')} requests`);
  });

  await t.test('a map lists them, also page by page, and states it', async (t) => {
    const site = await startSite(t, {
      '/': application('#', {
        '/': ['/a', '/b', '/c', '/d'],
        '/a': ['/a/deep'],
        '/b': [],
        '/c': [],
        '/d': [],
      }),
    });
    const map = async (body: object, query = ''): Promise<Json> =>
      (await service.post(`/v1/map${query}`, { url: site.url('/'), ...body })).json;
    const fragments = ({ links }: Json) =>
      links.map(({ url }: Json) => url.slice(site.url('/').length)).sort();
    const all = ['', '#/a', '#/a/deep', '#/b', '#/c', '#/d'];
    const whole = await map({});
    assert.deepEqual(fragments(whole), all);
    assert.ok(whole.warnings.some(({ code }: Json) => code === 'hash_routes'));
    assert.deepEqual(whole.receipt.charges, [
      { item: 'map', credits: 1 },
      { item: 'browser', credits: 2 },
    ]);
    const first = await map({ limit: 4 });
    const rest = (await service.post(`/v1/map?continue=${first.continue}`, {})).json;
    assert.equal(rest.receipt.credits, 0);
    assert.deepEqual([...fragments(first), ...fragments(rest)].sort(), all);
    assert.deepEqual(fragments(await map({ sitemap: 'only' })), []);
  });

  await t.test('a map of a page with anchors, or whose routes show the same, lists one page', async (t) => {
    const same = application('#', { '/': ['/a', '/b'] }, () => words('Everything'));
    const site = await startSite(t, {
      '/same': {
        body: String(same.body)
          .replaceAll(/View [^<]*/g, 'View all')
          .replace('views[path] ??', "views['/'] ??"),
      },
      '/anchors': {
        body: `<title>Guide</title><main><h1>Guide</h1><p>${words('Guide')}</p><a href="#/a">A</a><a href="#/b">B</a></main>`,
      },
    });
    for (const path of ['/same', '/anchors']) {
      const { links, warnings } = (await service.post('/v1/map', { url: site.url(path) })).json;
      assert.deepEqual(
        links.map(({ url }: Json) => url),
        [site.url(path)],
      );
      assert.ok(!warnings.some(({ code }: Json) => code.startsWith('hash_routes')), JSON.stringify(warnings));
    }
  });
});
