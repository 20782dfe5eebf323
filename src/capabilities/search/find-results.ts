import { Failure } from '../../domain/failure.ts';
import type { Warning } from '../../domain/outcome.ts';
import type { SearchFault } from '../../domain/search.ts';
import type { SearchProvider } from '../../sources/search/search-provider.ts';
import { type AskPorts, askProvider, type Found } from './ask-provider.ts';
import type { SearchCommand } from './search-request.ts';

/** What finding results needs of the other rooms. */
export interface FindPorts extends AskPorts {
  /** In the order in which they are asked. */
  providers: readonly SearchProvider[];
}

/** All providers together. */
const withinMs = 40_000;
/** How long a turn is waited for where somebody else can be asked instead, and where nobody can. */
const shortPatienceMs = 1_500;
const longPatienceMs = 15_000;

function allFailed(faults: readonly SearchFault[]): Failure {
  const told = faults.map(({ message }) => message).join('; ');
  const waits = faults.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  const retryAfter = waits.length === 0 ? null : Math.max(1, Math.ceil(Math.min(...waits) / 1_000));
  return new Failure('unavailable', `no search provider gave results: ${told}`, {
    ...(retryAfter !== null && { retryAfter }),
  });
}

function fellBack(faults: readonly SearchFault[]): Warning[] {
  return faults
    .filter(({ code }) => code !== 'unfit')
    .map(({ message }) => ({ code: 'provider_failed', message }));
}

/**
 * Asks the providers in their order until one answers. What was read before (`local`) is no web: finding nothing there is
 * an answer only where nobody else is asked and nobody failed. Throws Failure `unavailable` that names every provider and its reason when none answers: a failure is never an
 * empty list.
 */
export async function findResults(
  command: SearchCommand,
  { providers, ...ports }: FindPorts,
  accountId: string,
  signal: AbortSignal,
): Promise<Found> {
  if (providers.length === 0) {
    throw new Failure('unavailable', 'no search provider is set up: set WEBDATA_SEARCH (docs/search.md)');
  }
  const faults: SearchFault[] = [];
  const deadline = performance.now() + withinMs;
  for (const [at, provider] of providers.entries()) {
    const isLast = at === providers.length - 1;
    if (performance.now() > deadline) {
      faults.push({ code: 'timeout', message: `there was no time left to ask ${provider.name}` });
      continue;
    }
    const patienceMs = isLast ? longPatienceMs : shortPatienceMs;
    const asked = await askProvider(provider, command, ports, { accountId, patienceMs, deadline, signal });
    if (asked.kind === 'failed') {
      faults.push(asked);
      continue;
    }
    const { found } = asked;
    const isBlank = provider.name === 'local' && found.results.length === 0;
    if (isBlank && (!isLast || faults.length > 0)) {
      faults.push({ code: 'unfit', message: 'local: no page that was read fits' });
      continue;
    }
    return { ...found, warnings: [...fellBack(faults), ...found.warnings] };
  }
  throw allFailed(faults);
}
