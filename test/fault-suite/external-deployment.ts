import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../src/runtime/postgres/postmaster-file.ts';
import { findDebianPostgres, type PostgresServer, startPostgresServer } from '../postgres-server.ts';
import { allocatorVariables, serviceFlags, watchChild } from '../service-process.ts';
import { type S3Server, startS3Server } from '../world/s3-server.ts';
import { type Deployment, type DeploymentOptions, findFreePort } from './deployment.ts';
import type { ServiceOrder } from './fault-service.ts';
import { networkFaults } from './faults/network-faults.ts';
import { browserFaults, databaseProcessFaults, serviceFaults } from './faults/process-faults.ts';
import { descriptorFaults, type OrderedService, orderedFaults } from './faults/resource-faults.ts';
import { superviseService } from './supervisor.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const program = fileURLToPath(new URL('./fault-service.ts', import.meta.url));
const proxyAddresses = { database: '127.0.0.62', store: '127.0.0.63' } as const;
const blobPrefix = 'blobs';
const startTries = 40;
const startPauseMs = 250;

/** Creates the messages that control the clock and disk of the child process, and the settings of the next child. */
function createOrderedService(): OrderedService & {
  /** Returns when the clock was last moved (`performance.now()`). */
  jumpedAt(): number;
  launch(environment: Readonly<Record<string, string>>): ReturnType<typeof watchChild>;
} {
  const orders: Required<ServiceOrder> = { clockOffsetMs: 0, isDiskLow: false };
  let child: ChildProcess | null = null;
  let jumpedAt = Number.NEGATIVE_INFINITY;
  const send = (order: ServiceOrder) => {
    Object.assign(orders, order);
    if (child?.connected === true) child.send(order, () => undefined);
  };
  return {
    clockOffsetMs: () => orders.clockOffsetMs,
    setClockOffset(clockOffsetMs) {
      jumpedAt = performance.now();
      send({ clockOffsetMs });
    },
    jumpedAt: () => jumpedAt,
    setDiskLow: (isDiskLow) => send({ isDiskLow }),
    launch(environment) {
      const state = [String(orders.clockOffsetMs), orders.isDiskLow ? 'low' : 'roomy'];
      child = spawn(process.execPath, [...serviceFlags, program, ...state], {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...allocatorVariables, ...environment },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child.on('error', () => undefined);
      return watchChild(child);
    },
  };
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}

/** Returns the settings that connect the service to its database and object store through the proxies. */
function settingsFor(
  server: PostgresServer,
  store: S3Server,
  proxies: { database: { host: string; port: number }; store: { host: string; port: number } },
): { DATABASE_URL: string; BLOB_URL: string } {
  const database = new URL(server.connectionString);
  database.search = '';
  database.hostname = proxies.database.host;
  database.port = String(proxies.database.port);
  const endpoint = `http://${proxies.store.host}:${proxies.store.port}`;
  const blobUrl = store
    .blobUrl(blobPrefix)
    .replace(encodeURIComponent(store.endpoint), encodeURIComponent(endpoint));
  return { DATABASE_URL: database.href, BLOB_URL: blobUrl };
}

/** Restarts a killed server, like a supervisor would. */
async function startAgain(server: PostgresServer): Promise<void> {
  for (let tries = 1; !isAlive(server.pid()); tries += 1) {
    try {
      // Children of a killed postmaster need time to exit.
      await server.startAgain();
    } catch (error) {
      if (tries === startTries) throw error;
      await pause(startPauseMs);
    }
  }
}

/**
 * Starts the service on PostgreSQL 15 (or the embedded binaries if it is not installed) and an S3 store, with a TCP
 * proxy before each, and with a movable clock.
 */
export async function startExternalDeployment(options: DeploymentOptions): Promise<Deployment> {
  const { processes, environment, browser } = options;
  const debian = findDebianPostgres();
  const server = await startPostgresServer(debian ?? undefined, { isKilled: true });
  const store = await startS3Server();
  const socket = join(server.socketFolder, '.s.PGSQL.5432');
  if (!existsSync(socket)) throw new Error(`PostgreSQL does not listen on ${socket}`);
  const proxies = {
    database: await startTcpProxy(proxyAddresses.database, { path: socket }),
    store: await startTcpProxy(proxyAddresses.store, { host: '127.0.0.1', port: portOf(store.endpoint) }),
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'webdata-fault-suite-'));
  const port = await findFreePort();
  const key = `wd_fault_suite_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const secret = `root secret ${createHash('sha256').update(key).digest('hex')}`;
  const settings = settingsFor(server, store, proxies);
  const service = createOrderedService();
  const supervisor = superviseService({
    launch: () =>
      service.launch({
        ...environment,
        ...settings,
        WEBDATA_SECRET: secret,
        WEBDATA_API_KEY: key,
        DATA_DIR: dataDir,
        PORT: String(port),
      }),
    port,
    watch: processes,
  });
  const databasePassword = new URL(server.connectionString).password;
  const storeSecret = new URL(settings.BLOB_URL).password;

  return {
    kind: 'external',
    description: `PostgreSQL ${debian?.version ?? 'of the package'} and S3 behind proxies`,
    url: `http://127.0.0.1:${port}`,
    key,
    supervisor,
    processes,
    secrets: [
      key,
      secret,
      databasePassword,
      storeSecret,
      decodeURIComponent(storeSecret),
      ...options.secrets,
    ],
    faults: [
      ...serviceFaults(() => supervisor),
      ...networkFaults('database', proxies.database),
      ...networkFaults('store', proxies.store),
      ...databaseProcessFaults(async () => (isAlive(server.pid()) ? server.pid() : null)),
      ...orderedFaults(service),
      ...descriptorFaults(() => supervisor),
      ...(browser === null ? [] : browserFaults(() => supervisor, browser)),
    ],
    connection: async () => ({ connectionString: server.connectionString }),
    now: () => new Date(Date.now() + service.clockOffsetMs()),
    advanceClock(ms) {
      service.setClockOffset(service.clockOffsetMs() + ms);
      return true;
    },
    sinceJumpMs: () => performance.now() - service.jumpedAt(),
    readBlob: async (digest) =>
      store.objects.get(`${blobPrefix}/${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest.slice(4)}`) ??
      null,
    repair: () => startAgain(server),
    async close() {
      await supervisor.kill();
      await proxies.database.close();
      await proxies.store.close();
      await store.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
