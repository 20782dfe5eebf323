import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { startArchiveWorld } from '../world/archive-server.ts';
import { pastCaptures, pastSite } from '../world/archived-site.ts';
import { startTestService } from './running-service.ts';

test('archived pages', async (t) => {
  const world = await startArchiveWorld(pastCaptures);
  t.after(() => world.close());
  const service = await startTestService(t, world.environment);
  const { database } = service;
  const archive = async (body: object) => {
    const { status, json } = await service.post('/v1/archive', body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const crane = `${pastSite}/crane`;
  const years = (rows: { captured_at: string }[]) => rows.map((row) => row.captured_at.slice(0, 4)).join(' ');
  /** Restores the defaults, so that the faults of one test do not affect the next. */
  const recover = async () => {
    world.heal();
    await database.deleteFrom('archive_answers').execute();
    await database.deleteFrom('archive_captures').execute();
    await database
      .updateTable('archive_lanes')
      .set({ rests_until: new Date(0), failures: 0 })
      .execute();
  };

  await t.test(
    'get: returns the page on a date, with its neighbours and distance, for 1 credit',
    async () => {
      const page = await archive({ action: 'get', url: crane, at: '2015' });
      assert.equal(page.status, 'ok');
      assert.match(page.markdown, /costs 1,350 euros/);
      assert.deepEqual(
        [page.captured_at, page.distance_seconds, page.source, page.original_url],
        ['2015-06-01T12:00:00.000Z', 0, 'wayback', crane],
      );
      assert.deepEqual(
        [page.previous.captured_at.slice(0, 4), page.next.captured_at.slice(0, 4)],
        ['2014', '2016'],
      );
      assert.equal(page.requested.until, '2015-12-31T23:59:59.000Z');
      assert.deepEqual(
        [page.receipt.credits, page.receipt.route, page.receipt.pages.length],
        [1, 'archive', 1],
      );
      const { receipt_key: key } = (await service.get('/v1/catalog')).json;
      assert.equal(verifyReceipt(page.receipt, [key]).valid, true);
      const { requests } = (await service.get('/v1/requests?tool=archive&limit=1')).json;
      assert.deepEqual([requests[0].credits, requests[0].status], [1, 'ok']);
    },
  );

  await t.test(
    'get: returns the first, newest, previous or next capture, and an error outside of the captures',
    async () => {
      const at = async (body: object) =>
        (await archive({ action: 'get', url: crane, ...body })).captured_at.slice(0, 4);
      assert.equal(await at({ at: 'first' }), '2012');
      assert.equal(await at({}), '2019');
      assert.equal(await at({ at: '2016-01', direction: 'before' }), '2015');
      assert.equal(await at({ at: '2016-01', direction: 'after' }), '2016');
      const early = await archive({ action: 'get', url: crane, at: 'late 1990s' });
      assert.equal(early.captured_at.slice(0, 4), '2012');
      assert.ok(early.distance_seconds > 12 * 365 * 86_400);
    },
  );

  await t.test(
    'get: skips blocks and errors, follows archived redirects, marks truncated pages',
    async () => {
      const walled = await archive({ action: 'get', url: `${pastSite}/walled` });
      assert.deepEqual([walled.captured_at.slice(0, 4), walled.receipt.credits], ['2015', 1]);
      assert.ok(walled.warnings.some(({ code }: { code: string }) => code === 'copy_skipped'));
      const old = await archive({ action: 'get', url: `${pastSite}/old` });
      assert.deepEqual([old.status, old.original_url], ['ok', crane]);
      const cut = await archive({ action: 'get', url: `${pastSite}/cut`, at: '2016' });
      assert.equal(cut.truncated, true);
      const german = await archive({ action: 'get', url: `${pastSite}/umlaut` });
      assert.match(german.markdown, /Schöne Kräne für große Häfen/);
    },
  );

  await t.test('get: extracts values by schema and sections by focus', async () => {
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const page = await archive({ action: 'get', url: crane, at: '2019', schema });
    assert.ok('data' in page && Array.isArray(page.missing), JSON.stringify(page.data));
    const focused = await archive({ action: 'get', url: crane, at: '2019', focus: 'yard crane' });
    assert.match(focused.markdown, /990 euros/);
  });

  await t.test('a page that was never archived is not found and costs nothing', async () => {
    const page = await archive({ action: 'get', url: `${pastSite}/never` });
    assert.deepEqual([page.status, page.error.code, page.receipt.credits], ['not_found', 'not_archived', 0]);
    assert.deepEqual(
      page.sources.map(({ source, outcome }: { source: string; outcome: string }) => `${source} ${outcome}`),
      ['wayback empty', 'commoncrawl empty', 'memento:national empty', 'memento:plain empty'],
    );
    const bad = await archive({ action: 'get', url: 'no address at all' });
    assert.deepEqual([bad.status, bad.error.code], ['invalid', 'url']);
  });

  await t.test('snapshots: changes are decided by content, with a reason', async () => {
    const answer = await archive({ action: 'snapshots', url: crane });
    assert.equal(years(answer.captures), '2012 2015 2017');
    assert.deepEqual(
      answer.captures.map(({ change, basis }: { change: string; basis: string }) => `${change} ${basis}`),
      ['first content', 'changed content', 'changed content'],
    );
    assert.deepEqual([answer.changes, answer.total, answer.complete], [2, 8, true]);
    const [, second] = answer.captures;
    assert.equal(second.last_seen_before, '2014-06-01T12:00:00.000Z');
    assert.deepEqual(second.size, { added: 0, removed: 0, changed: 1 });
    assert.match(second.added[0], /1,350/);
    assert.ok(answer.receipt.credits <= 8 && answer.receipt.credits === answer.receipt.pages.length);
  });

  await t.test('snapshots: reports removed, returned and moved pages', async () => {
    const gone = await archive({ action: 'snapshots', url: `${pastSite}/gone` });
    assert.deepEqual(
      gone.captures.map(({ change }: { change: string }) => change),
      ['first', 'gone', 'returned'],
    );
    const home = await archive({ action: 'snapshots', url: `${pastSite}/` });
    assert.equal(years(home.captures), '2010 2012 2016');
    const old = await archive({ action: 'snapshots', url: `${pastSite}/old` });
    assert.deepEqual(old.captures[0].change, 'moved');
  });

  await t.test('snapshots: lists one copy per period at no cost', async () => {
    const answer = await archive({
      action: 'snapshots',
      url: crane,
      every: 'year',
      since: '2014',
      until: '2016',
    });
    assert.equal(years(answer.captures), '2014 2015 2016');
    assert.deepEqual(
      [answer.receipt.credits, answer.captures[1].change, answer.captures[1].basis],
      [0, null, 'index'],
    );
    const page = await archive({ action: 'snapshots', url: `${pastSite}/`, every: 'all', limit: 2 });
    assert.deepEqual([page.captures[1].change, page.complete, page.captures.length], ['same', false, 2]);
    assert.ok(page.continue !== undefined);
  });

  await t.test('diff: compares two dates block by block and by field', async () => {
    const diff = await archive({ action: 'diff', url: crane, at: '2013', compare_to: '2019' });
    assert.deepEqual(
      [diff.changed, diff.summary, diff.receipt.credits],
      [true, { added: 0, removed: 0, changed: 1 }, 2],
    );
    assert.match(diff.blocks[0].before, /1,200/);
    assert.match(diff.blocks[0].after, /990/);
    const same = await archive({ action: 'diff', url: crane, at: '2012', compare_to: '2014' });
    assert.deepEqual([same.changed, same.blocks], [false, []]);
    const schema = (name: string, type: string) => ({ type: 'object', properties: { [name]: { type } } });
    const two = { action: 'diff', url: crane, at: '2013', compare_to: '2019' };
    const price = await archive({ ...two, schema: schema('price', 'number') });
    assert.deepEqual([price.changed, price.fields], [true, { '/price': { old: 1200, new: 990 } }]);
    // A value missing on both sides is not reported as unchanged.
    const weight = await archive({ ...two, schema: schema('weight', 'string') });
    assert.deepEqual(
      [weight.changed, weight.fields, weight.warnings.map(({ code }: { code: string }) => code)],
      [null, {}, ['no_model', 'nothing_to_compare']],
    );
    const cut = await archive({ action: 'diff', url: `${pastSite}/cut`, at: '2015', compare_to: '2016' });
    assert.deepEqual(
      [cut.status, cut.error.code, cut.changed, cut.blocks],
      ['failed', 'truncated', null, []],
    );
  });

  await t.test('history: returns versions over time and names gaps', async () => {
    const history = await archive({ action: 'history', url: crane, points: 5, focus: 'Yard crane' });
    assert.equal(history.points.length, 5);
    assert.equal(history.receipt.credits, 5);
    assert.equal(years(history.points).slice(0, 4), '2012');
    assert.equal(years(history.points).slice(-4), '2019');
    const changes = history.points.filter(({ changed }: { changed: boolean | null }) => changed === true);
    assert.equal(changes.length, 2);
    const walled = await archive({ action: 'history', url: `${pastSite}/walled` });
    assert.deepEqual([walled.points[1].missing.reason, walled.points[1].changed], ['challenge', null]);
  });

  await t.test(
    'urls: lists each URL once regardless of its spelling, filtered by kind and words, without junk',
    async () => {
      const all = await archive({ action: 'urls', url: 'past.example' });
      const paths = all.urls.map(({ url }: { url: string }) => new URL(url).pathname).sort();
      assert.deepEqual(paths, ['/', '/crane', '/cut', '/gone', '/list', '/old', '/umlaut', '/walled']);
      assert.deepEqual(
        [all.complete, all.total, all.receipt.credits, all.counts],
        [true, 8, 0, { wayback: 8 }],
      );
      const list = all.urls.find(({ url }: { url: string }) => url.includes('/list'));
      assert.equal(list.url, `${pastSite}/list?page=2`);
      const documents = await archive({ action: 'urls', url: `${pastSite}/`, kind: 'documents' });
      assert.deepEqual(
        documents.urls.map(({ url }: { url: string }) => url),
        [`${pastSite}/report.pdf`],
      );
      const domain = await archive({
        action: 'urls',
        url: 'past.example',
        match: 'domain',
        kind: 'all',
        search: 'shop',
      });
      assert.equal(domain.total, 1);
      const cut = await archive({ action: 'urls', url: 'past.example', limit: 3 });
      assert.deepEqual([cut.urls.length, cut.complete, cut.truncated_by], [3, false, 'limit']);
    },
  );

  await t.test('auto uses another archive if the first one fails or excludes the site', async () => {
    for (const fault of ['excluded', 'html', 'gateway', 'reset', 'too_many'] as const) {
      await recover();
      world.fail(/cdx\/search|\/web\//, fault);
      const page = await archive({ action: 'get', url: crane, at: '2015' });
      assert.deepEqual(
        [page.status, page.source, page.captured_at.slice(0, 4)],
        ['ok', 'commoncrawl', '2015'],
        fault,
      );
      const [first] = page.sources;
      assert.deepEqual(
        [first.source, first.outcome, typeof first.reason],
        ['wayback', 'failed', 'string'],
        fault,
      );
    }
    await recover();
  });

  await t.test(
    'if every archive fails, the error lists the reason of each, and nothing is charged',
    async () => {
      world.fail(/./, 'html');
      const page = await archive({ action: 'get', url: `${crane}?other`, source: 'wayback' });
      assert.deepEqual(
        [page.status, page.error.code, page.receipt.credits],
        ['unavailable', 'dependency', 0],
      );
      await recover();
      world.fail(/./, 'excluded');
      const excluded = await archive({ action: 'urls', url: pastSite, source: 'wayback' });
      assert.deepEqual(
        [excluded.status, excluded.error.code, excluded.complete],
        ['blocked', 'excluded', false],
      );
      await recover();
    },
  );

  await t.test('skips copies that cannot be replayed', async () => {
    world.fail(/\/web\/2015/, 'elsewhere');
    const page = await archive({ action: 'get', url: crane, at: '2015', source: 'wayback' });
    assert.equal(page.status, 'ok');
    assert.notEqual(page.captured_at.slice(0, 4), '2015');
    assert.ok(page.warnings.some(({ code }: { code: string }) => code === 'copy_skipped'));
    await recover();
  });

  await t.test('uses other archives by name', async () => {
    for (const source of ['commoncrawl', 'memento:national', 'memento:plain']) {
      const page = await archive({ action: 'get', url: crane, at: '2015', source });
      assert.deepEqual(
        [page.status, page.source, page.captured_at.slice(0, 4)],
        ['ok', source, '2015'],
        source,
      );
    }
    const { status, json } = await service.post('/v1/archive', {
      action: 'get',
      url: crane,
      source: 'memento:none',
    });
    assert.deepEqual([status, json.errors[0].pointer], [422, '/source']);
  });

  await t.test('accepts only the fields of the specification and valid times', async () => {
    const refused = async (body: object) => {
      const { status, json } = await service.post('/v1/archive', { action: 'get', url: crane, ...body });
      return [status, json.errors?.map(({ pointer }: { pointer: string }) => pointer)];
    };
    assert.deepEqual(await refused({ format: 'html' }), [422, ['/format']]);
    assert.deepEqual(await refused({ at: 'next year' }), [422, ['/at']]);
    assert.deepEqual(await refused({ compare_to: 'whenever' }), [422, ['/compare_to']]);
    assert.deepEqual(await refused({ since: '2019', until: '2018' }), [422, ['/until']]);
    assert.deepEqual(await refused({ points: 41, check_live: 301, limit: 20_001 }), [
      422,
      ['/points', '/limit', '/check_live'],
    ]);
  });

  await t.test('a dry run returns the price and requests nothing', async () => {
    world.reset();
    const { json } = await service.post('/v1/archive?dry_run=true', {
      action: 'history',
      url: crane,
      points: 7,
    });
    assert.deepEqual([json.estimate.min, json.estimate.max, world.requested().length], [0, 7, 0]);
  });

  await t.test('an account without credits reads nothing', async () => {
    const { key } = (await service.post('/v1/admin/accounts', { name: 'poor', plan_credits: 0 })).json;
    const { json } = await service.post('/v1/archive', { action: 'get', url: crane }, { key });
    assert.deepEqual(
      [json.status, json.error.code, json.receipt.credits],
      ['budget_exhausted', 'account_credits', 0],
    );
  });
});
