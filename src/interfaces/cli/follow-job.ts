import type { JobDocument } from '../../domain/resources/job.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { splitInput } from '../../operations/flat-input.ts';
import { withoutControls } from '../../operations/views/terminal-text.ts';
import type { Caller } from '../caller.ts';

/** Progress of a running job. */
export interface JobProgressReport {
  done: number;
  limit: number | null;
  url: string;
}

const endEvents = new Set(['job.completed', 'job.failed', 'job.cancelled']);

/** Waits for the end of a job, reconnecting the event stream if needed. Resolves with the ended job. */
export async function followJob(
  registry: Registry,
  caller: Caller,
  job: JobDocument,
  signal: AbortSignal,
  report: (progress: JobProgressReport) => void,
): Promise<JobDocument> {
  const operation = (name: string) => registry.find((one) => one.name === name) as Operation;
  const call = async (name: string, fields: Record<string, unknown>) => {
    const input = splitInput(operation(name), fields);
    return (await caller.call({ operation: operation(name), input, signal })).answer;
  };
  const limit = typeof job.params.limit === 'number' ? job.params.limit : null;
  let lastEventId: string | undefined;
  let done = 0;
  for (let hasEnded = false; !hasEnded && !signal.aborted; ) {
    const answer = await call('follow_job', { jid: job.jid, last_event_id: lastEventId });
    if (answer.kind !== 'events') break;
    for await (const { id, type, data } of answer.open(signal)) {
      lastEventId = id;
      hasEnded = endEvents.has(type);
      if (type !== 'job.page') continue;
      done += 1;
      report({ done, limit, url: (data as { url: string }).url });
    }
  }
  signal.throwIfAborted();
  const answer = await call('get_job', { jid: job.jid });
  return (answer.kind === 'json' ? answer.value : job) as JobDocument;
}

/** Creates a progress bar that redraws one line of the terminal. */
export function createProgressBar(stream: NodeJS.WriteStream): {
  draw(progress: JobProgressReport): void;
  clear(): void;
} {
  const width = 24;
  return {
    draw({ done, limit, url }) {
      const share = limit === null ? 0 : Math.min(1, done / limit);
      const full = Math.round(share * width);
      const line = `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${done}${limit === null ? '' : `/${limit}`} ${withoutControls(url)}`;
      stream.write(`\r\u001b[2K${line.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    clear: () => void stream.write('\r\u001b[2K'),
  };
}
