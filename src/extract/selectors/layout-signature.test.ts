import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../page/parse/scan.ts';
import {
  layoutSignatureOf,
  layoutSimilarity,
  sameLayout,
  signatureBytes,
  signatureFrom,
  signatureSlots,
} from './layout-signature.ts';

const product = (name: string, rows: number) =>
  layoutSignatureOf(
    parseHtml(
      `<body class="shop"><header class="top"><nav><a>Start</a></nav></header><main class="ware"><h1>${name}</h1>
      <div class="box"><span class="price">1</span></div><ul class="facts">${'<li class="fact"><b>x</b></li>'.repeat(rows)}</ul></main></body>`,
    ),
  );
const article = layoutSignatureOf(
  parseHtml(
    '<body><article id="a"><section class="text"><p>One</p><p>Two <em>three</em></p></section></article></body>',
  ),
);

describe('layout signatures', () => {
  test('pages of one layout are alike however much they hold, those of others are not', () => {
    assert.ok(layoutSimilarity(product('Lamp', 2), product('Lantern', 40)) >= sameLayout);
    assert.ok(layoutSimilarity(product('Lamp', 2), article) < sameLayout);
    assert.equal(layoutSimilarity(article, article), 1);
  });

  test('come back from their bytes, and from no others', () => {
    assert.deepEqual(signatureFrom(signatureBytes(article)), article);
    assert.equal(signatureFrom(new Uint8Array(signatureSlots * 4 - 1)), null);
  });
});
