import type { SearchProviderName } from '../../../domain/resources/search.ts';
import type { SearchProviderSetting } from '../../../domain/system/settings.ts';
import { createHttpProvider } from '../create-http-provider.ts';
import { createLocalSearch, type LocalSearchOptions } from '../local/local-search.ts';
import type { SearchProtocol } from '../search-protocol.ts';
import type { SearchProvider } from '../search-provider.ts';
import { brave } from './brave.ts';
import { exa } from './exa.ts';
import { kagi } from './kagi.ts';
import { marginalia } from './marginalia.ts';
import { mojeek } from './mojeek.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';

/** Protocols by provider; `local` is not a service. */
const protocols: Readonly<Record<Exclude<SearchProviderName, 'local'>, SearchProtocol>> = {
  searxng,
  brave,
  serper,
  tavily,
  exa,
  mojeek,
  kagi,
  marginalia,
};

/** Creates the providers of the settings, in their order; nothing is sent before the first search. */
export function createProviders(
  settings: readonly SearchProviderSetting[],
  local: LocalSearchOptions,
): SearchProvider[] {
  return settings.map(({ name, url, key }) =>
    name === 'local' ? createLocalSearch(local) : createHttpProvider({ protocol: protocols[name], url, key }),
  );
}
