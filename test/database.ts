import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, type Pool } from 'pg';
import { setDataKey } from '../src/store/data-key.ts';
import { type Database, openDatabase } from '../src/store/database.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** Migrated database of one test. */
export interface TestDatabase {
  database: Database;
  pool: Pool;
  /** `postgres://` URL, for separate connections. */
  connectionString: string;
}

/** Environment variable with the server that `test/global-setup.ts` started for the whole run. */
export const serverVariable = 'WEBDATA_TEST_RUN_SERVER';
/** Environment variable that selects another server; its login must be a superuser. */
export const otherServerVariable = 'WEBDATA_TEST_DATABASE_URL';

/** Key of the encrypted columns, the same for all databases of the process. */
const testDataKey = randomBytes(32);
const root = fileURLToPath(new URL('..', import.meta.url));
/** Arbitrary advisory lock, held while the template is created. */
const templateLock = 7_236_401;

let ownServer: Promise<PostgresServer> | null = null;
let templateReady: Promise<void> | null = null;

// A test file that runs without the global setup has its own server.
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

/** Returns the URL of another database of the same server. */
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

/** Initializes a database like the first start of a service, without an account. */
async function furnish(address: string): Promise<void> {
  // Loaded only to create the template, not to clone it.
  const { migrate } = await import('../src/store/migrate.ts');
  const connection = { connectionString: address };
  const { database } = openDatabase(connection, 2);
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

/** Returns a name that depends on the sources of the template, for servers that outlive a run. */
function templateName(): string {
  const sources = ['src/store/migrate.ts', ...globSync('src/store/migrations/*.ts', { cwd: root }).sort()];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(join(root, source)));
  return `webdata_template_${hash.digest('hex').slice(0, 12)}`;
}

const template = templateName();

/** Creates the template database of all tests if the server does not have it. */
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

/** Creates a migrated database, which is dropped with all its connections when the test ends. */
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
  setDataKey(database, testDataKey);
  // Tests terminate backends deliberately; the pool replaces them.
  pool.on('error', () => {});
  t.after(async () => {
    await database.destroy();
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  });
  return { database, pool, connectionString };
}
