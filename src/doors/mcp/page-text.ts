import type { PageError, Warning } from '../../domain/outcome.ts';
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

/** A warning that repeats an address may repeat one that the web chose; the others are our own words alone. */
function repeatsTheWeb({ message }: Warning): boolean {
  return message.includes('://');
}

/** Warnings for the essence; of those that may repeat what the web said the code alone. */
export function warningLines(warnings: readonly Warning[]): string[] {
  return warnings.map((warning) =>
    repeatsTheWeb(warning) ? `warning ${warning.code}` : `warning ${warning.code}: ${warning.message}`,
  );
}

/** What {@link warningLines} leaves out, to be given as text from the web. */
export function webWarnings(warnings: readonly Warning[]): string[] {
  return warnings.filter(repeatsTheWeb).map(({ code, message }) => `(${code}: ${message})`);
}

function codePointsOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** How to read on in a page that is given in part. */
export function longPageLines({ ref, truncated, markdown, length }: PageResult): string[] {
  if (ref === undefined || !truncated) return [];
  const from = markdown === undefined ? 0 : codePointsOf(markdown);
  return [
    `long page: ${from} of ${length} code points are given; read on with the tool read, ref ${ref}, offset ${from} (or its focus or section)`,
  ];
}

/** What the service says of a page, its own words alone; its address only where the caller gave it. */
export function pageEssence(page: PageResult, isAsked: boolean): string {
  const lines = [
    `${page.status}${page.status_code === null ? '' : ` (HTTP ${page.status_code})`}${isAsked ? `: ${page.url}` : ''}`,
  ];
  if (page.error) lines.push(`error ${page.error.code}. ${adviceOn(page.error.code)}`);
  lines.push(...longPageLines(page), ...warningLines(page.warnings), receiptLine(page.receipt));
  return lines.join('\n');
}

/** Formats that are data rather than text to read. */
function dataOf({ links, images, structured_data, network }: PageResult): string[] {
  const parts =
    links === undefined
      ? []
      : [
          links
            .slice(0, mostLinks)
            .map(({ url }) => url)
            .join('\n'),
        ];
  for (const [name, value] of Object.entries({ images, structured_data, network })) {
    if (value !== undefined) parts.push(`${name}: ${JSON.stringify(value)}`);
  }
  return parts;
}

/** What the page itself says. */
export function pageContent(page: PageResult, most: number): string {
  const passages = page.passages?.map(({ text }) => text).join('\n\n');
  const read = passages || page.markdown || page.text || page.html || page.raw_html || '';
  const data = dataOf(page);
  const parts = [
    page.final_url === null || page.final_url === page.url ? '' : `Led to: ${page.final_url}`,
    page.title === null ? '' : `Title: ${page.title}`,
    page.error ? page.error.message : '',
    ...webWarnings(page.warnings),
    read,
    ...data,
    // Whoever asked for nothing else asked for these.
    read === '' && data.length === 0 && page.status === 'ok' ? JSON.stringify(page.metadata) : '',
  ];
  return cut(parts.filter(Boolean).join('\n\n'), most);
}

/** Several pages in one answer, each with its share of the room. */
export function pagesText(
  pages: readonly PageResult[],
  head: readonly string[],
  areAsked: boolean,
): AnswerText {
  const share = Math.max(500, Math.floor(mostCharacters / Math.max(1, pages.length)));
  const texts = pages.map((page, at) => `# ${at + 1}. ${page.url}\n${pageContent(page, share)}`);
  return {
    essence: [...head, ...pages.map((page, at) => `${at + 1}. ${pageEssence(page, areAsked)}`)].join('\n'),
    untrusted: pages.length === 0 ? null : texts.join('\n\n'),
  };
}

/** What every answer about one page says of itself: status, cause, warnings, receipt. */
export function commonLines({ error, warnings, receipt }: Fields): string[] {
  const lines: string[] = [];
  if (isFields(error)) lines.push(`error ${error.code}. ${adviceOn((error as unknown as PageError).code)}`);
  lines.push(...warningLines((warnings ?? []) as Warning[]));
  if (isFields(receipt)) lines.push(receiptLine(receipt as unknown as Receipt));
  return lines;
}

/** What every answer about one page repeats of the web: what the site said of a failure, warnings with addresses. */
export function commonWords({ error, warnings }: Fields): string[] {
  const said = isFields(error) ? [String(error.message)] : [];
  return [...said, ...webWarnings((warnings ?? []) as Warning[])];
}
