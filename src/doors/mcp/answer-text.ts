import type { HistoryEntry } from '../../account/history.ts';
import type { JobDocument } from '../../domain/job.ts';
import type { PageResult } from '../../domain/page.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { archiveText, pastIn } from './archive-text.ts';
import { browserText, isBrowserAnswer } from './browser-text.ts';
import { comparisonText } from './comparison-text.ts';
import { type Followed, isFollowed } from './follow-events.ts';
import {
  type AnswerText,
  commonLines,
  commonWords,
  countOf,
  cut,
  type Fields,
  isFields,
  isPage,
  mostCharacters,
  mostLinks,
  pageContent,
  pageEssence,
  pagesText,
  receiptLine,
  warningLines,
  webWarnings,
} from './page-text.ts';

const mostJson = 20_000;
const mostSections = 60;

function isJob(value: unknown): value is JobDocument {
  return isFields(value) && typeof value.jid === 'string' && isFields(value.progress);
}

function jobLine(job: JobDocument): string {
  const { done, discovered, ok } = job.progress;
  const of = typeof job.params.url === 'string' ? ` of ${job.params.url}` : '';
  return `${job.type} ${job.jid}${of}: ${job.status}${job.paused ? ', paused' : ''}; ${countOf(done, 'page')} delivered (${ok} ok) of ${discovered} addresses found; ${countOf(job.credits.charged, 'credit')} charged`;
}

function jobText(job: JobDocument): AnswerText {
  const next = {
    queued: 'Wait with the tool job (action follow); read pages with action results.',
    running: 'Wait with the tool job (action follow); pages that are done can be read with action results.',
    completed: 'Read its pages with the tool job (action results).',
    failed: 'Pages that were delivered can be read with the tool job (action results).',
    cancelled: 'Pages that were delivered can be read with the tool job (action results).',
  }[job.status];
  const lines = [jobLine(job)];
  if (job.error !== null) lines.push(`error ${job.error.code}: ${job.error.message}`);
  lines.push(...warningLines(job.warnings));
  const paused = job.paused ? ['It goes on after the tool job was called with the action resume.'] : [next];
  return { essence: [...lines, ...paused].join('\n'), untrusted: webWarnings(job.warnings).join('\n') };
}

/** What happened to a job: how it stands in our words, its pages as what the web named them. */
function followedText({ events, last_event_id: last, ended }: Followed): AnswerText {
  const pages = events.filter(({ type }) => type === 'job.page').map(({ data }) => data as Fields);
  const end = events.findLast(({ type }) => type !== 'job.page' && type !== 'job.started');
  const told = end === undefined ? '' : `; ${end.type} ${JSON.stringify(end.data)}`;
  const next = ended
    ? 'Read the pages with the tool job (action results).'
    : `It goes on: call job with the action follow again${last === null ? '' : ` with last_event_id ${last}`}.`;
  return {
    essence: `${countOf(events.length, 'event')}, ${countOf(pages.length, 'page')} delivered${told}\n${next}`,
    untrusted: pages.length === 0 ? null : pages.map(({ status, url }) => `${status} ${url}`).join('\n'),
  };
}

function mapText(value: Fields, links: readonly Fields[]): AnswerText {
  const { status, url, total, complete } = value;
  const head = `${status}: ${total} addresses of ${url}, ${complete ? 'complete' : 'not complete'}`;
  const listed = links
    .slice(0, mostLinks)
    .map(({ url: to, title }) => (title ? `${to} (${title})` : `${to}`));
  if (links.length > mostLinks) listed.push(`and ${links.length - mostLinks} more in the structured result`);
  return {
    essence: [head, ...commonLines(value)].join('\n'),
    untrusted: cut([...commonWords(value), ...listed].join('\n'), mostCharacters),
  };
}

/** Results of a search: the list, and the pages where they were read as well. */
function foundText(value: Fields, results: readonly Fields[]): AnswerText {
  const { provider, country_applied: applied, complete, cached_at: cachedAt, licence } = value;
  const again = cachedAt === undefined ? '' : `, given again from ${cachedAt}`;
  const head = `${countOf(results.length, 'result')} of ${provider}, ${complete ? 'complete' : 'not complete'}${again}; country applied: ${applied}`;
  const pages = results.flatMap(({ page }) => (isPage(page) ? page : []));
  const read = pages.length === 0 ? null : pagesText(pages, [], false);
  const listed = results.map(({ rank, title, url, snippet, published_at: at, read_at: readAt }) =>
    [`${rank}. ${title}`, url, [at ?? readAt, snippet].filter(Boolean).join(' ')].filter(Boolean).join('\n'),
  );
  const untrusted = [
    ...commonWords(value),
    ...(licence === undefined ? [] : [`licence: ${licence}`]),
    ...listed,
  ];
  return {
    essence: [head, ...commonLines(value), ...(read === null ? [] : [read.essence])].join('\n'),
    untrusted: [cut(untrusted.join('\n'), mostCharacters), read?.untrusted ?? ''].join('\n\n').trim() || null,
  };
}

function extractText(value: Fields): AnswerText {
  const { status, url, data, missing, unverified } = value;
  const pointers = (of: unknown) => (of as string[]).join(' ') || 'none';
  const found = `not found: ${pointers(missing)}; not shown by the page: ${pointers(unverified)}`;
  const lines = [`${status}: ${url}`, ...(data === null ? [] : [found]), ...commonLines(value)];
  const told = data === null ? commonWords(value) : [...commonWords(value), JSON.stringify(data, null, 1)];
  return { essence: lines.join('\n'), untrusted: cut(told.join('\n'), mostCharacters) };
}

