import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const prose =
  '<p>The crane lifts up to ninety tons at each berth of the quay, and it is inspected every spring before the ships of the summer arrive.</p>';

function markdownOf(content: string, onlyMainContent: boolean): string {
  const html = `<html><head><title>Crane</title><style>.shut{display:none}</style></head><body><nav><a href="/">Home</a> <a href="/b">Berths</a></nav><main><h1>Crane</h1>${prose}${content}${prose}</main><footer>Port authority</footer></body></html>`;
  return readHtml(html, jobFor(html, { onlyMainContent })).markdown;
}

const open = '<p>Bolts go first into the ground.</p>';
const shut = '<p>Nuts go second onto the bolts.</p>';

describe('closed panels of the content', () => {
  const panels: [name: string, content: string][] = [
    [
      'the second of two tabs',
      `<div><button role="tab" aria-controls="a">One</button><button role="tab" aria-controls="b">Two</button><div role="tabpanel" id="a">${open}</div><div role="tabpanel" id="b" hidden>${shut}</div></div>`,
    ],
    [
      'a tab that a link names, hidden by its own style',
      `<ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li></ul><div id="a">${open}</div><div id="b" style="display:none">${shut}</div>`,
    ],
    [
      'a tab that a style rule hides',
      `<div><a href="#a" data-toggle="tab">One</a> <a href="#b" data-toggle="tab">Two</a><div id="a">${open}</div><div id="b" class="shut">${shut}</div></div>`,
    ],
    [
      'an answer behind a button',
      `${open}<h3><button aria-expanded="false">And the nuts?</button></h3><div hidden>${shut}</div>`,
    ],
    [
      'a part that a button names, in a short element',
      `${open}<p><button aria-expanded="false" aria-controls="more">More</button> <span id="more" hidden>Nuts go second onto the bolts.</span></p>`,
    ],
    ['text that a search of the browser reveals', `${open}<div hidden="until-found">${shut}</div>`],
  ];
  for (const [name, content] of panels)
    for (const onlyMainContent of [true, false])
      test(`${name}, in the ${onlyMainContent ? 'main content' : 'whole page'}`, () => {
        const markdown = markdownOf(content, onlyMainContent);
        assert.match(markdown, /Bolts go first[\s\S]*Nuts go second/);
      });

  const others: [name: string, content: string][] = [
    ['text that no control opens', `<div hidden>${shut}</div>`],
    [
      'a dialog',
      `<button aria-controls="d" aria-expanded="false">Help</button><div id="d" role="dialog" hidden>${shut}</div>`,
    ],
    [
      'a dialog by its name',
      `<a href="#d">Help</a><div id="d" class="modal fade" style="display:none">${shut}</div>`,
    ],
  ];
  for (const [name, content] of others)
    test(`${name} stays out of the main content`, () => {
      assert.doesNotMatch(markdownOf(open + content, true), /Nuts go second/);
    });
});
