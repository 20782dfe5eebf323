import type { Context } from 'hono';
import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import type { Operation } from '../../operations/operation.ts';
import type { RawInput } from '../../operations/validate.ts';

/** Bytes a request body may have. */
export const maxBodyBytes = 2 * 1024 * 1024;

const tooLarge = (mostBytes: number) =>
  new Failure('too_large', `the body may have ${mostBytes} bytes at most`);

async function readBounded(stream: ReadableStream<Uint8Array>, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function bodyText(context: Context, mostBytes: number): Promise<string> {
  const declared = context.req.header('content-length');
  if (declared === undefined) {
    return context.req.raw.body === null ? '' : readBounded(context.req.raw.body, mostBytes);
  }
  if (Number(declared) > mostBytes) throw tooLarge(mostBytes);
  return context.req.text();
}

function isJson(mediaType: string): boolean {
  const essence = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return essence === 'application/json' || essence.endsWith('+json');
}

async function decodeBody(context: Context, mostBytes: number): Promise<unknown> {
  const text = await bodyText(context, mostBytes);
  const mediaType = context.req.header('content-type');
  if (text === '') return undefined;
  if (mediaType === undefined || !isJson(mediaType)) {
    throw new Failure('unsupported_media_type', 'send the body as application/json');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure('malformed_json', `the body is not JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

type ParameterType = 'integer' | 'number' | 'boolean' | 'string';

function parameterType(schema: unknown): ParameterType {
  const { type, anyOf } = schema as { type?: string; anyOf?: Array<{ type?: string }> };
  const name = type ?? anyOf?.find((option) => option.type !== 'null')?.type;
  return name === 'integer' || name === 'number' || name === 'boolean' ? name : 'string';
}

/** A parameter's text as the type its schema asks for; text that does not fit is left for the schema to refuse. */
function coerce(text: string, type: ParameterType): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'string') return text;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Parameter types by name, read once from a schema. */
function parameterTypes(schema: z.ZodObject | undefined): Map<string, ParameterType> {
  if (schema === undefined) return new Map();
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(Object.entries(properties).map(([name, property]) => [name, parameterType(property)]));
}

function coerceAll(
  values: Record<string, string>,
  types: Map<string, ParameterType>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, coerce(text, types.get(name) ?? 'string')]),
  );
}

/** Where a reader of events was, which browsers say in a header of its own (HTML standard, section 9.2). */
function lastEventId(context: Context, queryTypes: Map<string, ParameterType>): Record<string, string> {
  const id = context.req.header('last-event-id');
  return id === undefined || id === '' || !queryTypes.has('last_event_id') ? {} : { last_event_id: id };
}

/** Makes the decoder of one operation: from a request to the parts that validation takes. */
export function createDecoder(
  operation: Operation,
  mostBytes = maxBodyBytes,
): (context: Context) => Promise<RawInput> {
  const queryTypes = parameterTypes(operation.input.query);
  return async (context) => ({
    path: operation.input.path === undefined ? {} : context.req.param(),
    query: coerceAll({ ...lastEventId(context, queryTypes), ...context.req.query() }, queryTypes),
    body: operation.input.body === undefined ? undefined : await decodeBody(context, mostBytes),
  });
}
