import { nearestWord } from '../../domain/values/nearest-word.ts';
import {
  type CommandPath,
  formerNameOf,
  isNoun,
  nounNamed,
  nouns,
  type PlacedOperation,
} from './command-paths.ts';
import { UsageError } from './usage-error.ts';

/** The command that the words of a command line name. */
export type ResolvedCommand =
  /** The command of an operation; `path` has the words of the command line. */
  | { kind: 'operation'; placed: PlacedOperation; rest: readonly string[] }
  /** A noun without a verb, which shows the verbs. */
  | { kind: 'noun'; noun: string };

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h' || word === 'help';
}

function findPlaced(placed: readonly PlacedOperation[], words: readonly string[]): PlacedOperation | null {
  const text = words.join(' ');
  return placed.find(({ path }) => path.words.join(' ') === text) ?? null;
}

function suggestionOf(word: string, words: readonly string[], prefix = ''): string {
  const nearest = nearestWord(word, words);
  return nearest === null ? '' : `. Did you mean ${prefix}${nearest}?`;
}

/** Returns the verbs of a noun in the order of the operations. */
function verbsOf(noun: string, placed: readonly PlacedOperation[]): string[] {
  return placed.flatMap(({ path: { words } }) => (words[0] === noun && words[1] ? [words[1]] : []));
}

function resolveNoun(
  noun: string,
  isPlural: boolean,
  [verb, ...rest]: readonly string[],
  placed: readonly PlacedOperation[],
): ResolvedCommand {
  const withoutVerb = verb === undefined || (verb.startsWith('-') && !isHelp(verb));
  if (withoutVerb) {
    const implied = isPlural ? 'list' : nouns[noun]?.defaultVerb;
    const found = implied === undefined ? null : findPlaced(placed, [noun, implied]);
    if (found === null) return { kind: 'noun', noun };
    return { kind: 'operation', placed: found, rest: verb === undefined ? rest : [verb, ...rest] };
  }
  if (isHelp(verb)) return { kind: 'noun', noun };
  const found = findPlaced(placed, [noun, verb]);
  if (found !== null) return { kind: 'operation', placed: found, rest };
  const verbs = verbsOf(noun, placed);
  // An identifier where the verb belongs: all of them have an underscore, and no verb has one.
  const suggestion =
    verb.includes('_') && verbs.includes('get')
      ? `. Did you mean ${noun} get ${verb}?`
      : suggestionOf(verb, verbs, `${noun} `);
  throw new UsageError(`${noun} has no command "${verb}"${suggestion}`, noun);
}

/** The path of a command by its former name. */
function formerPath(name: string): CommandPath {
  return { words: [name], fixed: {} };
}

/** Words that people try, with the command that does what they mean. */
const meanings: Readonly<Record<string, string>> = {
  screenshot: 'scrape URL -o shot.png',
  pdf: 'parse FILE',
  fetch: 'scrape URL',
  get: 'scrape URL',
  download: 'scrape URL -o page.md',
  sitemap: 'map URL',
  links: 'map URL',
  find: 'job find JID WORDS',
  grep: 'job find JID WORDS',
  balance: 'account billing',
  credits: 'account billing',
  usage: 'account usage',
  status: 'service health',
  info: 'service health',
  logs: 'request list',
  log: 'request list',
  history: 'request list',
  ps: 'job list',
  token: 'key create NAME',
  invite: 'key invite ID',
  user: 'key create NAME',
  users: 'key list',
  settings: 'config',
  port: 'config init',
  start: 'serve',
  export: 'dataset export DID -o FILE',
  cancel: 'job cancel JID',
  diff: 'archive diff URL',
  alert: 'watch URL',
  notify: 'watch URL',
};

/** Returns the command that a misspelled word stands for, as the help shows it; empty if none is near. */
function suggestCommand(
  word: string,
  next: string | undefined,
  placed: readonly PlacedOperation[],
  builtIns: readonly string[],
): string {
  const shown = new Map<string, string>(builtIns.map((name) => [name, name]));
  for (const { operation, path } of placed) {
    const text = path.words.join(' ');
    shown.set(text, text);
    shown.set(formerNameOf(operation), text);
  }
  for (const [noun, { plural }] of Object.entries(nouns))
    for (const name of [noun, plural ?? noun]) shown.set(name, name);
  // A misspelled noun before a verb, such as "moniter list", is nearer as a whole.
  const both =
    next === undefined || next.startsWith('-') ? null : nearestWord(`${word} ${next}`, [...shown.keys()]);
  const nearest = (both?.includes(' ') ? both : null) ?? nearestWord(word, [...shown.keys()]);
  return nearest === null ? '' : `. Did you mean ${shown.get(nearest)}?`;
}

/**
 * Returns the command that the words of a command line name: by noun and verb, by a page command, by a plural, or by its former name.
 * Throws UsageError with a suggestion.
 */
export function resolveCommand(
  [word, ...rest]: readonly [string, ...string[]],
  placed: readonly PlacedOperation[],
  builtIns: readonly string[],
): ResolvedCommand {
  const page = findPlaced(placed, [word]);
  if (page !== null) return { kind: 'operation', placed: page, rest };
  const noun = nounNamed(word);
  if (noun !== null) return resolveNoun(noun, !isNoun(word), rest, placed);
  const former = placed.find(({ operation }) => formerNameOf(operation) === word);
  if (former !== undefined) return { kind: 'operation', placed: { ...former, path: formerPath(word) }, rest };
  const meant = Object.hasOwn(meanings, word) ? meanings[word] : undefined;
  if (meant !== undefined) throw new UsageError(`there is no command "${word}"; use "webdata ${meant}"`);
  throw new UsageError(`there is no command "${word}"${suggestCommand(word, rest[0], placed, builtIns)}`);
}
