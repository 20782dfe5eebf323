import type { Capture, CaptureQuery } from './archive.ts';
import { instantOf } from './timestamps.ts';

/** Whether a capture holds content, as far as its index says. */
export function isReadable({ statusCode, isRevisit }: Capture): boolean {
  return statusCode === 200 || (isRevisit && statusCode === null);
}

/** Those of a sorted list that a query wants, in the order of time; for archives that cannot choose themselves. */
export function pickCaptures(
  captures: readonly Capture[],
  { statuses, order, limit }: CaptureQuery,
): Capture[] {
  const wanted = statuses === 'any' ? [...captures] : captures.filter(isReadable);
  if (order === 'newest') return wanted.slice(-limit);
  if (order === 'oldest') return wanted.slice(0, limit);
  const middle = instantOf(order.closest).getTime();
  const distance = ({ at }: Capture) => Math.abs(at.getTime() - middle);
  const nearest = new Set(wanted.toSorted((one, other) => distance(one) - distance(other)).slice(0, limit));
  return wanted.filter((one) => nearest.has(one));
}
