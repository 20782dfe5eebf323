import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser, widths } from './console-browser.ts';

test('the playground', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.executable });
  const { page, problems } = await browser.signIn(service, { path: '#/playground' });

  await t.test('a page is scraped with the form, and the receipt is drawn', async () => {
    await page.getByLabel('URL', { exact: true }).fill(world.site.url('/articles/notes-on-harbour-cranes'));
    assert.equal(await page.getByLabel('markdown', { exact: true }).isChecked(), true, 'the default');
    await page.getByLabel('screenshot', { exact: true }).check();
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByRole('heading', { name: 'Notes on harbour cranes' }).waitFor();
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByText(/ credit.* · .*Browser/).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'playground-result'), []);
    await page.getByRole('tab', { name: 'Screenshot' }).click();
    const picture = page.getByAltText('Screenshot of the page');
    await picture.waitFor();
    const isDrawn = () => page.evaluate<boolean>('document.querySelector(".screenshot").naturalWidth > 0');
    for (let attempt = 0; attempt < 50 && !(await isDrawn()); attempt += 1) await page.waitForTimeout(100);
    assert.equal(await isDrawn(), true);
  });

  await t.test('the shown result is verified in the browser; one that was changed is not valid', async () => {
    const receipt = page.getByRole('region', { name: 'Receipt' });
    const readCheck = async () => {
      await receipt.getByText(/^(?:verified|not valid)$/).waitFor();
      return (await receipt.getByRole('status', { includeHidden: true }).textContent()) ?? '';
    };
    assert.match(await readCheck(), /^Valid\. Checked: .*markdown/);
    await page.route('**/v1/scrape', async (route) => {
      const response = await route.fetch();
      const result = (await response.json()) as { markdown: string };
      const json = { ...result, markdown: result.markdown.replace('harbour', 'airport') };
      await route.fulfill({ response, json });
    });
    await page.getByRole('button', { name: /^Run/ }).click();
    await page
      .getByText(/airport/)
      .first()
      .waitFor();
    assert.match(await readCheck(), /^Not valid: .*markdown/);
    await page.unroute('**/v1/scrape');
    await page.getByRole('button', { name: /^Run/ }).click();
    await page
      .getByText(/airport/)
      .first()
      .waitFor({ state: 'detached' });
    assert.match(await readCheck(), /^Valid\./);
  });

  await t.test('the call is copied in every syntax', async () => {
    for (const [name, text] of [
      ['curl', /^curl /],
      ['TypeScript', /client\.scrape\(/],
      ['Python', /requests\.request\(/],
      ['CLI', /^webdata scrape/],
      ['MCP', /"name": "scrape"/],
    ] as const) {
      await page.getByRole('tab', { name, exact: true }).click();
      const shown = await page.getByRole('region', { name: 'Code' }).locator('pre').textContent();
      assert.match(shown ?? '', text);
    }
  });

  await t.test('the JSON editor and the form edit the same fields', async () => {
    await page.getByRole('region', { name: 'Code' }).waitFor();
    const tabs = page.getByRole('tablist', { name: 'Request' });
    await tabs.getByRole('tab', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Fields as JSON' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(`{"url": "${world.site.url('/')}", "only_main_content": false}`);
    await tabs.getByRole('tab', { name: 'Form' }).click();
    assert.equal(await page.getByLabel('URL', { exact: true }).inputValue(), world.site.url('/'));
  });

  await t.test('an operation is found by its words; what it does and costs is folded', async () => {
    const list = page.getByRole('navigation', { name: 'Operations' });
    await list.getByLabel('Search operations').fill('records listing');
    await list.getByRole('link', { name: 'Collect records from a listing' }).click();
    await page.getByRole('heading', { name: 'Collect records from a listing' }).waitFor();
    const price = page.getByText(/^Price: 1 credit per page/);
    assert.equal(await price.isVisible(), false);
    await page.getByText('About', { exact: true }).click();
    await price.waitFor();
    await list.getByLabel('Search operations').fill('');
  });

  await t.test('an answer with a list is a table first', async () => {
    await page.getByLabel('URL', { exact: true }).fill(world.site.url('/products/'));
    await page.getByLabel('Fields', { exact: true }).fill('name\nlink');
    await page.getByRole('button', { name: /^Run/ }).click();
    const table = page.getByRole('table', { name: 'Records' });
    await table.getByRole('row').nth(3).waitFor();
    assert.equal(await table.getByRole('columnheader', { name: 'Link' }).count(), 1);
    assert.deepEqual(await pictureAndCheck(page, 'playground-table'), []);
  });

  await t.test('an invalid field is marked with the reason', async () => {
    await page.goto(`${service.url}/#/playground/map`);
    await page.getByLabel('URL', { exact: true }).fill('');
    await page.getByRole('button', { name: /^Run/ }).click();
    const panel = page.getByRole('region', { name: 'Result' });
    await panel.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('URL', { exact: true }).getAttribute('aria-invalid'), 'true');
  });

  await t.test('every operation has a form', async () => {
    const list = page.getByRole('navigation', { name: 'Operations' });
    const closed = list.locator('details:not([open]) > summary');
    while ((await closed.count()) > 0) await closed.first().click();
    const links = list.getByRole('link');
    const names = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
    assert.ok(names.length > 60, `${names.length} operations`);
    for (const hash of names) {
      await page.goto(`${service.url}/${hash}`);
      await page.getByRole('button', { name: /^Run/ }).waitFor();
    }
  });

  await t.test('pages and operations are found with the keyboard', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const search = page.getByRole('combobox', { name: 'Search pages and actions' });
    await search.fill('usage by');
    await search.fill('list jobs');
    await page.getByRole('option', { name: /List jobs/ }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'command-palette'), []);
    await search.press('Enter');
    await page.getByRole('heading', { name: 'List jobs' }).waitFor();
    assert.match(page.url(), /#\/playground\/list_jobs$/);
  });

  await t.test('it is usable at 360 pixels', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${service.url}/#/playground/crawl`);
    await page.getByRole('button', { name: /^Run/ }).waitFor();
    assert.equal(await overflowsSideways(page), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    assert.equal(await overflowsSideways(page), false);
    await page.setViewportSize({ width: widths.wide, height: 900 });
  });

  await t.test(
    'the palette finds things, runs their verbs, and knows addresses and the documentation',
    async () => {
      await page.setViewportSize({ width: widths.wide, height: 900 });
      const made = await service.post('/v1/monitors', {
        url: world.site.url('/articles/notes-on-harbour-cranes'),
        name: 'Lamp of the quay',
        schedule: { every: '1d' },
      });
      const checks = async () =>
        (await service.get(`/v1/monitors/${made.json.mid}/checks`)).json.checks.length;
      const open = async (query: string) => {
        await page.keyboard.press('ControlOrMeta+k');
        const search = page.getByRole('combobox', { name: 'Search pages and actions' });
        await search.fill(query);
        return search;
      };
      await open('lamp of');
      await page.getByRole('option', { name: 'Lamp of the quay Monitor', exact: true }).click();
      await page.getByRole('heading', { name: 'Lamp of the quay' }).waitFor();
      for (let attempt = 0; attempt < 200 && (await checks()) < 1; attempt += 1)
        await page.waitForTimeout(50);
      const search = await open('check lamp');
      await page.getByRole('option', { name: /^Check Lamp of the quay/ }).waitFor();
      await search.press('Enter');
      for (let attempt = 0; attempt < 200 && (await checks()) < 2; attempt += 1)
        await page.waitForTimeout(50);
      assert.equal(await checks(), 2);
      await open('change port');
      await page
        .getByRole('option', { name: /port.*Documentation/i })
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      const article = world.site.url('/articles/notes-on-harbour-cranes');
      await (await open(article)).press('Enter');
      await page.getByRole('heading', { name: 'Notes on harbour cranes' }).waitFor();
      await open('shop.example/lamps');
      await page.getByRole('option', { name: /^Watch shop.example\/lamps/ }).click();
      assert.match(page.url(), /#\/monitors\/new\?url=https/);
    },
  );

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
