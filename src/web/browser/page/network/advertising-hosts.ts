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

interface SilentHosts {
  exact: ReadonlySet<string>;
  /** Names that stand for all names below them, too. */
  parents: ReadonlySet<string>;
}

const readSilentHosts = once((): SilentHosts => {
  const path = createRequire(import.meta.url).resolve(listName);
  const entries = JSON.parse(readFileSync(path, 'utf8')) as ThirdParty[];
  const hosts = entries
    .filter(({ category }) => silentCategories.has(category))
    .flatMap(({ domains }) => domains);
  return {
    exact: new Set(hosts.filter((host) => !host.startsWith('*.'))),
    parents: new Set(hosts.filter((host) => host.startsWith('*.')).map((host) => host.slice(2))),
  };
});

/**
 * Returns a function that tells whether a host serves a page of `pageHost` only advertisements, analytics or tag managers. What a
 * site serves itself is never one of them.
 */
export function advertisingHosts(pageHost: string): (host: string) => boolean {
  const site = getSite(pageHost);
  const { exact, parents } = readSilentHosts();
  return (host) => {
    const isListed = exact.has(host) || withParents(host).some((name) => parents.has(name));
    return isListed && getSite(host) !== site;
  };
}

/** Returns a name and the names above it, without the top-level domain. */
function withParents(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
