import { Failure } from '../domain/failure.ts';
import { databaseFailure } from '../store/database-failure.ts';

/** Whatever was thrown as the failure that a caller may see. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const fromDatabase = databaseFailure(error);
  if (fromDatabase !== null) return fromDatabase;
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')) {
    return new Failure('unavailable', 'the request was ended before it was done', { cause: error });
  }
  return new Failure('internal', 'something went wrong here; the log has it under this request id', {
    cause: error,
  });
}
