import { Failure } from '../domain/system/failure.ts';

/** Error of the database driver: SQLSTATE or an errno name in `code`. */
interface DriverError {
  code?: unknown;
  message?: unknown;
  /** System call, on errors of the operating system. */
  syscall?: unknown;
}

/** SQLSTATE codes (PostgreSQL manual, appendix A) of temporary conditions. */
const unavailableStates: Record<string, string> = {
  '53000': 'The database has too many open files.',
  '53100': 'The disk of the database is full. Free some space.',
  '53200': 'The database is out of memory.',
  '53300': 'The database has no free connection.',
  '25006': 'The database accepts no writes; after the loss of a primary, its standby takes over.',
  '25P03': 'The database ended a transaction that was idle for too long.',
  '57014': 'The database cancelled a statement that took too long.',
  '53400': 'A configured limit of the database is reached.',
  '57P01': 'The database is shutting down.',
  '57P02': 'The database is recovering from a crash.',
  '57P03': 'The database is starting up.',
  '57P05': 'The database closed an idle connection.',
  '58030': 'The database cannot read or write its files.',
};
/** States after which the connection stays usable: the statement had no effect. */
const connectedStates = new Set(['53000', '53100', '53200', '53400', '58030']);
const connectionClass = '08';

/** Operating system errors of a socket to the database. */
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

/** Codes of a socket that could not be opened because the process or machine has no free resources. */
const shortageCodes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL', 'EAGAIN']);
/** System calls of opening a connection. */
const connectSyscalls = new Set(['connect', 'socket', 'getaddrinfo']);

/** Messages of `pg` errors without a code for a connection that was lost or could not be opened. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|connection timed out|terminating connection|Query read timeout)/i;

function describeFailure(error: DriverError): string | null {
  const code = typeof error.code === 'string' ? error.code : '';
  const reason = unavailableStates[code];
  if (reason !== undefined) return reason;
  if (code.length === 5 && code.startsWith(connectionClass))
    return 'The connection to the database was lost.';
  if (shortageCodes.has(code) && typeof error.syscall === 'string' && connectSyscalls.has(error.syscall)) {
    return 'The database cannot be reached because too many files and connections are open.';
  }
  // Includes other reasons that prevent opening a socket, such as a missing Unix socket (ENOENT).
  if (socketErrors.has(code) || error.syscall === 'connect') {
    return 'The database cannot be reached.';
  }
  if (typeof error.message === 'string' && driverMessages.test(error.message)) {
    return 'The connection to the database was lost.';
  }
  return null;
}

/**
 * Tells whether the connection was lost or could not be opened, so that the effect of the last statement is unknown.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof Failure) return false;
  const { code } = error as DriverError;
  return !(typeof code === 'string' && connectedStates.has(code)) && describeFailure(error) !== null;
}

/** Tells whether the driver stopped waiting for the result of a query, which may still run. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Tells whether the server accepts no writes, for example because it is no longer the primary. */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof Error && (error as DriverError).code === '25006';
}

/**
 * Tells whether the database rolled the statement back because of concurrent transactions, so that it can be repeated.
 */
export function isSerializationConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code } = error as DriverError;
  return code === '40001' || code === '40P01';
}

/** Tells whether the disk of the database is full: the statement had no effect and can succeed later. */
function isDiskFull(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as DriverError).code === '53100';
}

/**
 * Tells whether the same work can succeed when it is repeated: the connection was lost, the database restarted or did
 * not answer in time, its disk was full, or it rolled a transaction back because of a concurrent one. For a `Failure`
 * its cause counts.
 */
export function isTransient(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error;
  return isConnectionFailure(cause) || isSerializationConflict(cause) || isDiskFull(cause);
}

/** Returns Failure `unavailable` for a failure of the database itself; null for any other error. */
export function databaseFailure(error: unknown): Failure | null {
  if (typeof error !== 'object' || error === null || error instanceof Failure) return null;
  const reason = describeFailure(error);
  return reason === null ? null : new Failure('unavailable', reason, { cause: error, retryAfter: 5 });
}

/** Returns Failure `unavailable` for a database that did not answer in time; the query may still take effect. */
export function databaseTimeoutFailure(): Failure {
  const cause = Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });
  return new Failure('unavailable', 'The database does not answer.', { cause, retryAfter: 5 });
}

/** Returns whether a check constraint rejected the change (SQLSTATE 23514). */
export function isCheckViolation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23514';
}
