import type { Evidence, Json, JsonSchema } from '../domain/pages/extraction.ts';
import type { Warning } from '../domain/pages/outcome.ts';
import { assembleFound } from '../extract/assemble-found.ts';
import { createPageExtractor } from '../extract/extract-page.ts';
import { readOffer } from '../extract/offer/read-offer.ts';
import { checkSchema } from '../extract/schema/schema-check.ts';
import { listUnverified } from '../extract/unverified.ts';
import { findRepeatedRecords } from '../listings/page/repeated-records.ts';
import { readHtml as readPage } from '../page/read/read-html.ts';
import { createJob } from './read-html.ts';

/** Options of {@link extractValues}; all are optional. */
export interface ExtractOptions {
  /** URL of the page, against which links are resolved; its country helps to read prices and dates. */
  url?: string;
  /** Response headers by lower-case name; `content-language` may declare the language. */
  headers?: Readonly<Record<string, string>>;
}

/** Typed values of a page. The names are those of a response to `POST /v1/extract`. */
export interface ExtractedValues {
  /** Values in the structure of the schema, with null for fields without a value. */
  data: Json;
  /** JSON Pointers of values that the page contains neither in its text nor in its data. */
  unverified: string[];
  /** JSON Pointers of fields without a value. */
  missing: string[];
  /** Source of each value, by its JSON Pointer. */
  evidence: Record<string, Evidence>;
  /** Schema of `data`: the one that was passed, or the one that the page's own data suggests. */
  schema: JsonSchema;
  warnings: Warning[];
}

const extract = createPageExtractor({
  createSelectors: null,
  findRecords: findRepeatedRecords,
  readOffer,
});

/**
 * Finds the values of a JSON Schema on an HTML page; without a schema (null), the page's own typed data. Throws a `TypeError`
 * if the schema is not valid.
 */
export function extractValues(
  html: string,
  schema: JsonSchema | null,
  options: ExtractOptions = {},
): ExtractedValues {
  const [error] = schema === null ? [] : checkSchema(schema);
  if (error !== undefined)
    throw new TypeError(`The schema is not valid at "${error.pointer}": ${error.detail}`);
  const { parsed } = readPage(html, createJob(options));
  if (parsed === undefined) throw new TypeError('The text is not HTML.');
  const found = extract(parsed, {
    ...{ schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] },
  });
  const usedSchema = schema ?? found.schema ?? {};
  const { data, missing, values } = assembleFound({ schema: usedSchema, found: found.values, byModel: [] });
  return {
    data,
    unverified: listUnverified(values),
    missing,
    evidence: Object.fromEntries(values.map(({ pointer, evidence }) => [pointer, evidence])),
    schema: usedSchema,
    warnings: found.warnings,
  };
}
