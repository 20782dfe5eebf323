import { z } from 'zod';
import {
  type Evidence,
  type ExtractMethod,
  extractMethods,
  type FoundValue,
  type Json,
} from '../../domain/pages/extraction.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { type SearchedBy, searchedBySchema } from './searched-by.ts';
import type { FinderResult } from './value-finder.ts';

/** Extracted values in responses, with their evidence. */
export interface ExtractedValues {
  /** null if the page could not be read, or no value was found. */
  data: Json;
  unverified: string[];
  missing: string[];
  searched_by: SearchedBy;
  evidence: Record<string, Evidence>;
  methods: Record<string, ExtractMethod>;
}

const evidenceSchema: z.ZodType<Evidence> = z.object({
  method: z.enum(extractMethods).describe('Method that found the value.'),
  source: z
    .enum(['visible', 'attribute', 'json'])
    .describe(
      '`visible`: text that the page shows. `attribute`: an attribute or meta tag. `json`: JSON embedded in the page.',
    ),
  locator: fromPage(z.string()).describe('Location of the value on the page.'),
  quote: fromPage(z.string()).describe('Quoted text at that location; at most 300 characters.'),
  weak: z
    .literal(true)
    .optional()
    .describe('True if little evidence supports the value: only its format or a nearby word.'),
});

/** Fields of {@link ExtractedValues}. */
export const extractedValueFields = {
  data: fromPage(z.unknown().transform((data) => data as Json)).describe(
    'Extracted values in the structure and types of the schema. null: no value was found.',
  ),
  unverified: z
    .array(z.string())
    .describe(
      'JSON Pointers into `data` of values that neither the visible text nor the data of the page contains. `evidence` states the source of all others.',
    ),
  missing: z
    .array(z.string())
    .describe(
      'JSON Pointers of fields without a value. This does not mean that the page states none: see `searched_by`.',
    ),
  searched_by: searchedBySchema,
  evidence: z
    .record(z.string(), evidenceSchema)
    .describe('Source of each value, by JSON Pointer into `data`.'),
  methods: z
    .record(z.string(), z.enum(extractMethods))
    .describe('Method that found each value, by JSON Pointer into `data`.'),
};

function mapByPointer<Value>(
  values: readonly FoundValue[],
  select: (value: FoundValue) => Value,
): Record<string, Value> {
  return Object.fromEntries(values.map((value) => [value.pointer, select(value)]));
}

/** Returns the values of a page as a response shows them; null stands for a page that could not be read. */
export function toExtractedValues(found: FinderResult | null): ExtractedValues {
  const values = found?.assembled.values ?? [];
  return {
    data: found?.assembled.data ?? null,
    unverified: found?.unverified ?? [],
    missing: found?.assembled.missing ?? [],
    searched_by: found?.searchedBy ?? {},
    evidence: mapByPointer(values, (one) => one.evidence),
    methods: mapByPointer(values, (one) => one.evidence.method),
  };
}
