import type { PageResult } from '../../domain/page.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { adviceOn } from './advice.ts';

/** An answer for a model: our own words, and apart from them what came from the web. */
export interface AnswerText {
  /** What the service itself says. */
  essence: string;
  /** Text from the web, or null. */
  untrusted: string | null;
}

/** Characters of web text in one answer; the rest is in the structured result and behind `ref`. */
export const mostCharacters = 60_000;
/** Addresses in one answer. */
export const mostLinks = 200;

/** A JSON object. */
export type Fields = Record<string, unknown>;

/** Whether it is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A page as scrape gives it. */
export function isPage(value: unknown): value is PageResult {
  return isFields(value) && 'status' in value && 'metadata' in value && 'receipt' in value;
}

/** At most so many characters, saying so. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n[cut here; the structured result holds more]`;
}

/** `1 credit`, `2 credits`. */
export function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** What a receipt comes down to. */
export function receiptLine({ id, credits, route, exit, fetched_at: at }: Receipt): string {
  const country = exit === null ? 'none' : (exit.country ?? 'unknown');
  const checked = exit === null ? '' : exit.verified ? ' (verified)' : ' (not verified)';
  return `receipt ${id}: ${countOf(credits, 'credit')}, route ${route ?? 'none'}, exit country ${country}${checked}, ${at}`;
}

function codePointsOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** What the service says of a page, its own words alone. */
export function pageEssence(page: PageResult): string {
  const lines = [
    `${page.status}${page.status_code === null ? '' : ` (HTTP ${page.status_code})`}: ${page.url}`,
  ];
  if (page.final_url !== null && page.final_url !== page.url) lines.push(`led to ${page.final_url}`);
  if (page.error) lines.push(`error ${page.error.code}. ${adviceOn(page.error.code)}`);
  if (page.ref !== undefined && page.truncated) {
    const from = page.markdown === undefined ? 0 : codePointsOf(page.markdown);
    lines.push(
      `long page: ${from} of ${page.length} code points are given; read on with the tool read, ref ${page.ref}, offset ${from} (or its focus or section)`,
    );
  }
  for (const { code, message } of page.warnings) lines.push(`warning ${code}: ${message}`);
  lines.push(receiptLine(page.receipt));
  return lines.join('\n');
}

/** What the page itself says. */
export function pageContent(page: PageResult, most: number): string {
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

/** Several pages in one answer, each with its share of the room. */
export function pagesText(pages: readonly PageResult[], head: readonly string[]): AnswerText {
  const share = Math.max(500, Math.floor(mostCharacters / Math.max(1, pages.length)));
  const texts = pages.map((page, at) => `# ${at + 1}. ${page.url}\n${pageContent(page, share)}`);
  return {
    essence: [...head, ...pages.map((page, at) => `${at + 1}. ${pageEssence(page)}`)].join('\n'),
    untrusted: pages.length === 0 ? null : texts.join('\n\n'),
  };
}
