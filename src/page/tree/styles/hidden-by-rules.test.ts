import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { findBody, omitSubtrees } from '../../main-content.ts';
import { parseHtml } from '../../parse/parse-html.ts';
import { plainText } from '../../text/plain-text.ts';
import { computeFlow } from '../flow.ts';
import { findHiddenByRules } from './hidden-by-rules.ts';

const around = '<p>A paragraph that everybody can see, long enough to be most of the page.</p>'.repeat(5);

/** Returns the text of a page that the main content selection may use. */
function readable(css: string, html: string, head = ''): string {
  const tree = parseHtml(`<html><head>${head}<style>${css}</style></head><body>${around}${html}`);
  const body = findBody(tree);
  const flow = computeFlow(tree, { readsNoscript: false, skipsHidden: false });
  return plainText(tree, omitSubtrees(tree, flow, findHiddenByRules(tree, body)), [body]);
}

describe('elements that style rules hide', () => {
  const cases: [string, string, string][] = [
    ['by class', '.x{display:none}', '<div class="a x">inside</div>'],
    ['by id', '#x { display : none }', '<div id=x><p>inside</p></div>'],
    ['by name', 'aside{display:none}', '<aside>inside</aside>'],
    ['by attribute', '[data-x="1"]{display:none}', '<div data-x=1>inside</div>'],
    [
      'by a descendant of a child',
      'body > div.a .b p{display:none}',
      '<div class=a><div class=b><p>inside</div></div>',
    ],
    ['by visibility', '.x{visibility:hidden}', '<p class=x>inside</p>'],
    ['by clipping', '.x{position:absolute;clip:rect(0 0 0 0);width:1px}', '<p class=x>inside</p>'],
    ['by a place off the screen', '.x{position:absolute;left:-9999px}', '<p class=x>inside</p>'],
    ['by transparency', '.x{opacity:0}', '<p class=x>inside</p>'],
    ['by a box without height', '.x{height:0;overflow:hidden}', '<div class=x><p>inside</p></div>'],
    ['by its scale', '.x{transform:scale(0)}', '<p class=x>inside</p>'],
    ['by tiny letters', '.x{font-size:1px}', '<p class=x>inside</p>'],
    ['by the color of the background', '.x{color:#fff;background:#ffffff}', '<p class=x>inside</p>'],
    ['with an escaped class', '.md\\:x{display:none}', '<p class="md:x">inside</p>'],
    ['with an escaped number', '.\\31 x{display:none}', '<p class="1x">inside</p>'],
    ['on a screen', '@media screen and (min-width:600px){.x{display:none}}', '<p class=x>inside</p>'],
    ['in a layer', '@layer base{.x{display:none}}', '<p class=x>inside</p>'],
    ['after a string with a brace', '.y::after{content:"}"} .x{display:none}', '<p class=x>inside</p>'],
    ['after a comment', '/* } */ .x/**/{display:none/* */}', '<p class=x>inside</p>'],
    ['after an import', '@import url(a.css); .x{display:none}', '<p class=x>inside</p>'],
    ['in a list of selectors', '.y, .x, .z{display:none}', '<p class=x>inside</p>'],
    [
      'with more priority than another rule',
      '.x{display:none!important} .x{display:block}',
      '<p class=x>inside</p>',
    ],
    ['with a higher specificity', '.y.x{display:none} .x{display:block}', '<p class="x y">inside</p>'],
    [
      'and shown on small screens',
      '.x{display:none} @media (max-width:500px){.x{display:block}}',
      '<p class=x>inside</p>',
    ],
    [
      'until they have the focus',
      '.x{position:absolute;left:-999px} .x:focus{left:0}',
      '<a class=x href="#">inside</a>',
    ],
  ];
  for (const [name, css, html] of cases) test(name, () => assert.doesNotMatch(readable(css, html), /inside/));
});

