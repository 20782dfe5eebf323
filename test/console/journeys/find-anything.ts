import { until } from '../../until.ts';
import type { Journey } from './journey.ts';

export const findAnything: Journey = {
  name: 'find a thing by its name, run its verb, and find an answer in the documentation',
  async walk({ page, service, world }) {
    const url = world.site.url('/articles/notes-on-harbour-cranes');
    const made = await service.post('/v1/monitors', {
      url,
      name: 'Lamp of the pier',
      schedule: { every: '1d' },
    });
    const checks = async () => (await service.get(`/v1/monitors/${made.json.mid}/checks`)).json.checks.length;
    const search = page.getByRole('combobox', { name: 'Search pages and actions' });
    const find = async (words: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await search.fill(words);
    };
    await find('lamp of the pier');
    await page.getByRole('option', { name: 'Lamp of the pier Monitor', exact: true }).click();
    await page.getByRole('heading', { name: 'Lamp of the pier' }).waitFor();
    await page.getByRole('region', { name: 'Last check' }).getByText('This is the first version.').waitFor();
    await find('check lamp');
    await page.getByRole('option', { name: /^Check Lamp of the pier/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Check Lamp of the pier: started.').waitFor();
    await until(async () => (await checks()) === 2);
    await find('change port');
    await page
      .getByRole('option', { name: /port.*Documentation/i })
      .first()
      .waitFor();
    // The shortcut opens it again at once, also when the closed dialog has not told so yet.
    await page.keyboard.press('Escape');
    await find('requests');
    await page
      .getByRole('option', { name: /^Requests/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor();
  },
};
