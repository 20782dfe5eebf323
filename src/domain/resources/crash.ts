import { createHash } from 'node:crypto';
import type { Activity } from '../system/activity.ts';

/** A page read for one account. */
export interface AccountPage {
  accountId: string;
  url: string;
}

/** Identifies a page of an account without its address, which may contain secrets: this is what files and tables hold. */
export interface PageMark {
  accountId: string;
  host: string;
  /** SHA-256 of the address without its fragment, in base64url. */
  digest: string;
}

/** Returns the mark of a page. */
export function markPage({ accountId, url }: AccountPage): PageMark {
  const parsed = URL.parse(url.trim());
  if (parsed !== null) parsed.hash = '';
  const digest = createHash('sha256')
    .update(parsed?.href ?? url)
    .digest('base64url');
  return { accountId, host: parsed?.host ?? '', digest };
}

/** What the main thread worked on when the watchdog ended the process. */
export interface Culprit extends Pick<Activity, 'jobId' | 'row'> {
  pages: PageMark[];
}

/** Returns an activity as a culprit; one of no account has no pages. */
export function toCulprit({ accountId, jobId, row, pages }: Activity): Culprit {
  const marks = accountId === null ? [] : pages.map((url) => markPage({ accountId, url }));
  return { jobId, row, pages: marks };
}

/** A process that ended without a clean stop, and its last known state. */
export interface Crash {
  /** Activity of the main thread when the watchdog ended the process; null if the watchdog did not end it. */
  culprit: Culprit | null;
  /** Worker id of the process; null if it ran no jobs. */
  workerId: string | null;
  /** Pages in progress when the process ended. */
  inFlight: PageMark[];
}

/** Crashes counted while a page was processed. */
export interface CrashCounts {
  /** While other pages were in progress that may have been the cause. */
  together: number;
  /** Attributed to this page. */
  alone: number;
}

/** Pages and tasks to which a crash is attributed. */
export interface CrashAttribution {
  /** Pages that caused the crash. */
  alone: PageMark[];
  /** Pages of which one may have caused it. */
  together: PageMark[];
  /** Row of the worker's frontier that caused the crash; 0 if none of its rows did; null if unknown. */
  rowId: number | null;
}

/** Crashes attributed to a page after which it is not processed again. */
export const maxCrashesAlone = 3;
/** Crashes during a page after which it is processed without other suspected pages, to identify the cause. */
export const minCrashesSuspected = 2;

/** Attributes a crash that the watchdog has explained. */
function attributeToActivity({ row, pages }: Culprit): CrashAttribution {
  // A task that read several pages may have failed at any of them, or by itself.
  if (row !== null && pages.length !== 1) return { alone: [], together: [], rowId: row.id };
  return { alone: pages, together: [], rowId: 0 };
}

/**
 * Attributes a crash: to the watchdog's cause if known; otherwise to the only page in progress, or to the only one that
 * was in progress at earlier crashes. If there are several, each counts one shared crash, after which suspected pages
 * are processed one at a time, so that a crash-free run clears an innocent page.
 */
export function attributeCrash(
  crash: Crash,
  getCounts: (page: PageMark) => CrashCounts | null,
): CrashAttribution {
  if (crash.culprit !== null) return attributeToActivity(crash.culprit);
  const { inFlight } = crash;
  const suspects = inFlight.filter((page) => (getCounts(page)?.together ?? 0) >= minCrashesSuspected);
  const [suspect] = inFlight.length === 1 ? inFlight : suspects.length === 1 ? suspects : [];
  if (suspect === undefined) return { alone: [], together: inFlight, rowId: null };
  return { alone: [suspect], together: inFlight.filter((page) => page !== suspect), rowId: null };
}
