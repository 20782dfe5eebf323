import { pino } from 'pino';
import type { Log, LogFields } from '../../domain/system/log.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { formatReadableLine } from './log-line.ts';
import { type MaskText, redactText, redactValue } from './redact.ts';

/** Options of the logger. */
export interface LoggerOptions {
  level: Settings['logLevel'];
  /** True for readable text, false for JSON with one object per line. */
  readable: boolean;
  /** Removes the secrets of the operator from a text. */
  mask?: MaskText;
  /** Receives whole lines. Default: standard error, so that standard output stays free for the output of commands. */
  write?(line: string): void;
}

/** Creates the log of the process. Every text is redacted. */
export function createLogger(options: LoggerOptions): Log {
  const { mask = (text: string) => text } = options;
  const sink =
    options.write === undefined ? pino.destination({ fd: 2, sync: true }) : { write: options.write };
  const destination = options.readable
    ? { write: (line: string) => void sink.write(formatReadableLine(line)) }
    : sink;
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // The serializer of pino joins the messages of causes with a colon, also after a period, and drops the causes.
      serializers: { err: (error) => error },
    },
    destination,
  );
  const logAt = (level: Exclude<Settings['logLevel'], 'silent'>) => (fields: LogFields, message: string) => {
    if (logger.isLevelEnabled(level))
      logger[level](redactValue(fields, mask) as object, redactText(message, mask));
  };
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}
