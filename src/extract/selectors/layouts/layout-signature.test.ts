import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../../page/parse/parse-html.ts';
import {
  computeLayoutSignature,
  deserializeSignature,
  layoutSimilarity,
  minLayoutSimilarity,
  serializeSignature,
  signatureSlots,
} from './layout-signature.ts';

const product = (name: string, rows: number) =>
  computeLayoutSignature(
    parseHtml(
      `<body class="shop"><header class="top"><nav><a>Start</a></nav></header><main class="ware"><h1>${name}</h1>
      <div class="box"><span class="price">1</span></div><ul class="facts">${'<li class="fact"><b>x</b></li>'.repeat(rows)}</ul></main></body>`,
    ),
  );
const article = computeLayoutSignature(
  parseHtml(
    '<body><article id="a"><section class="text"><p>One</p><p>Two <em>three</em></p></section></article></body>',
  ),
);

describe('layout signatures', () => {
  test('are similar for pages of one layout with different amounts of content, and different for other layouts', () => {
    assert.ok(layoutSimilarity(product('Lamp', 2), product('Lantern', 40)) >= minLayoutSimilarity);
    assert.ok(layoutSimilarity(product('Lamp', 2), article) < minLayoutSimilarity);
    assert.equal(layoutSimilarity(article, article), 1);
  });

  test('survive serialization, and bytes of another length are rejected', () => {
    assert.deepEqual(deserializeSignature(serializeSignature(article)), article);
    assert.equal(deserializeSignature(new Uint8Array(signatureSlots * 4 - 1)), null);
  });
});
