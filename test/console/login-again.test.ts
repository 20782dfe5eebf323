import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { until } from '../until.ts';
import { shopper, startWebShop } from '../world/web-shop.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

test('a login is kept with the steps that log in again', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const shop = await startWebShop();
  t.after(() => shop.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.executable });
  const { page, problems } = await browser.signIn(service, { path: '#/sessions' });
  const steps = page.getByRole('list', { name: 'Recorded steps' });

  await t.test('the user logs in by hand', async () => {
    await page.getByLabel('First page').fill(shop.url('/login'));
    await page.keyboard.press('Enter');
    const live = page.getByRole('application', { name: /^Page of the session/ });
    await live.waitFor();
    const sid = /sessions\/(ses_\w+)/.exec(page.url())?.[1] ?? '';
    await page.waitForFunction('document.querySelector("canvas").width > 300');
    const enter = async (type: string, text: string) => {
      const script = `(() => {
        const { x, y, width, height } = document.querySelector('[type=${type}]').getBoundingClientRect();
        return { x: (x + width / 2) / innerWidth, y: (y + height / 2) / innerHeight };
      })()`;
      const { x, y } = (await service.post(`/v1/browser/${sid}`, { type: 'evaluate', text: script })).json
        .result;
      const view = await live.boundingBox();
      assert.ok(view !== null);
      await live.click({ position: { x: x * view.width, y: y * view.height } });
      await page.keyboard.type(text);
    };
    await enter('email', shopper.email);
    await enter('password', shopper.password);
    await page.keyboard.press('Enter');
    await steps.getByText('Press Enter').waitFor();
    const placeOf = { type: 'evaluate', text: 'location.pathname' };
    await until(
      async () => (await service.post(`/v1/browser/${sid}`, placeOf)).json.result,
      (path) => path === '/account',
    );
    // The steps that looked at the page are not wanted.
    const unwanted = steps.getByRole('listitem').filter({ hasText: /Run the script/ });
    await unwanted.nth(2).waitFor();
    for (let left = await unwanted.count(); left > 0; left -= 1)
      await unwanted
        .first()
        .getByRole('button', { name: /^Delete step/ })
        .click();
    await steps.getByText(/^Type the input \w+ into/).waitFor();
    assert.equal(await steps.getByText(shopper.password).count(), 0, 'the password is not shown');
  });

  await t.test('the login is saved with its steps and the password', async () => {
    await page.getByRole('button', { name: 'Save login' }).click();
    const form = page.getByRole('form', { name: 'Save login' });
    await form.getByLabel('Log in again with these steps when the site asks for it').check();
    const save = form.getByRole('button', { name: 'Save login' });
    assert.equal(await save.isDisabled(), true, 'the password is required');
    await form.getByLabel(/^Input /).fill(shopper.password);
    assert.deepEqual(await pictureAndCheck(page, 'session-save-login'), []);
    assert.equal(await overflowsSideways(page), false);
    await save.click();
    await page.getByText(/The login was saved/).waitFor();
    const [login] = (await service.get('/v1/logins')).json.logins;
    assert.equal(typeof login.renewal.workflow, 'string');
  });

  await t.test('after the site has ended the session, the login renews itself', async () => {
    shop.logEverybodyOut();
    const [{ lid }] = (await service.get('/v1/logins')).json.logins;
    const request = { url: shop.url('/account'), login: lid, formats: ['markdown'] };
    const read = await until(
      async () => (await service.post('/v1/scrape', request)).json,
      ({ status }) => status === 'ok',
    );
    assert.match(read.markdown, /Logged in as ada@example\.com/);
    await page.goto(`${service.url}/#/logins`);
    await page.getByRole('row', { name: /OK.*Completed/ }).waitFor();
  });

  await t.test('no script failed and the policy rejected nothing', () => assert.deepEqual(problems, []));
});
