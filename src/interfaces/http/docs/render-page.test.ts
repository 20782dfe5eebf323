import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveLink } from './docs-addresses.ts';
import { highlightCode } from './highlight-code.ts';
import { renderPage } from './render-page.ts';

const files = new Set([
  'docs/crane.md',
  'docs/decisions/README.md',
  'docs/images/crane.webp',
  'CONTRIBUTING.md',
]);
const render = (text: string, file = 'docs/index.md') =>
  renderPage(text, (href) => resolveLink(href, file, files));

test('HTML and scripts of a page are text', () => {
  const { html } = render(
    '# A\n\nThe id <id> is in <script>alert(1)</script> and `<b>`.\n\n<img src=x onerror=alert(1)>\n',
  );
  assert.doesNotMatch(html, /<script|<id>|<img|<b>/);
  assert.match(html, /The id &lt;id&gt; is in &lt;script&gt;/);
  assert.match(html, /<code>&lt;b&gt;<\/code>/);
});

test('links lead to pages of the site; files of the checkout are text', () => {
  const { html } = render(
    '[a](crane.md#hook) [b](decisions/README.md) [c](../CONTRIBUTING.md) [d](../src/main.ts) [e](https://crane.example/) ![f](images/crane.webp)',
  );
  assert.deepEqual(
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url),
    [
      '/docs/crane#hook',
      '/docs/decisions/',
      '/docs/contributing',
      'https://crane.example/',
      '/docs/images/crane.webp',
    ],
  );
  assert.match(html, /<span class="file" title="file [^"]*main\.ts of the checkout">d<\/span>/);
  assert.match(render('[a](../crane.md)', 'docs/guides/lift.md').html, /href="\/docs\/crane"/);
});

test('headings have the ids of code hosts, each once, or those of the anchors above them', () => {
  const { sections, html } = render(
    '# Crane\n\nText & more.\n\n## `hook_load`: its limits\n\nA\n\n## Use\n\n| a | b |\n| --- | ---: |\n| 1 | `x` |\n\n## Use\n\n<a id="fixed"></a>\n\n### Words\n',
  );
  assert.deepEqual(
    sections.map(({ id, depth }) => [id, depth]),
    [
      ['crane', 1],
      ['hook_load-its-limits', 2],
      ['use', 2],
      ['use-1', 2],
      ['fixed', 3],
    ],
  );
  for (const { id } of sections) assert.equal(html.split(` id="${id}"`).length, 2, id);
  assert.equal(sections[0]?.text, 'Text & more.');
  assert.match(sections[2]?.text ?? '', /1\s+x/);
  assert.match(html, /<td class="align-right">/);
});

test('code keeps its text in every language', () => {
  const samples = [
    ['sh', 'curl -d \'{"a": "it"}\' http://host/#part # the "end\nexport A=1'],
    ['json', '{"a": [1, true, "x\\"y"], "b": null}'],
    ['ts', "const a = `x`; // it's <b>"],
    ['python', "def f(x): return 'a'  # done"],
    ['none', '<b> & "c"'],
    ['sh', "don't 'stop"],
  ] as const;
  const plain = (html: string) =>
    html
      .replaceAll(/<\/?span[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  for (const [language, code] of samples) assert.equal(plain(highlightCode(code, language)), code, code);
  assert.match(highlightCode('{"a": true}', 'json'), /code-string">&quot;a&quot;<.*code-keyword">true</);
  assert.doesNotMatch(highlightCode('http://host/#part', 'sh'), /code-comment/);
});
