import type { ImageDifference } from '../../../../diff/compare-images.ts';
import type { DatabaseTransaction } from '../../../../store/database.ts';
import type { Version } from '../../settings/monitor-settings.ts';
import type { CheckResult } from '../evaluate-check.ts';
import type { CheckScreenshots } from '../record-check.ts';

/** Storage and comparison of screenshots, which are identified by the path of their URL. */
export interface ScreenshotPorts {
  /** Returns the digest of a stored screenshot, or null. */
  digestOf(path: string): Promise<string | null>;
  /** Returns a screenshot by its digest, or null. */
  read(digest: string): Promise<Uint8Array | null>;
  /** Stores an image; returns its path. */
  store(accountId: string, bytes: Uint8Array): Promise<string>;
  /** Compares two screenshots; null when they cannot be compared. */
  compare(before: Uint8Array, after: Uint8Array): Promise<ImageDifference | null>;
  /** Deletes a screenshot that is not needed. */
  forget(transaction: DatabaseTransaction, path: string, now: Date): Promise<void>;
}

async function compareScreenshots(
  ports: ScreenshotPorts,
  accountId: string,
  before: string,
  after: string,
): Promise<Pick<CheckScreenshots, 'difference' | 'share'> | null> {
  const [previous, now] = await Promise.all([ports.read(before), ports.read(after)]);
  const difference = previous === null || now === null ? null : await ports.compare(previous, now);
  if (difference === null) return null;
  return { difference: await ports.store(accountId, difference.image), share: difference.share };
}

/**
 * Returns the screenshot of a check at `path` and its difference from the previous version's screenshot; null when
 * there is none or the check found no change. Assigns the screenshot to the version that becomes the baseline.
 */
export async function screenshotOfCheck(
  ports: ScreenshotPorts,
  accountId: string,
  path: string | undefined,
  { state, monitorState }: CheckResult,
  before: Version | null,
): Promise<CheckScreenshots | null> {
  if (path === undefined || (state !== 'new' && state !== 'changed')) return null;
  const digest = await ports.digestOf(path);
  if (digest === null) return null;
  if (monitorState.baseline !== null) monitorState.baseline.picture = digest;
  const previous = state === 'new' ? null : (before?.picture ?? null);
  const difference = previous === null ? null : await compareScreenshots(ports, accountId, previous, digest);
  return { after: path, difference: difference?.difference ?? null, share: difference?.share ?? null };
}
