import { z } from 'zod';
import type { ResourceKind } from '../../domain/resources/missing-resource.ts';
import { defineListOperation, offsetQuery } from '../../operations/declaration/list-operation.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { defineDeleteOperation, type Resource } from '../../operations/declaration/resource-operations.ts';
import type { LayoutDocument, LayoutFilter } from './list-layouts.ts';

const layoutKind: ResourceKind = { name: 'layout', advice: 'List the layouts with GET /v1/extract/layouts.' };

/** Dependencies of the layout operations. Layouts of other accounts count as missing. */
export interface LayoutPorts {
  listLayouts(accountId: string, filter: LayoutFilter): Promise<{ layouts: LayoutDocument[]; total: number }>;
  deleteLayout(accountId: string, layoutId: string): Promise<boolean>;
}

const layoutResource: Resource = {
  kind: layoutKind,
  path: '/v1/extract/layouts/{id}',
  idName: 'id',
  id: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe('Identifier of the layout.'),
  exampleId: 'lay_06f3p8k2v1s4m7q9w5x0y2z3a4',
};

const layoutSchema: z.ZodType<LayoutDocument> = z.object({
  layout_id: z.string().describe('Identifier of the layout.'),
  site: z
    .string()
    .describe('Registrable domain and URL pattern; `*` is the part that differs between pages.'),
  state: z
    .enum(['provisional', 'active', 'suspect', 'stale'])
    .describe(
      '`provisional`: right on one page. `active`: right on two pages. `suspect`: less than half of the rules held on the last page. `stale`: the same on three consecutive pages; the layout is not used until it is learned again.',
    ),
  fields: z
    .array(
      z.object({
        pointer: z.string().describe('JSON Pointer of the field in the schema.'),
        structure: z.string().describe('Structure of the field: scalar, list or records.'),
        proven: z.boolean().describe('True if the rule was right on at least two pages.'),
      }),
    )
    .describe('Fields for which the layout has rules.'),
  taught: z.int().describe('Number of pages the layout was learned from.'),
  used: z.int().describe('Number of pages read with the layout; several pages per minute count once.'),
  held: z.int().describe('Number of those pages on which at least half of the rules held.'),
  misses: z.int().describe('Number of consecutive latest pages on which less than half of the rules held.'),
  created_at: z.string().describe('Time at which the layout was learned first (ISO 8601, UTC).'),
  learned_at: z.string().describe('Time at which the rules were last learned.'),
  used_at: z.string().describe('Time of the last use.'),
});

function listLayoutsOperation({ listLayouts }: LayoutPorts): Operation {
  return defineListOperation({
    name: 'list_layouts',
    title: 'List learned layouts',
    description:
      'Returns the page layouts for which extraction has learned selectors, with their health, most recently used first. Layouts are private to this account.',
    path: '/v1/extract/layouts',
    input: {
      query: z.strictObject({
        site: z.string().min(1).max(300).optional().describe('Prefix of the site, such as `example.com`.'),
        ...offsetQuery({ defaultLimit: 50, maxLimit: 500 }),
      }),
    },
    toCommand: ({ query: { site, offset, limit } }): LayoutFilter => ({ site: site ?? null, offset, limit }),
    items: 'layouts',
    item: layoutSchema,
    example: { query: { site: 'example.com' } },
    list: listLayouts,
  });
}

function forgetLayoutOperation({ deleteLayout }: LayoutPorts): Operation {
  return defineDeleteOperation(layoutResource, {
    name: 'forget_layout',
    title: 'Delete a layout',
    description: 'Deletes the learned selectors of one layout. Later pages with this layout teach it again.',
    remove: deleteLayout,
    answeredAs: 'layout_id',
  });
}

/** Creates the operations that list and delete learned layouts. */
export function layoutOperations(ports: LayoutPorts): Operation[] {
  return [listLayoutsOperation(ports), forgetLayoutOperation(ports)];
}
