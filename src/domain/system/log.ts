/** Structured fields of a log line. Never contains secrets. */
export type LogFields = Record<string, unknown>;

/** Logger of all modules; `runtime/logger` creates the real one. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

/** A log that drops everything, for tools and tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
