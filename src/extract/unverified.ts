import type { FoundValue } from '../domain/pages/extraction.ts';

/**
 * Returns true if neither the visible text of the page nor its data contains a value: it was computed, or a model
 * returned it without a line of the page that contains it. The source of any other value is a place of the page.
 */
function isUnverified({ isGrounded, evidence }: FoundValue): boolean {
  if (isGrounded) return false;
  return evidence.method === 'derived' || (evidence.method === 'model' && evidence.quote === '');
}

/** Returns the pointers of the values that the page does not contain. */
export function listUnverified(values: readonly FoundValue[]): string[] {
  return values.filter(isUnverified).map(({ pointer }) => pointer);
}
