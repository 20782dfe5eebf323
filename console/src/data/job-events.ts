import { type ServerEvent, WebdataError } from '../../../clients/typescript/src/index.ts';
import { client } from './client.ts';
import { isConnected, reconnections } from './connection.ts';

const retryMs = 2_000;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Resolves when the service can be reached. */
function untilConnected(signal: AbortSignal): Promise<void> {
  if (isConnected.value) return Promise.resolve();
  const before = reconnections.value;
  return new Promise((resolve) => {
    const unsubscribe = reconnections.subscribe((count) => {
      if (count === before) return;
      // The subscription is not complete while its first call runs.
      queueMicrotask(() => unsubscribe());
      resolve();
    });
    signal.addEventListener('abort', () => {
      unsubscribe();
      resolve();
    });
  });
}

/** Time after which the work on events that have already arrived lets the page draw and react. */
const sliceMs = 20;

/**
 * Follows the events of a job until its end or until `signal` is aborted. A lost stream continues after its last event.
 */
export async function followJob(
  jid: string,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
  lastEventId?: string,
): Promise<void> {
  let last = lastEventId;
  let sliceStart = performance.now();
  while (!signal.aborted) {
    try {
      const fields = { jid, ...(last !== undefined && { last_event_id: last }) };
      for await (const event of client.value.followJob(fields, { signal }) as AsyncIterable<ServerEvent>) {
        last = event.id;
        onEvent(event);
        if (performance.now() - sliceStart < sliceMs) continue;
        await wait(0, signal);
        sliceStart = performance.now();
      }
      return;
    } catch (error) {
      // The error banner shows a lost connection; other failures are retried as well, because the job continues.
      if (signal.aborted || (error instanceof WebdataError && error.code === 'not_found')) return;
      await wait(retryMs, signal);
      await untilConnected(signal);
    }
  }
}
