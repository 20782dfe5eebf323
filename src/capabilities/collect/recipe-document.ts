import { z } from 'zod';
import type { Paging, RecipeRun } from '../../domain/listing.ts';
import { pageStatuses } from '../../domain/outcome.ts';
import { sourceKinds, valueTypes } from '../../domain/records.ts';
import { whyNotAgain } from '../../fetching/listings/read-only.ts';
import { named } from '../../operations/schema-names.ts';
import { fieldSchema } from './collect-request.ts';
import type { KnownSource } from './collector.ts';
import type { Recipe } from './recipe.ts';

const pointer = z
  .string()
  .max(1_000)
  .regex(/^(?:\/.*)?$/s, 'is a JSON pointer: empty, or begins with /');
/** Places that one field is read from at most. */
const mostPaths = 10;
const mostHeaders = 40;

const originSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), value: z.string().max(4_096) }),
  z.strictObject({ kind: z.literal('cookie'), name: z.string().max(200) }),
  z.strictObject({
    kind: z.literal('text'),
    url: z.string().max(8_192).nullable(),
    before: z.string().min(1).max(200),
    after: z.string().min(1).max(20),
  }),
]);

const originsSchema = z
  .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/), originSchema)
  .refine((origins) => Object.keys(origins).length <= mostHeaders, `are ${mostHeaders} at most`);

const transformSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('divide'), by: z.number().positive() }),
  z.strictObject({ kind: z.literal('epoch'), unit: z.enum(['s', 'ms']) }),
  z.strictObject({
    kind: z.literal('template'),
    before: z.string().max(2_000),
    after: z.string().max(2_000),
  }),
]);

const placeSchema = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('query'), name: z.string().min(1).max(200) }),
  z.strictObject({ in: z.literal('path'), index: z.int().min(1).max(50) }),
  z.strictObject({ in: z.literal('body'), path: pointer }),
]);

const waySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('link') }),
  z.strictObject({
    kind: z.literal('number'),
    place: placeSchema,
    from: z.int().min(0),
    step: z.int().min(1),
  }),
  z.strictObject({ kind: z.literal('cursor'), place: placeSchema, path: pointer }),
  z.strictObject({ kind: z.literal('address'), path: pointer }),
  z.strictObject({ kind: z.literal('header') }),
]);

const pagingSchema: z.ZodType<Paging> = z.strictObject({
  way: waySchema.describe('how one gets from a page to the next'),
  more: pointer.nullable().describe('where an answer says whether there is more'),
  total: pointer.nullable().describe('where it says how many records there are'),
  pages: pointer.nullable().describe('where it says how many pages there are'),
  size: z.int().min(1).describe('records of a full page'),
});

const sourceShape = {
  kind: z.enum(sourceKinds),
  method: z.enum(['GET', 'POST']),
  url_template: z
    .string()
    .max(8_192)
    .nullable()
    .describe('the call that brings the records; null where the page itself does'),
  body: z.string().max(64_000).nullable().describe('JSON that is posted: a query of GraphQL'),
  headers: originsSchema.describe('by name, where each value comes from'),
  cookies: originsSchema,
  rendered: z.boolean().describe('whether a browser is needed'),
  record_path: z
    .string()
    .max(1_000)
    .describe('JSON pointer of the list; `*` for every entry of one on the way'),
  field_map: z
    .record(fieldSchema, z.array(pointer).min(1).max(mostPaths))
    .describe('pointers into a record, by field'),
  types: z.record(z.string(), z.enum(valueTypes)),
  transforms: z.record(z.string(), transformSchema),
  filled: z.record(z.string(), z.number().min(0).max(1)).describe('how often each field held a value'),
  pagination: pagingSchema,
};

const shownSourceSchema = named('RecipeSource', z.object(sourceShape));

