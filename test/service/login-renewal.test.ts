import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { oneTimeCode } from '../../src/domain/secrets/one-time-code.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { hasEnded } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const password = 'quay and crane 7';
const secret = 'otpauth://totp/pier:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const hourMs = 60 * 60_000;

const form = (error: string) =>
  `<!doctype html><title>Log in</title>${error}<form method="get" action="/enter"><label>Name <input name="user"></label><label>Password <input type="password" name="pass"></label><label>Code <input name="code"></label><button>Log in</button></form>`;

/** A site whose members log in with a password and a code. `sessions` is the number of logins so far. */
async function startPier(t: TestContext, address: string, clock: { now(): Date }) {
  const state = { sessions: 0, valid: '', isClosed: false };
  const wall: Answer = { status: 401, body: form('') };
  const page = (name: string, links: string): Answer => ({
    body: `<!doctype html><title>${name}</title><a href="/logout">Log out</a><main><h1>${name}</h1><p>${`Only members know how the ${name} is kept. `.repeat(20)}</p>${links}</main>`,
  });
  const names = ['one', 'two', 'three', 'four'];
  const links = names.map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  const site = await startLoopbackServer(address, () => {
    const routes = new Map<string, Route>();
    for (const name of ['', ...names]) {
      routes.set(`/${name}`, (request) =>
        state.valid !== '' && request.headers.cookie?.includes(`session=${state.valid}`)
          ? page(name || 'pier', name === '' ? links : '')
          : wall,
      );
    }
    routes.set('/login', () => ({ body: form('') }));
    routes.set('/enter', (request) => {
      const query = new URL(request.url ?? '', 'http://pier').searchParams;
      const now = clock.now().getTime();
      const codes = [oneTimeCode(secret, new Date(now)), oneTimeCode(secret, new Date(now - 30_000))];
      const isRight = query.get('pass') === password && codes.includes(query.get('code'));
      if (!isRight || state.isClosed) return { body: form('<p>Wrong password or code.</p>') };
      state.sessions += 1;
      state.valid = `s${state.sessions}`;
      return {
        status: 302,
        headers: { location: '/', 'set-cookie': `session=${state.valid}; Path=/` },
        body: '',
      };
    });
    return routes;
  });
  t.after(() => site.close());
  return {
    url: (path: string) => site.url(path),
    state,
    endSessions() {
      state.valid = 'none';
    },
  };
}

type Pier = Awaited<ReturnType<typeof startPier>>;

const loginSteps = (pier: Pier) => [
  { type: 'goto', url: pier.url('/login') },
  { type: 'type', target: 'Name', text: 'ada' },
  { type: 'type', target: 'Password', text: '{{password}}', secret: true },
  { type: 'type', target: 'Code', text: '{{code}}', secret: true, submit: true },
];

async function start(t: TestContext) {
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser?.program == null) return null;
  const time = { ahead: 0 };
  const clock = { now: () => new Date(Date.now() + time.ahead) };
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program.executable }, { clock });
  return { service, time, clock };
}

async function post(service: TestService, path: string, body: object): Promise<Json> {
  const { status, json } = await service.post(path, body);
  assert.equal(status, 200, `${path} ${JSON.stringify(json)}`);
  return json;
}

async function patch(
  service: TestService,
  lid: string,
  body: object,
): Promise<{ status: number; json: Json }> {
  return service.request('PATCH', `/v1/logins/${lid}`, { body });
}

async function loginOf(service: TestService, lid: string): Promise<Json> {
  return (await service.get(`/v1/logins/${lid}`)).json;
}

async function settledJob(service: TestService, jid: string): Promise<Json> {
  return until(
    async () => (await service.get(`/v1/jobs/${jid}`)).json,
    (job) =>
      hasEnded(job) || (job.paused && job.progress.running === 0 && job.waiting?.renewal === undefined),
  );
}

