import type { Settings } from '../domain/settings.ts';
import { startListener, type TakeUpgrade } from '../doors/http/listener.ts';

/** How long a stop waits for requests under way. */
const stopGraceMs = 20_000;

/** Where a door is. */
export interface Place {
  url: string;
  port: number;
}

/** Opens a door at `HOST` and `PORT`; it is closed with the stack. */
export async function listen(
  settings: Settings,
  fetch: Parameters<typeof startListener>[0],
  stack: AsyncDisposableStack,
  takeUpgrade?: TakeUpgrade,
): Promise<Place> {
  const listener = await startListener(fetch, settings.host, settings.port, takeUpgrade);
  stack.defer(() => listener.close(stopGraceMs));
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return { url: `http://${host}:${listener.port}`, port: listener.port };
}
