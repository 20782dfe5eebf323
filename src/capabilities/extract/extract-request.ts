import { z } from 'zod';
import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { defaultPageCommand, type PageCommand, withoutStoredText } from '../../domain/pages/page-command.ts';
import { pointerTokens } from '../../domain/values/json-pointer.ts';
import { checkSchema } from '../../extract/schema/schema-check.ts';
import { exitFields } from '../../operations/schemas/page-options.ts';

/** A JSON Schema for extraction: limited in size, with local references only. */
export const extractionSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, context) => {
    for (const error of checkSchema(schema)) {
      context.addIssue({ code: 'custom', path: pointerTokens(error.pointer), message: error.detail });
    }
  })
  .describe(
    'JSON Schema (2020-12 or draft-07) of the values to extract: an object with properties, or an array. Only local references are allowed.',
  );

/** Body of `POST /v1/extract`. */
export const extractBody = z.strictObject({
  url: z.string().max(8_192).describe('URL of the page.'),
  schema: extractionSchema.nullish(),
  prompt: z
    .string()
    .min(1)
    .max(4_000)
    .nullish()
    .describe(
      'Values to extract, in words, with or without a schema. Without `schema` and `prompt`, the structured data of the page is returned.',
    ),
  ...exitFields,
  render: z
    .enum(['auto', 'never', 'always'])
    .default('auto')
    .describe('Whether a browser loads the page. `auto`: if the page has no content without its scripts.'),
  learn: z
    .boolean()
    .default(true)
    .describe('Learn selectors from this page for other pages with the same layout.'),
  text: z
    .boolean()
    .default(false)
    .describe('Also return the plain text of the page, in which the quotes of visible values stand.'),
});

/** Options of an extraction. */
export interface ExtractCommand {
  page: PageCommand;
  schema: JsonSchema | null;
  prompt: string | null;
  canLearn: boolean;
}

/** Converts the validated body to a command. */
export function toExtractCommand(body: z.output<typeof extractBody>): ExtractCommand {
  return {
    page: defaultPageCommand(body.url, {
      ...withoutStoredText,
      formats: body.text ? ['metadata', 'text'] : ['metadata'],
      country: body.country ?? null,
      strictCountry: body.strict_country,
      render: body.render,
    }),
    schema: body.schema ?? null,
    prompt: body.prompt ?? null,
    canLearn: body.learn,
  };
}
