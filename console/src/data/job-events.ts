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
  while (!signal.aborted) {
    try {
      const fields = { jid, ...(last !== undefined && { last_event_id: last }) };
      for await (const event of client.value.followJob(fields, { signal }) as AsyncIterable<ServerEvent>) {
        last = event.id;
        onEvent(event);
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
