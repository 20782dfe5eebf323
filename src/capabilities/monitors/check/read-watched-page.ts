import type { ContentThreads } from '../../../domain/pages/content.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import type { Budget } from '../../../fetching/budget.ts';
import type { FetchPage } from '../../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../../fetching/fetched-page.ts';
import { detectMediaType } from '../../../page/metadata/media-type.ts';
import type { SectionText } from '../../../page/text/section-text.ts';
import { sectionTextWork } from '../../../page/text/thread-work.ts';
import type { IgnoredContent } from '../settings/ignore-rules.ts';
import type { MonitorSettings, PageWatch, Version } from '../settings/monitor-settings.ts';
import { jsonPartWork, pageFactsWork } from './compare/thread-work.ts';
import {
  type ConfirmedFinding,
  type ConfirmPorts,
  type FirstReading,
  readUntilConfirmed,
  type WatchRequest,
} from './read-until-confirmed.ts';
import {
  isJsonWatch,
  type JsonAnswer,
  readJsonVersion,
  readVersion,
  watchedSection,
} from './read-version.ts';
import { watchPageCommand } from './watch-page-command.ts';

/** Dependencies for reading a watched page. */
export interface ReadPagePorts extends ConfirmPorts {
  fetchPage: FetchPage;
  threads: Pick<ContentThreads, 'run'>;
  clock: Clock;
}

/** Request to read a watched page. */
export interface ReadPageRequest extends WatchRequest {
  watch: PageWatch;
  ignored: IgnoredContent;
  accountId: string;
  budget: Budget;
}

/** Result of reading a watched page. */
export interface PageReading extends ConfirmedFinding {
  /** All readings of the page, in order. */
  pages: FetchedPage[];
}

/** Returns true when all values may be missing, because a condition waits for one to disappear. */
function mayBeEmpty({ conditions }: MonitorSettings): boolean {
  return conditions.some(({ op }) => op === 'disappears');
}

/** Returns what later checks need to know of the response of a page, which was read as `version`. */
async function factsOf(
  ports: ReadPagePorts,
  { watch, ignored, baseline, signal }: ReadPageRequest,
  { response, validators, bodyDigest }: FetchedPage,
  section: SectionText | null,
  { text, at }: Version,
): Promise<Partial<Version>> {
  const facts = {
    ...(validators !== null && { validators }),
    ...(bodyDigest !== undefined && { bodyDigest }),
  };
  const type = response?.headers['content-type'] ?? '';
  if (/^text\/plain\b/i.test(type)) return { ...facts, isPlainText: true };
  if (response === undefined || !/html/i.test(type)) return facts;
  const { bytes, url, headers } = response;
  const part = 'selector' in watch ? { selectors: [watch.selector] } : section && { heading: section.title };
  const pageRequest = {
    ...{ bytes, url, headers, excludeSelectors: ignored.selectors, part, at },
    listsKeys: watch.kind === 'page' && watch.whole !== true,
    knownStates: (text === baseline?.text ? baseline?.states : null) ?? null,
  };
  const { pageKeys, states } = await ports.threads.run(pageFactsWork, pageRequest, signal);
  return { ...facts, states, ...(pageKeys !== null && { pageKeys }) };
}

/** Reads the watched part of an answer in JSON; null if JSON is not watched, or the answer has another type. */
async function readJsonAnswer(
  ports: ReadPagePorts,
  { watch, signal }: ReadPageRequest,
  { page, response }: FetchedPage,
): Promise<JsonAnswer | null> {
  if (!isJsonWatch(watch) || page.status !== 'ok') return null;
  const path = 'selector' in watch ? watch.selector : null;
  const contentType = response?.headers['content-type'] ?? null;
  const isJson =
    response !== undefined && detectMediaType(response.bytes, contentType, response.url).kind === 'json';
  if (!isJson) return { kind: 'other', type: contentType };
  return ports.threads.run(jsonPartWork, { bytes: response.bytes, contentType, path }, signal);
}

/** Reads a page until its difference from the baseline is confirmed, as {@link readUntilConfirmed} says. */
export async function readWatchedPage(ports: ReadPagePorts, request: ReadPageRequest): Promise<PageReading> {
  const { settings, watch, ignored, baseline, accountId, budget, signal } = request;
  const pages: FetchedPage[] = [];

  async function read(earlier: number): Promise<FirstReading> {
    const command = watchPageCommand(settings, ignored, earlier > 0);
    // Texts leave out what controls say. Of a page, its other blocks tell what only entered or left the main content.
    const keepsResponse = watch.kind !== 'fields';
    const isConditional = earlier === 0 && settings.only_changed === true && command.sent === undefined;
    const validators = isConditional ? baseline?.validators : undefined;
    const fetched = await ports.fetchPage(command, {
      accountId,
      budget,
      signal,
      isPatient: true,
      keepsResponse,
      ...(validators !== undefined && { validators }),
      knownBody: earlier === 0 ? (baseline?.bodyDigest ?? null) : null,
    });
    pages.push(fetched);
    if (fetched.isNotModified === true)
      return { kind: 'not_modified', isConfirmed: fetched.observation.status_code === 304 };
    const at = ports.clock.now();
    const json = await readJsonAnswer(ports, request, fetched);
    const sectionRequest = watchedSection(watch, fetched.page, baseline?.anchor ?? null);
    const section =
      sectionRequest === null ? null : await ports.threads.run(sectionTextWork, sectionRequest, signal);
    const reading =
      readJsonVersion(watch, fetched.page, json, baseline, at) ??
      readVersion(watch, fetched.page, section, at, mayBeEmpty(settings));
    if (reading.kind !== 'version') return reading;
    const { version } = reading;
    return {
      ...reading,
      version: { ...version, ...(await factsOf(ports, request, fetched, section, version)) },
    };
  }

  return { ...(await readUntilConfirmed(ports, request, read)), pages };
}
