import { z } from 'zod';
import type { JsonSchema } from '../../domain/extraction.ts';
import { nothingStored, type PageCommand, usualPageCommand } from '../../domain/page-command.ts';
import { schemaFaults } from '../../extract/schema-check.ts';
import { pointerTokens } from '../../extract/schema-fields.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';

/** A JSON Schema that a caller may ask for values by: bounded, with local references only. */
export const schemaSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, context) => {
    for (const fault of schemaFaults(schema)) {
      context.addIssue({ code: 'custom', path: pointerTokens(fault.pointer), message: fault.detail });
    }
  })
  .describe(
    'JSON Schema (2020-12 or draft-07) of what to find: an object with properties, or an array; local references only',
  );

/** The strict body of `POST /v1/extract`. */
export const extractBody = z.strictObject({
  url: z.string().max(8_192).describe('the page to read'),
  schema: schemaSchema.nullish(),
  prompt: z
    .string()
    .min(1)
    .max(4_000)
    .nullish()
    .describe(
      "what to extract, in words, with or without a schema; without both the page's own typed data is given",
    ),
  country: countrySchema.nullish().describe('two-letter code of the exit country'),
  strict_country: z.boolean().default(false).describe('fail rather than use another country'),
  render: z.enum(['auto', 'never', 'always']).default('auto'),
  learn: z.boolean().default(true).describe('learn selectors for the next page with this layout'),
});

/** What an extraction is asked for. */
export interface ExtractCommand {
  page: PageCommand;
  schema: JsonSchema | null;
  prompt: string | null;
  learns: boolean;
}

/** From the validated body to the command. */
export function toExtractCommand(body: z.output<typeof extractBody>): ExtractCommand {
  return {
    page: usualPageCommand(body.url, {
      ...nothingStored,
      formats: ['metadata'],
      country: body.country ?? null,
      strictCountry: body.strict_country,
      render: body.render,
    }),
    schema: body.schema ?? null,
    prompt: body.prompt ?? null,
    learns: body.learn,
  };
}
