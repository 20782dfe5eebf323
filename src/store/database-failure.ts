import { Failure } from '../domain/failure.ts';

/** What an error of the database's driver may carry: SQLSTATE or an errno name under `code`. */
interface DriverError {
  code?: unknown;
  message?: unknown;
  /** What the operating system was asked, on its errors. */
  syscall?: unknown;
}

/** SQLSTATE codes and classes (PostgreSQL manual, appendix A) that say "not now" rather than "never so". */
const unavailableStates: Record<string, string> = {
  '53100': 'the disk of the database is full',
  '53200': 'the database is out of memory',
  '53300': 'the database has no connection left',
  '57P01': 'the database is shutting down',
  '57P02': 'the database has crashed and recovers',
  '57P03': 'the database is starting up',
  '57P05': 'the database closed an idle connection',
};
const connectionClass = '08';

/** Names of operating system errors that a socket to the database may end with. */
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What `pg`, and `pg-boss` of the connection that it listens on, say without a code of one that is gone or cannot be had. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|connection timed out|terminating connection|Query read timeout|LISTEN\/NOTIFY )/i;

function reasonOf(error: DriverError): string | null {
  const code = typeof error.code === 'string' ? error.code : '';
  const known = unavailableStates[code];
  if (known !== undefined) return known;
  if (code.length === 5 && code.startsWith(connectionClass)) return 'the connection to the database was lost';
  // ENOENT is the database only where its Unix socket was to be opened.
  if (socketErrors.has(code) || (code === 'ENOENT' && error.syscall === 'connect')) {
    return 'the database cannot be reached';
  }
  if (typeof error.message === 'string' && driverMessages.test(error.message)) {
    return 'the connection to the database was lost';
  }
  return null;
}

/** Whether the connection died or could not be had, so that it is unknown whether the last statement took effect. */
export function isConnectionFailure(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof Failure) return false;
  const { code } = error as DriverError;
  return code !== '53100' && code !== '53200' && reasonOf(error) !== null;
}

/** Whether the database undid the statement only because of what ran beside it, so that it may simply be run again. */
export function isSerializationConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code } = error as DriverError;
  return code === '40001' || code === '40P01';
}

/** The Failure `unavailable` for trouble of the database itself; null when the error has another cause. */
export function databaseFailure(error: unknown): Failure | null {
  if (typeof error !== 'object' || error === null || error instanceof Failure) return null;
  const reason = reasonOf(error);
  return reason === null ? null : new Failure('unavailable', reason, { cause: error, retryAfter: 5 });
}
