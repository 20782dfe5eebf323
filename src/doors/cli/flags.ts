import { parseArgs } from 'node:util';
import { inputSchema, type JsonObject } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';

/** One field of an operation as it is written on the command line. */
export interface Flag {
  /** As in the request. */
  field: string;
  /** Without the dashes; the first is the one that is shown. */
  names: string[];
  type: 'text' | 'number' | 'boolean' | 'json' | 'pairs';
  /** May be given several times. */
  isList: boolean;
  /** At most so many. */
  most: number | null;
  choices: string[];
  about: string;
  fallback: unknown;
}

/** A command made from an operation's declaration. */
export interface Command {
  name: string;
  operation: Operation;
  /** Fields that are given without their name, in order. */
  positionals: string[];
  flags: Flag[];
}

/** A command that makes no sense; its message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Shape extends JsonObject {
  type?: string;
  anyOf?: Shape[];
  items?: Shape;
  enum?: string[];
  additionalProperties?: Shape | boolean;
  description?: string;
  maxItems?: number;
}

/** The shape beside null. */
function present(shape: Shape): Shape {
  const options = shape.anyOf?.filter(({ type }) => type !== 'null');
  return options?.length === 1
    ? { ...options[0], ...(shape.description && { description: shape.description }) }
    : shape;
}

function scalarType(shape: Shape): Flag['type'] {
  if (shape.type === 'integer' || shape.type === 'number') return 'number';
  if (shape.type === 'boolean') return 'boolean';
  if (shape.type === 'string') return 'text';
  const isPairs =
    shape.type === 'object' && (shape.additionalProperties as Shape | undefined)?.type === 'string';
  return isPairs ? 'pairs' : 'json';
}

function flagOf(field: string, given: Shape, taken: ReadonlySet<string>): Flag {
  const shape = present(given);
  const item = shape.type === 'array' ? present(shape.items ?? {}) : shape;
  const type = scalarType(item);
  const isList = type === 'pairs' || (shape.type === 'array' && type !== 'json');
  const name = field.replaceAll('_', '-');
  const singular = (shape.type === 'array' || isList) && field.endsWith('s') ? field.slice(0, -1) : field;
  const short = singular !== field && !taken.has(singular) ? [singular.replaceAll('_', '-')] : [];
  return {
    field,
    names: isList ? [...short, name] : [name],
    type,
    isList,
    most: shape.type === 'array' ? (shape.maxItems ?? null) : null,
    choices: item.enum ?? [],
    about: given.description ?? shape.description ?? '',
    fallback: (given as { default?: unknown }).default,
  };
}

/** The command of an operation: `get_job` is `get-job`; path fields, required texts and `url` need no flag. */
export function commandOf(operation: Operation): Command {
  const { properties, required } = inputSchema(operation) as {
    properties: Record<string, Shape>;
    required: string[];
  };
  const taken = new Set(Object.keys(properties));
  const inPath = Object.keys(operation.input.path?.shape ?? {});
  const others = Object.keys(properties).filter(
    (field) =>
      !inPath.includes(field) &&
      (field === 'url' ||
        (required.includes(field) && present(properties[field] as Shape).type === 'string')),
  );
  const hidden = new Set(operation.agent?.hidden?.filter((field) => field !== 'webhook') ?? []);
  return {
    name: operation.name.replaceAll('_', '-'),
    operation,
    positionals: [...inPath, ...others],
    flags: Object.entries(properties)
      .filter(([field]) => !hidden.has(field))
      .map(([field, shape]) => flagOf(field, shape, taken)),
  };
}

function toNumber(flag: Flag, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value))
    throw new UsageError(`--${flag.names[0]} takes a number, not "${text}"`);
  return value;
}

function toPairs(flag: Flag, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([^:=\s]+)\s*[:=]\s*(.*)$/s.exec(text) ?? [];
      if (name === undefined) throw new UsageError(`--${flag.names[0]} takes NAME: VALUE, not "${text}"`);
      return [name, value as string];
    }),
  );
}

function toJson(flag: Flag, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--${flag.names[0]} takes JSON: ${(error as Error).message}`);
  }
}

function valueOfFlag(flag: Flag, texts: string[]): unknown {
  const last = texts.at(-1) as string;
  if (flag.type === 'pairs') return toPairs(flag, texts);
  if (flag.type === 'json') return toJson(flag, last);
  const one = (text: string) => (flag.type === 'number' ? toNumber(flag, text) : text);
  if (!flag.isList) return one(last);
  return texts
    .flatMap((text) => (flag.choices.length > 0 ? text.split(',') : [text]))
    .map((text) => one(text.trim()));
}

/** What a command line asks of an operation. */
export interface ParsedCommand {
  fields: Record<string, unknown>;
  /** Words that are no flag, in order. */
  words: string[];
  isJson: boolean;
  wantsHelp: boolean;
  waits: boolean;
}

/** Reads the arguments of a command; throws UsageError, or the error of `parseArgs`. */
export function parseCommand(command: Command, args: readonly string[]): ParsedCommand {
  const options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean; short?: string }> = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    wait: { type: 'boolean' },
  };
  for (const flag of command.flags) {
    for (const name of flag.names) {
      options[name] =
        flag.type === 'boolean' && !flag.isList ? { type: 'boolean' } : { type: 'string', multiple: true };
    }
  }
  const { values, positionals } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    allowNegative: true,
  });
  const fields: Record<string, unknown> = {};
  for (const flag of command.flags) {
    const given = flag.names.map((name) => values[name]).filter((value) => value !== undefined);
    if (given.length === 0) continue;
    fields[flag.field] =
      typeof given[0] === 'boolean' ? given[0] : valueOfFlag(flag, given.flat() as string[]);
  }
  return {
    fields,
    words: positionals,
    isJson: values.json === true,
    wantsHelp: values.help === true,
    waits: values.wait !== false,
  };
}
