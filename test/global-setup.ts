import { join } from 'node:path';
import { prepareTemplate, serverVariable } from './database.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

let server: PostgresServer | null = null;

/** Starts one throw-away PostgreSQL for the whole run; the environment hands its address to every test process. */
export async function globalSetup(): Promise<void> {
  // A process for each file, and the services that they start, would otherwise take the types out of the same modules.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'webdata');
  server = await startPostgresServer();
  await prepareTemplate(server.connectionString);
  process.env[serverVariable] = server.connectionString;
}

/** Ends it and deletes its data. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
