import type { TestContext } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { type S3Server, startS3Server } from '../world/s3-server.ts';

/** One process of a fleet with its own data directory, like on a separate machine. */
export interface Member extends ServiceProcess {
  home: Home;
}

/** Several processes of one service: one database, one object store, one secret. */
export interface Fleet extends TestDatabase {
  store: S3Server;
  /** Settings shared by all of them. */
  settings: Record<string, string>;
  start(role: 'api' | 'worker' | 'all', environment?: Record<string, string>): Promise<Member>;
  /** Creates the folder of one more process, which the caller starts. */
  open(): Promise<Home>;
}

/** Creates an empty database and an empty object store; all processes end with the test. */
export async function openFleet(t: TestContext): Promise<Fleet> {
  const store = await startS3Server();
  t.after(() => store.close());
  const testDatabase = await createTestDatabase(t);
  await testDatabase.pool.query('drop schema public cascade; create schema public');
  const settings = {
    DATABASE_URL: testDatabase.connectionString,
    WEBDATA_SECRET: 'the secret that the whole fleet shares',
    BLOB_URL: store.blobUrl('fleet'),
  };
  const homes: Home[] = [];
  t.after(() => Promise.all(homes.map((home) => home.close())));

  async function open(): Promise<Home> {
    const home = await openHome();
    homes.push(home);
    return home;
  }

  return {
    ...testDatabase,
    store,
    settings,
    open,
    async start(role, environment = {}) {
      const home = await open();
      return { ...(await home.start({ ...settings, WEBDATA_ROLE: role, ...environment })), home };
    },
  };
}
