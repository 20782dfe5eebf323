import { type CallOptions, type ClientOptions, createCaller, type Fields } from './call.ts';
import { type Operations, operationTable } from './operations.ts';
import { createWaiters, type Waiters } from './waiters.ts';

export type { CallOptions, ClientOptions } from './call.ts';
export type { ServerEvent } from './events.ts';
export type { Operations } from './operations.ts';
export type * from './schemas.ts';
export type { PageOptions, Waiters, WaitOptions } from './waiters.ts';
export { WebdataError } from './webdata-error.ts';

/** Everything that can be asked of a webdata service. */
export type Client = Operations & Waiters;

/** A client of the service at an address. Its methods throw WebdataError. */
export function createClient(options: ClientOptions): Client {
  const caller = createCaller(options);
  const methods = Object.entries(operationTable).map(([name, entry]) => [
    name,
    (fields: Fields = {}, call?: CallOptions) => caller[entry.answers](entry, fields, call),
  ]);
  const operations = Object.fromEntries(methods) as Operations;
  return { ...operations, ...createWaiters(operations) };
}