/** How a source is written by whoever makes a recipe. Wire names. */
export const recipeSourceSchema = z
  .strictObject({
    ...sourceShape,
    method: sourceShape.method.default('GET'),
    url_template: sourceShape.url_template.default(null),
    body: sourceShape.body.default(null),
    headers: sourceShape.headers.default({}),
    cookies: sourceShape.cookies.default({}),
    rendered: sourceShape.rendered.default(false),
    types: sourceShape.types.default({}),
    transforms: sourceShape.transforms.default({}),
    filled: sourceShape.filled.default({}),
    pagination: sourceShape.pagination.default({
      way: { kind: 'none' },
      more: null,
      total: null,
      pages: null,
      size: 1,
    }),
  })
  .superRefine((source, context) => {
    const { url_template: url, method, body } = source;
    if (url === null) return;
    const why = URL.canParse(url) ? whyNotAgain({ method, url, body }) : 'it is no absolute address';
    if (why !== null)
      context.addIssue({ code: 'custom', path: ['url_template'], message: `cannot be called: ${why}` });
  });

/** A source as a recipe shows it. */
export type RecipeSource = z.output<typeof shownSourceSchema>;

/** A recipe as it is answered (api.md section 7). A document in wire names. */
export interface RecipeDocument {
  rid: string;
  name: string;
  url: string;
  fields: string[];
  country: string | null;
  source: RecipeSource | null;
  layout: string | null;
  created_at: string;
  last_run: RecipeRun | null;
  health: { runs: number; ok: number; last_error: string | null };
}

/** The answer's shape. */
export const recipeSchema: z.ZodType<RecipeDocument> = named(
  'Recipe',
  z.object({
    rid: z.string(),
    name: z.string(),
    url: z.string(),
    fields: z.array(z.string()),
    country: z.string().nullable(),
    source: shownSourceSchema.nullable().describe('null until the first run has found one'),
    layout: z
      .string()
      .nullable()
      .describe('a short signature of the records’ keys when the source was found'),
    created_at: z.string(),
    last_run: z
      .object({ at: z.string(), status: z.enum(pageStatuses), records: z.int(), complete: z.boolean() })
      .nullable(),
    health: z.object({
      runs: z.int(),
      ok: z.int().describe('runs that brought what the recipe promises'),
      last_error: z.string().nullable(),
    }),
  }),
) as z.ZodType<RecipeDocument>;

/** From what is kept to what is shown. */
export function shownSource({ source, paging }: KnownSource): RecipeSource {
  const rules = Object.entries(source.rules);
  return {
    kind: source.kind,
    method: source.call?.method ?? 'GET',
    url_template: source.call?.url ?? null,
    body: source.call?.body ?? null,
    headers: source.call?.headers ?? {},
    cookies: source.call?.cookies ?? {},
    rendered: source.isRendered,
    record_path: source.recordPath,
    field_map: Object.fromEntries(rules.map(([name, { paths }]) => [name, paths])),
    types: Object.fromEntries(rules.map(([name, { type }]) => [name, type])),
    transforms: Object.fromEntries(
      rules.flatMap(([name, { transform }]) => (transform === null ? [] : [[name, transform]])),
    ),
    filled: source.filled,
    pagination: paging,
  };
}

/** From what a caller wrote to what is kept. */
export function knownSource(written: RecipeSource): KnownSource {
  const { kind, method, url_template: url, body, headers, cookies, pagination } = written;
  return {
    source: {
      kind,
      call: url === null ? null : { method, url, body, headers, cookies },
      isRendered: written.rendered,
      recordPath: written.record_path,
      rules: Object.fromEntries(
        Object.entries(written.field_map).map(([name, paths]) => [
          name,
          { paths, transform: written.transforms[name] ?? null, type: written.types[name] ?? 'text' },
        ]),
      ),
      filled: written.filled,
      layout: '',
    },
    paging: pagination,
  };
}

/** A recipe as it is answered. */
export function recipeDocument(recipe: Recipe): RecipeDocument {
  const { known } = recipe;
  return {
    rid: recipe.rid,
    name: recipe.name,
    url: recipe.url,
    fields: recipe.fields,
    country: recipe.country,
    source: known === null ? null : shownSource(known),
    layout: known === null || known.source.layout === '' ? null : known.source.layout,
    created_at: recipe.createdAt.toISOString(),
    last_run: recipe.lastRun,
    health: { runs: recipe.runs, ok: recipe.okRuns, last_error: recipe.lastError },
  };
}
