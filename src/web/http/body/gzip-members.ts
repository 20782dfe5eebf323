import zlib from 'node:zlib';
import { itemAt } from '../../../domain/values/elements.ts';

/** Header flags of a member (RFC 1952 section 2.3.1). */
const headerCrc = 2;
const extraField = 4;
const fileName = 8;
const comment = 16;

const fixedHeaderBytes = 10;
const trailerBytes = 8;

interface InflatedMember {
  data: Buffer;
  /** Offset of the member's trailer. */
  trailerAt: number;
}

/**
 * Decodes gzip as tolerantly as browsers: accepts a last member with a missing or partial trailer, and ignores trailing
 * bytes after the members. Throws for truncated data and wrong checksums, and a `RangeError` above `maxOutputLength` bytes.
 */
export function decodeGzipMembers(bytes: Uint8Array, maxOutputLength: number): Buffer {
  const members: Buffer[] = [];
  let decoded = 0;
  let at = 0;
  do {
    const { data, trailerAt } = inflateMember(bytes, at, Math.max(1, maxOutputLength - decoded));
    checkTrailer(bytes.subarray(trailerAt, trailerAt + trailerBytes), data);
    members.push(data);
    decoded += data.length;
    at = trailerAt + trailerBytes;
  } while (isMember(bytes, at));
  if (decoded > maxOutputLength) throw new RangeError('the decoded body exceeds the limit');
  return members.length === 1 ? itemAt(members, 0) : Buffer.concat(members);
}

function isMember(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8;
}

function inflateMember(bytes: Uint8Array, at: number, maxOutputLength: number): InflatedMember {
  if (!isMember(bytes, at)) throw new Error('not gzip');
  const start = findDataStart(bytes, at);
  // With `info`, zlib also returns its engine, which reports how much input it consumed.
  const inflated: unknown = zlib.inflateRawSync(bytes.subarray(start), { maxOutputLength, info: true });
  const { buffer, engine } = inflated as { buffer: Buffer; engine: { bytesWritten: number } };
  return { data: buffer, trailerAt: start + engine.bytesWritten };
}

function findDataStart(bytes: Uint8Array, at: number): number {
  const flags = bytes[at + 3] ?? 0;
  let start = at + fixedHeaderBytes;
  if (flags & extraField) start += 2 + (bytes[start] ?? 0) + 256 * (bytes[start + 1] ?? 0);
  if (flags & fileName) start = skipZeroTerminated(bytes, start);
  if (flags & comment) start = skipZeroTerminated(bytes, start);
  return flags & headerCrc ? start + 2 : start;
}

function skipZeroTerminated(bytes: Uint8Array, from: number): number {
  const zero = bytes.indexOf(0, from);
  if (zero < 0) throw new Error('the gzip header does not end');
  return zero + 1;
}

function checkTrailer(trailer: Uint8Array, data: Buffer): void {
  if (trailer.length < trailerBytes) return;
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailerBytes);
  const isValid =
    view.getUint32(0, true) === zlib.crc32(data) && view.getUint32(4, true) === data.length >>> 0;
  if (!isValid) throw new Error('the gzip checksum does not match');
}
