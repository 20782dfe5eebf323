import { type ExpressionBuilder, sql } from 'kysely';
import type { LayoutState } from '../../extract/selectors/layout-rules.ts';
import type { Database } from '../../store/database.ts';
import type { Schema } from '../../store/schema.ts';

/** A layout as returned by the API. */
export interface LayoutDocument {
  layout_id: string;
  /** Registrable domain and URL pattern. */
  site: string;
  state: LayoutState;
  /** Fields of pages with this layout; `proven` if the rule was right on at least two pages. */
  fields: { pointer: string; structure: string; proven: boolean }[];
  /**
   * Pages learned from; pages read with the rules; those on which at least half of the rules held; consecutive
   * latest pages on which they did not.
   */
  taught: number;
  used: number;
  held: number;
  misses: number;
  created_at: string;
  learned_at: string;
  used_at: string;
}

/** Filter for listing layouts. */
export interface LayoutFilter {
  /** Prefix of the site, or null. */
  site: string | null;
  offset: number;
  limit: number;
}

/** Lists the layouts of an account, most recently used first. */
export async function listLayouts(
  database: Database,
  accountId: string,
  { site, offset, limit }: LayoutFilter,
): Promise<{ layouts: LayoutDocument[]; total: number }> {
  const isMatching = (query: ExpressionBuilder<Schema, 'layouts'>) =>
    query.and([
      query('account_id', '=', accountId),
      ...(site === null ? [] : [sql<boolean>`starts_with(site, ${site})`]),
    ]);
  const rows = await database
    .selectFrom('layouts')
    .select([
      'layout_id',
      'site',
      'state',
      'fields',
      'taught',
      'used',
      'held',
      'misses',
      'created_at',
      'learned_at',
      'used_at',
    ])
    .where(isMatching)
    .orderBy('used_at', 'desc')
    .orderBy('layout_id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await database
    .selectFrom('layouts')
    .select((query) => query.fn.countAll<number>().as('total'))
    .where(isMatching)
    .executeTakeFirstOrThrow();
  const layouts = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    learned_at: row.learned_at.toISOString(),
    used_at: row.used_at.toISOString(),
  }));
  return { layouts, total: Number(total) };
}

/** Deletes a layout of the account. Returns false if it does not exist. */
export async function deleteLayout(
  database: Database,
  accountId: string,
  layoutId: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('layouts')
    .where('layout_id', '=', layoutId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
