import type { Json, JsonSchema } from '../../../domain/pages/extraction.ts';
import type { WorkflowStep } from '../../../domain/resources/workflow.ts';
import { isOneTimeSecret, oneTimeCode } from '../../../domain/secrets/one-time-code.ts';
import { createSecretFilter, type SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import { namesSecret } from '../../../domain/secrets/secret-words.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import type { RunState } from './steps/run-state.ts';

const maxDepth = 12;

/** Tells whether a JSON Schema marks its value as secret: `writeOnly`, `format: "password"`, or its title says so. */
function marksSecret(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { writeOnly, format, title } = schema;
  return writeOnly === true || format === 'password' || (typeof title === 'string' && namesSecret(title));
}

/** Adds the values of variables whose name says that they are secret, at any depth. */
export function addNamedSecrets(secrets: SecretFilter, value: unknown, depth = 0): void {
  if (!isObject(value) || depth > maxDepth) return;
  for (const [name, inner] of Object.entries(value)) {
    if (namesSecret(name)) secrets.addAll(inner);
    else addNamedSecrets(secrets, inner, depth + 1);
  }
}

/** Adds the values that a JSON Schema marks as secret, and those whose name says so. */
export function addMarkedSecrets(
  secrets: SecretFilter,
  schema: JsonSchema | null,
  value: Json | undefined,
): void {
  if (value === undefined) return;
  if (marksSecret(schema) || (typeof value === 'string' && isOneTimeSecret(value))) {
    secrets.addAll(value);
    return;
  }
  if (!isObject(value)) return;
  addNamedSecrets(secrets, value);
  const properties = isObject(schema?.properties) ? schema.properties : {};
  for (const [name, inner] of Object.entries(properties))
    addMarkedSecrets(secrets, inner as JsonSchema, value[name] as Json | undefined);
}

/** Adds the answer to a question, if the step, its schema, its variable or its text says that it is secret. */
export function addAnswer(secrets: SecretFilter, step: WorkflowStep, answer: Json): void {
  const isNamed = namesSecret(step.name ?? '') || namesSecret(step.question ?? '');
  if (step.secret === true || isNamed) secrets.addAll(answer);
  else addMarkedSecrets(secrets, step.schema ?? null, answer);
}

/** Returns the filter of a run that continues from a state. */
export function createRunSecrets({ secrets: known = [], variables }: RunState): SecretFilter {
  const secrets = createSecretFilter(known);
  addNamedSecrets(secrets, variables);
  return secrets;
}

/**
 * Returns the variables with the current code in place of each `otpauth://totp/` URI. The codes and the URIs are secret.
 */
export function insertOneTimeCodes(
  variables: Readonly<Record<string, Json>>,
  now: Date,
  secrets: SecretFilter,
): Record<string, Json> {
  const entries = Object.entries(variables).map(([name, value]): [string, Json] => {
    const code = typeof value === 'string' ? oneTimeCode(value, now) : null;
    if (code === null) return [name, value];
    secrets.addAll([value, code]);
    return [name, code];
  });
  return Object.fromEntries(entries);
}
