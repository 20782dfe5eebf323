/** Structured fields of a log line. Secrets never go in here (invariant 6). */
export type LogFields = Record<string, unknown>;

/** What rooms write their log lines to; `runtime/logger` makes the real one. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

/** A log that drops everything, for tools and tests that have nothing to say. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
