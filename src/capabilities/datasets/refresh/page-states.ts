import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DataRecord } from '../../../domain/resources/dataset.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import type { Validators } from '../../../store/pages/cached-pages.ts';

/** A page of a dataset as it was read last. */
export interface PageState extends Validators {
  url: string;
  readAt: Date;
  /** Records of the page. */
  records: DataRecord[];
}

const maxWritten = 100;

function digestOf(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}

/** Returns the known pages of a dataset by URL. */
export async function findPageStates(
  database: Database,
  datasetId: string,
  urls: readonly string[],
): Promise<Map<string, PageState>> {
  const rows = await database
    .selectFrom('dataset_pages')
    .select(['url_digest', 'etag', 'last_modified', 'read_at', 'records'])
    .where('dataset_id', '=', datasetId)
    .execute();
  const byDigest = new Map(rows.map((row) => [row.url_digest.toString('hex'), row]));
  const states = new Map<string, PageState>();
  for (const url of urls) {
    const row = byDigest.get(digestOf(url).toString('hex'));
    if (row === undefined) continue;
    const { etag, last_modified: lastModified, read_at: readAt, records } = row;
    states.set(url, { url, etag, lastModified, readAt, records });
  }
  return states;
}

/** Stores pages as they were read. */
export async function writePageStates(
  transaction: DatabaseTransaction,
  datasetId: string,
  states: readonly PageState[],
): Promise<void> {
  const unique = [...new Map(states.map((state) => [state.url, state])).values()];
  for (let at = 0; at < unique.length; at += maxWritten) {
    const rows = unique.slice(at, at + maxWritten).map((state) => ({
      dataset_id: datasetId,
      url_digest: digestOf(state.url),
      etag: state.etag,
      last_modified: state.lastModified,
      read_at: state.readAt,
      records: JSON.stringify(state.records),
    }));
    await transaction
      .insertInto('dataset_pages')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['dataset_id', 'url_digest']).doUpdateSet({
          etag: sql.ref('excluded.etag'),
          last_modified: sql.ref('excluded.last_modified'),
          read_at: sql.ref('excluded.read_at'),
          records: sql.ref('excluded.records'),
        }),
      )
      .execute();
  }
}
