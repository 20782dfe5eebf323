import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { openDataDirectory } from '../../src/runtime/files/data-directory.ts';
import { writeSecret } from '../../src/runtime/files/secret-files.ts';
import { programPath } from '../../src/runtime/postgres/cluster/postgres-binaries.ts';
import { prepareCluster } from '../../src/runtime/postgres/cluster/prepare-cluster.ts';
import { stopPostmaster } from '../../src/runtime/postgres/postmaster.ts';
import { findPostmaster } from '../../src/runtime/postgres/postmaster-file.ts';
import { runProgram } from '../../src/runtime/postgres/run-program.ts';
import {
  query,
  scratchFolder,
  startDatabase,
  startDatabaseProcess,
  usedDataDirectory,
} from './data-directories.ts';

async function postmasterPid(path: string): Promise<number> {
  return Number.parseInt(await readFile(join(path, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

async function dataFolder(t: TestContext): Promise<string> {
  return join(await scratchFolder(t), 'data');
}

test('the first start creates a database, and the next one finds its data', async (t) => {
  const path = await dataFolder(t);
  const first = await startDatabase(t, path);
  await query(first.connection, 'create table kept as select 42 as value');
  await first.stop();
  assert.equal(first.state(), 'stopped');
  await assert.rejects(query(first.connection, 'select 1'));
  const second = await startDatabase(t, path);
  assert.equal(second.isAdopted, false);
  assert.deepEqual(await query(second.connection, 'select value from kept'), [{ value: 42 }]);
});

test('a database of an earlier version gets the rights of the present one', async (t) => {
  const path = await dataFolder(t);
  const rights = `select pg_has_role('pg_checkpoint', 'usage') as checkpoint,
    has_function_privilege('pg_switch_wal()', 'execute') as switch`;
  await (await startDatabase(t, path)).stop();
  const { binaries, user, name } = await prepareCluster(await openDataDirectory(path), t.signal);
  const revokeRights = async (database: string, statement: string) => {
    const flags = ['--single', '-D', join(path, 'postgres'), '-c', 'exit_on_error=on', database];
    const { code } = await runProgram(programPath(binaries, 'postgres'), flags, {
      user,
      input: `${statement}\n`,
    });
    assert.equal(code, 0);
  };
  await revokeRights('postgres', `revoke pg_checkpoint from ${name}`);
  await revokeRights(name, `revoke execute on function pg_ls_waldir(), pg_switch_wal() from ${name}`);
  const unchanged = await startDatabase(t, path);
  assert.deepEqual(await query(unchanged.connection, rights), [{ checkpoint: false, switch: false }]);
  await unchanged.stop();
  await rm(join(path, 'postgres', 'webdata-rights'));
  const { connection } = await startDatabase(t, path);
  assert.deepEqual(await query(connection, rights), [{ checkpoint: true, switch: true }]);
});

test('other users have no access to the data, and the login owns only its database', async (t) => {
  const path = await dataFolder(t);
  const { connection } = await startDatabase(t, path);
  const isRoot = process.getuid?.() === 0;
  assert.equal(await modeOf(path), isRoot ? 0o711 : 0o700);
  for (const folder of ['secrets', 'blobs', 'crashes', 'postgres', 'socket']) {
    assert.equal(await modeOf(join(path, folder)), 0o700, folder);
  }
  assert.equal(await modeOf(join(path, 'secrets', 'database-password')), 0o600);
  assert.equal((await stat(join(path, 'postgres'))).uid === 0, false);
  const settings = await query<{ name: string; setting: string }>(
    connection,
    `select name, setting from pg_settings where name in
     ('listen_addresses', 'fsync', 'full_page_writes', 'synchronous_commit', 'jit', 'server_encoding') order by name`,
  );
  assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    fsync: 'on',
    full_page_writes: 'on',
    jit: 'off',
    listen_addresses: '',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  });
  const [login] = await query(
    connection,
    'select rolsuper, rolcreaterole from pg_roles where rolname = current_user',
  );
  assert.deepEqual(login, { rolsuper: false, rolcreaterole: false });
  await assert.rejects(
    query({ ...connection, password: 'guess' }, 'select 1'),
    /password authentication failed/,
  );
  await assert.rejects(query({ ...connection, user: 'postgres', password: '' }, 'select 1'));
});

test('a database left running by a killed process is adopted', async (t) => {
  const path = await usedDataDirectory(t);
  const killed = startDatabaseProcess(t, path);
  const { adopted } = await killed.ready();
  assert.equal(adopted, false);
  const pid = await postmasterPid(path);
  await killed.kill();

  const heir = startDatabaseProcess(t, path);
  const event = await heir.ready();
  assert.equal(event.adopted, true);
  assert.equal(await postmasterPid(path), pid);
  assert.deepEqual(await query(event.connection, 'select value from kept'), [{ value: 42 }]);
  await heir.stop();
  await assert.rejects(query(event.connection, 'select 1'));
});

test('a second start on the same directory fails with one line, and the first continues', async (t) => {
  const path = await usedDataDirectory(t);
  const first = await startDatabase(t, path);
  const event = await startDatabaseProcess(t, path).next();
  assert.equal(event.event, 'failed');
  assert.equal(
    'message' in event && event.message,
    `webdata already runs on ${path} (process ${process.pid}). Stop it first, or set another DATA_DIR.`,
  );
  assert.deepEqual(await query(first.connection, 'select 1 as one'), [{ one: 1 }]);
});

test('of two concurrent first starts one succeeds', async (t) => {
  const path = await dataFolder(t);
  const processes = [1, 2].map(() => startDatabaseProcess(t, path));
  const events = await Promise.all(processes.map((each) => each.next()));
  assert.deepEqual(events.map(({ event }) => event).sort(), ['failed', 'ready']);
  for (const event of events) if (event.event === 'failed') assert.match(event.message, /already runs on/);
  const winner = events.find((event) => event.event === 'ready');
  assert.ok(winner?.event === 'ready');
  assert.deepEqual(await query(winner.connection, 'select 1 as one'), [{ one: 1 }]);
  assert.deepEqual(
    (await readdir(path)).filter((entry) => entry.startsWith('postgres.new-')),
    [],
  );
});

test('a first start that is killed leaves nothing that prevents the next one', async (t) => {
  const path = await dataFolder(t);
  const killed = startDatabaseProcess(t, path);
  // Killed as soon as it has started to create the cluster.
  for (;;) {
    const entries = await readdir(path).catch(() => []);
    if (entries.some((entry) => entry.startsWith('postgres.new-'))) break;
    await delay(5);
  }
  await killed.kill();
  const { connection } = await startDatabase(t, path);
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }]);
  const entries = (await readdir(path)).sort();
  assert.deepEqual(entries, ['blobs', 'crashes', 'postgres', 'postgres.log', 'secrets', 'socket']);
});

