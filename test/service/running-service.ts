import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Replaceable } from '../../src/app/app-context.ts';
import { startService } from '../../src/app/service.ts';
import { readSettings } from '../../src/config.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { shareContentThreads } from './shared-content-threads.ts';

/** Parsed JSON response without static types: tests read it like a client. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Result of a request. */
export interface Answered {
  status: number;
  headers: Headers;
  json: Json;
}

/** Options of a request. */
export interface RequestOptions {
  body?: unknown;
  /** Body sent instead of JSON. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Null sends no key. Default: the first key. */
  key?: string | null;
  signal?: AbortSignal;
}

/** The complete service in this process with its own database, called over HTTP. */
export interface TestService extends TestDatabase {
  url: string;
  key: string;
  dataDir: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answered>;
  get(path: string, options?: RequestOptions): Promise<Answered>;
  post(path: string, body: unknown, options?: RequestOptions): Promise<Answered>;
}

const key = 'wd_test_0123456789abcdef';

/**
 * Starts the service, which stops after the test. It may contact the sites of the test world, but not the private
 * server.
 */
export async function startTestService(
  t: TestContext,
  environment: Record<string, string> = {},
  replaced: Replaceable = {},
): Promise<TestService> {
  const testDatabase = await createTestDatabase(t);
  const dataDir = await mkdtemp(join(tmpdir(), 'webdata-service-'));
  // No exit verification service is contacted.
  const exitsFile = join(dataDir, 'exits.json');
  await writeFile(exitsFile, '{"exits": [{"id": "this-machine", "network": "service"}], "echo": null}');
  const settings = readSettings({
    DATABASE_URL: testDatabase.connectionString,
    WEBDATA_SECRET: 'a root secret for tests alone',
    DATA_DIR: dataDir,
    PORT: '0',
    WEBDATA_API_KEY: key,
    WEBDATA_ALLOW_NETWORKS: '127.0.0.11/32,127.0.0.12/32,127.0.0.20/30',
    WEBDATA_LOG_LEVEL: 'silent',
    WEBDATA_EXITS: exitsFile,
    // No server of exchange rates or archives is contacted: nothing listens there.
    WEBDATA_RATES_URL: 'http://127.0.0.1:9',
    WEBDATA_WAYBACK_URL: 'http://127.0.0.1:9',
    WEBDATA_COMMONCRAWL_INDEX_URL: 'http://127.0.0.1:9',
    WEBDATA_COMMONCRAWL_DATA_URL: 'http://127.0.0.1:9',
    // Only the browser tests start one.
    WEBDATA_BROWSER: 'none',
    ...environment,
  });
  // Services whose threads are special, or whose log is read, have threads of their own.
  const isShared = [replaced.contentModule, replaced.capabilities, replaced.log].every(
    (one) => one === undefined,
  );
  const service = await startService(settings, {
    watchdog: null,
    ...(isShared && { openContentThreads: shareContentThreads }),
    ...replaced,
  });
  t.after(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function request(method: string, path: string, options: RequestOptions = {}): Promise<Answered> {
    const { body, raw, headers = {}, signal } = options;
    const token = options.key === undefined ? key : options.key;
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw !== undefined && { body: raw }),
      ...(signal !== undefined && { signal }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : text };
  }

  return {
    ...testDatabase,
    url: service.url,
    key,
    dataDir,
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
  };
}
