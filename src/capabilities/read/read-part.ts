import type { ContentThreads } from '../../domain/pages/content.ts';
import type { Section } from '../../domain/pages/page.ts';
import { Failure } from '../../domain/system/failure.ts';
import { countCodePoints, cutCodePoints } from '../../page/text/code-points.ts';
import { findSection, parseSections } from '../../page/text/sections.ts';
import { getTextWindow, type TextWindow } from '../../page/text/text-window.ts';
import { sectionsWork, textWindowWork } from '../../page/text/thread-work.ts';

/** A text with its sections; lengths and offsets are in code points. */
interface SectionedText {
  length: number;
  sections: readonly Section[];
}

/** The whole text or a section of it, in code points. */
export interface PartScope {
  start: number;
  length: number;
  section: Section | null;
}

/** Limits of a part, in code points from the start of its scope and in estimated tokens. */
interface PartLimits {
  offset: number;
  length: number;
  maxTokens: number | null;
}

/** A part of a text; `next_offset` is null at the end of its scope. */
interface TextPart extends TextWindow {
  total_length: number;
  next_offset: number | null;
}

/** Reads parts of texts. */
export interface PartReader {
  /** Returns the sections of a Markdown text. */
  sectionsOf(text: string, signal: AbortSignal): Promise<Section[]>;
  read(scope: PartScope, text: string, limits: PartLimits, signal: AbortSignal): Promise<TextPart>;
  /** Returns all of a scope. */
  readAll(scope: PartScope, text: string, signal: AbortSignal): Promise<string>;
}

/** Maximum length of text that is read in the main thread; longer text is read in a content thread. */
const maxInlineTextLength = 200_000;

/** Maximum number of sections that an error names. */
const maxNamedSections = 20;

function missingSection(sections: readonly Section[], wanted: string): Failure {
  const named = sections.slice(0, maxNamedSections).map(({ id }) => id);
  const rest = sections.length > named.length ? `, and ${sections.length - named.length} more` : '';
  const known =
    named.length === 0 ? 'It has no headings.' : `Use one of its sections: ${named.join(', ')}${rest}.`;
  return new Failure('not_found', `This page has no section "${wanted}". ${known}`);
}

/** Returns the section with this id or heading, or the whole text. Throws Failure `not_found`. */
export function findPartScope({ length, sections }: SectionedText, wanted: string | null): PartScope {
  if (wanted === null) return { start: 0, length, section: null };
  const section = findSection(sections, wanted);
  if (section === null) throw missingSection(sections, wanted);
  return { start: section.offset, length: section.length, section };
}

/** Shortens a part of a page to so many estimated tokens, at the end of a line or paragraph. */
function limitTokens(part: TextWindow, maxTokens: number | null): TextWindow {
  if (maxTokens === null) return part;
  const { text, truncated } = cutCodePoints(part.content, part.length, maxTokens);
  return truncated ? { ...part, content: text, length: countCodePoints(text) } : part;
}

/** Creates a reader that reads long texts in content threads. */
export function createPartReader(threads: Pick<ContentThreads, 'run'>): PartReader {
  async function slice(
    text: string,
    offset: number,
    length: number,
    signal: AbortSignal,
  ): Promise<TextWindow> {
    const windowRequest = { text, offset, length };
    return text.length <= maxInlineTextLength
      ? getTextWindow(windowRequest)
      : threads.run(textWindowWork, windowRequest, signal);
  }

  return {
    sectionsOf: async (text, signal) =>
      text.length <= maxInlineTextLength ? parseSections(text) : threads.run(sectionsWork, text, signal),
    async read(scope, text, { offset, length, maxTokens }, signal) {
      const wanted = Math.max(0, Math.min(length, scope.length - offset));
      const part = limitTokens(await slice(text, scope.start + offset, wanted, signal), maxTokens);
      const end = offset + part.length;
      return { ...part, total_length: scope.length, next_offset: end < scope.length ? end : null };
    },
    readAll: async (scope, text, signal) => (await slice(text, scope.start, scope.length, signal)).content,
  };
}
