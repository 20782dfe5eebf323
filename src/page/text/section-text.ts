import { sliceCodePoints } from './code-points.ts';
import { findSection, parseSections } from './sections.ts';

/** Request for a section of a Markdown text. */
export interface SectionRequest {
  markdown: string;
  /** Ids, headings or words of headings, tried in this order. */
  names: readonly string[];
  /** Id of the section that is returned if no name matches; must have a heading. */
  otherwise: string | null;
}

/** Matching section. */
export interface SectionText {
  title: string;
  /** Markdown of the section with its heading. */
  text: string;
}

/** Finds a section of a Markdown text. Returns null if no name matches. */
export function getSectionText({ markdown, names, otherwise }: SectionRequest): SectionText | null {
  const sections = parseSections(markdown);
  const matching = names.map((name) => findSection(sections, name)).find((section) => section !== null);
  const section = matching ?? sections.find(({ id, title }) => id === otherwise && title !== '');
  if (section === undefined) return null;
  return { title: section.title, text: sliceCodePoints(markdown, section.offset, section.length) };
}
