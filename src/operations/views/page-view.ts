import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { AgentText, AnswerView } from '../declaration/answer-view.ts';
import {
  countOf,
  pageContent,
  pageContinuation,
  pageEssence,
  pageIntroduction,
  pagesText,
  warningLines,
} from './page-text.ts';
import { passagesText } from './passages-text.ts';
import { oneLine, withoutControls } from './terminal-text.ts';

/** Many pages, with the receipt of the request. */
export interface PageResults {
  results: PageResult[];
  /** False if pages are left that were not read before the time limit. */
  complete: boolean;
  /** Token that reads the pages that are left. */
  continue?: string;
  warnings: Warning[];
  receipt: Receipt;
}

const contentFields = ['markdown', 'html', 'raw_html', 'text'] as const;

/** The requested formats of a page for a terminal: text as it is, with `focus` only its passages, data as JSON. */
export function pageTerminalText(page: PageResult): string {
  const texts =
    page.passages === undefined
      ? contentFields.flatMap((field) => page[field] ?? [])
      : [passagesText(page.passages)].filter(Boolean);
  if (page.links && texts.length === 0) texts.push(...page.links.map(({ url }) => url));
  else if (page.links) texts.push(`Links\n\n${page.links.map(({ url }) => url).join('\n')}`);
  if (page.images) texts.push(page.images.map(({ url }) => url).join('\n'));
  if (page.structured_data) texts.push(JSON.stringify(page.structured_data, null, 2));
  if (page.screenshot) texts.push(page.screenshot);
  if (texts.length === 0 && page.passages === undefined && page.status === 'ok')
    texts.push(JSON.stringify(page.metadata, null, 2));
  return withoutControls(texts.join('\n\n'));
}

/** Several pages for a terminal, each below its URL. */
export function pagesTerminalText(pages: readonly PageResult[]): string {
  return pages.map((page) => `# ${oneLine(page.url)}\n\n${pageTerminalText(page)}`).join('\n\n');
}

/** One page for a model; its URL is the caller's own. */
function pageAgentText(page: PageResult): AgentText {
  return {
    essence: pageEssence(page, true),
    untrusted: pageIntroduction(page) || null,
    body: pageContent(page),
    ...(page.sections !== undefined && { sections: page.sections }),
    continuation: (shown, isCut) => pageContinuation(page, shown, isCut),
  };
}

function resultsText({ results, complete, warnings, receipt }: PageResults): AgentText {
  const whole = complete ? '' : ', not complete';
  const head = [
    `${countOf(results.length, 'page')}${whole}, ${countOf(receipt.credits, 'credit')} in all, receipt ${receipt.id}`,
    ...warningLines(warnings),
  ];
  return pagesText(results, head, true);
}

/** Shows one page, or many with the receipt of the request. */
export const pageView: AnswerView<PageResult | PageResults> = {
  agentText: (value) => ('results' in value ? resultsText(value) : pageAgentText(value)),
  cliText: (value) => ('results' in value ? pagesTerminalText(value.results) : pageTerminalText(value)),
  cliSections(value) {
    if ('results' in value || value.ref === undefined) return null;
    const { ref, truncated, passages, sections = [] } = value;
    return truncated === true && passages === undefined ? { ref, sections } : null;
  },
  pages: (value) => ('results' in value ? value.results : [value]),
};
