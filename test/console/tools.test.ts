import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoginVault } from '../../src/capabilities/sessions/logins/login-vault.ts';
import { deriveKey } from '../../src/domain/crypto/secret-keys.ts';
import { systemClock } from '../../src/domain/system/clock.ts';
import { startTestService, type TestService } from '../service/running-service.ts';
import { startArchiveWorld } from '../world/archive-server.ts';
import { pastCaptures, pastSite } from '../world/archived-site.ts';
import { startListings } from '../world/listings/listing-world.ts';
import { staticListings } from '../world/listings/static-listings.ts';
import { startPriceWorld } from '../world/price-world.ts';
import { startRatesServer } from '../world/rates-server.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };

/** Saves a login of the first account. */
async function saveLogin(service: TestService): Promise<void> {
  const { account_id: accountId } = (await service.get('/v1/account')).json;
  const key = deriveKey('a root secret for tests alone', 'login');
  const vault = createLoginVault({ database: service.database, key, clock: systemClock });
  const url = 'https://shop.example/';
  const cookie = { name: 'session', value: 'secret', domain: 'shop.example', path: '/', expires: -1 };
  const flags = { httpOnly: true, secure: true, sameSite: 'Lax' as const };
  const state = { cookies: [{ ...cookie, ...flags }], origins: [] };
  await vault.save({ accountId, name: 'my shop', url, country: 'DE', state });
}

