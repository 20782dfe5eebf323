import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startExitWorld } from '../world/exit-world.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

type Attempt = { route: string; outcome: string; exit_country: string | null };

const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };

test('pages fetched through the exits of a file', needsLinux, async (t) => {
  const world = await startExitWorld();
  t.after(() => world.close());
  const { site, proxies } = world;
  const service = await startTestService(t, { WEBDATA_EXITS: world.file });
  const scrape = async (body: object) => (await service.post('/v1/scrape', body)).json;
  const routes = (page: { receipt: { attempts: Attempt[] } }) =>
    page.receipt.attempts.map(({ route, outcome }) => `${route} ${outcome}`);

  await t.test('the first exit is used, and its country is verified', async () => {
    const page = await scrape({ url: site.url('/') });
    assert.match(page.markdown, /from 127\.0\.0\.41/);
    const { exit, credits, route } = page.receipt;
    assert.deepEqual([route, credits], ['http', 1]);
    assert.deepEqual([exit.country, exit.city, exit.ip, exit.verified], ['NL', 'Delft', '127.0.0.41', true]);
    assert.deepEqual(exit.evidence, [{ source: 'geo', country: 'NL', db_date: null }]);
    assert.deepEqual(page.warnings, []);
    assert.equal(page.receipt.attempts[0].exit_country, 'NL');
  });

  await t.test(
    'a country is reached through the network that has an exit there, in its own session',
    async () => {
      const page = await scrape({ url: site.url('/'), country: 'de', strict_country: true });
      assert.match(page.markdown, /from 127\.0\.0\.46/);
      const { exit, credits, route } = page.receipt;
      assert.deepEqual([exit.country, exit.verified, route, credits], ['DE', true, 'residential', 5]);
      const users = new Set(proxies.residentialInGermany.users);
      await scrape({ url: site.url('/?again'), country: 'DE' });
      assert.deepEqual(new Set(proxies.residentialInGermany.users), users);
      assert.match(
        proxies.residentialInGermany.users.at(-1) ?? '',
        /^customer-country-de-session-[a-z0-9]{12}$/,
      );
    },
  );

  await t.test('an exit with a wrong country is not used for that country', async () => {
    const before = site.hits;
    const strict = await scrape({ url: site.url('/'), country: 'FR', strict_country: true });
    assert.deepEqual([strict.status, strict.error.code], ['unavailable', 'country_unavailable']);
    assert.deepEqual([strict.receipt.credits, strict.receipt.exit, site.hits], [0, null, before]);
    const loose = await scrape({ url: site.url('/'), country: 'FR' });
    assert.deepEqual(
      [loose.status, loose.receipt.exit.country, loose.warnings[0].code],
      ['ok', 'NL', 'country_not_used'],
    );
    const nowhere = await scrape({ url: site.url('/'), country: 'JP', strict_country: true });
    assert.equal(nowhere.error.code, 'not_configured');
  });

  await t.test('an exit that moves while a page is read does not return a page of that country', async () => {
    const page = await scrape({ url: site.url('/moving'), country: 'AT', strict_country: true });
    assert.deepEqual(
      [page.status, page.error.code, page.receipt.credits],
      ['unavailable', 'country_unavailable', 0],
    );
    assert.ok(routes(page).includes('http country_unavailable'), JSON.stringify(routes(page)));
  });

  await t.test('a session states for each network why it has no exit in the country', async () => {
    const opened = await service.post('/v1/browser', { country: 'FR', strict_country: true });
    assert.deepEqual([opened.status, opened.json.code], [503, 'unavailable']);
    assert.match(opened.json.detail, /network service in FR can be used \(liar was seen in US\)/);
    assert.match(opened.json.detail, /network residential in FR is configured/);
  });

  await t.test('a dead exit is paused in all processes', async () => {
    const page = await scrape({ url: site.url('/'), country: 'ES', strict_country: true });
    assert.deepEqual([page.error.code, page.receipt.credits], ['country_unavailable', 0]);
    const { rows } = await service.pool.query('select * from exit_health');
    assert.deepEqual([rows.length, rows[0].exit_id], [1, 'dead']);
    await proxies.dead.revive();
    await service.pool.query(`update exit_health set rests_until = now() - interval '1 minute'`);
    // The process reads the state of others at intervals.
    await until(async () => {
      await scrape({ url: site.url('/'), country: 'ES' });
      return (await service.pool.query('select * from exit_health')).rows.length === 0;
    });
  });

  await t.test('a block is passed by the cheapest route that works, within the allowed cost', async () => {
    const passed = await scrape({ url: site.url('/for-homes') });
    assert.deepEqual([passed.status, passed.receipt.route, passed.receipt.credits], ['ok', 'residential', 5]);
    assert.deepEqual(routes(passed), ['http challenge', 'residential ok']);
    assert.deepEqual(passed.receipt.charges, [{ item: 'residential', credits: 5 }]);
    const capped = await scrape({ url: site.url('/for-homes'), max_credits: 4 });
    assert.deepEqual(
      [capped.status, capped.error.code, capped.receipt.credits],
      ['budget_exhausted', 'max_credits', 0],
    );
    assert.deepEqual(routes(capped), ['http challenge']);
    const own = await scrape({ url: site.url('/for-homes'), network: 'service' });
    assert.deepEqual([own.status, own.receipt.credits, routes(own)], ['blocked', 0, ['http challenge']]);
    const direct = await scrape({ url: site.url('/for-homes'), network: 'residential' });
    assert.deepEqual(routes(direct), ['residential ok']);
  });

  await t.test(
    'a crawl uses only its own network unless the options allow escalation, and up to their limit',
    async () => {
      const crawled = async (query: string) => {
        const { json } = await service.post(`/v1/crawl${query}`, { url: site.url('/for-homes'), limit: 1 });
        const job = await endedJob(service, json.jid);
        assert.equal(job.status, 'completed', JSON.stringify(job));
        const { results } = (await service.get(`/v1/jobs/${json.jid}/results`)).json;
        return [results[0].status, job.credits.charged, job.credits.reserved];
      };
      assert.deepEqual(await crawled(''), ['blocked', 0, 0]);
      assert.deepEqual(await crawled('?network=auto&max_credits=10'), ['ok', 5, 0]);
      assert.deepEqual(await crawled('?network=auto&max_credits=4'), ['budget_exhausted', 0, 0]);
      const dry = await service.post('/v1/crawl?network=auto&dry_run=true', { url: site.url('/'), limit: 2 });
      assert.equal(dry.json.estimate.max, 50);
    },
  );

  await t.test('the unblock network is used last, and charged if it worked', async () => {
    const passed = await scrape({ url: site.url('/for-unblockers') });
    assert.deepEqual([passed.status, passed.receipt.route, passed.receipt.credits], ['ok', 'unblock', 25]);
    assert.deepEqual(routes(passed), ['http challenge', 'residential challenge', 'unblock ok']);
    const nobody = await scrape({ url: site.url('/for-nobody') });
    assert.deepEqual([nobody.status, nobody.error.code, nobody.receipt.credits], ['blocked', 'challenge', 0]);
    assert.equal(routes(nobody).length, 3);
  });

  await t.test('rate-limited pages and login walls are not retried through other routes', async () => {
    for (const [path, code] of [
      ['/busy', 'rate_limited'],
      ['/members', 'login_required'],
    ]) {
      const page = await scrape({ url: site.url(path as string) });
      assert.deepEqual([page.error.code, page.receipt.attempts.length], [code, 1], path);
    }
  });

  await t.test(
    'a route that the account cannot pay for is not tried, and no reservation remains',
    async () => {
      const account = { WEBDATA_UNLIMITED: 'false', WEBDATA_PLAN_CREDITS: '3' };
      const poor = await startTestService(t, { WEBDATA_EXITS: world.file, ...account });
      const { json: page } = await poor.post('/v1/scrape', { url: site.url('/for-homes') });
      assert.deepEqual([page.status, page.error.code], ['budget_exhausted', 'account_credits']);
      assert.deepEqual(routes(page), ['http challenge']);
      const { credits } = (await poor.get('/v1/account')).json;
      assert.deepEqual([credits.available, credits.reserved], [3, 0]);
    },
  );

  await t.test('a crawl for an unavailable country ends before the first page', async () => {
    const { jid } = (
      await service.post('/v1/crawl', { url: site.url('/'), country: 'FR', strict_country: true })
    ).json;
    const job = await endedJob(service, jid);
    assert.deepEqual([job.status, job.error.code, job.credits.charged], ['failed', 'country_unavailable', 0]);
    assert.equal((await service.get(`/v1/jobs/${jid}/results`)).json.total, 0);
  });

  await t.test(
    'catalog and health list the exits without secrets, and /v1/ip returns the address of the caller',
    async () => {
      const { networks } = (await service.get('/v1/catalog', { key: null })).json;
      const listed = (countries: string[], verified: string[]) =>
        countries.map((country) => ({ country, verified: verified.includes(country) }));
      assert.deepEqual(networks, [
        { network: 'service', countries: listed(['AT', 'ES', 'FR', 'NL'], ['NL']), verified: true },
        { network: 'residential', countries: listed(['DE', 'NL'], ['DE', 'NL']), verified: true },
        { network: 'unblock', countries: listed(['NL'], ['NL']), verified: true },
      ]);
      const health = (await service.get('/v1/health', { key: null })).json;
      assert.match(health.checks['exit honest'].detail, /^service, NL, verified in NL/);
      assert.equal(health.checks['exit liar'].status, 'degraded');
      assert.deepEqual((await service.get('/v1/ip', { key: null })).json, { ip: '127.0.0.1' });
      const { rows } = await service.pool.query('select receipt::text as text from receipts');
      const reported = JSON.stringify([networks, health, rows]);
      for (const secret of world.secrets) assert.ok(!reported.includes(secret));
      assert.ok(!JSON.stringify(health).includes('127.0.0.4'));
    },
  );
});
