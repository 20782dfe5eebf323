import { createWebQuery } from '../../../domain/resources/search.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { type FindResultsPorts, findResults } from '../../search/find-results.ts';
import type { Watch } from '../settings/monitor-settings.ts';
import {
  type ConfirmedFinding,
  type ConfirmPorts,
  readUntilConfirmed,
  type WatchRequest,
} from './read-until-confirmed.ts';
import type { Reading } from './read-version.ts';

/** Dependencies for reading the results of a search. */
export interface ReadSearchPorts extends ConfirmPorts {
  search: FindResultsPorts;
  clock: Clock;
}

/** Finding of a watched search, and how many searches it took. */
export interface SearchReading extends ConfirmedFinding {
  searches: number;
}

/**
 * Reads the results of a search: their titles by URL, since their order and excerpts change by themselves. Results of another
 * provider than before cannot be compared.
 */
export async function readWatchedSearch(
  ports: ReadSearchPorts,
  { query, limit }: Extract<Watch, { kind: 'search' }>,
  request: WatchRequest & { accountId: string },
): Promise<SearchReading> {
  const { settings, baseline, accountId, signal } = request;
  const command = {
    query: { ...createWebQuery(query), country: settings.country },
    limit,
    maxAge: 0,
    createPageCommand: null,
  };
  let searches = 0;

  async function read(): Promise<Reading> {
    const failed = (code: string, message: string): Reading => ({
      kind: 'fault',
      code,
      message,
      isWatchMissing: false,
    });
    try {
      const { results, provider } = await findResults(command, ports.search, accountId, signal);
      if (baseline?.anchor != null && baseline.anchor !== provider) {
        const message = `The results came from ${provider}, and those before from ${baseline.anchor}, so that they cannot be compared.`;
        return failed('provider_changed', message);
      }
      searches += 1;
      const data = Object.fromEntries(results.map(({ url, title }) => [url, title]));
      const version = { title: null, url: null, text: null, data, anchor: provider, picture: null };
      return { kind: 'version', version: { at: ports.clock.now(), ...version } };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return failed(error.kind, error.message);
    }
  }

  const confirmed = await readUntilConfirmed(ports, request, read);
  return { ...confirmed, searches };
}