test('a postmaster killed under load restarts with every acknowledged row', async (t) => {
  const path = await usedDataDirectory(t);
  const database = await startDatabase(t, path);
  await query(database.connection, 'create table rows (number integer primary key)');
  const acknowledged: number[] = [];
  let failures = 0;
  let stop = false;
  const writer = (async () => {
    for (let number = 0; !stop; ) {
      const client = new Client(database.connection);
      client.on('error', () => {});
      try {
        await client.connect();
        for (; !stop; number += 1) {
          await client.query('insert into rows values ($1) on conflict do nothing', [number]);
          acknowledged.push(number);
        }
      } catch {
        failures += 1;
        await delay(20);
      } finally {
        await client.end().catch(() => {});
      }
    }
  })();
  for (let round = 0; round < 2; round += 1) {
    const before = acknowledged.length;
    while (acknowledged.length < before + 200) await delay(5);
    process.kill(await postmasterPid(path), 'SIGKILL');
    while (database.state() === 'running') await delay(5);
    while (database.state() !== 'running') await delay(5);
  }
  const before = acknowledged.length;
  while (acknowledged.length < before + 50) await delay(5);
  stop = true;
  await writer;
  assert.ok(failures >= 2);
  const [{ found } = { found: 0 }] = await query<{ found: number }>(
    database.connection,
    'select count(*)::integer as found from rows where number = any($1)',
    [acknowledged],
  );
  assert.equal(found, new Set(acknowledged).size);
});

test('a process stops if another one took over its database during an outage', async (t) => {
  const path = await usedDataDirectory(t);
  const lost = Promise.withResolvers<Error>();
  const database = await startDatabase(t, path, { onOwnershipLost: lost.resolve });
  const other = new Client(database.connection);
  other.on('error', () => {});
  await other.connect();
  const [owner] = (
    await other.query("select pid, classid, objid from pg_locks where locktype = 'advisory' and granted")
  ).rows;
  // First in the queue for the lock when its holder's session ends.
  const taken = other.query('select pg_advisory_lock($1, $2)', [owner.classid, owner.objid]);
  await query(database.connection, 'select pg_terminate_backend($1)', [owner.pid]);
  await taken;
  assert.match((await lost.promise).message, /already runs on/);
  assert.equal(database.state(), 'lost');
  await database.stop();
  assert.deepEqual(
    (await other.query('select 1 as one')).rows,
    [{ one: 1 }],
    'what another owns is not stopped',
  );
  await other.end();
});

