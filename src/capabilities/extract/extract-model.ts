import { createHash } from 'node:crypto';
import type { ModelClient } from '../../domain/resources/model.ts';
import { extractWithModel } from '../../extract/model/extract-with-model.ts';
import { type PromptedSchema, schemaFromPrompt } from '../../extract/model/model-schema.ts';
import { fieldsOf } from '../../extract/schema/schema-fields.ts';
import type { ParseContext } from '../../extract/values/coerce.ts';
import { countryOf } from '../../extract/words/country-of.ts';
import type { ExtractModel, ModelTask } from './extract-ports.ts';

/**
 * Time limits for deriving a schema from a prompt and for reading values, in milliseconds; their sum is below the
 * time limit of a request.
 */
const schemaTimeoutMs = 20_000;
const valuesTimeoutMs = 40_000;
/** Maximum number of cached prompts with their schemas. */
const maxPrompts = 500;

function createReading({ url, page }: ModelTask): ParseContext {
  return {
    language: page.language,
    country: countryOf(url),
    currency: null,
    resolve: (reference) => URL.parse(reference, url)?.href ?? null,
  };
}

/** Creates the extraction model on top of a model client. */
export function createExtractModel(client: ModelClient): ExtractModel {
  const schemas = new Map<string, PromptedSchema>();
  return {
    async deriveSchema(wish, maxMs, signal) {
      const key = createHash('sha256').update(wish.prompt).digest('base64');
      const cached = schemas.get(key);
      if (cached !== undefined) return { ...cached, use: null };
      const created = await schemaFromPrompt(client, wish, Math.min(schemaTimeoutMs, maxMs), signal);
      if (created.schema === null) return created;
      const [oldest] = schemas.keys();
      if (schemas.size >= maxPrompts && oldest !== undefined) schemas.delete(oldest);
      schemas.set(key, created);
      return created;
    },
    fill(task, maxMs, signal) {
      const openPointers = new Set(task.page.open);
      const fields = fieldsOf(task.schema).filter(({ pointer }) => openPointers.has(pointer));
      const { accountId, prompt } = task;
      const request = { fields, blocks: task.page.blocks, prompt, accountId };
      return extractWithModel(
        request,
        { client, parseContext: createReading(task), schema: task.schema },
        Math.min(valuesTimeoutMs, maxMs),
        signal,
      );
    },
  };
}