/** What was read of one page, or of one in several countries. */
function valuesText(value: Fields): AnswerText | null {
  if (value.data !== undefined && Array.isArray(value.missing)) return extractText(value);
  if (Array.isArray(value.rows) && isFields(value.rates)) return comparisonText(value);
  return null;
}

function readText(value: Fields): AnswerText {
  const { ref, url, offset, length, total_length: total, next_offset: next, passages } = value;
  const more = next === null ? 'the end is reached' : `read on with offset ${next}`;
  const given = Array.isArray(passages)
    ? `${countOf(passages.length, 'passage')} found, ${length} code points of them given in page order; the page has ${total}, read it with offset or section`
    : `${length} code points from ${offset} of ${total}; ${more}`;
  const isStart = offset === 0 && value.section === null && passages === undefined;
  const known = (isStart ? value.sections : []) as Fields[];
  const contents = known
    .slice(0, mostSections)
    .map(({ id, title, length: long }) => `${id} ${title} (${long} code points)`);
  const index = known.length > 1 ? `\n\nSections, for the field section:\n${contents.join('\n')}` : '';
  return { essence: `${ref}: ${given}`, untrusted: `Page: ${url}\n\n${value.content}${index}` };
}

/** One entry of the history: what was asked and what it came to. */
function requestText(value: Fields): AnswerText {
  const entry = value as unknown as HistoryEntry;
  const lines = [requestLine(entry), `asked: ${cut(JSON.stringify(value.params), mostJson)}`];
  if (entry.error) lines.push(`error ${entry.error.code}`);
  if (isFields(value.receipt)) lines.push(receiptLine(value.receipt as unknown as Receipt));
  return { essence: lines.join('\n'), untrusted: entry.error ? entry.error.message : null };
}

function requestLine({ rid, at, tool, origin, status, url, credits, ms }: HistoryEntry): string {
  return `${rid} ${at} ${tool} (${origin}): ${status}, ${countOf(credits, 'credit')}, ${ms} ms${url === null ? '' : `, ${url.slice(0, 300)}`}`;
}

/** Lists of our own rows, a line each. */
function rowsText({ jobs, requests, next_offset, next_before }: Fields): string | null {
  const more = next_offset ?? next_before ?? null;
  const name = next_offset === undefined ? 'before' : 'offset';
  const tail = more === null ? [] : [`more: ${name} ${more}`];
  if (Array.isArray(jobs))
    return [countOf(jobs.length, 'job'), ...(jobs as JobDocument[]).map(jobLine), ...tail].join('\n');
  if (Array.isArray(requests))
    return [
      countOf(requests.length, 'request'),
      ...(requests as HistoryEntry[]).map(requestLine),
      ...tail,
    ].join('\n');
  return null;
}

function resultsText(value: Fields, results: readonly PageResult[]): AnswerText {
  const { receipt, total, next_offset: next } = value;
  const ofAll = typeof total === 'number' ? ` of ${total}` : '';
  const head = [`${results.length}${ofAll} pages`];
  if (isFields(receipt))
    head.push(`receipt ${receipt.id}: ${countOf(Number(receipt.credits), 'credit')} in all`);
  if (typeof next === 'number') head.push(`more: offset ${next}`);
  return pagesText(results, head, typeof value.jid !== 'string');
}

/** The text of an answer that says itself what it is. */
function knownText(value: unknown): AnswerText | null {
  const past = pastIn(value);
  if (past !== null) return archiveText(past);
  if (isPage(value))
    return { essence: pageEssence(value, true), untrusted: pageContent(value, mostCharacters) };
  if (isJob(value)) return jobText(value);
  if (isBrowserAnswer(value)) return browserText(value);
  if (isFollowed(value)) return followedText(value);
  return null;
}

/**
 * What a model is told of an answer: short, with the receipt's essence; web text apart and bounded. An answer of a shape
 * that it does not know is told as JSON, and as web text when it comes from the web (`isWeb`).
 */
export function answerText(value: unknown, isWeb: boolean): AnswerText {
  const known = knownText(value);
  if (known !== null) return known;
  if (isFields(value)) {
    const { results, links, content, receipt, estimate, provider } = value;
    if (Array.isArray(results) && typeof provider === 'string') return foundText(value, results as Fields[]);
    if (Array.isArray(results) && results.every(isPage)) return resultsText(value, results);
    if (Array.isArray(links) && isFields(receipt)) return mapText(value, links as Fields[]);
    const typed = valuesText(value);
    if (typed !== null) return typed;
    if (typeof content === 'string' && typeof value.ref === 'string') return readText(value);
    if (typeof value.rid === 'string' && isFields(value.params)) return requestText(value);
    const rows = rowsText(value);
    if (rows !== null) return { essence: rows, untrusted: null };
    if (isFields(estimate))
      return {
        essence: `It would cost ${estimate.min} to ${estimate.max} credits; nothing was done or charged.`,
        untrusted: null,
      };
  }
  const json = cut(JSON.stringify(value), mostJson);
  if (!isWeb) return { essence: json, untrusted: null };
  const head = isFields(value) ? [`${value.status ?? 'done'}`, ...commonLines(value)] : ['done'];
  return {
    essence: head.join('\n'),
    untrusted: [...(isFields(value) ? commonWords(value) : []), json].join('\n'),
  };
}

/** Pages of an answer, one or many. */
export function pagesOf(value: unknown): PageResult[] {
  const results = isFields(value) && Array.isArray(value.results) ? value.results : [value];
  // The pages of a search stand beside what it found.
  return results.map((one) => (isFields(one) && isPage(one.page) ? one.page : one)).filter(isPage);
}