test('the tools of the console', needsLinux, async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const [world, past, prices, rates, listings] = await Promise.all([
    startWorld(),
    startArchiveWorld(pastCaptures),
    startPriceWorld(),
    startRatesServer(),
    startListings(staticListings()),
  ]);
  t.after(() => Promise.all([world, past, prices, rates, listings].map((one) => one.close())));
  const service = await startTestService(t, {
    ...past.environment,
    WEBDATA_EXITS: prices.file,
    WEBDATA_RATES_URL: rates.url,
  });
  const { page, problems } = await browser.signIn(service, { path: '#/extraction' });

  await t.test('a value highlights its quote in the text of the page', async () => {
    await page.getByLabel('URL').fill(world.site.url('/products/qs-1000'));
    await page.getByLabel('Values, in words').fill('name, price, blood type');
    await page.getByRole('button', { name: 'Extract' }).click();
    await page.getByText(/^1 credit · HTTP · /).waitFor();
    const values = page.getByRole('list', { name: 'Values' });
    const name = values.getByRole('button', { name: /^Name/ });
    await name.hover();
    await page.locator('mark.quote-active', { hasText: 'Brass lantern' }).waitFor();
    await values.getByRole('button', { name: /^Price/ }).focus();
    await page.locator('mark.quote-active', { hasText: '60' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'extraction'), []);
    assert.equal(await overflowsSideways(page), false);
    await values
      .getByRole('button', { name: /Blood type Not found by rules The page may state it/ })
      .waitFor();
    await page.getByRole('note').getByText('Values are found by rules alone').waitFor();
    const pointers = page.getByText('/blood_type').filter({ visible: true });
    assert.equal(await pointers.count(), 0, 'fields are named, not pointed to');
  });

  await t.test('a service without exits says so before the form', async () => {
    const bare = await startTestService(t);
    const window = await browser.signIn(bare, { path: '#/compare' });
    await window.page.getByRole('note').getByText('This service has no exit in a country').waitFor();
    await window.page.close();
    await page.goto(`${service.url}/#/compare`);
    await page.getByRole('textbox', { name: 'Countries' }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('note').count(), 0);
  });

  await t.test('a page is compared across countries side by side, and what differs is marked', async () => {
    await page.goto(`${service.url}/#/compare`);
    await page.getByLabel('URL').fill(prices.shop.url('/lamp'));
    await page.getByRole('textbox', { name: 'Countries' }).fill('de, us GB JP CH FR');
    await page.getByLabel('Currency').fill('EUR');
    await page.getByRole('button', { name: 'Compare' }).click();
    const table = page.getByRole('table', { name: 'Countries' });
    await table.getByRole('row', { name: /Japan.*¥198,000.*€1,109\.80 \+6\.6 %/ }).waitFor();
    await table.getByRole('row', { name: /France.*Blocked/ }).waitFor();
    const names = await table.getByRole('rowheader').allInnerTexts();
    assert.deepEqual([names[0], names.at(-1)], ['United States', 'France'], 'the cheapest is first');
    const differing = table.getByRole('row', { name: /Switzerland/ }).locator('mark');
    assert.ok((await differing.allInnerTexts()).includes('Out of stock'));
    await page.getByText(/prices of Germany, United Kingdom, Japan seem to include it/).waitFor();
    await table.getByRole('row', { name: /Japan.*verified own network/ }).waitFor();
    await table
      .getByRole('button', { name: 'Open in the browser as seen from Japan' })
      .getByText('Open')
      .waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'compare'), []);
    assert.equal(await overflowsSideways(page), false);
  });

  await t.test('the captures of a page are a timeline, and any two are compared', async () => {
    await page.goto(`${service.url}/#/archive`);
    await page.getByLabel('URL').fill(`${pastSite}/crane`);
    await page.getByRole('button', { name: 'Find captures' }).click();
    const captures = page.getByRole('list', { name: 'Captures' }).getByRole('listitem');
    await captures.first().waitFor();
    assert.equal(await captures.count(), 1 + 3, 'only the live page and real changes are shown');
    const differences = page.getByRole('region', { name: 'Differences' });
    await captures.filter({ hasText: '2015-06-01' }).getByRole('button', { name: 'What changed' }).click();
    await differences.getByText(/costs 1,200 euros/).waitFor();
    await differences.getByText(/costs 1,350 euros/).waitFor();
    assert.deepEqual(await differences.locator('del, ins').allInnerTexts(), ['1,200', '1,350']);
    assert.deepEqual(await pictureAndCheck(page, 'archive'), []);
    assert.equal(await overflowsSideways(page), false);
    await captures.getByRole('checkbox', { name: 'Compare 2015-06-01' }).uncheck();
    const timeline = page.getByRole('toolbar', { name: 'Captures by time' });
    await timeline.getByRole('button', { name: /^2012-06-01/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('2012-06-01 → 2017-06-01').waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await differences.getByText(/costs 990 euros/).waitFor();
  });

  await t.test('a recipe is tested, run and deleted', async () => {
    await page.goto(`${service.url}/#/recipes`);
    await page.getByRole('heading', { name: 'No recipes yet' }).waitFor();
    const [site] = staticListings();
    const body = { url: listings.url(site?.path ?? '/'), fields: site?.fields, limit: 20 };
    const collected = await service.post('/v1/collect', body);
    assert.equal(collected.json.status, 'ok');
    await page.reload();
    await page.getByRole('table', { name: 'Recipes' }).getByRole('row').nth(1).click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Test' }).click();
    await panel.getByRole('region', { name: 'Test' }).waitFor();
    await panel.getByRole('button', { name: 'Run' }).click();
    const records = panel.getByRole('region', { name: 'Records of the run' }).getByRole('table');
    await records.getByRole('row').nth(5).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'recipes'), []);
    assert.equal(await overflowsSideways(page), false);
    await panel.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete recipe' }).click();
    await page.getByRole('heading', { name: 'No recipes yet' }).waitFor();
  });

  await t.test('a saved login is listed, changed and deleted', async () => {
    await page.goto(`${service.url}/#/logins`);
    await page.getByRole('heading', { name: 'No saved logins' }).waitFor();
    await saveLogin(service);
    await page.reload();
    await page.getByRole('row', { name: /my shop/ }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'logins'), []);
    const workflow = {
      name: 'Log in to the shop',
      steps: [
        { type: 'goto', url: 'https://shop.example/' },
        { type: 'type', target: 'Password', text: '{{password}}' },
      ],
      inputs: { type: 'object', properties: { password: { type: 'string' } }, required: ['password'] },
    };
    const { id } = (await service.post('/v1/workflows', workflow)).json;
    await page.reload();
    await page.getByRole('button', { name: 'Change my shop' }).click();
    const form = page.getByRole('complementary', { name: 'Change my shop' });
    await form.getByLabel('Crawls').check();
    await form.getByLabel('Renew it with').selectOption({ label: 'Log in to the shop' });
    await form.getByLabel('Input password').fill('open sesame');
    await form.getByLabel('Schedule').selectOption({ label: 'Every day' });
    assert.deepEqual(await pictureAndCheck(page, 'login-change'), []);
    assert.equal(await overflowsSideways(page), false);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The login "my shop" was changed.').waitFor();
    const [changed] = (await service.get('/v1/logins')).json.logins;
    assert.deepEqual(changed.use_for, ['crawl']);
    assert.deepEqual(
      [changed.renewal.workflow, changed.renewal.schedule, changed.renewal.last],
      [id, { every: '1d' }, null],
    );
    await page.getByRole('row', { name: /my shop.*by a workflow/ }).waitFor();
    await page.getByRole('button', { name: 'Change my shop' }).click();
    await form.getByLabel('Renew it with').selectOption({ label: 'Nothing' });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /my shop.*by hand/ }).waitFor();
    assert.equal((await service.get('/v1/logins')).json.logins[0].renewal, null);
    await page.getByRole('button', { name: 'Delete my shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete login' }).click();
    await page.getByRole('heading', { name: 'No saved logins' }).waitFor();
  });

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
