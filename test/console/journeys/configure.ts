import { type Journey, openPlace } from './journey.ts';

export const configure: Journey = {
  name: 'set a search provider without a restart, test it, and see where the value comes from',
  async walk(context) {
    const { page } = context;
    await openPlace(context, 'Health and settings');
    const search = page.getByRole('region', { name: 'Search providers' });
    await search.getByText('Not configured').waitFor();
    await search.getByText('Set it here').click();
    await search.getByRole('textbox', { name: 'Providers' }).fill('searxng=http://127.0.0.1:9');
    await search.getByRole('button', { name: 'Save' }).click();
    await search.getByText('Saved. It is in use now.').waitFor();
    await search.getByRole('button', { name: 'Test: Search providers' }).click();
    await search
      .getByText(/unreachable|not reach|refused|fail/i)
      .first()
      .waitFor();
  },
};
