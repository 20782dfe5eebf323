import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findBody, prepareCandidates } from '../../main-content.ts';
import { findVisibleContent } from '../../outcome/visible-content.ts';
import { parseHtml } from '../../parse/parse-html.ts';
import { leafText } from '../features/leaf-text.ts';
import type { Selection } from '../selection.ts';
import { dropCopies } from './copies.ts';

/** Returns the texts that stay if everything was kept before. */
function keptTexts(html: string): string[] {
  const tree = parseHtml(`<body>${html}`);
  const { candidates, selectable } = prepareCandidates({ tree, ...findVisibleContent(tree, findBody(tree)) });
  assert.ok(candidates !== null);
  const { leaves } = candidates;
  const isKept = new Uint8Array(leaves.count).fill(1);
  dropCopies({ ...candidates, flow: selectable, isKept } as Selection);
  return [...isKept.keys()]
    .filter((leaf) => isKept[leaf] === 1)
    .map((leaf) => leafText(tree, selectable, leaves, leaf, 200).trim());
}

function occurrences(texts: readonly string[], text: string): number {
  return texts.filter((one) => one === text).length;
}

test('short texts of a list with a copy for each screen size are kept once, although one copy has a button', () => {
  const list = ['Rowing boat', 'Sailing boat', 'Houseboat', 'Motor yacht', 'Steam launch']
    .map(
      (name) =>
        `<li><a href="/${name.replace(' ', '-')}">${name}</a><p>Ask for the price</p><p>Moored in ${name.length}</p></li>`,
    )
    .join('');
  const texts = keptTexts(
    `<div class="desktop"><ul>${list}</ul></div><div class="mobile"><ul class="swiper">${list}<li>Show more</li></ul></div>`,
  );
  assert.equal(occurrences(texts, 'Steam launch'), 1);
  assert.equal(occurrences(texts, 'Moored in 9'), 1);
  // Equal fields of records of one list are not copies of each other.
  assert.equal(occurrences(texts, 'Ask for the price'), 5);
  assert.ok(texts.includes('Show more'));
});

test('a passage that five posts quote is kept once', () => {
  const passage = 'The lock is closed at low water from the first of May until the end of August.';
  const reply = (name: string): string =>
    `<div class="post by-${name}"><blockquote class="quote-${name}">${passage}</blockquote><p>${name} will not be there then.</p></div>`;
  const names = ['Anna', 'Berta', 'Clara', 'Dora', 'Emma'];
  const texts = keptTexts(
    `<section><div class="post opening"><p>${passage}</p></div>${names.map(reply).join('')}</section>`,
  );
  assert.equal(occurrences(texts, passage), 1);
  for (const name of names) assert.ok(texts.includes(`${name} will not be there then.`));
});

test('fields that several records have in common are kept in each of them', () => {
  const record = (name: string, kind: string): string =>
    `<div class="job ${kind}"><a href="/jobs/${name}">${name}</a><p>Full-time or part-time</p><p>Anywhere in the country</p><p>Starts in the coming spring</p><p>Paid by the hour</p><p>No experience is required at all</p></div>`;
  const texts = keptTexts(
    `<section>${record('Lock keeper', 'featured')}${record('Ferryman', 'new')}${record('Pilot', 'plain')}${record('Diver', 'old')}${record('Cook', 'last')}</section>`,
  );
  assert.equal(occurrences(texts, 'Paid by the hour'), 5);
  assert.equal(occurrences(texts, 'No experience is required at all'), 5);
});

test('a long heading stays below the table of contents that has its text', () => {
  const heading = 'How long does a boat wait at the lock before the keeper opens it?';
  const texts = keptTexts(
    `<ul class="contents"><li><a href="#wait">${heading}</a></li></ul><article><h2 id="wait">${heading}</h2><p>About ten minutes.</p></article>`,
  );
  assert.equal(occurrences(texts, heading), 2);
});
