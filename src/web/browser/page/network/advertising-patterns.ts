import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from '../../../../domain/values/once.ts';
import { getSite } from '../saved-state.ts';

/** An entry of the list of third parties, which is made from the pages of the HTTP Archive. */
interface ThirdParty {
  category: string;
  /** Host names, with `*.` in front of those that stand for all names below them, too. */
  domains: string[];
}

const listName = 'third-party-web/dist/entities-httparchive-nostats.json';
/** What a page loads from these does not show in its text: embedded posts, videos, payments and answers to consent do. */
const silentCategories: ReadonlySet<string> = new Set(['ad', 'analytics', 'marketing', 'tag-manager']);

const silentHosts = once((): readonly string[] => {
  const path = createRequire(import.meta.url).resolve(listName);
  const entries = JSON.parse(readFileSync(path, 'utf8')) as ThirdParty[];
  return entries.filter(({ category }) => silentCategories.has(category)).flatMap(({ domains }) => domains);
});

/**
 * Returns the patterns (`Network.setBlockedURLs` of the DevTools protocol) of the requests for advertisements, analytics and tag
 * managers that a page makes to other sites. What a site serves itself is never one of them.
 */
export function advertisingPatterns(pageHost: string): string[] {
  const site = getSite(pageHost);
  return silentHosts().flatMap((host) => {
    const name = host.replace(/^\*\./, '');
    if (getSite(name) === site) return [];
    return host === name ? [`*://${name}/*`] : [`*://${name}/*`, `*://*.${name}/*`];
  });
}
