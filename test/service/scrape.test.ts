import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

test('scraping', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const scrape = async (body: object) => (await service.post('/v1/scrape', body)).json;
  const balance = async () => (await service.get('/v1/account')).json.credits.plan as number;

  await t.test('returns Markdown, metadata and a receipt that verifies with the published key', async () => {
    const page = await scrape({ url: world.site.url('/articles/notes-on-harbour-cranes') });
    assert.equal(page.status, 'ok');
    assert.match(page.markdown, /^# /m);
    assert.ok(page.title.length > 0);
    assert.equal(page.metadata.language, 'en');
    assert.equal(page.receipt.route, 'http');
    assert.equal(page.receipt.credits, 1);
    assert.equal(page.receipt.exit.verified, false);
    const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
    assert.equal(verifyReceipt(page.receipt, keys).valid, true);
    assert.equal(verifyReceipt({ ...page.receipt, credits: 0 }, keys).valid, false);
    const { receipt_key: catalogKey } = (await service.get('/v1/catalog', { key: null })).json;
    assert.equal(verifyReceipt(page.receipt, [catalogKey]).valid, true);
  });

  await t.test('returns the requested formats and no other', async () => {
    const formats = ['html', 'raw_html', 'text', 'links', 'images', 'structured_data'];
    const page = await scrape({ url: world.site.url('/articles/notes-on-harbour-cranes'), formats });
    for (const format of formats) assert.ok(page[format] !== undefined, format);
    assert.equal(page.markdown, undefined);
    assert.equal(page.receipt.content_sha256, createHash('sha256').update(page.raw_html).digest('hex'));
    assert.ok(page.links.every((link: { url: string }) => /^https?:/.test(link.url)));
  });

  await t.test('keeps the order of URLs, and one bad page fails no other', async () => {
    const urls = [
      world.site.url('/status/404'),
      'not an address',
      world.site.url('/articles/notes-on-harbour-cranes'),
      world.site.url('/status/500'),
      world.secret.url('/'),
      'ftp://example.com/',
    ];
    const { results, receipt } = await scrape({ urls });
    assert.deepEqual(
      results.map((page: { url: string }) => page.url),
      urls,
    );
    assert.deepEqual(
      results.map((page: { status: string; error?: { code: string } }) => [page.status, page.error?.code]),
      [
        ['not_found', 'http_404'],
        ['invalid', 'url'],
        ['ok', undefined],
        ['failed', 'http_5xx'],
        ['invalid', 'private_address'],
        ['invalid', 'scheme'],
      ],
    );
    assert.equal(receipt.credits, 3);
    assert.deepEqual(
      receipt.pages,
      results.map((page: { receipt: { id: string } }) => page.receipt.id),
    );
    const { keys } = (await service.get('/.well-known/jwks.json')).json;
    assert.equal(verifyReceipt(receipt, keys).valid, true);
  });

  await t.test('charges by the rate card', async () => {
    const closed = 'http://127.0.0.11:1/';
    const cases: Array<[string, object, number]> = [
      ['a page', { url: world.site.url('/articles/notes-on-harbour-cranes') }, 1],
      ['a 404 that arrived', { url: world.site.url('/status/404') }, 1],
      ['a 500 that arrived', { url: world.site.url('/status/500') }, 1],
      ['a wall', { url: world.site.url('/wall/challenge') }, 0],
      ['a log-in page', { url: world.site.url('/wall/login') }, 0],
      ['a refused port', { url: closed }, 0],
      ['a name that does not exist', { url: 'http://no-such-host.invalid/' }, 0],
      ['a private address', { url: world.secret.url('/') }, 0],
      ['a redirect to a private address', { url: world.site.url('/redirect/secret') }, 0],
      ['a page that is too late', { url: world.site.url('/slow/5000'), timeout_ms: 1000 }, 0],
      ['no budget', { url: world.site.url('/'), max_credits: 0 }, 0],
      ['a browser that is not there', { url: world.site.url('/'), render: 'always' }, 0],
    ];
    for (const [name, body, credits] of cases) {
      const before = await balance();
      const page = await scrape(body);
      assert.equal(page.receipt.credits, credits, name);
      assert.equal(
        before - (await balance()),
        credits,
        `${name}: the account is charged what the receipt says`,
      );
    }
    assert.equal(world.secret.hits, 0);
  });

  await t.test('states the outcome of a page, and returns the content that arrived', async () => {
    const expectations: Array<[string, string, string | undefined]> = [
      ['/status/410', 'not_found', 'http_410'],
      ['/status/soft-404', 'not_found', 'soft_404'],
      ['/status/503', 'failed', 'http_5xx'],
      ['/status/429', 'blocked', 'rate_limited'],
      ['/status/403', 'blocked', 'refused'],
      ['/wall/captcha', 'blocked', 'captcha'],
      ['/wall/country', 'blocked', 'geo'],
      ['/status/204', 'ok', undefined],
    ];
    for (const [path, status, code] of expectations) {
      const page = await scrape({ url: world.site.url(path) });
      assert.deepEqual([page.status, page.error?.code], [status, code], path);
    }
    const lost = await scrape({ url: world.site.url('/status/404') });
    assert.ok(lost.markdown.length > 0, 'the content of a 404 is given all the same');
  });

  await t.test('follows redirects and names their target', async () => {
    const page = await scrape({ url: world.site.url('/redirect/relative') });
    assert.equal(page.status, 'ok');
    assert.equal(page.final_url, world.site.url('/articles/notes-on-harbour-cranes'));
  });

  await t.test('sends headers of the caller to the requested origin only', async () => {
    world.elsewhere.reset();
    await scrape({
      url: world.site.url('/redirect/elsewhere'),
      headers: { authorization: 'Bearer x', 'x-mine': 'y' },
    });
    const [received] = world.elsewhere.received('/echo');
    assert.equal(received?.headers.authorization, undefined);
    assert.equal(received?.headers['x-mine'], undefined);
    const requested = world.site.received('/redirect/elsewhere').at(-1);
    assert.equal(requested?.headers['x-mine'], 'y');
  });

  await t.test('reports a missing exit instead of a wrong country', async () => {
    const strict = await scrape({ url: world.site.url('/'), country: 'de', strict_country: true });
    assert.deepEqual([strict.status, strict.error.code], ['unavailable', 'not_configured']);
    const loose = await scrape({ url: world.site.url('/'), country: 'de' });
    assert.equal(loose.status, 'ok');
    assert.equal(loose.receipt.exit.country, null);
    assert.ok(loose.warnings.some((warning: { code: string }) => warning.code === 'country_not_used'));
    const residential = await scrape({ url: world.site.url('/'), network: 'residential' });
    assert.deepEqual([residential.status, residential.error.code], ['unavailable', 'not_configured']);
  });

  await t.test('never ignores an option that needs a browser', async () => {
    for (const option of [
      { formats: ['screenshot'] },
      { formats: ['network'] },
      { steps: [{ type: 'click', selector: '#more' }] },
      { actions: [{ type: 'wait', ms: 10 }] },
      { wait_ms: 100 },
      { mobile: true },
      { screenshot: {} },
    ]) {
      const page = await scrape({ url: world.site.url('/'), ...option });
      assert.deepEqual([page.status, page.error.code], ['unavailable', 'no_browser'], JSON.stringify(option));
    }
  });

  await t.test('respects robots.txt on request, and reports it in any case', async () => {
    const closed = world.site.url('/private/closed');
    const reported = await scrape({ url: closed, robots: 'respect' });
    assert.deepEqual(
      [reported.status, reported.error.code, reported.receipt.credits],
      ['blocked', 'robots', 0],
    );
    assert.deepEqual(reported.receipt.robots, { policy: 'respect', verdict: 'disallowed' });
    const open = await scrape({ url: world.site.url('/private/open/hours'), robots: 'respect' });
    assert.equal(open.status, 'ok');
    const person = await scrape({ url: closed });
    assert.equal(person.status, 'ok');
    assert.deepEqual(person.receipt.robots, { policy: 'ignore', verdict: 'disallowed' });
  });

  await t.test('decodes the character set of a page', async () => {
    const { charsetPaths } = await import('../world/site-charsets.ts');
    for (const { path, text } of charsetPaths()) {
      const page = await scrape({ url: world.site.url(path), formats: ['text'] });
      assert.equal(page.status, 'ok', path);
      assert.ok(page.text.includes(text.body), `${path}: ${page.text.slice(0, 80)}`);
    }
  });

  await t.test('selects and removes elements by selector, and names invalid selectors', async () => {
    const url = world.site.url('/articles/notes-on-harbour-cranes');
    const heading = await scrape({ url, include_selectors: ['h1'] });
    assert.match(heading.markdown, /^# [^\n]+$/);
    const without = await scrape({ url, exclude_selectors: ['h1'] });
    assert.doesNotMatch(without.markdown, /^# /m);
    const wrong = await scrape({ url, include_selectors: ['h1[['] });
    assert.ok(wrong.warnings.some((warning: { code: string }) => warning.code === 'invalid_selector'));
  });
});
