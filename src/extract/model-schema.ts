import type { JsonSchema } from '../domain/extraction.ts';
import {
  type ModelClient,
  type ModelEffort,
  type ModelQuestion,
  type ModelUse,
  modelUseOf,
} from '../domain/model.ts';
import { schemaFaults } from './schema-check.ts';

/** A schema that a model made of somebody's words. */
export interface SchemaFromWords {
  /** Null when the model made none that can be used. */
  schema: JsonSchema | null;
  /** Null when it was not called. */
  use: ModelUse | null;
  /** Why there is none, or null. */
  fault: string | null;
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

const answer: JsonSchema = {
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

const mostFields = 40;
const maxTokens = 1_500;

/** Asks a model which fields a wish names. The page has no say in it. Rejects only when `signal` aborts. */
export async function schemaFromWords(
  client: ModelClient,
  prompt: string,
  withinMs: number,
  signal: AbortSignal,
): Promise<SchemaFromWords> {
  const text = `The wish: ${prompt}\n\nJSON Schema of the answer: ${JSON.stringify(answer)}`;
  const question: ModelQuestion = {
    system,
    turns: [{ role: 'user', text }],
    schema: answer,
    maxTokens,
    withinMs,
  };
  const reply = await client.ask(question, signal);
  const efforts: ModelEffort[] = reply.calls > 0 ? [reply] : [];
  const use = modelUseOf(efforts);
  if (reply.kind === 'fault') return { schema: null, use, fault: reply.message };
  const schema = toSchema(reply.value);
  const isUsable = schema !== null && schemaFaults(schema).length === 0;
  return { schema: isUsable ? schema : null, use, fault: isUsable ? null : 'the model named no fields' };
}

/** The schema of an answer: the list that was asked for, a JSON Schema, or an object whose members are the fields. */
function toSchema(value: unknown): JsonSchema | null {
  if (!isObject(value)) return null;
  if (Array.isArray(value.fields)) return objectOf(value.fields, memberOf);
  if (value.type === 'object' && isObject(value.properties)) return value;
  const names = Object.keys(value).slice(0, mostFields);
  return names.length === 0 ? null : objectOf(names, (name) => [String(name), shapeOf(value[String(name)])]);
}

function objectOf(
  members: readonly unknown[],
  toMember: (member: unknown) => [string, JsonSchema] | null,
): JsonSchema | null {
  const properties = members.slice(0, mostFields).flatMap((member) => {
    const made = toMember(member);
    return made === null || made[0] === '' ? [] : [made];
  });
  return properties.length === 0 ? null : { type: 'object', properties: Object.fromEntries(properties) };
}

function memberOf(member: unknown): [string, JsonSchema] | null {
  if (typeof member === 'string') return [nameOf(member), { type: 'string' }];
  if (!isObject(member) || typeof member.name !== 'string') return null;
  const description =
    typeof member.description === 'string' ? { description: member.description.slice(0, 300) } : {};
  return [nameOf(member.name), { ...typeOf(member), ...description }];
}

function typeOf({ type, members }: Record<string, unknown>): JsonSchema {
  if (type === 'list') return { type: 'array', items: { type: 'string' } };
  if (type !== 'records') return scalars[String(type)] ?? { type: 'string' };
  const items = Array.isArray(members) ? objectOf(members, memberOf) : null;
  return { type: 'array', items: items ?? { type: 'string' } };
}

function nameOf(name: string): string {
  return name.trim().replace(/\s+/g, '_').slice(0, 60);
}

/** The type that a value shows, for models that answer the wish instead of naming its fields. */
function shapeOf(value: unknown): JsonSchema {
  if (Array.isArray(value))
    return { type: 'array', items: value.length > 0 ? shapeOf(value[0]) : { type: 'string' } };
  if (isObject(value))
    return (
      objectOf(Object.keys(value), (name) => [String(name), shapeOf(value[String(name)])]) ?? {
        type: 'string',
      }
    );
  return { type: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string' };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
