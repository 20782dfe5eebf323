import { readFileSync, statSync } from 'node:fs';
import { fileProblem } from '../file-problem.ts';
import type { Flag } from './flags.ts';
import { parsePair } from './object-form.ts';
import { UsageError } from './usage-error.ts';

function parseNumber(flag: Flag, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value))
    throw new UsageError(`--${flag.names[0]} must be a number, not "${text}"`);
  return value;
}

/** Reads the pairs of a file, one in each line: secrets stay out of the list of processes. */
function readPairs(flag: Flag, path: string): Record<string, string> {
  const isInput = path === '-';
  const content = isInput ? readFileSync(0, 'utf8') : readValue(flag, `@${path}`);
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.assign({}, ...lines.map((line) => parseTextPair(flag, line, 'a line of the file')));
}

/** Parses `NAME: VALUE`, `@FILE` or `@-` with one pair in each line. */
function parsePairs(flag: Flag, text: string): Record<string, string> {
  return text.startsWith('@') ? readPairs(flag, text.slice(1)) : parseTextPair(flag, text, null);
}

function parseTextPair(flag: Flag, text: string, place: string | null): Record<string, string> {
  const [, name, value] = /^([^:=\s]+)\s*[:=]\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError(
      `--${flag.names[0]} must have the form NAME: VALUE${place === null ? `, not "${text}"` : ` in ${place}`}`,
    );
  return { [name]: value as string };
}

/** Maximum size of a JSON file, in bytes; the service accepts bodies of 2 MiB. */
const maxFileBytes = 4 * 1024 * 1024;

/** Returns the content of a file that a value names as `@FILE`, or else the value. */
function readValue(flag: Flag, text: string): string {
  if (!text.startsWith('@')) return text;
  const path = text.slice(1);
  try {
    if (statSync(path).size > maxFileBytes) throw new Error(`it has more than ${maxFileBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--${flag.names[0]} cannot read the file ${path}: ${fileProblem(error)}`);
  }
}

function parseJson(flag: Flag, text: string): unknown {
  const value = readValue(flag, text);
  try {
    return JSON.parse(value);
  } catch {
    // The message of the parser names positions that a shell may have changed; the text shows them better.
    const forms = flag.objectForm === null ? 'JSON' : 'NAME=VALUE, JSON';
    throw new UsageError(`--${flag.names[0]} must be ${forms}, or @FILE with JSON, not "${shorten(text)}"`);
  }
}

/** Parses JSON, `@FILE`, or a pair of an object, which is added to the previous ones. */
function parseObject(flag: Flag, text: string, previous: unknown): unknown {
  const { objectForm } = flag;
  const isJson = objectForm === null || /^\s*[@{["]/.test(text);
  const pair = isJson ? null : parsePair(objectForm, text, previous);
  return pair ?? parseJson(flag, text);
}

/** Parses JSON or `@FILE`; other values are a text, also a CSS selector such as `[data-price]`. */
function parseJsonOrText(flag: Flag, text: string): unknown {
  if (/^\s*[@{"]/.test(text)) return parseJson(flag, text.trim());
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Parses an interval such as `6h`, `paused`, or a cron expression of five fields, as the value of the flag `name`. Throws UsageError. */
export function parseSchedule(name: string, text: string): unknown {
  const words = text.trim();
  if (words === 'paused') return { paused: true };
  if (/^\d+[smhdw]$/.test(words)) return { every: words };
  if (words.split(/\s+/).length === 5) return { cron: words };
  throw new UsageError(
    `--${name} must be an interval such as 6h, a cron expression such as "0 7 * * 1-5", paused, or JSON; not "${shorten(text)}"`,
  );
}

function parseOne(flag: Flag, text: string): unknown {
  if (flag.type === 'json_or_text') return parseJsonOrText(flag, text);
  if (flag.type === 'number') return parseNumber(flag, text);
  if (flag.choices.length > 0 && !flag.choices.includes(text))
    throw new UsageError(`--${flag.names[0]} must be one of ${flag.choices.join(', ')}, not "${text}"`);
  return text;
}

/** Returns true for names of fields, as people write them in one value; a list in JSON can have names with commas. */
function isNameList({ field }: Flag, text: string): boolean {
  return field === 'fields' && !text.trim().startsWith('[');
}

/**
 * Parses one value of a flag, and adds it to the previous values if the flag can be repeated. Choices and names of
 * fields can also be separated by commas. Throws UsageError.
 */
export function parseFlag(flag: Flag, text: string, previous: unknown): unknown {
  if (flag.type === 'pairs')
    return { ...(previous as Record<string, string> | undefined), ...parsePairs(flag, text) };
  if (flag.type === 'json') return parseObject(flag, text, previous);
  if (flag.type === 'schedule')
    return /^\s*[{@]/.test(text) ? parseJson(flag, text.trim()) : parseSchedule(flag.names[0] ?? '', text);
  if (!flag.isList) return parseOne(flag, text);
  const texts = flag.choices.length > 0 || isNameList(flag, text) ? text.split(',') : [text];
  // An array in JSON adds all its values.
  const values = texts.flatMap((one) => parseOne(flag, one.trim()));
  return [...((previous as unknown[] | undefined) ?? []), ...values];
}
