import { sql } from 'kysely';
import type { LayoutUpdate, StoredLayout } from '../../domain/pages/extraction.ts';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import {
  applyLesson,
  arePlacesProven,
  getLayoutState,
  getSignature,
  isFieldProven,
  isRoutineLesson,
  type LayoutRules,
  type Lesson,
  similarityTo,
} from '../../extract/selectors/layout-rules.ts';
import { minLayoutSimilarity } from '../../extract/selectors/layouts/layout-signature.ts';
import { getLayoutSite } from '../../extract/selectors/selectors.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { storableJson } from '../../store/storable.ts';

/** Maximum number of layouts per account and per site; the least recently used ones are deleted. */
const maxPerAccount = 2_000;
const maxPerSite = 8;

/** Time after which an unused layout is deleted. */
const retentionMs = 180 * dayMs;

/** Minimum interval between updates of an unchanged layout. */
const touchIntervalMs = 60_000;
const maxDeletedPerCall = 1_000;
const maxSiteLength = 600;

/** Returns the rules of an account for the site of a URL, most recently used first. */
export async function findLayouts(
  database: Database,
  accountId: string,
  url: string,
): Promise<StoredLayout[]> {
  const site = getLayoutSite(url)?.slice(0, maxSiteLength);
  if (site === undefined) return [];
  const rows = await database
    .selectFrom('layouts')
    .select(['layout_id', 'rules'])
    .where('account_id', '=', accountId)
    .where('site', '=', site)
    .orderBy('used_at', 'desc')
    .limit(maxPerSite)
    .execute();
  return rows.map((row) => ({ layoutId: row.layout_id, rules: JSON.parse(row.rules) }));
}

/** Stores the rules learned from a page. An advisory lock serializes updates of one site across processes. */
export async function learnLayout(
  database: Database,
  accountId: string,
  { layoutId, site: fullSite, lesson: storedLesson }: LayoutUpdate,
  now: Date,
): Promise<void> {
  const lesson = storedLesson as Lesson;
  const site = fullSite.slice(0, maxSiteLength);
  if (layoutId !== null && isRoutineLesson(lesson) && (await touch(database, accountId, layoutId, now)))
    return;
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`layouts ${accountId} ${site}`}, 0))`.execute(
      transaction,
    );
    const current = await findLayoutOf(transaction, accountId, site, layoutId, lesson);
    const rules = applyLesson(current?.rules ?? null, lesson);
    if (current !== null) await update(transaction, current.layoutId, rules, lesson, now);
    else if (Object.keys({ ...rules.fields, ...rules.places }).length > 0)
      await insert(transaction, accountId, site, rules, now);
  });
}

/** Returns the layout of a lesson: the one with this identifier, otherwise the most similar one. */
async function findLayoutOf(
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
  const requested = layouts.find((one) => one.layoutId === layoutId);
  if (requested !== undefined) return requested;
  const signature = getSignature(lesson);
  if (signature === null) return null;
  const ranked = layouts
    .map((one) => ({ ...one, likeness: similarityTo(one.rules, signature) }))
    .sort((one, other) => other.likeness - one.likeness);
  const [best] = ranked;
  return best !== undefined && best.likeness >= minLayoutSimilarity ? best : null;
}

function columnsOf(rules: LayoutRules) {
  const learned = Object.values(rules.fields).map((field) => ({
    pointer: field.pointer,
    structure: field.structure,
    proven: isFieldProven(field),
  }));
  const agreed = Object.entries(rules.places ?? {})
    .filter(([key]) => rules.fields[key] === undefined)
    .map(([, places]) => ({
      pointer: places.pointer,
      structure: 'scalar',
      proven: arePlacesProven(places),
    }));
  const fields = [...learned, ...agreed];
  return {
    rules: JSON.stringify(rules),
    fields: storableJson(fields),
    state: getLayoutState(rules),
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
  const isUsed = lesson.tested > 0;
  const hasHeld = isUsed && lesson.confirmed * 2 >= lesson.tested;
  const { used: _used, held: _held, ...columns } = columnsOf(rules);
  await transaction
    .updateTable('layouts')
    .set((expression) => ({
      ...columns,
      // Pages counted by `touch` are only in the columns, not in the rules.
      used: expression('used', '+', isUsed ? 1 : 0),
      held: expression('held', '+', hasHeld ? 1 : 0),
      used_at: now,
      ...((lesson.fields.length > 0 || (lesson.places ?? []).length > 0) && { learned_at: now }),
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
  await deleteOldest(transaction, accountId, site, maxPerSite);
  await deleteOldest(transaction, accountId, null, maxPerAccount);
}

async function deleteOldest(
  transaction: DatabaseTransaction,
  accountId: string,
  site: string | null,
  maxCount: number,
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
        .offset(maxCount),
    )
    .execute();
}

/**
 * Counts a page on which the rules held, at most once per minute. Returns false if the layout has misses or does
 * not exist.
 */
async function touch(database: Database, accountId: string, layoutId: string, now: Date): Promise<boolean> {
  const current = await database
    .selectFrom('layouts')
    .select(['misses', 'used_at'])
    .where('layout_id', '=', layoutId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (current === undefined || current.misses > 0) return false;
  if (current.used_at >= addMs(now, -touchIntervalMs)) return true;
  await database
    .updateTable('layouts')
    .set((expression) => ({
      used_at: now,
      used: expression('used', '+', 1),
      held: expression('held', '+', 1),
    }))
    .where('layout_id', '=', layoutId)
    .where('used_at', '<', addMs(now, -touchIntervalMs))
    .execute();
  return true;
}

/** Deletes up to 1,000 layouts that were unused for 180 days. Returns their number. */
export async function deleteUnusedLayouts(database: Database, now: Date): Promise<number> {
  const deleted = await sql`
    delete from layouts where layout_id in (
      select layout_id from layouts where used_at <= ${addMs(now, -retentionMs).toISOString()}::timestamptz
      order by used_at limit ${maxDeletedPerCall}
    )
  `.execute(database);
  return Number(deleted.numAffectedRows ?? 0);
}
