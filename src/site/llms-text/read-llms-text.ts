import type { PageLink } from '../../domain/pages/page.ts';
import { linksOfText } from '../../page/documents/text-links.ts';

/** Text that may be an `llms.txt`. */
export interface LlmsTextSource {
  text: string;
  /** Final URL. */
  url: string;
}

/** Number of characters in which markup, and a heading or link of Markdown, are looked for. */
const maxStart = 1_000;
const maxSearched = 64_000;
const markup = /<(?:!doctype|html|head|body)\b/i;
const headingOrLink = /^#{1,6}[ \t]{1,8}\S|\]\(\S/m;

/**
 * Returns the links of an `llms.txt` or `llms-full.txt` (llmstxt.org), or null if the text is something else, such as the
 * page that a site shows for every path.
 */
export function readLlmsText({ text, url }: LlmsTextSource): PageLink[] | null {
  if (text.includes('\0') || markup.test(text.slice(0, maxStart))) return null;
  return headingOrLink.test(text.slice(0, maxSearched)) ? linksOfText(text, 'markdown', url) : null;
}
