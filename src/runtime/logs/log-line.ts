import type { Settings } from '../../domain/system/settings.ts';
import { redactText, redactValue } from './redact.ts';

/** A log line before it is written as JSON or text. */
interface Entry extends Record<string, unknown> {
  time: string;
  level: string;
  msg: string;
}

function valueText(value: unknown): string {
  return typeof value === 'string' && /^[^\s="]+$/.test(value) ? value : JSON.stringify(value);
}

/** An error in a log line. */
interface LoggedError {
  message: string;
  stack: string;
  cause?: unknown;
}

function isLoggedError(value: unknown): value is LoggedError {
  const { message, stack } = (value ?? {}) as { message?: unknown; stack?: unknown };
  return typeof message === 'string' && typeof stack === 'string';
}

/** Returns an error and the errors that caused it. */
function withCauses(error: LoggedError): LoggedError[] {
  return isLoggedError(error.cause) ? [error, ...withCauses(error.cause)] : [error];
}

/** Joins the messages of an error and its causes. Only the last message keeps its period. */
function chainText(chain: readonly LoggedError[]): string {
  const last = chain.length - 1;
  return chain.map(({ message }, at) => (at < last ? message.replace(/\.$/, '') : message)).join(': ');
}

/** Formats a line of JSON for people: `12:00:01 warn  message name=value`, followed by the stacks of errors. */
export function formatReadableLine(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Entry;
  const stacks: string[] = [];
  const pairs = Object.entries(fields).map(([name, value]) => {
    if (!isLoggedError(value)) return `${name}=${valueText(value)}`;
    const chain = withCauses(value);
    stacks.push(...chain.map(({ stack }, at) => (at === 0 ? stack : `caused by: ${stack}`)));
    return `${name}=${valueText(chainText(chain))}`;
  });
  return `${[time.slice(11, 19), level.padEnd(5), msg, ...pairs].join(' ')}\n${stacks.map((stack) => `${stack}\n`).join('')}`;
}

/** The watchdog and the launcher, which use this format, hold no secrets. */
const unchanged = (text: string) => text;

const severities = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Severity of a line; `fatal` precedes the end of the process. */
export type LogLevel = Exclude<(typeof severities)[number], 'silent'>;

/**
 * Formats a line like `createLogger`, for code that cannot use it: redacted, as JSON or readable text, with a line break.
 * Returns null for a line below the configured level.
 */
export function formatLogLine(
  options: { level: Settings['logLevel']; readable: boolean },
  level: LogLevel,
  fields: Record<string, unknown>,
  message: string,
): string | null {
  if (severities.indexOf(level) < severities.indexOf(options.level)) return null;
  const time = new Date().toISOString();
  const entry = {
    level,
    time,
    ...(redactValue(fields, unchanged) as object),
    msg: redactText(message, unchanged),
  };
  const line = `${JSON.stringify(entry)}\n`;
  return options.readable ? formatReadableLine(line) : line;
}
