import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../test/corpus/content-job.ts';
import { readResponse } from '../read/read-response.ts';

const prose =
  '<p>The harbour opens at seven in the morning. Ferries leave every hour for the two islands, and each of them carries forty people with their bicycles.</p>';

async function markdownOf(
  main: string,
  title = 'Ferries',
  url = 'https://docs.example/a/index.html',
): Promise<string> {
  const html = `<html><head><title>${title}</title></head><body><nav><a href="/">Home</a> <a href="/b">Other</a></nav>
    <main>${main}</main><footer>© 2026 Example</footer></body></html>`;
  return (await readResponse(jobFor(html, { url, headers: { 'content-type': 'text/html' } }))).markdown;
}

describe('parts of pages of documentation', () => {
  test('a short footnote to which the text refers', async () => {
    const markdown =
      await markdownOf(`<h1>Ferries</h1>${prose}<p>Dogs travel free<a href="#f" id="r"><sup>1</sup></a> on all ferries of the harbour, and cats do so in summer.</p>${prose}
      <aside class="notes"><aside id="f" role="doc-footnote"><span>[<a href="#r">1</a>]</span><p>Small dogs only.</p></aside></aside>`);
    assert.match(markdown, /Small dogs only/);
  });

  test('terms with their values', async () => {
    const markdown = await markdownOf(
      `<h1>Ferries</h1>${prose}${prose}<dl><dt>Since:</dt><dd>1.8</dd><dt>See also:</dt><dd><ul><li><a href="/tickets">Tickets</a></li></ul></dd></dl>${prose}`,
    );
    assert.match(markdown, /\*\*Since:\*\*\n\n- 1\.8\n\n\*\*See also:\*\*\n\n- \[Tickets\]/);
  });

  test('a heading that links to its own page, by the name of its folder or as its last part', async () => {
    const folder = await markdownOf(`<h1><a href="/a/">Ferries</a></h1>${prose}${prose}${prose}`);
    assert.match(folder, /^# \[Ferries\]/);
    const heading =
      '<h1><code><a href="index.html">harbour</a>.<a href="harbour.Ferry.html">Ferry</a></code></h1>';
    const path = await markdownOf(
      `${heading}${prose}${prose}${prose}`,
      'harbour.Ferry',
      'https://docs.example/harbour.Ferry.html',
    );
    assert.match(path, /^# `harbour\.Ferry`/);
  });
});
