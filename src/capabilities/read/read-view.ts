import type { Warning } from '../../domain/pages/outcome.ts';
import type { Passage, Section } from '../../domain/pages/page.ts';
import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { countOf, warningLines, webWarnings } from '../../operations/views/page-text.ts';
import { withoutControls } from '../../operations/views/terminal-text.ts';

/** A part of a long page. */
export interface ReadAnswer {
  ref: string;
  url: string;
  title: string | null;
  content: string;
  offset: number;
  length: number;
  total_length: number;
  next_offset: number | null;
  section: string | null;
  sections: Section[];
  passages?: Passage[] | undefined;
  warnings?: Warning[] | undefined;
}

const maxSections = 60;

function agentText(value: ReadAnswer): AgentText {
  const { ref, url, offset, length, total_length: total, next_offset: next, passages, warnings = [] } = value;
  const part =
    passages === undefined
      ? `code points ${offset} to ${offset + length} of ${total}`
      : `${countOf(passages.length, 'passage')} found, ${length} of ${total} code points shown in page order`;
  const isStart = offset === 0 && value.section === null && passages === undefined;
  const sections = isStart ? value.sections : [];
  const contents = sections
    .slice(0, maxSections)
    .map(({ id, title, length: long }) => `${id} ${title} (${long} code points)`);
  const hasIndex = sections.length > 1;
  const index = hasIndex ? `\nSections:\n${contents.join('\n')}` : '';
  return {
    essence: [
      `${ref}: ${part}${hasIndex ? '; `section` reads one of its sections' : ''}`,
      ...warningLines(warnings),
    ].join('\n'),
    untrusted: [`Page: ${url}${index}`, ...webWarnings(warnings)].join('\n'),
    body: value.content,
    continuation(shown, isCut) {
      if (passages !== undefined) return null;
      const from = isCut ? offset + shown : next;
      return from === null ? null : { tool: null, args: { offset: from } };
    },
  };
}

/** Shows a part of a long page. */
export const readView: AnswerView<ReadAnswer> = {
  agentText,
  cliText: ({ content }) => withoutControls(content),
  cliNotes: ({ warnings = [] }) => warnings.map(({ code, message }) => `warning ${code}: ${message}`),
  cliSections: ({ ref, sections, offset, section, next_offset: next }) =>
    next !== null && offset === 0 && section === null ? { ref, sections } : null,
};
