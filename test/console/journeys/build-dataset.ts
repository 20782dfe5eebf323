import assert from 'node:assert/strict';
import { startChangingShop } from '../../world/changing-shop.ts';
import type { Journey } from './journey.ts';

/** Widths of an element: the types of the tests know no DOM. */
interface Widths {
  clientWidth: number;
  scrollWidth: number;
}

export const buildDataset: Journey = {
  name: 'build a dataset from proposed fields, refresh it, and see what changed',
  async walk({ t, page }) {
    const articles = ['a1', 'b2', 'c3', 'd4'].map((sku, at) => ({
      sku,
      name: `Lamp ${sku}`,
      price: `${19 + at}.90`,
      stock: true,
    }));
    const shop = await startChangingShop(articles);
    t.after(() => shop.close());
    await page.getByLabel('Which page do you need?').fill(shop.listing);
    await page.getByRole('button', { name: 'Collect its list' }).click();
    const preview = page.getByRole('table', { name: 'First records' });
    // A phone shows two records.
    await preview.getByRole('row', { name: /Lamp b2/ }).waitFor();
    // The names of the fields are shown whole.
    for (const field of await preview.getByRole('textbox', { name: /^Name of the field/ }).all()) {
      const { shown, needed } = await field.evaluate((input: Widths) => ({
        shown: input.clientWidth,
        needed: input.scrollWidth,
      }));
      assert.ok(needed <= shown, `a name needs ${needed} of ${shown} pixels`);
    }
    await preview.getByLabel('Keep sku').uncheck();
    await page.getByLabel('Name', { exact: true }).fill('Lamps of the quay');
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('heading', { name: 'Lamps of the quay' }).waitFor();
    const records = page.getByRole('table', { name: 'Records' });
    await records.getByRole('row', { name: /Lamp c3 €21\.90/ }).waitFor();
    // All actions are on one line, also on a phone.
    const place = async (name: string) => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      return box === null ? null : Math.round(box.y + box.height / 2);
    };
    assert.equal(await place('Delete'), await place('Refresh'));
    const lamp = shop.articles.get('c3');
    assert.ok(lamp !== undefined);
    lamp.price = '9.50';
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await page.getByText(/last refresh .*1 changed/).waitFor();
    await page.getByRole('tab', { name: 'Changes' }).click();
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes
      .getByRole('listitem')
      .filter({ hasText: 'Lamp c3' })
      .locator('ins', { hasText: '9.5' })
      .first()
      .waitFor();
  },
};
