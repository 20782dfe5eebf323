import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startArchiveWorld } from '../world/archive-server.ts';
import { pastCaptures, pastSite } from '../world/archived-site.ts';
import { startMailSink } from '../world/mail-sink.ts';
import { readsFacts } from '../world/model-reader.ts';
import { startModelServer } from '../world/model-server.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

test('a part that nobody tested is not shown as working', async (t) => {
  const [world, past, model, mail] = await Promise.all([
    startWorld(),
    startArchiveWorld(pastCaptures),
    startModelServer({ write: readsFacts({}) }),
    startMailSink(),
  ]);
  t.after(() => Promise.all([world, past, model, mail].map((one) => one.close())));
  const service = await startTestService(t, {
    ...past.environment,
    WEBDATA_MODEL_URL: model.url,
    WEBDATA_MODEL: 'small',
    WEBDATA_SMTP_URL: mail.url,
    WEBDATA_MAIL_FROM: 'watch@quay.example',
    WEBDATA_SEARCH: 'local',
  });
  const health = async () => (await service.get('/v1/health', { key: null })).json;
  const partsOf = ({ checks }: { checks: Record<string, { status: string; tested_at?: string }> }) =>
    Object.fromEntries(
      ['exits', 'archives', 'model', 'mail', 'search', 'rates'].map((name) => [
        name,
        [
          checks[name]?.status ?? checks[`${name} this-machine`]?.status,
          checks[name]?.tested_at !== undefined,
        ],
      ]),
    );

  await t.test('health contacts nothing, and calls unused parts not tested', async () => {
    const first = await health();
    assert.equal(first.status, 'ok');
    const untested = ['not_tested', false];
    assert.deepEqual(partsOf(first), {
      exits: untested,
      archives: untested,
      model: untested,
      mail: untested,
      search: untested,
      rates: untested,
    });
    assert.deepEqual([past.requested(), model.requests.length], [[], 0]);
  });

  await t.test('health reports what real use observed, and when', async () => {
    await service.post('/v1/scrape', { url: world.site.url('/products/qs-1000') });
    await service.post('/v1/extract', {
      url: world.site.url('/products/qs-1000'),
      schema: { type: 'object', properties: { keeper: { type: 'string' } } },
    });
    const { checks } = await health();
    const exit = checks['exit this-machine'];
    assert.deepEqual([exit.status, typeof exit.tested_at], ['ok', 'string'], JSON.stringify(exit));
    assert.match(exit.detail, /pages arrived through it/);
    assert.deepEqual([checks.model.status, typeof checks.model.tested_at], ['ok', 'string']);
    assert.equal(checks.archives.status, 'not_tested');
  });

  await t.test('one archive that answered does not speak for the others', async () => {
    await service.post('/v1/archive', { action: 'get', url: `${pastSite}/crane` });
    const { archives } = (await health()).checks;
    assert.equal(archives.status, 'not_tested');
    assert.match(archives.detail, /the Wayback Machine \S+ answered; .*was not asked yet/);
  });

  await t.test('doctor tests the parts, and health reports the result', async () => {
    const doctor = (await service.post('/v1/doctor', undefined)).json;
    assert.equal(typeof doctor.checks.model.tested_at, 'string');
    for (const name of ['archives', 'mail']) {
      const part = doctor.checks[name];
      assert.deepEqual([part.status, typeof part.tested_at], ['ok', 'string'], JSON.stringify(doctor.checks));
    }
    const { checks } = await health();
    assert.deepEqual(
      [checks.model.status, checks.mail.status, typeof checks.mail.tested_at],
      ['ok', 'ok', 'string'],
    );
  });
});

test('a copy that no archive could be asked for is not called absent', async (t) => {
  const past = await startArchiveWorld(pastCaptures);
  t.after(() => past.close());
  const service = await startTestService(t, past.environment);
  const get = async (url: string) => (await service.post('/v1/archive', { action: 'get', url })).json;

  await t.test('all archives answered: no archive has a copy', async () => {
    const { status, error } = await get(`${pastSite}/never`);
    assert.deepEqual(
      [status, error.code, error.message],
      ['not_found', 'not_archived', 'No archive has a copy.'],
    );
  });

  await t.test('one archive did not answer: it may have a copy', async () => {
    past.fail(/cdx\/search/, 'gateway', 50);
    const { status, error } = await get(`${pastSite}/never-either`);
    assert.equal(error.code, 'dependency', JSON.stringify(error));
    assert.notEqual(status, 'not_found');
    assert.match(error.message, /archives that answered\. Others may have one: /);
  });
});
