import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { openJson, openText, resealJson, resealText, sealJson, sealText } from './data-key.ts';
import type { Database, DatabaseTransaction } from './database.ts';

type Connection = Database | DatabaseTransaction;

/** A column whose values are encrypted with the data key, because they hold tokens, headers or cookies. */
interface SealedColumn {
  table: string;
  column: string;
  kind: 'text' | 'json';
  /** Column that the ciphertext is bound to, and what it is. */
  boundTo: string;
  purpose: string;
  /** Column with the SHA-256 of the value, with which SQL compares it. */
  digest?: string;
}

/** Addresses are bound to the account, so that SQL can copy one from a job or a dataset to a delivery. */
const webhookOf = { kind: 'text', boundTo: 'account_id', purpose: 'webhook' } as const;

const columns: readonly SealedColumn[] = [
  { table: 'deliveries', column: 'url', digest: 'url_digest', ...webhookOf },
  { table: 'webhook_targets', column: 'url', digest: 'url_digest', ...webhookOf },
  { table: 'jobs', column: 'webhook', digest: 'webhook_digest', ...webhookOf },
  { table: 'datasets', column: 'webhook', ...webhookOf },
  { table: 'workflows', column: 'webhook', ...webhookOf },
  { table: 'workflow_runs', column: 'webhook', ...webhookOf },
  { table: 'logins', column: 'webhook', ...webhookOf },
  { table: 'datasets', column: 'source', kind: 'json', boundTo: 'dataset_id', purpose: 'dataset source' },
  { table: 'service_settings', column: 'value', kind: 'json', boundTo: 'name', purpose: 'service setting' },
  { table: 'monitors', column: 'settings', kind: 'json', boundTo: 'monitor_id', purpose: 'monitor settings' },
];

/** Returns the SHA-256 with which SQL compares the addresses of webhooks. */
export function addressDigest(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}

/** Returns the address of a webhook as stored; null stays null. */
export function sealWebhook<Url extends string | null>(
  connection: Connection,
  accountId: string,
  url: Url,
): Url {
  return (url === null ? null : sealText(connection, url, `${webhookOf.purpose} ${accountId}`)) as Url;
}

/** Returns the address of a stored webhook; null stays null. */
export function openWebhook<Url extends string | null>(
  connection: Connection,
  accountId: string,
  stored: Url,
): Url {
  return (stored === null ? null : openText(connection, stored, `${webhookOf.purpose} ${accountId}`)) as Url;
}

/** Returns the settings of a monitor as stored. */
export function sealSettings(connection: Connection, monitorId: string, settings: unknown): string {
  return sealJson(connection, settings, `monitor settings ${monitorId}`);
}

/** Returns the settings of a stored monitor. */
export function openSettings(connection: Connection, monitorId: string, stored: unknown): unknown {
  return openJson(connection, stored, `monitor settings ${monitorId}`);
}

/** Returns the source of a dataset as stored. */
export function sealSource(connection: Connection, datasetId: string, source: unknown): string {
  return sealJson(connection, source, `dataset source ${datasetId}`);
}

/** Returns the source of a stored dataset. */
export function openSource(connection: Connection, datasetId: string, stored: unknown): unknown {
  return openJson(connection, stored, `dataset source ${datasetId}`);
}

/** A row to encrypt; its address in the table is valid while the transaction has it locked. */
interface StoredRow {
  place: string;
  bound: string;
  value: unknown;
}

/** True for rows that are not encrypted; the partial indexes of migration 0052 have the same condition. */
function isPlain({ column, kind }: SealedColumn) {
  const name = sql.ref(column);
  return kind === 'text' ? sql`${name} not like 'sealed:%'` : sql`${name} ->> 'sealed' is null`;
}

async function writeRows(
  transaction: DatabaseTransaction,
  { table, column, kind, digest }: SealedColumn,
  rows: ReadonlyArray<{ place: string; value: string; digest: Buffer | null }>,
): Promise<void> {
  if (rows.length === 0) return;
  const withDigest =
    digest === undefined ? sql`` : sql`, ${sql.ref(digest)} = coalesce(${sql.ref(digest)}, written.digest)`;
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = written.value::${sql.raw(kind)} ${withDigest}
    from unnest(
      ${rows.map(({ place }) => place)}::tid[],
      ${rows.map(({ value }) => value)}::text[],
      ${rows.map((row) => row.digest)}::bytea[]
    ) as written (place, value, digest)
    where ${sql.table(table)}.ctid = written.place
  `.execute(transaction);
}

async function sealRows(database: Database, sealed: SealedColumn, limit: number): Promise<number> {
  const { table, column, kind, boundTo, purpose } = sealed;
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<StoredRow>`
      select ctid::text as place, ${sql.ref(boundTo)} as bound, ${sql.ref(column)} as value from ${sql.table(table)}
      where ${isPlain(sealed)} limit ${limit} for update skip locked
    `.execute(transaction);
    const written = rows.map(({ place, bound, value }) => {
      const associated = `${purpose} ${bound}`;
      return kind === 'json'
        ? { place, value: sealJson(transaction, value, associated), digest: null }
        : {
            place,
            value: sealText(transaction, value as string, associated),
            digest: addressDigest(value as string),
          };
    });
    await writeRows(transaction, sealed, written);
    return rows.length;
  });
}

/**
 * Encrypts values that an earlier version stored in plain text, at most `limit` of each column; returns their number. Each
 * column is a transaction, so a killed process loses one batch, which the next call repeats.
 */
export async function sealPlainValues(database: Database, limit = 500): Promise<number> {
  let count = 0;
  for (const column of columns) count += await sealRows(database, column, limit);
  return count;
}

const resealBatch = 1_000;

async function resealRows(
  transaction: DatabaseTransaction,
  sealed: SealedColumn,
  previous: Uint8Array,
  next: Uint8Array,
): Promise<number> {
  const { table, column, kind, boundTo, purpose } = sealed;
  // A cursor does not see the rows that this transaction writes.
  await sql`
    declare sealed_rows no scroll cursor for
    select ctid::text as place, ${sql.ref(boundTo)} as bound, ${sql.ref(column)} as value from ${sql.table(table)}
    where not (${isPlain(sealed)})
  `.execute(transaction);
  let count = 0;
  for (;;) {
    const { rows } = await sql<StoredRow>`fetch ${sql.lit(resealBatch)} from sealed_rows`.execute(
      transaction,
    );
    if (rows.length === 0) break;
    const written = rows.flatMap(({ place, bound, value }) => {
      const associated = `${purpose} ${bound}`;
      const resealed =
        kind === 'json'
          ? resealJson(value, associated, previous, next)
          : resealText(value as string, associated, previous, next);
      return resealed === null ? [] : [{ place, value: resealed, digest: null }];
    });
    await writeRows(transaction, sealed, written);
    count += written.length;
  }
  await sql`close sealed_rows`.execute(transaction);
  return count;
}

/** Encrypts all sealed columns with another key; returns the number of values. The caller stops all writers before. */
export async function resealColumns(
  transaction: DatabaseTransaction,
  previous: Uint8Array,
  next: Uint8Array,
): Promise<number> {
  let count = 0;
  for (const column of columns) count += await resealRows(transaction, column, previous, next);
  return count;
}
