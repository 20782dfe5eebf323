import { join } from 'node:path';
import { prepareTemplate, serverVariable } from './database.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

let server: PostgresServer | null = null;

/** Starts one temporary PostgreSQL server for the whole run; the environment passes its URL to every test process. */
export async function globalSetup(): Promise<void> {
  // Otherwise every test process and service would strip the types of the same modules again.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'webdata');
  server = await startPostgresServer();
  await prepareTemplate(server.connectionString);
  process.env[serverVariable] = server.connectionString;
}

/** Stops the server and deletes its data. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
