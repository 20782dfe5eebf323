import type { JobDocument } from '../../domain/job.ts';
import type { PageErrorStatus } from '../../domain/outcome.ts';
import type { PageResult } from '../../domain/page.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { pageAdvice } from './advice.ts';

/** An answer for a model: our own words, and apart from them what came from the web. */
export interface AnswerText {
  /** What the service itself says. */
  essence: string;
  /** Text from the web, or null. */
  untrusted: string | null;
}

/** Characters of web text in one answer; the rest is in the structured result and behind `ref`. */
const mostCharacters = 60_000;
const mostLinks = 200;
const mostJson = 20_000;

type Fields = Record<string, unknown>;

/** A JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A page as scrape gives it. */
export function isPage(value: unknown): value is PageResult {
  return isFields(value) && 'status' in value && 'metadata' in value && 'receipt' in value;
}

/** A job as every door gives it. */
export function isJob(value: unknown): value is JobDocument {
  return isFields(value) && typeof value.jid === 'string' && isFields(value.progress);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n[cut here; the structured result holds more]`;
}

function receiptLine({ id, credits, route, exit, fetched_at: at }: Receipt): string {
  const country = exit === null ? 'none' : (exit.country ?? 'unknown');
  const checked = exit === null ? '' : exit.verified ? ' (verified)' : ' (not verified)';
  return `receipt ${id}: ${credits} credits, route ${route ?? 'none'}, exit country ${country}${checked}, ${at}`;
}

function pageEssence(page: PageResult): string {
  const lines = [
    `${page.status}${page.status_code === null ? '' : ` (HTTP ${page.status_code})`}: ${page.url}`,
  ];
  if (page.final_url !== null && page.final_url !== page.url) lines.push(`led to ${page.final_url}`);
  if (page.error) lines.push(`error ${page.error.code}. ${pageAdvice[page.status as PageErrorStatus] ?? ''}`);
  if (page.ref !== undefined && page.truncated) {
    lines.push(`long page, ${page.length} code points: read on with the tool read, ref ${page.ref}`);
  }
  for (const { code, message } of page.warnings) lines.push(`warning ${code}: ${message}`);
  lines.push(receiptLine(page.receipt));
  return lines.join('\n');
}

function pageContent(page: PageResult, most: number): string {
  const passages = page.passages?.map(({ text }) => text).join('\n\n');
  const text = passages || page.markdown || page.text || page.html || page.raw_html || '';
  const parts = [
    page.title === null ? '' : `Title: ${page.title}`,
    page.error ? page.error.message : '',
    text,
  ];
  if (text === '' && page.links)
    parts.push(
      page.links
        .slice(0, mostLinks)
        .map(({ url }) => url)
        .join('\n'),
    );
  return cut(parts.filter(Boolean).join('\n\n'), most);
}

function pagesText(pages: readonly PageResult[], head: readonly string[]): AnswerText {
  const share = Math.max(500, Math.floor(mostCharacters / Math.max(1, pages.length)));
  return {
    essence: [...head, ...pages.map((page, at) => `${at + 1}. ${pageEssence(page)}`)].join('\n'),
    untrusted: pages.map((page, at) => `# ${at + 1}. ${page.url}\n${pageContent(page, share)}`).join('\n\n'),
  };
}

function jobText(job: JobDocument): AnswerText {
  const { done, discovered, ok } = job.progress;
  const next = {
    queued: 'Wait with follow_job; read pages with get_job_results.',
    running: 'Wait with follow_job; pages that are done can be read with get_job_results.',
    completed: 'Read its pages with get_job_results.',
    failed: 'Pages that were delivered can be read with get_job_results.',
    cancelled: 'Pages that were delivered can be read with get_job_results.',
  }[job.status];
  const lines = [
    `${job.type} ${job.jid}: ${job.status}${job.paused ? ', paused' : ''}; ${done} pages delivered (${ok} ok) of ${discovered} addresses found; ${job.credits.charged} credits charged`,
  ];
  if (job.error !== null) lines.push(`error ${job.error.code}: ${job.error.message}`);
  for (const { code, message } of job.warnings) lines.push(`warning ${code}: ${message}`);
  return { essence: [...lines, next].join('\n'), untrusted: null };
}

function mapText(value: Fields, links: readonly Fields[]): AnswerText {
  const { status, url, total, complete, warnings, receipt } = value;
  const lines = [`${status}: ${total} addresses of ${url}, ${complete ? 'complete' : 'not complete'}`];
  for (const { code, message } of warnings as Array<{ code: string; message: string }>)
    lines.push(`warning ${code}: ${message}`);
  lines.push(receiptLine(receipt as Receipt));
  const listed = links
    .slice(0, mostLinks)
    .map(({ url: to, title }) => (title ? `${to} (${title})` : `${to}`));
  if (links.length > mostLinks) listed.push(`and ${links.length - mostLinks} more in the structured result`);
  return { essence: lines.join('\n'), untrusted: cut(listed.join('\n'), mostCharacters) };
}

function readText(value: Fields): AnswerText {
  const { ref, url, offset, length, total_length: total, next_offset: next } = value;
  const more = next === null ? 'the end is reached' : `read on with offset ${next}`;
  return {
    essence: `${ref} of ${url}: ${length} code points from ${offset} of ${total}; ${more}`,
    untrusted: `${value.content}`,
  };
}

/** What a model is told of an answer: short, with the receipt's essence; web text apart and bounded. */
export function answerText(value: unknown): AnswerText {
  if (isPage(value)) return { essence: pageEssence(value), untrusted: pageContent(value, mostCharacters) };
  if (isJob(value)) return jobText(value);
  if (isFields(value)) {
    const { results, links, content, receipt } = value;
    if (Array.isArray(results) && results.every(isPage)) {
      const head = [`${results.length} pages`];
      if (isFields(receipt)) head.push(receiptLine(receipt as unknown as Receipt));
      if (typeof value.next_offset === 'number') head.push(`more: offset ${value.next_offset}`);
      return pagesText(results, head);
    }
    if (Array.isArray(links) && isFields(receipt)) return mapText(value, links as Fields[]);
    if (typeof content === 'string' && typeof value.ref === 'string') return readText(value);
  }
  return { essence: cut(JSON.stringify(value, null, 1), mostJson), untrusted: null };
}

/** Pages of an answer that can be read on, with their refs. */
export function longPages(value: unknown): Array<PageResult & { ref: string }> {
  const results = isFields(value) && Array.isArray(value.results) ? value.results : [value];
  return results.filter(
    (page): page is PageResult & { ref: string } => isPage(page) && page.ref !== undefined,
  );
}
