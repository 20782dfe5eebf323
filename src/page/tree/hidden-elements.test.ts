import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { findBody } from '../main-content.ts';
import { tag } from '../parse/names/tags.ts';
import { parseHtml } from '../parse/parse-html.ts';
import { plainText } from '../text/plain-text.ts';
import { computeFlow, flowKind } from './flow.ts';

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
    ['a part that fades in', '<div class="fade-in" style="opacity:0">inside</div>'],
    ['a part that moves in', '<div style="opacity:0;transform:translateY(20px)">inside</div>'],
    ['one of many collapsed panels', '<p style="max-height:0;overflow:hidden">inside</p>'.repeat(3)],
    ['white letters on black', '<p style="color:#fff;background:black">inside</p>'],
    [
      'letters that show a gradient',
      '<h2 style="color:transparent;-webkit-background-clip:text;background-image:linear-gradient(red,blue)">inside</h2>',
    ],
    [
      'a part inside a tiny container',
      '<div style="font-size:1px"><p style="font-size:16px">inside</p></div>',
    ],
    ['a part that is moved up', '<div style="margin-top:-120px">inside</div>'],
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
    ['letters of one pixel', '<div style="font-size:1px !important"><p>inside</p></div>'],
    ['letters of a fraction of a pixel', '<p style="font-size: .1px">inside</p>'],
    ['transparent letters with alpha', '<p style="color:rgba(0, 0, 0, 0)">inside</p>'],
    [
      'letters in the color of the background',
      '<p style="background-color:#FFF;color:rgb(255,255,255)">inside</p>',
    ],
    ['white letters in white paragraphs', '<div style="color:white;background:#fff"><p>inside</p></div>'],
    ['a transparent part', '<p style="opacity:0!important">inside</p>'],
    ['a box without height', '<div style="height:0;overflow:hidden">inside</div>'],
    ['a box of one pixel', '<div style="width:1px;height:1px;overflow:hidden">inside</div>'],
    ['a part that is scaled to nothing', '<p style="transform:scale(0)">inside</p>'],
    ['a part far above', '<p style="transform: translateY(-9999px)">inside</p>'],
    ['text indented off the screen', '<p style="text-indent:-9999px">inside</p>'],
    ['a style with a comment', '<p style="display:/* */none">inside</p>'],
    ['a style with a reference', '<p style="display&#58;none">inside</p>'],
    ['a collapsed row', '<p style="visibility:collapse">inside</p>'],
    ['transparent letters', '<p style="color:transparent">inside</p>'],
  ];
  for (const [name, html] of cases) test(name, () => assert.doesNotMatch(readable(html), /inside/));
});

describe('images in hidden letters', () => {
  const cases: [string, string][] = [
    [
      'an image with transparent letters for its alternative text',
      '<img style="color:transparent" src="a.png">',
    ],
    ['an image in a container of letters without size', '<div style="font-size:0"><img src="a.png"></div>'],
    [
      'an image in a link of transparent letters',
      '<a href="/x" style="color:transparent"><img src="a.png"></a>',
    ],
  ];
  for (const [name, html] of cases)
    test(`${name} is shown`, () => {
      const tree = parseHtml(`<body><p>Text of the page</p>${html}`);
      const flow = computeFlow(tree, { readsNoscript: false, skipsHidden: true });
      const image = tree.tag.indexOf(tag.img);
      assert.notEqual(flow.kind[image], flowKind.skipped);
    });

  test('an image that is transparent itself is hidden', () => {
    const tree = parseHtml('<body><p>Text of the page</p><img style="opacity:0" src="a.png">');
    const flow = computeFlow(tree, { readsNoscript: false, skipsHidden: true });
    assert.equal(flow.kind[tree.tag.indexOf(tag.img)], flowKind.skipped);
  });
});
