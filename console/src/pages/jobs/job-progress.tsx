import { useEffect, useState } from 'preact/hooks';
import type { Job } from '../../../../clients/typescript/src/index.ts';
import { client } from '../../data/client.ts';
import { countOf, formatDuration, formatNumber } from '../../text/format.ts';
import { countsOf, hasEnded, limitOf } from './job-facts.ts';
import { LeftOut } from './left-out.tsx';
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

function elapsedMs(job: Job): number | null {
  if (job.started_at === null) return null;
  const end = job.finished_at === null ? Date.now() : new Date(job.finished_at).getTime();
  return end - new Date(job.started_at).getTime();
}

/** Returns the number of pages that the job will have finished at its end, as far as it is known. */
function expectedPages(job: Job): number {
  const { discovered, done } = job.progress;
  const limit = limitOf(job);
  if (hasEnded(job)) return done;
  return Math.max(done, limit === null ? discovered : Math.min(discovered, limit));
}

/** Returns the pages per second of the whole job. */
function averageRate(job: Job): number | null {
  const ms = elapsedMs(job);
  return ms === null || ms < 1_000 ? null : (job.progress.done * 1_000) / ms;
}

/** Returns how far a job is, in one line. */
function progressText(job: Job, total: number, rate: number | null): string {
  const { queued, running, done } = job.progress;
  const isEnded = hasEnded(job);
  const ms = elapsedMs(job);
  const shownRate = isEnded ? averageRate(job) : (rate ?? averageRate(job));
  return [
    isEnded ? countOf(done, 'page') : `${formatNumber(done)} of ${countOf(total, 'page')}`,
    ...(isEnded ? [] : [`${formatNumber(running)} running`, `${formatNumber(queued)} queued`]),
    ...(ms === null ? [] : [formatDuration(ms)]),
    ...(shownRate === null ? [] : [`${shownRate.toFixed(1)} pages/s`]),
    countOf(job.credits.charged, 'credit'),
  ].join(' · ');
}

/** Properties of {@link JobProgress}. */
interface JobProgressProps {
  job: Job;
  pages: readonly JobPageEvent[];
  /** Pages per second of the last seconds; null if nothing was measured. */
  rate: number | null;
}

/** Progress of a job with pages: bar, facts in one line, and what was left out. */
export function JobProgress({ job, pages, rate }: JobProgressProps) {
  const total = expectedPages(job);
  const { counts: kinds, isPartial } = useErrorKinds(job.jid, pages);
  return (
    <section class="panel job-progress" aria-label="Progress">
      <div
        class="progress"
        role="progressbar"
        aria-label="Finished pages"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={job.progress.done}
      >
        {countsOf(job).map(({ status, count }) => (
          <span
            key={status}
            class={`progress-part progress-${status}`}
            style={{ width: `${(100 * count) / Math.max(1, total)}%` }}
          />
        ))}
      </div>
      <p class="progress-text">{progressText(job, total, rate)}</p>
      <LeftOut job={job} errors={kinds} examined={isPartial ? maxExamined : null} />
    </section>
  );
}
