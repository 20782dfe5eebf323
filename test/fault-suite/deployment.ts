import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { PoolConfig } from 'pg';
import type { Fault } from './faults/fault.ts';
import type { ProcessWatch } from './process-watch.ts';
import type { Supervisor } from './supervisor.ts';

/** Deployment of the service: `embedded` like a user starts it, `external` on separate PostgreSQL and S3 servers. */
export type DeploymentKind = 'embedded' | 'external';

/** Service with its servers, and the faults that can be injected into them. */
export interface Deployment {
  kind: DeploymentKind;
  /** Description of the servers, for the report. */
  description: string;
  /** URL of the service, the same after every start. */
  url: string;
  /** Key of the default account, with all scopes. */
  key: string;
  supervisor: Supervisor;
  processes: ProcessWatch;
  faults: readonly Fault[];
  /** Texts that may occur only where the operator wrote them. */
  secrets: readonly string[];
  /** Returns connection settings that bypass all injected faults. */
  connection(): Promise<PoolConfig>;
  /** Returns the time of the service's clock. */
  now(): Date;
  /** Moves the service's clock forward; false if the deployment does not support it. */
  advanceClock(ms: number): boolean;
  /** Returns the milliseconds since the clock was moved; infinite if it never was. */
  sinceJumpMs(): number;
  /** Returns the bytes of a stored blob, bypassing all injected faults; null if it is missing. */
  readBlob(digest: string): Promise<Buffer | null>;
  /** Restarts killed servers that do not restart by themselves, such as an external database. */
  repair(): Promise<void>;
  /** Stops and deletes everything. */
  close(): Promise<void>;
}

/** Options of every deployment. */
export interface DeploymentOptions {
  processes: ProcessWatch;
  /** Settings of the service that do not depend on the deployment. */
  environment: Readonly<Record<string, string>>;
  /** Secret texts in those settings. */
  secrets: readonly string[];
  /** Path of a browser, or null if there is none. */
  browser: string | null;
}

/** Returns a free port of this machine. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
