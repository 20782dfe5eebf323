import { type ExpressionBuilder, sql } from 'kysely';
import { addMs } from '../../domain/clock.ts';
import type { LayoutLesson, StoredLayout } from '../../domain/extraction.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import {
  afterLesson,
  isFieldProven,
  isRoutine,
  type LayoutRules,
  type LayoutState,
  type Lesson,
  layoutStateOf,
  likenessTo,
  signatureOf,
} from '../../extract/selectors/layout-rules.ts';
import { sameLayout } from '../../extract/selectors/layout-signature.ts';
import { layoutSite } from '../../extract/selectors/selectors.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { Schema } from '../../store/schema.ts';

/** Layouts that an account keeps, and those of one site; the ones used longest ago make room. */
const maxOfAccount = 2_000;
const maxOfSite = 8;
/** How long a layout is kept that no page was read by. */
const unusedMs = 180 * 24 * 60 * 60_000;
/** How often it is written down that a layout still holds. */
const touchEveryMs = 60_000;
const batch = 1_000;
const longestSite = 600;

/** A layout as it is listed, in wire names. */
export interface LayoutDocument {
  layout_id: string;
  /** Registrable host and address pattern. */
  site: string;
  state: LayoutState;
  /** What is read from pages of this layout; `proven` from the second page on that showed it to be right. */
  fields: { pointer: string; structure: string; proven: boolean }[];
  /** Pages that taught; pages read by the rules; those on which at least half of the rules held; how many of the last did not. */
  taught: number;
  used: number;
  held: number;
  misses: number;
  created_at: string;
  learned_at: string;
  used_at: string;
}

/** Which layouts of an account are listed. */
export interface LayoutFilter {
  /** Start of their site, or null. */
  site: string | null;
  offset: number;
  limit: number;
}

/** The rules that an account has for pages of an address's site, last used first. */
export async function findLayouts(
  database: Database,
  accountId: string,
  url: string,
): Promise<StoredLayout[]> {
  const site = layoutSite(url)?.slice(0, longestSite);
  if (site === undefined) return [];
  const rows = await database
    .selectFrom('layouts')
    .select(['layout_id', 'rules'])
    .where('account_id', '=', accountId)
    .where('site', '=', site)
    .orderBy('used_at', 'desc')
    .limit(maxOfSite)
    .execute();
  return rows.map((row) => ({ layoutId: row.layout_id, rules: JSON.parse(row.rules) }));
}

