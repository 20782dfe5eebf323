import { z } from 'zod';
import { missingResource, type ResourceKind } from '../../domain/resources/missing-resource.ts';
import {
  defineOperation,
  freeOutcome,
  type KeyedDeclaration,
  type Operation,
  type OperationContext,
} from './operation.ts';
import { defineReadOperation, type ReadDeclaration } from './read-operation.ts';

/** A resource with an identifier, as its operations address it. */
export interface Resource {
  kind: ResourceKind;
  /** Route of one resource. Its only parameter is `idName`. */
  path: string;
  idName: string;
  id: z.ZodType<string>;
  exampleId: string;
}

type ResourceFields = 'path' | 'input' | 'toCommand' | 'example' | 'run';

interface GetDeclaration<Value>
  extends Omit<ReadDeclaration<{ path: z.ZodObject }, string, Value>, ResourceFields> {
  /** Returns null if the account has no such resource. */
  find(accountId: string, id: string, context: OperationContext): Promise<Value | null>;
}

interface DeleteDeclaration
  extends Pick<
    KeyedDeclaration<{ path: z.ZodObject }, string, unknown>,
    'name' | 'title' | 'description' | 'agent' | 'errors'
  > {
  /** Returns false, or rejects with Failure `not_found`, if the account has no such resource. */
  remove(accountId: string, id: string): Promise<boolean> | Promise<void>;
  /** Name of the identifier in the response. Default: its name in the path. */
  answeredAs?: string;
}

/** Returns what all operations on one resource share. */
function addressOf({ path, idName, id, exampleId }: Resource) {
  return {
    path,
    input: { path: z.strictObject({ [idName]: id }) },
    toCommand: (input: { path: Record<string, unknown> }) => input.path[idName] as string,
    example: { path: { [idName]: exampleId } },
  };
}

/** Declares the operation that returns one resource. */
export function defineGetOperation<Value>(
  resource: Resource,
  { find, ...declaration }: GetDeclaration<Value>,
): Operation {
  return defineReadOperation({
    ...declaration,
    ...addressOf(resource),
    run: async (id, context) => {
      const found = await find(context.principal.accountId, id, context);
      if (found === null) throw missingResource(resource.kind);
      return freeOutcome(found);
    },
  });
}

/** Declares the operation that deletes one resource. */
export function defineDeleteOperation(
  resource: Resource,
  { remove, answeredAs = resource.idName, ...declaration }: DeleteDeclaration,
): Operation {
  return defineOperation({
    ...declaration,
    ...addressOf(resource),
    price: 'free',
    method: 'DELETE',
    scope: 'write',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    output: z.object({
      [answeredAs]: z.string().describe(`Identifier of the deleted ${resource.kind.name}.`),
      deleted: z.literal(true).describe('The resource no longer exists.'),
    }),
    run: async (id, { principal }) => {
      if ((await remove(principal.accountId, id)) === false) throw missingResource(resource.kind);
      return freeOutcome({ [answeredAs]: id, deleted: true as const });
    },
  });
}
