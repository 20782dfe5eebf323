import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { findAccessibilityProblems, overflowsSideways, widths } from '../console/console-browser.ts';
import { startTestService, type TestService } from '../service/running-service.ts';

/** Folder of the screenshots; git ignores it. */
const pictureFolder = fileURLToPath(new URL('../../bench/results/docs', import.meta.url));
const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
/** The narrowest window in which the site must be usable, in pixels. */
const narrowest = 360;

async function startBrowser(t: TestContext): Promise<Browser | null> {
  const { browser: found, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const executable = found?.program?.executable;
  if (executable === undefined) {
    t.skip(`no browser on this machine (${detail})`);
    return null;
  }
  const browser = await chromium.launch({ executablePath: executable });
  t.after(() => browser.close());
  return browser;
}

/** Opens a page, and collects its errors, violations of the policy and requests to other hosts. */
async function openPage(
  browser: Browser,
  service: TestService,
  path: string,
): Promise<{ page: Page; problems: string[] }> {
  const viewport = { width: widths.wide, height: 900 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
      problems.push(request.url());
  });
  await page.goto(`${service.url}${path}`);
  return { page, problems };
}

/** Stores pictures of a page in both themes and at two widths, and returns the accessibility problems. */
async function pictureAndCheck(page: Page, name: string): Promise<string[]> {
  await mkdir(pictureFolder, { recursive: true });
  const problems: string[] = [];
  for (const width of Object.values(widths)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === widths.narrow ? 844 : 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(pictureFolder, `${name}-${width}-${colorScheme}.png`) });
      const found = await findAccessibilityProblems(page);
      problems.push(...found.map((problem) => `${name} ${width} ${colorScheme} ${problem}`));
    }
  }
  return problems;
}

test('the documentation is served without a key, with a strict policy', async (t) => {
  const service = await startTestService(t);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { headers: { accept, ...headers } });

  await t.test('every link of every page leads to a page or a heading', async () => {
    const pages = new Map<string, string>();
    const waiting = ['/docs/'];
    const targets: Array<readonly [from: string, path: string, heading: string]> = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const response = await get(path);
      assert.equal(response.status, 200, path);
      const html = await response.text();
      pages.set(path, html);
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)[^>]*>[^<]|<style|\sstyle="|\son\w+="/, path);
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const url = new URL(href, `http://host${path}`);
        if (url.host !== 'host' || !url.pathname.startsWith('/docs/')) continue;
        if (url.pathname === '/docs/api-reference') continue;
        targets.push([path, url.pathname, decodeURIComponent(url.hash.slice(1))]);
        waiting.push(url.pathname);
      }
    }
    assert.ok(pages.size > 50, `${pages.size} pages`);
    const broken = targets.filter(
      ([, path, heading]) => heading !== '' && !pages.get(path)?.includes(`id="${heading}"`),
    );
    assert.deepEqual(broken, []);
  });

  await t.test('the policy allows only files of the service', async () => {
    for (const path of ['/docs/', '/docs/quick-start', '/docs/api-reference', '/docs/none']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/, path);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/, path);
    }
  });

  await t.test('files are precompressed and cached by their names', async () => {
    const html = await (await get('/docs/')).text();
    const script = /src="(\/docs\/assets\/app\.[^"]+\.js)"/.exec(html)?.[1] ?? '';
    for (const coding of ['br', 'gzip']) {
      const { status, headers } = await get(script, { 'accept-encoding': coding });
      assert.deepEqual([status, headers.get('content-encoding')], [200, coding]);
      assert.match(headers.get('cache-control') ?? '', /immutable/);
    }
    assert.equal((await get('/docs/')).headers.get('cache-control'), 'no-cache');
  });

  await t.test('a missing page is 404, and no path leaves the folder of the files', async () => {
    const missing = await get('/docs/none');
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /<html/);
    const { status, headers } = await get('/docs/none', { accept: 'application/json' });
    assert.deepEqual([status, headers.get('content-type')], [404, 'application/problem+json']);
    for (const path of [
      '..%2f..%2fpackage.json',
      '.sources',
      '%2e%2e/console/index.html',
      'a//b',
      'x'.repeat(5_000),
    ])
      assert.equal((await get(`/docs/${path}`)).status, 404, path.slice(0, 40));
    const former = await fetch(`${service.url}/docs/reference/api/pages-and-sites`, { redirect: 'manual' });
    assert.deepEqual(
      [former.status, former.headers.get('location')],
      [301, '/docs/reference/operations#pages-and-sites'],
    );
    assert.match(await (await get('/docs/reference/operations')).text(), /id="pages-and-sites"/);
    const moved = await fetch(`${service.url}/docs`, { redirect: 'manual' });
    assert.deepEqual([moved.status, moved.headers.get('location')], [308, '/docs/']);
  });
});

