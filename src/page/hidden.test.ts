import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { bodyOf } from './main-content.ts';
import { parseHtml } from './parse/scan.ts';
import { plainText } from './text.ts';
import { flowOf } from './visible.ts';

/** What the choice of the main content may read of a body. */
function readable(html: string): string {
  const tree = parseHtml(`<body>${html}`);
  return plainText(tree, flowOf(tree, { readsNoscript: false, skipsHidden: false }), [bodyOf(tree)]);
}

describe('what is hidden is read', () => {
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

describe('what is hidden is not read', () => {
  const cases: [string, string][] = [
    ['a sentence', '<p hidden>inside</p>'],
    ['a sentence in a block that nothing opens', '<div id="x" style="display:none"><p>inside</p></div>'],
    ['a span, whatever it is called', '<span class="tab" style="visibility:hidden">inside</span>'],
    ['text off the screen', '<div class="tab" style="position:absolute;left:-9999px">inside</div>'],
    ['text clipped away', '<div style="clip: rect(0, 0, 0, 0)">inside</div>'],
    ['letters without size', '<p style="font-size:0px;">inside</p>'],
    ['letters without colour', '<p style="color:transparent">inside</p>'],
  ];
  for (const [name, html] of cases) test(name, () => assert.doesNotMatch(readable(html), /inside/));
});
