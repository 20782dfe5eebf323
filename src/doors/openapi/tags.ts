import type { JsonObject } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';

/** What the operations under each first part of a path are about. */
const descriptions: Readonly<Record<string, string>> = {
  scrape: 'Reading pages',
  map: 'The addresses of a site',
  read: 'Going on in long pages',
  blob: 'Stored files, such as screenshots',
  crawl: 'Reading whole sites in the background',
  jobs: 'Background work: its state, results and events',
  webhooks: 'Being told of what happens',
  account: 'The account behind a key',
  billing: 'Credits and the ledger',
  usage: 'What was charged, summed up',
  keys: 'API keys',
  audit: 'Who changed what',
  admin: 'What the operator does',
  requests: 'What was asked',
  catalog: 'What the service can do',
  health: 'How the service is',
  extract: 'Typed values of a page',
  search: 'Searching the web',
  inspect: 'Where a page has its data from',
  collect: 'Records of listings',
  recipes: 'Collecting again, without a model',
  compare: 'One product in many countries',
  archive: 'Pages as they were',
  datasets: 'Records that are kept and refreshed',
  monitors: 'Pages that are watched',
  browser: 'A browser, step by step',
  logins: 'Saved logins',
  workflows: 'Browser work that is repeated',
};

/** The tag of an operation: the first part of its path after the version. */
export function tagOf({ path }: Operation): string {
  return path.split('/')[2] ?? 'service';
}

/** The tags in the order of the reference, each with what it is about. */
export function tagsOf(registry: Registry): JsonObject[] {
  const names = new Set(registry.map(tagOf));
  return [...names].map((name) => ({ name, description: descriptions[name] ?? `Operations on ${name}` }));
}
