import { createHash } from 'node:crypto';
import { plainText, withoutNoise } from './noise.ts';

/** A paragraph, list item, table row, heading or code block of a Markdown text. */
export interface TextBlock {
  /** The heading above it, or null. */
  section: string | null;
  /** As written. */
  text: string;
  /** In the form that is compared. */
  plain: string;
  /** The same without what changes by itself; null for an advertisement. */
  quiet: string | null;
}

/** A text as it is compared with others: equal in either way is equal. */
export interface TextKey {
  plain: string;
  quiet: string;
}

const mostBlocks = 20_000;
const item = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s/;
const row = /^\s*\|.*\|\s*$/;
const rule = /^\s*\|?[\s:|-]+\|?\s*$/;

/** The blocks of a text in order; `at` is when the page was seen. */
export function textBlocks(markdown: string, at: Date): TextBlock[] {
  const blocks: TextBlock[] = [];
  let section: string | null = null;
  let open: string[] = [];
  let isFenced = false;
  const close = () => {
    const text = open.join('\n').trim();
    open = [];
    const plain = plainText(text.replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '').replace(/^>\s?/gm, ''));
    if (plain !== '' && blocks.length < mostBlocks) {
      blocks.push({ section, text, plain, quiet: withoutNoise(plain, at) });
    }
  };
  for (const line of markdown.split('\n')) {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line);
    if (isFence || isFenced) {
      open.push(line);
      if (isFence) isFenced = !isFenced;
      if (!isFenced) close();
      continue;
    }
    const heading = /^ {0,3}#{1,6} +(.*?)(?: +#+)?$/.exec(line);
    if (heading !== null || line.trim() === '' || item.test(line) || row.test(line)) close();
    if (row.test(line) && rule.test(line)) continue;
    if (line.trim() !== '') open.push(line);
    if (heading !== null) section = plainText(heading[1] as string);
    if (heading !== null || row.test(line)) close();
  }
  close();
  return blocks;
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/** What two texts are compared by. */
export function textKey(blocks: readonly TextBlock[]): TextKey {
  return {
    plain: digest(blocks.map(({ plain }) => plain)),
    quiet: digest(blocks.flatMap(({ quiet }) => (quiet === null || quiet === '' ? [] : [quiet]))),
  };
}

/** Whether two texts say the same. */
export function isSameText(one: TextKey, other: TextKey): boolean {
  return one.plain === other.plain || one.quiet === other.quiet;
}
