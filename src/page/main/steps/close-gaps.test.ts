import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findBody, prepareCandidates } from '../../main-content.ts';
import { findVisibleContent } from '../../outcome/visible-content.ts';
import { parseHtml } from '../../parse/parse-html.ts';
import { leafText } from '../features/leaf-text.ts';
import type { PageKind } from '../forest/candidates.ts';
import type { Selection } from '../selection.ts';
import { closeGaps } from './close-gaps.ts';

/** Returns the texts that are kept if those which contain "kept" were kept before. */
function keptTexts(html: string, kind: PageKind = 'article'): string[] {
  const tree = parseHtml(`<body>${html}`);
  const { candidates, selectable } = prepareCandidates({ tree, ...findVisibleContent(tree, findBody(tree)) });
  assert.ok(candidates !== null);
  const { leaves } = candidates;
  const textOf = (leaf: number): string => leafText(tree, selectable, leaves, leaf, 100).trim();
  const isKept = Uint8Array.from({ length: leaves.count }, (_, leaf) =>
    Number(textOf(leaf).includes('kept')),
  );
  const probabilities = new Float32Array(leaves.count).fill(0.2);
  closeGaps({ ...candidates, flow: selectable, isKept, kind, probabilities } as Selection);
  return [...isKept.keys()].filter((leaf) => isKept[leaf] === 1).map(textOf);
}

test('code between kept siblings is kept, also in the first and last rows', () => {
  const row = (name: string): string =>
    `<div><code>int</code></div><div><code><a href="#${name}">${name}</a>()</code></div><div><p>kept ${name}</p></div>`;
  assert.deepEqual(keptTexts(`<section>${row('one')}${row('two')}<div><code>last()</code></div></section>`), [
    ...['int', 'one()', 'kept one', 'int', 'two()', 'kept two', 'last()'],
  ]);
});

test('code elsewhere, and other text between kept siblings, is not', () => {
  const html =
    '<section><div><p>kept</p></div><div>text</div><div><p>kept too</p></div></section><nav><div><code>x</code></div></nav>';
  assert.deepEqual(keptTexts(html), ['kept', 'kept too']);
});

test('on documentation pages, what the rules keep between kept parts is kept', () => {
  const html =
    '<main><h2>kept name</h2><div><pre>class Ferry</pre><div>A ship.</div></div><div><p>kept members</p></div><p>after</p></main>';
  const declaration = ['class Ferry', 'A ship.'];
  assert.deepEqual(keptTexts(html, 'documentation'), ['kept name', ...declaration, 'kept members']);
  assert.deepEqual(keptTexts(html), ['kept name', 'kept members']);
});
