import { missingResource } from '../../../domain/resources/missing-resource.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import type { BlobStore } from '../../../store/blobs/blob-store.ts';
import { findBlob, insertBlob } from '../../../store/blobs/stored-blobs.ts';
import type { Database } from '../../../store/database.ts';
import { exportFileName } from '../../../store/exports/file-name.ts';
import { type StoredTable, storeTable } from '../../../store/exports/store-table.ts';
import { type ExportFormat, type ExportOptions, mediaTypes } from '../../../store/exports/table.ts';
import { exportKind } from '../dataset-kinds.ts';
import { type Snapshot, type SnapshotOptions, withSnapshot } from './snapshot.ts';

/** Options of an export. */
export interface DatasetExportOptions extends SnapshotOptions {
  choices: ExportOptions;
}

/** An export in responses. A document in wire names. */
export interface ExportDocument {
  export_id: string;
  did: string;
  format: ExportFormat;
  filename: string;
  rows: number;
  bytes: number;
  /** SHA-256 checksum of the file, in hexadecimal. */
  sha256: string;
  /** Number of the last change that the file contains. */
  seq: number;
  /** True when formulas in cells were escaped; null for formats without formulas. */
  safe: boolean | null;
  notes: string[];
  expires_at: string;
}

/** A stored export file. */
export interface ExportFile {
  filename: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  digest: string;
}

/** Dependencies of exports. */
export interface ExportPorts {
  database: Database;
  blobs: BlobStore;
  /** Time until a file expires, in ms. */
  keepMs: number;
}

function rejectUnknownFields(fields: readonly string[] | null, datasetFields: readonly string[]): void {
  const unknown = (fields ?? []).flatMap((field, index) =>
    datasetFields.includes(field)
      ? []
      : [{ pointer: `/fields/${index}`, detail: 'is not a field of the dataset' }],
  );
  if (unknown.length > 0)
    throw new Failure(
      'invalid',
      'The dataset does not have all requested fields. Choose from `fields` of GET /v1/datasets/{did}.',
      { errors: unknown },
    );
}

/** Stores the export and its blob, which expire together. Returns null when the dataset was deleted meanwhile. */
async function saveExport(
  { database, keepMs }: ExportPorts,
  owner: { accountId: string; datasetId: string },
  { choices }: DatasetExportOptions,
  { name, seq }: Pick<Snapshot, 'name' | 'seq'>,
  { digest, bytes, rows, notes }: StoredTable,
  now: Date,
): Promise<ExportDocument | null> {
  const { accountId, datasetId } = owner;
  const { format } = choices;
  const filename = exportFileName(name, now, format);
  const expiresAt = addMs(now, keepMs);
  const exportId = newIdentifier('file', now);
  const safe = format === 'csv' ? choices.isSafe : null;
  const isSaved = await database.transaction().execute(async (transaction) => {
    const dataset = await transaction
      .selectFrom('datasets')
      .select('dataset_id')
      .where('dataset_id', '=', datasetId)
      .forKeyShare()
      .executeTakeFirst();
    if (dataset === undefined) return false;
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
    return true;
  });
  if (!isSaved) return null;
  return {
    ...{ format, filename, rows, bytes, seq, safe, notes },
    export_id: exportId,
    did: datasetId,
    sha256: digest,
    expires_at: expiresAt.toISOString(),
  };
}

/**
 * Writes a consistent snapshot of a dataset's records to a file; returns null when the account has no such dataset.
 * Rejects with Failure `invalid` for unknown fields.
 */
export async function exportDataset(
  ports: ExportPorts,
  owner: { accountId: string; datasetId: string },
  options: DatasetExportOptions,
  now: Date,
  signal: AbortSignal,
): Promise<ExportDocument | null> {
  const snapshotFile = await withSnapshot(
    ports.database,
    owner,
    options,
    async ({ name, fields, seq, table }) => {
      rejectUnknownFields(options.fields, fields);
      return { name, seq, file: await storeTable(ports, table, options.choices, now, signal) };
    },
  );
  return snapshotFile === null
    ? null
    : saveExport(ports, owner, options, snapshotFile, snapshotFile.file, now);
}

/** Returns an export file. Rejects with Failure `not_found`, and `expired` when the file has expired. */
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
  if (row === undefined) throw missingResource(exportKind);
  const blob = await findBlob(database, row.blob_id, now);
  if (blob.kind !== 'found' || row.expires_at <= now)
    throw new Failure('expired', 'This export has expired. Create a new one.');
  const { filename, bytes, sha256 } = row;
  return { filename, bytes, sha256, digest: blob.digest, mediaType: mediaTypes[row.format] };
}
