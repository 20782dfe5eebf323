import { micromark } from 'micromark';
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';

import { readHtml } from '../../src/page/read/read-html.ts';
import { jobFor } from './content-job.ts';

/** Returns the Markdown of a whole page. */
export function markdownOfPage(html: string, url = 'https://example.com/a/b.html'): string {
  return readHtml(html, jobFor(html, { url, onlyMainContent: false })).markdown;
}

/**
 * Renders Markdown as HTML with a CommonMark and GFM parser. Bare URLs stay text: whether they become links does not
 * depend on the Markdown written here.
 */
export function htmlOfMarkdown(markdown: string): string {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
    htmlExtensions: [
      gfmFootnoteHtml({ clobberPrefix: '' }),
      gfmStrikethroughHtml(),
      gfmTableHtml(),
      gfmTaskListItemHtml(),
    ],
  });
  return html.replace(/<h2 id="footnote-label" class="sr-only">Footnotes<\/h2>/, '');
}

/**
 * Returns the first difference between the HTML rendered from a page's Markdown and from the Markdown of that HTML;
 * null if there is none. This detects lost or joined text, links, code and cells.
 */
export function roundTripFault(html: string, url?: string): string | null {
  const parsed = htmlOfMarkdown(markdownOfPage(html, url));
  const first = comparable(parsed);
  const second = comparable(htmlOfMarkdown(markdownOfPage(parsed, url)));
  if (first === second) return null;
  let at = 0;
  while (first[at] === second[at]) at++;
  const from = Math.max(0, at - 80);
  return `${JSON.stringify(first.slice(from, at + 60))} became ${JSON.stringify(second.slice(from, at + 60))}`;
}

/** Removes details from HTML that Markdown does not preserve: loose lists, and the start numbers of lists. */
function comparable(html: string): string {
  return html
    .replace(/<\/?p>/g, ' ')
    .replace(/<ol start="\d+">/g, '<ol>')
    .replace(/>\s+|\s+</g, (space) => space.trim())
    .replace(/\s+/g, ' ');
}

/**
 * Returns the first difference between the text of a page and the text of its rendered Markdown, ignoring white
 * space, or null.
 */
export function textFault(html: string, url = 'https://example.com/a/b.html'): string | null {
  const parsed = htmlOfMarkdown(markdownOfPage(html, url));
  const first = solidText(html, url);
  const second = solidText(parsed, url);
  if (first === second) return null;
  let at = 0;
  while (first[at] === second[at]) at++;
  const from = Math.max(0, at - 40);
  return `${JSON.stringify(first.slice(from, at + 40))} became ${JSON.stringify(second.slice(from, at + 40))}`;
}

function solidText(html: string, url: string): string {
  const { formats } = readHtml(html, jobFor(html, { url, onlyMainContent: false, formats: ['text'] }));
  return (formats.text ?? '').replace(/\s+/g, '');
}
