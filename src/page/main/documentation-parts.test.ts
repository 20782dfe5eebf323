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

  test('the heading of a class, whose name the title has before its library', async () => {
    const class_ = `<div><h2 title="Class Ferry">Class Ferry</h2></div><div>${prose}<pre>public class Ferry</pre>${prose}</div>`;
    assert.match(await markdownOf(class_, 'Ferry (Harbour 1.2 API)'), /^## Class Ferry\n/);
    const generic = class_.replaceAll('Class Ferry', 'Class Ferry&lt;T&gt;');
    assert.match(await markdownOf(generic, 'Ferry (Harbour 1.2 API)'), /^## Class Ferry\\?<T>\n/);
  });

  test('the first-level heading, not a lower one with the title after a word', async () => {
    const main = `<h1>Boats of today</h1>${prose}<h2>Latest news</h2>${prose}${prose}`;
    assert.match(await markdownOf(main, 'News - Harbour'), /^# Boats of today\n/);
  });

  test('without controls in headings and beside them', async () => {
    const markdown = await markdownOf(
      `<h1>Module <a href="#">ferries</a><button title="Copy"><img src="/copy.svg" width="19" height="18" alt="Copy item path"></button></h1>
      <span>1.0.0 · <a href="/src">source</a> <a href="javascript:void(0)">[<span>−</span>]</a></span>${prose}${prose}`,
    );
    assert.match(markdown, /^# Module ferries\n\n1\.0\.0 · \[source\]\(\S+\)\n/);
  });

  test('a picture in a button that enlarges it', async () => {
    const markdown = await markdownOf(
      `<h1>Ferries</h1>${prose}<button><img src="/ferry.jpg" width="800" alt="A ferry"></button>${prose}`,
    );
    assert.match(markdown, /!\[A ferry\]/);
  });

  test('without the logo of the manual, which links to its start page', async () => {
    const logo =
      '<div><a href="/a/start.html"><img src="/a/logo1.6.svg" class="ferry-logo" alt=""></a></div>';
    assert.match(await markdownOf(`${logo}<h1>Ferries</h1>${prose}${prose}`), /^# Ferries/);
  });

  test('lists of one item around sections', async () => {
    const markdown = await markdownOf(
      `<h1>Ferries</h1>${prose}<ul class="blockList"><li><section><ul><li><h3>Methods</h3><p>A ferry has one method for each harbour, and one that counts its passengers.</p><h4>depart</h4><p>Leaves the harbour on time.</p></li></ul></section></li></ul><ul><li>One line</li></ul>${prose}`,
    );
    assert.match(markdown, /\n\n### Methods\n\nA ferry has/);
    assert.match(markdown, /\n- One line/);
  });
});
