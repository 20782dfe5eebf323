import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import type { LayoutDocument, LayoutFilter } from './layout-memory.ts';

/** What the operations about layouts need. Another account's layout is missing. */
export interface LayoutPorts {
  listLayouts(accountId: string, filter: LayoutFilter): Promise<{ layouts: LayoutDocument[]; total: number }>;
  forgetLayout(accountId: string, layoutId: string): Promise<boolean>;
}

const id = z.string().regex(/^[\w-]{1,100}$/);

const layoutSchema: z.ZodType<LayoutDocument> = z.object({
  layout_id: z.string(),
  site: z
    .string()
    .describe('registrable host and pattern of the address; `*` is what changes from page to page'),
  state: z
    .enum(['provisional', 'active', 'suspect', 'stale'])
    .describe(
      '`provisional`: right on one page; `active`: on two; `suspect`: less than half of the rules held on the last page; `stale`: on three in a row, and no longer asked until it is learned anew',
    ),
  fields: z.array(
    z.object({
      pointer: z.string().describe('JSON pointer of the schema’s field'),
      structure: z.string().describe('scalar, list or records'),
      proven: z.boolean().describe('whether its rule was right on two pages'),
    }),
  ),
  taught: z.int().describe('pages that it was learned from'),
  used: z.int().describe('pages that were read by it; many a minute are counted once'),
  held: z.int().describe('those of them on which at least half of the rules held'),
  misses: z.int().describe('how many of the last pages, in a row, they did not'),
  created_at: z.string(),
  learned_at: z.string(),
  used_at: z.string(),
});

function listOperation({ listLayouts }: LayoutPorts): Operation {
  return defineOperation({
    name: 'list_layouts',
    title: 'List learned layouts',
    description:
      'The page layouts that extraction has learned selectors for, with their health, last used first. They belong to this account alone.',
    price: 'free',
    method: 'GET',
    path: '/v1/extract/layouts',
    scope: 'read',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {
      query: z.strictObject({
        site: z.string().min(1).max(300).optional().describe('only sites that start so: `example.com`'),
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(500).default(50),
      }),
    },
    toCommand: ({ query: { site, offset, limit } }): LayoutFilter => ({ site: site ?? null, offset, limit }),
    output: z.object({ layouts: z.array(layoutSchema), total: z.int(), next_offset: z.int().nullable() }),
    example: { query: { site: 'example.com' } },
    run: async (filter, { principal }) => {
      const { layouts, total } = await listLayouts(principal.accountId, filter);
      const next = filter.offset + layouts.length;
      return freeOutcome({ layouts, total, next_offset: next < total && layouts.length > 0 ? next : null });
    },
  });
}

function forgetOperation({ forgetLayout }: LayoutPorts): Operation {
  return defineOperation({
    name: 'forget_layout',
    title: 'Forget a layout',
    description: 'Forgets the selectors of one layout; the next pages of its kind teach it anew.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/extract/layouts/{id}',
    scope: 'write',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    input: { path: z.strictObject({ id }) },
    toCommand: ({ path }) => path.id,
    output: z.object({ layout_id: z.string(), deleted: z.literal(true) }),
    example: { path: { id: 'lay_06f3p8k2v1s4m7q9w5x0y2z3a4' } },
    run: async (layoutId, { principal }) => {
      if (!(await forgetLayout(principal.accountId, layoutId))) {
        throw new Failure('not_found', 'there is no such layout');
      }
      return freeOutcome({ layout_id: layoutId, deleted: true as const });
    },
  });
}

/** Looking at what was learned, and forgetting it. */
export function layoutOperations(ports: LayoutPorts): Operation[] {
  return [listOperation(ports), forgetOperation(ports)];
}
