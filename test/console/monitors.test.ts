import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoginVault } from '../../src/capabilities/sessions/logins/login-vault.ts';
import { deriveKey } from '../../src/domain/crypto/secret-keys.ts';
import { systemClock } from '../../src/domain/system/clock.ts';
import { check, checked, watch } from '../service/monitor-checks.ts';
import { startTestService } from '../service/running-service.ts';
import { until } from '../until.ts';
import { startChangingSite } from '../world/changing-site.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

test('monitors in the console', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const site = await startChangingSite();
  t.after(() => site.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.executable });
  const lamp = site.page('/lamp');
  lamp.isNoisy = false;
  const { page, problems } = await browser.signIn(service, { path: '#/monitors' });
  let mid = '';

  await t.test('without monitors the page offers to watch a page', async () => {
    await page.getByRole('heading', { name: 'No monitors yet' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'monitors-empty'), []);
    await page.getByRole('button', { name: 'Watch a page' }).click();
    await page.getByRole('heading', { name: 'New monitor' }).waitFor();
  });

  await t.test('a monitor is created by pointing at a section of the page', async () => {
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.getByRole('alert').getByText('Enter the address').waitFor();
    await page.getByLabel('Address of the page').fill(site.url('/lamp'));
    await page.getByRole('button', { name: 'Show the page and choose' }).click();
    const surface = page.getByRole('button', { name: /^Picture of the page/ });
    await surface.locator('img').waitFor();
    await page.waitForFunction('document.querySelector(".picker-picture").naturalHeight > 0');
    const price = await page.evaluate<{ x: number; y: number }>(
      '(() => { const box = document.querySelector(".picker-picture").getBoundingClientRect(); return { x: box.width / 2, y: 60 }; })()',
    );
    await surface.hover({ position: price });
    await page.locator('.picker-hovered').waitFor();
    await surface.click({ position: price });
    await page.getByText('Watched text:').waitFor();
    for (let steps = 0; steps < 12; steps += 1) {
      const larger = page.getByRole('button', { name: 'Larger' });
      if ((await page.locator('.picker-anchor').textContent())?.includes(lamp.price)) break;
      if (await larger.isDisabled()) break;
      await larger.click();
    }
    assert.match((await page.locator('.picker-anchor').textContent()) ?? '', /40\.00|Lamp/);
    assert.deepEqual(await pictureAndCheck(page, 'monitor-new'), []);
    assert.equal(await overflowsSideways(page), false);
    await page.getByLabel('Name', { exact: true }).fill('The lamp');
    await page
      .getByLabel('Webhooks')
      .fill(`${receiver.url('/hook')}\n${receiver.url('/hook').replace('http:', 'ftp:')}`);
    await page.getByRole('button', { name: 'Send a test' }).click();
    const results = page.getByRole('list', { name: 'Results of the test' });
    await results.getByText('Delivered').waitFor();
    await results.getByText('Failed').waitFor();
    assert.deepEqual((await service.get('/v1/monitors')).json.monitors, [], 'nothing is saved by a test');
    await page.getByLabel('Webhooks').fill(receiver.url('/hook'));
    await results.getByText('Failed').waitFor({ state: 'detached' });
    await page.getByLabel(/Keep a picture/).check();
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.getByRole('heading', { name: 'The lamp' }).waitFor();
    mid = /monitors\/(mon_\w+)/.exec(page.url())?.[1] ?? '';
    await page.getByText('Nothing has changed so far.').waitFor();
    const stored = (await service.get(`/v1/monitors/${mid}`)).json;
    assert.equal(stored.watch.kind, 'section');
    assert.equal(typeof stored.watch.selector, 'string');
  });

  await t.test('a change is shown side by side, inline and in pictures', async () => {
    lamp.price = '€ 12.00';
    await page.getByRole('button', { name: 'Check now' }).click();
    const difference = page.getByRole('region', { name: 'Difference', exact: true });
    await difference.locator('ins').first().waitFor();
    const pictures = page.getByRole('region', { name: 'Visual difference' });
    await pictures.getByAltText('Page before the change').waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'monitor-change'), []);
    assert.equal(await overflowsSideways(page), false);
    await difference.getByLabel('Inline').check();
    assert.match((await difference.textContent()) ?? '', /12\.00/);
    await pictures.getByLabel('Marked differences').check();
    await pictures.getByAltText(/marked/).waitFor();
    await pictures.getByLabel('One over the other').check();
    await pictures.getByRole('slider').fill('100');
    assert.deepEqual(await pictureAndCheck(page, 'monitor-overlay'), []);
  });

  await t.test('the history opens a check, and two versions are compared', async () => {
    await page.getByRole('tab', { name: 'All checks' }).click();
    const checks = page.getByRole('table', { name: 'Checks' });
    assert.deepEqual(await pictureAndCheck(page, 'monitor-history'), []);
    await checks.getByRole('row', { name: /Changed/ }).click();
    await page.getByRole('region', { name: 'Difference', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Compare versions' }).click();
    await page.getByRole('region', { name: 'Compare versions' }).locator('ins, del').first().waitFor();
    await page.getByRole('tab', { name: 'Current version' }).click();
    await page.getByRole('region', { name: 'Current version' }).getByText('12.00').first().waitFor();
  });

  await t.test('a monitor is muted, tested, paused and edited', async () => {
    await page.getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('button', { name: 'Unmute' }).waitFor();
    const before = receiver.messages('/hook').length;
    lamp.price = '€ 14.00';
    const muted = await check(service, mid);
    assert.equal(muted.state, 'changed');
    const { json } = await service.get('/v1/webhooks/deliveries?limit=100');
    const changes = json.deliveries.filter(({ type }: { type: string }) => type === 'monitor.changed');
    assert.equal(changes.length, 1, 'only the change before muting was sent');
    await page.getByRole('button', { name: 'Test notification' }).click();
    await page.getByText('A test message was sent to 1 recipient.').waitFor();
    await until(() => receiver.messages('/hook').length > before);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('The brass lamp');
    await page.getByLabel('Schedule', { exact: true }).selectOption({ label: 'At fixed times (cron)' });
    const recipients = `${receiver.url('/hook')}\ngotify ${receiver.url('/message?token=hush')}`;
    await page.getByLabel('Webhooks', { exact: true }).fill(recipients);
    await page.getByText('Digest, quiet hours and texts').click();
    await page.getByLabel('Send', { exact: true }).selectOption({ label: 'A digest every day' });
    await page.getByLabel('Time of the digest').fill('06:30');
    await page.getByLabel('Time zone', { exact: true }).last().fill('Europe/Berlin');
    await page.getByLabel('Quiet hours from').fill('22:00');
    await page.getByLabel('Title of messages').fill('Price of {{name}}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter both times of the quiet hours, or none.').waitFor();
    await page.getByLabel('Quiet hours to').fill('07:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'The brass lamp' }).waitFor();
    await page.getByText(/every day at 07:00/).waitFor();
    const stored = (await service.get(`/v1/monitors/${mid}`)).json;
    assert.deepEqual(stored.notify, {
      webhook: [receiver.url('/hook'), { url: receiver.url('/message?token=hush'), form: 'gotify' }],
      muted: true,
      template: { title: 'Price of {{name}}' },
      digest: 'daily',
      digest_at: '06:30',
      quiet_hours: { from: '22:00', to: '07:00' },
      timezone: 'Europe/Berlin',
    });
    assert.equal(stored.watch.kind, 'section');
  });

  await t.test('a monitor reads its page with a saved login', async () => {
    const key = deriveKey('a root secret for tests alone', 'login');
    const vault = createLoginVault({ database: service.database, key, clock: systemClock });
    const { account_id: accountId } = (await service.get('/v1/account')).json;
    const cookie = { name: 'session', value: 'member', domain: new URL(site.url('/')).hostname, path: '/' };
    const attributes = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const };
    const state = { cookies: [{ ...cookie, ...attributes }], origins: [] };
    const { lid } = await vault.save({ accountId, name: 'Lamps', url: site.url('/'), country: null, state });
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByText('More settings').click();
    await page.getByLabel('Login').selectOption({ label: `Lamps (${cookie.domain})` });
    assert.deepEqual(await pictureAndCheck(page, 'monitor-edit-login'), []);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'The brass lamp' }).waitFor();
    assert.equal((await service.get(`/v1/monitors/${mid}`)).json.login, lid);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByText('More settings').click();
    await page.getByLabel('Login').selectOption({ label: 'None' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'The brass lamp' }).waitFor();
    assert.equal((await service.get(`/v1/monitors/${mid}`)).json.login, null);
  });

  await t.test(
    'pointing at a heading watches its section, and a check says that nothing changed',
    async () => {
      await page.goto(`${service.url}/#/monitors/new`);
      await page.getByLabel('Address of the page').fill(site.url('/lamp'));
      await page.getByRole('button', { name: 'Show the page and choose' }).click();
      const surface = page.getByRole('button', { name: /^Picture of the page/ });
      await surface.locator('img').waitFor();
      await page.waitForFunction('document.querySelector(".picker-picture").naturalHeight > 0');
      const height = Number(await page.evaluate('document.querySelector(".picker-picture").clientHeight'));
      const heading = page.getByLabel('the section under the heading “Colours”');
      for (let y = 10; y < height && !(await heading.isVisible()); y += 12)
        await surface.click({ position: { x: 30, y } });
      assert.equal(await heading.isChecked(), true);
      const watched = (await page.locator('.picker-anchor p').textContent()) ?? '';
      for (const colour of lamp.items) assert.ok(watched.includes(colour), watched);
      await page.getByLabel('Name', { exact: true }).fill('Colours of the lamp');
      await page.getByLabel('Tags').fill('lamps');
      await page.getByRole('button', { name: 'Create monitor' }).click();
      await page.getByRole('heading', { name: 'Colours of the lamp' }).waitFor();
      const colours = /monitors\/(mon_\w+)/.exec(page.url())?.[1] ?? '';
      const stored = await checked(service, colours, 1);
      assert.deepEqual([stored.watch, stored.tags], [{ kind: 'section', focus: 'Colours' }, ['lamps']]);
      const facts = page.getByRole('region', { name: 'Last check' });
      await facts.getByText('This is the first version.').waitFor();
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByText('Check 2: nothing has changed.').waitFor();
      await facts.getByText('No changes.').waitFor();
      lamp.items = [...lamp.items, 'violet'];
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByText('Check 3: added “violet”').waitFor();
      await page.goto(`${service.url}/#/monitors`);
      await page.getByRole('row', { name: /Colours of the lamp.*Changed/ }).waitFor();
    },
  );

  await t.test('values are drawn over time', async () => {
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const values = await watch(service, {
      url: site.url('/lamp'),
      watch: { kind: 'fields', schema },
      confirm: 0,
    });
    for (const price of ['€ 15.00', '€ 11.50']) {
      lamp.price = price;
      await check(service, values);
    }
    await page.goto(`${service.url}/#/monitors/${values}`);
    const charts = page.getByRole('region', { name: 'Values over time' });
    await charts
      .getByRole('figure', { name: /Price: first 14, last 11.5, lowest 11.5, highest 15/ })
      .waitFor();
    await charts.locator('canvas').first().waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'monitor-values'), []);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Notify only if').fill('the price falls');
    await page.getByRole('button', { name: 'Save' }).click();
    await charts.waitFor();
    lamp.price = '€ 10.00';
    await check(service, values);
    await page.reload();
    await page.getByRole('tab', { name: 'All checks' }).click();
    const checks = page.getByRole('table', { name: 'Checks' });
    await checks
      .getByRole('row', { name: /Changed/ })
      .first()
      .click();
    await page
      .getByRole('region', { name: 'Goal' })
      .getByText(/is met by the values of the page/)
      .waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'monitor-goal'), []);
  });

  await t.test('the list filters, and a monitor is deleted', async () => {
    await page.goto(`${service.url}/#/monitors`);
    await page.getByRole('row', { name: /brass lamp/ }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'monitors'), []);
    await page.getByRole('search').getByLabel('Search').fill('nothing like this');
    await page.getByRole('heading', { name: 'No monitor matches' }).waitFor();
    await page.getByRole('button', { name: 'Show all monitors' }).click();
    await page.getByRole('row', { name: /brass lamp/ }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete monitor' }).click();
    await page.getByRole('heading', { name: 'Monitors', exact: true }).waitFor();
    assert.equal((await service.get(`/v1/monitors/${mid}`)).status, 404);
  });

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
