import { signal } from '@preact/signals';
import { type ServerEvent, WebdataError } from '../../../../clients/typescript/src/index.ts';
import { callOperation, downloadFile, type Fields, messageOf, responseKind } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';

/** State of the call that the playground shows. */
export type CallState =
  | { phase: 'idle' }
  | { phase: 'running'; startedAt: number; events: ServerEvent[] }
  | { phase: 'done'; ms: number; value: unknown }
  | { phase: 'saved'; ms: number }
  | {
      phase: 'failed';
      ms: number;
      message: string;
      errors: ReadonlyMap<string, string>;
      requestId: string | null;
    };

const maxEvents = 1_000;

/** The last call. */
export const callState = signal<CallState>({ phase: 'idle' });

let abort: AbortController | null = null;

/** Converts the JSON Pointers of a problem, such as `/body/url`, to those of the form. */
function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof WebdataError)) return new Map();
  return new Map(
    error.errors.map(({ pointer, detail }) => [pointer.replace(/^\/(?:body|query|path)\//, '/'), detail]),
  );
}

async function readAnswer(
  operation: string,
  fields: Fields,
  signal: AbortSignal,
  startedAt: number,
): Promise<CallState> {
  const ms = () => performance.now() - startedAt;
  const kind = responseKind(operation);
  const answer = callOperation(operation, fields, { signal });
  if (kind === 'events') {
    const events: ServerEvent[] = [];
    for await (const event of answer as AsyncIterable<ServerEvent>) {
      events.push(event);
      if (events.length > maxEvents) events.shift();
      callState.value = { phase: 'running', startedAt, events: [...events] };
    }
    return { phase: 'done', ms: ms(), value: events };
  }
  if (kind === 'bytes') {
    await downloadFile((await answer) as Response, operation);
    return { phase: 'saved', ms: ms() };
  }
  const value = await (answer as Promise<unknown>);
  return { phase: 'done', ms: ms(), value };
}

/** Runs an operation and stores its result; a running call is cancelled first. */
export async function runCall(operation: string, fields: Fields): Promise<void> {
  abort?.abort();
  const current = new AbortController();
  abort = current;
  const startedAt = performance.now();
  callState.value = { phase: 'running', startedAt, events: [] };
  try {
    const state = await readAnswer(operation, fields, current.signal, startedAt);
    if (!current.signal.aborted) callState.value = state;
    // The call can have changed any list and the credits.
    invalidate('');
  } catch (error) {
    if (current.signal.aborted) return;
    callState.value = {
      phase: 'failed',
      ms: performance.now() - startedAt,
      message: messageOf(error),
      errors: fieldErrors(error),
      requestId: error instanceof WebdataError ? error.requestId : null,
    };
  }
}

/** Cancels the running call. */
export function cancelCall(): void {
  abort?.abort();
  callState.value = { phase: 'idle' };
}
