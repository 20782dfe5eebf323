import type { z } from 'zod';
import { Failure, type Fault } from '../domain/failure.ts';
import type { InputSchemas } from './operation.ts';

/** The parts of a request as a door decoded them. */
export interface RawInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** A reference token of a JSON pointer (RFC 6901 section 3). */
function token(part: PropertyKey): string {
  return `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function pointer(prefix: string, path: readonly PropertyKey[]): string {
  return prefix + path.map(token).join('');
}

/** One fault for each thing that is wrong, unknown fields one by one. */
function faultsOf(issue: z.core.$ZodIssue, prefix: string): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointer(prefix, [...issue.path, key]),
      detail: 'unknown field',
    }));
  }
  // What is wrong with a key stands one level down.
  const detail = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [{ pointer: pointer(prefix, issue.path), detail }];
}

const parts = [
  ['path', '/path'],
  ['query', '/query'],
  ['body', ''],
] as const;

/** Validates every part at once, so that one answer names every fault. */
export function validate(schemas: InputSchemas, raw: RawInput): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [part, prefix] of parts) {
    const schema = schemas[part];
    if (schema === undefined) {
      if (part === 'query') {
        for (const name of Object.keys(raw.query))
          faults.push({ pointer: pointer('/query', [name]), detail: 'unknown parameter' });
      }
      continue;
    }
    const result = schema.safeParse(raw[part] === undefined ? {} : raw[part]);
    if (result.success) input[part] = result.data;
    else faults.push(...result.error.issues.flatMap((issue) => faultsOf(issue, prefix)));
  }
  if (faults.length > 0) {
    const first = faults[0] as Fault;
    throw new Failure('invalid', `${first.pointer || 'body'}: ${first.detail}`, { faults });
  }
  return input;
}
