import type { PictureDifference } from '../../diff/compare-pictures.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import type { Verdict } from './judge-check.ts';
import type { CheckPictures } from './record-check.ts';
import type { Version } from './watch.ts';

/** How pictures are kept and compared; they are named by the path under which they are read. */
export interface PicturePorts {
  /** Digest of a stored picture, or null. */
  digestOf(path: string): Promise<string | null>;
  /** A picture by its digest, or null. */
  read(digest: string): Promise<Uint8Array | null>;
  /** Keeps a picture; returns its path. */
  store(accountId: string, bytes: Uint8Array): Promise<string>;
  /** Null where there is nothing to compare. */
  compare(before: Uint8Array, after: Uint8Array): Promise<PictureDifference | null>;
  /** Lets go of a picture that tells nothing new. */
  forget(transaction: DatabaseTransaction, path: string, now: Date): Promise<void>;
}

async function differenceOf(
  ports: PicturePorts,
  accountId: string,
  before: string,
  after: string,
): Promise<Pick<CheckPictures, 'difference' | 'share'> | null> {
  const [old, now] = await Promise.all([ports.read(before), ports.read(after)]);
  const found = old === null || now === null ? null : await ports.compare(old, now);
  if (found === null) return null;
  return { difference: await ports.store(accountId, found.picture), share: found.share };
}

/**
 * The picture that a check took at `path`, beside what it shows differently than the picture of the version before; null
 * where there is none, or it tells nothing new. The version that becomes the baseline is given the picture.
 */
export async function pictureOfCheck(
  ports: PicturePorts,
  accountId: string,
  path: string | undefined,
  { state, standing }: Verdict,
  before: Version | null,
): Promise<CheckPictures | null> {
  if (path === undefined || (state !== 'new' && state !== 'changed')) return null;
  const digest = await ports.digestOf(path);
  if (digest === null) return null;
  if (standing.baseline !== null) standing.baseline.picture = digest;
  const old = state === 'new' ? null : (before?.picture ?? null);
  const found = old === null ? null : await differenceOf(ports, accountId, old, digest);
  return { after: path, difference: found?.difference ?? null, share: found?.share ?? null };
}
