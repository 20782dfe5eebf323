import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

/** More than a crawl reads during this test. */
const pages = 5_000;
/** Maximum number of pages of the big crawl claimed between another account's request and its own first page. */
const maxBetween = 20;

/**
 * SQL that records the number of pages that the big crawl had claimed when another job was created (at the end of its
 * transaction) and when it started.
 */
const witness = `
  create table witnessed (what text, claimed int);
  create function witness() returns trigger language plpgsql as $$ begin
    insert into witnessed select tg_op, sum(delivered + running) from jobs where account_id <> new.account_id;
    return null; end $$;
  create constraint trigger made after insert on jobs deferrable initially deferred for each row
    execute function witness();
  create trigger begun after update on jobs for each row
    when (old.started_at is null and new.started_at is not null) execute function witness()`;

test('a big crawl of one account does not delay other accounts', async (t) => {
  const links = Array.from({ length: pages }, (_, at) => `<a href="/page/${at}">${at}</a>`).join(' ');
  const routes = new Map<string, Route>([
    ['/', { body: `<main>${links}</main>` }],
    ['/page/*', { body: '<main><p>A page of a big site that says very little.</p></main>' }],
  ]);
  const big = await startLoopbackServer('127.0.0.11', () => routes);
  const small = await startLoopbackServer('127.0.0.12', () => routes);
  const service = await startTestService(t);
  t.after(() => Promise.all([big.close(), small.close()]));
  const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 100 })).json;
  const { jid } = (await service.post('/v1/crawl', { url: big.url('/'), limit: pages, use_sitemap: false }))
    .json;
  while ((await service.get(`/v1/jobs/${jid}`)).json.progress.done < 100);
  await service.pool.query(witness);

  for (const limit of [1, 3, 2]) {
    const request = { url: small.url('/'), limit, use_sitemap: false };
    const made = (await service.post('/v1/crawl', request, { key: other.key })).json;
    const page = (await service.post('/v1/scrape', { url: small.url('/page/1') }, { key: other.key })).json;
    assert.equal(page.status, 'ok');
    await service.get(`/v1/jobs/${made.jid}/events`, { key: other.key });
  }
  const { status, progress } = (await service.get(`/v1/jobs/${jid}`)).json;
  assert.equal(status, 'running', 'the big crawl was under way all the time');
  assert.ok(progress.done < pages);
  const { rows } = await service.pool.query('select what, claimed from witnessed');
  assert.deepEqual(
    rows.map(({ what }) => what),
    ['INSERT', 'UPDATE', 'INSERT', 'UPDATE', 'INSERT', 'UPDATE'],
  );
  for (let at = 0; at < rows.length; at += 2) {
    const between = rows[at + 1].claimed - rows[at].claimed;
    assert.ok(between <= maxBetween, `${between} pages of the big crawl came before the other's first`);
  }
  await service.post(`/v1/jobs/${jid}/cancel`, undefined);
});
