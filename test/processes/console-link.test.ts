import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHome } from '../service-process.ts';

test('the command "console" prints a link that signs in once and is in no log', async (t) => {
  const home = await openHome();
  t.after(() => home.close());
  const service = await home.start({ WEBDATA_LOG_LEVEL: 'debug' });
  const { port } = new URL(service.url);
  const printed = await home.launch({ PORT: port }, ['console']).ended;
  assert.equal(printed.code, 0, printed.stderr);
  assert.match(printed.stderr, /signs in once, within an hour/);
  assert.doesNotMatch(printed.stderr, /no service answers/);
  const link = printed.stdout.trim();
  const token = new URL(link).searchParams.get('token') ?? '';
  assert.equal(link, `${service.url}/?token=${token}`);

  // The browser opens the link, and its page exchanges the token.
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 200);
  assert.equal((await page.text()).includes(token), false);
  const exchange = () =>
    fetch(`${service.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url },
      body: JSON.stringify({ token }),
    });
  const signedIn = await exchange();
  assert.equal(signedIn.status, 200);
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const account = await fetch(`${service.url}/v1/account`, { headers: { cookie } });
  assert.equal(account.status, 200);
  assert.equal((await exchange()).status, 401);

  const { stdout, stderr } = await service.stop();
  const log = stdout + stderr;
  assert.match(log, /database migrated/);
  assert.equal(log.includes(token), false, 'the token is in the log');
  assert.equal(log.includes(cookie.replace(/^[^=]*=/, '')), false, 'the session is in the log');

  const afterwards = await home.launch({ PORT: port }, ['console']).ended;
  assert.match(afterwards.stderr, /no service answers at this address yet/);
  assert.match(afterwards.stdout, /\?token=/);
});
