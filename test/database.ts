import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, type Pool } from 'pg';
import { type Database, openDatabase } from '../src/store/database.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** A fresh, migrated database of one test. */
export interface TestDatabase {
  database: Database;
  pool: Pool;
  /** `postgres://` address, for whoever needs connections of its own. */
  connectionString: string;
}

/** Names the server that `test/global-setup.ts` started for the whole run. */
export const serverVariable = 'WEBDATA_TEST_RUN_SERVER';
/** Set by whoever runs the tests, to run them on another server; its login must be a superuser. */
export const otherServerVariable = 'WEBDATA_TEST_DATABASE_URL';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Any number; whoever holds it is making the template. */
const templateLock = 7_236_401;

let ownServer: Promise<PostgresServer> | null = null;
let templateReady: Promise<void> | null = null;

// A test file that is run alone, without the global set-up, has a server of its own.
after(async () => {
  const server = await ownServer?.catch(() => null);
  await server?.stop();
});

async function serverAddress(): Promise<string> {
  const given = process.env[otherServerVariable] ?? process.env[serverVariable];
  if (given) return given;
  ownServer ??= startPostgresServer();
  return (await ownServer).connectionString;
}

/** The address of another database of the same server. */
function addressOf(server: string, database: string): string {
  const address = new URL(server);
  address.pathname = `/${database}`;
  return address.href;
}

async function withClient<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Gives a database what a service gives it at its first start, but an account. */
async function furnish(address: string): Promise<void> {
  // Loaded by whoever makes the template, and by nobody who only clones it.
  const { migrate } = await import('../src/store/migrate.ts');
  const connection = { connectionString: address };
  const { database } = openDatabase(connection, 2);
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

/** Another name for every state of what makes the template, for servers that outlive a run. */
function templateName(): string {
  const sources = ['src/store/migrate.ts', ...globSync('src/store/migrations/*.ts', { cwd: root }).sort()];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(join(root, source)));
  return `webdata_template_${hash.digest('hex').slice(0, 12)}`;
}

const template = templateName();

/** Makes the database that every test's own is cloned from, unless the server has it already. */
export async function prepareTemplate(server: string): Promise<void> {
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const found = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (found.rowCount) return;
    await client.query(`drop database if exists ${template}`);
    await client.query(`create database ${template} template template0`);
    await furnish(addressOf(server, template));
    // Closed to connections, so that a clone never finds it in use.
    await client.query(`alter database ${template} is_template true allow_connections false`);
  });
}

/** A fresh migrated database, dropped with everybody connected to it when the test ends. */
export async function createTestDatabase(t: TestContext): Promise<TestDatabase> {
  const server = await serverAddress();
  templateReady ??= prepareTemplate(server);
  await templateReady;
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const connectionString = addressOf(server, name);
  const { database, pool } = openDatabase({ connectionString });
  // Tests end backends on purpose; the pool replaces them.
  pool.on('error', () => {});
  t.after(async () => {
    await database.destroy();
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  });
  return { database, pool, connectionString };
}
