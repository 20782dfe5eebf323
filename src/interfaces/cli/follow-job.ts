import type { JobDocument } from '../../domain/resources/job.ts';
import { type Answer, decodeText, type Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { splitInput } from '../../operations/split-input.ts';
import type { Caller } from '../caller.ts';

/** Progress of a running job. */
export interface JobProgressReport {
  done: number;
  limit: number | null;
  /** The page that was delivered last, with its status. */
  url: string;
  status: string;
}

const endEvents = new Set(['job.completed', 'job.failed', 'job.cancelled']);

/** Returns the operation with this name. Throws TypeError if there is none. */
export function findOperation(registry: Registry, name: string): Operation {
  const operation = registry.find((one) => one.name === name);
  if (operation === undefined) throw new TypeError(`there is no operation ${name}`);
  return operation;
}

/** Calls an operation by its name. Throws Failure. */
export async function callByName(
  registry: Registry,
  caller: Caller,
  name: string,
  fields: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Answer> {
  const operation = findOperation(registry, name);
  const input = splitInput(operation, fields);
  return (await caller.call({ operation, input, signal })).answer;
}

/** Returns the JSON document of an answer; undefined for events and bytes. */
export function documentOf(answer: Answer): unknown {
  if (answer.kind === 'json') return answer.value;
  return answer.kind === 'json_text' ? JSON.parse(decodeText(answer.text)) : undefined;
}

/** Waits for the end of a job, reconnecting the event stream if needed. Resolves with the ended job. */
export async function followJob(
  registry: Registry,
  caller: Caller,
  jid: string,
  signal: AbortSignal,
  report: (progress: JobProgressReport) => void,
): Promise<JobDocument> {
  const call = (name: string, fields: Record<string, unknown>) =>
    callByName(registry, caller, name, { jid, ...fields }, signal);
  const read = async () => documentOf(await call('get_job', {})) as JobDocument;
  const { params } = await read();
  const limit = typeof params.limit === 'number' ? params.limit : null;
  let lastEventId: string | undefined;
  let done = 0;
  for (let hasEnded = false; !hasEnded && !signal.aborted; ) {
    const answer = await call('follow_job', { last_event_id: lastEventId });
    if (answer.kind !== 'events') break;
    for await (const { id, type, data } of answer.open(signal)) {
      lastEventId = id;
      hasEnded = endEvents.has(type);
      if (type !== 'job.page') continue;
      done += 1;
      const { url, status } = data as { url: string; status: string };
      report({ done, limit, url, status });
    }
  }
  signal.throwIfAborted();
  return read();
}
