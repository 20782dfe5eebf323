import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, watch } from '../service/monitor-checks.ts';
import { startTestService } from '../service/running-service.ts';
import { type Routes, startLoopbackServer } from '../world/loopback-server.ts';
import { startConsoleBrowser } from './console-browser.ts';

/** Texts that run a script where a view inserts them as HTML, as an address, or into an attribute. */
const scripts = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '"><svg onload=window.hacked=1>',
  "'-window.hacked=1-'",
  '</title><script>window.hacked=1</script>',
  '[link](javascript:window.hacked=1)',
  '![image](x "onerror=window.hacked=1")',
  '<iframe srcdoc="<script>parent.hacked=1</script>">',
  '<a href="javascript:window.hacked=1">a</a>',
  '{{constructor.constructor("window.hacked=1")()}}',
];
const attack = scripts.join(' ');
const escaped = attack.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns a page whose title, headings and texts are scripts, as text and as markup. */
function hostileRoutes(state: { price: number }): Routes {
  const page = () => ({
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html><head><title>${escaped}</title></head><body><main>
      <h1>${escaped}</h1><h2 id="a">${escaped}</h2><p>${escaped} costs ${state.price}</p><pre>${escaped}</pre>
      <p>${'Words of a page that is long enough to be read for its content. '.repeat(5)}</p></main></body></html>`,
  });
  return new Map([['/', page]]);
}

test('texts of pages run no script in the console', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const state = { price: 1 };
  const site = await startLoopbackServer('127.0.0.12', () => hostileRoutes(state));
  t.after(() => site.close());
  const service = await startTestService(t);
  const { page, problems } = await browser.signIn(service);
  const url = `${site.url('/')}?q=${encodeURIComponent(attack)}#${encodeURIComponent(attack)}`;
  const isHacked = () =>
    page.evaluate<boolean>(
      '"hacked" in window || document.querySelector("main iframe, main script") !== null',
    );
  const see = async (path: string, text: RegExp | string, tabs: readonly string[] = []) => {
    await page.goto(`${service.url}/#/${path}`);
    await page.getByRole('main').getByText(text).first().waitFor();
    assert.equal(await isHacked(), false, path);
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.waitForTimeout(300);
      assert.equal(await isHacked(), false, `${path} ${tab}`);
    }
  };

  await t.test('the start page', async () => {
    await page.getByLabel('Which page do you need?').fill(url);
    await page.getByLabel('Which page do you need?').press('Enter');
    await page.getByRole('region', { name: 'Receipt' }).waitFor();
    for (const tab of ['Rendered', 'JSON', 'Raw']) await page.getByRole('tab', { name: tab }).click();
    assert.equal(await isHacked(), false);
  });

  await t.test('monitors', async () => {
    const mid = await watch(service, { name: attack.slice(0, 200), url, confirm: 0 });
    state.price = 2;
    assert.equal((await check(service, mid)).state, 'changed');
    await see('monitors', /script/);
    await see(`monitors/${mid}`, /script/, ['All checks', 'Compare versions', 'Current version', 'Changes']);
    await see(`monitors/${mid}/edit`, 'Edit monitor');
    await page.getByRole('radio', { name: /^A section/ }).check();
    await page.getByRole('button', { name: 'Show the page and choose' }).click();
    await page.getByText('Section to watch').waitFor();
    assert.equal(await isHacked(), false);
  });

  await t.test('datasets, with hostile names and values of fields', async () => {
    const record = (at: number, price: number) => ({
      id: at,
      price,
      [attack]: attack,
      nested: { [attack]: [attack] },
      link: 'javascript:window.hacked=1',
    });
    const records = [record(1, 5), record(2, 6)];
    const made = await service.post('/v1/datasets', {
      name: attack.slice(0, 200),
      source: { kind: 'records', records },
    });
    assert.equal(made.status, 200, JSON.stringify(made.json));
    await see('datasets', /script/);
    await see(`datasets/${made.json.did}`, 'Records', ['Changes', 'Chart', 'Records']);
    await page.getByRole('table', { name: 'Records' }).getByRole('row').nth(1).click();
    await page.getByRole('complementary').getByText('first seen').waitFor();
    assert.equal(await isHacked(), false);
    assert.equal(await page.locator('main a[href^="javascript"]').count(), 0);
  });

  await t.test('workflows', async () => {
    // A workflow with an invalid variable cannot be saved.
    const text = scripts.filter((script) => !script.includes('{{')).join(' ');
    const made = await service.post('/v1/workflows', {
      name: attack.slice(0, 200),
      steps: [
        { type: 'goto', url: site.url('/') },
        { type: 'click', target: text },
        { type: 'ask', question: text, name: 'answer' },
      ],
    });
    assert.equal(made.status, 200, JSON.stringify(made.json));
    await see('workflows', /script/);
    await see(`workflows/${made.json.id}`, /script/);
    await see('home', /script/);
  });

  await t.test('the policy had nothing to reject', () => {
    assert.deepEqual(problems, []);
  });
});
