import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Commit } from '../../../account/requests/idempotency.ts';
import type { RecipeRun } from '../../../domain/pages/listing.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import type { Schema } from '../../../store/schema.ts';
import type { CollectCommand } from '../collect-request.ts';
import type { SavedSource } from '../collected.ts';
import type { Recipe } from './recipe.ts';
import { type RecipeDocument, toRecipeDocument } from './recipe-document.ts';

/** Maximum number of recipes per account. */
const maxRecipes = 10_000;
const maxNameLength = 200;

type Row = Pick<Selectable<Schema['recipes']>, (typeof columns)[number]>;

const columns = [
  'recipe_id',
  'name',
  'url',
  'fields',
  'country',
  'strict_country',
  'source',
  'paging',
  'created_at',
  'last_run',
  'runs',
  'ok_runs',
  'last_error',
] as const;

function toRecipe(row: Row): Recipe {
  return {
    rid: row.recipe_id,
    name: row.name,
    url: row.url,
    fields: row.fields,
    country: row.country,
    strictCountry: row.strict_country,
    savedSource:
      row.source === null || row.paging === null ? null : { source: row.source, paging: row.paging },
    createdAt: row.created_at,
    lastRun: row.last_run,
    runs: row.runs,
    okRuns: row.ok_runs,
    lastError: row.last_error,
  };
}

/** Returns the default name of a recipe: host and path of its URL. */
function defaultRecipeName(url: string): string {
  const address = URL.parse(url);
  return (address === null ? url : `${address.host}${address.pathname}`).slice(0, maxNameLength);
}

function requestDigest({ url, fields, country, strictCountry }: CollectCommand): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([url, fields, country, strictCountry]))
    .digest();
}

async function checkRecipeLimit(
  transaction: Database | DatabaseTransaction,
  accountId: string,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from recipes where account_id = ${accountId} limit ${maxRecipes}) as own
  `.execute(transaction);
  if ((rows[0]?.count ?? 0) >= maxRecipes) {
    throw new Failure(
      'conflict',
      `The account has reached its limit of ${maxRecipes} recipes. Delete some first.`,
    );
  }
}

/** Saves the source of a collect run; the same request updates its existing recipe. */
export async function saveRecipeSource(
  database: Database,
  accountId: string,
  command: CollectCommand,
  savedSource: SavedSource,
  now: Date,
): Promise<string> {
  const digest = requestDigest(command);
  const at = now.toISOString();
  const { source, paging } = savedSource;
  const updated = await sql<{ recipe_id: string }>`
    update recipes set source = ${JSON.stringify(source)}::json, paging = ${JSON.stringify(paging)}::json,
      updated_at = ${at}::timestamptz, last_error = null
    where account_id = ${accountId} and digest = ${digest} returning recipe_id
  `.execute(database);
  const existingId = updated.rows[0]?.recipe_id;
  if (existingId !== undefined) return existingId;
  await checkRecipeLimit(database, accountId);
  const inserted = await sql<{ recipe_id: string }>`
    insert into recipes (recipe_id, account_id, digest, name, url, fields, country, strict_country, source, paging,
      created_at, updated_at)
    values (${newIdentifier('rcp', now)}, ${accountId}, ${digest}, ${defaultRecipeName(command.url)}, ${command.url},
      ${JSON.stringify(command.fields)}::json, ${command.country}, ${command.strictCountry},
      ${JSON.stringify(source)}::json, ${JSON.stringify(paging)}::json, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (account_id, digest) where digest is not null
    do update set source = excluded.source, paging = excluded.paging, updated_at = excluded.updated_at
    returning recipe_id
  `.execute(database);
  return inserted.rows[0]?.recipe_id as string;
}

/** A recipe to be created by a caller. */
export interface NewRecipe {
  name: string | null;
  url: string;
  fields: string[];
  country: string | null;
  strictCountry: boolean;
  savedSource: SavedSource | null;
}

/** Creates a recipe and completes the request in the same transaction. */
export async function createRecipe(
  database: Database,
  accountId: string,
  recipe: NewRecipe,
  now: Date,
  commit: Commit,
): Promise<RecipeDocument> {
  return database.transaction().execute(async (transaction) => {
    await checkRecipeLimit(transaction, accountId);
    const row = await transaction
      .insertInto('recipes')
      .values({
        recipe_id: newIdentifier('rcp', now),
        account_id: accountId,
        digest: null,
        name: recipe.name ?? defaultRecipeName(recipe.url),
        url: recipe.url,
        fields: JSON.stringify(recipe.fields),
        country: recipe.country,
        strict_country: recipe.strictCountry,
        source: recipe.savedSource === null ? null : JSON.stringify(recipe.savedSource.source),
        paging: recipe.savedSource === null ? null : JSON.stringify(recipe.savedSource.paging),
        created_at: now,
        updated_at: now,
        last_run: null,
        last_error: null,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    const document = toRecipeDocument(toRecipe(row));
    await commit(transaction, document);
    return document;
  });
}

/** Returns a recipe of the account; null if it has none with this identifier. */
export async function findRecipe(database: Database, accountId: string, rid: string): Promise<Recipe | null> {
  const row = await database
    .selectFrom('recipes')
    .select(columns)
    .where('recipe_id', '=', rid)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : toRecipe(row);
}

/** Lists the recipes of an account, newest first. */
export async function listRecipes(
  database: Database,
  accountId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ recipes: Recipe[]; total: number }> {
  const rows = await database
    .selectFrom('recipes')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('recipe_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await database
    .selectFrom('recipes')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { recipes: rows.map(toRecipe), total };
}

/** Deletes a recipe. Returns false if the account has none with this identifier. */
export async function deleteRecipe(database: Database, accountId: string, rid: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('recipes')
    .where('recipe_id', '=', rid)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Result of a run, to be recorded. */
export interface RunRecord {
  run: RecipeRun;
  error: string | null;
  /** A newly discovered source, or one with additional rules; null if unchanged. */
  savedSource: SavedSource | null;
}

/** Records the result of a run. */
export async function recordRun(
  database: Database,
  accountId: string,
  rid: string,
  runRecord: RunRecord,
  now: Date,
): Promise<void> {
  const { run, error, savedSource } = runRecord;
  await database
    .updateTable('recipes')
    .set(({ eb }) => ({
      last_run: JSON.stringify(run),
      runs: eb('runs', '+', 1),
      ...(error === null && { ok_runs: eb('ok_runs', '+', 1) }),
      last_error: error?.slice(0, 1_000) ?? null,
      ...(savedSource !== null && {
        source: JSON.stringify(savedSource.source),
        paging: JSON.stringify(savedSource.paging),
        updated_at: now,
      }),
    }))
    .where('recipe_id', '=', rid)
    .where('account_id', '=', accountId)
    .execute();
}
