import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const days = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
  'the first of May',
];
const terms = `<article>${days
  .map(
    (day) =>
      `<p>On ${day} the harbour office accepts no liability for boats, crews and cargo, and every skipper who enters the basin agrees that these terms apply to the whole stay, to all guests and to the crane.</p>`,
  )
  .join('')}</article>`;
const links = (count: number): string =>
  `<nav><ul>${Array.from({ length: count }, (_, at) => `<li><a href="/berth/${at}">Berth ${at}</a></li>`).join('')}</ul></nav>`;

function markdownOf(body: string): string {
  const html = `<!doctype html><html lang="en"><head><title>Harbour</title></head><body>${body}</body></html>`;
  return readHtml(html, jobFor(html)).markdown;
}

describe('the content of a page that hides a longer text is the text that a reader sees', () => {
  const hidden: [name: string, part: string][] = [
    ['dialog', `<div role="dialog" style="display:none">${terms}</div>`],
    ['alert', `<div role="alert" hidden>${terms}</div>`],
    ['navigation', `<nav hidden>${terms}</nav>`],
    ['menu', `<menu hidden><li>${terms}</li></menu>`],
  ];
  const hours = days.map((day, at) => `<tr><td>${day}</td><td>${at + 6} to ${at + 12}</td></tr>`).join('');
  const shown: [name: string, part: string, text: RegExp][] = [
    ['links', links(20), /Berth 7\b/],
    ['many links', links(120), /Berth 77\b/],
    ['a heading and links', `<h1>Berths of the inner basin</h1>${links(12)}`, /inner basin|Berth 7\b/],
    ['a table', `<table>${hours}</table>`, /Tuesday/],
    [
      'a sentence',
      '<main><p>The basin is closed to all boats of more than twelve metres until the dredging of the northern channel ends in the spring, and the crane is at work every day.</p></main>',
      /dredging/,
    ],
    [
      'a notice and buttons',
      '<p>Choose a gate before the tide turns; the keeper is told at once and answers within ten minutes.</p><button>Open the upper gate</button> <button>Close the upper gate</button>',
      /keeper/,
    ],
  ];
  for (const [hiddenName, hiddenPart] of hidden)
    for (const [name, part, text] of shown)
      for (const [order, body] of Object.entries({ above: part + hiddenPart, below: hiddenPart + part }))
        test(`${name} ${order} a hidden ${hiddenName}`, () => {
          const markdown = markdownOf(body);
          assert.match(markdown, text);
          assert.doesNotMatch(markdown, /liability/);
        });
});
