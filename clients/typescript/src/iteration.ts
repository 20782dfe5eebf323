import type { CallOptions } from './call.ts';
import { type ContinuableAnswers, type ListRows, listTable, type Operations } from './operations.ts';

/** Fields of an operation. */
export type FieldsOf<Name extends keyof Operations> = NonNullable<Parameters<Operations[Name]>[0]>;

/** Methods that repeat a call until everything is read. */
export interface Iteration {
  /** Yields all rows of a list, and reads its pages as they are needed: `iterate('listJobs', { status: 'running' })`. */
  iterate<Name extends keyof ListRows>(
    name: Name,
    fields?: FieldsOf<Name>,
    options?: CallOptions,
  ): AsyncGenerator<ListRows[Name]>;
  /**
   * Yields the response of a call, and then the responses of the calls that continue it (`continue`), until nothing is
   * left: `parts('map', { url })`.
   */
  parts<Name extends keyof ContinuableAnswers>(
    name: Name,
    fields: FieldsOf<Name>,
    options?: CallOptions,
  ): AsyncGenerator<ContinuableAnswers[Name]>;
}

type AnyMethod = (fields: object, options?: CallOptions) => Promise<Record<string, unknown>>;

/** Returns the options of a later call: each needs an Idempotency-Key of its own. */
export function continued(options: CallOptions, call: number): CallOptions {
  const { idempotencyKey } = options;
  if (idempotencyKey === undefined || call === 0) return options;
  return { ...options, idempotencyKey: `${idempotencyKey}-${call}` };
}

/** Returns the query parameter and value of the next page; null at the end. */
function nextPage(answer: Record<string, unknown>, next: string): [string, unknown] | null {
  const value = answer[next] ?? null;
  if (value === null) return null;
  // The changes of a dataset have no last page, because more can follow.
  if (next === 'next_since' && value === answer.last_seq) return null;
  return [next.slice('next_'.length), value];
}

/** Creates the methods from the operations of a client. */
export function createIteration(operations: Operations): Iteration {
  const methods = operations as unknown as Record<string, AnyMethod>;
  const call = (name: string, fields: object, options: CallOptions | undefined) =>
    (methods[name] as AnyMethod)(fields, options);
  return {
    async *iterate(name, fields, options) {
      const { rows, next } = listTable[name];
      let position: [string, unknown] | null = null;
      do {
        const place: object = position === null ? {} : Object.fromEntries([position]);
        const answer = await call(name, { ...fields, ...place }, options);
        // The table names a list that the schema of the response requires.
        yield* answer[rows] as ListRows[typeof name][];
        position = nextPage(answer, next);
      } while (position !== null);
    },
    async *parts(name, fields, options = {}) {
      let token: unknown;
      let count = 0;
      do {
        const rest: object = token === undefined ? {} : { continue: token };
        const answer = await call(name, { ...fields, ...rest }, continued(options, count));
        yield answer as ContinuableAnswers[typeof name];
        token = answer.continue;
        count += 1;
      } while (token !== undefined);
    },
  };
}
