import type { Activity } from '../system/activity.ts';

/** A page read for one account. */
export interface AccountPage {
  accountId: string;
  url: string;
}

/** A process that ended without a clean stop, and its last known state. */
export interface Crash {
  /** Activity of the main thread when the watchdog ended the process; null if the watchdog did not end it. */
  culprit: Activity | null;
  /** Worker id of the process; null if it ran no jobs. */
  workerId: string | null;
  /** Pages in progress when the process ended. */
  inFlight: AccountPage[];
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
  alone: AccountPage[];
  /** Pages of which one may have caused it. */
  together: AccountPage[];
  /** Row of the worker's frontier that caused the crash; 0 if none of its rows did; null if unknown. */
  rowId: number | null;
}

/** Crashes attributed to a page after which it is not processed again. */
export const maxCrashesAlone = 3;
/** Crashes during a page after which it is processed without other suspected pages, to identify the cause. */
export const minCrashesSuspected = 2;

/** Attributes a crash that the watchdog has explained. */
function attributeToActivity({ accountId, row, pages }: Activity): CrashAttribution {
  const found = accountId === null ? [] : pages.map((url) => ({ accountId, url }));
  // A task that read several pages may have failed at any of them, or by itself.
  if (row !== null && found.length !== 1) return { alone: [], together: [], rowId: row.id };
  return { alone: found, together: [], rowId: 0 };
}

/**
 * Attributes a crash: to the watchdog's cause if known; otherwise to the only page in progress, or to the only one that
 * was in progress at earlier crashes. If there are several, each counts one shared crash, after which suspected pages
 * are processed one at a time, so that a crash-free run clears an innocent page.
 */
export function attributeCrash(
  crash: Crash,
  getCounts: (page: AccountPage) => CrashCounts | null,
): CrashAttribution {
  if (crash.culprit !== null) return attributeToActivity(crash.culprit);
  const { inFlight } = crash;
  const suspects = inFlight.filter((page) => (getCounts(page)?.together ?? 0) >= minCrashesSuspected);
  const [suspect] = inFlight.length === 1 ? inFlight : suspects.length === 1 ? suspects : [];
  if (suspect === undefined) return { alone: [], together: inFlight, rowId: null };
  return { alone: [suspect], together: inFlight.filter((page) => page !== suspect), rowId: null };
}
