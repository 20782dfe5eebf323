import { useEffect, useState } from 'preact/hooks';
import type { Job } from '../../../../clients/typescript/src/index.ts';
import { client } from '../../data/client.ts';
import { formatDuration, formatNumber, toWords } from '../../text/format.ts';
import { countsOf, hasEnded } from './job-facts.ts';
import type { JobPageEvent } from './use-job-pages.ts';

/** Reading every failed page of a large job would take too long. */
const maxExamined = 40;

/** Counts the error codes of failed pages. */
function useErrorKinds(jid: string, pages: readonly JobPageEvent[]) {
  const [kinds, setKinds] = useState<Map<number, string>>(new Map());
  const failed = pages.filter(({ status }) => status !== 'ok').slice(0, maxExamined);
  const next = failed.find(({ offset }) => !kinds.has(offset))?.offset;
  useEffect(() => {
    if (next === undefined) return;
    const abort = new AbortController();
    const store = (code: string) => setKinds((known) => new Map([...known, [next, code]]));
    client.value.getJobResults({ jid, offset: next, limit: 1 }, { signal: abort.signal }).then(
      ({ results }) =>
        store((results[0] as { error?: { code?: string } } | undefined)?.error?.code ?? 'no error'),
      () => {
        if (!abort.signal.aborted) store('unknown');
      },
    );
    return () => abort.abort();
  }, [jid, next]);
  const counts = new Map<string, number>();
  for (const code of kinds.values()) counts.set(code, (counts.get(code) ?? 0) + 1);
  return {
    counts: [...counts],
    isPartial: pages.filter(({ status }) => status !== 'ok').length > maxExamined,
  };
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function elapsedMs(job: Job): number | null {
  if (job.started_at === null) return null;
  const end = job.finished_at === null ? Date.now() : new Date(job.finished_at).getTime();
  return end - new Date(job.started_at).getTime();
}

/** Returns the number of pages that the job will have finished at its end, as far as it is known. */
function expectedPages(job: Job): number {
  const { discovered, done } = job.progress;
  const { limit } = job.params as { limit?: unknown };
  if (hasEnded(job)) return done;
  return Math.max(done, typeof limit === 'number' ? Math.min(discovered, limit) : discovered);
}

/** Returns the pages per second of the whole job. */
function averageRate(job: Job): number | null {
  const ms = elapsedMs(job);
  return ms === null || ms < 1_000 ? null : (job.progress.done * 1_000) / ms;
}

/** Progress of a job with pages: bar, speed, counts by status and errors by kind. */
export function JobProgress({
  job,
  pages,
  rate,
}: {
  job: Job;
  pages: readonly JobPageEvent[];
  rate: number | null;
}) {
  const { queued, running, done } = job.progress;
  const total = expectedPages(job);
  const counts = countsOf(job);
  const { counts: kinds, isPartial } = useErrorKinds(job.jid, pages);
  const ms = elapsedMs(job);
  const shownRate = hasEnded(job) ? averageRate(job) : (rate ?? averageRate(job));
  return (
    <section class="panel" aria-label="Progress">
      <div
        class="progress"
        role="progressbar"
        aria-label="Finished pages"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        {counts.map(({ status, count }) => (
          <span
            key={status}
            class={`progress-part progress-${status}`}
            style={{ width: `${(100 * count) / Math.max(1, total)}%` }}
          />
        ))}
      </div>
      <dl class="facts">
        <Fact label="Finished" value={`${formatNumber(done)} of ${formatNumber(total)}`} />
        {!hasEnded(job) && <Fact label="Queued" value={formatNumber(queued)} />}
        {!hasEnded(job) && <Fact label="Running" value={formatNumber(running)} />}
        {shownRate !== null && <Fact label="Rate" value={`${shownRate.toFixed(1)} pages/s`} />}
        {ms !== null && <Fact label="Time" value={formatDuration(ms)} />}
        <Fact label="Credits" value={formatNumber(job.credits.charged)} />
      </dl>
      <ul class="status-counts" aria-label="Pages by status">
        {counts.map(({ status, count }) => (
          <li key={status}>
            <span class={`swatch progress-${status}`} aria-hidden="true" />
            {toWords(status)} <strong>{formatNumber(count)}</strong>
          </li>
        ))}
      </ul>
      {kinds.length > 0 && (
        <p class="muted">
          {isPartial ? `Errors of the first ${maxExamined} such pages: ` : 'Errors: '}
          {kinds.map(([code, count]) => `${code} ${count}`).join(', ')}
        </p>
      )}
    </section>
  );
}
