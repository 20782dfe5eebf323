import { isObject } from '../../domain/values/is-object.ts';
import type { NextCall } from '../../operations/declaration/answer-view.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { findPath } from './command-paths.ts';
import { createCommand, type Flag, type OperationCommand } from './flags.ts';
import { findOperation } from './follow-job.ts';
import { parseFlag } from './parse-flag.ts';

/** A command as it was called: the values of its arguments and flags, by field. */
export interface CalledCommand {
  command: OperationCommand;
  fields: Readonly<Record<string, unknown>>;
}

/** Returns a text as one word of a POSIX shell. */
function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns true if a flag reads a text as the same text. */
function isReadAsText(flag: Flag, text: string): boolean {
  try {
    return parseFlag({ ...flag, isList: false }, text, undefined) === text;
  } catch {
    return false;
  }
}

/** Returns the interval, the cron expression or `paused` of a schedule; null for any other value. */
function scheduleText(value: unknown): string | null {
  const { every, cron, paused, ...others } = Object(value) as Record<string, unknown>;
  const set = [every, cron].filter((one): one is string => typeof one === 'string');
  if (Object.keys(others).length > 0 || set.length > 1) return null;
  return set[0] ?? (paused === true ? 'paused' : null);
}

function valueText(flag: Flag, value: unknown): string {
  if (flag.type === 'schedule') return scheduleText(value) ?? JSON.stringify(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return flag.type !== 'json' && isReadAsText(flag, value) ? value : JSON.stringify(value);
}

/** Returns the words that set a flag to a value. */
function flagWords(flag: Flag, value: unknown): string[] {
  const name = `--${flag.names[0]}`;
  if (flag.type === 'boolean' && !flag.isList) return [value === true ? name : `--no-${flag.names[0]}`];
  if (flag.type === 'pairs' && isObject(value))
    return Object.entries(value).flatMap(([key, one]) => [name, `${key}: ${String(one)}`]);
  const values = flag.isList && Array.isArray(value) ? value : [value];
  return values.flatMap((one) => [name, valueText(flag, one)]);
}

/** Maximum number of addresses that a command line repeats. */
const maxAddresses = 20;

/** Returns the positional arguments of a call, and the fields that they set. */
function findOperands({ command, fields }: CalledCommand): { operands: string[]; used: Set<string> } {
  const { urls } = fields;
  if (command.takesUrls && Array.isArray(urls) && urls.length <= maxAddresses)
    return { operands: urls.map(String), used: new Set(['urls']) };
  const operands: string[] = [];
  const used = new Set<string>();
  // An argument that is left out ends them; the others are flags.
  for (const { field } of command.positionals) {
    const value = fields[field];
    if (typeof value !== 'string' && typeof value !== 'number') break;
    operands.push(String(value));
    used.add(field);
  }
  return { operands, used };
}

/** Returns the command line that makes a call, without the name of the program: words that a shell reads as they were meant. */
export function commandLineOf(called: CalledCommand): string {
  const { command, fields } = called;
  const { operands, used } = findOperands(called);
  const flags = command.flags.flatMap((flag) => {
    const value = fields[flag.field];
    return value === undefined || value === null || used.has(flag.field) ? [] : flagWords(flag, value);
  });
  return [command.name, ...[...operands, ...flags].map(quoteWord)].join(' ');
}

/** Returns the command line that makes a call that follows an answer. */
export function followingCommandOf(registry: Registry, { operation: name, fields }: NextCall): string {
  const operation = findOperation(registry, name);
  const command = createCommand(operation, findPath(operation, fields));
  const given = Object.entries(fields).filter(([field]) => !(field in command.fixed));
  return commandLineOf({ command, fields: Object.fromEntries(given) });
}

/** Fields by which a list goes on, with the field of a response that has the next value. */
const nextFields: Readonly<Record<string, string>> = { offset: 'next_offset', before: 'next_before' };

/** Returns the command line that shows the part after an answer; null at the end of it. */
export function nextCommandOf({ command, fields }: CalledCommand, answer: unknown): string | null {
  for (const [field, nextField] of Object.entries(nextFields)) {
    const next = isObject(answer) ? answer[nextField] : null;
    const isKnown = command.flags.some((flag) => flag.field === field);
    if (isKnown && (typeof next === 'number' || typeof next === 'string'))
      return commandLineOf({ command, fields: { ...fields, [field]: next } });
  }
  return null;
}

/** Returns the command line that does the rest of a call: its body is stored, so only the fields of its path and query are repeated. */
export function continueCommandOf({ command, fields }: CalledCommand, token: string): string {
  const { path, query } = command.operation.input;
  const isKept = (field: string) => field in (path?.shape ?? {}) || field in (query?.shape ?? {});
  const kept = Object.entries(fields).filter(([field]) => isKept(field));
  return commandLineOf({ command, fields: { ...Object.fromEntries(kept), continue: token } });
}
