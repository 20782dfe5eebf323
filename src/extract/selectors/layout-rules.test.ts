import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../page/parse/scan.ts';
import {
  afterLesson,
  hasFieldFailed,
  isRoutine,
  type LayoutRules,
  type Lesson,
  layoutStateOf,
  signatureText,
} from './layout-rules.ts';
import { layoutSignatureOf } from './layout-signature.ts';
import { indexPage } from './page-index.ts';
import { lettersOf } from './page-letters.ts';
import { observeScalar } from './scalar-rule.ts';

const html = (brand: string) =>
  `<body><h1>Lamp</h1><p class="brand-name">${brand}</p><p>Text of this page</p></body>`;
const signature = signatureText(layoutSignatureOf(parseHtml(html('x'))));

/** What a page teaches of its brand, on top of what is known. */
function lessonOf(brand: string, rules: LayoutRules | null = null): Lesson {
  const known = rules?.fields.brand;
  const learned = known?.structure === 'scalar' ? known.rule : null;
  const value = {
    text: brand,
    isSaidBy: (said: string) => lettersOf(said) === lettersOf(brand),
    isRead: false,
  };
  const observation = observeScalar(learned, indexPage(parseHtml(html(brand))), value);
  const asked = known === undefined ? 0 : 1;
  const field = {
    key: 'brand',
    pointer: '/brand',
    words: 'brand',
    structure: 'scalar',
    observation,
  } as const;
  return { signature, fields: [field], asked, held: asked };
}

const missed: Lesson = { signature, fields: [], asked: 2, held: 0 };

describe('a layout', () => {
  test('is provisional after one page, active after two, suspect after a miss and stale after three', () => {
    let rules = afterLesson(null, lessonOf('Kai Works'));
    const states = [layoutStateOf(rules)];
    for (const next of ['Brig and Sons', null, null, null]) {
      rules = afterLesson(rules, next === null ? missed : lessonOf(next, rules));
      states.push(layoutStateOf(rules));
    }
    assert.deepEqual(states, ['provisional', 'active', 'suspect', 'suspect', 'stale']);
    rules = afterLesson(rules, lessonOf('Ekeby yard', rules));
    assert.equal(layoutStateOf(rules), 'active');
  });

  test('that held is used and not suspected; one page with nothing new is routine', () => {
    let rules = afterLesson(null, lessonOf('Kai Works'));
    for (const brand of ['Brig and Sons', 'Quay Works', 'Ekeby yard'])
      rules = afterLesson(rules, lessonOf(brand, rules));
    assert.deepEqual([rules.taught, rules.used, rules.held, rules.misses], [4, 3, 3, 0]);
    assert.ok(isRoutine(lessonOf('Lindqvist', rules)));
    assert.ok(!isRoutine(missed));
    assert.ok(Object.values(rules.fields).every((field) => !hasFieldFailed(field)));
  });
});