/** Keeps what a page taught; learners of one site wait for each other, in whatever process. */
export async function learnLayout(
  database: Database,
  accountId: string,
  { layoutId, site: wholeSite, lesson: given }: LayoutLesson,
  now: Date,
): Promise<void> {
  const lesson = given as Lesson;
  const site = wholeSite.slice(0, longestSite);
  if (layoutId !== null && isRoutine(lesson) && (await touch(database, accountId, layoutId, now))) return;
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`layouts ${accountId} ${site}`}, 0))`.execute(
      transaction,
    );
    const known = await findOwn(transaction, accountId, site, layoutId, lesson);
    const rules = afterLesson(known?.rules ?? null, lesson);
    if (known !== null) await update(transaction, known.layoutId, rules, lesson, now);
    else if (Object.keys(rules.fields).length > 0) await insert(transaction, accountId, site, rules, now);
  });
}

/** The layout that a lesson is about: the one that was asked, else the one that its page is most like. */
async function findOwn(
  transaction: DatabaseTransaction,
  accountId: string,
  site: string,
  layoutId: string | null,
  lesson: Lesson,
): Promise<{ layoutId: string; rules: LayoutRules } | null> {
  const rows = await transaction
    .selectFrom('layouts')
    .select(['layout_id', 'rules'])
    .where('account_id', '=', accountId)
    .where('site', '=', site)
    .execute();
  const layouts = rows.map((row) => ({
    layoutId: row.layout_id,
    rules: JSON.parse(row.rules) as LayoutRules,
  }));
  const asked = layouts.find((one) => one.layoutId === layoutId);
  if (asked !== undefined) return asked;
  const signature = signatureOf(lesson);
  if (signature === null) return null;
  const ranked = layouts
    .map((one) => ({ ...one, likeness: likenessTo(one.rules, signature) }))
    .sort((one, other) => other.likeness - one.likeness);
  const [best] = ranked;
  return best !== undefined && best.likeness >= sameLayout ? best : null;
}

function columnsOf(rules: LayoutRules) {
  const fields = Object.values(rules.fields).map((field) => ({
    pointer: field.pointer,
    structure: field.structure,
    proven: isFieldProven(field),
  }));
  return {
    rules: JSON.stringify(rules),
    fields: JSON.stringify(fields),
    state: layoutStateOf(rules),
    taught: rules.taught,
    used: rules.used,
    held: rules.held,
    misses: rules.misses,
  };
}

async function update(
  transaction: DatabaseTransaction,
  layoutId: string,
  rules: LayoutRules,
  lesson: Lesson,
  now: Date,
): Promise<void> {
  const isUsed = lesson.asked > 0;
  const isHeld = isUsed && lesson.held * 2 >= lesson.asked;
  const { used: _used, held: _held, ...columns } = columnsOf(rules);
  await transaction
    .updateTable('layouts')
    .set((expression) => ({
      ...columns,
      // Pages that were counted in passing are in the columns alone.
      used: expression('used', '+', isUsed ? 1 : 0),
      held: expression('held', '+', isHeld ? 1 : 0),
      used_at: now,
      ...(lesson.fields.length > 0 && { learned_at: now }),
    }))
    .where('layout_id', '=', layoutId)
    .execute();
}

async function insert(
  transaction: DatabaseTransaction,
  accountId: string,
  site: string,
  rules: LayoutRules,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('layouts')
    .values({
      layout_id: newIdentifier('lay', now),
      account_id: accountId,
      site,
      ...columnsOf(rules),
      created_at: now,
      learned_at: now,
      used_at: now,
    })
    .execute();
  await dropOldest(transaction, accountId, site, maxOfSite);
  await dropOldest(transaction, accountId, null, maxOfAccount);
}

async function dropOldest(
  transaction: DatabaseTransaction,
  accountId: string,
  site: string | null,
  most: number,
): Promise<void> {
  await transaction
    .deleteFrom('layouts')
    .where('layout_id', 'in', (query) =>
      query
        .selectFrom('layouts')
        .select('layout_id')
        .where('account_id', '=', accountId)
        .$if(site !== null, (inner) => inner.where('site', '=', site as string))
        .orderBy('used_at', 'desc')
        .orderBy('layout_id')
        .offset(most),
    )
    .execute();
}

/** Counts a page that was as expected, once a minute at most; false where the layout is under suspicion, or gone. */
async function touch(database: Database, accountId: string, layoutId: string, now: Date): Promise<boolean> {
  const known = await database
    .selectFrom('layouts')
    .select(['misses', 'used_at'])
    .where('layout_id', '=', layoutId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (known === undefined || known.misses > 0) return false;
  if (known.used_at >= addMs(now, -touchEveryMs)) return true;
  await database
    .updateTable('layouts')
    .set((expression) => ({
      used_at: now,
      used: expression('used', '+', 1),
      held: expression('held', '+', 1),
    }))
    .where('layout_id', '=', layoutId)
    .where('used_at', '<', addMs(now, -touchEveryMs))
    .execute();
  return true;
}

/** The layouts of an account, last used first. */
export async function listLayouts(
  database: Database,
  accountId: string,
  { site, offset, limit }: LayoutFilter,
): Promise<{ layouts: LayoutDocument[]; total: number }> {
  const isAsked = (query: ExpressionBuilder<Schema, 'layouts'>) =>
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
    .where(isAsked)
    .orderBy('used_at', 'desc')
    .orderBy('layout_id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await database
    .selectFrom('layouts')
    .select((query) => query.fn.countAll<number>().as('total'))
    .where(isAsked)
    .executeTakeFirstOrThrow();
  const layouts = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    learned_at: row.learned_at.toISOString(),
    used_at: row.used_at.toISOString(),
  }));
  return { layouts, total: Number(total) };
}

/** Forgets a layout of the account; false when there is none. */
export async function forgetLayout(
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

/** Drops layouts that no page was read by for half a year, at most a thousand a call; returns how many. */
export async function sweepLayouts(database: Database, now: Date): Promise<number> {
  const dropped = await sql`
    delete from layouts where layout_id in (
      select layout_id from layouts where used_at <= ${addMs(now, -unusedMs).toISOString()}::timestamptz
      order by used_at limit ${batch}
    )
  `.execute(database);
  return Number(dropped.numAffectedRows ?? 0);
}
