import { findBlob } from '../../store/blobs/stored-blobs.ts';
import { defineCapability } from '../capability.ts';
import { blobOperation } from './blob.ts';

/** Serves stored files. */
export const blobCapability = defineCapability({
  name: 'blob',
  topic: 'Pages and sites',
  tags: { blob: 'Stored files, such as screenshots' },
  operations: ({ database, blobs, clock }) => [
    blobOperation({
      findBlob: (blobId, now) => findBlob(database, blobId, now),
      openContent: (digest) => blobs.open(digest),
      clock,
    }),
  ],
});
