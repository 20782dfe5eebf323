import type { Warning } from '../../domain/pages/outcome.ts';
import { Failure } from '../../domain/system/failure.ts';
import { forEachInTurns } from '../../domain/system/turns.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { SentFile } from '../../domain/values/sent-file.ts';
import { computeUrlDigest } from '../../jobs/frontier/finished-page.ts';
import type { NewUrl } from '../../jobs/records/create-job.ts';
import { canonicalUrl } from '../../site/links/url-normalization.ts';
import { formatLines } from './format-lines.ts';
import { BrokenListError, readEntries } from './list-entries.ts';

/** Maximum number of URLs of a batch. */
export const maxLines = 100_000;
/** Maximum length of a URL and of a name, in UTF-16 code units. */
export const maxUrlLength = 8_192;
export const maxNameLength = 1_000;
/** Maximum number of lines that an error names. */
const maxErrors = 100;

/** A URL of a list in JSON. */
export type ListItem = string | { url: string; name?: string | null | undefined };

/** A list as it was sent. */
export type SentList = { file: SentFile } | { urls: readonly ListItem[] };

/** The URLs of a list, and the lines that are left out. */
export interface ReadList {
  lines: NewUrl[];
  /** Number of entries: URLs, and lines that are left out. */
  entries: number;
  /** Lines without a usable URL, by reason. */
  invalid: ReadonlyMap<string, readonly number[]>;
  /** Lines whose URL stands on an earlier line. */
  duplicates: readonly number[];
}

/** An entry that is no URL. The message completes "because each of them". */
class InvalidEntry {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new InvalidEntry('is not valid JSON');
  }
}

/** Returns the value of an entry: a URL without quotes is a text itself. */
function toValue(text: string, isJson: boolean): unknown {
  return isJson || text.startsWith('{') || text.startsWith('"') ? parseJson(text) : text;
}

/** The URL of a line with its name. */
interface Item {
  url: string;
  name: string | null;
}

function toItem(value: unknown): Item | InvalidEntry {
  if (value instanceof InvalidEntry) return value;
  if (typeof value === 'string') return { url: value.trim(), name: null };
  if (!isObject(value) || typeof value.url !== 'string')
    return new InvalidEntry('is neither a URL nor an object with `url`');
  const { url, name = null, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return new InvalidEntry('has other fields than `url` and `name`');
  if (name !== null && (typeof name !== 'string' || name.length > maxNameLength))
    return new InvalidEntry(`has a \`name\` that is no text of at most ${maxNameLength} characters`);
  return { url: (url as string).trim(), name };
}

/** Collects the entries of one list. */
class ListReader {
  readonly #lines: NewUrl[] = [];
  readonly #invalid = new Map<string, number[]>();
  readonly #duplicates: number[] = [];
  readonly #known = new Set<string>();
  #entries = 0;

  add(line: number, value: unknown): void {
    this.#entries += 1;
    if (this.#entries > maxLines) throw tooManyLines();
    const item = toItem(value);
    if (item instanceof InvalidEntry) this.#reject(line, item.reason);
    else this.#addUrl(line, item);
  }

  #addUrl(line: number, { url, name }: Item): void {
    const parsed = url.length > maxUrlLength ? null : parseAbsoluteUrl(url);
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
      this.#reject(line, `is no absolute http or https URL of at most ${maxUrlLength} characters`);
      return;
    }
    const key = computeUrlDigest(canonicalUrl(url)).toString('latin1');
    if (this.#known.has(key)) {
      this.#duplicates.push(line);
      return;
    }
    this.#known.add(key);
    this.#lines.push({ kind: 'page', url, digest: computeUrlDigest(`${line} ${url}`), depth: 0, line, name });
  }

  #reject(line: number, reason: string): void {
    const lines = this.#invalid.get(reason);
    if (lines === undefined) this.#invalid.set(reason, [line]);
    else lines.push(line);
  }

  finish(): ReadList {
    return {
      lines: this.#lines,
      entries: this.#entries,
      invalid: this.#invalid,
      duplicates: this.#duplicates,
    };
  }
}

function listFailure(detail: string, cause?: unknown): Failure {
  return new Failure('invalid', `/file: ${detail}`, { errors: [{ pointer: '/file', detail }], cause });
}

function tooManyLines(): Failure {
  return listFailure(`has more than ${maxLines} URLs. Split the list into several batches.`);
}

/** Throws Failure `invalid` for a list without a URL, with the first lines and why they are none. */
function requireUrls({ lines, invalid }: ReadList, pointerOf: (line: number) => string): void {
  if (lines.length > 0) return;
  const errors = [...invalid]
    .flatMap(([reason, numbers]) => numbers.map((line) => ({ line, reason })))
    .toSorted((one, other) => one.line - other.line)
    .slice(0, maxErrors)
    .map(({ line, reason }) => ({ pointer: pointerOf(line), detail: `line ${line} ${reason}` }));
  if (errors.length === 0) throw listFailure('has no URL. Send one URL a line.');
  throw new Failure('invalid', 'The list has no URL that can be read.', { errors });
}

/**
 * Reads a list: a JSON list, NDJSON, or a text with one URL a line. Other requests are served in between. Throws Failure
 * `invalid` for a list with too many URLs, without any, or that is cut off.
 */
export async function readList(list: SentList): Promise<ReadList> {
  const reader = new ListReader();
  if ('urls' in list) {
    await forEachInTurns(list.urls.entries(), ([at, item]) => reader.add(at + 1, item));
  } else {
    const { isJson, entries } = readEntries(list.file.bytes);
    try {
      await forEachInTurns(entries, ({ line, text }) => reader.add(line, toValue(text, isJson)));
    } catch (error) {
      if (!(error instanceof BrokenListError)) throw error;
      throw listFailure(`${error.message} Send the whole list.`, error);
    }
  }
  const read = reader.finish();
  requireUrls(read, (line) => ('urls' in list ? `/urls/${line - 1}` : '/file'));
  return read;
}

/** Returns the number of entries of a list, without checking them. A list that is cut off counts as far as it goes. */
export function countEntries(list: SentList): number {
  if ('urls' in list) return list.urls.length;
  let count = 0;
  try {
    for (const _entry of readEntries(list.file.bytes).entries) count += 1;
  } catch (error) {
    if (!(error instanceof BrokenListError)) throw error;
  }
  return count;
}

/** Returns the warnings about the lines that are left out. */
export function listWarnings({ invalid, duplicates }: ReadList): Warning[] {
  const ofInvalid = [...invalid].map(([reason, lines]) => ({
    code: 'invalid_lines',
    message: `${formatLines(lines)} left out, because ${lines.length === 1 ? 'it' : 'each of them'} ${reason}.`,
  }));
  if (duplicates.length === 0) return ofInvalid;
  const message = `${formatLines(duplicates)} left out, because an earlier line has the same URL.`;
  return [...ofInvalid, { code: 'duplicate_lines', message }];
}
