import type { JobDocument } from '../../domain/job.ts';
import { splitInput } from '../../operations/flat-input.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import type { Caller } from '../caller.ts';
import { withoutControls } from './render.ts';

/** What is told of a job while it runs. */
export interface JobProgressReport {
  done: number;
  limit: number | null;
  url: string;
}

const ends = new Set(['job.completed', 'job.failed', 'job.cancelled']);

/** Waits for a job's end, over as many streams as that takes; resolves with the job as it ended. */
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
  let last: string | undefined;
  let done = 0;
  for (let hasEnded = false; !hasEnded && !signal.aborted; ) {
    const answer = await call('follow_job', { jid: job.jid, last_event_id: last });
    if (answer.kind !== 'events') break;
    for await (const { id, type, data } of answer.open(signal)) {
      last = id;
      hasEnded = ends.has(type);
      if (type !== 'job.page') continue;
      done += 1;
      report({ done, limit, url: (data as { url: string }).url });
    }
  }
  signal.throwIfAborted();
  const answer = await call('get_job', { jid: job.jid });
  return (answer.kind === 'json' ? answer.value : job) as JobDocument;
}

/** A bar on a terminal that is drawn over itself. */
export function createProgressBar(stream: NodeJS.WriteStream): {
  draw(progress: JobProgressReport): void;
  clear(): void;
} {
  const cells = 24;
  return {
    draw({ done, limit, url }) {
      const part = limit === null ? 0 : Math.min(1, done / limit);
      const full = Math.round(part * cells);
      const line = `[${'#'.repeat(full)}${'.'.repeat(cells - full)}] ${done}${limit === null ? '' : `/${limit}`} ${withoutControls(url)}`;
      stream.write(`\r\u001b[2K${line.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    clear: () => void stream.write('\r\u001b[2K'),
  };
}
