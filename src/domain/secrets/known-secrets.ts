import { AsyncLocalStorage } from 'node:async_hooks';
import { createSecretFilter, type SecretFilter } from './secret-filter.ts';

/** Returns the secrets of some work; called only if something is logged meanwhile, and then once. */
type SecretSource = () => SecretFilter;

const storage = new AsyncLocalStorage<readonly SecretSource[]>();

/**
 * Runs `work`, and everything that it calls or awaits, with known secret values: the credentials of a request, the marked
 * values of its input, the values that a run or a session uses. The log removes them, and those of the surrounding work.
 */
export function runWithSecrets<Result>(secrets: SecretSource, work: () => Result): Result {
  let filter: SecretFilter | null = null;
  const source = () => {
    filter ??= secrets();
    return filter;
  };
  return storage.run([...(storage.getStore() ?? []), source], work);
}

/** As {@link runWithSecrets}, for a fixed list of values. */
export function runWithSecretValues<Result>(values: () => readonly string[], work: () => Result): Result {
  return runWithSecrets(() => createSecretFilter(values()), work);
}

/** Returns a text without the secrets of the current work. */
export function maskKnownSecrets(text: string): string {
  return (storage.getStore() ?? []).reduce((masked, source) => source().mask(masked), text);
}
