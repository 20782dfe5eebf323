import { createHash } from 'node:crypto';
import type { ModelClient } from '../../domain/model.ts';
import { askModel } from '../../extract/ask-model.ts';
import type { Reading } from '../../extract/coerce.ts';
import { countryOf } from '../../extract/country-of.ts';
import { type SchemaFromWords, schemaFromWords } from '../../extract/model-schema.ts';
import { fieldsOf } from '../../extract/schema-fields.ts';
import type { ExtractModel, ModelTask } from './extract-ports.ts';

/** Milliseconds for naming the fields of a prompt, and for reading values: together less than a request may take. */
const schemaWithinMs = 20_000;
const valuesWithinMs = 40_000;
/** Prompts whose fields are remembered: the same words name the same fields. */
const mostPrompts = 500;

function readingOf({ url, page }: ModelTask): Reading {
  return {
    language: page.language,
    country: countryOf(url),
    currency: null,
    resolve: (reference) => URL.parse(reference, url)?.href ?? null,
  };
}

/** Extraction's way of using a model. */
export function createExtractModel(client: ModelClient): ExtractModel {
  const schemas = new Map<string, SchemaFromWords>();
  return {
    async schemaOf(prompt, signal) {
      const key = createHash('sha256').update(prompt).digest('base64');
      const known = schemas.get(key);
      if (known !== undefined) return { ...known, use: null };
      const made = await schemaFromWords(client, prompt, schemaWithinMs, signal);
      if (made.schema === null) return made;
      const [oldest] = schemas.keys();
      if (schemas.size >= mostPrompts && oldest !== undefined) schemas.delete(oldest);
      schemas.set(key, made);
      return made;
    },
    fill(task, signal) {
      const open = new Set(task.page.open);
      const fields = fieldsOf(task.schema).filter(({ pointer }) => open.has(pointer));
      const wish = { fields, blocks: task.page.blocks, prompt: task.prompt };
      return askModel(
        wish,
        { client, reading: readingOf(task), schema: task.schema },
        valuesWithinMs,
        signal,
      );
    },
  };
}
