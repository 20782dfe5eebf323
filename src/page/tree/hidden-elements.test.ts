import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { findBody } from '../main-content.ts';
import { parseHtml } from '../parse/parse-html.ts';
import { plainText } from '../text/plain-text.ts';
import { computeFlow } from './flow.ts';

/** Returns the text of a body that the main content selection may use. */
function readable(html: string): string {
  const tree = parseHtml(`<body>${html}`);
  return plainText(tree, computeFlow(tree, { readsNoscript: false, skipsHidden: false }), [findBody(tree)]);
}

describe('hidden content that is read', () => {
  const cases: [string, string][] = [
    [
      'a panel that a button controls',
      '<button aria-controls="x"></button><div id="x" hidden><p>inside</p></div>',
    ],
    ['a tab that a link leads to', '<a href="#x"></a><div id="x" style="display:none">inside</div>'],
    ['a tab by its role', '<section role="tabpanel" hidden>inside</section>'],
    ['an accordion by its name', '<div class="c-accordion" style="display: none">inside</div>'],
    [
      'a long part that scripts will show',
      `<div style="visibility:hidden">inside${' words'.repeat(80)}</div>`,
    ],
    ['the container of a gap without letters', '<div style="font-size:0"><p>inside</p></div>'],
  ];
  for (const [name, html] of cases) test(name, () => assert.match(readable(html), /inside/));
});

describe('hidden content that is not read', () => {
  const cases: [string, string][] = [
    ['a sentence', '<p hidden>inside</p>'],
    ['a sentence in a block that nothing opens', '<div id="x" style="display:none"><p>inside</p></div>'],
    ['a span of any class', '<span class="tab" style="visibility:hidden">inside</span>'],
    ['text off the screen', '<div class="tab" style="position:absolute;left:-9999px">inside</div>'],
    ['text clipped away', '<div style="clip: rect(0, 0, 0, 0)">inside</div>'],
    ['letters without size', '<p style="font-size:0px;">inside</p>'],
    ['transparent letters', '<p style="color:transparent">inside</p>'],
  ];
  for (const [name, html] of cases) test(name, () => assert.doesNotMatch(readable(html), /inside/));
});
