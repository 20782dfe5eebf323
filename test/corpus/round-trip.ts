import { micromark } from 'micromark';
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';

import { readHtml } from '../../src/page/read/read-html.ts';
import { jobFor } from './content-job.ts';

/** The Markdown of a whole page. */
export function markdownOfPage(html: string, url = 'https://example.com/a/b.html'): string {
  return readHtml(html, jobFor(html, { url, onlyMainContent: false })).markdown;
}

/**
 * What a parser of CommonMark and GFM makes of Markdown, as HTML. Bare addresses stay text: whether they become links is no
 * matter of what we write.
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
 * Where what a parser makes of a page's Markdown, and what it makes of the Markdown of that, first differ; null when they say
 * the same. Text, links, code and cells that got lost or joined on the way show up here.
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

/** HTML without what Markdown does not keep: how loose a list is, and where its numbers start over. */
function comparable(html: string): string {
  return html
    .replace(/<\/?p>/g, ' ')
    .replace(/<ol start="\d+">/g, '<ol>')
    .replace(/>\s+|\s+</g, (space) => space.trim())
    .replace(/\s+/g, ' ');
}

/** Where the text of a page, white space apart, and the text that a parser finds in its Markdown first differ, or null. */
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
