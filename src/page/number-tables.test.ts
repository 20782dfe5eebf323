import assert from 'node:assert/strict';
import { test } from 'node:test';

import { numberTable } from '../../test/corpus/number-tables.ts';
import { htmlOfMarkdown, markdownOfPage } from '../../test/corpus/round-trip.ts';

/** Reads the texts of the cells of the only table in HTML that a Markdown parser wrote. */
function cellsOf(html: string): string[][] {
  return html
    .split('<tr>')
    .slice(1)
    .map((row) => [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map((cell) => comparable(cell[1] ?? '')));
}

/**
 * Removes what a reader does not see: runs of white space, and the direction marks that Markdown keeps only where they
 * have an effect. Markdown writes a no-break space as a space.
 */
function comparable(text: string): string {
  return text
    .replaceAll('&amp;', '&')
    .replace(/[\u{200E}\u{200F}\u{61C}]/gu, '')
    .replace(/[ \u{A0}\n]+/gu, ' ')
    .trim();
}

test('500 tables of numbers in 20 locales come back from the Markdown cell by cell', () => {
  for (let seed = 0; seed < 500; seed++) {
    const { html, rows } = numberTable(seed);
    const markdown = markdownOfPage(html);
    assert.doesNotMatch(markdown, /```/, `table ${seed}: ${html}`);
    assert.deepEqual(
      cellsOf(htmlOfMarkdown(markdown)),
      rows.map((row) => row.map(comparable)),
      `table ${seed}: ${html}\n${markdown}`,
    );
  }
});

test('the same tables come back if the page has code beside them', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { html, rows } = numberTable(seed);
    const page = `<article><pre><code class="language-sh">webdata --version</code></pre>${html}<p>Use <code>--json</code>.</p></article>`;
    assert.deepEqual(
      cellsOf(htmlOfMarkdown(markdownOfPage(page))),
      rows.map((row) => row.map(comparable)),
    );
  }
});
