import { Readable } from 'node:stream';
import { z } from 'zod';
import { missingResource, type ResourceKind } from '../../domain/resources/missing-resource.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import type { FoundBlob } from '../../store/blobs/stored-blobs.ts';

const fileKind: ResourceKind = { name: 'file', advice: 'Use a link from a response of this service.' };

/** Dependencies of the blob operation. */
export interface BlobPorts {
  findBlob(blobId: string, now: Date): Promise<FoundBlob>;
  /** Opens the stored bytes; null if they no longer exist. */
  openContent(digest: string): Promise<Readable | null>;
  clock: Clock;
}

/** Images are displayed inline. All other types are downloads, because a page from the web could run scripts. */
const inlineTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Returns a stored file. The identifier cannot be guessed, so that the link works without a key. */
export function blobOperation(ports: BlobPorts): Operation {
  return defineOperation({
    name: 'blob',
    title: 'Get a stored file',
    description:
      'Returns the bytes of a screenshot or another file that a result links to. Needs no key: the identifier in the link is secret.',
    price: 'free',
    method: 'GET',
    path: '/v1/blob/{id}',
    scope: null,
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    responseStream: 'bytes',
    errors: ['expired'],
    input: { path: z.strictObject({ id: z.string().min(1).max(100).describe('Identifier of the file.') }) },
    toCommand: ({ path }) => path.id,
    output: z.unknown().describe('Bytes of the file.'),
    example: { path: { id: 'blob_00000000000000000000000000000000' } },
    run: async (blobId) => {
      const blob = await ports.findBlob(blobId, ports.clock.now());
      if (blob.kind === 'missing') throw missingResource(fileKind);
      if (blob.kind === 'expired')
        throw new Failure('expired', 'This file has expired. Repeat the request that created it.');
      const content = await ports.openContent(blob.digest);
      if (content === null)
        throw new Failure('unavailable', 'The stored file cannot be read at the moment. Try again later.');
      return {
        ...freeOutcome(null),
        answer: {
          kind: 'bytes',
          body: Readable.toWeb(content) as ReadableStream<Uint8Array>,
          mediaType: blob.mediaType,
          filename: inlineTypes.has(blob.mediaType) ? null : (blob.filename ?? blobId),
          bytes: blob.bytes,
        },
      };
    },
  });
}
