import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrapeOptionsSchema, toPageOptions } from './scrape-options.ts';

test('the mode of the PDF parser tells which pages are read with OCR', () => {
  const modeOf = (parsers: unknown) => toPageOptions(scrapeOptionsSchema.parse({ parsers })).ocr;
  assert.equal(modeOf([{ type: 'pdf', mode: 'ocr' }]), 'always');
  assert.equal(modeOf([{ type: 'pdf', mode: 'fast', maxPages: 3 }]), 'never');
  assert.equal(modeOf([{ type: 'pdf', mode: 'auto' }]), undefined);
  assert.equal(modeOf(['pdf']), undefined);
  assert.equal(modeOf(undefined), undefined);
});
