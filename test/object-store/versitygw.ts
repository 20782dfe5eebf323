import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { findFreePorts } from '../replication/free-ports.ts';
import { type RunningProgram, startProgram, untilFound } from '../replication/programs.ts';

/** Path of Versity S3 Gateway, which `.ci/run` installs; null if it is not installed. */
export const versitygwProgram =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'versitygw'))
    .find((path) => existsSync(path)) ?? null;

/** Reason why tests of a real object store are skipped, or false. */
export const objectStoreMissing =
  versitygwProgram === null ? 'not installed: versitygw (.ci/run installs it)' : false;

/** Parts of a `BLOB_URL` that a test changes. */
export interface BlobUrlParts {
  accessKey?: string;
  secretKey?: string;
  bucket?: string;
  region?: string;
}

/** Versity S3 Gateway on a folder, with one bucket. */
export interface ObjectStore {
  endpoint: string;
  /** Returns a `BLOB_URL` with the prefix `some/prefix`. */
  blobUrl(parts?: BlobUrlParts): string;
  /** Returns the keys of all files in the bucket, read from the disk. */
  keys(): Promise<string[]>;
  /** Kills the server; the objects stay. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const credentials = { accessKey: 'test-access-key', secretKey: 'test/secret+key=' };
const region = 'test-region-1';
const bucket = 'webdata-blobs';

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Starts the server; `isRunning` is true once it answers. */
async function startServer(folder: string, port: number): Promise<RunningProgram> {
  const server = startProgram(
    versitygwProgram ?? '',
    ['--port', `127.0.0.1:${port}`, '--region', region, '--quiet', 'posix', join(folder, 'buckets')],
    {
      user: null,
      folder,
      environment: { ROOT_ACCESS_KEY: credentials.accessKey, ROOT_SECRET_KEY: credentials.secretKey },
    },
  );
  try {
    await untilFound(
      async () => ((await fetch(`http://127.0.0.1:${port}/`)).status > 0 ? true : null),
      () => `versitygw never answered: ${server.output()}`,
    );
  } catch (error) {
    await server.end('SIGKILL');
    throw error;
  }
  return server;
}

/** Starts an empty store. */
export async function startObjectStore(): Promise<ObjectStore> {
  const [port = 0] = await findFreePorts(1);
  // The gateway keeps attributes of objects in extended attributes, which a disk in memory may not have.
  const folder = await mkdtemp(join(tmpdir(), 'webdata-objects-'));
  await mkdir(join(folder, 'buckets', bucket), { recursive: true });
  let server = await startServer(folder, port);
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    blobUrl(parts = {}) {
      const chosen = { ...credentials, bucket, region, ...parts };
      const login = `${chosen.accessKey}:${encodeURIComponent(chosen.secretKey)}`;
      return `s3://${login}@${chosen.bucket}/some/prefix?endpoint=${encodeURIComponent(endpoint)}&region=${chosen.region}`;
    },
    keys: () => listFiles(join(folder, 'buckets', bucket)),
    kill: () => server.end('SIGKILL'),
    async start() {
      server = await startServer(folder, port);
    },
    async stop() {
      await server.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
