import type { JobDocument } from '../../../domain/resources/job.ts';

/** Status of a job in the third-party API. */
export type V2Status = 'scraping' | 'completed' | 'failed' | 'cancelled';

const statusNames: Readonly<Record<JobDocument['status'], V2Status>> = {
  queued: 'scraping',
  running: 'scraping',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Returns the status of a job. */
function toV2Status({ status }: JobDocument): V2Status {
  return statusNames[status];
}

/** Returns the expected number of pages: of a list, all; of a site, the URLs found so far within the limit. */
function expectedPages({ type, status, params, progress }: JobDocument): number {
  if (type !== 'crawl') return progress.discovered;
  if (status !== 'queued' && status !== 'running') return progress.done;
  const limit = typeof params.limit === 'number' ? params.limit : Number.POSITIVE_INFINITY;
  return Math.max(progress.done, Math.min(limit, progress.done + progress.queued + progress.running));
}

function createWarnings(job: JobDocument): string[] {
  const messages = job.warnings.map(({ message }) => message);
  if (job.status !== 'completed' || job.type === 'extract') return messages;
  if (job.progress.done === 0) {
    const robots =
      job.robots_blocked_total > 0 ? ` ${job.robots_blocked_total} URLs are excluded by robots.txt.` : '';
    messages.push(`No readable page was found.${robots}`);
  } else if (job.progress.ok === 0) messages.push('No page could be read. See the errors of this job.');
  return messages;
}

/**
 * Creates the status of a job without its pages, in the third-party format. `keepMs` is the retention of a job in
 * milliseconds.
 */
export function createJobState(job: JobDocument, retentionMs: number): Record<string, unknown> {
  const expiresAt = job.expires_at ?? new Date(Date.parse(job.created_at) + retentionMs).toISOString();
  const warnings = createWarnings(job);
  const { finished_at: completedAt } = job;
  return {
    status: toV2Status(job),
    completed: job.progress.done,
    total: expectedPages(job),
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
