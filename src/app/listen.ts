import type { Settings } from '../domain/system/settings.ts';
import { startListener, type UpgradeHandler } from '../interfaces/http/listener.ts';
import { countFreeDescriptors } from '../runtime/files/file-descriptors.ts';

/** Milliseconds that a stop waits for running requests. */
const stopGraceMs = 20_000;

/** Minimum number of connections. The maximum is half of the file descriptors that are free at the start. */
const minConnections = 8;

async function connectionBound(): Promise<{ maxConnections?: number }> {
  const free = await countFreeDescriptors();
  return free === null ? {} : { maxConnections: Math.max(minConnections, Math.floor(free / 2)) };
}

/** Address of an open listener. */
export interface Place {
  url: string;
  port: number;
  /** Asks clients to open a new connection for their next request. */
  drain(): void;
}

/** Listens at `HOST` and `PORT`; the stack closes the listener. */
export async function listen(
  settings: Settings,
  fetch: Parameters<typeof startListener>[0],
  stack: AsyncDisposableStack,
  takeUpgrade?: UpgradeHandler,
): Promise<Place> {
  const listener = await startListener(fetch, settings.host, settings.port, {
    ...(takeUpgrade !== undefined && { handleUpgrade: takeUpgrade }),
    ...(await connectionBound()),
  });
  stack.defer(() => listener.close(stopGraceMs));
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return { url: `http://${host}:${listener.port}`, port: listener.port, drain: () => listener.drain() };
}
