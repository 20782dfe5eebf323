import { z } from 'zod';
import { freeOutcome, type Operation, type OperationContext } from './operation.ts';
import { defineReadOperation, type ReadDeclaration } from './read-operation.ts';

/** Part of a list. */
export interface OffsetPage {
  offset: number;
  limit: number;
}

/** Returns the query parameters that select a part of a list. */
export function offsetQuery(limits: { defaultLimit: number; maxLimit: number; maxOffset?: number }) {
  return {
    offset: z
      .int()
      .min(0)
      .max(limits.maxOffset ?? 1_000_000)
      .default(0)
      .describe('Number of items to skip.'),
    limit: z
      .int()
      .min(1)
      .max(limits.maxLimit)
      .default(limits.defaultLimit)
      .describe('Maximum number of items in the response.'),
  };
}

/** Returns the offset of the next part of a list, or null at its end. */
export function nextOffset(offset: number, returnedCount: number, total: number): number | null {
  return returnedCount > 0 && offset + returnedCount < total ? offset + returnedCount : null;
}

/** A part of a list, as a query of the database returns it: `{ jobs: [...], total: 812 }`. */
export type Listed<Name extends string, Item> = Record<Name, Item[]> & { total: number };

/** Declaration of a list: that of its operation, with the name and the schema of its items. */
interface ListDeclaration<
  Schemas extends { path?: z.ZodObject; query: z.ZodObject },
  Command extends OffsetPage,
  Name extends string,
  Item,
> extends Omit<
    ReadDeclaration<Schemas, Command, Listed<Name, Item> & { next_offset: number | null }>,
    'output' | 'run'
  > {
  /** Field of the response that contains the items. */
  items: Name;
  item: z.ZodType<Item>;
  list(accountId: string, page: Command, context: OperationContext): Promise<Listed<Name, NoInfer<Item>>>;
}

/** Declares the operation that returns a list in parts: `{ <items>: [...], total, next_offset }`. */
export function defineListOperation<
  const Schemas extends { path?: z.ZodObject; query: z.ZodObject },
  Command extends OffsetPage,
  const Name extends string,
  Item,
>({ items, item, list, ...declaration }: ListDeclaration<Schemas, Command, Name, Item>): Operation {
  type Answer = Listed<Name, Item> & { next_offset: number | null };
  const output = z.object({
    [items]: z.array(item).describe('Items of this part of the list.'),
    total: z.int().describe('Number of all items of the list.'),
    next_offset: z
      .int()
      .nullable()
      .describe('Value of `offset` for the next part of the list. null: this is the last part.'),
  }) as unknown as z.ZodType<Answer>;
  return defineReadOperation<Schemas, Command, Answer>({
    ...declaration,
    output,
    run: async (page, context) => {
      const listed = await list(context.principal.accountId, page, context);
      return freeOutcome({
        ...listed,
        next_offset: nextOffset(page.offset, listed[items].length, listed.total),
      });
    },
  });
}
