import { z } from 'zod';
import { blobIdOf } from '../../domain/pages/blob-link.ts';
import { maxPageBytes } from '../../domain/pages/max-page-bytes.ts';
import { Failure } from '../../domain/system/failure.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { SentFile } from '../../domain/values/sent-file.ts';
import type { RawInput } from '../call-path/validate.ts';

/** Name of the body field with the file, and of the part of a form. */
export const fileFieldName = 'file';

/** Creates the failure for a file over the limit. */
export function createFileTooLarge(): Failure {
  return new Failure(
    'too_large',
    `The file has more than ${maxPageBytes} bytes. Send a smaller file, or split it.`,
  );
}

function createFileField<Value>(isFile: (value: unknown) => boolean, expected: string) {
  return z
    .custom<Value>(isFile, {
      error: ({ input }) => (input === undefined ? 'is required: send a file' : `must be ${expected}`),
    })
    .refine(
      (file) => !(file instanceof SentFile) || file.bytes.byteLength > 0,
      'is empty; send a file with content',
    )
    .meta({ type: 'string', contentEncoding: 'base64' });
}

const isSentFile = (value: unknown) => value instanceof SentFile;
const base64Text = 'the bytes of a file in base64 (RFC 4648)';

/** The field of a file: base64 in JSON, the bytes themselves in a form, as a body, and within this process. */
export const fileField = createFileField<SentFile>(isSentFile, base64Text);

/** As {@link fileField}, or the id or URL of a file that the service has stored, which no base64 can be. */
export const fileOrStoredField = createFileField<SentFile | string>(
  (value) => isSentFile(value) || (typeof value === 'string' && blobIdOf(value) !== null),
  `${base64Text}, or the id or URL of a stored file`,
);

/** Returns the bytes of base64 (RFC 4648 section 4), also with line breaks; null for any other text, such as a path. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.replace(/\s/g, '');
  const isBase64 = digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
  return isBase64 ? new Uint8Array(Buffer.from(digits, 'base64')) : null;
}

/**
 * Returns the input of an operation that takes a file with the file itself in place of its base64. Other values of the
 * field are left for the validation. Throws Failure `too_large`.
 */
export function withSentFile(takesFile: boolean, input: RawInput): RawInput {
  const { body } = input;
  if (!takesFile || !isObject(body)) return input;
  const value = body[fileFieldName];
  const bytes = typeof value === 'string' ? decodeBase64(value) : null;
  const file = bytes === null ? value : new SentFile(bytes);
  if (file instanceof SentFile && file.bytes.byteLength > maxPageBytes) throw createFileTooLarge();
  return bytes === null ? input : { ...input, body: { ...body, [fileFieldName]: file } };
}

/** Returns the file in the body of an input; null without one. */
export function sentFileOf(body: unknown): SentFile | null {
  const value = isObject(body) ? body[fileFieldName] : null;
  return value instanceof SentFile ? value : null;
}
