import { readdirSync, readFileSync } from 'node:fs';

import type { Format } from '../../src/domain/pages/page.ts';
import { readHtml } from '../../src/page/read/read-html.ts';
import { brokenHtml, seededNumbers } from './broken-html.ts';
import { jobFor } from './content-job.ts';

const everything: Format[] = ['markdown', 'html', 'text', 'links', 'images', 'metadata', 'structured_data'];
const corpus = new URL('./pages/', import.meta.url);
const pages = readdirSync(corpus).map((name) => readFileSync(new URL(name, corpus), 'utf8'));
/**
 * Maximum length of the mutated part of a page in UTF-16 units: small inputs find as many errors, and more of them
 * can be run.
 */
const pieceLength = 600;
const intruders = [
  '<',
  '>',
  '"',
  '&',
  '\0',
  '\ud800',
  '</',
  '<!--',
  '`',
  '|',
  '\n',
  '<table>',
  '<p',
  '*',
  '](',
];

/** Errors in generated pages, the slowest of them, and the number of pages whose two readings differed. */
export interface FuzzReport {
  thrown: { seed: number; error: unknown }[];
  unlike: number[];
  slowestMs: number;
  slowestSeed: number;
}

/**
 * Returns the page of a seed: broken HTML, or a part of the corpus with some characters removed, doubled or inserted.
 */
export function fuzzInput(seed: number): string {
  const next = seededNumbers(seed * 7919 + 13);
  if (next(2) === 0) return brokenHtml(next);
  const page = pages[next(pages.length)] as string;
  const start = next(Math.max(1, page.length - pieceLength));
  let piece = page.slice(start, start + 40 + next(pieceLength));
  for (let change = next(6); change >= 0; change--) {
    const at = next(piece.length + 1);
    const kind = next(3);
    if (kind === 0) piece = piece.slice(0, at) + piece.slice(at + 1 + next(20));
    else if (kind === 1) piece = piece.slice(0, at) + piece.slice(Math.max(0, at - next(40)));
    else piece = `${piece.slice(0, at)}${intruders[next(intruders.length)]}${piece.slice(at)}`;
  }
  return piece;
}

/** Reads the pages of these seeds in every format; every tenth is read twice to compare the results. */
export function fuzz(from: number, to: number): FuzzReport {
  const found: FuzzReport = { thrown: [], unlike: [], slowestMs: 0, slowestSeed: from };
  for (let seed = from; seed < to; seed++) {
    const html = fuzzInput(seed);
    const job = jobFor(html, { formats: everything, onlyMainContent: seed % 4 === 0 });
    const start = performance.now();
    try {
      const content = readHtml(html, job);
      const took = performance.now() - start;
      if (took > found.slowestMs) [found.slowestMs, found.slowestSeed] = [took, seed];
      if (seed % 10 === 0 && JSON.stringify(content) !== JSON.stringify(readHtml(html, job)))
        found.unlike.push(seed);
    } catch (error) {
      found.thrown.push({ seed, error });
    }
  }
  return found;
}