test('an owner that loses only its session takes the database again', async (t) => {
  const database = await startDatabase(t, await usedDataDirectory(t));
  await query(
    database.connection,
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted",
  );
  while (database.state() === 'running') await delay(5);
  while (database.state() !== 'running') await delay(5);
  const owners = await query(
    database.connection,
    "select 1 from pg_locks where locktype = 'advisory' and granted",
  );
  assert.equal(owners.length, 1);
});

test('a lock file that names an unrelated process does not prevent the start', async (t) => {
  const path = await usedDataDirectory(t);
  // As after a restart of a container, where the same few process ids are reused: the id of this test's process.
  const lines = [process.pid, join(path, 'postgres'), 0, 5432, join(path, 'socket'), '', '', 'ready'];
  await writeFile(join(path, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`);
  await writeFile(join(path, 'socket', '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`);
  const { connection, isAdopted } = await startDatabase(t, path);
  assert.equal(isAdopted, false);
  assert.deepEqual(await query(connection, 'select value from kept'), [{ value: 42 }]);
});

test('a copied directory does not adopt the database of its original', async (t) => {
  const original = await usedDataDirectory(t);
  const copy = await usedDataDirectory(t);
  await startDatabase(t, original);
  await copyFile(join(original, 'postgres', 'postmaster.pid'), join(copy, 'postgres', 'postmaster.pid'));
  const { connection, isAdopted } = await startDatabase(t, copy);
  assert.equal(isAdopted, false);
  assert.equal(connection.host, join(copy, 'socket'));
  assert.notEqual(await postmasterPid(copy), await postmasterPid(original));
});

test('a password that does not match the database, as after a partial restore, is reset', async (t) => {
  const path = await usedDataDirectory(t);
  await writeSecret(join(path, 'secrets'), 'database-password', 'another-one');
  const { connection } = await startDatabase(t, path);
  assert.equal(connection.password, 'another-one');
  assert.deepEqual(await query(connection, 'select value from kept'), [{ value: 42 }]);
});

test('a path too long for a socket moves the socket to a separate folder, which is deleted with the database', async (t) => {
  const path = await usedDataDirectory(t, join('a'.repeat(60), 'b'.repeat(60), 'data'));
  const shelter = await scratchFolder(t);
  const database = await startDatabase(t, path, { fallbackSocketFolders: [shelter] });
  assert.equal(join(database.connection.host, '..'), shelter);
  assert.equal(await modeOf(database.connection.host), 0o700);
  assert.deepEqual(await query(database.connection, 'select value from kept'), [{ value: 42 }]);
  await database.stop();
  await assert.rejects(stat(database.connection.host), { code: 'ENOENT' });
});

test('a database of another PostgreSQL version is left unchanged', async (t) => {
  const path = await usedDataDirectory(t);
  await writeFile(join(path, 'postgres', 'PG_VERSION'), '15\n');
  await assert.rejects(
    startDatabase(t, path),
    /was created by PostgreSQL 15, and this version of webdata includes 18\. Dump it/,
  );
});

test('a stop during a restart of the database leaves no process running', async (t) => {
  for (const waitMs of [0, 30, 120]) {
    const path = await usedDataDirectory(t);
    const database = await startDatabase(t, path);
    process.kill(await postmasterPid(path), 'SIGKILL');
    while (database.state() === 'running') await delay(1);
    await delay(waitMs);
    await database.stop();
    assert.equal(database.state(), 'stopped');
    assert.equal(await findPostmaster(join(path, 'postgres')), null);
    const again = await startDatabase(t, path);
    assert.equal(again.isAdopted, false);
    assert.deepEqual(await query(again.connection, 'select value from kept'), [{ value: 42 }]);
  }
});

test('a stop ends even if the data were deleted', async (t) => {
  const path = await usedDataDirectory(t);
  const database = await startDatabase(t, path);
  const pid = await postmasterPid(path);
  await rm(path, { recursive: true, maxRetries: 10 });
  await database.stop();
  await stopPostmaster(pid);
});
