import canonicalize from 'canonicalize';
import type { ContinuedCall } from '../../account/requests/continuations.ts';
import { Failure, type ValidationError } from '../../domain/system/failure.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { ContinuationState } from '../declaration/continuation.ts';
import type { Operation } from '../declaration/operation.ts';
import { pointer, type RawInput, validate } from './validate.ts';

/** Storage of the work that calls left. */
export interface ContinuationPorts {
  /** Stores a state and returns its token; null if the state is too large. */
  save(call: ContinuedCall, state: ContinuationState, now: Date): Promise<string | null>;
  /** Returns the state of a token of this account and operation, or null. */
  find(call: ContinuedCall, token: string, now: Date): Promise<unknown>;
}

/** Returns the token of a request that continues another one, or null. */
export function continueTokenOf({ continues }: Operation, { query }: RawInput): string | null {
  const token = query.continue;
  return continues === true && typeof token === 'string' ? token : null;
}

const unknownTokenDetail =
  'This token is unknown or has expired. Send the request without `continue`, or use the `continue` of a response of this operation from the last 24 hours.';

function invalid(errors: ValidationError[]): Failure {
  return new Failure('invalid', `${errors[0]?.pointer}: ${errors[0]?.detail}`, { errors });
}

/** Throws Failure `invalid` if a field of the body differs from the request that the token continues. */
function checkBody({ input }: Operation, body: unknown, continuedBody: unknown): void {
  if (body === undefined || input.body === undefined || !isObject(continuedBody)) return;
  const whole = isObject(body) ? { ...continuedBody, ...body } : body;
  const validated = validate({ body: input.body }, { path: {}, query: {}, body: whole }).body as object;
  const fieldsOf = (value: object) => new Map(Object.entries(value));
  const given = fieldsOf(validated);
  const expected = fieldsOf(continuedBody);
  const errors = [...given].flatMap(([name, value]): ValidationError[] => {
    if (canonicalize(value) === canonicalize(expected.get(name))) return [];
    const detail = 'Differs from the request that returned the token. Send the same value, or no body.';
    return [{ pointer: pointer('', [name]), detail }];
  });
  if (errors.length > 0) throw invalid(errors);
}

/**
 * Returns the input of a request that continues another one: the body of that one, and in `continued` the command with
 * the work that is left. Throws Failure `invalid` for a token that is not valid for this account and operation.
 */
export async function resumeCall(
  { find }: ContinuationPorts,
  operation: Operation,
  raw: RawInput,
  { accountId, token, now }: { accountId: string; token: string; now: Date },
): Promise<Record<string, unknown>> {
  const { body: _body, ...schemas } = operation.input;
  const input = validate(schemas, { ...raw, body: undefined });
  const state = (await find(
    { accountId, operation: operation.name },
    token,
    now,
  )) as ContinuationState | null;
  if (state === null) throw invalid([{ pointer: '/query/continue', detail: unknownTokenDetail }]);
  checkBody(operation, raw.body, state.body);
  return { ...input, body: state.body, continued: state.command };
}
