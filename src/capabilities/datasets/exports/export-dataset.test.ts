import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../../../../test/database.ts';
import { ensureDefaultAccount } from '../../../account/accounts/accounts.ts';
import type { BlobStore } from '../../../store/blobs/blob-store.ts';
import { createFileBlobs } from '../../../store/blobs/file-blobs.ts';
import { deleteDataset } from '../change-dataset.ts';
import { createDataset } from '../create-dataset.ts';
import { exportDataset } from './export-dataset.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const keepMs = 86_400_000;

test('an export returns null and stores nothing when the dataset is deleted while the file is written', async (t) => {
  const { database } = await createTestDatabase(t);
  const folder = await mkdtemp(join(tmpdir(), 'webdata-export-'));
  t.after(() => rm(folder, { recursive: true }));
  const { accountId } = await ensureDefaultAccount(
    database,
    { planCredits: 100, unlimited: true, presetKey: null },
    { now: () => now },
  );
  const principal = { accountId, keyId: 'key_test', scopes: ['read', 'write'] } as never;
  const { did: datasetId } = await database.transaction().execute((transaction) =>
    createDataset(
      transaction,
      {
        name: 'gone',
        source: { kind: 'records' },
        records: [{ a: 1 }],
        key: null,
        schedule: null,
        country: null,
        strictCountry: false,
        webhook: null,
        removedAfter: 1,
      },
      { principal, requestId: 'req_test' },
      now,
    ),
  );
  const owner = { accountId, datasetId };
  const files = createFileBlobs(folder);
  const blobs: BlobStore = {
    ...files,
    async put(source, options) {
      const stored = await files.put(source, options);
      await deleteDataset(database, owner, { now, keepMs });
      return stored;
    },
  };
  const options = {
    status: null,
    fields: null,
    withMeta: false,
    choices: { format: 'csv', isSafe: true, hasBom: false, nested: 'json' },
  } as const;
  const signal = new AbortController().signal;
  assert.equal(await exportDataset({ database, blobs, keepMs }, owner, options, now, signal), null);
  assert.deepEqual(await database.selectFrom('blobs').select('blob_id').execute(), []);
});
