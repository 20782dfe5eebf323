import assert from 'node:assert/strict';
import type { Journey } from './journey.ts';

export const readPage: Journey = {
  name: 'read a page, copy its text, and see what it cost and whether it is verified',
  async walk({ page, service, world }) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
    await page
      .getByLabel('Which page do you need?')
      .fill(world.site.url('/articles/notes-on-harbour-cranes'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Notes on harbour cranes' }).waitFor();
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByText(/^1 credit · HTTP · [\d,.]+ m?s/).waitFor();
    await receipt.getByText('verified', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(
      await page.evaluate<string>('navigator.clipboard.readText()'),
      /^# Notes on harbour cranes\n/,
    );
    const steps = page.getByRole('navigation', { name: 'Next steps with this page' });
    await steps.getByRole('link', { name: 'Extract values' }).click();
    assert.match(await page.getByLabel('URL', { exact: true }).inputValue(), /harbour-cranes$/);
  },
};