/** Saves a login by hand, and a workflow that logs in. */
async function saveLogin(service: TestService, pier: Pier) {
  const { sid } = await post(service, '/v1/browser', { url: pier.url('/login') });
  const step = (body: object) => post(service, `/v1/browser/${sid}`, body);
  await step({ type: 'type', target: 'Password', text: password });
  await step({ type: 'type', target: 'Code', text: oneTimeCode(secret, new Date()) ?? '', submit: true });
  const { result } = await step({ type: 'save_login', name: 'pier' });
  await service.request('DELETE', `/v1/browser/${sid}`);
  const { id: workflow } = await post(service, '/v1/workflows', {
    name: 'Log in to the pier',
    inputs: {
      type: 'object',
      properties: { password: { type: 'string' }, code: { type: 'string' } },
      required: ['password', 'code'],
    },
    steps: loginSteps(pier),
  });
  return { lid: result.lid as string, workflow: workflow as string };
}

test('logins that renew themselves', async (t) => {
  const started = await start(t);
  if (started === null) return t.skip('no browser on this machine');
  const { service, time, clock } = started;
  const pier = await startPier(t, '127.0.0.22', clock);
  const { lid, workflow } = await saveLogin(service, pier);
  const inputs = { password, code: secret };

  await t.test('the renewal is checked, and its inputs are never shown', async () => {
    const bad = await patch(service, lid, { renewal: { workflow, inputs: { password } } });
    assert.deepEqual([bad.status, bad.json.errors[0].pointer], [422, '/renewal/inputs']);
    const often = { workflow, inputs, schedule: { every: '30m' } };
    const tooOften = await patch(service, lid, { renewal: often });
    assert.deepEqual([tooOften.status, tooOften.json.errors[0].pointer], [422, '/renewal/schedule']);
    const unknown = await patch(service, lid, { renewal: { workflow: 'wf_none' } });
    assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [422, '/renewal/workflow']);
    const own = await post(service, '/v1/workflows', {
      name: 'own',
      login: lid,
      steps: loginSteps(pier).slice(0, 1),
    });
    const circle = await patch(service, lid, { renewal: { workflow: own.id } });
    assert.deepEqual([circle.status, circle.json.errors[0].pointer], [422, '/renewal/workflow']);
    const set = await patch(service, lid, { renewal: { workflow, inputs } });
    assert.equal(set.status, 200, JSON.stringify(set.json));
    assert.deepEqual(set.json.renewal, { workflow, schedule: null, next_run_at: null, last: null });
    for (const table of ['logins', 'requests', 'workflow_runs', 'audit_log']) {
      const { rows } = await service.pool.query(`select * from ${table}`).catch(() => ({ rows: [] }));
      assert.ok(!JSON.stringify(rows).includes(password), table);
    }
    const replaced = await service.request('PUT', `/v1/workflows/${workflow}`, {
      body: { name: 'loop', login: lid, steps: loginSteps(pier).slice(0, 1) },
    });
    assert.deepEqual([replaced.status, replaced.json.errors?.[0].pointer], [422, '/login']);
  });

  await t.test('a scrape that meets the login form continues after the renewal', async () => {
    pier.endSessions();
    const before = pier.state.sessions;
    const [first, second] = await Promise.all([
      post(service, '/v1/scrape', { url: pier.url('/one'), login: lid }),
      post(service, '/v1/scrape', { url: pier.url('/two'), login: lid }),
    ]);
    for (const page of [first, second]) assert.equal(page.status, 'ok', JSON.stringify(page.error));
    assert.match(first.markdown, /how the one is kept/);
    assert.equal(first.receipt.login, lid);
    assert.equal(pier.state.sessions, before + 1, 'both waited for the same renewal');
    const { status, renewal } = await loginOf(service, lid);
    assert.deepEqual([status, renewal.last.status, renewal.last.error], ['ok', 'completed', null]);
    const run = (await service.get(`/v1/runs/${renewal.last.run_id}`)).json;
    assert.equal(run.credits, 1);
    assert.ok(!JSON.stringify(run).includes(password) && !JSON.stringify(run).includes('JBSWY'));
  });

  await t.test('it is renewed at most once per hour, also by many that wait', async () => {
    pier.endSessions();
    const before = pier.state.sessions;
    const page = await post(service, '/v1/scrape', { url: pier.url('/one'), login: lid });
    assert.equal(page.error.code, 'login_required');
    assert.equal(pier.state.sessions, before);
    assert.equal((await loginOf(service, lid)).status, 'expired');
  });

  await t.test('a crawl waits for the renewal and goes on', async () => {
    time.ahead += 1.1 * hourMs;
    pier.endSessions();
    const before = pier.state.sessions;
    const { jid } = await post(service, `/v1/crawl?login=${lid}`, { url: pier.url('/'), use_sitemap: false });
    const job = await settledJob(service, jid);
    assert.deepEqual([job.status, job.progress.ok, job.waiting], ['completed', 5, null], JSON.stringify(job));
    assert.equal(pier.state.sessions, before + 1);
  });

  await t.test('a workflow with the login repeats its step after the renewal', async () => {
    time.ahead += 1.1 * hourMs;
    const { id } = await post(service, '/v1/workflows', {
      name: 'Read the pier',
      login: lid,
      steps: [
        { type: 'goto', url: pier.url('/') },
        { type: 'click', target: 'two' },
        { type: 'read', save_as: 'text' },
      ],
    });
    pier.endSessions();
    const { run_id: runId } = await post(service, `/v1/workflows/${id}/runs`, {});
    const run = await until(
      async () => (await service.get(`/v1/runs/${runId}`)).json,
      ({ status }) => !['queued', 'running'].includes(status),
    );
    assert.equal(run.status, 'completed', JSON.stringify(run.error));
  });

  await t.test('monitors read on after it', async () => {
    time.ahead += 1.1 * hourMs;
    const monitor = await post(service, '/v1/monitors', {
      url: pier.url('/one'),
      login: lid,
      watch: { kind: 'page' },
    });
    await until(
      async () => (await service.get(`/v1/monitors/${monitor.mid}`)).json,
      ({ latest_check: latest }) => latest != null,
    );
    pier.endSessions();
    const before = pier.state.sessions;
    await post(service, `/v1/monitors/${monitor.mid}/run`, {});
    const { latest_check: check } = await until(
      async () => (await service.get(`/v1/monitors/${monitor.mid}`)).json,
      ({ latest_check: latest }) => latest?.check === 2,
    );
    assert.equal(check.state, 'same', JSON.stringify(check));
    assert.equal(pier.state.sessions, before + 1);
  });

  await t.test('on a schedule it is renewed before the session ends', async () => {
    const set = await patch(service, lid, { renewal: { workflow, inputs, schedule: { every: '6h' } } });
    assert.ok(Date.parse(set.json.renewal.next_run_at) > Date.now());
    const before = pier.state.sessions;
    time.ahead += 7 * hourMs;
    await until(
      async () => loginOf(service, lid),
      ({ renewal }) => renewal.last?.status === 'completed',
    );
    assert.equal(pier.state.sessions, before + 1);
    assert.equal((await post(service, '/v1/scrape', { url: pier.url('/one'), login: lid })).status, 'ok');
  });

  await t.test('if the renewal fails, the owner is notified once, and a crawl stays paused', async (t) => {
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    await patch(service, lid, { webhook: receiver.url('/login'), renewal: { workflow, inputs } });
    pier.state.isClosed = true;
    pier.endSessions();
    const { jid } = await post(service, `/v1/crawl?login=${lid}`, { url: pier.url('/'), use_sitemap: false });
    const job = await settledJob(service, jid);
    assert.deepEqual([job.paused, job.waiting.code, job.waiting.renewal], [true, 'login_expired', undefined]);
    for (let at = 0; at < 3; at += 1) {
      time.ahead += 0.6 * hourMs;
      assert.equal(
        (await post(service, '/v1/scrape', { url: pier.url('/one'), login: lid })).status,
        'blocked',
      );
    }
    const { status, renewal } = await loginOf(service, lid);
    assert.deepEqual(
      [status, renewal.last.status, renewal.last.error.code],
      ['expired', 'failed', 'login_required'],
    );
    const [event] = await receiver.arrived(1, '/login');
    const { type, data } = event?.body ?? {};
    assert.deepEqual([type, data.lid, data.error.code], ['login.expired', lid, 'login_required']);
    const { rows } = await service.pool.query(
      `select count(*)::int as events from deliveries where type = 'login.expired'`,
    );
    assert.deepEqual(rows, [{ events: 1 }]);
  });
});
