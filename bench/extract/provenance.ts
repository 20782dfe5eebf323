import { extractPage } from '../../src/app/threads/extract-page.ts';
import type { JsonSchema } from '../../src/domain/pages/extraction.ts';
import { findEvidenceError } from '../../test/corpus/check-evidence.ts';
import { jobFor, parsed } from './read.ts';
import type { KnownPage } from './samples.ts';

/** Maximum number of values of a page that are checked; each check compares the locators of all elements. */
const maxValues = 14;

/** Counts the values of pages, and those whose locator does not lead to the quote. */
export function checkLocators(
  pages: readonly KnownPage[],
  schema: JsonSchema,
  tell: (line: string) => void = () => {},
): { values: number; errors: number } {
  let values = 0;
  let errors = 0;
  for (const page of pages) {
    const read = parsed(page);
    for (const value of extractPage(read, jobFor(schema)).values.slice(0, maxValues)) {
      values++;
      const error = findEvidenceError(read, value);
      if (error === null) continue;
      errors++;
      tell(`${page.id} ${error.slice(0, 200)}`);
    }
  }
  return { values, errors };
}