test('the documentation in a browser', async (t) => {
  const browser = await startBrowser(t);
  if (browser === null) return;
  const service = await startTestService(t);

  await t.test('pages are accessible in both themes, and usable in a narrow window', async () => {
    for (const [name, path] of [
      ['home', '/docs/'],
      ['quick-start', '/docs/quick-start'],
      ['guide', '/docs/guides/build-a-dataset'],
      ['settings', '/docs/configuration'],
      ['operations', '/docs/reference/operations'],
      ['api', '/docs/api-reference'],
    ] as const) {
      const { page, problems } = await openPage(browser, service, path);
      await page.waitForLoadState('networkidle');
      // Swagger UI is the work of others; its contrast is not ours to change.
      const found = await pictureAndCheck(page, name);
      if (name !== 'api') assert.deepEqual(found, []);
      await page.setViewportSize({ width: narrowest, height: 700 });
      assert.equal(await overflowsSideways(page), false, `${path} is wider than ${narrowest} pixels`);
      assert.deepEqual(problems, [], path);
      await page.close();
    }
  });

  await t.test('search finds a setting without a request to another host', async () => {
    const { page, problems } = await openPage(browser, service, '/docs/');
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('searchbox').fill('WEBDATA_ALLOW_NETWORKS');
    const results = page.getByRole('option');
    await results.first().waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'search'), []);
    await page.setViewportSize({ width: widths.wide, height: 900 });
    await results.first().click();
    await page.waitForURL(/\/docs\/\w/);
    await page.locator('main').filter({ hasText: 'WEBDATA_ALLOW_NETWORKS' }).waitFor();
    assert.deepEqual(problems, []);
    await page.close();
  });

  await t.test('the keyboard opens the search, chooses a result and follows it', async () => {
    const { page, problems } = await openPage(browser, service, '/docs/scrape');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('run the tests');
    const first = page.getByRole('option').first();
    await first.waitFor();
    assert.match((await first.textContent()) ?? '', /For contributors.*Run the tests/);
    await page.keyboard.press('ArrowDown');
    const second = page.getByRole('option').nth(1);
    assert.equal(await second.getAttribute('aria-selected'), 'true');
    const target = (await second.getAttribute('href')) ?? '';
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
    assert.deepEqual(problems, []);
    await page.close();
  });

  await t.test('code is copied, and the menu of a narrow window leads to a page', async () => {
    const { page, problems } = await openPage(browser, service, '/docs/quick-start');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(copied.trim(), 'WEBDATA_ALLOW_NETWORKS=127.0.0.0/8 npm start');
    await page.setViewportSize({ width: narrowest, height: 700 });
    const link = page.getByRole('link', { name: 'What the service contacts' }).first();
    assert.equal(await link.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    assert.deepEqual(await pictureAndCheck(page, 'menu'), []);
    await page.setViewportSize({ width: narrowest, height: 700 });
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'What the service contacts' }).waitFor();
    assert.deepEqual(problems, []);
    await page.close();
  });

  await t.test('navigation between pages and the choice of the theme work under the policy', async () => {
    const { page, problems } = await openPage(browser, service, '/docs/quick-start');
    await page.getByRole('link', { name: 'Concepts' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Concepts' }).waitFor();
    const isDark = () => page.evaluate<boolean>("document.documentElement.classList.contains('dark')");
    const before = await isDark();
    await page.getByRole('switch').first().click();
    assert.notEqual(await isDark(), before);
    await page.reload();
    assert.notEqual(await isDark(), before, 'the choice is kept');
    assert.deepEqual(problems, []);
    await page.close();
  });
});
