import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../test/corpus/content-job.ts';
import type { PageMetadata } from '../../domain/pages/page.ts';
import { readHtml } from '../read/read-html.ts';
import { parseIsoDate } from '../text/iso-date.ts';

function metadata(html: string): PageMetadata {
  return readHtml(html, jobFor(html)).metadata;
}

describe('author', () => {
  test('URLs, handles and roles are ignored', () => {
    for (const content of ['https://example.com/ana', '@ana', 'admin'])
      assert.equal(metadata(`<meta name=author content="${content}"><p>x`).author, undefined);
  });

  test('a long declared list is kept', () => {
    const names = Array.from({ length: 9 }, (_, index) => `Author Number ${index}`).join(', ');
    assert.equal(metadata(`<meta name=author content="${names}">`).author, names);
  });
});

describe('dates', () => {
  test('ambiguous and invalid dates are rejected', () => {
    for (const text of ['03/04/2020', '2024-02-30', 'May', '', '2024'])
      assert.equal(parseIsoDate(text), null);
  });

  test('common notations', () => {
    assert.equal(parseIsoDate('Tue, 05 Mar 2024 10:00:00 GMT'), '2024-03-05T10:00:00Z');
    assert.equal(parseIsoDate('5 March 2024'), '2024-03-05');
    assert.equal(parseIsoDate('2024-03-05 10:00'), '2024-03-05T10:00:00');
  });
});
