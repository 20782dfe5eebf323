import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

import { codeFixtures } from '../../test/corpus/markdown/code-fixtures.ts';
import { escapingFixtures } from '../../test/corpus/markdown/escaping-fixtures.ts';
import { headingsFixtures } from '../../test/corpus/markdown/headings-fixtures.ts';
import { linksFixtures } from '../../test/corpus/markdown/links-fixtures.ts';
import { listsFixtures } from '../../test/corpus/markdown/lists-fixtures.ts';
import { mediaFixtures } from '../../test/corpus/markdown/media-fixtures.ts';
import { structureFixtures } from '../../test/corpus/markdown/structure-fixtures.ts';
import { tablesFixtures } from '../../test/corpus/markdown/tables-fixtures.ts';
import { textFixtures } from '../../test/corpus/markdown/text-fixtures.ts';
import { roundTripFault, textFault } from '../../test/corpus/round-trip.ts';

const corpus = new URL('../../test/corpus/pages/', import.meta.url);
const pages: [string, string][] = readdirSync(corpus).map((name) => [
  name,
  readFileSync(new URL(name, corpus), 'utf8'),
]);
const fixtures: [string, string][] = [
  ...textFixtures,
  ...escapingFixtures,
  ...headingsFixtures,
  ...linksFixtures,
  ...listsFixtures,
  ...codeFixtures,
  ...tablesFixtures,
  ...mediaFixtures,
  ...structureFixtures,
].map(([name, html]) => [name, html]);

/** Cases in which Markdown and plain text differ on purpose: signs, line numbers, controls, shortcodes, formulas, media names. */
const differsOnPurpose = new Set([
  'code-samples.html',
  'deep-inline.html',
  'documentation.html',
  'forms.html',
  'japanese.html',
  'mathematics.html',
  'tables-broken.html',
  'soft hyphens and zero width spaces vanish',
  'quotation',
  'ruby',
  'permalink with a sign',
  'permalink with words',
  'empty heading',
  'a difference as a table with formatted source',
  'table with line numbers',
  'a column of line numbers without a name',
  'a column of line breaks with numbers beside code',
  'numbered lines with code elements',
  'shortcodes',
  'line number spans',
  'hexo figure',
  'copy button',
  'lists in cells',
  'foot after body',
  'video frame',
  'video',
  'audio with source',
  'text that a drawing shows, without its title',
  'icons that are the value of a cell',
  'images and videos of AMP',
  'headers in two rows, of which the upper ones span',
  'a header of several columns in one row of headers',
  'a header of several rows',
  'ordered lists in cells',
  'katex',
  'mathjax script',
  'mathml',
  'math image',
  'display math',
  'tex between delimiters',
  'form controls',
]);

describe('Markdown as read by another parser', () => {
  for (const [name, html] of [...pages, ...fixtures]) {
    test(name, () => {
      assert.equal(roundTripFault(html), null);
      if (!differsOnPurpose.has(name)) assert.equal(textFault(html), null);
    });
  }
});