describe('elements that style rules do not hide', () => {
  const cases: [string, string, string][] = [
    ['before an animation', '.x{opacity:0;animation:fade 1s forwards}', '<p class=x>inside</p>'],
    [
      'opened by height',
      '.x{max-height:0;overflow:hidden} .open .x{max-height:9em}',
      '<p class=x>inside</p>',
    ],
    ['transparent in one state', '.x{opacity:0} .x.seen{opacity:1}', '<p class=x>inside</p>'],
    ['of a tiny container', '.x{font-size:0} .y{font-size:16px}', '<div class=x><p class=y>inside</div>'],
    ['on a dark background', '.x{color:#fff;background:#000}', '<p class=x>inside</p>'],
    ['another class', '.y .x{display:none}', '<p class=x>inside</p>'],
    ['no child', '.y > .x{display:none}', '<div class=y><div><p class=x>inside</div></div>'],
    ['for print', '@media print{.x{display:none}}', '<p class=x>inside</p>'],
    ['on small screens', '@media (max-width: 40em){.x{display:none}}', '<p class=x>inside</p>'],
    ['in a state', '.x:hover{display:none}', '<p class=x>inside</p>'],
    ['under a condition', '@supports (display:grid){.x{display:none}}', '<p class=x>inside</p>'],
    ['in an animation', '@keyframes x{from{visibility:hidden}} .x{animation:x}', '<p class=x>inside</p>'],
    ['generated content', '.x::before{display:none}', '<p class=x>inside</p>'],
    ['overridden later', '.x{display:none} .x{display:block}', '<p class=x>inside</p>'],
    ['overridden with importance', 'p.x{display:none} .x{display:block!important}', '<p class=x>inside</p>'],
    [
      'overridden outside of layers',
      '@layer a{p.x{display:none}} .x{display:block}',
      '<p class=x>inside</p>',
    ],
    [
      'shown on large screens',
      '.x{display:none} @media (min-width:500px){.x{display:block}}',
      '<p class=x>inside</p>',
    ],
    ['shown by its own style', '.x{display:none}', '<p class=x style="display:block">inside</p>'],
    ['opened by another class', '.x{display:none} .x.open{display:block}', '<p class=x>inside</p>'],
    [
      'opened by a class of its container',
      '.x{display:none} .open .x{display:block}',
      '<p class=x>inside</p>',
    ],
    ['opened by a checkbox', '.x{display:none} input:checked ~ .x{display:block}', '<p class=x>inside</p>'],
    [
      'opened under another condition',
      '.x{display:none} @container (width>1px){.x{display:block}}',
      '<p class=x>inside</p>',
    ],
    [
      'made visible inside',
      '.x{visibility:hidden} .y{visibility:visible}',
      '<div class=x><p class=y>inside</div>',
    ],
    ['most of the page', 'p{display:none}', '<p>inside</p>'],
    ['until scripts run', '.no-js .x{display:none}', '<div class=no-js><p class=x>inside</div>'],
    ['cloaked until scripts run', '[x-cloak]{display:none}', '<p x-cloak>inside</p>'],
    ['a class that scripts name', '.x{display:none}', '<p class=x>inside</p><script>$(".x").show()</script>'],
    ['a tab by its name', '.tab-pane{display:none}', '<div class=tab-pane><p>inside</div>'],
    ['a tab that a link opens', '.x{display:none}', '<a href="#t">t</a><div id=t class=x><p>inside</div>'],
    ['unclosed rules', '.x{display:none', '<div>inside</div>'],
  ];
  for (const [name, css, html] of cases) test(name, () => assert.match(readable(css, html), /inside/));

  test('style sheets for print, of other languages, in noscript and in templates', () => {
    const rule = '.x{display:none}';
    for (const head of [
      `<style media=print>${rule}</style>`,
      `<style type="text/less">${rule}</style>`,
      `<noscript><style>${rule}</style></noscript>`,
      `<template><style>${rule}</style></template>`,
    ])
      assert.match(readable('', '<p class=x>inside</p>', head), /inside/);
  });
});

test('style sheets that nest deeply, end early or have many rules take linear time', () => {
  const sheets = [
    '@media screen{'.repeat(100_000),
    '{'.repeat(200_000),
    `${'"'.repeat(200_000)}.x{display:none}`,
    '.x{display:none}'.repeat(100_000),
    `${'.y '.repeat(100_000)}{display:none}`,
    '/*'.repeat(200_000),
    `.x${'['.repeat(100_000)}{display:none}`,
    `.x:not(${'('.repeat(100_000)}{display:none}`,
  ];
  const nested = `${'<div class=x>'.repeat(500)}inside`;
  for (const css of sheets) assert.equal(typeof readable(css, nested), 'string');
});
