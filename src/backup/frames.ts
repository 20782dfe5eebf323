import { type Cipheriv, createCipheriv } from 'node:crypto';
import { z } from 'zod';

/** First bytes of every backup, before the compressed part; the number is the version of the format. */
export const magic = 'webdata-backup 2\n';

/** First bytes of a backup of the first format, whose compressed part is not encrypted. */
export const plainMagic = 'webdata-backup 1\n';

/** Length of the trailer in bytes. */
export const trailerBytes = 32;

/** Length of the line of the key, which precedes the trailer, in bytes. */
export const keyLineBytes = 70;

/**
 * Returns the line with the key of the compressed part. It is written last: until then the key exists in memory only, so
 * that nobody can read the file that a killed backup leaves.
 */
export function createKeyLine(key: Buffer): string {
  return `\nkey ${key.toString('hex')}\n`;
}

/** Returns the key of a line, or null if it is not such a line. */
export function parseKeyLine(line: string): Buffer | null {
  const [, hex] = /^\nkey ([0-9a-f]{64})\n$/.exec(line) ?? [];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

/** Creates the stream that encrypts the compressed part, and decrypts it: AES-256 in counter mode, with a key used once. */
export function createBodyCipher(key: Buffer): Cipheriv {
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
}

/** Returns the last bytes of a backup of this size, which follow the compressed part and state the size. */
export function createTrailer(fileBytes: number): string {
  return `\nend of backup ${String(fileBytes).padStart(trailerBytes - 16, '0')}\n`;
}

const bytes = z.int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

/**
 * A backup is a sequence of frames: one line of JSON each, followed by the announced number of bytes. The order is
 * manifest, secrets, tables with rows in COPY text format, blobs, and the end frame with counts and checksum.
 */
export const frameSchema = z.discriminatedUnion('frame', [
  z.strictObject({
    frame: z.literal('manifest'),
    /** Version of webdata, for information. */
    version: z.string(),
    created_at: z.iso.datetime(),
    instance_id: z.string(),
    /** Names of the migrations applied to the database, in order. */
    migrations: z.array(z.string()).min(1),
  }),
  z.strictObject({ frame: z.literal('secret'), name: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/), bytes }),
  z.strictObject({ frame: z.literal('table'), name, columns: z.array(name).min(1) }),
  z.strictObject({ frame: z.literal('rows'), bytes }),
  z.strictObject({ frame: z.literal('table_end'), rows: bytes }),
  z.strictObject({ frame: z.literal('blob'), digest, bytes }),
  /** A referenced blob that did not exist during the backup; a restore treats it as expired. */
  z.strictObject({ frame: z.literal('missing'), digest }),
  z.strictObject({
    frame: z.literal('end'),
    tables: bytes,
    rows: bytes,
    blobs: bytes,
    /** SHA-256 of all uncompressed bytes before this line. */
    sha256: digest,
  }),
]);

/** Line of one frame. */
export type Frame = z.infer<typeof frameSchema>;

/** Returns the number of bytes that follow the line of a frame. */
export function payloadBytesOf(frame: Frame): number {
  return frame.frame === 'secret' || frame.frame === 'rows' || frame.frame === 'blob' ? frame.bytes : 0;
}
