import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openHome } from '../../test/service-process.ts';
import { cpuMsOf } from '../process-tree.ts';
import type { InstalledPeer } from './install-peer.ts';

/** A service that watches pages. */
export interface MonitorService {
  /** Adds a page, and waits for its first check. */
  watch(url: string): Promise<string>;
  /** Checks a page now; returns whether the service reports a change, with its description for the log. */
  check(id: string): Promise<{ isChanged: boolean; detail: unknown }>;
  /** Processor time of all its processes so far. */
  cpuMs(): number;
  close(): Promise<void>;
}

const checkTimeoutMs = 90_000;
/** Requests for the state of a check cost a service processor time, so there are few of them. */
const pollMs = 500;

async function until<Value>(read: () => Promise<Value | null>): Promise<Value> {
  for (const end = performance.now() + checkTimeoutMs; performance.now() < end; await delay(pollMs)) {
    const value = await read();
    if (value !== null) return value;
  }
  throw new Error(`no check within ${checkTimeoutMs} ms`);
}

interface CheckList {
  checks: { state: string; summary: string | null }[];
}

/** Starts webdata with a data directory of its own. */
export async function startWebdataMonitors(): Promise<MonitorService> {
  const home = await openHome();
  const service = await home.start();
  const database = await home.postmaster();
  const pids = [service.pid, ...(database === null ? [] : [database.pid])];
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  async function ask<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${service.url}${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  /** Waits for the end of a job: the response with its events ends with the job. */
  async function waitForJob(jid: string): Promise<void> {
    const events = await fetch(`${service.url}/v1/jobs/${jid}/events`, {
      headers,
      signal: AbortSignal.timeout(checkTimeoutMs),
    });
    await events.text();
  }
  return {
    async watch(url) {
      const { mid, checking } = await ask<{ mid: string; checking: string }>('/v1/monitors', { url });
      await waitForJob(checking);
      const { checks } = await ask<CheckList>(`/v1/monitors/${mid}/checks?limit=1`);
      if (checks[0]?.state !== 'new')
        process.stderr.write(
          `the first check of ${url} has no version: ${JSON.stringify(checks[0] ?? null)}\n`,
        );
      return mid;
    },
    async check(mid) {
      const { jid } = await ask<{ jid: string }>(`/v1/monitors/${mid}/run`, {});
      await waitForJob(jid);
      const { checks } = await ask<CheckList>(`/v1/monitors/${mid}/checks?limit=1`);
      return { isChanged: checks[0]?.state === 'changed', detail: checks[0] };
    },
    cpuMs: () => cpuMsOf(pids),
    close: () => home.close(),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the API key in the data files of changedetection.io, or null before it has written them. */
async function findApiKey(folder: string): Promise<string | null> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const key = /"api_access_token":\s*"([0-9a-f]{16,})"/.exec(text)?.[1];
    if (key !== undefined) return key;
  }
  return null;
}

interface Watch {
  /** Set when a check starts. */
  last_checked: number;
  /** Incremented when a check and its changes are stored. */
  check_count: number;
  history_n: number;
  last_error: string | boolean | null;
}

/** Starts changedetection.io with a data folder of its own, and default settings. */
export async function startChangedetection(
  peer: InstalledPeer,
  data: string,
  log: string,
): Promise<MonitorService> {
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  const port = await freePort();
  const child = spawn(
    join(peer.folder, 'bin', 'changedetection.io'),
    ['-d', data, '-h', '127.0.0.1', '-p', String(port)],
    {
      stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
      detached: true,
      env: {
        ...process.env,
        DISABLE_VERSION_CHECK: 'true',
        LOGGER_LEVEL: 'WARNING',
        MINIMUM_SECONDS_RECHECK_TIME: '0',
        // Its guard refuses loopback addresses by default.
        ALLOW_IANA_RESTRICTED_ADDRESSES: 'true',
      },
    },
  );
  const pid = child.pid ?? 0;
  const origin = `http://127.0.0.1:${port}/api/v1`;
  const key = await until(async () => {
    if (child.exitCode !== null) throw new Error(`changedetection.io ended; see ${log}`);
    const found = await findApiKey(data);
    const response = await fetch(`${origin}/watch`, { headers: { 'x-api-key': found ?? '' } }).catch(
      () => null,
    );
    return response?.ok === true ? found : null;
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const read = async (id: string) =>
    (await (await fetch(`${origin}/watch/${id}`, { headers })).json()) as Watch;
  const checkedAfter = (id: string, count: number) =>
    until(async () => {
      const watch = await read(id);
      return watch.check_count > count ? watch : null;
    });
  return {
    async watch(url) {
      const body = JSON.stringify({ url });
      const response = await fetch(`${origin}/watch`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`POST /watch answered ${response.status}: ${await response.text()}`);
      const { uuid } = (await response.json()) as { uuid: string };
      await checkedAfter(uuid, 0);
      return uuid;
    },
    async check(id) {
      const before = await read(id);
      // The versions of a page are named by seconds.
      while (Date.now() / 1_000 < before.last_checked + 1.1) await delay(pollMs);
      await fetch(`${origin}/watch/${id}?recheck=1`, { headers });
      const after = await checkedAfter(id, before.check_count);
      return {
        isChanged: after.history_n > before.history_n,
        detail: { history: after.history_n, error: after.last_error },
      };
    },
    cpuMs: () => cpuMsOf([pid]),
    async close() {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
      await rm(data, { recursive: true, force: true });
    },
  };
}
