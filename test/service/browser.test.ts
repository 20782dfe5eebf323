import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { connectAgent } from '../interfaces/agent-client.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startScriptedSite } from '../world/scripted-site.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

test('pages in a browser', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const secret = await startLoopbackServer('127.0.0.66', () => new Map([['/*', { body: 'secret' }]]));
  const opened = await startLoopbackServer('127.0.0.21', () => new Map([['/*', { body: 'open' }]]));
  const elsewhere = await startScriptedSite('127.0.0.12', opened.origin);
  const site = await startScriptedSite('127.0.0.11', secret.origin);
  t.after(() => Promise.all([site.close(), secret.close(), elsewhere.close(), opened.close()]));
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const scrape = async (body: object) => (await service.post('/v1/scrape', body)).json;

  await t.test(
    'a page without content before its scripts run is read in a browser, and the receipt states it',
    async () => {
      const page = await scrape({ url: site.url('/app') });
      assert.equal(page.status, 'ok');
      assert.match(page.markdown, /Crane number 7 lifts 70 tonnes/);
      assert.equal(page.receipt.route, 'browser');
      assert.deepEqual(
        page.receipt.attempts.map((a: { route: string }) => a.route),
        ['http', 'browser'],
      );
      assert.deepEqual(page.receipt.charges, [{ item: 'browser', credits: 1 }]);
      assert.ok(page.receipt.bytes > 500);
      const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
      assert.equal(verifyReceipt(page.receipt, keys).valid, true);
      const again = await scrape({ url: site.url('/app') });
      assert.deepEqual(
        again.receipt.attempts.map((a: { route: string }) => a.route),
        ['browser'],
      );
    },
  );

  await t.test('a site receives no header that the browser sends only to its proxy', () => {
    const received = site.received();
    assert.ok(
      received.some(({ headers }) => 'sec-fetch-dest' in headers || 'upgrade-insecure-requests' in headers),
    );
    for (const { path, headers } of received) {
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('proxy-')),
        [],
        path,
      );
    }
  });

  await t.test('a host whose pages gain nothing from a browser is soon read without one', async () => {
    const routes = async (path: string) => {
      const { receipt, warnings } = await scrape({ url: elsewhere.url(path) });
      const warned = warnings.some(({ code }: { code: string }) => code === 'not_rendered');
      return [...receipt.attempts.map((a: { route: string }) => a.route), ...(warned ? ['warned'] : [])];
    };
    for (const path of ['/shell?1', '/shell?2', '/shell?3']) {
      assert.deepEqual(await routes(path), ['http', 'browser']);
    }
    assert.deepEqual(await routes('/shell?4'), ['http', 'warned']);
  });

  await t.test('frames are part of a page in a browser, and named in a warning without one', async () => {
    const framed = await startLoopbackServer('127.0.0.22', () => {
      const frame = `<h2>Timetable</h2><p>${'The night ferry leaves at ten. '.repeat(10)}</p>`;
      const text = `<p>${'The harbour has three quays and a slipway. '.repeat(20)}</p>`;
      const html = `<title>Harbour</title><main><h1>Harbour</h1>${text}<iframe src="/frame"></iframe></main>`;
      return new Map([
        ['/frame', { body: frame }],
        ['/page', { body: html }],
        ['/set', { body: '<title>Set</title><frameset cols="*"><frame src="/frame"></frameset>' }],
      ]);
    });
    try {
      const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);
      const plain = await scrape({ url: framed.url('/page'), render: 'never' });
      assert.doesNotMatch(plain.markdown, /night ferry/);
      assert.ok(codes(plain).includes('frames_not_read'));
      const rendered = await scrape({ url: framed.url('/page'), render: 'always' });
      assert.match(rendered.markdown, /## Timetable\n\nThe night ferry leaves at ten/);
      assert.ok(!codes(rendered).includes('frames_not_read'));
      const frameset = await scrape({ url: framed.url('/set') });
      assert.match(frameset.markdown, /The night ferry leaves at ten/);
      assert.equal(frameset.receipt.route, 'browser');
    } finally {
      await framed.close();
    }
  });

  await t.test('cookies and storage of a page are deleted with it', async () => {
    const first = await scrape({ url: site.url('/keeps?1'), render: 'always' });
    const second = await scrape({ url: site.url('/keeps?2'), render: 'always' });
    for (const page of [first, second]) assert.match(page.markdown, /kept: none, sent: none, led: led=1/);
  });

  await t.test('`never` disables the browser', async () => {
    const plain = await scrape({ url: site.url('/app'), render: 'never' });
    assert.equal(plain.receipt.route, 'http');
    assert.doesNotMatch(plain.markdown, /Crane number/);
    const contradiction = await scrape({
      url: site.url('/app'),
      render: 'never',
      steps: [{ type: 'wait', ms: 1 }],
    });
    assert.deepEqual([contradiction.status, contradiction.error.code], ['unavailable', 'no_browser']);
  });

  await t.test('steps run in order, and a failed step is named', async () => {
    const page = await scrape({
      url: site.url('/app'),
      steps: [
        { type: 'wait_for', selector: 'main' },
        { type: 'click', selector: '#more' },
        { type: 'type', selector: '#name', text: 'Ada' },
        { type: 'press', selector: '#name', key: 'Enter' },
        { type: 'scroll', direction: 'down' },
      ],
      only_main_content: false,
    });
    assert.match(page.markdown, /More text after the click/);
    assert.match(page.markdown, /Hello Ada/);
    const failed = await scrape({
      url: site.url('/app'),
      steps: [{ type: 'click', selector: '#absent', timeout_ms: 200 }],
    });
    assert.deepEqual([failed.status, failed.error.code, failed.receipt.credits], ['failed', 'step', 0]);
    assert.match(failed.error.message, /Step 1 \(click "#absent"\)/);
  });

  await t.test('steps name elements by selectors, texts and tags, as those of sessions do', async () => {
    const page = await scrape({
      url: site.url('/app'),
      steps: [
        { type: 'wait_for', target: 'main' },
        { type: 'click', target: 'More' },
        { type: 'type', target: '#name', text: 'Bea' },
        { type: 'press', target: '//input[@id="name"]', key: 'Enter' },
      ],
      only_main_content: false,
    });
    assert.match(page.markdown, /More text after the click/);
    assert.match(page.markdown, /Hello Bea/);
    const both = { type: 'click', target: 'More', selector: '#more' };
    const { status } = await service.post('/v1/scrape', { url: site.url('/app'), steps: [both] });
    assert.equal(status, 422);
  });

  await t.test('screenshots are stored for the account and cut at the maximum height', async () => {
    const page = await scrape({
      url: site.url('/app'),
      formats: ['screenshot'],
      screenshot: { width: 640, height: 480 },
    });
    assert.equal(page.markdown, undefined);
    assert.ok(page.screenshot.startsWith(`${service.url}/v1/blob/`), page.screenshot);
    const path = page.screenshot.slice(service.url.length);
    // The link alone grants access: its id cannot be guessed.
    const picture = await fetch(page.screenshot);
    const bytes = Buffer.from(await picture.arrayBuffer());
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.equal(picture.headers.get('x-content-type-options'), 'nosniff');
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [640, 480]);
    assert.equal((await service.get(path.slice(0, -1), { key: null })).status, 404);
    assert.equal((await service.get('/v1/blob/blob_unknown')).status, 404);
    const high = await scrape({
      url: site.url('/high'),
      formats: ['screenshot'],
      screenshot: { full_page: true, quality: 20 },
    });
    assert.deepEqual(
      high.warnings.map((w: { code: string }) => w.code),
      ['screenshot_cut'],
    );
  });

  await t.test('an agent receives the screenshot and may read it as a resource', async (t) => {
    const client = await connectAgent(t, service);
    const requested = { url: site.url('/app'), formats: ['screenshot'] };
    const { content } = await client.callTool({ name: 'scrape', arguments: requested });
    const image = content.find(({ type }) => type === 'image') as { data: string; mimeType: string };
    const link = content.find(({ type }) => type === 'resource_link') as { uri: string };
    assert.equal(image.mimeType, 'image/png');
    const { contents } = await client.readResource({ uri: link.uri });
    assert.equal((contents[0] as { blob: string }).blob, image.data);
  });

  await t.test('a crawl also stores screenshots, and each interface links to them', async () => {
    const body = { url: site.url('/app'), limit: 1, formats: ['screenshot'] };
    const { jid } = (await service.post('/v1/crawl', body)).json;
    await endedJob(service, jid);
    const [page] = (await service.get(`/v1/jobs/${jid}/results`)).json.results;
    assert.ok(page.screenshot.startsWith(`${service.url}/v1/blob/`), JSON.stringify(page));
    assert.equal((await fetch(page.screenshot)).headers.get('content-type'), 'image/png');
  });

  await t.test('the calls of a page are listed with their JSON', async () => {
    const page = await scrape({ url: site.url('/app'), formats: ['network'] });
    const [call] = page.network;
    assert.deepEqual([call.url, call.method, call.status], [site.url('/api/cranes'), 'GET', 200]);
    assert.equal(call.json.cranes.length, 12);
  });

  await t.test(
    'a page that never finishes loading is read as far as it is; one that hangs costs nothing',
    async () => {
      const waits = await scrape({ url: site.url('/never-loads'), render: 'always', timeout_ms: 4_000 });
      assert.equal(waits.status, 'ok', JSON.stringify(waits.error));
      assert.match(waits.markdown, /What is there/);
      const hangs = await scrape({ url: site.url('/hangs'), render: 'always', timeout_ms: 2_000 });
      assert.deepEqual([hangs.status, hangs.error.code, hangs.receipt.credits], ['failed', 'timeout', 0]);
      assert.equal((await scrape({ url: site.url('/app'), render: 'always' })).status, 'ok');
    },
  );

  await t.test('headers of the caller are sent to the requested origin only', async () => {
    const headers = { 'x-token': 'for-the-site-alone' };
    const near = await scrape({ url: site.url('/echo'), render: 'always', headers });
    assert.match(near.markdown, /for-the-site-alone/);
    const away = site.url(`/away?to=${encodeURIComponent(elsewhere.url('/echo'))}`);
    const far = await scrape({ url: away, render: 'always', headers });
    assert.equal(far.final_url, elsewhere.url('/echo'));
    assert.match(far.markdown, /user-agent/);
    assert.doesNotMatch(far.markdown, /for-the-site-alone/);
  });
});
