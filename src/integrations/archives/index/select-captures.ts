import type { Capture, CaptureQuery } from '../archive.ts';
import { parseTimestamp } from './timestamps.ts';

/** Returns whether a capture has content, as far as its index states. */
function isReadable({ statusCode, isRevisit }: Capture): boolean {
  return statusCode === 200 || (isRevisit && statusCode === null);
}

/** Selects the captures of a query from a sorted list, sorted by time, for archives that cannot select them. */
export function selectCaptures(
  captures: readonly Capture[],
  { statuses, order, limit }: CaptureQuery,
): Capture[] {
  const candidates = statuses === 'any' ? [...captures] : captures.filter(isReadable);
  if (order === 'newest') return candidates.slice(-limit);
  if (order === 'oldest') return candidates.slice(0, limit);
  const middle = parseTimestamp(order.closest).getTime();
  const distance = ({ at }: Capture) => Math.abs(at.getTime() - middle);
  const nearest = new Set(
    candidates.toSorted((one, other) => distance(one) - distance(other)).slice(0, limit),
  );
  return candidates.filter((one) => nearest.has(one));
}
