import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { commonLines, commonWords, countOf, pagesText } from '../../operations/views/page-text.ts';
import { pageTerminalText } from '../../operations/views/page-view.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';
import type { RankedResult, SearchResponse } from './search-response.ts';

function pagesOf({ results }: SearchResponse) {
  return results.flatMap(({ page }) => page ?? []);
}

function resultLines({ rank, title, url, snippet, published_at: at, read_at: readAt }: RankedResult): string {
  return [`${rank}. ${title}`, url, [at ?? readAt, snippet].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join('\n');
}

/** The list of results, and the pages if they were read as well. */
function agentText(value: SearchResponse): AgentText {
  const { results, provider, country_applied: applied, complete, licence } = value;
  const { cached_at: cachedAt, next_offset: next } = value;
  const cached = cachedAt === undefined ? '' : `, served from the cache of ${cachedAt}`;
  const head = `${countOf(results.length, 'result')} of ${provider}${complete ? '' : ', not complete'}${next === null ? '' : `, more with offset ${next}`}${cached}; country applied: ${applied}`;
  const pages = pagesOf(value);
  const read = pages.length === 0 ? null : pagesText(pages, [], false);
  const untrusted = [commonWords(value), licence === undefined ? '' : `licence: ${licence}`];
  return {
    essence: [head, ...commonLines(value), ...(read === null ? [] : [read.essence])].join('\n'),
    untrusted: untrusted.filter(Boolean).join('\n') || null,
    body: [...results.map(resultLines), ...(read === null ? [] : read.body)],
  };
}

function terminalText({ rank, title, url, snippet, page }: RankedResult): string {
  const lines = [`${rank}. ${oneLine(title) || '-'}`, `   ${oneLine(url)}`];
  if (snippet) lines.push(`   ${oneLine(snippet)}`);
  return [...lines, ...(page === undefined ? [] : ['', pageTerminalText(page)])].join('\n');
}

/** Shows the results of a search. */
export const searchView: AnswerView<SearchResponse> = {
  agentText,
  cliText: ({ results }) =>
    results.length === 0 ? 'nothing was found' : results.map(terminalText).join('\n\n'),
  pages: pagesOf,
  isOk: () => true,
};
