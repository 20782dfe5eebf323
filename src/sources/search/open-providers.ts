import type { SearchProviderName } from '../../domain/search.ts';
import type { SearchProviderSetting } from '../../domain/settings.ts';
import { brave } from './brave.ts';
import { createHttpProvider } from './create-http-provider.ts';
import { exa } from './exa.ts';
import { kagi } from './kagi.ts';
import { createLocalSearch, type LocalSearchOptions } from './local.ts';
import { marginalia } from './marginalia.ts';
import { mojeek } from './mojeek.ts';
import type { SearchProtocol } from './search-protocol.ts';
import type { SearchProvider } from './search-provider.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';

/** How each provider is spoken to; `local` is no service. */
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

/** The providers of the settings, in their order; nothing is asked before somebody searches. */
export function openProviders(
  settings: readonly SearchProviderSetting[],
  local: LocalSearchOptions,
): SearchProvider[] {
  return settings.map(({ name, url, key }) =>
    name === 'local' ? createLocalSearch(local) : createHttpProvider({ protocol: protocols[name], url, key }),
  );
}
