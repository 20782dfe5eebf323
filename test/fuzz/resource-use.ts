import { readdirSync, readFileSync } from 'node:fs';
import { Client, type PoolConfig } from 'pg';

/** Resource use of the idle service at one moment. */
export interface ResourceUse {
  /** Number of requests sent before. */
  requests: number;
  /** Resident memory of the service process in megabytes; null if the system does not report it. */
  rssMb: number | null;
  /** Heap of the main thread after a garbage collection in megabytes; null without an inspector. */
  heapMb: number | null;
  /** Open file descriptors of the service process; null if the system does not report it. */
  descriptors: number | null;
  /** Number of connections to the database. */
  connections: number;
  /** False if work was still in progress after the maximum wait. */
  isIdle: boolean;
}

/** Returns the resident memory of a process in megabytes; null without /proc. */
export function residentMb(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return null;
  }
}

/** Returns the number of open file descriptors of a process; null without /proc. */
export function openDescriptors(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}

/** Reads the database of the service from outside. */
export interface DatabaseView {
  connections(): Promise<number>;
  /** Returns the number of queued and running jobs, without paused ones. */
  activeJobs(): Promise<number>;
  /** Returns the jobs that ended with the error `internal`, by type and message. */
  internalErrors(): Promise<Array<{ type: string; message: string; count: number }>>;
  close(): Promise<void>;
}

/** Connects to the database. */
export async function openDatabaseView(connection: PoolConfig): Promise<DatabaseView> {
  const client = new Client(connection);
  await client.connect();
  return {
    async connections() {
      const { rows } = await client.query(
        "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'",
      );
      return rows[0].n;
    },
    async activeJobs() {
      const { rows } = await client.query(
        "select count(*)::int as n from jobs where status in ('queued', 'running') and not paused",
      );
      return rows[0].n;
    },
    async internalErrors() {
      const { rows } = await client.query(
        "select type, error->>'message' as message, count(*)::int as count from jobs where error->>'code' = 'internal' group by 1, 2",
      );
      return rows;
    },
    close: () => client.end(),
  };
}

/** Client of the inspector of a Node process (Chrome DevTools protocol). */
export interface HeapView {
  /** Collects garbage and returns the remaining heap in megabytes. */
  heapMb(): Promise<number>;
  close(): void;
}

/** Connects to the inspector at the address that Node prints at its start. */
export async function openHeapView(url: string): Promise<HeapView> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('the inspector does not answer'));
  });
  let last = 0;
  // biome-ignore lint/suspicious/noExplicitAny: a message of the protocol
  const waiting = new Map<number, (result: any) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  const call = (method: string) => {
    last += 1;
    const id = last;
    // biome-ignore lint/suspicious/noExplicitAny: a message of the protocol
    const { promise, resolve } = Promise.withResolvers<any>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method }));
    return promise;
  };
  return {
    async heapMb() {
      await call('HeapProfiler.collectGarbage');
      const { usedSize } = await call('Runtime.getHeapUsage');
      return usedSize / 1e6;
    },
    close: () => socket.close(),
  };
}

/** Returns the growth of a value per 10,000 requests, by least squares. */
export function growthPer10k(points: ReadonlyArray<readonly [requests: number, value: number]>): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) return 0;
  return (points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread) * 10_000;
}
