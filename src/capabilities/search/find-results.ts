import type { Warning } from '../../domain/pages/outcome.ts';
import type { SearchError } from '../../domain/resources/search.ts';
import { Failure } from '../../domain/system/failure.ts';
import { notConfigured } from '../../domain/system/not-configured.ts';
import type { SearchProvider } from '../../integrations/search/search-provider.ts';
import { type QueryPorts, queryProvider, type SearchOutcome } from './query-provider.ts';
import type { SearchCommand } from './search-request.ts';

/** Dependencies of {@link findResults}. */
export interface FindResultsPorts extends QueryPorts {
  /** Providers in the order in which they are queried. */
  /** The providers of the present settings, in order. */
  providers(): readonly SearchProvider[];
}

/** Time limit for all providers together. */
const searchTimeoutMs = 40_000;
/** Maximum time to wait for a turn if another provider can be queried instead, and if none can. */
const shortWaitMs = 1_500;
const longWaitMs = 15_000;

function allFailedError(errors: readonly SearchError[]): Failure {
  const messages = errors.map(({ message }) => message).join('; ');
  const waits = errors.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  const retryAfter = waits.length === 0 ? null : Math.max(1, Math.ceil(Math.min(...waits) / 1_000));
  return new Failure('unavailable', `No search provider returned results: ${messages}`, {
    ...(retryAfter !== null && { retryAfter }),
  });
}

function createFallbackWarnings(errors: readonly SearchError[]): Warning[] {
  return errors
    .filter(({ code }) => code !== 'unfit')
    .map(({ message }) => ({ code: 'provider_failed', message }));
}

/**
 * Queries the providers in order until one succeeds. An empty result of `local`, which searches only pages read
 * before, counts only if it is the last provider and none has failed. Throws Failure `unavailable` with the error
 * of every provider if all fail: an error is never an empty list.
 */
export async function findResults(
  command: SearchCommand,
  { providers: presentProviders, ...ports }: FindResultsPorts,
  accountId: string,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const providers = presentProviders();
  if (providers.length === 0) {
    throw notConfigured('search', 'No search provider is configured.');
  }
  const errors: SearchError[] = [];
  const deadline = performance.now() + searchTimeoutMs;
  for (const [at, provider] of providers.entries()) {
    const isLast = at === providers.length - 1;
    if (performance.now() > deadline) {
      errors.push({
        code: 'timeout',
        message: `the time limit was reached before ${provider.name} was queried`,
      });
      continue;
    }
    const maxWaitMs = isLast ? longWaitMs : shortWaitMs;
    const result = await queryProvider(provider, command, ports, { accountId, maxWaitMs, deadline, signal });
    if (result.kind === 'failed') {
      errors.push(result);
      continue;
    }
    const { found: outcome } = result;
    // After the last result of `local`, the others are not asked for the same place of theirs.
    const isFirst = (command.offset ?? 0) === 0;
    const isEmptyLocal = provider.name === 'local' && outcome.results.length === 0 && isFirst;
    if (isEmptyLocal && (!isLast || errors.length > 0)) {
      errors.push({ code: 'unfit', message: 'local: no stored page matches' });
      continue;
    }
    return { ...outcome, warnings: [...createFallbackWarnings(errors), ...outcome.warnings] };
  }
  throw allFailedError(errors);
}
