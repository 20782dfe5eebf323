import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import {
  dragFile,
  overflowsSideways,
  pictureAndCheck,
  startConsoleBrowser,
  widths,
} from './console-browser.ts';

test('the start page', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { page, context, problems } = await browser.signIn(service);
  const address = page.getByLabel('Which page do you need?');

  await t.test('it opens first and says what to do', async () => {
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByText(/^Version /).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Needs attention' }).count(), 0);
    assert.deepEqual(await pictureAndCheck(page, 'home-empty'), []);
    assert.equal(await overflowsSideways(page), false);
    await page.getByRole('button', { name: /^Watch a part/ }).click();
    await page.getByRole('alert').getByText('Enter the address').waitFor();
  });

  await t.test(
    'a page is read with Enter: its Markdown is copied and saved, its receipt is one line',
    async () => {
      await address.fill(world.site.url('/articles/notes-on-harbour-cranes'));
      await address.press('Enter');
      await page.getByRole('heading', { name: 'Notes on harbour cranes' }).waitFor();
      const receipt = page.getByRole('region', { name: 'Receipt' });
      await receipt.getByText(/^1 credit · HTTP · /).waitFor();
      await receipt.getByText('verified', { exact: true }).waitFor();
      assert.equal(await receipt.getByText('Checked:').isVisible(), false);
      assert.deepEqual(await pictureAndCheck(page, 'home-result'), []);
      assert.equal(await overflowsSideways(page), false);

      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
      await page.getByRole('button', { name: 'Copy Markdown' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.match(copied, /^# Notes on harbour cranes\n/);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download Markdown' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'notes-on-harbour-cranes.md');
      assert.equal(await readFile(await download.path(), 'utf8'), copied);

      await receipt.getByText(/^1 credit · /).click();
      await receipt.getByText(/^Valid\. Checked: .*markdown/).waitFor();
      await receipt.getByText('delivered').waitFor();
    },
  );

  await t.test('the next steps with the page take its address along', async () => {
    const url = world.site.url('/articles/notes-on-harbour-cranes');
    const steps = page.getByRole('navigation', { name: 'Next steps with this page' });
    for (const [step, field] of [
      ['Extract values', 'URL'],
      ['Watch for changes', 'Address of the page'],
      ['Collect its list', 'Address of the listing'],
    ] as const) {
      await page.goto(`${service.url}/#/home`);
      await address.fill(url);
      await page.getByRole('button', { name: 'Read the page' }).click();
      await steps.getByRole('link', { name: step }).click();
      assert.equal(await page.getByLabel(field, { exact: true }).inputValue(), url);
    }
    await page.goto(`${service.url}/#/home`);
    await address.fill(world.site.url('/'));
    await address.press('Enter');
    await steps.getByRole('button', { name: 'Open in the browser' }).click();
    await page
      .getByText(/No browser|browser is not|no browser/i)
      .first()
      .waitFor();
    await steps.getByRole('button', { name: 'Crawl its site' }).click();
    await page.getByRole('heading', { name: 'Crawl', exact: true }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.goto(`${service.url}/#/home`);
  });

  await t.test('on a phone, the page, its receipt and the next steps are in reach as well', async () => {
    await page.setViewportSize({ width: widths.narrow, height: 844 });
    await page.goto(`${service.url}/#/jobs`);
    await page.goto(`${service.url}/#/home`);
    await address.fill(world.site.url('/articles/notes-on-harbour-cranes'));
    await address.press('Enter');
    await page.getByRole('region', { name: 'Receipt' }).getByText('verified', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy Markdown' }).click();
    assert.equal(await overflowsSideways(page), false);
    const steps = page.getByRole('navigation', { name: 'Next steps with this page' });
    await steps.getByRole('link', { name: 'Watch for changes' }).press('Enter');
    await page.getByRole('heading', { name: 'New monitor' }).waitFor();
    await page.goto(`${service.url}/#/home`);
    await page.setViewportSize({ width: widths.wide, height: 900 });
  });

  await t.test('a file is read: chosen with the keyboard, and dropped', async () => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Read a file' }).focus();
    await page.keyboard.press('Enter');
    const buffer = Buffer.from('<title>Minutes</title><h1>Minutes of the board</h1><p>It met at noon.</p>');
    await (await chosen).setFiles({ name: 'minutes.html', mimeType: 'text/html', buffer });
    await page.getByRole('heading', { name: 'Minutes of the board' }).waitFor();
    await page.getByText('minutes.html', { exact: true }).waitFor();
    assert.equal(await page.getByRole('navigation', { name: /^Next steps/ }).count(), 0);
    await page.getByRole('region', { name: 'Receipt' }).waitFor();
    await page.getByText(/ · Sent file · /).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'home-file'), []);

    const notes = join(service.dataDir, 'notes.md');
    await writeFile(notes, '# Dropped notes\n\n- one');
    const dragged = await dragFile(page, notes);
    await dragged.over(page.getByRole('heading', { name: 'Home' }));
    await page.getByText('Drop a file to read it').waitFor();
    await dragged.drop();
    await page.getByRole('heading', { name: 'Dropped notes' }).waitFor();
    await page.getByText('Drop a file to read it').waitFor({ state: 'detached' });

    const empty = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Read a file' }).click();
    await (await empty).setFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    await page
      .getByRole('alert')
      .getByText(/is empty/)
      .waitFor();
  });

  await t.test('a list of URLs is read as one job: chosen, and dropped', async () => {
    const list = ['/articles/notes-on-harbour-cranes', '/no-such-page', '/'].map((path) =>
      world.site.url(path),
    );
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Read a list of URLs' }).click();
    const buffer = Buffer.from(list.join('\n'));
    await (await chosen).setFiles({ name: 'harbour.txt', mimeType: 'text/plain', buffer });
    await page.getByRole('heading', { name: 'Pages of a list' }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'job-batch'), []);

    await page.getByRole('link', { name: 'Home' }).click();
    const one = join(service.dataDir, 'one.txt');
    await writeFile(one, `${list[0]}`);
    const dragged = await dragFile(page, one);
    await dragged.over(page.getByRole('heading', { name: 'Home' }));
    await dragged.over(page.getByText('Drop a list of URLs here'));
    await dragged.drop();
    await page.getByRole('heading', { name: 'Pages of a list' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
  });

  await t.test('what needs attention comes first', async () => {
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const { json } = await service.post('/v1/crawl', { url: world.site.url('/'), limit: 2 });
    for (let at = 0; at < 200; at += 1) {
      if ((await service.get(`/v1/jobs/${json.jid}`)).json.status === 'completed') break;
      await page.waitForTimeout(50);
    }
    await page.reload();
    // The site was crawled before: only the newest of the crawls is listed.
    await attention.getByRole('link', { name: /Crawl .*Stopped at its limit: 2 of/ }).waitFor();
    assert.equal(await attention.getByRole('link', { name: /Crawl/ }).count(), 1);
    await attention.getByRole('link', { name: /Crawl/ }).click();
    await page.getByRole('heading', { name: 'Crawl', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
  });

  await t.test('a site is crawled and watched, and appears as recent work', async () => {
    await address.fill(world.site.url('/'));
    await page.getByRole('button', { name: /^Crawl the site/ }).click();
    await page.getByRole('heading', { name: 'Crawl', exact: true }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    const jobs = page.getByRole('region', { name: 'Jobs' });
    await jobs.getByRole('link', { name: /Crawl/ }).first().waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'home'), []);
  });

  await t.test('a crawl takes its options from the form', async () => {
    await address.fill(world.site.url('/'));
    await page.getByText('Options of a crawl').click();
    await page.getByLabel('Number of pages').fill('2');
    await page.getByLabel('Words to look for').fill('harbour cranes');
    await page.getByLabel('Only these paths').fill('^/articles/\n\n^/notes/');
    assert.equal(await overflowsSideways(page), false);
    assert.deepEqual(await pictureAndCheck(page, 'home-crawl-options'), []);
    await page.getByRole('button', { name: /^Crawl the site/ }).click();
    await page.getByRole('heading', { name: 'Crawl', exact: true }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    const { params } = (await service.get(`/v1/jobs/${page.url().split('/').at(-1)}`)).json;
    assert.partialDeepStrictEqual(params, {
      limit: 2,
      search: 'harbour cranes',
      include_paths: ['^/articles/', '^/notes/'],
    });
    await page.getByRole('link', { name: 'Home' }).click();
  });

  await t.test('the address goes along to the form of a monitor or dataset', async () => {
    for (const [action, label] of [
      [/^Watch a part/, 'Address of the page'],
      [/^Collect its list/, 'Address of the listing'],
    ] as const) {
      await page.getByRole('link', { name: 'Home' }).click();
      await address.fill(world.site.url('/').replace('http://', ''));
      await page.getByRole('button', { name: action }).click();
      assert.equal(await page.getByLabel(label).inputValue(), world.site.url('/'));
      await page.getByLabel(label).fill('');
      await page.getByLabel(label).pressSequentially('localhost:80/a');
      await page.getByLabel('Name', { exact: true }).focus();
      assert.equal(await page.getByLabel(label).inputValue(), 'http://localhost:80/a', 'completed when left');
    }
  });

  await t.test('a read key is offered no work, but sees what was done', async () => {
    const made = await service.post('/v1/keys', { name: 'reads', scopes: ['read'] });
    const reader = await browser.signIn(service, { key: made.json.key });
    const jobs = reader.page.getByRole('region', { name: 'Jobs' });
    await jobs.getByRole('link', { name: /Crawl/ }).first().waitFor();
    assert.equal(await reader.page.getByLabel('Which page do you need?').count(), 0);
    for (const [path, name] of [
      ['monitors', 'No monitors yet'],
      ['datasets', 'No datasets yet'],
      ['sessions', 'No sessions yet'],
      ['workflows', 'No workflows yet'],
    ] as const) {
      await reader.page.goto(`${service.url}/#/${path}`);
      await reader.page.getByRole('heading', { name }).waitFor();
      assert.equal(await reader.page.getByRole('main').locator('.button-primary').count(), 0, path);
    }
  });

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
