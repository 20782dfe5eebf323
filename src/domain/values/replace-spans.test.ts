import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceSpans } from './replace-spans.ts';

test('spans are replaced like matches of /<[^>]*>/g', () => {
  const texts = ['', 'a', '<b>x</b>', 'a<b', 'a>b', '<<b>>', 'x<a <b> c> d <', '<>'];
  for (const text of texts) {
    assert.equal(replaceSpans(text, '<', '>', ' '), text.replace(/<[^>]*>/g, ' '), text);
    assert.equal(
      replaceSpans(text, '<', '>', (span) => span.toUpperCase()),
      text.replace(/<[^>]*>/g, (span) => span.toUpperCase()),
      text,
    );
  }
});
