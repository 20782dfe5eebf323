import type { PageStatus, Warning } from './outcome.ts';

/** What background work there is (api.md section 5). */
export const jobTypes = [
  'crawl',
  'batch_scrape',
  'scrape',
  'extract',
  'collect',
  'compare',
  'archive',
  'dataset_refresh',
  'monitor_check',
  'workflow_run',
] as const;

/** One of {@link jobTypes}. */
export type JobType = (typeof jobTypes)[number];

/** Where a job stands; the last three are its ends. A paused job keeps its status and says `paused: true`. */
export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

/** One of {@link jobStatuses}. */
export type JobStatus = (typeof jobStatuses)[number];

/** A status that a job ends in. */
export type JobEnd = Extract<JobStatus, 'completed' | 'failed' | 'cancelled'>;

/** What can be done to a job. */
export const jobActions = ['cancel', 'pause', 'resume', 'retry'] as const;

/** One of {@link jobActions}. */
export type JobAction = (typeof jobActions)[number];

/** How far a job is: addresses found, waiting and under way, and pages delivered, by outcome. */
export type JobProgress = { discovered: number; queued: number; running: number; done: number } & Record<
  PageStatus,
  number
>;

/** Why a job failed: a page's code or a failure's kind, and a sentence for its owner. */
export interface JobError {
  code: string;
  message: string;
}

/** A job as every door gives it, in wire names. */
export interface JobDocument {
  jid: string;
  type: JobType;
  status: JobStatus;
  paused: boolean;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** When it is removed with its pages; null while it has not ended. */
  expires_at: string | null;
  /** As asked, secrets masked. */
  params: Record<string, unknown>;
  progress: JobProgress;
  /** `reserved` is held for pages that are still to come. */
  credits: { reserved: number; charged: number };
  error: JobError | null;
  webhook: { url: string; delivered: number; failed: number; notice?: string } | null;
  /** Addresses that robots rules exclude, at most a thousand; `robots_blocked_total` counts them all. */
  robots_blocked: string[];
  robots_blocked_total: number;
  warnings: Warning[];
}
