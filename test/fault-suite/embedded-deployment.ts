import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mountSmallDisk, type SmallDisk } from '../faults/small-disk.ts';
import { type Home, openHome } from '../service-process.ts';
import { type Deployment, type DeploymentOptions, findFreePort } from './deployment.ts';
import {
  browserFaults,
  databaseProcessFaults,
  launcherFaults,
  serviceFaults,
} from './faults/process-faults.ts';
import { descriptorFaults, diskFaults } from './faults/resource-faults.ts';
import { superviseService } from './supervisor.ts';

const diskBytes = 3 * 2 ** 30;

/** Reads a blob that the service stores as a file. */
async function readFileBlob(dataDir: string, digest: string): Promise<Buffer | null> {
  const path = join(dataDir, 'blobs', digest.slice(0, 2), digest.slice(2, 4), digest.slice(4));
  return readFile(path).catch(() => null);
}

/**
 * Starts the service like a user does: `node bin/webdata.mjs` with the embedded PostgreSQL and file blobs, on a
 * separate disk if one can be mounted.
 */
export async function startEmbeddedDeployment(options: DeploymentOptions): Promise<Deployment> {
  const { processes, environment, browser } = options;
  const disk: SmallDisk | null = await mountSmallDisk(diskBytes);
  const home: Home = disk?.home ?? (await openHome());
  const port = await findFreePort();
  const key = `wd_fault_suite_${createHash('sha256').update(String(port)).digest('hex').slice(0, 16)}`;
  const supervisor = superviseService({
    launch: () => home.launch({ ...environment, PORT: String(port), WEBDATA_API_KEY: key }),
    port,
    watch: processes,
  });
  const findPostmaster = async () => (await home.postmaster())?.pid ?? null;
  const password = () => readFile(join(home.dataDir, 'secrets', 'database-password'), 'utf8');
  const secrets = [key, ...options.secrets];

  return {
    kind: 'embedded',
    description: `embedded PostgreSQL, files${disk === null ? '' : ', a disk of its own'}`,
    url: `http://127.0.0.1:${port}`,
    key,
    supervisor,
    processes,
    secrets,
    faults: [
      ...serviceFaults(() => supervisor),
      ...launcherFaults(() => supervisor),
      ...databaseProcessFaults(findPostmaster),
      ...descriptorFaults(() => supervisor),
      ...(disk === null ? [] : diskFaults(disk)),
      ...(browser === null ? [] : browserFaults(() => supervisor, browser)),
    ],
    async connection() {
      if (secrets.length === options.secrets.length + 1) secrets.push((await password()).trim());
      return home.connection();
    },
    now: () => new Date(),
    advanceClock: () => false,
    sinceJumpMs: () => Number.POSITIVE_INFINITY,
    readBlob: (digest) => readFileBlob(home.dataDir, digest),
    // The service restarts its own database.
    repair: async () => undefined,
    async close() {
      await supervisor.kill();
      await (disk ?? home).close();
    },
  };
}
