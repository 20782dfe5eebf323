import type { JobDocument } from '../../domain/job.ts';

/** Where a job stands in the third party's words. */
export type V2Status = 'scraping' | 'completed' | 'failed' | 'cancelled';

const words: Readonly<Record<JobDocument['status'], V2Status>> = {
  queued: 'scraping',
  running: 'scraping',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The status of a job. */
export function statusOfJob({ status }: JobDocument): V2Status {
  return words[status];
}

/** Pages that a job is to bring as far as is known: of a list, all of it; of a site, what was found so far within the limit. */
function totalOf({ type, status, params, progress }: JobDocument): number {
  if (type !== 'crawl') return progress.discovered;
  if (status !== 'queued' && status !== 'running') return progress.done;
  const limit = typeof params.limit === 'number' ? params.limit : Number.POSITIVE_INFINITY;
  return Math.max(progress.done, Math.min(limit, progress.done + progress.queued + progress.running));
}

function warningsOf(job: JobDocument): string[] {
  const said = job.warnings.map(({ message }) => message);
  if (job.status !== 'completed' || job.type === 'extract') return said;
  if (job.progress.done === 0) {
    const robots = job.robots_blocked_total > 0 ? ` Robots rules exclude ${job.robots_blocked_total}.` : '';
    said.push(`No page was found that could be read.${robots}`);
  } else if (job.progress.ok === 0) said.push('No page could be read as asked; see the errors of this job.');
  return said;
}

/** A job without its pages, key by key as clients read it; `keepMs` says how long a job is kept. */
export function jobState(job: JobDocument, keepMs: number): Record<string, unknown> {
  const expiresAt = job.expires_at ?? new Date(Date.parse(job.created_at) + keepMs).toISOString();
  const warnings = warningsOf(job);
  const { finished_at: completedAt } = job;
  return {
    status: statusOfJob(job),
    completed: job.progress.done,
    total: totalOf(job),
    creditsUsed: job.credits.charged,
    expiresAt,
    createdAt: job.created_at,
    ...(completedAt !== null && {
      completedAt,
      duration: (Date.parse(completedAt) - Date.parse(job.created_at)) / 1_000,
    }),
    ...(job.error !== null && { error: job.error.message }),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}
