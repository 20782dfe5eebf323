import { actionParameters } from './action-parameters.ts';

/** What a page with a parameter turned out to be. */
export type PageUse =
  /** Content of its own. */
  | 'content'
  /** Content that the site asks not to index. */
  | 'noindex'
  /** The content of another page, or a view that the site does not index. */
  | 'useless';

/** How a crawl treats a URL: `last` after all others, `never` not at all. */
export type LinkRank = 'normal' | 'last' | 'never';

/** Serializable state: for each key the numbers of pages by use. */
export type ActionState = Array<[key: string, content: number, noindex: number, useless: number]>;

/** Learns which query parameters of a site lead to no content. */
export interface ActionDetector {
  rank(url: URL): LinkRank;
  /** Returns true if the URL names an action of common web software. */
  isSuspected(url: URL): boolean;
  /** Returns true if the site lets some of its pages be indexed, so that a request not to index one means something. */
  isIndexed(): boolean;
  /** Ranks the URL of a link, and records whether the page that contains it asks crawlers not to follow it. */
  rankLink(url: URL, isNofollow: boolean): LinkRank;
  /** Records what a page turned out to be. */
  record(url: URL, use: PageUse): void;
  state(): ActionState;
}

interface Uses {
  content: number;
  noindex: number;
  useless: number;
}

/** Number of pages of one kind, without any of another, from which on a parameter is judged. */
const minPages = 3;
const minNamespacePages = 6;
/** The same number for an action of which the site marks all links with `nofollow`. */
const minNofollowPages = 1;
const maxKeys = 500;
/** A value that names an action (`login`) or a page of the software (`Special:UserLogin`), not an item. */
const wordValue = /^[a-z][a-z_-]{0,30}$/i;
const namespacedValue = /^((\p{L}[\p{L}_-]{0,40}):\p{L}[\p{L}_-]{0,40})(?:$|\/)/u;

/** What a URL is judged by. */
interface Key {
  key: string;
  kind: 'parameter' | 'action' | 'software_page' | 'namespace';
}

/** Counts all pages of the crawl. */
const allPages = '';

/** Returns the keys of a page of the software, such as `Special:WhatLinksHere`; none for other names. */
function namespaceKeys(text: string): Key[] {
  const [, page, namespace] = namespacedValue.exec(text) ?? [];
  if (page === undefined || namespace === undefined) return [];
  return [
    { key: page, kind: 'software_page' },
    { key: `${namespace}:`, kind: 'namespace' },
  ];
}

function keysOfParameter(name: string, value: string): Key[] {
  const isAction = actionParameters.has(name);
  const named = namespaceKeys(value);
  if (named.length > 0) return isAction ? [{ key: name, kind: 'action' }, ...named] : named;
  const key = isAction && wordValue.test(value) ? `${name}=${value}` : name;
  return [{ key, kind: isAction ? 'action' : 'parameter' }];
}

function keysOf(url: URL): Key[] {
  return [
    ...url.pathname.split('/').flatMap(namespaceKeys),
    ...[...url.searchParams].flatMap(([name, value]) => keysOfParameter(name.toLowerCase(), value)),
  ];
}

/** Returns the URL without the parameters that name actions; null if it has none. */
export function withoutActions(address: string | URL): URL | null {
  const url = new URL(address);
  const names = [...new Set(url.searchParams.keys())].filter((name) =>
    actionParameters.has(name.toLowerCase()),
  );
  if (names.length === 0) return null;
  for (const name of names) url.searchParams.delete(name);
  return url;
}

function isUnwanted({ kind }: Key, { noindex, useless }: Uses, isNofollow: boolean): boolean {
  if (useless >= (isNofollow ? minNofollowPages : minPages)) return true;
  if (kind === 'software_page') return noindex >= minPages;
  return kind === 'namespace' && noindex >= minNamespacePages;
}

/**
 * Creates the detector of one crawl. URLs with a parameter that names an action come last until one of them has content
 * of its own. After three useless pages and no other, a parameter is no longer followed, and after one if the site marks
 * all links of the action with `nofollow`. The same holds for pages of the software that the site asks not to index; other
 * URLs with such a parameter come last.
 */
export function createActionDetector(state: ActionState = []): ActionDetector {
  const uses = new Map<string, Uses>(
    state.map(([key, content, noindex, useless]) => [key, { content, noindex, useless }]),
  );
  /** Actions by key, with whether all of their links are marked with `nofollow`. Relearned by each process. */
  const nofollowActions = new Map<string, boolean>();
  const usesOf = (key: string): Uses => uses.get(key) ?? { content: 0, noindex: 0, useless: 0 };

  function rankKey(one: Key): LinkRank {
    const known = usesOf(one.key);
    if (known.content > 0) return 'normal';
    if (isUnwanted(one, known, nofollowActions.get(one.key) === true)) return 'never';
    return one.kind === 'action' || known.useless + known.noindex >= minPages ? 'last' : 'normal';
  }

  function rankKeys(keys: readonly Key[]): LinkRank {
    const ranks = keys.map(rankKey);
    if (ranks.includes('never')) return 'never';
    return ranks.includes('last') ? 'last' : 'normal';
  }

  function count(key: string, use: PageUse): void {
    // Names of items can look like names of the software: there are as many as pages.
    if (!uses.has(key) && uses.size >= maxKeys) return;
    uses.set(key, { ...usesOf(key), [use]: usesOf(key)[use] + 1 });
  }

  return {
    rank: (url) => rankKeys(keysOf(url)),
    isSuspected: (url) => keysOf(url).some(({ kind }) => kind === 'action'),
    rankLink(url, isNofollow) {
      const keys = keysOf(url);
      for (const { key, kind } of keys) {
        if (kind !== 'action' || (!nofollowActions.has(key) && nofollowActions.size >= maxKeys)) continue;
        nofollowActions.set(key, isNofollow && nofollowActions.get(key) !== false);
      }
      return rankKeys(keys);
    },
    isIndexed: () => usesOf(allPages).content > 0,
    record(url, use) {
      count(allPages, use);
      const keys = keysOf(url);
      const actions = keys.filter(({ kind }) => kind === 'action');
      // Other parameters of a useless action page are not its cause.
      for (const { key, kind } of use === 'content' || actions.length === 0 ? keys : actions) {
        if (use !== 'content' || kind !== 'software_page' || uses.has(key)) count(key, use);
      }
    },
    state: () => [...uses].map(([key, { content, noindex, useless }]) => [key, content, noindex, useless]),
  };
}
