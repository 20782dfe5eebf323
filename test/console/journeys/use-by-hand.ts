import assert from 'node:assert/strict';
import { until } from '../../until.ts';
import type { Journey } from './journey.ts';

/** Shows the field of the page and returns its middle, as shares of the window. */
const placeOfField = `(() => {
  const field = document.querySelector('input');
  field.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = field.getBoundingClientRect();
  return { x: (x + width / 2) / innerWidth, y: (y + height / 2) / innerHeight };
})()`;

/** Uses a page by hand; edits, tests and saves what was recorded; and keeps the login. */
export const useByHand: Journey = {
  name: 'use a page by hand',
  async walk({ page, service, world, isPhone }) {
    // A session is opened with a page, and its page is shown.
    await page.goto(`${service.url}/#/sessions`);
    await page.getByLabel('First page').fill(world.site.url('/'));
    await page.keyboard.press('Enter');
    const live = page.getByRole('application', { name: /^Page of the session/ });
    await live.waitFor();
    await page
      .getByRole('timer')
      .getByText(/^closes in \d+:\d\d$/)
      .waitFor();
    const sid = /sessions\/(ses_\w+)/.exec(page.url())?.[1] ?? '';

    // What is typed into a field of the page is recorded.
    const steps = page.getByRole('list', { name: 'Recorded steps' });
    const field = (await service.post(`/v1/browser/${sid}`, { type: 'evaluate', text: placeOfField })).json
      .result;
    const view = await live.boundingBox();
    assert.ok(view !== null);
    await live.click({ position: { x: field.x * view.width, y: field.y * view.height } });
    if (isPhone) {
      await page.getByLabel('Text for the selected field of the page').fill('ada@example.com');
      await page.getByRole('button', { name: 'Type it' }).click();
    } else await page.keyboard.type('ada@example.com');
    await steps.getByText(/^Type “ada@example.com” into/).waitFor();

    // A step that is not wanted is deleted: the one that showed the field.
    const unwanted = steps.getByRole('listitem').filter({ hasText: /Run the script/ });
    await unwanted.getByRole('button', { name: /^Delete step/ }).click();
    await unwanted.waitFor({ state: 'detached' });

    // A step that cannot work is found by the test, which says why.
    await page.getByRole('button', { name: 'Add a step' }).click();
    await steps.getByLabel('Element: text or selector').fill('No such button');
    await steps.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Test the steps' }).click();
    await steps
      .getByRole('alert')
      .getByText(/no element/i)
      .waitFor();
    await steps.getByRole('img', { name: 'Page where the step failed' }).waitFor();
    await steps
      .getByRole('button', { name: /^Delete step/ })
      .last()
      .click();

    // A value becomes an input of the workflow, and the steps work.
    const typed = steps.getByRole('listitem').filter({ hasText: 'ada@example.com' });
    await typed.getByRole('button', { name: /^Edit step/ }).click();
    await steps.getByLabel('This value is').selectOption({ label: 'Asked for by each run' });
    await steps.getByLabel('Name of the input').fill('address');
    await steps.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Test the steps' }).click();
    await page.getByRole('button', { name: 'Start the test' }).click();
    await page.getByText('All steps work in a fresh browser.').waitFor();
    await page.getByRole('img', { name: 'Page after the last step' }).waitFor();

    // The login of the session is kept under the name that is filled in.
    const text = 'localStorage.setItem("member", "ada")';
    await service.post(`/v1/browser/${sid}`, { type: 'evaluate', text });
    await page.getByRole('button', { name: 'Save login' }).click();
    await page.getByLabel('Name of the login').press('Enter');
    await page.getByText(/The login was saved/).waitFor();
    const { logins } = (await service.get('/v1/logins')).json;
    assert.equal(logins.length, 1);

    // The steps are saved as a workflow under the name of the page.
    await page.getByRole('button', { name: 'Save as workflow' }).click();
    await page.getByLabel('Name of the workflow').fill('Subscribe');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Subscribe', exact: true }).waitFor();
    const [saved] = (await service.get('/v1/workflows')).json.workflows;
    assert.deepEqual(
      saved.steps
        .map(({ type, text: typedText }: { type: string; text?: string }) => typedText ?? type)
        .slice(0, 2),
      ['goto', '{{address}}'],
    );
    assert.equal(saved.inputs.properties.address.default, 'ada@example.com');

    // A monitor can watch where steps lead, if nobody must be asked.
    await page.goto(`${service.url}/#/sessions/${sid}`);
    await page.getByRole('button', { name: 'Watch the result' }).click();
    await page
      .getByRole('alert')
      .getByText(/nobody to ask for the input address/)
      .waitFor();
    await page.getByRole('button', { name: 'Undo all edits' }).click();
    await page.getByRole('button', { name: 'Watch the result' }).click();
    await page.getByRole('heading', { name: 'New monitor' }).waitFor();
    await page.getByText(/^Type “ada@example.com” into/).waitFor();

    // The session is closed.
    await page.goto(`${service.url}/#/sessions/${sid}`);
    await live.waitFor();
    await page.getByRole('button', { name: 'Close session' }).click();
    await page.getByText(/The session has ended/).waitFor();
    await until(
      async () => (await service.get(`/v1/browser/${sid}`)).json.status,
      (status) => status === 'closed',
    );
  },
};
