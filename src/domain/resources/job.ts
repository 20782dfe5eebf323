import type { PageStatus, Warning } from '../pages/outcome.ts';

/** Types of jobs (docs/api/jobs.md). */
export const jobTypes = [
  'crawl',
  'batch_scrape',
  'scrape',
  'extract',
  'parse',
  'collect',
  'compare',
  'archive',
  'dataset_refresh',
  'monitor_check',
  'workflow_run',
] as const;

/** One of {@link jobTypes}. */
export type JobType = (typeof jobTypes)[number];

const pageJobTypes: ReadonlySet<JobType> = new Set(['crawl', 'batch_scrape', 'extract']);

/** Tells whether the results of jobs of this type are pages. Other jobs have the response of one operation. */
export function isPageJob(type: JobType): boolean {
  return pageJobTypes.has(type);
}

/** Statuses of a job; the last three are final. A paused job keeps its status and has `paused: true`. */
export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

/** One of {@link jobStatuses}. */
export type JobStatus = (typeof jobStatuses)[number];

/** A final status of a job. */
export type FinalJobStatus = Extract<JobStatus, 'completed' | 'failed' | 'cancelled'>;

/** Actions on a job. */
export const jobActions = ['cancel', 'pause', 'resume', 'retry', 'continue'] as const;

/** One of {@link jobActions}. */
export type JobAction = (typeof jobActions)[number];

/** Progress of a job: URLs discovered, queued and running, and finished pages by status. */
export type JobProgress = { discovered: number; queued: number; running: number; done: number } & Record<
  PageStatus,
  number
>;

/** Reason why a job failed: a page's error code or a failure's kind, and a message for its owner. */
export interface JobError {
  code: string;
  message: string;
}

/**
 * Reasons why a crawl leaves out a URL of its site: `duplicate` (same content as a delivered page), `action` (a view,
 * form or account page of the site's software, or a parameter that led to such pages only), `trap` (an endless series),
 * `path_rules` (`include_paths`, `exclude_paths` or the path of the start page), `file` (no page by its extension),
 * `logout` (a link that ends the session of the login), `depth` (more links away from the start page than `max_depth`).
 */
export const skipReasons = ['duplicate', 'action', 'trap', 'path_rules', 'file', 'logout', 'depth'] as const;

/** One of {@link skipReasons}. */
export type SkipReason = (typeof skipReasons)[number];

/** Numbers of left-out URLs by reason; absent reasons have none. */
export type SkipCounts = Partial<Record<SkipReason, number>>;

/** Reasons why a job stands still: its site asked for a pause (`Retry-After`), or the session of its login has ended. */
export const waitCodes = ['retry_after', 'login_expired'] as const;

/** Reason why a job stands still. */
export interface JobWait {
  code: (typeof waitCodes)[number];
  /** Origin that asked for the pause, or for a login. */
  origin: string;
  /** Time at which the job continues; null if it waits to be resumed. */
  until: string | null;
  /** Id of the login whose session has ended. */
  login?: string;
  /** Id of the run that renews the login, after which the job continues. */
  renewal?: string;
  message: string;
}

/** Job in API responses; names as on the wire. */
export interface JobDocument {
  jid: string;
  type: JobType;
  status: JobStatus;
  paused: boolean;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** Time at which the job and its pages are deleted; null until it has ended. */
  expires_at: string | null;
  /** As requested, with secrets masked. */
  params: Record<string, unknown>;
  progress: JobProgress;
  /** `reserved` is held for pages that have not been read yet. */
  credits: { reserved: number; charged: number };
  error: JobError | null;
  webhook: { url: string; delivered: number; failed: number; notice?: string } | null;
  /** URLs that robots rules exclude, at most a thousand; `robots_blocked_total` counts all. */
  robots_blocked: string[];
  robots_blocked_total: number;
  skipped: SkipCounts;
  /** Reason why pages of the job wait now; null if none does. */
  waiting: JobWait | null;
  warnings: Warning[];
}
