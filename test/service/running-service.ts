import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Replaceable } from '../../src/app/app-context.ts';
import { startService } from '../../src/app/service.ts';
import { readSettings } from '../../src/config.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

/** A parsed JSON answer, loosely typed: tests look into it as a client would. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** What a request was answered with. */
export interface Answered {
  status: number;
  headers: Headers;
  json: Json;
}

/** How a request is sent. */
export interface RequestOptions {
  body?: unknown;
  /** Sent instead of JSON. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
  /** The first key unless told; null sends none. */
  key?: string | null;
  signal?: AbortSignal;
}

/** The whole service, composed in this process on a database of its own, spoken to over HTTP. */
export interface TestService extends TestDatabase {
  url: string;
  key: string;
  dataDir: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answered>;
  get(path: string, options?: RequestOptions): Promise<Answered>;
  post(path: string, body: unknown, options?: RequestOptions): Promise<Answered>;
}

const key = 'wd_test_0123456789abcdef';

/** Starts it; it stops after the test. The test world's sites are opened, its private server is not. */
export async function startTestService(
  t: TestContext,
  environment: Record<string, string> = {},
  replaced: Replaceable = {},
): Promise<TestService> {
  const testDatabase = await createTestDatabase(t);
  const dataDir = await mkdtemp(join(tmpdir(), 'webdata-service-'));
  // Nobody on the web is asked where this machine is.
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
    // Nor for exchange rates, nor for pages as they were: nothing answers there.
    WEBDATA_RATES_URL: 'http://127.0.0.1:9',
    WEBDATA_WAYBACK_URL: 'http://127.0.0.1:9',
    WEBDATA_COMMONCRAWL_INDEX_URL: 'http://127.0.0.1:9',
    WEBDATA_COMMONCRAWL_DATA_URL: 'http://127.0.0.1:9',
    // Only the tests of the browser start one.
    WEBDATA_BROWSER: 'none',
    ...environment,
  });
  const service = await startService(settings, { watchdog: null, ...replaced });
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
