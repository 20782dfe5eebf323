import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../test/corpus/content-job.ts';
import { readHtml } from './read-html.ts';

const text =
  'The crane lifts up to ninety tons at each berth of the quay, and it is inspected every spring before the ships of the summer arrive in the port.';

function markdownOf(noscript: string): string {
  const html = `<title>Crane</title><body><div id="app"></div><noscript>${noscript}</noscript></body>`;
  return readHtml(html, jobFor(html)).markdown;
}

describe('notices about scripts in noscript', () => {
  const notices: [name: string, notice: string][] = [
    ['a heading', '<h1>JavaScript Required</h1>'],
    ['a paragraph', '<p>This application is interactive, and JavaScript is required. Please turn it on.</p>'],
    ['another language', '<p>Bitte aktivieren Sie JavaScript in Ihrem Browser.</p>'],
    ['a box', '<div class="alert"><strong>Java Script</strong> is disabled in your browser.</div>'],
  ];
  for (const [name, notice] of notices)
    test(`${name} is left out, the text below stays`, () => {
      assert.equal(markdownOf(`${notice}<h2>Crane</h2><p>${text}</p>`), `## Crane\n\n${text}`);
    });

  test('text about scripts below the notice stays', () => {
    const notice = '<p>JavaScript is required.</p>';
    const list = '<ul><li>Enable the JavaScript console of the crane.</li></ul>';
    assert.match(
      markdownOf(`${notice}<h2>Crane</h2><p>${text}</p>${list}`),
      /^## Crane[\s\S]*- Enable the JavaScript console/,
    );
  });

  test('text about scripts outside of noscript stays', () => {
    const html = `<title>Crane</title><main><h1>JavaScript is required</h1><p>${text}</p><p>JavaScript must be on.</p><p>${text} Again.</p></main>`;
    assert.match(readHtml(html, jobFor(html)).markdown, /JavaScript is required[\s\S]*JavaScript must be on/);
  });
});
