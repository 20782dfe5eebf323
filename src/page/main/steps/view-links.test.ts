import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const cards = [1, 2, 3, 4, 5, 6]
  .map(
    (at) =>
      `<article class="card"><h3><a href="/c/${at}">Case number ${at} of the port</a></h3><p>The court decided the case about crane ${at} in spring, and both parties accepted the ruling of the judge.</p></article>`,
  )
  .join('');

function markdownOf(above: string, below: string): string {
  const html = `<html><head><title>Cases</title></head><body><nav><a href="/">Home</a></nav><main><h1>Cases</h1>${above}${cards}${below}</main><footer>Port</footer></body></html>`;
  return readHtml(html, jobFor(html, { url: 'https://port.example/cases?year=2026' })).markdown;
}

describe('links to another part or order of a list', () => {
  const controls: [name: string, above: string, below: string, unwanted: RegExp][] = [
    ['the next page', '', '<p><a href="/cases?year=2026&page=2">Next</a></p>', /Next/],
    [
      'the next page by its path',
      '',
      '<div><a href="/cases/page/2?year=2026">Older cases</a></div>',
      /Older cases/,
    ],
    [
      'pages',
      '',
      '<div><a href="?year=2026&page=1">1</a> <a href="?year=2026&page=2">2</a> <a href="?year=2026&page=2">›</a></div>',
      /\[2\]|›/,
    ],
    [
      'orders',
      '<div>Sort by: <a href="/cases?year=2026&sort=date">Date</a> | <a href="/cases?year=2026&sort=name">Name</a></div>',
      '',
      /Sort by/,
    ],
  ];
  for (const [name, above, below, unwanted] of controls)
    test(`${name} are no content`, () => {
      const markdown = markdownOf(above, below);
      assert.doesNotMatch(markdown, unwanted);
      assert.match(markdown, /Case number 6/);
    });

  test('links to entries of the same script are content', () => {
    const entries = [1, 2, 3]
      .map((at) => `<p><a href="/cases?year=2026&id=${at}">Crane ${at}</a></p>`)
      .join('');
    assert.match(markdownOf('', entries), /Crane 1[\s\S]*Crane 3/);
  });

  test('headers that sort a table name its columns', () => {
    const table =
      '<table><tr><th><a href="/cases?year=2026&sort=name">Name</a></th><th><a href="/cases?year=2026&sort=tons">Tons</a></th></tr><tr><td>Crane A</td><td>90</td></tr><tr><td>Crane B</td><td>70</td></tr></table>';
    assert.match(markdownOf('', table), /\| \[Name\]\(\S+\) \| \[Tons\]\(\S+\) \|/);
  });
});
