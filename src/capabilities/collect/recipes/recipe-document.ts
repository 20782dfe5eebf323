import { z } from 'zod';
import type { Paging, RecipeRun } from '../../../domain/pages/listing.ts';
import { pageStatuses } from '../../../domain/pages/outcome.ts';
import { sourceKinds, valueTypes } from '../../../domain/pages/records.ts';
import { getReplayObstacle } from '../../../listings/discovery/read-only-calls.ts';
import { fromPage } from '../../../operations/page-origin.ts';
import { withSchemaName } from '../../../operations/schema-names.ts';
import { fieldSchema } from '../collect-request.ts';
import type { SavedSource } from '../collected.ts';
import type { Recipe } from './recipe.ts';

const pointer = z
  .string()
  .max(1_000)
  .regex(/^(?:\/.*)?$/s, 'Must be a JSON Pointer: empty, or starting with /.');
/** Maximum number of paths per field. */
const maxPaths = 10;
const maxHeaders = 40;

const originSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fixed').describe('A value that does not change.'),
    value: z.string().max(4_096).describe('The value.'),
  }),
  z.strictObject({
    kind: z.literal('cookie').describe('The value of a cookie that the page sets.'),
    name: z.string().max(200).describe('Name of the cookie.'),
  }),
  z.strictObject({
    kind: z.literal('text').describe('A part of a text.'),
    url: z
      .string()
      .max(8_192)
      .nullable()
      .describe('URL of the script that contains the value. null: the page contains it.'),
    before: z.string().min(1).max(200).describe('Text directly before the value.'),
    after: z.string().min(1).max(20).describe('Text directly after the value.'),
  }),
]);

const originsSchema = z
  .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/), originSchema)
  .refine((origins) => Object.keys(origins).length <= maxHeaders, `Must have at most ${maxHeaders} entries.`)
  .meta({ maxProperties: maxHeaders });

const transformSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('divide').describe('Divides a number.'),
    by: z.number().positive().describe('Divisor.'),
  }),
  z.strictObject({
    kind: z.literal('epoch').describe('Converts a Unix time to a date.'),
    unit: z.enum(['s', 'ms']).describe('Unit of the Unix time: seconds or milliseconds.'),
  }),
  z.strictObject({
    kind: z.literal('template').describe('Puts the value between two texts.'),
    before: z.string().max(2_000).describe('Text before the value.'),
    after: z.string().max(2_000).describe('Text after the value.'),
  }),
  z.strictObject({ kind: z.literal('code').describe('Takes an identifying code out of a text.') }),
]);

const parameterLocationSchema = z.discriminatedUnion('in', [
  z.strictObject({
    in: z.literal('query').describe('A parameter of the query string.'),
    name: z.string().min(1).max(200).describe('Name of the parameter.'),
  }),
  z.strictObject({
    in: z.literal('path').describe('A segment of the path.'),
    index: z.int().min(1).max(50).describe('Number of the segment, from 1.'),
  }),
  z.strictObject({
    in: z.literal('body').describe('A value in the JSON body.'),
    path: pointer.describe('JSON Pointer of the value.'),
  }),
]);

const paginationMethodSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none').describe('There is only one page.') }),
  z.strictObject({
    kind: z
      .literal('link')
      .describe('The page shows a link or a form to the next one, or has a `Link` header.'),
  }),
  z.strictObject({
    kind: z
      .literal('number')
      .describe('A number of the page, or of its first record, increases from page to page.'),
    place: parameterLocationSchema.describe('Location of the parameter.'),
    from: z.int().min(0).describe('Value for the first page.'),
    step: z.int().min(1).describe('Difference between the values of two consecutive pages.'),
  }),
  z.strictObject({
    kind: z.literal('cursor').describe('A parameter contains a value from the previous response.'),
    place: parameterLocationSchema.describe('Location of the parameter.'),
    path: pointer.describe('JSON Pointer of the cursor in a response.'),
  }),
  z.strictObject({
    kind: z.literal('address').describe('A response contains the URL of the next page.'),
    path: pointer.describe('JSON Pointer of the URL in a response.'),
  }),
  z.strictObject({
    kind: z.literal('header').describe('The `Link` header of a response contains the URL of the next page.'),
  }),
]);

const pagingSchema: z.ZodType<Paging> = z.strictObject({
  way: paginationMethodSchema.describe('Method to get from one page to the next.'),
  more: pointer
    .nullable()
    .describe('JSON Pointer to the value in a response that states whether there are more pages.'),
  total: pointer.nullable().describe('JSON Pointer to the number of records.'),
  pages: pointer.nullable().describe('JSON Pointer to the number of pages.'),
  size: z.int().min(1).describe('Number of records on a full page.'),
});

