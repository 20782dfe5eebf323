import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { PoolConfig } from 'pg';
import type { Fault } from './faults/fault.ts';
import type { ProcessWatch } from './process-watch.ts';
import type { Supervisor } from './supervisor.ts';

/** How the service is deployed: `embedded` as a user starts it, `external` on a PostgreSQL and an S3 store of others. */
export type DeploymentKind = 'embedded' | 'external';

/** A service with everything that it stands on, and the faults that can be injected into it. */
export interface Deployment {
  kind: DeploymentKind;
  /** What it runs on, for the report. */
  description: string;
  /** Address of the service, the same after every start. */
  url: string;
  /** Key of the default account, which may do everything. */
  key: string;
  supervisor: Supervisor;
  processes: ProcessWatch;
  faults: readonly Fault[];
  /** Texts that may stand nowhere but where the operator wrote them. */
  secrets: readonly string[];
  /** How to connect to the database past every injected fault. */
  connection(): Promise<PoolConfig>;
  /** What the clock of the service says. */
  now(): Date;
  /** Moves the clock of the service forward; false where the deployment has no clock that can be moved. */
  advanceClock(ms: number): boolean;
  /** Milliseconds since its clock was moved; infinite where it never was. */
  sinceJumpMs(): number;
  /** Bytes of a stored blob, read past every injected fault; null when there are none. */
  readBlob(digest: string): Promise<Buffer | null>;
  /** Brings back what a fault killed and what does not come back by itself, such as a database server of others. */
  repair(): Promise<void>;
  /** Ends and deletes everything. */
  close(): Promise<void>;
}

/** What every deployment is given. */
export interface DeploymentOptions {
  processes: ProcessWatch;
  /** Settings of the service that do not depend on the deployment. */
  environment: Readonly<Record<string, string>>;
  /** Texts in those settings that are secret. */
  secrets: readonly string[];
  /** Path of a browser, or null where there is none. */
  browser: string | null;
}

/** Returns a port of this machine that is free now. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
