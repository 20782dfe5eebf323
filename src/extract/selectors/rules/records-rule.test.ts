import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../../page/parse/parse-html.ts';
import { lettersOf } from '../../page-view/page-letters.ts';
import { indexPage } from '../layouts/page-index.ts';
import type { KnownValue } from '../locators/value-positions.ts';
import {
  applyRecordsObservation,
  type KnownRecord,
  observeRecords,
  type RecordsRule,
  voteRecords,
} from './records-rule.ts';

type Review = [author: string, text: string];

const first: Review[] = [
  ['Ada Crane', 'Shines as brightly as the day I bought it.'],
  ['Bo Quay', 'Heavier than it looks, and well made.'],
  ['Cy Mole', 'The cable is too short for my desk.'],
];
const second: Review[] = [
  ['Dee Brig', 'Arrived broken, was replaced at once.'],
  ['Eve Pier', 'A lantern for stormy nights indeed.'],
];
const third: Review[] = [
  ['Fay Dock', 'Does what it says on the box.'],
  ['Gus Weir', 'My neighbours have asked where I got it.'],
  ['Hal Lock', 'Good light, poor switch, fair price.'],
];

function pageOf(reviews: readonly Review[]) {
  const list = reviews.map(
    ([author, text]) => `<li class="review"><b class="who">${author}</b><p class="said">${text}</p></li>`,
  );
  return indexPage(
    parseHtml(`<body><h1>Lamp</h1><ul class="reviews">${list.join('')}</ul><p>Imprint</p></body>`),
  );
}

function recordsOf(reviews: readonly Review[]): KnownRecord[] {
  const knownValue = (text: string): KnownValue => ({
    text,
    matches: (said: string) => lettersOf(said) === lettersOf(text),
    needsParsing: false,
  });
  return reviews.map(
    ([author, text]) =>
      new Map([
        ['/reviews/*/author', knownValue(author)],
        ['/reviews/*/text', knownValue(text)],
      ]),
  );
}

function learn(...pages: Review[][]): RecordsRule {
  let rule: RecordsRule | null = null;
  for (const reviews of pages) {
    const observation = observeRecords(rule, pageOf(reviews), recordsOf(reviews));
    assert.ok(observation !== null);
    rule = applyRecordsObservation(rule, observation);
  }
  return rule as RecordsRule;
}

const read = (_: string, text: string) => ({ value: text, key: lettersOf(text) });

describe('records', () => {
  test('learned from two pages are found on a third with another number of records, with their own fields', () => {
    const vote = voteRecords(learn(first, second), pageOf(third), read);
    assert.deepEqual(
      vote?.records.map(({ values }) => [
        values.get('/reviews/*/author')?.value,
        values.get('/reviews/*/text')?.value,
      ]),
      third,
    );
  });

  test('are not found on a page of another layout', () => {
    const other = indexPage(
      parseHtml('<body><table><tr><td>Some</td><td>Table</td></tr></table><p>Text</p></body>'),
    );
    assert.equal(voteRecords(learn(first, second), other, read), null);
  });

  test('nothing is learned from a page without the known records', () => {
    assert.equal(observeRecords(null, pageOf(first), recordsOf(second)), null);
    assert.equal(observeRecords(null, pageOf(first), recordsOf(first.slice(0, 1))), null);
  });
});
