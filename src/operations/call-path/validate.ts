import type { z } from 'zod';
import { Failure, type ValidationError } from '../../domain/system/failure.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerToken } from '../../domain/values/json-pointer.ts';
import { nearestWord } from '../../domain/values/nearest-word.ts';
import type { InputSchemas } from '../declaration/operation.ts';
import { validationMessage } from './validation-message.ts';

/** Parts of a request as decoded by an interface. */
export interface RawInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Encodes a reference token of a JSON Pointer (RFC 6901 section 3). */
function token(part: PropertyKey): string {
  return `/${pointerToken(String(part))}`;
}

/** Returns the JSON Pointer (RFC 6901) of a path below a prefix. */
export function pointer(prefix: string, path: readonly PropertyKey[]): string {
  return prefix + path.map(token).join('');
}

function describeUnknown(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known);
  return nearest === null ? `unknown ${kind}` : `unknown ${kind}; did you mean \`${nearest}\`?`;
}

/** Converts an issue to validation errors, one for each unknown field. `known` are the top-level fields. */
function faultsOf(issue: z.core.$ZodIssue, prefix: string, known: readonly string[]): ValidationError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointer(prefix, [...issue.path, key]),
      detail: describeUnknown('field', key, issue.path.length === 0 ? known : []),
    }));
  }
  // The reason for an invalid key is one level below.
  const detail = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [{ pointer: pointer(prefix, issue.path), detail }];
}

const parts = [
  ['path', '/path'],
  ['query', '/query'],
  ['body', ''],
] as const;

/** Returns a validation error for each field of a part that the operation does not have. */
function unexpectedFields(
  part: 'path' | 'query' | 'body',
  prefix: string,
  value: unknown,
): ValidationError[] {
  if (part === 'path' || value === undefined || value === null) return [];
  if (!isObject(value)) return [{ pointer: prefix, detail: 'this operation takes no body' }];
  const detail = part === 'query' ? 'unknown parameter' : 'unknown field; this operation takes no fields';
  return Object.keys(value).map((name) => ({ pointer: pointer(prefix, [name]), detail }));
}

/** Validates all parts and throws Failure `invalid` with every validation error. */
export function validate(schemas: InputSchemas, raw: RawInput): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const faults: ValidationError[] = [];
  for (const [part, prefix] of parts) {
    const schema = schemas[part];
    if (schema === undefined) {
      faults.push(...unexpectedFields(part, prefix, raw[part]));
      continue;
    }
    const fieldNames = Object.keys(schema.shape);
    const result = schema.safeParse(raw[part] === undefined ? {} : raw[part], { error: validationMessage });
    if (result.success) input[part] = result.data;
    else faults.push(...result.error.issues.flatMap((issue) => faultsOf(issue, prefix, fieldNames)));
  }
  if (faults.length > 0) {
    const first = itemAt(faults, 0);
    throw new Failure('invalid', `${first.pointer || 'body'}: ${first.detail}`, { errors: faults });
  }
  return input;
}
