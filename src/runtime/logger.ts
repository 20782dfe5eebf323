import { pino } from 'pino';
import type { Log, LogFields } from '../domain/log.ts';
import type { Settings } from '../domain/settings.ts';
import { redactText, redactValue } from './redact.ts';

/** How the log is written. */
export interface LoggerOptions {
  level: Settings['logLevel'];
  /** True for lines that people read, false for JSON, one object a line. */
  readable: boolean;
  /** Takes whole lines; standard error unless told, so that standard output stays free for what commands print. */
  write?(line: string): void;
}

interface Entry extends LogFields {
  time: string;
  level: string;
  msg: string;
}

function valueText(value: unknown): string {
  return typeof value === 'string' && /^[^\s="]+$/.test(value) ? value : JSON.stringify(value);
}

/** `12:00:01 warn  message name=value`, and below it the stack of an error, if there is one. */
function readableLine(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Entry;
  const stacks: string[] = [];
  const pairs = Object.entries(fields).map(([name, value]) => {
    const { message, stack } = (value ?? {}) as { message?: unknown; stack?: unknown };
    if (typeof stack !== 'string') return `${name}=${valueText(value)}`;
    stacks.push(stack);
    return `${name}=${valueText(message)}`;
  });
  return `${[time.slice(11, 19), level.padEnd(5), msg, ...pairs].join(' ')}\n${stacks.map((stack) => `${stack}\n`).join('')}`;
}

/** The log of the process: every line redacted (invariant 6). */
export function createLogger(options: LoggerOptions): Log {
  const write = options.write ?? null;
  const target = write === null ? pino.destination({ fd: 2, sync: true }) : { write };
  const destination = options.readable
    ? { write: (line: string) => void target.write(readableLine(line)) }
    : target;
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  const at = (level: Exclude<Settings['logLevel'], 'silent'>) => (fields: LogFields, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level](redactValue(fields) as object, redactText(message));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
