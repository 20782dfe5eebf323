import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startTestService } from '../service/running-service.ts';
import { startArchiveWorld } from '../world/archive-server.ts';
import { startConsoleBrowser } from './console-browser.ts';
import { startHostileSite } from './hostile-site.ts';
import { ranVariable } from './hostile-texts.ts';

/** Elements and attributes that only HTML of a web page could have brought into the console. */
const foreignElements = [
  'script:not([src^="/console/"])',
  '#console :is(iframe, object, embed, base, style, meta, math, noscript)',
  '#console :is([onerror], [onload], [onfocus], [ontoggle], [onmouseover], [onbegin], [srcdoc])',
  '#console :is(a[href^="javascript:" i], a[href^="data:" i], form[action])',
  '#console img:not([src^="/v1/blob/"])',
].join(', ');

interface Watch {
  /** Throws AssertionError if the page ran or loaded anything, and if it does not show the texts. */
  check(view: string, expected?: string): Promise<void>;
}

async function watchPage(page: Page, origin: string, shown: string): Promise<Watch> {
  const dialogs: string[] = [];
  const foreign: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('blob:')) foreign.push(url);
  });
  await page.addInitScript(
    `window.policyReports = [];
     addEventListener('securitypolicyviolation', (event) => policyReports.push(event.violatedDirective + ' ' + event.blockedURI));`,
  );
  await page.reload();
  return {
    async check(view, expected = shown) {
      await page.getByText(expected, { exact: false }).first().waitFor({ state: 'attached' });
      assert.deepEqual(await page.evaluate('policyReports'), [], `${view}: the policy was violated`);
      assert.equal(await page.evaluate(`window.${ranVariable} ?? null`), null, `${view}: a script ran`);
      assert.equal(
        await page.locator(foreignElements).count(),
        0,
        `${view}: an element of the page is in the console`,
      );
      assert.deepEqual([dialogs, foreign], [[], []], `${view}: a dialog or a request`);
      assert.equal(new URL(page.url()).origin, origin, `${view}: the page left the console`);
    },
  };
}

test('hostile content runs nothing in any view', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const site = await startHostileSite();
  t.after(() => site.close());
  const past = await startArchiveWorld(site.captures);
  t.after(() => past.close());
  const service = await startTestService(t, past.environment);
  const [text = ''] = site.texts;
  const { page, problems } = await browser.signIn(service);
  const { check } = await watchPage(page, service.url, text);
  const open = (path: string) => page.goto(`${service.url}/#${path}`);
  /** Address with the text in its path and its query. */
  const address = site.url(`/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`);

  await t.test('playground: every view of a page', async () => {
    await open('/playground/scrape');
    await page.getByLabel('URL', { exact: true }).fill(address);
    await page.getByRole('button', { name: /^Run/ }).click();
    for (const name of ['Rendered', 'JSON', 'Raw']) {
      await page.getByRole('region', { name: 'Result' }).getByRole('tab', { name }).click();
      await check(`playground ${name}`);
    }
  });

  await t.test('playground: the texts as fields, in every syntax and in the error', async () => {
    await open('/playground/map');
    await page.getByLabel('URL', { exact: true }).fill(text);
    for (const name of ['curl', 'TypeScript', 'Python', 'CLI', 'MCP']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await check(`snippet ${name}`);
    }
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.locator('.result-panel[aria-busy="false"] h2 .muted').waitFor();
    await check('the answer to a hostile address');
  });

  await t.test('jobs: list, results and the detail of a result', async () => {
    const urls = site.texts.map((_, at) => site.url(`/${at}/${encodeURIComponent(text)}`));
    await service.post('/v2/batch/scrape', { urls, maxAge: 0 });
    const [job] = (await service.get('/v1/jobs')).json.jobs;
    await open(`/jobs/${job.jid}`);
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Results' }).getByRole('row').nth(1).click();
    await page.getByRole('complementary').getByRole('region', { name: 'Receipt' }).waitFor();
    for (const name of ['Rendered', 'JSON', 'Raw']) {
      await page.getByRole('tab', { name }).click();
      await check(`job ${name}`);
    }
    await page.getByText('Request of the job').click();
    await open('/jobs');
    await page.getByRole('table', { name: 'Jobs' }).waitFor();
  });

  await t.test('requests: list, detail, filters and replay', async () => {
    const fields = { url: address, headers: { 'X-Hostile': 'a <script> b' } };
    await service.post('/v1/scrape', fields);
    await service.post('/v1/scrape', { url: text });
    await service.post('/v1/scrape', { [text]: text });
    await open('/requests');
    await page
      .getByRole('table', { name: 'Requests' })
      .getByRole('row', { name: /unknown field/ })
      .click();
    await page.getByRole('complementary').getByRole('region', { name: 'Fields of the request' }).waitFor();
    await check('request');
    await page.getByRole('button', { name: 'Replay in the playground' }).click();
    await page.getByRole('note').waitFor();
    await check('replay');
    await open(
      `/requests?q=${encodeURIComponent(text)}&tool=${encodeURIComponent(text)}&status=${encodeURIComponent(text)}`,
    );
    await page.getByRole('heading', { name: 'No request matches' }).waitFor();
    await open(`/${encodeURIComponent(text)}`);
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
  });

  await t.test('extraction: values and the text of the page', async () => {
    await open(`/extraction?url=${encodeURIComponent(address)}`);
    await page.getByRole('button', { name: 'Extract' }).click();
    const values = page.getByRole('list', { name: 'Values' }).getByRole('button');
    await values.first().waitFor();
    for (const value of await values.all()) await value.hover();
    await page.getByText('Response as JSON').click();
    await check('extraction');
  });

  await t.test('compare: rows and their errors', async () => {
    await open(`/compare?url=${encodeURIComponent(address)}&countries=DE`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('table', { name: 'Countries' }).or(page.getByRole('alert')).waitFor();
    assert.equal(await page.evaluate(`window.${ranVariable} ?? null`), null);
  });

  await t.test('archive: timeline and differences', async () => {
    await open(`/archive?url=${encodeURIComponent('http://hostile.example/page')}`);
    await page.getByRole('button', { name: 'Find captures' }).click();
    await page.getByRole('button', { name: 'What changed' }).click();
    await page.getByRole('region', { name: 'Differences' }).locator('ins').first().waitFor();
    await check('archive');
  });

  await t.test('recipes: records of a listing', async () => {
    const body = { url: site.url('/listing'), fields: ['name', 'price'], limit: 50 };
    const { json } = await service.post('/v1/collect', body);
    assert.equal(json.status, 'ok', JSON.stringify(json.error));
    await open(`/recipes?recipe=${json.rid}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('region', { name: 'Records of the run' }).waitFor();
    // Collect removes elements from values; attributes without an element remain.
    await check('recipes', `autofocus onfocus=window.${ranVariable}`);
  });

  await t.test('webhooks: receiver, its response and the event', async () => {
    await service.post('/v1/webhooks/test', { url: address });
    await open('/webhooks');
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1).click();
    const attempts = page.getByRole('list', { name: 'Attempts' });
    await attempts.getByText(/^Attempt 1: 500/).waitFor();
    await check('webhooks');
  });

  await t.test('keys: a name', async () => {
    await service.post('/v1/keys', { name: text, scopes: ['read'] });
    await open('/keys');
    await page.getByRole('button', { name: /^Rotate <script>/ }).click();
    await page.getByRole('dialog').waitFor();
    await check('keys');
    await page.keyboard.press('Escape');
  });

  await t.test('no script of the page failed, and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
    assert.equal(
      site.received().some(({ headers }) => headers.origin === service.url),
      false,
    );
  });
});
