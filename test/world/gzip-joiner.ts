import { crc32, deflateRawSync, constants as zlibConstants } from 'node:zlib';

/** Piece of a body, plain and compressed so that it can be placed anywhere in a gzip stream. */
export interface Piece {
  readonly plain: Buffer;
  /** DEFLATE blocks (RFC 1951) that end on a byte boundary and do not refer to earlier data. */
  readonly packed: Buffer;
}

/** Compresses a piece once; bodies made of such pieces need no further compression. */
export function pieceOf(text: string): Piece {
  const plain = Buffer.from(text);
  return { plain, packed: deflateRawSync(plain, { level: 1, finishFlush: zlibConstants.Z_SYNC_FLUSH }) };
}

/** RFC 1952 section 2.3: magic number, DEFLATE, no flags, no time, fastest, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** Empty last block. */
const end = Buffer.from([3, 0]);

/** Joins the pieces to one gzip member. */
export function gzipOf(pieces: readonly Piece[]): Buffer {
  let checksum = 0;
  let length = 0;
  for (const { plain } of pieces) {
    checksum = crc32(plain, checksum);
    length += plain.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length, 4);
  return Buffer.concat([header, ...pieces.map((piece) => piece.packed), end, trailer]);
}

/** Joins the plain pieces. */
export function plainOf(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map((piece) => piece.plain));
}
