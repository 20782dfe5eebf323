import assert from 'node:assert/strict';
import { startWebhookReceiver } from '../../world/webhook-receiver.ts';
import type { Journey } from './journey.ts';

/** Watches a section of a page: chooses it, sees its text and the schedule, tests the recipient, and gets a first version. */
export const watchSomething: Journey = {
  name: 'watch something',
  async walk({ t, page, service, world, isPhone }) {
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    await page.goto(`${service.url}/#/monitors/new`);

    // Enter opens the page to choose a section, because none is chosen so far.
    await page.getByLabel('Address of the page').fill(world.site.url('/'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Picture of the page/ }).waitFor();

    // A section is chosen from the list beside the picture, with the keyboard.
    const sections = page.getByRole('group', { name: 'Sections of the page' });
    await sections.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    const wanted = sections.getByRole('radio', { name: /^Latest articles/ });
    for (let moves = 0; moves < 10 && !(await wanted.isChecked()); moves += 1)
      await page.keyboard.press('ArrowDown');
    assert.ok(await wanted.isChecked());
    await page.getByText(/^Watched text: .*Notes on harbour cranes/).waitFor();

    // The schedule says in words when it checks, and when next.
    await page.getByLabel('Schedule', { exact: true }).selectOption({ label: 'At a time of the day' });
    await page.getByLabel('Time of the day').fill('07:00');
    await page.getByText(/^every day at 07:00 .*next on \w{3}, \w{3} \d+, \d\d:\d\d$/).waitFor();

    // The recipient gets a test before anything is saved.
    await page.getByLabel('Webhooks').fill(receiver.url('/changes'));
    await page.getByRole('button', { name: 'Send a test' }).click();
    const results = page.getByRole('list', { name: 'Results of the test' });
    await results.getByText('Delivered').waitFor();
    assert.equal(receiver.messages('/changes').length, 1);
    assert.deepEqual((await service.get('/v1/monitors')).json.monitors, []);

    // The monitor is saved, and its page shows the first version of the section.
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.getByText('This is the first version.').waitFor();
    const [monitor] = (await service.get('/v1/monitors')).json.monitors;
    assert.deepEqual(monitor.watch, { kind: 'section', focus: 'Latest articles' });
    assert.equal(monitor.schedule.cron, '0 7 * * *');
    if (isPhone) return;
    await page.getByRole('tab', { name: 'Current version' }).click();
    await page
      .getByRole('region', { name: 'Current version' })
      .getByText('Notes on harbour cranes')
      .first()
      .waitFor();
  },
};
