import { findBlob } from '../../store/blobs/stored-blobs.ts';
import { expireBlobs, sweepBlobContents } from '../../store/blobs/sweep-blobs.ts';
import { defineCapability } from '../capability.ts';
import { blobOperation } from './blob.ts';

const staleFileMs = 60 * 60_000;

/** Serves stored files. */
export const blobCapability = defineCapability({
  name: 'blob',
  tags: { blob: 'Stored files, such as screenshots' },
  operations: ({ database, blobs, clock }) => [
    blobOperation({
      findBlob: (blobId, now) => findBlob(database, blobId, now),
      openContent: (digest) => blobs.open(digest),
      clock,
    }),
  ],
  periodicTasks: ({ database, blobs }) => [
    {
      name: 'sweep-blobs',
      intervalMs: 10 * 60_000,
      run: async (now, signal) =>
        (await expireBlobs(database, now)) + (await sweepBlobContents(database, blobs, now, signal)),
    },
    { name: 'sweep-stale-files', intervalMs: 60 * 60_000, run: () => blobs.sweepStale(staleFileMs) },
  ],
});
