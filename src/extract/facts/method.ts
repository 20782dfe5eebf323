import type { ExtractMethod, FoundValue } from '../../domain/pages/extraction.ts';
import type { Field } from '../schema/field.ts';
import type { PageFacts } from './page-facts.ts';

/**
 * A method that finds values, run in the content thread. `find` receives all fields without a value and returns
 * the values it is sure of: one for a scalar, and all entries of a list or array of objects together. Values
 * are typed and checked for grounding. It does not throw because of page content.
 */
export interface Method {
  name: ExtractMethod;
  find(fields: readonly Field[], page: PageFacts): FoundValue[];
}
