import type { ExtractMethod, FoundValue } from '../domain/extraction.ts';
import type { Field } from './field.ts';
import type { PageView } from './page-view.ts';

/**
 * One way of finding values, run in the content thread. It is asked for all fields that are still open at once, and answers
 * as many as it is sure of: scalars as one value, lists and records whole (all entries of a list come from one method).
 * Values are typed already (`coerce.ts`) and grounded or not (`ground.ts`). It never throws for what a page holds.
 */
export interface Method {
  name: ExtractMethod;
  find(fields: readonly Field[], page: PageView): FoundValue[];
}
