import {
  instructionsStatement,
  quotesInstructions,
  quotesTheWeb,
} from '../../domain/pages/instructions-warning.ts';
import type { PageError, Warning } from '../../domain/pages/outcome.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import { adviseInGeneral } from '../../domain/pages/page-advice.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { AgentText, SuggestedCall } from '../declaration/answer-view.ts';
import { passagesText } from './passages-text.ts';

/** Maximum number of the URLs of the format `links` in one response. */
const maxLinks = 500;

/** Formats a number of things, such as `1 page` or `2 pages`. */
export function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

function exitText({ exit }: Receipt): string {
  if (exit === null || exit.country === null) return '';
  return `, exit ${exit.country}${exit.verified ? '' : ' (not verified)'}`;
}

/** Summarizes a receipt: the price, the route if it was not the usual one, the exit country, and the id. */
export function receiptLine(receipt: Receipt): string {
  const { id, credits, route } = receipt;
  const way = route === null || route === 'http' ? '' : `, route ${route}`;
  return `${countOf(credits, 'credit')}${way}${exitText(receipt)}, receipt ${id}`;
}

/** Writes warnings as trusted text; without the message of those that can quote the web. */
export function warningLines(warnings: readonly Warning[]): string[] {
  return warnings.map((warning) => {
    if (quotesInstructions(warning)) return `warning ${warning.code}: ${instructionsStatement}`;
    return quotesTheWeb(warning) ? `warning ${warning.code}` : `warning ${warning.code}: ${warning.message}`;
  });
}

/** Writes what {@link warningLines} omits of the messages, as text from the web. */
export function webWarnings(warnings: readonly Warning[]): string[] {
  return warnings
    .filter(quotesTheWeb)
    .map(({ code, message }) => `(${code}: ${message.replace(instructionsStatement, '').trimStart()})`);
}

/** Writes the code of an error and the next step, without the words of the site. */
function errorLine({ code, advice }: PageError): string {
  return `error ${code}. ${advice ?? adviseInGeneral(code)}`;
}

/** Writes the status, price and warnings of a page as trusted text; includes the URL only if the caller supplied it. */
export function pageEssence(page: PageResult, isCallersUrl: boolean): string {
  const { status, status_code: code, error } = page;
  const http = code === null || (status === 'ok' && code === 200) ? '' : ` (HTTP ${code})`;
  const lines = [
    `${status}${http}${isCallersUrl ? ` ${page.url}` : ''}: ${receiptLine(page.receipt)}`,
    ...(error ? [errorLine(error)] : []),
    ...warningLines(page.warnings),
  ];
  return lines.join('\n');
}

/** Formats that are data, not text. */
function dataOf({ links, images, structured_data, network }: PageResult): string[] {
  const parts: string[] = [];
  if (links !== undefined) {
    parts.push(...links.slice(0, maxLinks).map(({ url, text }) => (text ? `${text}: ${url}` : url)));
    if (links.length > maxLinks) parts.push(`and ${links.length - maxLinks} more links`);
  }
  for (const [name, value] of Object.entries({ images, structured_data, network })) {
    if (value !== undefined) parts.push(`${name}: ${JSON.stringify(value)}`);
  }
  return parts;
}

/** Writes what precedes the content of a page: where it redirected to, its title, and messages that quote the web. */
export function pageIntroduction(page: PageResult): string {
  const parts = [
    page.final_url === null || page.final_url === page.url ? '' : `Redirected to: ${page.final_url}`,
    page.title === null ? '' : `Title: ${page.title}`,
    page.error ? page.error.message : '',
    ...webWarnings(page.warnings),
  ];
  return parts.filter(Boolean).join('\n');
}

/** Writes the content of a page: with `focus` only the passages, else its text, and the formats that are data. */
export function pageContent(page: PageResult): string {
  const passages = page.passages === undefined ? undefined : passagesText(page.passages);
  const text = passages ?? (page.markdown || page.text || page.html || page.raw_html || '');
  const data = dataOf(page).join('\n');
  // Without any other format, these were the requested ones.
  const hasNoFormat = text === '' && data === '' && passages === undefined;
  const metadata = hasNoFormat && page.status === 'ok' ? JSON.stringify(page.metadata) : '';
  return [text, data, metadata].filter(Boolean).join('\n\n');
}

/** Returns the call that reads on in a long page of which so many code points are shown. */
export function pageContinuation(
  { ref, truncated, passages, markdown }: PageResult,
  shown: number,
  isCut: boolean,
): SuggestedCall | null {
  if (ref === undefined || (!truncated && !isCut)) return null;
  if (passages !== undefined) return { tool: 'read', args: { ref } };
  return { tool: 'read', args: { ref, offset: markdown === undefined ? 0 : shown } };
}

/** Counts pages by status, such as `5 ok, 1 blocked`. */
function statusCounts(pages: readonly PageResult[]): string {
  const counts = new Map<string, number>();
  for (const { status } of pages) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}

/** Writes the call that reads a long page of a list, by its position; empty without a `ref`. */
export function continuesText(at: number, ref: string | null | undefined): string {
  return ref == null ? '' : `${at + 1}. continues: read {"ref": "${ref}"}`;
}

/** Writes several pages as a list: in the words of the service only those of which there is something to say. */
export function pagesText(
  pages: readonly PageResult[],
  head: readonly string[],
  areCallersUrls: boolean,
): Pick<AgentText, 'essence' | 'untrusted' | 'itemNotes'> & { body: string[] } {
  const notes = pages.flatMap((page, at) =>
    page.status === 'ok' && page.warnings.length === 0
      ? []
      : [`${at + 1}. ${pageEssence(page, areCallersUrls)}`],
  );
  return {
    essence: [...head, statusCounts(pages), ...notes].filter(Boolean).join('\n'),
    untrusted: null,
    body: pages.map((page, at) => {
      const parts = [`# ${at + 1}. ${page.url}`, pageIntroduction(page), pageContent(page)];
      return `${parts.filter(Boolean).join('\n')}\n`;
    }),
    itemNotes: pages.map(({ ref, truncated }, at) => (truncated ? continuesText(at, ref) : '')),
  };
}

/** Common fields of responses about pages. */
export interface AnswerFacts {
  error?: PageError | null | undefined;
  warnings?: readonly Warning[] | undefined;
  receipt?: Receipt | null | undefined;
}

/** Writes error, warnings and receipt of a response, without text from the web. */
export function commonLines({ error, warnings = [], receipt }: AnswerFacts): string[] {
  const lines: string[] = [];
  if (error) lines.push(errorLine(error));
  lines.push(...warningLines(warnings));
  if (receipt) lines.push(receiptLine(receipt));
  return lines;
}

/** Writes the parts that quote the web: error messages of the site, and warnings with URLs; null if there are none. */
export function commonWords({
  error,
  warnings = [],
}: Pick<AnswerFacts, 'error' | 'warnings'>): string | null {
  return [...(error ? [error.message] : []), ...webWarnings(warnings)].join('\n') || null;
}
