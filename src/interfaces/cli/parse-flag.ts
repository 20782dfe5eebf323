import type { Flag } from './flags.ts';
import { UsageError } from './usage-error.ts';

function parseNumber(flag: Flag, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value))
    throw new UsageError(`--${flag.names[0]} must be a number, not "${text}"`);
  return value;
}

function parsePair(flag: Flag, text: string): Record<string, string> {
  const [, name, value] = /^([^:=\s]+)\s*[:=]\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError(`--${flag.names[0]} must have the form NAME: VALUE, not "${text}"`);
  return { [name]: value as string };
}

function parseJson(flag: Flag, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--${flag.names[0]} must be JSON: ${(error as Error).message}`);
  }
}

function parseOne(flag: Flag, text: string): unknown {
  if (flag.type === 'number') return parseNumber(flag, text);
  if (flag.choices.length > 0 && !flag.choices.includes(text))
    throw new UsageError(`--${flag.names[0]} must be one of ${flag.choices.join(', ')}, not "${text}"`);
  return text;
}

/**
 * Parses one value of a flag, and adds it to the previous values if the flag can be repeated. Choices can also be
 * separated by commas. Throws UsageError.
 */
export function parseFlag(flag: Flag, text: string, previous: unknown): unknown {
  if (flag.type === 'pairs')
    return { ...(previous as Record<string, string> | undefined), ...parsePair(flag, text) };
  if (flag.type === 'json') return parseJson(flag, text);
  if (!flag.isList) return parseOne(flag, text);
  const texts = flag.choices.length > 0 ? text.split(',') : [text];
  return [...((previous as unknown[] | undefined) ?? []), ...texts.map((one) => parseOne(flag, one.trim()))];
}
