import { createHash } from 'node:crypto';
import { resultIdentity } from './merge-results.ts';

/** Returns the key of a page in the search index: equal for addresses that {@link resultIdentity} takes for one page. */
export function pageKey(url: string): Buffer {
  return createHash('sha256').update(resultIdentity(url)).digest();
}
