import { addMs } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { findBlob, insertBlob } from '../../store/blobs/stored-blobs.ts';
import type { Database } from '../../store/database.ts';
import { exportFileName } from '../../store/exports/file-name.ts';
import { type StoredTable, storeTable } from '../../store/exports/store-table.ts';
import { type ExportChoices, type ExportFormat, mediaTypes } from '../../store/exports/table.ts';
import { type Snapshot, type SnapshotWish, withSnapshot } from './snapshot.ts';

/** What is to be written of a dataset, and how. */
export interface ExportWish extends SnapshotWish {
  choices: ExportChoices;
}

/** A file that a dataset was written to, as every door gives it. */
export interface ExportDocument {
  export_id: string;
  did: string;
  format: ExportFormat;
  filename: string;
  rows: number;
  bytes: number;
  /** Of the file, in hex. */
  sha256: string;
  /** Number of the last change that is in it. */
  seq: number;
  /** Whether cells were defused; null where cells cannot be formulas. */
  safe: boolean | null;
  notes: string[];
  expires_at: string;
}

/** A file that can be sent. */
export interface ExportFile {
  filename: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  digest: string;
}

/** What writing exports needs of the other rooms. */
export interface ExportPorts {
  database: Database;
  blobs: BlobStore;
  /** Milliseconds that a file is kept. */
  keepMs: number;
}

function refuseUnknown(fields: readonly string[] | null, known: readonly string[]): void {
  const unknown = (fields ?? []).flatMap((field, at) =>
    known.includes(field) ? [] : [{ pointer: `/fields/${at}`, detail: 'the dataset has no such field' }],
  );
  if (unknown.length > 0) throw new Failure('invalid', 'unknown fields', { faults: unknown });
}

/** Keeps the written file for the account; its row and its blob expire together. */
async function keepExport(
  { database, keepMs }: ExportPorts,
  owner: { accountId: string; datasetId: string },
  { choices }: ExportWish,
  { name, seq }: Pick<Snapshot, 'name' | 'seq'>,
  { digest, bytes, rows, notes }: StoredTable,
  now: Date,
): Promise<ExportDocument> {
  const { accountId, datasetId } = owner;
  const { format } = choices;
  const filename = exportFileName(name, now, format);
  const expiresAt = addMs(now, keepMs);
  const exportId = newIdentifier('file', now);
  const safe = format === 'csv' ? choices.isSafe : null;
  await database.transaction().execute(async (transaction) => {
    const blobId = await insertBlob(transaction, {
      ...{ accountId, digest, bytes, filename, expiresAt },
      mediaType: mediaTypes[format],
      createdAt: now,
    });
    await transaction
      .insertInto('dataset_exports')
      .values({
        ...{ format, filename, rows, bytes, seq, safe },
        export_id: exportId,
        dataset_id: datasetId,
        account_id: accountId,
        blob_id: blobId,
        sha256: digest,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
  });
  return {
    ...{ format, filename, rows, bytes, seq, safe, notes },
    export_id: exportId,
    did: datasetId,
    sha256: digest,
    expires_at: expiresAt.toISOString(),
  };
}

/** Writes a dataset's records, as they are at one moment, to a file; null when the account has no such dataset. */
export async function exportDataset(
  ports: ExportPorts,
  owner: { accountId: string; datasetId: string },
  wish: ExportWish,
  now: Date,
  signal: AbortSignal,
): Promise<ExportDocument | null> {
  const written = await withSnapshot(ports.database, owner, wish, async ({ name, fields, seq, table }) => {
    refuseUnknown(wish.fields, fields);
    return { name, seq, file: await storeTable(ports, table, wish.choices, now, signal) };
  });
  return written === null ? null : keepExport(ports, owner, wish, written, written.file, now);
}

/** A written file; throws Failure `not_found`, and `expired` when it is no longer kept. */
export async function findExport(
  database: Database,
  { accountId, datasetId, exportId }: { accountId: string; datasetId: string; exportId: string },
  now: Date,
): Promise<ExportFile> {
  const row = await database
    .selectFrom('dataset_exports')
    .select(['blob_id', 'filename', 'format', 'bytes', 'sha256', 'expires_at'])
    .where('export_id', '=', exportId)
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', 'there is no such export');
  const blob = await findBlob(database, row.blob_id, now);
  if (blob.kind !== 'found' || row.expires_at <= now) throw new Failure('expired', 'this export has expired');
  const { filename, bytes, sha256 } = row;
  return { filename, bytes, sha256, digest: blob.digest, mediaType: mediaTypes[row.format] };
}
