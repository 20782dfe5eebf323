import assert from 'node:assert/strict';
import { type Journey, openPlace } from './journey.ts';

export const askWhatHappened: Journey = {
  name: 'ask what happened, and make a request of the past again',
  async walk(context) {
    const { page, service, world, isPhone } = context;
    const url = world.site.url('/articles/notes-on-harbour-cranes');
    const made = await service.post('/v1/monitors', {
      url,
      name: 'Notes of the quay',
      schedule: { every: '1d' },
    });
    await service.get(`/v1/monitors/${made.json.mid}`);
    await service.post('/v1/scrape', { url: world.site.url('/status/404') });
    await openPlace(context, 'Requests');
    const table = page.getByRole('table', { name: 'Requests' });
    await table.getByRole('row', { name: /Checked Notes of the quay/ }).waitFor();
    assert.equal(await table.getByRole('row', { name: /Looked at Notes of the quay/ }).count(), 0);
    const status = page.getByLabel('Status');
    if (isPhone) {
      assert.equal(await status.isVisible(), false);
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
    }
    await status.selectOption('not_found');
    if (isPhone) await page.getByRole('button', { name: 'Filter (1)' }).waitFor();
    await table
      .getByRole('row', { name: /Checked/ })
      .first()
      .waitFor({ state: 'detached' });
    await table
      .getByRole('row', { name: /status\/404/ })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'Replay in the playground' }).click();
    assert.match(await page.getByLabel('URL', { exact: true }).inputValue(), /status\/404$/);
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByText('Not found', { exact: true }).first().waitFor();
  },
};
