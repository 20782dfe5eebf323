import { signal } from '@preact/signals';

/** Place in the console, from the fragment of the address: `#/jobs/job_1?view=errors`. */
export interface Route {
  path: string;
  params: URLSearchParams;
}

function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#/, '').split('?', 2);
  return { path: path.startsWith('/') ? path : '/', params: new URLSearchParams(query) };
}

/** The current place. */
export const route = signal<Route>(readRoute());

addEventListener('hashchange', () => {
  route.value = readRoute();
});

/** Work with an address that another part of the console asks the start page for. */
export interface RequestedWork {
  action: 'scrape' | 'crawl';
  url: string;
}

/** The work that the start page takes and removes. It is no part of the address of the page, since a link must start nothing. */
export const requestedWork = signal<RequestedWork | null>(null);

/** Opens a place such as `/jobs`. */
export function navigate(path: string): void {
  location.hash = path;
}

/** Changes parameters of the current place without a new entry in the history; null removes one. */
export function setParams(changes: Record<string, string | null>): void {
  const params = new URLSearchParams(route.value.params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') params.delete(name);
    else params.set(name, value);
  }
  const query = params.size > 0 ? `?${params}` : '';
  history.replaceState(null, '', `#${route.value.path}${query}`);
  route.value = { path: route.value.path, params };
}

/** Returns the values of a pattern such as `/jobs/:jid` in a path; null if it does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? '';
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(text);
    else if (part !== text) return null;
  }
  return values;
}
