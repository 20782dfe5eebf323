import type { Scope } from '../../domain/resources/account.ts';
import { defineOperation, type InputSchemas, type KeyedDeclaration, type Operation } from './operation.ts';

/** Annotations of an operation that only reads from the database. */
const annotations = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/** Declaration of an operation that only reads stored data: free, and not on the web. */
export interface ReadDeclaration<Schemas extends InputSchemas, Command, Value>
  extends Omit<
    KeyedDeclaration<Schemas, Command, Value>,
    'price' | 'method' | 'scope' | 'writesToDisk' | 'annotations'
  > {
  /** Default: `read`. */
  scope?: Scope;
}

/** Declares an operation that only reads stored data. */
export function defineReadOperation<const Schemas extends InputSchemas, Command, Value>(
  declaration: ReadDeclaration<Schemas, Command, Value>,
): Operation {
  return defineOperation<Schemas, Command, Value>({
    scope: 'read',
    ...declaration,
    price: 'free',
    method: 'GET',
    writesToDisk: false,
    annotations,
  });
}
