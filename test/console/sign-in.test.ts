import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

test('signing in to the console', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const service = await startTestService(t);

  await t.test('a one-time link signs in and leaves no token in the address or the history', async () => {
    const { page, problems } = await browser.signIn(service);
    assert.doesNotMatch(page.url(), /token/);
    assert.doesNotMatch(await page.evaluate<string>('location.href'), /token/);
    assert.equal(await page.evaluate<string>('document.cookie'), '');
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    assert.deepEqual(problems, []);
  });

  await t.test('an API key signs in for this tab, and a wrong one is refused with the reason', async () => {
    const { page, context, problems } = await browser.openWindow(service);
    await page.getByLabel('API key').fill('wd_wrong_0123456789abcdef');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText(/unknown, expired or revoked/)
      .waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'sign-in'), []);
    await page.getByLabel('API key').fill(service.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    assert.deepEqual(await context.cookies(), []);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to webdata' }).waitFor();
    assert.equal(await page.evaluate<number>('sessionStorage.length'), 0);
    assert.deepEqual(problems, []);
  });

  await t.test('a revoked key ends the session in the open window', async () => {
    const made = await service.post('/v1/keys', { name: 'short', scopes: ['read'] });
    const { page } = await browser.signIn(service, { key: made.json.key, path: '#/jobs' });
    await service.request('DELETE', `/v1/keys/${made.json.key_id}`);
    await page
      .getByRole('alert')
      .getByText(/the key was revoked/)
      .waitFor();
  });

  await t.test('a read key is offered nothing that writes', async () => {
    const made = await service.post('/v1/keys', { name: 'reads', scopes: ['read'] });
    const { page } = await browser.signIn(service, { key: made.json.key, path: '#/playground' });
    const search = page.getByRole('searchbox', { name: 'Search operations' });
    await search.fill('list jobs');
    await page.getByRole('link', { name: 'List jobs' }).waitFor();
    await search.fill('create');
    assert.equal(await page.getByRole('link', { name: 'Create a key' }).count(), 0);
    await page.goto(`${service.url}/#/jobs`);
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Crawl a site' }).count(), 0);
  });
});
