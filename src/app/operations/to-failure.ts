import { Failure } from '../../domain/system/failure.ts';
import { findShortage, shortageFailure } from '../../domain/system/shortage.ts';
import { databaseFailure, isSerializationConflict } from '../../store/database-failure.ts';

/** Adds `retryAfter` to a failure that was caused by a temporary shortage. */
function withRetryAfter(failure: Failure): Failure {
  if (failure.kind !== 'unavailable' || failure.retryAfter !== null) return failure;
  const shortage = findShortage(failure.cause);
  if (shortage === null) return failure;
  return new Failure('unavailable', failure.message, {
    cause: failure.cause,
    retryAfter: shortage.retryAfter,
  });
}

/** Turns anything thrown into a failure that a caller may see. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return withRetryAfter(error);
  const known = databaseFailure(error) ?? shortageFailure(error);
  if (known !== null) return known;
  if (isSerializationConflict(error)) {
    const reason = 'the database rolled this request back because of a concurrent one. Send it again';
    return new Failure('unavailable', reason, { cause: error, retryAfter: 1 });
  }
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')) {
    return new Failure('unavailable', 'the request was cancelled before its end', { cause: error });
  }
  return new Failure('internal', 'something went wrong here; the log has it under this request id', {
    cause: error,
  });
}
