import { z } from 'zod';

/** First bytes of every backup, before what is compressed; the number is the version of the format. */
export const magic = 'webdata-backup 1\n';

/** Bytes of the trailer. */
export const trailerBytes = 32;

/** Last bytes of every backup, after what is compressed: how long the whole file is. */
export function trailerOf(fileBytes: number): string {
  return `\nend of backup ${String(fileBytes).padStart(trailerBytes - 16, '0')}\n`;
}

const bytes = z.int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

/**
 * A backup is a row of frames: one line of JSON each, and as many bytes after it as it says. First the manifest, then
 * secrets, then every table with its rows as COPY gives them, then blobs, and the end, which counts and checks it all.
 */
export const frameSchema = z.discriminatedUnion('frame', [
  z.strictObject({
    frame: z.literal('manifest'),
    /** Of webdata, for whoever looks. */
    version: z.string(),
    created_at: z.iso.datetime(),
    instance_id: z.string(),
    /** What had been applied to the database, in order. */
    migrations: z.array(z.string()).min(1),
  }),
  z.strictObject({ frame: z.literal('secret'), name: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/), bytes }),
  z.strictObject({ frame: z.literal('table'), name, columns: z.array(name).min(1) }),
  z.strictObject({ frame: z.literal('rows'), bytes }),
  z.strictObject({ frame: z.literal('table_end'), rows: bytes }),
  z.strictObject({ frame: z.literal('blob'), digest, bytes }),
  /** A blob that the rows name and that was gone when it was to be read: what named it counts as expired. */
  z.strictObject({ frame: z.literal('missing'), digest }),
  z.strictObject({
    frame: z.literal('end'),
    tables: bytes,
    rows: bytes,
    blobs: bytes,
    /** Of every byte before this line, uncompressed. */
    sha256: digest,
  }),
]);

/** One frame's line. */
export type Frame = z.infer<typeof frameSchema>;

/** Bytes that follow a frame's line. */
export function payloadOf(frame: Frame): number {
  return frame.frame === 'secret' || frame.frame === 'rows' || frame.frame === 'blob' ? frame.bytes : 0;
}
