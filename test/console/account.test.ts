import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../service/running-service.ts';
import { startModelServer } from '../world/model-server.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

/** Adds usage of earlier days, as the ledger of a running account has it. */
async function addUsage(service: TestService): Promise<void> {
  await service.pool.query(
    `insert into usage_days (account_id, day, tool, route, country, credits, pages)
     select account_id, current_date - n, case n % 3 when 0 then 'crawl' when 1 then 'scrape' else 'extract' end,
       case n % 2 when 0 then 'http' else 'browser' end, case n % 4 when 0 then 'DE' else '' end, 40 + (n * 37) % 160, 30 + n
     from generate_series(1, 28) as n, accounts`,
  );
}

test('the pages of the account in the console', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  t.after(() => world.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const service = await startTestService(t, { WEBDATA_SEARCH: 'searxng=http://127.0.0.1:9' });
  const { page, problems } = await browser.signIn(service);

  await t.test('usage shows the balance, a chart, shares and the ledger', async () => {
    await service.post('/v1/scrape', { url: world.site.url('/articles/notes-on-harbour-cranes') });
    await addUsage(service);
    await page.goto(`${service.url}/#/usage`);
    await page.getByRole('img', { name: 'Credits' }).locator('canvas').waitFor();
    await page.getByRole('region', { name: 'By operation' }).getByText('Extract').waitFor();
    const ledger = page.getByRole('table', { name: 'Ledger' });
    await ledger.getByRole('row', { name: /Charge scrape/ }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'usage'), []);
    assert.equal(await overflowsSideways(page), false);
    await page.getByLabel('Unit').selectOption('pages');
    await page.getByRole('heading', { name: 'Pages by day' }).waitFor();
    await page.getByLabel('Period').selectOption('7');
    await page.getByText('Show the numbers').click();
    const days = page.locator('.day-table').getByRole('rowheader');
    await days.nth(7).waitFor({ state: 'detached' });
    assert.equal(await days.count(), 7);
    await ledger.getByRole('row', { name: /Charge scrape/ }).click();
    await page.getByRole('complementary', { name: /^Read / }).waitFor();
  });

  await t.test('a person is invited with a link, and signs in with it in another browser', async () => {
    await page.goto(`${service.url}/#/keys`);
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('write', { exact: false }).first().uncheck();
    await page.getByRole('button', { name: 'Create link' }).click();
    const shown = page.getByRole('status', { name: 'Invitation' });
    const link = (await shown.locator('code').textContent()) ?? '';
    assert.deepEqual(await pictureAndCheck(page, 'keys-invitation'), []);
    await shown.getByRole('button', { name: 'I have sent it' }).click();
    const guest = await page.context().browser()?.newContext();
    assert.ok(guest !== undefined);
    const guestPage = await guest.newPage();
    await guestPage.goto(link);
    await guestPage.getByRole('navigation').first().waitFor();
    const session = (await guestPage.evaluate(async () => (await fetch('/console/session')).json())) as {
      scopes: string[];
    };
    assert.deepEqual(session.scopes, ['read']);
    await guest.close();
  });

  await t.test('a key is created with scopes, shown once, rotated and revoked', async () => {
    await page.goto(`${service.url}/#/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('nightly crawl');
    await page.getByLabel('write', { exact: false }).first().uncheck();
    await page.getByLabel('Expires').selectOption('30');
    assert.deepEqual(await pictureAndCheck(page, 'keys-new'), []);
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('status', { name: 'New key' });
    const token = (await shown.locator('code').textContent()) ?? '';
    assert.equal((await service.get('/v1/jobs', { key: token })).status, 200);
    assert.equal(
      (await service.post('/v1/scrape', { url: world.site.url('/') }, { key: token })).status,
      403,
    );
    assert.deepEqual(await pictureAndCheck(page, 'keys'), []);
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await page.reload();
    await page.getByRole('row', { name: /nightly crawl/ }).waitFor();
    assert.equal((await page.content()).includes(token), false);
    await page.getByRole('button', { name: 'Change nightly crawl' }).click();
    await page.getByLabel('Credits per day').fill('1200');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /nightly crawl.*0 of 1,200/ }).waitFor();
    await page.getByRole('button', { name: 'Rotate nightly crawl' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    const rotated = (await shown.locator('code').textContent()) ?? '';
    assert.notEqual(rotated, token);
    await page.getByRole('button', { name: 'Revoke nightly crawl' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('was revoked').waitFor();
    const statuses = await Promise.all(
      [token, rotated].map(async (key) => (await service.get('/v1/jobs', { key })).status),
    );
    assert.deepEqual(statuses.sort(), [200, 401]);
  });

  await t.test('a receiver is tested, and a failed delivery is sent again', async () => {
    await page.goto(`${service.url}/#/webhooks`);
    await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
    await page.getByRole('textbox', { name: 'Receiver' }).fill(receiver.url('/hook'));
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const panel = page.getByRole('complementary', { name: 'webhook.test' });
    await panel.getByText('Delivered').waitFor();
    await receiver.arrived(1);
    assert.deepEqual(await pictureAndCheck(page, 'webhooks'), []);
    assert.equal(await overflowsSideways(page), false);
    await panel.getByRole('button', { name: 'Send again' }).click();
    await receiver.arrived(2);
    await panel.getByText(/Attempt 2/).waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const { secret } = (await service.get('/v1/webhooks/secret')).json;
    await page.getByText(secret).waitFor();
  });

  await t.test('health names each part and the settings that change it', async () => {
    await page.goto(`${service.url}/#/health`);
    const model = page.getByRole('region', { name: 'Language model' });
    await model.getByText('Not configured').waitFor();
    await model.getByText('Settings', { exact: true }).click();
    await model.getByText('WEBDATA_MODEL_URL').waitFor();
    await model.getByText('not set · default').first().waitFor();
    const search = page.getByRole('region', { name: 'Search providers' });
    await search.getByText('Settings', { exact: true }).click();
    await search.getByText('a secret value · set by the environment').waitFor();
    await search.getByText('Set it here').click();
    await search.getByText('Set by the environment of the service').waitFor();
    assert.equal(await search.getByRole('textbox', { name: 'Providers' }).isDisabled(), true);
    await search.getByRole('button', { name: 'Test: Search providers' }).click();
    await search
      .getByRole('status')
      .getByText(/searxng/)
      .waitFor();
    await page.getByRole('region', { name: 'Exits', exact: true }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'health'), []);
    assert.equal(await overflowsSideways(page), false);
  });

  await t.test(
    'an operator sets the mail server, tests it and removes it, and finds every setting',
    async () => {
      const mail = page.getByRole('region', { name: 'E-mail' });
      await mail.getByText('Set it here').click();
      await mail.getByLabel('Mail server').fill('http://mail.example');
      await mail.getByRole('button', { name: 'Save' }).click();
      await mail.getByRole('status').getByText(/smtp/).waitFor();
      await mail.getByLabel('Mail server').fill('smtp://ada:word-of-ada@127.0.0.1:9');
      await mail.getByLabel('Sender').fill('quay@data.test');
      await mail.getByRole('button', { name: 'Save' }).click();
      await mail.getByText('Saved. It is in use now.').waitFor();
      await mail.getByText('A value is stored; leave empty to keep it.').waitFor();
      await mail.getByRole('button', { name: 'Test: E-mail' }).click();
      await mail.getByText('Unavailable').waitFor();
      await page.getByText(/^All settings/).click();
      await page.getByLabel('Search the settings').fill('sender');
      const row = page.getByRole('listitem').filter({ hasText: 'sender address of e-mails' });
      await row.getByText('quay@data.test').waitFor();
      assert.equal(await page.getByText('word-of-ada').count(), 0);
      await mail.getByRole('button', { name: 'Remove' }).click();
      await mail.getByText('Not configured').waitFor();
    },
  );

  await t.test('an operator tests, sets and removes the language model', async () => {
    await page.getByRole('region', { name: 'Language model' }).getByText('Set it here').click();
    const endpoint = await startModelServer({ write: () => '{"colour": "green"}' });
    t.after(() => endpoint.close());
    const form = page.getByRole('form', { name: 'Language model' });
    const status = form.getByRole('status');
    await form.getByLabel('Address of the API').fill('http://127.0.0.1:9/v1');
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await status.getByText(/A connection to the model endpoint failed/).waitFor();
    await form.getByLabel('Address of the API').fill(endpoint.url);
    await form.getByLabel('Model', { exact: true }).fill('small');
    await form.getByLabel('Key').fill('sk-of-the-console');
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await status.getByText(/^small at .*, answers in /).waitFor();
    assert.equal((await service.get('/v1/admin/settings/model')).json.source, 'none');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('A key is stored; leave empty to keep it').waitFor();
    assert.equal(await form.getByLabel('Key').inputValue(), '');
    const { json } = await service.get('/v1/admin/settings/model');
    assert.deepEqual([json.source, json.model, json.has_key], ['database', 'small', true]);
    assert.equal(endpoint.requests.at(-1)?.authorization, 'Bearer sk-of-the-console');
    await form.getByRole('button', { name: 'Remove' }).click();
    await form.getByText('Only if the API needs one').waitFor();
  });

  await t.test('a read key is offered no keys page, no tester and no secret', async () => {
    const made = await service.post('/v1/keys', { name: 'reads', scopes: ['read'] });
    const reader = await browser.signIn(service, { key: made.json.key, path: '#/webhooks' });
    await reader.page.getByRole('table', { name: 'Deliveries' }).waitFor();
    assert.equal(await reader.page.getByRole('button', { name: 'Send a test event' }).count(), 0);
    assert.equal(await reader.page.getByRole('region', { name: 'Signing secret' }).count(), 0);
    assert.equal(await reader.page.getByRole('link', { name: 'Keys' }).count(), 0);
    await reader.page.close();
  });

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
