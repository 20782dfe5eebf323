import type { JsonSchema } from '../../domain/pages/extraction.ts';
import {
  type ModelCallStats,
  type ModelClient,
  type ModelRequest,
  type ModelUse,
  modelUseOf,
} from '../../domain/resources/model.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { checkSchema } from '../schema/schema-check.ts';

/** A schema that a model derived from a prompt. */
export interface PromptedSchema {
  /** Null if the model returned no usable schema. */
  schema: JsonSchema | null;
  /** Tokens spent; null if the model was not called. */
  use: ModelUse | null;
  /** Reason for a missing schema, or null. */
  error: string | null;
}

const system = `You turn a wish for data from a web page into a list of fields.
Each field has "name" (snake_case, English, short), "type" (one of text, number, integer, yes_no, date, url, list, records) and "description" (the words of the wish that ask for it). A list holds texts; records hold several things of one kind, each with the fields in "members". Give only what is wished for; "members" is empty otherwise.
Answer with one JSON object and nothing else, such as {"fields":[{"name":"price","type":"number","description":"the price","members":[]}]}.`;

const memberSchema: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    type: { enum: ['text', 'number', 'integer', 'yes_no', 'date', 'url'] },
  },
  required: ['name', 'type'],
};

const answerSchema: JsonSchema = {
  type: 'object',
  properties: {
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          type: { enum: ['text', 'number', 'integer', 'yes_no', 'date', 'url', 'list', 'records'] },
          description: { type: 'string' },
          members: { type: 'array', items: memberSchema },
        },
        required: ['name', 'type', 'description', 'members'],
      },
    },
  },
  required: ['fields'],
};

const scalars: Readonly<Record<string, JsonSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  yes_no: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  url: { type: 'string', format: 'uri' },
};

const maxFields = 40;
const maxTokens = 1_500;

/** Asks a model for the fields that a prompt requests, without the page. Rejects only if `signal` aborts. */
export async function schemaFromPrompt(
  client: ModelClient,
  { prompt, accountId }: { prompt: string; accountId: string },
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PromptedSchema> {
  const question: ModelRequest = {
    system,
    messages: [{ role: 'user', text: `The wish: ${prompt}` }],
    schema: answerSchema,
    accountId,
    maxTokens,
    timeoutMs,
  };
  const reply = await client.generate(question, signal);
  const efforts: ModelCallStats[] = reply.calls > 0 ? [reply] : [];
  const use = modelUseOf(efforts);
  if (reply.kind === 'fault') return { schema: null, use, error: reply.message };
  const schema = readSchema(reply.value);
  const isUsable = schema !== null && checkSchema(schema).length === 0;
  return { schema: isUsable ? schema : null, use, error: isUsable ? null : 'the model returned no fields' };
}

/**
 * Reads the schema from an answer: the requested list, a JSON Schema, or an object whose members are the
 * fields.
 */
function readSchema(value: unknown): JsonSchema | null {
  if (!isObject(value)) return null;
  if (Array.isArray(value.fields)) return objectOf(value.fields, readMember);
  if (value.type === 'object' && isObject(value.properties)) return value;
  const names = Object.keys(value).slice(0, maxFields);
  return names.length === 0
    ? null
    : objectOf(names, (name) => [String(name), inferSchema(value[String(name)])]);
}

function objectOf(
  members: readonly unknown[],
  toMember: (member: unknown) => [string, JsonSchema] | null,
): JsonSchema | null {
  const properties = members.slice(0, maxFields).flatMap((member) => {
    const entry = toMember(member);
    return entry === null || entry[0] === '' ? [] : [entry];
  });
  return properties.length === 0 ? null : { type: 'object', properties: Object.fromEntries(properties) };
}

function readMember(member: unknown): [string, JsonSchema] | null {
  if (typeof member === 'string') return [toFieldName(member), { type: 'string' }];
  if (!isObject(member) || typeof member.name !== 'string') return null;
  const description =
    typeof member.description === 'string' ? { description: member.description.slice(0, 300) } : {};
  return [toFieldName(member.name), { ...schemaOfType(member), ...description }];
}

function schemaOfType({ type, members }: Record<string, unknown>): JsonSchema {
  if (type === 'list') return { type: 'array', items: { type: 'string' } };
  if (type !== 'records') return scalars[String(type)] ?? { type: 'string' };
  const items = Array.isArray(members) ? objectOf(members, readMember) : null;
  return { type: 'array', items: items ?? { type: 'string' } };
}

function toFieldName(name: string): string {
  return name.trim().replace(/\s+/g, '_').slice(0, 60);
}

/** Infers a schema from a value, for models that answer the prompt instead of listing fields. */
function inferSchema(value: unknown): JsonSchema {
  if (Array.isArray(value))
    return { type: 'array', items: value.length > 0 ? inferSchema(value[0]) : { type: 'string' } };
  if (isObject(value))
    return (
      objectOf(Object.keys(value), (name) => [String(name), inferSchema(value[String(name)])]) ?? {
        type: 'string',
      }
    );
  return { type: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string' };
}
