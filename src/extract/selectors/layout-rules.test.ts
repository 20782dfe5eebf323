import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../page/parse/parse-html.ts';
import { lettersOf } from '../page-view/page-letters.ts';
import {
  applyLesson,
  encodeSignature,
  getLayoutState,
  hasFieldFailed,
  isRoutineLesson,
  type LayoutRules,
  type Lesson,
} from './layout-rules.ts';
import { computeLayoutSignature } from './layouts/layout-signature.ts';
import { indexPage } from './layouts/page-index.ts';
import type { KnownValue } from './locators/value-positions.ts';
import { observeScalar } from './rules/scalar-rule.ts';

const html = (brand: string) =>
  `<body><h1>Lamp</h1><p class="brand-name">${brand}</p><p>Text of this page</p></body>`;
const signature = encodeSignature(computeLayoutSignature(parseHtml(html('x'))));

/** Creates the lesson of a page about its brand, on top of known rules. */
function createBrandLesson(brand: string, rules: LayoutRules | null = null): Lesson {
  const known = rules?.fields.brand;
  const learned = known?.structure === 'scalar' ? known.rule : null;
  const value: KnownValue = {
    text: brand,
    matches: (said: string) => lettersOf(said) === lettersOf(brand),
    needsParsing: false,
  };
  const observation = observeScalar(learned, indexPage(parseHtml(html(brand))), value);
  const tested = known === undefined ? 0 : 1;
  const field = {
    key: 'brand',
    pointer: '/brand',
    words: 'brand',
    structure: 'scalar',
    observation,
  } as const;
  return { signature, fields: [field], tested, confirmed: tested };
}

const missLesson: Lesson = { signature, fields: [], tested: 2, confirmed: 0 };

describe('a layout', () => {
  test('is provisional after one page, active after two, suspect after one miss and stale after three', () => {
    let rules = applyLesson(null, createBrandLesson('Kai Works'));
    const states = [getLayoutState(rules)];
    for (const next of ['Brig and Sons', null, null, null]) {
      rules = applyLesson(rules, next === null ? missLesson : createBrandLesson(next, rules));
      states.push(getLayoutState(rules));
    }
    assert.deepEqual(states, ['provisional', 'active', 'suspect', 'suspect', 'stale']);
    rules = applyLesson(rules, createBrandLesson('Ekeby yard', rules));
    assert.equal(getLayoutState(rules), 'active');
  });

  test('counts confirmed uses, and a page without new information is routine', () => {
    let rules = applyLesson(null, createBrandLesson('Kai Works'));
    for (const brand of ['Brig and Sons', 'Quay Works', 'Ekeby yard'])
      rules = applyLesson(rules, createBrandLesson(brand, rules));
    assert.deepEqual([rules.taught, rules.used, rules.held, rules.misses], [4, 3, 3, 0]);
    assert.ok(isRoutineLesson(createBrandLesson('Lindqvist', rules)));
    assert.ok(!isRoutineLesson(missLesson));
    assert.ok(Object.values(rules.fields).every((field) => !hasFieldFailed(field)));
  });
});
