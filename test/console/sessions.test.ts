import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

test('browser sessions and workflows in the console', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.executable });
  const { page, problems } = await browser.signIn(service, { path: '#/sessions' });

  await t.test('a session is opened and its page is shown live', async () => {
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'sessions-empty'), []);
    await page.getByLabel('First page').fill(world.site.url('/'));
    await page.getByRole('button', { name: 'Open session' }).click();
    await page.locator('canvas').waitFor();
    await page.waitForFunction('document.querySelector("canvas").width > 300');
    assert.deepEqual(await pictureAndCheck(page, 'session'), []);
    assert.equal(await overflowsSideways(page), false);
  });

  await t.test('the mouse and the keyboard of the user reach the page', async () => {
    const sid = /sessions\/(ses_\w+)/.exec(page.url())?.[1] ?? '';
    const script = `(() => {
      document.body.innerHTML = '<input id="field" style="position:fixed;inset:0;width:100%;height:100%">';
      return true;
    })()`;
    await service.post(`/v1/browser/${sid}`, { type: 'evaluate', text: script });
    const view = page.getByRole('application');
    await view.click({ position: { x: 120, y: 120 } });
    await page.keyboard.type('Hello 42');
    await page.keyboard.press('Backspace');
    const read = async () => {
      const text = 'document.getElementById("field").value';
      return (await service.post(`/v1/browser/${sid}`, { type: 'evaluate', text })).json.result;
    };
    await until(read, (value) => value === 'Hello 4');
    await page
      .getByRole('list', { name: 'Recorded steps' })
      .getByText(/Type .*Hello 4/)
      .first()
      .waitFor();
  });

  await t.test('a finger scrolls the page, and a tap clicks', async () => {
    const sid = /sessions\/(ses_\w+)/.exec(page.url())?.[1] ?? '';
    const evaluate = async (text: string) =>
      (await service.post(`/v1/browser/${sid}`, { type: 'evaluate', text })).json.result;
    await evaluate(`(() => {
      document.body.innerHTML = '<main style="height:9000px"></main>';
      window.taps = 0;
      document.addEventListener('click', () => { window.taps += 1; });
      return true;
    })()`);
    const box = await page.getByRole('application').boundingBox();
    assert.ok(box !== null);
    const [x, y] = [box.x + 100, box.y + 250];
    const screen = await page.context().newCDPSession(page);
    await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
      screen.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x, y: at }] });
    await touch('touchStart', y);
    for (let moved = 20; moved <= 200; moved += 20) await touch('touchMove', y - moved);
    await touch('touchEnd', null);
    await until(
      () => evaluate('Math.round(scrollY)'),
      (value) => Number(value) > 100,
    );
    assert.equal(await evaluate('window.taps'), 0, 'a finger that scrolls does not click');
    await touch('touchStart', y);
    await touch('touchEnd', null);
    await until(
      () => evaluate('window.taps'),
      (value) => value === 1,
    );
    await screen.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await screen.detach();
  });

  await t.test('steps are performed and recorded, and the page is shown as text', async () => {
    await page.getByLabel('Address of the page').fill(world.site.url('/articles/notes-on-harbour-cranes'));
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    const steps = page.getByRole('list', { name: 'Recorded steps' });
    await steps.getByText(/Go to .*harbour-cranes/).waitFor();
    await page.getByRole('tab', { name: 'Page as text' }).click();
    await page.locator('.snapshot', { hasText: 'Notes on harbour cranes' }).waitFor();
    await page.getByLabel('Element: text or selector').fill('no such thing anywhere');
    await page.getByRole('button', { name: 'Perform' }).click();
    await page
      .getByRole('alert')
      .getByText(/no element/)
      .waitFor();
    await page.getByRole('tab', { name: /^Steps/ }).click();
  });

  await t.test('recorded steps are edited, and a test says which step failed and why', async () => {
    const steps = page.getByRole('list', { name: 'Recorded steps' });
    const items = steps.getByRole('listitem');
    const count = await items.count();
    await page.getByRole('button', { name: 'Add a step' }).click();
    await steps.getByLabel('Element: text or selector').fill('No such button');
    await steps.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: `Move step ${count + 1} up` }).click();
    await page.getByRole('button', { name: 'Test the steps' }).click();
    await page.getByText(`Step ${count} failed. The steps before it work.`).waitFor();
    const failed = items.nth(count - 1);
    await failed
      .getByRole('alert')
      .getByText(/no element/)
      .waitFor();
    await failed.getByRole('img', { name: 'Page where the step failed' }).waitFor();
    await items.nth(count).getByText('Not reached').waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'session-test-failed'), []);
    assert.equal(await overflowsSideways(page), false);
    const typed = items.filter({ hasText: 'Hello 4' }).first();
    await typed.getByRole('button', { name: /^Edit step/ }).click();
    await steps.getByLabel('This value is').selectOption({ label: 'Asked for by each run' });
    await steps.getByRole('button', { name: 'Apply' }).click();
    await steps.getByRole('alert').getByText('Name the input').waitFor();
    await steps.getByLabel('Name of the input').fill('greeting');
    assert.deepEqual(await pictureAndCheck(page, 'session-edit'), []);
    assert.equal(await overflowsSideways(page), false);
    await steps.getByRole('button', { name: 'Apply' }).click();
    await steps.getByText(/^Type the input greeting into/).waitFor();
    await page.getByText(/failed. The steps before it work/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Delete step ${count}` }).click();
    assert.equal(await items.count(), count);
    await page.getByRole('button', { name: 'Test the steps' }).click();
    await page.getByLabel('Input greeting').fill('Ahoy');
    await page.getByRole('button', { name: 'Start the test' }).click();
    await page.getByText('All steps work in a fresh browser.').waitFor();
    await page.getByRole('img', { name: 'Page after the last step' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'session-test-passed'), []);
    assert.deepEqual((await service.get('/v1/workflows')).json.workflows, [], 'a test leaves no workflow');
  });

  await t.test('the session is saved as a workflow, and its login is kept', async () => {
    const sid = /sessions\/(ses_\w+)/.exec(page.url())?.[1] ?? '';
    const text = 'localStorage.setItem("member", "ada")';
    await service.post(`/v1/browser/${sid}`, { type: 'evaluate', text });
    await page.getByRole('button', { name: 'Save login' }).click();
    await page.getByLabel('Name of the login').fill('harbour');
    await page.getByRole('button', { name: 'Save login' }).last().click();
    await page.getByText(/The login was saved/).waitFor();
    assert.equal((await service.get('/v1/logins')).json.logins[0].name, 'harbour');
    await page.getByRole('button', { name: 'Save as workflow' }).click();
    await page.getByLabel('Name of the workflow').fill('Read the cranes');
    await page.getByRole('button', { name: 'Save workflow' }).click();
    await page.getByRole('heading', { name: 'Read the cranes' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'workflow'), []);
    assert.equal(await overflowsSideways(page), false);
  });

  await t.test('steps are added, changed and moved', async () => {
    const steps = page.getByRole('region', { name: 'Steps of the workflow' });
    for (const step of [{ type: 'screenshot' }, { type: 'ask', question: 'Which crane?', name: 'crane' }]) {
      await steps.getByRole('button', { name: 'Add a step' }).click();
      await steps.getByRole('button', { name: 'Edit as JSON' }).click();
      await steps.getByRole('textbox', { name: 'Step as JSON' }).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(JSON.stringify(step));
      await steps.getByRole('button', { name: 'Apply' }).click();
    }
    await steps.getByText('Ask “Which crane?” “crane”').waitFor();
    await steps
      .getByRole('button', { name: /^Move step \d+ up$/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Save steps' }).click();
    // The message of the first save may still be shown, so the stored steps are what to wait for.
    const lastSteps = async () => (await service.get('/v1/workflows')).json.workflows[0].steps.slice(-2);
    await until(lastSteps, ([first, second]) => first.type === 'ask' && second.type === 'screenshot');
  });

  await t.test('a run asks, is answered, and shows its log and files', async () => {
    await page.getByRole('button', { name: 'Run now' }).click();
    const question = page.getByRole('form', { name: 'Question of the run' });
    await question.getByRole('heading', { name: 'Which crane?' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'run-question'), []);
    await question.getByLabel('Answer').fill('the green one');
    await question.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByRole('img').first().waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'run'), []);
    assert.equal(await overflowsSideways(page), false);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('button').first().click(),
    ]);
    assert.ok((await readFile(await download.path())).length > 1_000);
  });

  await t.test('the session is closed', async () => {
    await page.goto(`${service.url}/#/sessions`);
    await page.getByRole('table', { name: 'Sessions' }).getByRole('row').nth(1).click();
    // A connection that is opened while the session ends is an error in the log of the browser.
    await page.getByRole('application').waitFor();
    await page.getByRole('button', { name: 'Close session' }).click();
    await page.getByText(/The session has ended/).waitFor();
    await page.goto(`${service.url}/#/workflows`);
    await page.getByRole('row', { name: /Read the cranes/ }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'workflows'), []);
  });

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
