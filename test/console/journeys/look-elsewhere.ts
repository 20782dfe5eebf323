import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createSignInToken } from '../../../src/account/accounts/console-sessions.ts';
import { systemClock } from '../../../src/domain/system/clock.ts';
import { startTestService } from '../../service/running-service.ts';
import { startArchiveWorld } from '../../world/archive-server.ts';
import { pastCaptures, pastSite } from '../../world/archived-site.ts';
import { type PriceWorld, startPriceWorld } from '../../world/price-world.ts';
import { startRatesServer } from '../../world/rates-server.ts';
import { findAccessibilityProblems, overflowsSideways } from '../console-browser.ts';
import { type Journey, type JourneyContext, openPlace } from './journey.ts';

/** A signed-in window of a service with exits and archives, and the shop that its exits lead to. */
interface Elsewhere {
  context: JourneyContext;
  prices: PriceWorld;
}

/** Opens a window with its own cookies, which services at other ports of this machine would replace. */
async function openElsewhere(context: JourneyContext): Promise<Elsewhere> {
  const { t, page } = context;
  const [past, prices, rates] = await Promise.all([
    startArchiveWorld(pastCaptures),
    startPriceWorld(),
    startRatesServer(),
  ]);
  t.after(() => Promise.all([past, prices, rates].map((one) => one.close())));
  const settings = { ...past.environment, WEBDATA_EXITS: prices.file, WEBDATA_RATES_URL: rates.url };
  const service = await startTestService(t, settings);
  const token = await createSignInToken(service.database, service.key, systemClock.now());
  const viewport = page.viewportSize();
  const window = await page.context().browser()?.newContext({ viewport, reducedMotion: 'reduce' });
  if (window === undefined) throw new Error('the page has no browser');
  t.after(() => window.close());
  const opened = await window.newPage();
  await opened.goto(`${service.url}/?token=${token}`);
  await opened.getByRole('button', { name: 'Sign out' }).waitFor();
  return { context: { ...context, page: opened, service }, prices };
}

async function checkWindow(page: Page): Promise<void> {
  assert.deepEqual(await findAccessibilityProblems(page), []);
  assert.equal(await overflowsSideways(page), false);
}

/** Reads values, one of which the page does not state. */
async function extractValues(context: JourneyContext): Promise<void> {
  const { page, world } = context;
  await openPlace(context, 'Extraction');
  await page.getByRole('note').getByText('no language model is configured').waitFor();
  await page.getByLabel('URL', { exact: true }).fill(world.site.url('/products/qs-1000'));
  await page.getByLabel('Values, in words').fill('name, price, blood type');
  await page.keyboard.press('Enter');
  const values = page.getByRole('list', { name: 'Values' });
  await values.getByRole('button', { name: /^Price/ }).focus();
  const quote = page.getByRole('region', { name: 'Page' }).locator('mark', { hasText: '60.50' });
  await quote.waitFor();
  await values.getByRole('button', { name: /^Blood type Not found by rules/ }).waitFor();
  await checkWindow(page);
}

/** Sees before the form that nothing can be compared, and where that is set. */
async function meetMissingExits(context: JourneyContext): Promise<void> {
  const { page } = context;
  await openPlace(context, 'Compare');
  const note = page.getByRole('note');
  await note.getByText('no exit in a country').waitFor();
  await note.getByText('WEBDATA_EXITS').waitFor();
  assert.match(
    (await note.getByRole('link', { name: 'Read the documentation' }).getAttribute('href')) ?? '',
    /exits/,
  );
}

/** Finds where a lamp costs least, and why one country is missing. */
async function compareCountries({ context, prices }: Elsewhere): Promise<void> {
  const { page } = context;
  await openPlace(context, 'Compare');
  await page.getByText('This service has exits in').waitFor();
  assert.equal(await page.getByRole('note').count(), 0);
  await page.getByLabel('URL', { exact: true }).fill(prices.shop.url('/lamp'));
  await page.getByRole('textbox', { name: 'Countries' }).fill('DE US FR SE');
  await page.getByLabel('Currency').fill('EUR');
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Countries' });
  await table.getByRole('row', { name: /^Germany.*€1,299\.00.*\+24\.7 %.*verified/ }).waitFor();
  await table.getByRole('row', { name: /^United States.*\$1,199\.00.*lowest.*verified/ }).waitFor();
  await table.getByRole('row', { name: /^Sweden.*another product/ }).waitFor();
  await table.getByRole('row', { name: /^France.*Blocked/ }).waitFor();
  const link = table.getByRole('row', { name: /^Germany/ }).getByRole('link');
  assert.equal(await link.getAttribute('href'), prices.shop.url('/lamp'));
  await checkWindow(page);
}

/** Sees what the last change of a page was, then what changed since the first capture, by the keyboard alone. */
async function lookIntoTheArchive(context: JourneyContext): Promise<void> {
  const { page } = context;
  await openPlace(context, 'Archive');
  await page.getByLabel('URL', { exact: true }).fill(`${pastSite}/crane`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '2 changes in 8 captures' }).waitFor();
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await compare.press('Enter');
  const differences = page.getByRole('region', { name: 'Differences' });
  await differences.getByRole('deletion').filter({ hasText: '350' }).waitFor();
  await differences.getByRole('insertion').filter({ hasText: '990' }).waitFor();
  const captures = page.getByRole('list', { name: 'Captures' });
  await captures.getByRole('checkbox', { name: 'Compare 2015-06-01' }).press('Space');
  await captures.getByRole('checkbox', { name: 'Compare 2012-06-01' }).press('Space');
  await page.getByText('2012-06-01 → 2017-06-01').waitFor();
  await compare.press('Enter');
  await differences.getByRole('deletion').filter({ hasText: '200' }).waitFor();
  await differences.getByRole('insertion').filter({ hasText: '990' }).waitFor();
  await checkWindow(page);
}

export const lookElsewhere: Journey = {
  name: 'compare countries, look into the archive, extract',
  async walk(context) {
    await extractValues(context);
    await meetMissingExits(context);
    const elsewhere = await openElsewhere(context);
    await compareCountries(elsewhere);
    await lookIntoTheArchive(elsewhere.context);
  },
};
