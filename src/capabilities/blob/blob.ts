import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import type { FoundBlob } from '../../store/blobs/stored-blobs.ts';

/** What reading blobs needs of the other rooms. */
export interface BlobPorts {
  findBlob(blobId: string, now: Date): Promise<FoundBlob>;
  /** The stored bytes, or null when they are gone. */
  openContent(digest: string): Promise<Readable | null>;
  clock: Clock;
}

/** Pictures are shown; everything else is saved, since it may be a page that runs scripts. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Reading a stored file. Its id cannot be guessed, and whoever was given the link may follow it without a key. */
export function blobOperation(ports: BlobPorts): Operation {
  return defineOperation({
    name: 'blob',
    title: 'Read a stored file',
    description:
      'The bytes of a screenshot or another file that a result links to. Needs no key: the id is a secret of its own, so that a link can be opened or shown.',
    price: 'free',
    method: 'GET',
    path: '/v1/blob/{id}',
    scope: null,
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    answers: 'bytes',
    refuses: ['expired'],
    input: { path: z.strictObject({ id: z.string().min(1).max(100) }) },
    toCommand: ({ path }) => path.id,
    output: z.unknown().describe('the file itself'),
    example: { path: { id: 'blob_00000000000000000000000000000000' } },
    run: async (blobId) => {
      const found = await ports.findBlob(blobId, ports.clock.now());
      if (found.kind === 'missing') throw new Failure('not_found', 'there is no such file');
      if (found.kind === 'expired') throw new Failure('expired', 'this file has expired');
      const content = await ports.openContent(found.digest);
      if (content === null) throw new Failure('unavailable', 'the stored file cannot be read');
      return {
        ...freeOutcome(null),
        answer: {
          kind: 'bytes',
          body: Readable.toWeb(content) as ReadableStream<Uint8Array>,
          mediaType: found.mediaType,
          filename: shownTypes.has(found.mediaType) ? null : (found.filename ?? blobId),
          bytes: found.bytes,
        },
      };
    },
  });
}
