import { readFile, writeFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Operation } from '../../src/operations/declaration/operation.ts';
import { toJsonSchema } from '../../src/operations/json-schema.ts';

/** Responses that the reference shows, by operation name. */
const examplesFile = new URL('../../src/interfaces/openapi/example-answers.json', import.meta.url);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const maxItems = 2;
const maxCharacters = 600;

function faultText({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
}

/**
 * Returns the parts of a response (or of an event of a stream) that its operation does not declare; empty if it
 * matches.
 */
export function undeclared({ output }: Operation, value: unknown): string[] {
  const validate = ajv.compile(toJsonSchema(output, 'output'));
  return validate(value) ? [] : (validate.errors ?? []).map(faultText);
}

/** Returns a response as the reference shows it: long lists and texts truncated, secrets replaced. */
function shown(value: unknown, replaced: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    let text = value.length > maxCharacters ? `${value.slice(0, maxCharacters)}...` : value;
    for (const [own, public_] of replaced) text = text.replaceAll(own, public_);
    return text
      .replace(/^wd_[a-z0-9]+_\w+$/, 'wd_0123456789abcdef_0123456789abcdefghjkmnpqrs')
      .replace(/^whsec_.*$/, `whsec_${'0'.repeat(43)}=`);
  }
  if (Array.isArray(value)) return value.slice(0, maxItems).map((one) => shown(one, replaced));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      // The schemas of the catalog are those of the reference itself.
      /_schema$/.test(name) ? { type: 'object' } : shown(one, replaced),
    ]),
  );
}

/** Reads the stored examples. */
export async function readExamples(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(examplesFile, 'utf8'));
}

/**
 * Writes the given responses for examples of `operations` that are missing or no longer match the declaration;
 * `replaced` maps URLs of the test to their replacements.
 */
export async function writeExamples(
  operations: readonly Operation[],
  given: ReadonlyMap<string, unknown>,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const known = await readExamples().catch((): Record<string, unknown> => ({}));
  const kept = operations.flatMap((operation) => {
    const { name } = operation;
    const isGood = name in known && undeclared(operation, known[name]).length === 0;
    const example = isGood ? known[name] : shown(given.get(name), replaced);
    return example === undefined ? [] : [[name, example] as const];
  });
  await writeFile(examplesFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
