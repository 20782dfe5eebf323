import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Commit } from '../../account/idempotency.ts';
import { Failure } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import type { RecipeRun } from '../../domain/listing.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { Schema } from '../../store/schema.ts';
import type { CollectCommand } from './collect-request.ts';
import type { KnownSource } from './collector.ts';
import type { Recipe } from './recipe.ts';
import { type RecipeDocument, recipeDocument } from './recipe-document.ts';

/** Recipes that an account may keep. */
const mostRecipes = 10_000;
const longestName = 200;

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

function recipeOf(row: Row): Recipe {
  return {
    rid: row.recipe_id,
    name: row.name,
    url: row.url,
    fields: row.fields,
    country: row.country,
    strictCountry: row.strict_country,
    known: row.source === null || row.paging === null ? null : { source: row.source, paging: row.paging },
    createdAt: row.created_at,
    lastRun: row.last_run,
    runs: row.runs,
    okRuns: row.ok_runs,
    lastError: row.last_error,
  };
}

/** What a recipe is called when nobody names it: its site and path. */
export function nameOf(url: string): string {
  const address = URL.parse(url);
  return (address === null ? url : `${address.host}${address.pathname}`).slice(0, longestName);
}

function digestOf({ url, fields, country, strictCountry }: CollectCommand): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([url, fields, country, strictCountry]))
    .digest();
}

async function refuseTooMany(transaction: Database | DatabaseTransaction, accountId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from recipes where account_id = ${accountId} limit ${mostRecipes}) as own
  `.execute(transaction);
  if ((rows[0]?.count ?? 0) >= mostRecipes) {
    throw new Failure('conflict', `an account keeps ${mostRecipes} recipes at most; delete some first`);
  }
}

/** Keeps what collecting found; the same order again renews its recipe. */
export async function saveFound(
  database: Database,
  accountId: string,
  command: CollectCommand,
  known: KnownSource,
  now: Date,
): Promise<string> {
  const digest = digestOf(command);
  const at = now.toISOString();
  const { source, paging } = known;
  const renewed = await sql<{ recipe_id: string }>`
    update recipes set source = ${JSON.stringify(source)}::json, paging = ${JSON.stringify(paging)}::json,
      updated_at = ${at}::timestamptz, last_error = null
    where account_id = ${accountId} and digest = ${digest} returning recipe_id
  `.execute(database);
  const old = renewed.rows[0]?.recipe_id;
  if (old !== undefined) return old;
  await refuseTooMany(database, accountId);
  const made = await sql<{ recipe_id: string }>`
    insert into recipes (recipe_id, account_id, digest, name, url, fields, country, strict_country, source, paging,
      created_at, updated_at)
    values (${newIdentifier('rcp', now)}, ${accountId}, ${digest}, ${nameOf(command.url)}, ${command.url},
      ${JSON.stringify(command.fields)}::json, ${command.country}, ${command.strictCountry},
      ${JSON.stringify(source)}::json, ${JSON.stringify(paging)}::json, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (account_id, digest) where digest is not null
    do update set source = excluded.source, paging = excluded.paging, updated_at = excluded.updated_at
    returning recipe_id
  `.execute(database);
  return made.rows[0]?.recipe_id as string;
}

/** A recipe that a caller makes. */
export interface NewRecipe {
  name: string | null;
  url: string;
  fields: string[];
  country: string | null;
  known: KnownSource | null;
}

/** Makes a recipe and completes the request with it in the same transaction. */
export async function createRecipe(
  database: Database,
  accountId: string,
  recipe: NewRecipe,
  now: Date,
  commit: Commit,
): Promise<RecipeDocument> {
  return database.transaction().execute(async (transaction) => {
    await refuseTooMany(transaction, accountId);
    const row = await transaction
      .insertInto('recipes')
      .values({
        recipe_id: newIdentifier('rcp', now),
        account_id: accountId,
        digest: null,
        name: recipe.name ?? nameOf(recipe.url),
        url: recipe.url,
        fields: JSON.stringify(recipe.fields),
        country: recipe.country,
        strict_country: false,
        source: recipe.known === null ? null : JSON.stringify(recipe.known.source),
        paging: recipe.known === null ? null : JSON.stringify(recipe.known.paging),
        created_at: now,
        updated_at: now,
        last_run: null,
        last_error: null,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    const document = recipeDocument(recipeOf(row));
    await commit(transaction, document);
    return document;
  });
}

/** A recipe of the account; null when it has none of this id. */
export async function findRecipe(database: Database, accountId: string, rid: string): Promise<Recipe | null> {
  const row = await database
    .selectFrom('recipes')
    .select(columns)
    .where('recipe_id', '=', rid)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : recipeOf(row);
}

/** The recipes of an account, newest first. */
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
  return { recipes: rows.map(recipeOf), total };
}

/** Deletes a recipe; false when the account has none of this id. */
export async function deleteRecipe(database: Database, accountId: string, rid: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('recipes')
    .where('recipe_id', '=', rid)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What a run leaves behind. */
export interface RunNote {
  run: RecipeRun;
  error: string | null;
  /** A source that was found anew, or whose rules have grown. */
  known: KnownSource | null;
}

/** Writes down how a run went. */
export async function noteRun(
  database: Database,
  accountId: string,
  rid: string,
  note: RunNote,
  now: Date,
): Promise<void> {
  const { run, error, known } = note;
  await database
    .updateTable('recipes')
    .set(({ eb }) => ({
      last_run: JSON.stringify(run),
      runs: eb('runs', '+', 1),
      ...(error === null && { ok_runs: eb('ok_runs', '+', 1) }),
      last_error: error?.slice(0, 1_000) ?? null,
      ...(known !== null && {
        source: JSON.stringify(known.source),
        paging: JSON.stringify(known.paging),
        updated_at: now,
      }),
    }))
    .where('recipe_id', '=', rid)
    .where('account_id', '=', accountId)
    .execute();
}
