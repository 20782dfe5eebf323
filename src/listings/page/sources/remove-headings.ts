import type { Rows } from './row-collector.ts';

const minRecords = 3;
const maxHeadingLength = 40;
/** Minimum share of the other records that have a link or a digit where the first one has none. */
const minTyped = 0.8;

const isText = (key: string) => !key.includes('@') && !key.startsWith(':') && !key.startsWith('^');

/**
 * Removes the first of repeated elements if it is the row of their headings: short words in places where the others have links
 * or numbers.
 */
export function removeHeadings(read: Rows): void {
  const { rows, nodes } = read;
  const [first, ...others] = rows;
  if (first === undefined || others.length < minRecords) return;
  const texts = Object.entries(first).filter(([key]) => isText(key) && key !== '.');
  const areWords = texts.every(
    ([, text]) => typeof text === 'string' && text.length <= maxHeadingLength && !/\d/.test(text),
  );
  if (texts.length < 2 || !areWords || Object.keys(first).some((key) => key.includes('@'))) return;
  if (new Set(texts.map(([, text]) => text)).size < texts.length) return;
  const share = (accepts: (row: (typeof rows)[number]) => boolean) =>
    others.filter(accepts).length / others.length;
  const areLinked = share((row) => Object.keys(row).some((key) => key.includes('@href'))) >= minTyped;
  const isTyped = texts.some(([key]) => share((row) => /\d/.test(String(row[key] ?? ''))) >= minTyped);
  if (!areLinked || !isTyped) return;
  rows.shift();
  nodes.shift();
  read.lasts?.shift();
}
