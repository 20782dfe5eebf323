/** Maximum number of pages of one job per claim, which bounds how long a new job waits for another one. */
export const maxPagesPerClaim = 16;
/** Share of the limit by which first pages of jobs may exceed it, so that a new job starts at once in a busy process. */
const minimumShare = 0.25;

/** Job that has pages to claim. */
export interface ClaimableJob {
  jobId: string;
  /** Number of its pages in flight in this process. */
  inFlight: number;
  /** Number of pages that it can take now, or null if it is not open in this process. */
  capacity: number | null;
}

/** Pages in flight in this process, of all jobs, and their current limit. */
export interface ClaimLimits {
  limit: number;
  inFlight: number;
}

/**
 * Returns how many pages to claim of each job: equal shares of the free capacity, given out in the order of the jobs, so that
 * jobs that are served often cannot take the share of one that waits for its start. A job without a page in flight gets one
 * even above the limit, up to a quarter of it.
 */
export function planClaims(
  jobs: readonly ClaimableJob[],
  { limit, inFlight }: ClaimLimits,
): Map<string, number> {
  let free = limit - inFlight;
  const share = Math.max(1, Math.ceil(free / jobs.length));
  return new Map(
    jobs.map((job) => {
      const hasMinimum = job.inFlight === 0 && free > -limit * minimumShare;
      const want = free > 0 || hasMinimum ? Math.min(share, job.capacity ?? share, maxPagesPerClaim) : 0;
      free -= want;
      return [job.jobId, want];
    }),
  );
}
