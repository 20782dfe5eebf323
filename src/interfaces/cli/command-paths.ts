import { z } from 'zod';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';

/** A group of commands about one kind of resource, such as `job` with `job list` and `job get`. */
export interface Noun {
  summary: string;
  /** Name that lists the resources; null if there is no list. */
  plural: string | null;
  /** Verb of the command without a verb; absent if the noun alone shows its help. */
  defaultVerb?: string;
}

/** The nouns in the order of the help. */
export const nouns: Readonly<Record<string, Noun>> = {
  monitor: { summary: 'Watched pages', plural: 'monitors' },
  job: { summary: 'Crawls, batches and other background work', plural: 'jobs' },
  dataset: { summary: 'Stored records with their changes', plural: 'datasets' },
  recipe: { summary: 'Saved ways to read a listing', plural: 'recipes' },
  layout: { summary: 'Learned ways to read the pages of a site', plural: 'layouts' },
  session: { summary: 'Browsers that stay open between commands', plural: 'sessions' },
  login: { summary: 'Saved logins of sites', plural: 'logins' },
  workflow: { summary: 'Saved sequences of steps', plural: 'workflows' },
  run: { summary: 'Runs of workflows', plural: null },
  file: { summary: 'Stored files, such as screenshots', plural: null },
  webhook: { summary: 'Messages to your own URLs', plural: null },
  request: { summary: 'The history of requests', plural: 'requests' },
  receipt: { summary: 'Signed receipts', plural: null },
  key: { summary: 'Keys of the account', plural: 'keys' },
  model: { summary: 'The language model of the service', plural: null, defaultVerb: 'get' },
  setting: { summary: 'Settings of the service', plural: 'settings' },
  account: { summary: 'Account, credits and audit log', plural: null, defaultVerb: 'get' },
  service: { summary: 'State and abilities of the service', plural: null, defaultVerb: 'health' },
};

/** Commands without a noun, in the order of the help. */
export const pageCommands: readonly string[] = [
  'scrape',
  'crawl',
  'map',
  'search',
  'extract',
  'collect',
  'compare',
  'archive',
  'parse',
  'watch',
  'batch',
  'inspect',
  'read',
];

/** Operations whose command does not follow from their name. */
const exceptions: Readonly<Record<string, string>> = {
  get_dataset_export: 'dataset download',
  find_job_passages: 'job find',
  forget_layout: 'layout delete',
  monitors_feed: 'monitor feed-all',
  rotate_webhook_secret: 'webhook rotate-secret',
  blob: 'file get',
  update_key: 'key change',
  create_sign_in_link: 'key invite',
  account: 'account get',
  billing: 'account billing',
  ledger: 'account ledger',
  usage: 'account usage',
  list_audit: 'account audit',
  add_credits: 'account add-credits',
  health: 'service health',
  doctor: 'service doctor',
  catalog: 'service catalog',
  list_functions: 'service functions',
  ip: 'service ip',
};

/** Nouns of the command line whose operations have another word. */
const nounsByWord: Readonly<Record<string, string>> = { browser: 'session', browsers: 'sessions' };

/** The words of a command, and the fields that they set. */
export interface CommandPath {
  words: readonly string[];
  /** Fields whose value is part of the words: `job cancel` sets `action`. */
  fixed: Readonly<Record<string, string>>;
  /** Optional fields of the operation that this command requires. */
  required?: readonly string[];
}

/** Returns true for a noun in its singular form. */
export function isNoun(word: string): boolean {
  return Object.hasOwn(nouns, word) || nounsByWord[word] === 'session';
}

/** Returns the noun that a word names in its singular or plural form; null for any other word. */
export function nounNamed(word: string): string | null {
  const noun = (Object.hasOwn(nounsByWord, word) ? nounsByWord[word] : word) ?? word;
  if (Object.hasOwn(nouns, noun)) return noun;
  return Object.keys(nouns).find((name) => nouns[name]?.plural === noun) ?? null;
}

/** Returns the words of an operation: `list_jobs` is `job list`, `get_job_results` is `job results`, `monitor_feed` is `monitor feed`. */
function wordsOf(name: string): string[] {
  const exception = exceptions[name];
  if (exception !== undefined) return exception.split(' ');
  const [first = '', second = '', ...rest] = name.split('_');
  if (second === '') return [first];
  const noun = nounNamed(second);
  if (noun !== null) return [noun, rest.length === 0 ? first : rest.join('-')];
  const ownNoun = nounNamed(first);
  return ownNoun === null ? [name.replaceAll('_', '-')] : [ownNoun, [second, ...rest].join('-')];
}

/** Returns the values of the path field `action`, each of which is a verb; empty if there is none. */
function actionsOf({ input }: Pick<Operation, 'input'>): string[] {
  const action = input.path?.shape.action;
  return action instanceof z.ZodEnum ? action.options.map(String) : [];
}

/** Returns the commands of an operation: one, one for each of its actions, or one more for a short form. */
export function commandPathsOf(
  operation: Pick<Operation, 'name' | 'input'>,
): [CommandPath, ...CommandPath[]] {
  const { name } = operation;
  const [first, ...others] = actionsOf(operation);
  if (first !== undefined) {
    const noun = nounNamed(name.split('_').at(-1) ?? '') ?? name;
    const pathOf = (action: string): CommandPath => ({ words: [noun, action], fixed: { action } });
    return [pathOf(first), ...others.map(pathOf)];
  }
  const path: CommandPath = { words: wordsOf(name), fixed: {} };
  return name === 'create_monitor' ? [path, { words: ['watch'], fixed: {}, required: ['url'] }] : [path];
}

/** Returns the former name of an operation's command, which works as a hidden alias: `get_job` is `get-job`. */
export function formerNameOf({ name }: Pick<Operation, 'name'>): string {
  return name.replaceAll('_', '-');
}

/** Returns the command that calls an operation with these fields. */
export function findPath(
  operation: Pick<Operation, 'name' | 'input'>,
  fields: Readonly<Record<string, unknown>>,
): CommandPath {
  const paths = commandPathsOf(operation);
  const isMeant = ({ fixed }: CommandPath) =>
    Object.entries(fixed).every(([field, value]) => fields[field] === value);
  return paths.find(isMeant) ?? paths[0];
}

/** Returns the words of the command that calls an operation with these fields, without the fields. */
export function commandTextOf(
  operation: Pick<Operation, 'name' | 'input'>,
  fields: Readonly<Record<string, unknown>> = {},
): string {
  return findPath(operation, fields).words.join(' ');
}

/** A command of the tree with its operation. */
export interface PlacedOperation {
  operation: Operation;
  path: CommandPath;
}

/** Returns all commands of operations with their words. */
export function placeOperations(registry: Registry): PlacedOperation[] {
  return registry.flatMap((operation) =>
    commandPathsOf(operation).map((path): PlacedOperation => ({ operation, path })),
  );
}