const sourceShape = {
  kind: z.enum(sourceKinds).describe('Kind of the source.'),
  method: z.enum(['GET', 'POST']).describe('HTTP method of the call.'),
  url_template: z
    .string()
    .max(8_192)
    .nullable()
    .describe('URL of the call that returns the records. null: the page itself contains them.'),
  body: z.string().max(64_000).nullable().describe('JSON body of a POST call, such as a GraphQL query.'),
  headers: originsSchema.describe('Source of each header value, by name.'),
  cookies: originsSchema.describe('Source of each cookie value, by name.'),
  rendered: z.boolean().describe('True if the source needs a browser.'),
  record_path: z
    .string()
    .max(1_000)
    .describe('JSON Pointer of the list; `*` stands for every entry of a list on the path.'),
  field_map: z
    .record(fieldSchema, z.array(pointer).min(1).max(maxPaths))
    .describe('JSON Pointers into a record, by field; the first one with a value is used.'),
  types: z.record(z.string(), z.enum(valueTypes)).describe('Type of the values of each field, by name.'),
  transforms: z
    .record(z.string(), transformSchema)
    .describe('Conversion of the values of a field, by name; fields without one are not converted.'),
  filled: z
    .record(z.string(), z.number().min(0).max(1))
    .describe('Share of the records with a value when the recipe was saved, by field.'),
  pagination: pagingSchema.describe('Pages of the listing.'),
};

const sourceSchema = withSchemaName('RecipeSource', fromPage(z.object(sourceShape)));

/** Schema of a source in a request. It uses the JSON names of the response. */
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
    const reason = URL.canParse(url) ? getReplayObstacle({ method, url, body }) : 'it is not an absolute URL';
    if (reason !== null)
      context.addIssue({
        code: 'custom',
        path: ['url_template'],
        message: `The URL cannot be called: ${reason}`,
      });
  });

/** A source as returned by the API. */
export type RecipeSource = z.output<typeof sourceSchema>;

/** A recipe as returned by the API (docs/api/values-and-records.md#collect-and-recipes). */
export interface RecipeDocument {
  rid: string;
  name: string;
  url: string;
  fields: string[];
  country: string | null;
  strict_country: boolean;
  source: RecipeSource | null;
  layout: string | null;
  created_at: string;
  last_run: RecipeRun | null;
  health: { runs: number; ok: number; last_error: string | null };
}

/** Schema of the response. */
export const recipeSchema: z.ZodType<RecipeDocument> = withSchemaName(
  'Recipe',
  z.object({
    rid: z.string().describe('Identifier of the recipe.'),
    name: z.string().describe('Name of the recipe.'),
    url: z.string().describe('URL of the listing.'),
    fields: z.array(z.string()).describe('Names of the fields.'),
    country: z
      .string()
      .nullable()
      .describe('Country of the exit (ISO 3166-1 alpha-2). null: none was requested.'),
    strict_country: z.boolean().describe('True if runs fail without an exit in the country.'),
    source: sourceSchema.nullable().describe('Source of the records. null: no run has found a source yet.'),
    layout: z
      .string()
      .nullable()
      .describe('Short signature of the keys of the records when the source was found.'),
    created_at: z.string().describe('Time of creation (ISO 8601, UTC).'),
    last_run: z
      .object({
        at: z.string().describe('Time of the run (ISO 8601, UTC).'),
        status: z.enum(pageStatuses).describe('Status of the run: that of its page.'),
        records: z.int().describe('Number of records.'),
        complete: z.boolean().describe('True if the whole listing was read.'),
      })
      .nullable()
      .describe('Last run. null: none yet.'),
    health: z
      .object({
        runs: z.int().describe('Number of runs.'),
        ok: z.int().describe('Number of runs without error.'),
        last_error: fromPage(z.string().nullable()).describe(
          'Error of the last run. null: it had none, or there was no run yet.',
        ),
      })
      .describe('Success of the runs so far.'),
  }),
) as z.ZodType<RecipeDocument>;

/** Converts a saved source to its API form. */
function toRecipeSource({ source, paging }: SavedSource): RecipeSource {
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

/** Converts the source of a request to the saved form. */
export function parseRecipeSource(sourceDocument: RecipeSource): SavedSource {
  const { kind, method, url_template: url, body, headers, cookies, pagination } = sourceDocument;
  return {
    source: {
      kind,
      call: url === null ? null : { method, url, body, headers, cookies },
      isRendered: sourceDocument.rendered,
      recordPath: sourceDocument.record_path,
      rules: Object.fromEntries(
        Object.entries(sourceDocument.field_map).map(([name, paths]) => [
          name,
          {
            paths,
            transform: sourceDocument.transforms[name] ?? null,
            type: sourceDocument.types[name] ?? 'text',
          },
        ]),
      ),
      filled: sourceDocument.filled,
      layout: '',
    },
    paging: pagination,
  };
}

/** Converts a recipe to its API form. */
export function toRecipeDocument(recipe: Recipe): RecipeDocument {
  const { savedSource } = recipe;
  return {
    rid: recipe.rid,
    name: recipe.name,
    url: recipe.url,
    fields: recipe.fields,
    country: recipe.country,
    strict_country: recipe.strictCountry,
    source: savedSource === null ? null : toRecipeSource(savedSource),
    layout: savedSource === null || savedSource.source.layout === '' ? null : savedSource.source.layout,
    created_at: recipe.createdAt.toISOString(),
    last_run: recipe.lastRun,
    health: { runs: recipe.runs, ok: recipe.okRuns, last_error: recipe.lastError },
  };
}
