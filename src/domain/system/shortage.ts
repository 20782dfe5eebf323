import { Failure } from './failure.ts';

/** Errors of the operating system that report an exhausted resource of this machine or process. */
const shortageReasons: Readonly<Record<string, string>> = {
  EMFILE: 'This process has too many open files and connections',
  ENFILE: 'This machine has too many open files and connections',
  ENOMEM: 'This machine has too little free memory',
  ENOBUFS: 'This machine has too little free memory for connections',
  EADDRNOTAVAIL: 'This machine has no free port for another connection',
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk is full',
};

/** Retry delays in seconds: for files, ports and memory, and for disk space. */
const shortRetrySeconds = 5;
const longRetrySeconds = 60;

interface SystemError {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
}

/** Returns the code of an error; if a worker thread or browser could not be started, the code in its message. */
function getErrorCode({ code, syscall, message }: SystemError): string {
  if (typeof code === 'string' && Object.hasOwn(shortageReasons, code)) return code;
  // A module that is loaded on first use: Node reports a code of its own, with the system's message.
  if (code === 'ERR_INVALID_PACKAGE_CONFIG' && String(message).includes('too many open files'))
    return 'EMFILE';
  const isSpawn = typeof syscall === 'string' && syscall.startsWith('spawn');
  const match =
    typeof message === 'string' ? /\b(?:failure:|spawn(?: \S+)?) (E[A-Z]+)\b/.exec(message) : null;
  const errorCode = isSpawn ? code : match?.[1];
  // EAGAIN is a shortage only if a process could not be started.
  if (errorCode === 'EAGAIN') return 'ENOMEM';
  return typeof errorCode === 'string' ? errorCode : '';
}

/** Returns the exhausted resource if an error or one of its causes is a shortage; null for any other error. */
export function findShortage(error: unknown): { reason: string; retryAfter: number } | null {
  let current = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const code = getErrorCode(current as SystemError);
    const reason = shortageReasons[code];
    if (reason !== undefined)
      return {
        reason,
        retryAfter: code === 'ENOSPC' || code === 'EDQUOT' ? longRetrySeconds : shortRetrySeconds,
      };
    current = current instanceof AggregateError ? current.errors[0] : (current as Error).cause;
  }
  return null;
}

/** Returns Failure `unavailable` with a retry delay for a shortage; null for any other error. */
export function shortageFailure(error: unknown): Failure | null {
  const shortage = findShortage(error);
  if (shortage === null) return null;
  const { reason, retryAfter } = shortage;
  return new Failure('unavailable', `${reason}. Try again in ${retryAfter} seconds.`, {
    cause: error,
    retryAfter,
  });
}
