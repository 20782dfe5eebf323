import type { Context } from 'hono';
import { z } from 'zod';
import { Failure } from '../../../domain/system/failure.ts';
import type { RawInput } from '../../../operations/call-path/validate.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';
import { coerceObject, parseJson } from './coerce-object.ts';
import { createFileBodyDecoder } from './decode-file-request.ts';
import { readBody } from './read-body.ts';

/** Maximum size of a request body in bytes. */
const maxBodyBytes = 2 * 1024 * 1024;

/** Decodes the text of a body without a byte order mark; JSON is UTF-8 (RFC 8259 section 8.1). */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Failure('malformed_json', 'The body is not valid UTF-8. Send JSON in UTF-8.', {
      cause: error,
    });
  }
}

/** Returns type and subtype of the body in lower case; '' if not declared. */
function mediaTypeOf(context: Context): string {
  return context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

/** Creates the failure for a file that is too large for JSON, but not for the other forms of the request. */
function createBase64TooLarge(maxBytes: number): Failure {
  return new Failure(
    'too_large',
    `JSON with a file has at most ${maxBytes} bytes. Send a larger file as multipart/form-data, or its bytes as the body.`,
  );
}

async function decodeBody(context: Context, maxBytes: number, takesFile: boolean): Promise<unknown> {
  const bytes = await readBody(
    context,
    maxBytes,
    takesFile ? () => createBase64TooLarge(maxBytes) : undefined,
  );
  if (bytes.byteLength === 0) return undefined;
  if (!isJson(mediaTypeOf(context))) {
    throw new Failure(
      'unsupported_media_type',
      'The content type of the body is not supported. Send the body as application/json.',
    );
  }
  const text = decodeText(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure('malformed_json', `The body is not valid JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Throws Failure `invalid` for a request without the body that its operation needs. */
function requireBody(body: unknown): unknown {
  if (body !== undefined) return body;
  const detail =
    'The body is missing. Send a JSON object with the fields of the request; {} selects the default of each field.';
  throw new Failure('invalid', `body: ${detail}`, { errors: [{ pointer: '', detail }] });
}

const parameterTypeNames = ['integer', 'number', 'boolean', 'array', 'object'] as const;

type ParameterType = (typeof parameterTypeNames)[number] | 'string';

function parameterType(schema: unknown): ParameterType {
  const { type, anyOf } = schema as { type?: string | string[]; anyOf?: Array<{ type?: string }> };
  const types = type === undefined ? (anyOf ?? []).map((option) => option.type) : [type].flat();
  const name = types.find((option) => option !== 'null');
  return parameterTypeNames.find((known) => known === name) ?? 'string';
}

/** Converts a list: one JSON array, or the parameter once for each element. */
function coerceList(texts: readonly string[]): unknown {
  const [first = '', ...others] = texts;
  const parsed = others.length === 0 ? parseJson(first) : undefined;
  return Array.isArray(parsed) ? parsed : texts;
}

/** Converts a parameter to the type of its schema; invalid text is left for the validation. */
function coerce(texts: readonly string[], type: ParameterType): unknown {
  const [text = ''] = texts;
  if (type === 'array') return coerceList(texts);
  if (type === 'object') return coerceObject(texts);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'string') return text;
  // The form of a number in JSON (RFC 8259 section 6), also with leading zeros.
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
}

/** Returns the parameter types of a schema by name. */
function parameterTypes(schema: z.ZodObject | undefined): Map<string, ParameterType> {
  if (schema === undefined) return new Map();
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(Object.entries(properties).map(([name, property]) => [name, parameterType(property)]));
}

/** The parameters of a query; each has at least one value. */
type QueryValues = Record<string, string[]>;

function coerceAll(values: QueryValues, types: Map<string, ParameterType>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, texts]) => [name, coerce(texts, types.get(name) ?? 'string')]),
  );
}

/** Returns the Last-Event-ID header, which browsers send when they reconnect (HTML standard, section 9.2). */
function lastEventId(context: Context, queryTypes: Map<string, ParameterType>): QueryValues {
  const id = context.req.header('last-event-id');
  return id === undefined || id === '' || !queryTypes.has('last_event_id') ? {} : { last_event_id: [id] };
}

/** Separates the parameters of a query that are fields of the body from the others. */
function splitQuery(query: QueryValues, { input }: Operation) {
  const isBodyField = (name: string) =>
    !(name in (input.query?.shape ?? {})) && name in (input.body?.shape ?? {});
  const entries = Object.entries(query);
  const fields = entries.filter(([name]) => isBodyField(name));
  return {
    query: Object.fromEntries(entries.filter(([name]) => !isBodyField(name))),
    parameters: Object.fromEntries(fields),
  };
}

/** Creates the decoder of an operation, from a request to the input for validation. */
export function createDecoder(
  operation: Operation,
  maxBytes = maxBodyBytes,
): (context: Context) => Promise<RawInput> {
  const { input } = operation;
  const queryTypes = parameterTypes(input.query);
  // A body that a POST has no use for is read as well, so that its fields are rejected instead of ignored.
  const hasBody = input.body !== undefined || operation.method === 'POST';
  const decodeFile =
    operation.takesFile === true && input.body !== undefined ? createFileBodyDecoder(input.body) : null;

  function decodeParts(context: Context, query: QueryValues, body: unknown): RawInput {
    return {
      path: input.path === undefined ? {} : context.req.param(),
      query: coerceAll({ ...lastEventId(context, queryTypes), ...query }, queryTypes),
      body: operation.requiresBody === true ? requireBody(body) : body,
    };
  }

  return async (context) => {
    const mediaType = mediaTypeOf(context);
    // JSON that is itself the file comes in a form, or under another type.
    if (decodeFile !== null && mediaType !== 'application/json') {
      const { query, parameters } = splitQuery(context.req.queries(), operation);
      return decodeParts(context, query, await decodeFile(context, { mediaType, parameters }));
    }
    return decodeParts(
      context,
      context.req.queries(),
      hasBody ? await decodeBody(context, maxBytes, decodeFile !== null) : undefined,
    );
  };
}
