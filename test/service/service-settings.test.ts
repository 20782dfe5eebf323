import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startSearchServer } from '../world/search-server.ts';
import { startTestService, type TestService } from './running-service.ts';

const path = '/v1/admin/settings';

interface Row {
  variable: string;
  value: string | null;
  is_set: boolean;
  source: string;
  is_live: boolean;
}

const change = (service: TestService, settings: Record<string, string | null>) =>
  service.request('PATCH', path, { body: { settings } });

async function rowsOf(service: TestService): Promise<Record<string, Row>> {
  const { json } = await service.get(path);
  return Object.fromEntries((json.settings as Row[]).map((row) => [row.variable, row]));
}

/** Starts a SearXNG whose only page has a title. */
function startSearch(title: string) {
  return startSearchServer('searxng', [{ url: 'https://quay.example/', title, text: 'Cranes of the quay' }]);
}

test('an operator sets, changes and removes the search provider of a running service', async (t) => {
  const [first, second] = await Promise.all([startSearch('First quay'), startSearch('Second quay')]);
  t.after(() => Promise.all([first.close(), second.close()]));
  const service = await startTestService(t);
  const search = async (query: string) => service.post('/v1/search', { query });
  assert.equal((await search('quay cranes')).json.code, 'not_configured');
  const { WEBDATA_SEARCH: before } = await rowsOf(service);
  assert.deepEqual([before?.source, before?.is_set, before?.is_live], ['default', false, true]);

  const changed = await change(service, { WEBDATA_SEARCH: `searxng=${first.url}` });
  assert.equal(changed.status, 200, JSON.stringify(changed.json));
  const { WEBDATA_SEARCH: set } = await rowsOf(service);
  assert.deepEqual([set?.source, set?.is_set, set?.value], ['database', true, null]);
  assert.deepEqual(
    changed.json.settings.find(({ variable }: Row) => variable === 'WEBDATA_SEARCH'),
    set,
  );
  const two = await search('cranes');
  assert.equal(two.json.results?.[0]?.title, 'First quay', JSON.stringify(two.json));
  const { json: tested } = await service.post('/v1/doctor', { parts: ['search'] });
  assert.deepEqual(Object.keys(tested.checks), ['search']);
  assert.equal(tested.checks.search.status, 'ok', tested.checks.search.detail);

  await change(service, { WEBDATA_SEARCH: `searxng=${second.url}` });
  assert.equal((await search('cranes quay')).json.results[0].title, 'Second quay');
  await change(service, { WEBDATA_SEARCH: null });
  assert.equal((await search('quay')).json.code, 'not_configured');
  assert.equal((await rowsOf(service)).WEBDATA_SEARCH?.source, 'default');
});

test('a provider that is set later searches the pages that are read from then on', async (t) => {
  const body =
    '<!DOCTYPE html><html lang="en"><title>Crane 9</title><body><main><h1>Crane 9</h1><p>The harbour crane nine lifts heavy turbines every single morning.</p></main>';
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/9', { body }]]));
  t.after(() => site.close());
  const service = await startTestService(t);
  await change(service, { WEBDATA_SEARCH: 'local' });
  await service.post('/v1/scrape', { url: site.url('/9'), max_age: 0 });
  const { json } = await service.post('/v1/search', { query: 'turbines' });
  assert.equal(json.results[0]?.title, 'Crane 9');
});

test('values are kept encrypted and out of the audit log, and wrong ones are refused', async (t) => {
  const service = await startTestService(t, { WEBDATA_MAIL_FROM: 'quay@data.test' });
  const password = 'harbour-gate-47';
  const smtp = `smtp://ada:${password}@127.0.0.11:2525`;
  assert.equal((await change(service, { WEBDATA_SMTP_URL: smtp })).status, 200);
  const { json: health } = await service.get('/v1/health');
  assert.equal(health.checks.mail.status, 'not_tested', JSON.stringify(health.checks.mail));
  const { json: tested } = await service.post('/v1/doctor', { parts: ['mail'] });
  assert.equal(tested.checks.mail.status, 'unavailable');
  const { rows } = await sql<{ value: string }>`select value::text as value from service_settings`.execute(
    service.database,
  );
  assert.doesNotMatch(JSON.stringify(rows), /smtp|harbour/);
  const { json: audit } = await service.get('/v1/audit?action=settings_changed');
  assert.deepEqual(audit.audit[0].details, { WEBDATA_SMTP_URL: 'set' });
  const others = [await service.get('/v1/requests'), await service.get(path), tested, audit];
  assert.doesNotMatch(JSON.stringify(others), new RegExp(password));

  for (const [variable, value, reason] of [
    ['WEBDATA_SEARCH', 'nosuch=1', /nosuch/],
    ['WEBDATA_SMTP_URL', 'http://mail.example', /smtp/],
    ['WEBDATA_MAIL_FROM', 'other@data.test', /prevail/],
    ['PORT', '80', /when the service starts/],
    ['WEBDATA_NOTHING', '1', /no setting/],
  ] as const) {
    const refused = await change(service, { [variable]: value, WEBDATA_SMTP_URL: smtp });
    const wrong = variable === 'WEBDATA_SMTP_URL' ? await change(service, { [variable]: value }) : refused;
    assert.equal(wrong.status, 422, variable);
    assert.match(wrong.json.detail, reason);
  }
  const { json: made } = await service.post('/v1/keys', {
    name: 'reader',
    scopes: ['read', 'write', 'admin'],
  });
  assert.equal((await service.get(path, { key: made.key })).status, 403);
});

test('a process that starts later has the stored values', async (t) => {
  const service = await startTestService(t);
  await change(service, { WEBDATA_SEARCH: 'local', WEBDATA_MAIL_FROM: 'quay@data.test' });
  const other = await startTestService(t, { DATABASE_URL: service.connectionString });
  const { json } = await other.get(path, { key: service.key });
  const set = (json.settings as Row[]).filter(({ source }) => source === 'database');
  assert.deepEqual(
    set.map(({ variable, value }) => [variable, value]),
    [
      ['WEBDATA_SEARCH', null],
      ['WEBDATA_MAIL_FROM', 'quay@data.test'],
    ],
  );
  assert.equal((await other.post('/v1/search', { query: 'turbines' }, { key: service.key })).status, 200);
});

test('a process that runs already follows a change of another one', async (t) => {
  const [first, second] = await Promise.all([startSearch('First quay'), startSearch('Second quay')]);
  t.after(() => Promise.all([first.close(), second.close()]));
  const service = await startTestService(t);
  const other = await startTestService(t, { DATABASE_URL: service.connectionString });
  const { key } = service;
  const search = async (query: string) => (await other.post('/v1/search', { query }, { key })).json;
  const mailFrom = async () => {
    const { json } = await other.get(path, { key });
    return (json.settings as Row[]).find(({ variable }) => variable === 'WEBDATA_MAIL_FROM')?.value;
  };
  /** Changes settings in the first process, and waits until the other one has them. */
  const changeBoth = async (provider: string, from: string) => {
    await change(service, { WEBDATA_SEARCH: provider, WEBDATA_MAIL_FROM: from });
    await until(mailFrom, (value) => value === from);
  };
  assert.equal((await search('quay')).code, 'not_configured');
  await changeBoth(`searxng=${first.url}`, 'first@data.test');
  assert.equal((await search('cranes')).results[0].title, 'First quay');
  await changeBoth(`searxng=${second.url}`, 'second@data.test');
  assert.equal((await search('quay cranes')).results[0].title, 'Second quay');
});
