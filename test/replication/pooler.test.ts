import assert from 'node:assert/strict';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chooseDatabaseUser } from '../../src/runtime/postgres/database-user.ts';
import { withDatabase } from '../faults/books.ts';
import { checkCrawl, createCrawlClient, hasEnded } from '../faults/crawl-watch.ts';
import { type PostgresServer, startPostgresServer } from '../postgres-server.ts';
import { openHome } from '../service-process.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { findFreePorts } from './free-ports.ts';
import { findMissingPackages, startProgram } from './programs.ts';

const pgbouncer = '/usr/sbin/pgbouncer';
const skip = findMissingPackages({ pgbouncer });

/** Starts PgBouncer before the server; returns the URL through it. */
async function startPooler(t: TestContext, server: PostgresServer, mode: string): Promise<string> {
  const user = await chooseDatabaseUser(null);
  const folder = await mkdtemp(join(tmpdir(), 'webdata-pooler-'));
  const [port = 0] = await findFreePorts(1);
  const { username, password } = new URL(server.connectionString);
  const configuration = `[databases]
webdata = host=${server.socketFolder} port=5432 user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = 100
`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration);
  if (user !== null) await chown(folder, user.uid, user.gid);
  const program = startProgram(pgbouncer, [file], { user, folder });
  t.after(async () => {
    await program.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });
  return `postgres://${username}@127.0.0.1:${port}/webdata`;
}

test('the service works through PgBouncer in session mode, and refuses transaction mode with one line', {
  skip,
}, async (t) => {
  const server = await startPostgresServer();
  t.after(() => server.stop());
  const site = await startSlowSite({ pages: 40, address: '127.0.0.39' });
  t.after(() => site.close());
  const home = await openHome();
  t.after(() => home.close());
  const settings = { WEBDATA_SECRET: 'a root secret for tests alone' };

  await t.test('session mode', async (t) => {
    const url = await startPooler(t, server, 'session');
    const service = await home.start({ ...settings, DATABASE_URL: url });
    const client = createCrawlClient(() => service.url, service.key);
    const jid = await client.start({ url: site.url('/'), limit: 40, max_depth: 9, use_sitemap: false });
    const job = await client.until(jid, hasEnded);
    await withDatabase({ connectionString: server.connectionString }, (database) =>
      checkCrawl(database, site, job),
    );
    const { code, stderr } = await service.stop();
    assert.deepEqual([code, stderr], [0, '']);
  });

  await t.test('transaction mode', async (t) => {
    const url = await startPooler(t, server, 'transaction');
    const { code, stderr } = await home.launch({ ...settings, DATABASE_URL: url }).ended;
    assert.equal(code, 1);
    assert.match(stderr, /^webdata: .*connection pooler in transaction mode.*pool_mode = session.*\n$/);
  });
});
