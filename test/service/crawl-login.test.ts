import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLoginVault } from '../../src/capabilities/sessions/logins/login-vault.ts';
import { deriveKey } from '../../src/domain/crypto/secret-keys.ts';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { hasDokuWiki, startDokuWiki } from '../applications/dokuwiki.ts';
import { until } from '../until.ts';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { hasEnded } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const member = { name: 'ada', password: 'quay and crane 7' };

/** Starts a service with a browser; null if this machine has none. */
async function startWithBrowser(t: TestContext): Promise<TestService | null> {
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser?.program == null) return null;
  return startTestService(t, { WEBDATA_BROWSER: browser.program.executable });
}

async function post(service: TestService, path: string, body: object): Promise<Json> {
  const { status, json } = await service.post(path, body);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

/** Waits until a job has ended or stands still. */
async function settledJob(service: TestService, jid: string): Promise<Json> {
  return until(
    async () => (await service.get(`/v1/jobs/${jid}`)).json,
    (job) => hasEnded(job) || (job.paused && job.progress.running === 0),
  );
}

async function resultsOf(service: TestService, jid: string): Promise<Json[]> {
  return (await service.get(`/v1/jobs/${jid}/results?limit=200`)).json.results;
}

/** Logs in to the wiki in a browser and saves the login. */
async function saveWikiLogin(service: TestService, loginUrl: string): Promise<string> {
  const { sid } = await post(service, '/v1/browser', { url: loginUrl });
  const step = (body: object) => post(service, `/v1/browser/${sid}`, body);
  await step({ type: 'type', target: 'input[name=u]', text: member.name });
  await step({ type: 'type', target: '#dw__login input[name=p]', text: member.password, submit: true });
  const { result } = await step({ type: 'save_login', name: 'wiki' });
  await service.request('DELETE', `/v1/browser/${sid}`);
  return result.lid;
}

test('a wiki behind a login', async (t) => {
  if (!(await hasDokuWiki())) return t.skip('the package dokuwiki is not installed');
  const service = await startWithBrowser(t);
  if (service === null) return t.skip('no browser on this machine');
  const names = ['anchors', 'berths', 'cranes', 'docks'];
  const pages = Object.fromEntries(
    names.map((name) => [
      name,
      `====== The ${name} ======\nOnly members know how the ${name} of the harbour are kept, and that is written here for them.\n\n[[start]]`,
    ]),
  );
  const start = `====== Members ======\nThe notes of the harbour for its members.\n\n${names.map((name) => `  * [[${name}]]`).join('\n')}\n`;
  const wiki = await startDokuWiki('127.0.0.21', { start, ...pages }, member);
  t.after(() => wiki.close());
  const url = wiki.url('/doku.php?id=start');
  const login = await saveWikiLogin(service, wiki.url('/doku.php?id=start&do=login'));
  const crawl = (query: string, body: object = {}) =>
    post(service, `/v1/crawl?login=${login}${query}`, { url, use_sitemap: false, limit: 7, ...body });

  await t.test('a crawl without it sees the login form only', async () => {
    const { jid } = await post(service, '/v1/crawl', { url, use_sitemap: false, limit: 2 });
    await settledJob(service, jid);
    const results = await resultsOf(service, jid);
    assert.doesNotMatch(JSON.stringify(results), /notes of the harbour/);
  });

  await t.test('is read, and stays logged in', async () => {
    const { jid } = await crawl('&max_age=600');
    const job = await settledJob(service, jid);
    assert.equal(job.status, 'completed', JSON.stringify(job.waiting));
    assert.ok(job.skipped.logout >= 1, JSON.stringify(job.skipped));
    const results = await resultsOf(service, jid);
    for (const name of names) {
      const page = results.find(({ final_url: at }) => new URL(at).searchParams.get('id') === name);
      assert.match(page?.markdown ?? '', new RegExp(`the ${name} of the harbour are kept`), name);
    }
    assert.deepEqual(
      results.filter((page) => new URL(page.url).searchParams.get('do') === 'logout'),
      [],
    );
    const { keys } = (await service.get('/.well-known/jwks.json')).json;
    for (const { receipt } of results) {
      assert.equal(receipt.login, login);
      assert.equal(verifyReceipt(receipt, keys).valid, true);
    }
    const read = await post(service, '/v1/scrape', { url, login });
    assert.match(read.markdown, /notes of the harbour for its members/);
    assert.equal((await service.get(`/v1/logins/${login}`)).json.status, 'ok');
    const { rows } = await service.pool.query(
      `select (select count(*) from page_cache)::int as cached, (select count(*) from read_pages where body like '%are kept%')::int as indexed`,
    );
    assert.deepEqual(rows, [{ cached: 0, indexed: 0 }]);
  });

  await t.test('is mapped', async () => {
    const map = await post(service, `/v1/map?login=${login}`, { url });
    assert.equal(map.receipt.login, login);
    const ids = map.links.map(({ url: link }: Json) => new URL(link).searchParams.get('id'));
    for (const name of names) assert.ok(ids.includes(name), name);
  });

  await t.test('a job whose session has ended waits for a new login', async () => {
    await wiki.logEverybodyOut();
    const { jid } = await crawl('');
    const paused = await settledJob(service, jid);
    assert.deepEqual(
      [paused.status, paused.paused, paused.waiting?.code, paused.waiting?.login, paused.waiting?.until],
      ['running', true, 'login_expired', login, null],
    );
    assert.deepEqual(await resultsOf(service, jid), []);
    assert.equal((await service.get(`/v1/logins/${login}`)).json.status, 'expired');
    assert.equal(await saveWikiLogin(service, wiki.url('/doku.php?id=start&do=login')), login);
    const resumed = await post(service, `/v1/jobs/${jid}/resume`, {});
    assert.deepEqual([resumed.paused, resumed.waiting], [false, null]);
    const job = await settledJob(service, jid);
    assert.equal(job.status, 'completed');
    assert.ok(job.progress.ok >= names.length + 1);
    assert.equal(job.progress.blocked, 0);
  });

  await t.test('a login that a workflow renews goes on by itself', async () => {
    const { id: workflow } = await post(service, '/v1/workflows', {
      name: 'Log in to the wiki',
      inputs: { type: 'object', properties: { password: { type: 'string' } }, required: ['password'] },
      steps: [
        { type: 'goto', url: wiki.url('/doku.php?id=start&do=login') },
        { type: 'type', target: 'input[name=u]', text: member.name },
        {
          type: 'type',
          target: '#dw__login input[name=p]',
          text: '{{password}}',
          secret: true,
          submit: true,
        },
      ],
    });
    const renewal = { workflow, inputs: { password: member.password } };
    const changed = await service.request('PATCH', `/v1/logins/${login}`, { body: { renewal } });
    assert.equal(changed.status, 200, JSON.stringify(changed.json));
    await wiki.logEverybodyOut();
    const { jid } = await crawl('');
    const job = await until(
      async () => (await service.get(`/v1/jobs/${jid}`)).json,
      (one) => hasEnded(one),
    );
    assert.equal(job.status, 'completed', JSON.stringify(job));
    assert.ok(job.progress.ok >= names.length + 1, JSON.stringify(job.progress));
    const { status, renewal: renewed } = (await service.get(`/v1/logins/${login}`)).json;
    assert.deepEqual([status, renewed.last.status], ['ok', 'completed']);
    await service.request('PATCH', `/v1/logins/${login}`, { body: { renewal: null } });
  });

  await t.test('a crawl of /v2 reads it, too', async () => {
    const started = await service.post('/v2/crawl', {
      url,
      limit: 4,
      login,
      crawlEntireDomain: true,
      sitemap: 'skip',
    });
    assert.deepEqual([started.status, started.json.warning], [200, undefined]);
    const job = await until(
      async () => (await service.get(`/v2/crawl/${started.json.id}`)).json,
      ({ status }) => status !== 'scraping',
    );
    assert.match(job.data[0].markdown, /notes of the harbour for its members/);
  });
});

/** A site with sessions in memory; `logins` counts those that were started. */
async function startMemberSite(t: TestContext, pages: Record<string, (body: string) => Answer>) {
  let session = 'first';
  const wall: Answer = {
    status: 401,
    body: '<!doctype html><title>Log in</title><form method="post"><input name="user"><input type="password" name="pass"><button>Log in</button></form>',
  };
  const page = (title: string, links: string): string =>
    `<!doctype html><title>${title}</title><nav><a href="/logout">Log out</a></nav><main><h1>${title}</h1><p>${`What the ${title} is for and who keeps it. `.repeat(20)}</p>${links}</main>`;
  const paths = Object.keys(pages);
  const links = ['one', 'two', ...paths, 'three', 'four']
    .map((path) => `<a href="/${path}">${path}</a>`)
    .join(' ');
  const isMember = (cookie: string | undefined) => cookie?.includes(`session=${session}`) === true;
  const site = await startLoopbackServer('127.0.0.22', () => {
    const routes = new Map<string, Route>();
    for (const path of ['', 'one', 'two', 'three', 'four', ...paths]) {
      routes.set(`/${path}`, (request) => {
        if (!isMember(request.headers.cookie)) return wall;
        const body = page(path || 'start', path === '' ? links : '');
        return pages[path]?.(body) ?? { body };
      });
    }
    return routes;
  });
  t.after(() => site.close());
  return {
    site,
    wall,
    endSession(next: string) {
      session = next;
    },
  };
}

async function saveSession(service: TestService, url: string, value: string): Promise<string> {
  const key = deriveKey('a root secret for tests alone', 'login');
  const vault = createLoginVault({ database: service.database, key, clock: { now: () => new Date() } });
  const accountId = (await service.get('/v1/account')).json.account_id;
  const cookie = {
    name: 'session',
    value,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  };
  const state = { cookies: [cookie], origins: [] };
  return (await vault.save({ accountId, name: 'members', url, country: null, state })).lid;
}

test('pages that ask for a login during a crawl', async (t) => {
  const service = await startWithBrowser(t);
  if (service === null) return t.skip('no browser on this machine');

  await t.test('a page that is closed to this user does not stop the crawl', async (t) => {
    const members = await startMemberSite(t, { vault: () => members.wall });
    const login = await saveSession(service, members.site.url('/'), 'first');
    const { jid } = await post(service, `/v1/crawl?login=${login}`, {
      url: members.site.url('/'),
      use_sitemap: false,
    });
    const job = await settledJob(service, jid);
    assert.deepEqual([job.status, job.progress.ok, job.progress.blocked], ['completed', 5, 1]);
    assert.equal(job.skipped.logout, 1);
    assert.equal((await service.get(`/v1/logins/${login}`)).json.status, 'ok');
  });

  await t.test('a link that ends the session without saying so is found, and left out', async (t) => {
    const sessions = ['second', 'third'];
    const members = await startMemberSite(t, {
      desk: () => {
        members.endSession(sessions.shift() ?? 'none');
        return members.wall;
      },
    });
    const login = await saveSession(service, members.site.url('/'), 'first');
    const { jid } = await post(service, `/v1/crawl?login=${login}&max_concurrency=1`, {
      url: members.site.url('/'),
      use_sitemap: false,
    });
    const paused = await settledJob(service, jid);
    assert.equal(paused.waiting?.code, 'login_expired', JSON.stringify(paused));
    await saveSession(service, members.site.url('/'), 'second');
    await post(service, `/v1/jobs/${jid}/resume`, {});
    const again = await settledJob(service, jid);
    // The page was read when the session was known to live, and ended it.
    assert.deepEqual([again.waiting?.code, again.skipped.logout], ['login_expired', 2]);
    await saveSession(service, members.site.url('/'), 'third');
    await post(service, `/v1/jobs/${jid}/resume`, {});
    const job = await settledJob(service, jid);
    assert.deepEqual([job.status, job.progress.ok, job.progress.blocked], ['completed', 5, 0]);
  });

  await t.test('a login of another site, or of nobody, is refused', async () => {
    const login = await saveSession(service, 'http://127.0.0.23/', 'any');
    for (const id of [login, 'login_unknown']) {
      const { status, json } = await service.post(`/v1/crawl?login=${id}`, { url: 'http://127.0.0.22/' });
      assert.deepEqual([status, json.errors?.[0]?.pointer], [422, '/query/login'], JSON.stringify(json));
    }
  });
});
