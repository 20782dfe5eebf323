import type { Context } from 'hono';
import { Failure } from '../../../domain/system/failure.ts';

function createBodyTooLarge(maxBytes: number): Failure {
  return new Failure('too_large', `The body has more than ${maxBytes} bytes.`);
}

async function readBounded(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  createFailure: () => Failure,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw createFailure();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the body of a request. Throws the failure (Failure `too_large`) if it has more than `maxBytes`. */
export async function readBody(
  context: Context,
  maxBytes: number,
  createFailure: () => Failure = () => createBodyTooLarge(maxBytes),
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = context.req.header('content-length');
  if (declared === undefined) {
    const { body } = context.req.raw;
    return body === null ? new Uint8Array() : readBounded(body, maxBytes, createFailure);
  }
  if (Number(declared) > maxBytes) throw createFailure();
  return new Uint8Array(await context.req.arrayBuffer());
}
