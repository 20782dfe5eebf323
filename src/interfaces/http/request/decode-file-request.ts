import type { Context } from 'hono';
import type { z } from 'zod';
import { maxPageBytes } from '../../../domain/pages/max-page-bytes.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { SentFile } from '../../../domain/values/sent-file.ts';
import { createFileTooLarge, fileFieldName } from '../../../operations/declaration/file-field.ts';
import { type JsonObject, toJsonSchema } from '../../../operations/json-schema.ts';
import { coerceObject, parseJson } from './coerce-object.ts';
import { readBody } from './read-body.ts';

/** Bytes of a form beside its file: the other fields, headers and boundaries. */
const maxFormOverhead = 1_000_000;
/** Maximum number of parts of a form; each one costs time. */
const maxParts = 200;

/** Types that clients send by default, without knowledge of the file: `curl --data-binary`. */
const undeclaredTypes: ReadonlySet<string> = new Set(['', 'application/x-www-form-urlencoded']);

/** A request whose body is a file or a form with one. */
export interface FileRequest {
  /** Type and subtype of the body in lower case; '' if not declared. */
  mediaType: string;
  /** Parameters of the query that are fields of the body. */
  parameters: Readonly<Record<string, readonly string[]>>;
}

/** Decodes the body of a request that takes a file: a form, or the bytes of the file. */
export type FileBodyDecoder = (context: Context, request: FileRequest) => Promise<Record<string, unknown>>;

function malformedForm(reason: string, cause?: unknown): Failure {
  const detail = `The form cannot be read: ${reason}. Send multipart/form-data (RFC 7578) with a part \`file\`.`;
  return new Failure('invalid', `body: ${detail}`, { errors: [{ pointer: '', detail }], cause });
}

/** Returns the number of boundaries in a form, counted up to one more than `maxParts`. */
function countBoundaries(bytes: Uint8Array, contentType: string): number {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformedForm('its Content-Type has no boundary');
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  let at = body.indexOf(`--${boundary}`);
  while (at !== -1 && count <= maxParts) {
    count += 1;
    at = body.indexOf(`--${boundary}`, at + boundary.length + 2);
  }
  return count;
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  // The parser of Node has no limit of its own, so the parts are counted before.
  if (countBoundaries(bytes, contentType) > maxParts)
    throw malformedForm(`it has more than ${maxParts} parts`);
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch (error) {
    throw malformedForm('it is not complete, or not well-formed', error);
  }
}

/** Returns the alternatives of a field, which can be nested, without null. */
function alternativesOf(schema: JsonObject): JsonObject[] {
  const { anyOf, type } = schema as { anyOf?: JsonObject[]; type?: string };
  if (anyOf !== undefined) return anyOf.flatMap(alternativesOf);
  return type === 'null' ? [] : [schema];
}

/** Converts a text to the type of its field; invalid text is left for the validation. */
function toValue(text: string, schema: JsonObject): unknown {
  const types = alternativesOf(schema).map(({ type }) => type);
  if (types.includes('boolean')) return text === 'true' ? true : text === 'false' ? false : text;
  if (types.includes('integer') || types.includes('number'))
    return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (!types.includes('object') && !types.includes('array')) return text;
  // The validation says what the field must be.
  return parseJson(text) ?? text;
}

/** Returns the value of a field that a form or query sets once, or several times for a list. */
function toField(texts: readonly string[], schema: JsonObject | undefined): unknown {
  const [first] = texts;
  if (schema === undefined || first === undefined) return first;
  const list = alternativesOf(schema).find(({ type }) => type === 'array') as
    | { items?: JsonObject }
    | undefined;
  const isObject = alternativesOf(schema).some(({ type }) => type === 'object');
  if (isObject && list === undefined) return coerceObject(texts);
  if (list === undefined) return texts.length === 1 ? toValue(first, schema) : texts;
  // A CSS selector can start like a list in JSON.
  const parsed = texts.length === 1 ? toValue(first, schema) : null;
  if (Array.isArray(parsed) || (isObject && typeof parsed === 'object')) return parsed;
  const isChoice = list.items?.enum !== undefined;
  return texts.flatMap((text) => (isChoice ? text.split(',').map((one) => one.trim()) : [text]));
}

/** Reads the fields of a form: the file with its name and type, and the options. */
async function readForm(
  form: FormData,
  properties: Readonly<Record<string, JsonObject>>,
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    if (name !== fileFieldName) {
      // An option can be a file as well, as in `curl -F schema=@schema.json`.
      const texts = values.map((value) => (value instanceof File ? value.text() : value));
      fields[name] = toField(await Promise.all(texts), properties[name]);
      continue;
    }
    const [file] = values;
    if (!(file instanceof File))
      throw malformedForm('its part `file` has no `filename`, so that it is text and no file');
    if (values.length > 1)
      throw malformedForm(`it has ${values.length} parts \`${name}\`; send one file for each request`);
    if (file.size > maxPageBytes) throw createFileTooLarge();
    fields[name] = new SentFile(new Uint8Array(await file.arrayBuffer()));
    if (file.name !== '') fields.filename ??= file.name;
    if (file.type !== '') fields.content_type ??= file.type;
  }
  return fields;
}

/** Creates the decoder of bodies for an operation whose body has these fields. */
export function createFileBodyDecoder(body: z.ZodObject): FileBodyDecoder {
  const { properties = {} } = toJsonSchema(body, 'input') as { properties?: Record<string, JsonObject> };
  return async (context, { mediaType, parameters }) => {
    const contentType = context.req.header('content-type') ?? '';
    const options = Object.fromEntries(
      Object.entries(parameters).map(([name, texts]) => [name, toField(texts, properties[name])]),
    );
    if (mediaType === 'multipart/form-data') {
      const bytes = await readBody(context, maxPageBytes + maxFormOverhead, createFileTooLarge);
      return { ...options, ...(await readForm(await parseForm(bytes, contentType), properties)) };
    }
    const bytes = await readBody(context, maxPageBytes, createFileTooLarge);
    const isDeclared = !undeclaredTypes.has(mediaType);
    return {
      ...(isDeclared && { content_type: contentType }),
      ...options,
      // A request without any body lacks the file; an empty file is another error.
      ...((bytes.byteLength > 0 || isDeclared) && { [fileFieldName]: new SentFile(bytes) }),
    };
  };
}
