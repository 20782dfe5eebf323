import type { FoundValue } from '../domain/pages/extraction.ts';
import { parseDate } from './typed/date.ts';
import { parseRelativeDate } from './typed/relative-date.ts';
import type { ParseContext } from './values/coerce.ts';

const isoDate = /^\d{4}-\d{2}-\d{2}(?:T|$)/;

/**
 * Marks the dates that were computed from the time of the fetch and a text such as "3 days ago": their method is `derived`,
 * and the page contains only the text that is quoted.
 */
export function markRelativeDates(
  values: readonly FoundValue[],
  { language, fetchedAt }: ParseContext,
): FoundValue[] {
  if (fetchedAt == null) return [...values];
  return values.map((value) => {
    const { quote, locator } = value.evidence;
    if (typeof value.value !== 'string' || !isoDate.test(value.value) || parseDate(quote, language) !== null)
      return value;
    if (parseRelativeDate(quote, language, fetchedAt) === null) return value;
    const evidence = {
      ...value.evidence,
      method: 'derived' as const,
      locator: `${locator}, fetched ${fetchedAt}`,
    };
    return { ...value, evidence, isGrounded: false };
  });
}
